/**
 * Stores the product that is chosen in a stocktake and the figure that is typed for it (keptTyping.ts), by person and stocktake. Both are shown again
 * if this person's own count of that product, place and round has not changed.
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
  /** The product itself is stored, because a scan may have found it in the catalogue. After a reload it may be in no list of this tablet. */
  product: ProductRef;
  /** The tab that was shown. */
  tab: CountTab;
  place: string;
  round: number;
  state: CountLine['state'];
}

const placeOf = (lane: string) => `count:${lane}`;
const lineOf = ({ lines }: Pick<CountSession, 'lines'>, productId: string) =>
  lines.find((one) => one.product_id === productId);
/** Goods that are in no list yet have the state "to count". */
const stateOf = (line: CountLine | undefined) => line?.state ?? 'to_count';

/** The text to store for an entry. Null: no product is chosen. */
export function keptCountText(
  { chosen, quantity, lot, shownIn, refusal }: TypedCount,
  product: ProductRef | undefined,
  { session, place, tab }: { session: Pick<CountSession, 'lines'>; place: string; tab: CountTab },
): string | null {
  if (!chosen || !product) return null;
  const line = lineOf(session, chosen.productId);
  // The text is not encrypted, so prices are left out.
  const { price: _, ...goods } = product;
  const kept: KeptCount = {
    // An invalid figure is not stored.
    ...{ chosen, quantity: refusal ? chosen.start : quantity, lot, shownIn, product: goods, tab, place },
    ...{ round: line?.round ?? 1, state: stateOf(line) },
  };
  return JSON.stringify(kept);
}

/** Parses a stored text, which an older release may have written. Null: the text cannot be used. */
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

/** `lane`: the name of the stocktake on this tablet. */
export const readKeptCount = (user: string, lane: string): KeptCount | null =>
  keptCountOf(readTyping(user, placeOf(lane)));

/**
 * Whether the stored entry still fits the lines. A product that was only chosen must not be counted meanwhile, and must not be left to somebody else.
 */
export function isAsItWas(kept: KeptCount, session: Pick<CountSession, 'lines'>, place: string): boolean {
  const { chosen, round, state } = kept;
  const line = lineOf(session, chosen.productId);
  if (kept.place !== place || (line?.round ?? 1) !== round || line?.needs_another) return false;
  if (unitsOfPart(ownIn(line, place), chosen.part) !== chosen.start) return false;
  return isCountTyped(kept) || stateOf(line) === state;
}

/**
 * Shows the stored entry once, and from then on stores what is typed. `isSettled`: the lines are those of the server, or the server does not answer.
 * `isFree`: nothing is chosen and no scan waits for its answer. Returns whether restoring is over, so that the first line may be chosen.
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
    // The server's answer came after the entry was shown, and this person counted the product elsewhere.
    if (!isSame && entry.chosen?.round === step) entry.clear();
    setStep('over');
  }, [step, left, isOpen, session, place, isFree, isSettled, entry, onShow]);
  useKeepingTyping(user, placeOf(lane), isOpen ? text : null, step !== 'waits');
  return step === 'over';
}
