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
  /** The lot that was opened; an empty code: what is counted without a lot, or a lot that is still to be named. */
  part: CountPart;
  /** The figure of that part at the start, in units; the first digit replaces it. null: this person has none in this place. */
  start: number | null;
  /** Differs for each choice, so that the field begins anew. */
  round: number;
}

/** What a person typed. */
export interface TypedCount {
  chosen: CountedGoods | null;
  /** Units; null: none. */
  quantity: number | null;
  /** The lot that is typed in the fields; null: the fields are empty. */
  lot: TypedLot | null;
  /** What its digits are. */
  shownIn: Counting;
  /** Why what is typed is no quantity, so that there is none; null and absent: nothing is wrong. */
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
   * Opens a product, or a lot of it, with the figure that this person has of it in this place. An empty id chooses none. `figure`: newer than what the lines
   * have. `typed`: what was typed for it before it was known which product it is.
   */
  open(
    productId: string,
    part?: CountPart,
    figure?: number | null,
    typed?: Pick<TypedCount, 'quantity' | 'shownIn'>,
  ): void;
  /** Puts back what was typed before something else wrote into the fields. */
  putBack(typed: TypedCount): TypedCount;
}

const NO_FIGURE = { quantity: null, refusal: null } as const;

/** `caseCountOf`: the case size of a product. */
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
    // The text of a refused figure is not put back.
    setFigure({ quantity: again.quantity, refusal: null });
    setLot(again.lot);
    setShownIn(again.shownIn);
    return again;
  };
  const round = chosen?.round;
  /** A field of an earlier choice, whose timer or loss of focus comes late, changes nothing. */
  const inRound =
    <T>(set: (to: T) => void) =>
    (to: T) =>
      rounds.current === (round ?? rounds.current) && set(to);
  useUnsaved(isCountTyped({ chosen, quantity, lot, refusal }));
  return {
    chosen,
    // A field that loses the focus tells its figure once more, also after the product was put away.
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
