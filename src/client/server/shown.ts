/** Whether the server is a plain one, and what its answers show. In the first load; {@link afterAnswer} is the pure part. */
import { CAPABILITY_HEADER } from '#contract/capabilities.ts';
import { showHere, shownHere } from './where.ts';

/** true: the server has shown that it knows the documents' calls alone. */
export const isPlain = (): boolean => shownHere() === '';

/**
 * What is known after an answer. `told`: the header of the answer, null without one. `isOwn`: the answer was made for somebody who is signed in, so that
 * it is the server's own and no captive portal's. What was shown once stays.
 */
export function afterAnswer(known: string | undefined, told: string | null, isOwn: boolean): string | undefined {
  if (told !== null) return [...new Set(`${known ?? ''} ${told}`.split(' ').filter(Boolean))].join(' ');
  return isOwn ? (known ?? '') : known;
}

/** Notes what an answer in our envelope shows. */
export function sawAnswerOf(headers: Headers, isOwn: boolean): void {
  const now = afterAnswer(shownHere(), headers.get(CAPABILITY_HEADER), isOwn);
  if (now !== undefined) showHere(now);
}
