/**
 * Small settings in localStorage, each under its own key (SHELL-15): config (theme, sidebar, density). scoreStore.ts keeps scoreBoard, profileStore.ts `auth`.
 * They can be read synchronously, before the first paint. The token is never stored here.
 */
export interface DeviceConfig {
  theme: 'light' | 'dark' | 'system';
  sidebar: 'open' | 'closed';
  /** The sidebar of a window below 1440 px, which is folded until it is opened (menuWidth.ts). */
  narrow?: 'open' | 'closed' | undefined;
  /** The sizes of rows and controls. Missing: as the device, compact for a mouse and roomy for a finger. */
  density?: 'compact' | 'roomy' | undefined;
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

// Absent outside a browser.
const systemDark = globalThis.matchMedia?.('(prefers-color-scheme: dark)');

/** Writes the theme to the root element. public/boot.js does the same before the first paint. */
function paintTheme() {
  const { theme } = config;
  document.documentElement.dataset.theme = theme === 'system' ? (systemDark?.matches ? 'dark' : 'light') : theme;
}
systemDark?.addEventListener('change', paintTheme);

export const configStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => config,
  write(change: Partial<DeviceConfig>) {
    config = { ...config, ...change };
    writeLocal('config', config);
    paintTheme();
    if (config.density) document.documentElement.dataset.density = config.density;
    else delete document.documentElement.dataset.density;
    for (const listener of listeners) listener();
  },
};
