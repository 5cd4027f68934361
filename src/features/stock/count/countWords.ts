/** The figures and sentences about a line of a stocktake. */
import type { Stocktake } from '#contract/stock/stocktakeCalls.ts';
import { waitText } from '#domain/longTime.ts';
import { lotsIn, lotsText } from '#domain/lots.ts';
import { plural } from '#domain/plural.ts';
import { showClock, startOfDay } from '#domain/time.ts';
import { casesText } from '#domain/units.ts';
import type { CountLine, CountSession } from '#offline/outbox/countOverlay.ts';
import { momentText } from '#ui/when.ts';
import { doubtOf } from '../parts/lines/doubts.ts';

/** "13:05" today, "23 Nov, 16:53" before. */
export const clockText = (epoch: number): string =>
  startOfDay(epoch) === startOfDay(Date.now() / 1_000) ? showClock(epoch) : momentText(epoch);

export type CountTab = 'recount' | 'to_count' | 'counted';

/** Says why a product is to be counted again, without any figure. */
export function whyWords({ why, needs_another }: Pick<CountLine, 'why' | 'needs_another'>): string {
  if (needs_another) return 'Somebody else counts it again';
  return why === 'differ' ? 'Two counts differ' : why === 'large' ? 'Count it once more' : 'A recount is needed';
}

/** "8 of 21 products counted". A product that is counted again counts as counted. */
export const countedText = ({ products, counted, recounts }: Pick<CountSession, 'products' | 'counted' | 'recounts'>) =>
  plural(products, `${counted + recounts} of # product counted`, `${counted + recounts} of # products counted`);

export const finishedText = ({ finishing }: Pick<CountSession, 'finishing'>): string =>
  finishing ? 'Your part is finished on this tablet.' : 'Your part is finished.';

/** Whether this person's part is finished, at the server or on this tablet. */
export const isFinished = ({ finishing, people }: Pick<CountSession, 'finishing' | 'people'>, me: string): boolean =>
  finishing !== null || (people.find((one) => one._id === me)?.finished_at ?? null) !== null;

/** The next step if nothing is left that this person may count. Null: something is left. */
export function restWords(session: CountSession, me: string): string | null {
  const isLeft = session.lines.some(({ state, needs_another }) => state !== 'counted' && !needs_another);
  if (isLeft || session.lines.length === 0) return null;
  return isFinished(session, me)
    ? 'Tap a product to change it, or scan what else you find.'
    : 'Press Finish my part, or scan what else you find.';
}

/** The number of lines that this person may count again, and of lines that somebody else must count again. */
export function recountsOf({ lines }: Pick<CountSession, 'lines'>): { mine: number; others: number } {
  const all = lines.filter(({ state }) => state === 'recount');
  const others = all.filter(({ needs_another }) => needs_another).length;
  return { mine: all.length - others, others };
}

/**
 * The number of products that nobody counted yet. '' if each product was counted and some are to be counted again, because other sentences say that.
 */
export function leftText(
  { products, counted, recounts }: Pick<CountSession, 'products' | 'counted' | 'recounts'>,
  isWithOthers: boolean,
): string {
  const left = products - counted - recounts;
  if (left === 0) return recounts > 0 ? '' : 'Every product is counted.';
  return isWithOthers
    ? plural(left, '# product is left to others.', '# products are left to others.')
    : plural(
        left,
        '# product is not counted by anybody. It keeps its stock in the books.',
        '# products are not counted by anybody. They keep their stock in the books.',
      );
}

/** "7 again by somebody else" */
export function againText(session: Pick<CountSession, 'lines'>): string {
  const { mine, others } = recountsOf(session);
  if (others === 0) return plural(mine, '# to recount', '# to recount');
  return mine === 0
    ? plural(others, '# again by somebody else', '# again by somebody else')
    : `${plural(mine, '# to recount', '# to recount')}, ${plural(others, '# by others', '# by others')}`;
}

/** "Counted before by Aisha Bello, 13:05.". '' in a blind stocktake, where only the person who approves sees whose count is in doubt. */
export function firstWords({ places }: Pick<CountLine, 'places'>, mayKnow: boolean): string {
  if (!mayKnow || places.length === 0) return '';
  const last = Math.max(...places.map((one) => one.at));
  return `Counted before by ${[...new Set(places.map((one) => one.by.name))].join(', ')}, ${clockText(last)}.`;
}

/** "Moved at 13:40". Null: no goods moved after the count. */
export function movedWords({ moved_at, places }: Pick<CountLine, 'moved_at' | 'places'>): string | null {
  if (moved_at === null) return null;
  const last = Math.max(0, ...places.map((one) => one.at));
  return moved_at >= last ? `Moved at ${showClock(moved_at)}` : null;
}

/** "Aisle B, shelf 4". '' if nobody named a place. */
export const placesText = (line: Pick<CountLine, 'places'>): string =>
  [...new Set(line.places.map((one) => one.place).filter(Boolean))].join(' · ');

/** The units that this person counted in the line's last round. Null: none. */
function ownUnits(line: CountLine): number | null {
  const own = line.own.filter((one) => one.round === lastRound(line));
  return own.length === 0 ? null : own.reduce((sum, one) => sum + one.quantity, 0);
}

/** "17 cases 5 units": this person's figures in the line's last round. Null: there are none. */
export function ownText(line: CountLine): string | null {
  const units = ownUnits(line);
  return units === null ? null : casesText(units, line.product.case_count);
}

/** "9,999 cases: is that right?" for a saved figure that is probably a slip. Null: no doubt. The figures of the books are not used. */
export const ownDoubt = (line: CountLine): string | null => doubtOf(ownUnits(line), undefined, line.product.case_count);

/** The doubts about this person's figures, by product id. */
export const doubtsOfCount = ({ lines }: Pick<CountSession, 'lines'>): ReadonlyMap<string, string> =>
  new Map(
    lines.flatMap((line): [string, string][] => {
      const doubt = ownDoubt(line);
      return doubt === null ? [] : [[line.product_id, doubt]];
    }),
  );

/** The lots that this person counted in the line's last round, as a line stores them. '' if no lots were named. */
export const ownLots = (line: CountLine): string =>
  lotsText(line.own.filter((one) => one.round === lastRound(line)).flatMap(({ lots }) => lotsIn(lots)));

/** The round whose figures are shown. A line that waits for a recount shows no figure of earlier rounds. */
const lastRound = ({ state, round, places }: CountLine): number =>
  state === 'recount' ? round : Math.max(0, ...places.map((one) => one.round));

/** When this person counted the line last, epoch seconds. 0: never. */
export const ownAt = ({ own }: CountLine): number => Math.max(0, ...own.map((one) => one.counted_at));

/** The lines of a tab. Lines to count are sorted by name. Counted lines begin with those that this person counted last. */
export function linesOfTab(session: CountSession, tab: CountTab): CountLine[] {
  const lines = session.lines.filter((line) => line.state === tab);
  return tab === 'counted' ? lines.sort((a, b) => ownAt(b) - ownAt(a)) : lines;
}

/** "Aisle C, 1 minute ago" */
export function whereWords(
  { place, last_at, finished_at }: Stocktake['people'][number],
  { isMe, now }: { isMe: boolean; now: number },
): string {
  const when =
    finished_at !== null
      ? `finished at ${showClock(finished_at)}`
      : isMe || last_at === null
        ? ''
        : now - last_at < 60
          ? 'just now'
          : `${waitText(now - last_at)} ago`;
  const words = [isMe ? 'You' : '', place, when].filter(Boolean).join(', ');
  return words || 'No place named';
}

/**
 * The id of the product that a person counts next: the first one of the tab after `after`, and after the last one again from the top. Null: none is
 * left. In the tab of counted goods it is always null. `done`: products that were counted just now, which the lines may not show yet.
 */
export function nextToCount(
  session: CountSession,
  tab: CountTab,
  after: string | null,
  done: ReadonlySet<string> = new Set(),
): string | null {
  if (tab === 'counted') return null;
  const lines = linesOfTab(session, tab);
  const from = lines.findIndex((line) => line.product_id === after) + 1;
  const next = [...lines.slice(from), ...lines.slice(0, from)].find(
    (line) => line.product_id !== after && !line.needs_another && line.queued === null && !done.has(roundKey(line)),
  );
  return next?.product_id ?? null;
}

/** The key of a product in its current round. */
export const roundKey = ({ product_id, round }: Pick<CountLine, 'product_id' | 'round'>): string =>
  `${product_id} ${round}`;

/** The sentence about scanned codes that no product has. '' if there are none. */
export const uncountedCodes = (codes: number): string =>
  codes === 0
    ? ''
    : plural(
        codes,
        '# scanned code is unknown: its goods are not counted.',
        '# scanned codes are unknown: their goods are not counted.',
      );
