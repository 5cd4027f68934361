/** Whether the server is a plain one, and what its answers show. In the first load; {@link afterAnswer} is the pure part. */
import { CAPABILITY_HEADER } from '#contract/capabilities.ts';
import { knownCapabilities, noteCapabilities } from './where.ts';

/** true: the server has shown that it knows the documents' calls alone. */
export const isPlain = (): boolean => knownCapabilities() === '';

/**
 * The capabilities known after an answer. `header`: the capabilities header of the answer, null without one. `isOwn`: the answer was made for a signed-in person, so it comes
 * from the server and not from a captive portal. A capability that was shown once stays.
 */
export function afterAnswer(known: string | undefined, header: string | null, isOwn: boolean): string | undefined {
  if (header !== null) return [...new Set(`${known ?? ''} ${header}`.split(' ').filter(Boolean))].join(' ');
  return isOwn ? (known ?? '') : known;
}

/** Notes what an answer in our envelope shows. */
export function noteAnswerOf(headers: Headers, isOwn: boolean): void {
  const now = afterAnswer(knownCapabilities(), headers.get(CAPABILITY_HEADER), isOwn);
  if (now !== undefined) noteCapabilities(now);
}
