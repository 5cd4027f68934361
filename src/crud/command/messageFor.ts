import { CallError, FileMissing, messageOf, NoAnswer, ServerFailed, UNEXPECTED } from '#client/callError.ts';
import { contactStore } from '#client/online.ts';
import { syncWords } from '#domain/syncWords.ts';

/**
 * The message for a failed write: the server's own words (ERR-01), or the documents' sentence for an unexpected failure (ERR-02) with a second line
 * of what is known (K26). "No connection" is only said when the health request after the failed write failed too.
 */
export function messageFor(error: unknown): string {
  if (error instanceof FileMissing) return syncWords.needsConnection;
  const known = knownOf(error);
  return known === null ? messageOf(error) : `${UNEXPECTED}\n${known}`;
}

function knownOf(error: unknown): string | null {
  if (error instanceof CallError) return error.code === 500 ? error.message : null;
  if (!(error instanceof NoAnswer)) return null;
  if (error instanceof ServerFailed) return syncWords.writeFailed;
  return contactStore.read().online ? syncWords.noAnswer : syncWords.needsConnection;
}

/** Whether nothing is known of the write: no answer, status 500, or a fault of the app. All other failures are the server's refusals. */
export const isUnexpected = (error: unknown): boolean => !(error instanceof CallError) || error.code === 500;
