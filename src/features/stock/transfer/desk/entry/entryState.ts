/**
 * The entry of the desk as one value: the chosen product, the typed figure, and the next line of a count. Every change is a function from one value to the
 * next, so no two of them can stand between each other. Quantities are units.
 */
import type { TypedLot } from '#domain/lotTyping.ts';
import { movedQuantity } from '#domain/transfer.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import type { Counting } from '#ui/fields/Stepper.tsx';

/**
 * Where the figure goes. `add`: on top of what the line has. `set`: in place of it. `count`: the accepted quantity. After a scan `before` stays under it.
 */
export type How = 'add' | 'set' | 'count';

export interface ChosenGoods {
  productId: string;
  how: How;
  /** The figure at the start, in units; the first digit replaces it. Null: none. */
  start: number | null;
  /** The figure that the line had when it was chosen, in units: another one was entered at another tablet since. Absent: no line was opened. */
  seen?: number | null;
  /** Units that the line had before the last scan: the figure is what that scan added, and goes on top of them. 0: no scan, or the first of its line. */
  before: number;
  /** Differs for each choice, so that the field begins anew. */
  round: number;
  /** The number of the choice; a figure that was put back keeps it, although its field begins anew. */
  choice: number;
  /** The figure counts although nobody typed it: the product was tapped among goods that are offered for adding. */
  isMeant: boolean;
}

/** What a person typed. */
export interface Typed {
  chosen: ChosenGoods | null;
  /** Units; null: none. */
  quantity: number | null;
  /** The reason of a difference that the person gave; null: none. */
  reason: string | null;
  /** What the person typed or chose of the lot; null and absent: nothing. */
  lot?: TypedLot | null;
  /** Why what is typed is no quantity, so that there is none; null and absent: nothing is wrong. */
  refusal?: string | null;
}

/** A tap on goods that are offered for adding, and nothing typed after it. */
export const isTapAlone = ({ chosen, quantity, reason, lot = null }: Typed): boolean =>
  chosen?.isMeant === true && quantity === chosen.start && reason === null && lot === null;

export interface EntryState {
  /** The mode that the entry was made for: a count of what came, or a list that grows. */
  isCount: boolean;
  chosen: ChosenGoods | null;
  quantity: number | null;
  reason: string | null;
  lot: TypedLot | null;
  refusal: string | null;
  shownIn: Counting;
  /** The products that were counted last, the last one at the end: the list may not show their figures yet. */
  done: readonly string[];
  /** The product whose last figure came from a scan. */
  scannedId: string | null;
  /** The figure as the person changed it; null: not changed. */
  scansAre: Counting | null;
  /** The code of the last scan could not be counted. Nothing is chosen until the person says of what the next figure is. */
  isUnknown: boolean;
}

const NOTHING_CHOSEN = {
  chosen: null,
  quantity: null,
  reason: null,
  lot: null,
  refusal: null,
  shownIn: 'case',
} as const;

export const emptyEntry = (isCount: boolean): EntryState => ({
  ...NOTHING_CHOSEN,
  isCount,
  done: [],
  scannedId: null,
  scansAre: null,
  isUnknown: false,
});

/** A product to choose. `expected`: what its line expects in a count, 0: nothing. `caseCount`: units of its case. */
export interface Choice {
  productId: string;
  how: How;
  start: number | null;
  seen?: number | null;
  before?: number;
  isMeant?: boolean;
  expected: number;
  caseCount: number;
}

/** Chooses a product. `round` differs from that of every choice before. */
export function withChoice(state: EntryState, choice: Choice, round: number): EntryState {
  const { productId, how, start, seen, before = 0, isMeant = false, expected, caseCount } = choice;
  return {
    ...state,
    chosen: { productId, how, start, ...(seen !== undefined && { seen }), before, round, choice: round, isMeant },
    quantity: start,
    reason: null,
    lot: null,
    refusal: null,
    shownIn: opensIn(start, expected, caseCount),
    isUnknown: false,
  };
}

/** The figure of a line, in units; null: nobody counted it. */
const figureOf = (line: LineView, isCount: boolean): number | null =>
  isCount ? line.quantity_accepted : movedQuantity(line);

/**
 * The figure that the chosen line got at another tablet since it was opened here; undefined: it has none of that kind. A scan goes on top of what its line has, and a
 * figure that is being saved may reach the list later.
 */
export function figureElsewhere(
  { chosen, quantity }: EntryState,
  line: LineView | undefined,
): number | null | undefined {
  if (!chosen || !line || chosen.seen === undefined || line.state === 'unsaved') return undefined;
  const now = figureOf(line, chosen.how === 'count');
  return now === chosen.seen || now === chosen.start || now === quantity ? undefined : now;
}

/** The choice of a line whose figure is typed again. `figure`: its units, where the line is older than the figure that was just saved; null: not counted. */
export function choiceOfLine(
  line: LineView,
  isCount: boolean,
  figure: number | null = figureOf(line, isCount),
): Choice {
  return {
    productId: line.product_id,
    how: isCount ? 'count' : 'set',
    start: figure,
    seen: figureOf(line, isCount),
    expected: isCount ? line.quantity : 0,
    caseCount: line.case_count,
  };
}

/** Lets go of the chosen product. */
export const cleared = (state: EntryState): EntryState => ({ ...state, ...NOTHING_CHOSEN });

/** After these products were counted. `round`: the choice that was saved; another one that was made meanwhile stays. */
export function goneOn(state: EntryState, counted: readonly string[], round?: number): EntryState {
  const isStill = round === undefined || state.chosen === null || state.chosen.round === round;
  return { ...(isStill ? cleared(state) : state), done: counted, isUnknown: false };
}

/** What was typed before something else wrote into the fields. Its chosen product keeps the number of its choice. */
export const withTyped = (state: EntryState, { chosen, quantity, reason, lot = null }: Typed): EntryState => ({
  ...state,
  chosen,
  quantity,
  reason,
  lot,
  // Its text is not kept.
  refusal: null,
});

/** The line of the chosen product gets this figure, whatever a scan added to it. */
export const withWhole = (state: EntryState, line: LineView, units: number, round: number): EntryState => {
  const choice = choiceOfLine(line, state.isCount);
  const shownIn = opensIn(units, choice.expected, choice.caseCount);
  return { ...withChoice(state, choice, round), quantity: units, shownIn };
};

/**
 * A scan left its line with `units`, `added` of them by itself. The digits that follow replace what the scan added, and what the line had before stays.
 * `isCounted`: the scan counted goods that came.
 */
export function withScan(
  state: EntryState,
  scan: { productId: string; units: number; added: number; expected: number; caseCount: number; isCounted: boolean },
  round: number,
): EntryState {
  const { productId, units, added, expected, caseCount, isCounted } = scan;
  const choice = {
    productId,
    how: isCounted ? ('count' as const) : ('set' as const),
    start: added,
    before: units - added,
    expected: isCounted ? expected : 0,
    caseCount,
  };
  const next = { ...withChoice(state, choice, round), scannedId: productId };
  // The person said of a scan of this transfer that what comes after it are cases. The field shows it, and one tap changes it back.
  const isUnderOne = isCounted && expected > 0 && expected < caseCount;
  return state.scansAre && !isUnderOne ? { ...next, shownIn: state.scansAre } : next;
}

/** A scan could not be counted: digits that follow are not the figure of the product before. `isUnknown` false: the person has dealt with the code. */
export const withUnknown = (state: EntryState, isUnknown: boolean): EntryState =>
  isUnknown ? { ...cleared(state), isUnknown } : { ...state, isUnknown };

/** The person presses Cases or Units. After a scan that holds for the scans of this transfer that follow. */
export const countedIn = (state: EntryState, to: Counting): EntryState => ({
  ...state,
  shownIn: to,
  ...(state.chosen?.productId === state.scannedId ? { scansAre: to } : {}),
});

/**
 * The entry for what the desk shows now: another mode begins with nothing chosen, and a count chooses the next line that is open. The same value if nothing
 * changes. `isWide`: a count opens its first line by itself; on a phone, whose keys cover the list, only the lines after it. `newRound`: the number of a new choice.
 */
export function settled(
  state: EntryState,
  lines: readonly LineView[],
  { isCount, isWide, newRound }: { isCount: boolean; isWide: () => boolean; newRound: () => number },
): EntryState {
  const inMode = state.isCount === isCount ? state : { ...cleared(state), isCount, done: [], isUnknown: false };
  const now = upToDate(inMode, lines, newRound);
  if (!isCount || now.isUnknown || now.chosen !== null) return now;
  const next = nextOpen(lines, now.done);
  if (!next || (now.done.length === 0 && !isWide())) return now;
  return withChoice(now, choiceOfLine(next, true), newRound());
}

/** A line that is open while nothing is typed shows the figure that it got at another tablet. */
function upToDate(state: EntryState, lines: readonly LineView[], newRound: () => number): EntryState {
  const { chosen, quantity, reason, lot, refusal } = state;
  if (!chosen || quantity !== chosen.start || reason !== null || lot !== null || refusal !== null) return state;
  const line = lines.find((one) => one.product_id === chosen.productId);
  if (!line || figureElsewhere(state, line) === undefined) return state;
  return withChoice(state, choiceOfLine(line, state.isCount), newRound());
}

/**
 * What the digits of a figure are at its start: cases from one case on, whatever units are left over (decisions 0952, 1220), and without a figure. Of a line of
 * "11 cases 12 units" a typed 12 would be 12 units. Less than one case is shown in units, so it is counted in units too: 7 of "9 units" would be 7 cases.
 * `start`: the figure, `expected`: of the line that is counted, 0: nothing is; both in units.
 */
export function opensIn(start: number | null, expected: number, caseCount: number): Counting {
  const isUnderOne = (units: number) => units > 0 && units < caseCount;
  return isUnderOne(start ?? 0) || isUnderOne(expected) ? 'unit' : 'case';
}

/** The next line that is not counted, after the one that was counted last. */
export function nextOpen(lines: readonly LineView[], done: readonly string[]): LineView | undefined {
  const from = lines.findIndex((line) => line.product_id === done.at(-1)) + 1;
  const isOpen = (line: LineView) => line.quantity_accepted === null && !done.includes(line.product_id);
  return [...lines.slice(from), ...lines.slice(0, from)].find(isOpen);
}
