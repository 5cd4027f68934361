/** What the server can do beyond the documents' calls, as far as its answers have shown. Page and service worker read it. */
import { CAPABILITIES, type Capabilities, type Capability } from '#contract/capabilities.ts';
import { EVERYTHING, knownCapabilities } from './where.ts';

/** null: unknown, because this tablet has no answer of the server to a signed-in person yet. */
export function capabilities(): Capabilities | null {
  const shown = knownCapabilities();
  if (shown === undefined) return null;
  const names = shown.split(' ');
  const knows = (name: Capability) => names.includes(name) || names.includes(EVERYTHING);
  return Object.fromEntries(CAPABILITIES.map((name) => [name, knows(name)])) as Record<Capability, boolean>;
}
