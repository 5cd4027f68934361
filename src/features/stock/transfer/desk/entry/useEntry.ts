/** The state of the chosen product and its typed figure. The rules are in entryState.ts. */
import { useEffect, useRef, useState } from 'react';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { useSearchValues } from '#crud/address.ts';
import { useSession } from '#crud/query/useSession.ts';
import type { TypedLot } from '#domain/lotTyping.ts';
import { movedQuantity } from '#domain/transfer.ts';
import type { LineView, TransferView } from '#offline/outbox/overlay.ts';
import { useUnsaved } from '#ui/dialogs/unsaved.ts';
import { toast } from '#ui/feedback/toasts.ts';
import type { Counting } from '#ui/fields/Stepper.tsx';
import { useEvent } from '#ui/hooks/useEvent.ts';
import type { Pickables } from '../../../parts/parties.ts';
import type { LastScan, Scanner } from '../../useScans.ts';
import {
  afterCount,
  type Choice,
  type ChosenGoods,
  choiceOfLine,
  cleared,
  countedIn,
  type EntryState,
  emptyEntry,
  figureElsewhere,
  settled,
  type Typed,
  withChoice,
  withScan,
  withTyped,
  withUnknown,
  withWholeFigure,
} from './entryState.ts';
import { absentText, keptText, readKept, useKeepingFigure, withKept } from './keptFigure.ts';

/**
 * The units of the line to which the typed figure is added. In the mode `add` they are those of the line at the time of saving. After a scan, the
 * line includes the scan, so they are those from before the scan.
 */
export const baseOf = ({ how, before }: Pick<ChosenGoods, 'how' | 'before'>, line: LineView | undefined): number =>
  how === 'add' && line ? movedQuantity(line) : before;

/**
 * Whether there is something to save: the figure, the reason or the lot differs from the start, or the first figure counts without a digit.
 */
export const isTyped = ({ chosen, quantity, reason, lot = null, refusal = null }: Typed) =>
  chosen !== null &&
  (quantity !== chosen.start ||
    reason !== null ||
    lot !== null ||
    refusal !== null ||
    (chosen.isMeant && quantity !== null));

export interface Entry extends Typed {
  /** The line of the chosen product, if it has one. */
  line: LineView | undefined;
  /** The units that the line got on another tablet while its figure is typed here. Null: the line is not counted any more. Undefined: no change. */
  elsewhere: number | null | undefined;
  pick: Pickable | undefined;
  name: string;
  /** The code of the last scan while it belongs to no product. Null: the scan was counted. */
  unknown: string | null;
  /** The last scan was not counted. Digits are no figure until the person says which product they are for. */
  isUnknown: boolean;
  /** Whether digits after a scan are cases or units. */
  scansIn: Counting;
  /** Closes the chosen product after a scan was refused with a message. */
  refuse(): void;
  caseCount: number;
  /** The units of the line to which the typed figure is added. */
  base: number;
  /** The units of the whole line with the typed figure. Null: no figure. If the figure of a scan was deleted, the line is as the scan left it. */
  total: number | null;
  /** Sets the whole figure of the line, even after a scan. */
  setWhole(units: number): void;
  /** `refusal`: why the typed text is no quantity. */
  setQuantity(units: number | null, refusal?: string | null): void;
  shownIn: Counting;
  setShownIn(shownIn: Counting): void;
  /** The person presses Cases or Units. After a scan, the choice also applies to later scans of this transfer. */
  countIn(to: Counting): void;
  setReason(reason: string): void;
  setLot(lot: TypedLot | null): void;
  /**
   * Chooses a product by its name, tile or code. An empty id closes the product. `first`: the figure at the start in units; null: none; absent: one
   * case. `isMeant`: that figure counts without a digit.
   */
  choose(productId: string, first?: number | null, isMeant?: boolean): void;
  /** Sets the figure of a tap, in units. The next digit replaces it. */
  setStart(units: number): void;
  /** Opens a line of the list for another figure. `figure`: the units that were just saved, if `line` does not show them yet; null: not counted. */
  open(line: LineView, figure?: number | null): void;
  clear(): void;
  /**
   * Clears the entry after these products were counted. A count opens the next uncounted line. `round`: the choice that was saved; a later choice
   * stays.
   */
  goOn(counted: readonly string[], round?: number): void;
  /** Restores the fields from before a scanner typed into them. Returns what was restored. */
  putBack(typed: Typed): Typed;
  /** Drops the stored figure, because it is being saved as a line now. */
  dropKept(): void;
}

export function useEntry(
  { transfer, lines }: Pick<TransferView, 'transfer' | 'lines'>,
  pickables: Pickables,
  scanner: Scanner,
): Entry {
  const { counting: isCount, last, unknown } = scanner;
  const me = useSession().profile?.user_id ?? '';
  // If the address names a line to repair, only that line is put into the fields.
  const { line: named } = useSearchValues();
  const [left, setLeft] = useState(() => (named ? null : readKept(me, transfer)));
  const [kept, setKept] = useState(() => emptyEntry(isCount));
  // The desk is unmounted while the details of the transfer are edited. When it is mounted again, an earlier scan must not choose its product.
  const [seen, setSeen] = useState({ last, unknown });
  const rounds = useRef(0);
  const newRound = () => {
    rounds.current += 1;
    return rounds.current;
  };
  const lineOfProduct = (id: string) => lines.find((line) => line.product_id === id);
  const isKnown = (id: string) => (lineOfProduct(id) ?? pickables.of(id)) !== undefined;
  const caseCountOf = (id: string) => lineOfProduct(id)?.case_count ?? pickables.of(id)?.product.case_count ?? 1;

  // This is computed while rendering, so that the shown lines, the scan and the entry always agree. The line of a known code may be stored after a
  // later code was refused.
  const isScanned = last !== null && last !== seen.last && last.nth > (unknown?.nth ?? 0);
  const withScans = isScanned
    ? scanned(kept, last, caseCountOf, newRound())
    : unknown !== seen.unknown
      ? withUnknown(kept, unknown !== null)
      : kept;
  // The stored figure is restored once the mode and the product are known, unless something is typed by then.
  const isBack = left !== null && scanner.ready && (left.isCount === isCount || isTyped(withScans));
  const again =
    isBack && !isTyped(withScans) && isKnown(left.chosen.productId)
      ? withKept({ ...withScans, isCount }, left, lineOfProduct(left.chosen.productId), newRound(), caseCountOf)
      : null;
  if (isBack) setLeft(null);
  useAbsentGoods(isBack && !isKnown(left.chosen.productId) ? left.name : undefined);
  const state = settled(again ?? withScans, lines, {
    isCount,
    isWide: () => matchMedia('(min-width: 40rem)').matches,
    newRound,
  });
  if (last !== seen.last || unknown !== seen.unknown) setSeen({ last, unknown });
  if (state !== kept) setKept(state);
  const { chosen, quantity, reason, lot, refusal } = state;

  const start = (choice: Choice) => {
    const round = newRound();
    setKept((now) => withChoice(now, choice, round));
  };
  const open = (line: LineView, figure?: number | null) => start(choiceOfLine(line, isCount, figure));
  const clear = () => setKept(cleared);
  const choose = (productId: string, first: number | null = caseCountOf(productId), isMeant = false) => {
    const line = lineOfProduct(productId);
    if (productId === '') clear();
    else if (line && isCount) open(line);
    else start({ productId, how: 'add', start: first, isMeant, expected: 0, caseCount: caseCountOf(productId) });
  };
  const round = chosen?.round;
  /**
   * Changes what is typed for this choice. A field of an earlier choice may report late, by a timer or when it loses the focus. Such a report changes
   * nothing.
   */
  const change = (make: (now: EntryState) => EntryState) =>
    setKept((now) => (now.chosen?.round === round ? make(now) : now));
  const putBack = (typed: Typed) => {
    const again = { ...typed, chosen: typed.chosen && { ...typed.chosen, round: newRound() } };
    setKept((now) => withTyped(now, again));
    return again;
  };
  const isUnsaved = isTyped(state) || (chosen?.how === 'add' && quantity !== null);
  useUnsaved(isUnsaved);
  const dropKept = useKeepingFigure(me, transfer, isUnsaved ? keptText(state) : null, left === null || isBack);

  const line = chosen ? lineOfProduct(chosen.productId) : undefined;
  const pick = chosen ? pickables.of(chosen.productId) : undefined;
  const base = chosen ? baseOf(chosen, line) : 0;
  return {
    chosen,
    line,
    elsewhere: figureElsewhere(state, line),
    pick,
    name: line?.name ?? pick?.product.name ?? '',
    unknown: state.isUnknown && unknown ? unknown.code : null,
    isUnknown: state.isUnknown,
    scansIn: state.scansAre ?? 'case',
    refuse: () => setKept((now) => withUnknown(now, true)),
    caseCount: chosen ? caseCountOf(chosen.productId) : 1,
    base,
    total: !chosen
      ? null
      : quantity !== null
        ? base + quantity
        : line && chosen.before > 0
          ? movedQuantity(line)
          : null,
    setWhole: (units) => {
      const whole = newRound();
      if (line) change((now) => withWholeFigure(now, line, units, whole));
    },
    // A field that loses the focus reports its figure once more, even after the product was closed.
    quantity: chosen ? quantity : null,
    refusal,
    setQuantity: (units, why = null) => change((now) => ({ ...now, quantity: units, refusal: why })),
    shownIn: state.shownIn,
    setShownIn: (shownIn) => change((now) => ({ ...now, shownIn })),
    countIn: (to) => change((now) => countedIn(now, to)),
    reason,
    setReason: (why) => change((now) => ({ ...now, reason: why })),
    lot,
    setLot: (typed) => change((now) => ({ ...now, lot: typed })),
    choose,
    setStart: (units) =>
      change((now) => ({
        ...now,
        chosen: now.chosen && { ...now.chosen, start: units },
        quantity: units,
        refusal: null,
      })),
    open,
    clear,
    goOn: useEvent((counted: readonly string[], round?: number) => setKept((now) => afterCount(now, counted, round))),
    putBack,
    dropKept,
  };
}

/** Says once that the transfer cannot offer the named goods. `name` undefined: it offers them, or none were named. */
function useAbsentGoods(name: string | undefined): void {
  const [absent, setAbsent] = useState(name);
  if (name !== undefined && name !== absent) setAbsent(name);
  useEffect(() => {
    if (absent !== undefined) toast('info', absentText(absent));
  }, [absent]);
}

/** The entry after a scan: the line's whole figure, as in the list. */
const scanned = (
  state: EntryState,
  { line, units, lot, counted }: LastScan,
  caseCountOf: (productId: string) => number,
  round: number,
): EntryState =>
  withScan(
    state,
    {
      productId: line.product_id,
      units: movedQuantity(line),
      ...{ added: units, lot },
      expected: line.quantity,
      caseCount: caseCountOf(line.product_id),
      isCounted: counted,
    },
    round,
  );
