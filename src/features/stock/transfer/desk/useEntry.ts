/** The product that is chosen on the desk, and the figure that is typed for it. */
import { useEffect, useRef, useState } from 'react';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import type { TypedLot } from '#domain/lotTyping.ts';
import { movedQuantity } from '#domain/transfer.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { useUnsaved } from '#ui/dialogs/unsaved.ts';
import type { Counting } from '#ui/fields/Stepper.tsx';
import { useEvent } from '#ui/hooks/useEvent.ts';
import type { Pickables } from '../../parts/parties.ts';
import type { Scanner } from '../useScans.ts';

/**
 * Where the figure goes. `add`: on top of what the line has. `set`: in place of it, after a scan too. `count`: the accepted quantity.
 */
export type How = 'add' | 'set' | 'count';

export interface ChosenGoods {
  productId: string;
  how: How;
  /** The figure at the start, in units; the first digit replaces it. Null: none. */
  start: number | null;
  /** Differs for each choice, so that the field begins anew. */
  round: number;
  /** The number of the choice; a figure that was put back keeps it, although its field begins anew. */
  choice: number;
  /** The figure counts although nobody typed it: the product was tapped among goods that are offered for adding. */
  isMeant: boolean;
}

/** The units that the line has besides the typed figure, now: what is added goes on top of the line as it is when it is saved. */
export const baseOf = ({ how }: Pick<ChosenGoods, 'how'>, line: LineView | undefined): number =>
  how === 'add' && line ? movedQuantity(line) : 0;

/** What a person typed. */
export interface Typed {
  chosen: ChosenGoods | null;
  /** Units; null: none. */
  quantity: number | null;
  /** The reason of a difference that the person gave; null: none. */
  reason: string | null;
  /** What the person typed or chose of the lot; null and absent: nothing. */
  lot?: TypedLot | null;
}

/** Whether the figure or the reason differs from what is saved, or was meant by a tap. A product that was only chosen is not typed. */
export const isTyped = ({ chosen, quantity, reason, lot = null }: Typed) =>
  chosen !== null &&
  (quantity !== chosen.start || reason !== null || lot !== null || (chosen.isMeant && quantity !== null));

export interface Entry extends Typed {
  /** The line of the chosen product, if it has one. */
  line: LineView | undefined;
  pick: Pickable | undefined;
  name: string;
  caseCount: number;
  /** Units that the line has besides the typed figure. */
  base: number;
  setQuantity(units: number | null): void;
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
  /** Opens a line of the list for another figure. `figure`: its units, where `line` is older than what was just saved; null: not counted. */
  open(line: LineView, figure?: number | null): void;
  clear(): void;
  /**
   * Clears the entry after these products were counted: a count goes on with the next line that is open. `round`: the choice that was saved; another
   * one that was made meanwhile stays.
   */
  goOn(counted: readonly string[], round?: number): void;
  /** Puts back what was typed before something else wrote into the fields. */
  putBack(typed: Typed): Typed;
}

const NOTHING: readonly string[] = [];

export function useEntry(lines: readonly LineView[], pickables: Pickables, scanner: Scanner): Entry {
  const { counting: isCount } = scanner;
  const [chosen, setChosen] = useState<ChosenGoods | null>(null);
  const [quantity, setQuantity] = useState<number | null>(null);
  const [reason, setReason] = useState<string | null>(null);
  const [lot, setLot] = useState<TypedLot | null>(null);
  const [shownIn, setShownIn] = useState<Counting>('case');
  // The products that were counted last: the list may not show it yet.
  const [goneOn, setGoneOn] = useState<{ isCount: boolean; done: readonly string[] }>({ isCount, done: [] });
  // A count begins at the top, whatever was added before it.
  const done = goneOn.isCount === isCount ? goneOn.done : NOTHING;
  const rounds = useRef(0);
  // The product whose last figure came from a scan, and what the person made of such a figure; null: nobody changed it.
  const [scannedId, setScanned] = useState<string | null>(null);
  const [scansAre, setScansAre] = useState<Counting | null>(null);
  const lineOfProduct = (id: string) => lines.find((line) => line.product_id === id);
  const caseCountOf = (id: string) => lineOfProduct(id)?.case_count ?? pickables.of(id)?.product.case_count ?? 1;

  const start = (productId: string, how: How, first: number | null, isMeant = false) => {
    rounds.current += 1;
    setChosen({ productId, how, start: first, round: rounds.current, choice: rounds.current, isMeant });
    setQuantity(first);
    setReason(null);
    setLot(null);
    const expected = how === 'count' ? (lineOfProduct(productId)?.quantity ?? 0) : 0;
    setShownIn(startsIn(first, expected, caseCountOf(productId)));
  };
  const clear = () => {
    setShownIn('case');
    setChosen(null);
    setQuantity(null);
    setReason(null);
    setLot(null);
  };
  const goOn = useEvent((counted: readonly string[], round?: number) => {
    setGoneOn({ isCount, done: counted });
    if (round === undefined || rounds.current === round) clear();
  });
  const open = (line: LineView, figure = isCount ? line.quantity_accepted : movedQuantity(line)) =>
    start(line.product_id, isCount ? 'count' : 'set', figure);
  const choose = (productId: string, first: number | null = caseCountOf(productId), isMeant = false) => {
    const line = lineOfProduct(productId);
    if (productId === '') clear();
    else if (line && isCount) open(line);
    else start(productId, 'add', first, isMeant);
  };
  const setStart = (units: number) => {
    setChosen((now) => now && { ...now, start: units });
    setQuantity(units);
  };

  const putBack = (typed: Typed) => {
    rounds.current += 1;
    const again = { ...typed, chosen: typed.chosen && { ...typed.chosen, round: rounds.current } };
    setChosen(again.chosen);
    setQuantity(again.quantity);
    setReason(again.reason);
    setLot(again.lot ?? null);
    return again;
  };
  useUnsaved(isTyped({ chosen, quantity, reason, lot }) || (chosen?.how === 'add' && quantity !== null));

  const next = isCount && chosen === null ? nextOpen(lines, done) : undefined;
  const hasBegun = done.length > 0;
  const openNext = useEvent((line: LineView) => open(line));
  const mode = useRef(isCount);
  useEffect(() => {
    // A count that ends, or begins, leaves nothing half chosen and begins with the first line.
    if (mode.current !== isCount) goOn([]);
    mode.current = isCount;
    // On a phone the keys cover the list: the person opens the first line, and from there the keys go on.
    if (next && (hasBegun || matchMedia('(min-width: 40rem)').matches)) openNext(next);
  }, [isCount, next, hasBegun, openNext, goOn]);
  // After a scan the field has the whole figure of the line, as the list has it. Digits that follow replace it.
  const { last } = scanner;
  const scanned = useEvent(({ line, counted }: NonNullable<Scanner['last']>) => {
    start(line.product_id, counted ? 'count' : 'set', movedQuantity(line));
    setScanned(line.product_id);
    // The person said of a scan of this transfer that what comes after it are cases. The field shows it, and one tap changes it back.
    const isUnderOne = counted && line.quantity > 0 && line.quantity < caseCountOf(line.product_id);
    if (scansAre && !isUnderOne) setShownIn(scansAre);
  });
  useEffect(() => {
    if (last) scanned(last);
  }, [last, scanned]);

  const line = chosen ? lineOfProduct(chosen.productId) : undefined;
  const pick = chosen ? pickables.of(chosen.productId) : undefined;
  return {
    chosen,
    line,
    pick,
    name: line?.name ?? pick?.product.name ?? '',
    caseCount: chosen ? caseCountOf(chosen.productId) : 1,
    base: chosen ? baseOf(chosen, line) : 0,
    // A field that loses the focus tells its figure once more, also after the product was put away.
    quantity: chosen ? quantity : null,
    setQuantity,
    shownIn,
    setShownIn,
    countIn(to) {
      setShownIn(to);
      if (chosen?.productId === scannedId) setScansAre(to);
    },
    reason,
    setReason,
    lot,
    setLot,
    choose,
    setStart,
    open,
    clear,
    goOn,
    putBack,
  };
}

/**
 * What the digits of a figure are at its start. Less than one case is told in units, so it is counted in units too: 7 of "9 units" would be 7 cases.
 * `first`: the figure, `expected`: of the line that is counted, 0: nothing is; both in units.
 */
export function startsIn(first: number | null, expected: number, caseCount: number): Counting {
  const isUnderOne = expected > 0 && expected < caseCount;
  return (first ?? 0) % caseCount === 0 && !isUnderOne ? 'case' : 'unit';
}

/** The next line that is not counted, after the one that was counted last. */
export function nextOpen(lines: readonly LineView[], done: readonly string[]): LineView | undefined {
  const from = lines.findIndex((line) => line.product_id === done.at(-1)) + 1;
  const isOpen = (line: LineView) => line.quantity_accepted === null && !done.includes(line.product_id);
  return [...lines.slice(from), ...lines.slice(0, from)].find(isOpen);
}
