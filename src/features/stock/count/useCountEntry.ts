/** The product that is chosen on the desk of a stocktake, and the figure that is typed for it. */
import { useRef, useState } from 'react';
import type { CountLine } from '#offline/outbox/countOverlay.ts';
import { useUnsaved } from '#ui/dialogs/unsaved.ts';
import type { Counting } from '#ui/fields/useQuantity.ts';
import type { FigureEntry } from '../transfer/desk/useFigure.ts';

interface CountedGoods {
  productId: string;
  how: 'count';
  /** The figure at the start, in units; the first digit replaces it. null: this person has none in this place. */
  start: number | null;
  /** Differs for each choice, so that the field begins anew. */
  round: number;
}

/** What a person typed. */
export interface TypedCount {
  chosen: CountedGoods | null;
  /** Units; null: none. */
  quantity: number | null;
}

export const isCountTyped = ({ chosen, quantity }: TypedCount): boolean => chosen !== null && quantity !== chosen.start;

/** The figure of this person in a place, in the round that is asked for; null: none. Figures of earlier rounds stay hidden. */
export function ownFigure(line: CountLine | undefined, place: string): number | null {
  return line?.own.find((one) => one.place === place && one.round === line.round)?.quantity ?? null;
}

export interface CountEntry extends FigureEntry, TypedCount {
  chosen: CountedGoods | null;
  /** Opens a product with the figure that this person has in this place. An empty id chooses none. `figure`: newer than what the lines have. */
  open(productId: string, figure?: number | null): void;
  /** Puts back what was typed before something else wrote into the fields. */
  putBack(typed: TypedCount): TypedCount;
}

/** `caseCountOf`: the case size of a product. */
export function useCountEntry(
  lines: readonly CountLine[],
  place: string,
  caseCountOf: (productId: string) => number,
): CountEntry {
  const [chosen, setChosen] = useState<CountedGoods | null>(null);
  const [quantity, setQuantity] = useState<number | null>(null);
  const [shownIn, setShownIn] = useState<Counting>('case');
  const rounds = useRef(0);
  const clear = () => {
    setChosen(null);
    setQuantity(null);
    setShownIn('case');
  };
  const putBack = (typed: TypedCount) => {
    rounds.current += 1;
    const again = { ...typed, chosen: typed.chosen && { ...typed.chosen, round: rounds.current } };
    setChosen(again.chosen);
    setQuantity(again.quantity);
    return again;
  };
  useUnsaved(isCountTyped({ chosen, quantity }));
  return {
    chosen,
    // A field that loses the focus tells its figure once more, also after the product was put away.
    quantity: chosen ? quantity : null,
    caseCount: chosen ? caseCountOf(chosen.productId) : 1,
    setQuantity,
    shownIn,
    setShownIn,
    countIn: setShownIn,
    clear,
    putBack,
    open(productId, figure) {
      if (productId === '') return clear();
      const own =
        figure === undefined
          ? ownFigure(
              lines.find((line) => line.product_id === productId),
              place,
            )
          : figure;
      rounds.current += 1;
      setChosen({ productId, how: 'count', start: own, round: rounds.current });
      setQuantity(own);
      setShownIn((own ?? 0) % caseCountOf(productId) === 0 ? 'case' : 'unit');
    },
  };
}
