/** The product that is chosen on the desk, and the figure that is typed for it. Its rules are in entryState.ts. */
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
  type Choice,
  type ChosenGoods,
  choiceOfLine,
  cleared,
  countedIn,
  type EntryState,
  emptyEntry,
  figureElsewhere,
  goneOn,
  settled,
  type Typed,
  withChoice,
  withScan,
  withTyped,
  withUnknown,
  withWhole,
} from './entryState.ts';
import { absentText, keptText, readKept, useKeepingFigure, withKept } from './keptFigure.ts';

/**
 * The units that the line has besides the typed figure. A figure is added to the line as it is at the moment of saving. After a scan the line has the scan
 * already, so the figure goes on top of what was there before.
 */
export const baseOf = ({ how, before }: Pick<ChosenGoods, 'how' | 'before'>, line: LineView | undefined): number =>
  how === 'add' && line ? movedQuantity(line) : before;

/** Whether the figure or the reason differs from what is saved, or was meant by a tap. A product that was only chosen is not typed. */
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
  /** The figure that the line got at another tablet while this one is typed, in units; null: nobody counts it any more; undefined: none. */
  elsewhere: number | null | undefined;
  pick: Pickable | undefined;
  name: string;
  /** The code of the last scan, while nobody has said which product it is; null: it was counted. */
  unknown: string | null;
  /** The last scan was not counted, so digits are no figure until the person says of what they are one. */
  isUnknown: boolean;
  /** What digits behind a scan are. */
  scansIn: Counting;
  /** A scan was refused with a message: nothing is chosen any more. */
  refuse(): void;
  caseCount: number;
  /** Units that the line has besides the typed figure. */
  base: number;
  /** The units of the whole line by what is typed; null: none. Where a scan's figure was deleted, the line is as the scan left it. */
  total: number | null;
  /** Gives the line this figure in place of the whole one, also after a scan. */
  setWhole(units: number): void;
  /** `refusal`: why what is typed is no quantity. */
  setQuantity(units: number | null, refusal?: string | null): void;
  shownIn: Counting;
  setShownIn(shownIn: Counting): void;
  /** The person presses Cases or Units. After a scan that holds for the scans of this transfer that follow. */
  countIn(to: Counting): void;
  setReason(reason: string): void;
  setLot(lot: TypedLot | null): void;
  /**
   * Chooses a product by its name, tile or code. An empty id chooses none. `first`: the figure's start in units, null: none, one case if it is missing.
   * `isMeant`: that figure counts already.
   */
  choose(productId: string, first?: number | null, isMeant?: boolean): void;
  /** Sets the figure that a tap makes, in units. The next digit replaces it. */
  setStart(units: number): void;
  /** Opens a line of the list for another figure. `figure`: its units, where `line` is older than the figure that was just saved; null: not counted. */
  open(line: LineView, figure?: number | null): void;
  clear(): void;
  /**
   * Clears the entry after these products were counted: a count continues with the next open line. `round`: the choice that was saved; another
   * one that was made meanwhile stays.
   */
  goOn(counted: readonly string[], round?: number): void;
  /** Puts back what was typed before something else wrote into the fields. */
  putBack(typed: Typed): Typed;
  /** The figure is being saved, so it is not shown as typed when somebody comes back. */
  dropKept(): void;
}

export function useEntry(
  { transfer, lines }: Pick<TransferView, 'transfer' | 'lines'>,
  pickables: Pickables,
  scanner: Scanner,
): Entry {
  const { counting: isCount, last, unknown } = scanner;
  const me = useSession().profile?.user_id ?? '';
  // Whoever comes to mend a line that the address names has that line, and nothing else, in the fields.
  const { line: named } = useSearchValues();
  const [left, setLeft] = useState(() => (named ? null : readKept(me, transfer)));
  const [kept, setKept] = useState(() => emptyEntry(isCount));
  // The desk closes while the details of the transfer are open. An earlier scan chooses nothing when it opens again.
  const [seen, setSeen] = useState({ last, unknown });
  const rounds = useRef(0);
  const newRound = () => {
    rounds.current += 1;
    return rounds.current;
  };
  const lineOfProduct = (id: string) => lines.find((line) => line.product_id === id);
  const isKnown = (id: string) => (lineOfProduct(id) ?? pickables.of(id)) !== undefined;
  const caseCountOf = (id: string) => lineOfProduct(id)?.case_count ?? pickables.of(id)?.product.case_count ?? 1;

  // While rendering, so that the shown lines, a scan and the entry never disagree in what a person sees.
  // The line of a known code may be stored after a later one was refused.
  const isScanned = last !== null && last !== seen.last && last.nth > (unknown?.nth ?? 0);
  const withScans = isScanned
    ? scanned(kept, last, caseCountOf, newRound())
    : unknown !== seen.unknown
      ? withUnknown(kept, unknown !== null)
      : kept;
  // What was typed before the person left comes back once the mode and the product are known, unless something is typed by then.
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
  /** Changes what is typed for this choice. A field of an earlier choice, whose timer or loss of focus comes late, changes nothing. */
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
      if (line) change((now) => withWhole(now, line, units, whole));
    },
    // A field that loses the focus tells its figure once more, also after the product was put away.
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
    goOn: useEvent((counted: readonly string[], round?: number) => setKept((now) => goneOn(now, counted, round))),
    putBack,
    dropKept,
  };
}

/** Says once that the desk does not have the goods that the person named before. `name` undefined: it has them, or none were named. */
function useAbsentGoods(name: string | undefined): void {
  const [absent, setAbsent] = useState(name);
  if (name !== undefined && name !== absent) setAbsent(name);
  useEffect(() => {
    if (absent !== undefined) toast('info', absentText(absent));
  }, [absent]);
}

/** The entry after a scan: the whole figure of its line, as the list has it. */
const scanned = (
  state: EntryState,
  { line, units, counted }: LastScan,
  caseCountOf: (productId: string) => number,
  round: number,
): EntryState =>
  withScan(
    state,
    {
      productId: line.product_id,
      units: movedQuantity(line),
      added: units,
      expected: line.quantity,
      caseCount: caseCountOf(line.product_id),
      isCounted: counted,
    },
    round,
  );
