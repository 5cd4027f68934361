/** What the server can do beyond the documents' calls, as far as its own answers have shown it. Page and service worker read it. */
import { CAPABILITIES, type Capabilities, type Capability } from '#contract/capabilities.ts';
import { EVERYTHING, shownHere } from './where.ts';

/** null: nothing is known yet, because no answer of this server to somebody who is signed in has come to this tablet. */
export function capabilities(): Capabilities | null {
  const shown = shownHere();
  if (shown === undefined) return null;
  const names = shown.split(' ');
  const knows = (name: Capability) => names.includes(name) || names.includes(EVERYTHING);
  return Object.fromEntries(CAPABILITIES.map((name) => [name, knows(name)])) as Record<Capability, boolean>;
}
