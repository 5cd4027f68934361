/**
 * What modules of the page ask for while they are read in, where no browser is: imported first and for that alone, before anything of `src/client`.
 * Storage is a map; nobody looks at the page.
 */
import { vi } from 'vitest';

/** What stands in localStorage. */
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
