/**
 * Small settings in localStorage, each under its own key (SHELL-15): config (theme, sidebar) and scoreBoard; `auth` is in profileStore.ts. They can
 * be read synchronously, before the first paint. The token is never stored here.
 */
export interface DeviceConfig {
  theme: 'light' | 'dark';
  sidebar: 'open' | 'closed';
}

export const DEFAULT_CONFIG: DeviceConfig = { theme: 'light', sidebar: 'open' };

export function readLocal<T extends object>(key: string, fallback: T): T {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return typeof stored === 'object' && stored !== null ? { ...fallback, ...stored } : fallback;
  } catch {
    return fallback;
  }
}

export function writeLocal(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // If localStorage is full or forbidden, the value holds until the page is closed.
  }
}

let config: DeviceConfig = readLocal('config', DEFAULT_CONFIG);
const listeners = new Set<() => void>();

export const configStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => config,
  write(change: Partial<DeviceConfig>) {
    config = { ...config, ...change };
    writeLocal('config', config);
    if (config.theme === 'dark') document.documentElement.dataset.theme = 'dark';
    else document.documentElement.dataset.theme = 'light';
    for (const listener of listeners) listener();
  },
};

/** The results of the game, kept in this browser also after a sign-out (SHELL-15, SHELL-16). */
export interface ScoreBoard {
  wins: number;
  losses: number;
  draws: number;
}
const NO_SCORE: ScoreBoard = { wins: 0, losses: 0, draws: 0 };
let score: ScoreBoard = readLocal('scoreBoard', NO_SCORE);
const scoreListeners = new Set<() => void>();

function keepScore(next: ScoreBoard): void {
  score = next;
  writeLocal('scoreBoard', score);
  for (const listener of scoreListeners) listener();
}

export const scoreStore = {
  subscribe(listener: () => void) {
    scoreListeners.add(listener);
    return () => scoreListeners.delete(listener);
  },
  read: () => score,
  add(result: 'win' | 'loss' | 'draw') {
    const name = { win: 'wins', loss: 'losses', draw: 'draws' } as const;
    keepScore({ ...score, [name[result]]: score[name[result]] + 1 });
  },
  reset: () => keepScore(NO_SCORE),
};
