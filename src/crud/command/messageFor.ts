import { CallError, FileMissing, messageOf, NoAnswer, UNEXPECTED } from '#client/callError.ts';
import { contactStore } from '#client/online.ts';
import { syncWords } from '#domain/syncWords.ts';

/**
 * What a write that failed is told by: the server's own words (ERR-01), or the documents' sentence for what nobody expected (ERR-02), and in a
 * second line what is known (K26). That there is no connection is said only where the health call, which such a write asked, failed too.
 */
export function messageFor(error: unknown): string {
  if (error instanceof FileMissing) return syncWords.needsConnection;
  const known = knownOf(error);
  return known === null ? messageOf(error) : `${UNEXPECTED}\n${known}`;
}

function knownOf(error: unknown): string | null {
  if (error instanceof CallError) return error.code === 500 ? error.message : null;
  if (!(error instanceof NoAnswer)) return null;
  return contactStore.read().online ? syncWords.noAnswer : syncWords.needsConnection;
}
