/**
 * What the server can do beyond the documents' calls, as far as its own answers have shown it. Page and service worker read it; the pure part is
 * {@link afterAnswer}.
 */
import { CAPABILITIES, CAPABILITY_HEADER, type Capabilities, type Capability } from '#contract/capabilities.ts';
import { showHere, shownHere } from './where.ts';

export type { Capabilities, Capability };

/** null: nothing is known yet, because no answer of this server to somebody who is signed in has come to this tablet. */
export function capabilities(): Capabilities | null {
  const shown = shownHere();
  if (shown === undefined) return null;
  const names = shown.split(' ');
  return Object.fromEntries(CAPABILITIES.map((name) => [name, names.includes(name)])) as Record<Capability, boolean>;
}

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
  const known = shownHere();
  const now = afterAnswer(known, headers.get(CAPABILITY_HEADER), isOwn);
  if (now !== undefined) showHere(now);
}
