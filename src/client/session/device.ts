/** The id of this device: random, kept in this browser for ever, for the audit only and never a credential (API.md 1.2). */
import { newUuid } from '../uuid.ts';

const KEY = 'device_id';

let known: string | null = null;

export function deviceId(): string {
  if (known) return known;
  try {
    known = localStorage.getItem(KEY);
    if (!known) {
      known = newUuid();
      localStorage.setItem(KEY, known);
    }
  } catch {
    known = newUuid();
  }
  return known;
}
