/** The lists that can be read without the server, for a screen that has no copy. The app sets how they are found: it knows the menu. */
import type { Address } from '../paths.ts';

export interface KeptPlace {
  to: Address;
  title: string;
}

type Find = () => Promise<readonly KeptPlace[]>;

let find: Find | null = null;
const readers = new Set<() => void>();

export function setKeptPlaces(next: Find): void {
  find = next;
  for (const reader of readers) reader();
}

export const keptPlaces = {
  read: () => find,
  subscribe(reader: () => void) {
    readers.add(reader);
    return () => void readers.delete(reader);
  },
};
