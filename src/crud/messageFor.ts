import { messageOf, NoAnswer } from '#client/callError.ts';
import { syncWords } from '#domain/syncWords.ts';

/** What a write that failed is told by: without an answer that it needs a connection, otherwise the server's words (ERR-01). */
export function messageFor(error: unknown): string {
  return error instanceof NoAnswer ? syncWords.needsConnection : messageOf(error);
}
