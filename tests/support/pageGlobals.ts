/**
 * Globals of a browser that page modules need while they load. Import this file first. Storage is a map, and no screen exists.
 */
import { vi } from 'vitest';

/** The content of localStorage. */
export const kept = new Map<string, string>();

vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
});
vi.stubGlobal('window', globalThis);
vi.stubGlobal('addEventListener', () => undefined);
vi.stubGlobal('document', { addEventListener: () => undefined, visibilityState: 'hidden' });
vi.stubGlobal('location', { reload: () => undefined });
