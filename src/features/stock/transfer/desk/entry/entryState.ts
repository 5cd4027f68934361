/**
 * The entry of the desk as one value: the chosen product, the typed figure, and the next line of a count. Every change is a function from one value
 * to the next, so that changes cannot interleave. Quantities are units.
 */
import type { TypedLot } from '#domain/lotTyping.ts';
import { movedQuantity } from '#domain/transfer.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import type { Counting } from '#ui/fields/Stepper.tsx';

/**
 * What happens to the figure. `add`: it is added to the line. `set`: it replaces the line's quantity. `count`: it is the accepted quantity. After a
 * scan, `before` is added to it.
 */
export type How = 'add' | 'set' | 'count';

export interface ChosenGoods {
  productId: string;
  how: How;
  /** The figure at the start, in units. The first digit replaces it. Null: none. */
  start: number | null;
  /**
   * The figure of the line when it was chosen, in units. If the line differs now, the figure was changed on another tablet. Absent: no line was
   * opened.
   */
  seen?: number | null;
  /**
   * The units of the line before the last scan. The figure is what that scan added, and `before` is added to it. 0: there was no scan, or it made the
   * line.
   */
  before: number;
  /** A number that differs for each choice, so that the field is mounted again. */
  round: number;
  /** The number of the choice. A restored figure keeps it, although its field is mounted again. */
  choice: number;
  /** The lot in the code of the last scan. Absent: there was no scan, or its code names no lot. */
  scannedLot?: TypedLot;
  /** The figure counts although nobody typed it, because the product was tapped or found by its name, and has no line yet. */
  isMeant: boolean;
}

/** What a person typed for a product. */
export interface Typed {
  chosen: ChosenGoods | null;
  /** The typed figure in units, or null. */
  quantity: number | null;
  /** The reason that the person chose, or null. */
  reason: string | null;
  /** What the person typed or chose about the lot. Null or absent: nothing. */
  lot?: TypedLot | null;
  /** Why the typed text is no quantity, so that `quantity` is null. Null or absent: nothing is wrong. */
  refusal?: string | null;
}

/** Whether the product was tapped or found by its name, and nothing was typed after that. */
export const isTapAlone = ({ chosen, quantity, reason, lot = null }: Typed): boolean =>
  chosen?.isMeant === true && quantity === chosen.start && reason === null && lot === null;

export interface EntryState {
  /** The mode of the entry: a count of what came (true), or a list that grows (false). */
  isCount: boolean;
  chosen: ChosenGoods | null;
  quantity: number | null;
  reason: string | null;
  lot: TypedLot | null;
  refusal: string | null;
  shownIn: Counting;
  /** The ids of the products that were counted last, the newest at the end. The list may not show their figures yet. */
  done: readonly string[];
  /** The id of the product whose last figure came from a scan. */
  scannedId: string | null;
  /** Whether digits after a scan are cases or units, as the person chose it. Null: no choice. */
  scansAre: Counting | null;
  /** The last scan could not be counted. No product is chosen until the person says which product the next figure is for. */
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

/** A product to choose. `expected`: the expected units of its line in a count; 0: none. `caseCount`: the units of a case. */
export interface Choice {
  productId: string;
  how: How;
  start: number | null;
  seen?: number | null;
  before?: number;
  scannedLot?: TypedLot | null;
  isMeant?: boolean;
  expected: number;
  caseCount: number;
}

/** Chooses a product. `round` must differ from the round of every earlier choice. */
export function withChoice(state: EntryState, choice: Choice, round: number): EntryState {
  const { productId, how, start, seen, before = 0, scannedLot, isMeant = false, expected, caseCount } = choice;
  return {
    ...state,
    chosen: {
      ...{ productId, how, start, before, round, choice: round, isMeant },
      ...(seen !== undefined && { seen }),
      ...(scannedLot && { scannedLot }),
    },
    quantity: start,
    reason: null,
    lot: null,
    refusal: null,
    shownIn: opensIn(start, expected, caseCount),
    isUnknown: false,
  };
}

/** The figure of a line in units. Null: not counted. */
const figureOf = (line: LineView, isCount: boolean): number | null =>
  isCount ? line.quantity_accepted : movedQuantity(line);

/**
 * The figure that the chosen line got on another tablet since it was opened here. Undefined: there is none. A scan adds to the current line, and a
 * figure that is being saved may reach the list later, so neither is checked.
 */
export function figureElsewhere(
  { chosen, quantity }: EntryState,
  line: LineView | undefined,
): number | null | undefined {
  if (!chosen || !line || chosen.seen === undefined || line.state === 'unsaved') return undefined;
  const now = figureOf(line, chosen.how === 'count');
  return now === chosen.seen || now === chosen.start || now === quantity ? undefined : now;
}

/**
 * The choice that opens a line for another figure. `figure`: the units that were just saved, if the line does not show them yet; null: not counted.
 */
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

/** The state without a chosen product. */
export const cleared = (state: EntryState): EntryState => ({ ...state, ...NOTHING_CHOSEN });

/** The state after these products were counted. `round`: the choice that was saved. A later choice stays chosen. */
export function afterCount(state: EntryState, counted: readonly string[], round?: number): EntryState {
  const isStill = round === undefined || state.chosen === null || state.chosen.round === round;
  return { ...(isStill ? cleared(state) : state), done: counted, isUnknown: false };
}

/** Restores what was typed before a scanner typed into the fields. The chosen product keeps the number of its choice. */
export const withTyped = (state: EntryState, { chosen, quantity, reason, lot = null }: Typed): EntryState => ({
  ...state,
  chosen,
  quantity,
  reason,
  lot,
  // The text of an invalid figure is not restored.
  refusal: null,
});

/** The state in which the chosen line gets this whole figure, whatever a scan added. */
export const withWholeFigure = (state: EntryState, line: LineView, units: number, round: number): EntryState => {
  const choice = choiceOfLine(line, state.isCount);
  const shownIn = opensIn(units, choice.expected, choice.caseCount);
  return { ...withChoice(state, choice, round), quantity: units, shownIn };
};

/**
 * The state after a scan. The scan added `added` units, and the line has `units` now. Digits that follow replace what the scan added; the units from
 * before the scan stay. `isCounted`: the scan counted goods that came.
 */
export function withScan(
  state: EntryState,
  scan: {
    productId: string;
    units: number;
    added: number;
    lot?: TypedLot | null;
    expected: number;
    caseCount: number;
    isCounted: boolean;
  },
  round: number,
): EntryState {
  const { productId, units, added, lot = null, expected, caseCount, isCounted } = scan;
  const choice = {
    productId,
    how: isCounted ? ('count' as const) : ('set' as const),
    start: added,
    before: units - added,
    scannedLot: lot,
    expected: isCounted ? expected : 0,
    caseCount,
  };
  const next = { ...withChoice(state, choice, round), scannedId: productId };
  // The person chose for the scans of this transfer that digits after them are cases. The field shows this, and one press changes it back.
  const isUnderOne = isCounted && expected > 0 && expected < caseCount;
  return state.scansAre && !isUnderOne ? { ...next, shownIn: state.scansAre } : next;
}

/**
 * The state after a scan that could not be counted: digits that follow are not for the product before. `isUnknown` false: the person has dealt with
 * the code.
 */
export const withUnknown = (state: EntryState, isUnknown: boolean): EntryState =>
  isUnknown ? { ...cleared(state), isUnknown } : { ...state, isUnknown };

/** The person presses Cases or Units. After a scan, the choice also applies to later scans of this transfer. */
export const countedIn = (state: EntryState, to: Counting): EntryState => ({
  ...state,
  shownIn: to,
  ...(state.chosen?.productId === state.scannedId ? { scansAre: to } : {}),
});

/**
 * The entry that fits what the desk shows now. Another mode begins with nothing chosen, and a count opens the next uncounted line. Returns the same
 * value if nothing changes. `isWide`: a count opens its first line by itself; on a phone, whose keys cover the list, only the following lines.
 * `newRound` returns the number for a new choice.
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

/** An opened line without typed input shows the figure that the line got on another tablet. */
function upToDate(state: EntryState, lines: readonly LineView[], newRound: () => number): EntryState {
  const { chosen, quantity, reason, lot, refusal } = state;
  if (!chosen || quantity !== chosen.start || reason !== null || lot !== null || refusal !== null) return state;
  const line = lines.find((one) => one.product_id === chosen.productId);
  if (!line || figureElsewhere(state, line) === undefined) return state;
  return withChoice(state, choiceOfLine(line, state.isCount), newRound());
}

/**
 * Whether the digits of a figure are cases or units at the start. They are cases without a figure, and from one case on, even with loose units
 * (decisions 0952, 1220): in a line of "11 cases 12 units", a typed 12 would otherwise be 12 units. They are units below one case: in a line of "9
 * units", a typed 7 would otherwise be 7 cases. `start`: the figure. `expected`: the expected quantity of the counted line, 0 for none. Both in
 * units.
 */
export function opensIn(start: number | null, expected: number, caseCount: number): Counting {
  const isUnderOne = (units: number) => units > 0 && units < caseCount;
  return isUnderOne(start ?? 0) || isUnderOne(expected) ? 'unit' : 'case';
}

/** The next uncounted line after the line that was counted last. */
export function nextOpen(lines: readonly LineView[], done: readonly string[]): LineView | undefined {
  const from = lines.findIndex((line) => line.product_id === done.at(-1)) + 1;
  const isOpen = (line: LineView) => line.quantity_accepted === null && !done.includes(line.product_id);
  return [...lines.slice(from), ...lines.slice(0, from)].find(isOpen);
}
