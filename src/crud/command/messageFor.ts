import { CallError, FileMissing, messageOf, NoAnswer, UNEXPECTED } from '#client/callError.ts';
import { contactStore } from '#client/online.ts';
import { syncWords } from '#domain/syncWords.ts';

/**
 * The message for a failed write: the server's own words (ERR-01), or the documents' sentence for an unexpected failure (ERR-02) with a second line
 * of what is known (K26). When the health request after the failed write failed too, there is no connection: that is expected, and is all that is said.
 */
export function messageFor(error: unknown): string {
  if (error instanceof FileMissing) return syncWords.needsConnection;
  if (error instanceof NoAnswer && !contactStore.read().online) return syncWords.needsConnection;
  const known = knownOf(error);
  return known === null ? messageOf(error) : `${UNEXPECTED}\n${known}`;
}

function knownOf(error: unknown): string | null {
  if (error instanceof CallError) return error.code === 500 ? error.message : null;
  return error instanceof NoAnswer ? syncWords.noAnswer : null;
}
