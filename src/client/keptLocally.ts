/**
 * Small settings in localStorage, each under its own key (SHELL-15): config (theme, sidebar). scoreStore.ts keeps scoreBoard, profileStore.ts `auth`.
 * They can be read synchronously, before the first paint. The token is never stored here.
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
