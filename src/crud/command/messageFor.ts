import { CallError, FileMissing, messageOf, NoAnswer, UNEXPECTED } from '#client/callError.ts';
import { contactStore } from '#client/online.ts';
import { syncWords } from '#domain/syncWords.ts';

/**
 * The message for a failed write. It is the server's own text (ERR-01), or the fixed sentence for an unexpected error (ERR-02) with the known facts
 * in a second line (K26). The message blames the connection only if the health call that follows such a failure failed too.
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
