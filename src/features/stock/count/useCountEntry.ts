/** The product that is chosen on the desk of a stocktake, and the figure that is typed for it. */

import { useRef, useState } from 'react';
import type { TypedLot } from '#domain/lotTyping.ts';
import { NO_LOT } from '#domain/lotTyping.ts';
import type { CountLine } from '#offline/outbox/countOverlay.ts';
import { useUnsaved } from '#ui/dialogs/unsaved.ts';
import type { Counting } from '#ui/fields/useQuantity.ts';
import { opensIn } from '../transfer/desk/entry/entryState.ts';
import type { FigureEntry } from '../transfer/desk/entry/useFigure.ts';
import { type CountPart, isSamePart, ownIn, partTyped, unitsOfPart } from './countLots.ts';

interface CountedGoods {
  productId: string;
  how: 'count';
  /** The opened lot. With an empty code: the units without a lot, or a lot whose name is not typed yet. */
  part: CountPart;
  /** The figure of that part when it was opened, in units. The first digit replaces it. Null: the person has none in this place. */
  start: number | null;
  /** A number that differs for each choice, so that the field starts again. */
  round: number;
}

/** What a person typed for a product. */
export interface TypedCount {
  chosen: CountedGoods | null;
  /** The typed figure in units, or null. */
  quantity: number | null;
  /** The lot that is typed in the fields; null: the fields are empty. */
  lot: TypedLot | null;
  /** Whether the digits are cases or units. */
  shownIn: Counting;
  /** Why the typed text is no quantity, so that `quantity` is null. Null or absent: nothing is wrong. */
  refusal?: string | null;
}

export const isCountTyped = ({ chosen, quantity, lot, refusal = null }: Omit<TypedCount, 'shownIn'>): boolean =>
  chosen !== null &&
  (quantity !== chosen.start || refusal !== null || (lot !== null && !isSamePart(partTyped(null, lot), chosen.part)));

export interface CountEntry extends FigureEntry, TypedCount {
  chosen: CountedGoods | null;
  refusal: string | null;
  setLot(lot: TypedLot): void;
  /**
   * Opens a product, or one lot of it, with this person's figure in this place. An empty id closes the product. `figure`: a newer figure than that of
   * the lines. `typed`: what was typed before the product was known.
   */
  open(
    productId: string,
    part?: CountPart,
    figure?: number | null,
    typed?: Pick<TypedCount, 'quantity' | 'shownIn'>,
  ): void;
  /** Restores the fields from before a scanner typed into them. Returns what was restored. */
  putBack(typed: TypedCount): TypedCount;
}

const NO_FIGURE = { quantity: null, refusal: null } as const;

/** `lines`: the lines of the stocktake. `caseCountOf`: the case size of a product, by its id. */
export function useCountEntry(
  lines: readonly CountLine[],
  place: string,
  caseCountOf: (productId: string) => number,
): CountEntry {
  const [chosen, setChosen] = useState<CountedGoods | null>(null);
  const [{ quantity, refusal }, setFigure] = useState<{ quantity: number | null; refusal: string | null }>(NO_FIGURE);
  const [lot, setLot] = useState<TypedLot | null>(null);
  const [shownIn, setShownIn] = useState<Counting>('case');
  const rounds = useRef(0);
  const clear = () => {
    setChosen(null);
    setFigure(NO_FIGURE);
    setLot(null);
    setShownIn('case');
  };
  const putBack = (typed: TypedCount) => {
    rounds.current += 1;
    const again = { ...typed, chosen: typed.chosen && { ...typed.chosen, round: rounds.current } };
    setChosen(again.chosen);
    // The text of an invalid figure is not restored.
    setFigure({ quantity: again.quantity, refusal: null });
    setLot(again.lot);
    setShownIn(again.shownIn);
    return again;
  };
  const round = chosen?.round;
  /** A field of an earlier choice may report late, by a timer or when it loses the focus. Such a report changes nothing. */
  const inRound =
    <T>(set: (to: T) => void) =>
    (to: T) =>
      rounds.current === (round ?? rounds.current) && set(to);
  useUnsaved(isCountTyped({ chosen, quantity, lot, refusal }));
  return {
    chosen,
    // A field that loses the focus reports its figure once more, even after the product was closed.
    quantity: chosen ? quantity : null,
    lot: chosen ? lot : null,
    setLot: inRound<TypedLot | null>(setLot),
    caseCount: chosen ? caseCountOf(chosen.productId) : 1,
    refusal: chosen ? refusal : null,
    setQuantity: (units, why = null) => inRound(setFigure)({ quantity: units, refusal: why }),
    shownIn,
    setShownIn: inRound(setShownIn),
    countIn: inRound(setShownIn),
    clear,
    putBack,
    open(productId, part = NO_LOT, figure, typed) {
      if (productId === '') return clear();
      const line = lines.find((one) => one.product_id === productId);
      const own = figure === undefined ? unitsOfPart(ownIn(line, place), part) : figure;
      rounds.current += 1;
      setChosen({ productId, how: 'count', part, start: own, round: rounds.current });
      setFigure({ quantity: typed?.quantity ?? own, refusal: null });
      setLot(part.code === '' ? null : part);
      setShownIn(typed?.shownIn ?? opensIn(own ?? null, 0, caseCountOf(productId)));
    },
  };
}
