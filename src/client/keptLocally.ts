/**
 * The documents' local state (SHELL-15): auth, config (theme, sidebar), scoreBoard, each under its own key of localStorage.
 * Small, synchronous, there before the first paint. The token is never here.
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
    // A full or forbidden store: the choice holds until the page is closed.
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

/** SHELL-15, SHELL-16: results of the game, kept in this browser and over signing out. */
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
