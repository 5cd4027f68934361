/** The words of a card on the first screen: the state of its transfer and its goods. */
import { plural } from '#domain/plural.ts';
import type { KindFacts } from '#domain/transfer.ts';
import type { IconName } from '#ui/Icon.tsx';
import { clockText } from '../../parts/clockText.ts';
import { type Expected, whenText } from './expected.ts';
import { WORDS } from './words.ts';

/**
 * The state of a transfer in words. It is amber if only this tablet knows it, or if the transfer is late. `refused`: why the server refused it; `done`: who else
 * completed it on this tablet; '' if neither.
 */
export function stateOf(
  kind: KindFacts,
  one: Expected,
  now: number,
  { refused, done }: { refused: string; done: string },
): { text: string; icon: IconName; tone: string } {
  if (refused) return { text: refused, icon: 'alert', tone: 'figures font-semibold text-bad' };
  if (done) return { text: done, icon: 'cloudOff', tone: 'figures font-semibold text-wait' };
  if (one.here && one.waiting > 0) {
    const sent = one.lines - one.waitingLines;
    const text =
      sent > 0 && one.waitingLines > 0
        ? plural(one.lines, `${sent} of # line is sent`, `${sent} of # lines are sent`)
        : 'Started here, not sent yet';
    return { text, icon: 'cloudOff', tone: 'text-wait' };
  }
  if (one.waiting > 0) {
    const text =
      one.waitingLines > 0
        ? plural(one.waitingLines, 'Started, # line waits here', 'Started, # lines wait here')
        : 'Started, not all is sent';
    return { text, icon: 'cloudOff', tone: 'text-wait' };
  }
  if (one.counted > 0) {
    const by = one.counters.length > 0 ? ` by ${one.counters.join(', ')}` : '';
    const differs = one.differs > 0 ? plural(one.differs, ', # differs', ', # differ') : '';
    const text = `Started, ${one.counted} of ${one.lines} counted${by}${differs}`;
    return { text, icon: 'edit', tone: 'text-ink-soft' };
  }
  if (one.begun) {
    const who = one.by !== null ? `by ${one.by}` : one.own ? 'on this tablet' : 'by you';
    return { text: `Started ${who}, ${clockText(one.timestamp, now)}`, icon: 'edit', tone: 'text-ink-soft' };
  }
  const { text, late } = whenText(WORDS[kind.kind].waits, one.timestamp, now);
  return { text, icon: late ? 'alert' : 'clock', tone: late ? 'font-semibold text-wait' : 'text-ink-soft' };
}

/** The names of the goods with the highest value, and the number of other goods. */
export function goodsText({ names, lines }: Expected): string {
  if (lines === 0) return 'No products yet';
  const more = lines - names.length;
  return more > 0 && names.length > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}
