/**
 * The product that is chosen at a stocktake and the figure that is typed for it, as this tablet keeps them (keptTyping.ts), by person and stocktake. Both are shown
 * again as long as this person's own count of that product, place and round is what it was.
 */
import { useEffect, useState } from 'react';
import type { ProductRef } from '#contract/catalogue/product.ts';
import type { CountLine, CountSession } from '#offline/outbox/countOverlay.ts';
import { readTyping, useKeepingTyping } from '../../transfer/typing/keptTyping.ts';
import { ownIn, unitsOfPart } from '../countLots.ts';
import type { CountTab } from '../countWords.ts';
import { type CountEntry, isCountTyped, type TypedCount } from '../useCountEntry.ts';

interface KeptCount extends Pick<TypedCount, 'quantity' | 'lot' | 'shownIn'> {
  chosen: NonNullable<TypedCount['chosen']>;
  /** The goods may be in no list of this tablet after a reload: a scan found them in the catalogue. */
  product: ProductRef;
  /** The tab in which the list stood. */
  tab: CountTab;
  place: string;
  round: number;
  state: CountLine['state'];
}

const placeOf = (lane: string) => `count:${lane}`;
const lineOf = ({ lines }: Pick<CountSession, 'lines'>, productId: string) =>
  lines.find((one) => one.product_id === productId);
/** Goods that are in no list yet are to be counted. */
const stateOf = (line: CountLine | undefined) => line?.state ?? 'to_count';

/** What is kept of an entry, as text; null: no product is chosen. */
export function keptCountText(
  { chosen, quantity, lot, shownIn, refusal }: TypedCount,
  product: ProductRef | undefined,
  { session, place, tab }: { session: Pick<CountSession, 'lines'>; place: string; tab: CountTab },
): string | null {
  if (!chosen || !product) return null;
  const line = lineOf(session, chosen.productId);
  // Prices are kept where they are sealed.
  const { price: _, ...goods } = product;
  const kept: KeptCount = {
    // Digits that are no quantity are not kept.
    ...{ chosen, quantity: refusal ? chosen.start : quantity, lot, shownIn, product: goods, tab, place },
    ...{ round: line?.round ?? 1, state: stateOf(line) },
  };
  return JSON.stringify(kept);
}

/** The text was written by this app, perhaps by an older one; null: it is of no use. */
export function keptCountOf(text: string | undefined): KeptCount | null {
  try {
    const kept = JSON.parse(text ?? 'null') as Partial<KeptCount> | null;
    const isWhole =
      typeof kept?.chosen?.productId === 'string' &&
      typeof kept.chosen.part?.code === 'string' &&
      kept.product?._id === kept.chosen.productId;
    return isWhole ? (kept as KeptCount) : null;
  } catch {
    return null;
  }
}

/** `lane`: the name that a stocktake keeps on this tablet, whatever id the server gives it. */
export const readKeptCount = (user: string, lane: string): KeptCount | null =>
  keptCountOf(readTyping(user, placeOf(lane)));

/** Whether what was kept still means what it meant. A product that was only chosen is not to be counted by somebody else by now, or counted. */
export function isAsItWas(kept: KeptCount, session: Pick<CountSession, 'lines'>, place: string): boolean {
  const { chosen, round, state } = kept;
  const line = lineOf(session, chosen.productId);
  if (kept.place !== place || (line?.round ?? 1) !== round || line?.needs_another) return false;
  if (unitsOfPart(ownIn(line, place), chosen.part) !== chosen.start) return false;
  return isCountTyped(kept) || stateOf(line) === state;
}

/**
 * Shows what was kept, once, and keeps what is typed from then on. `isSettled`: the lines are as the server has them, or as this tablet has them without it. `isFree`:
 * nothing is chosen and no scan waits for an answer. The answer: whether it is over, so that the first line may be chosen.
 */
export function useKeptCount(
  left: KeptCount | null,
  desk: {
    user: string;
    lane: string;
    entry: CountEntry;
    text: string | null;
    session: Pick<CountSession, 'lines' | 'status'>;
    place: string;
  },
  { isSettled, isFree, onShow }: { isSettled: boolean; isFree: boolean; onShow: () => void },
): boolean {
  const { user, lane, entry, text, session, place } = desk;
  const isOpen = session.status === 'open';
  const [step, setStep] = useState<'waits' | 'over' | number>(left === null ? 'over' : 'waits');
  useEffect(() => {
    if (step === 'over' || left === null) return;
    const isSame = isOpen && isAsItWas(left, session, place);
    if (step === 'waits') {
      if (!isFree || (isSettled && !isSame)) return setStep('over');
      if (!isSame) return;
      onShow();
      const { chosen } = entry.putBack(left);
      return setStep(isSettled ? 'over' : (chosen?.round ?? 'over'));
    }
    if (!isSettled) return;
    // The server's answer came after it was shown, and this person has counted it elsewhere.
    if (!isSame && entry.chosen?.round === step) entry.clear();
    setStep('over');
  }, [step, left, isOpen, session, place, isFree, isSettled, entry, onShow]);
  useKeepingTyping(user, placeOf(lane), isOpen ? text : null, step !== 'waits');
  return step === 'over';
}
