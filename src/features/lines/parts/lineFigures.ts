/** The figures of a line of an order or purchase order, and how two people's changes of them are merged (B12.6). */
import { formatMoney, koboOf, lineAmount, parseMoney } from '#domain/money.ts';

/** Quantities are units, null: not counted. `amount` is naira text, `rate` naira text per case, null: the line has no price of its own (K1). */
export interface LineFigures {
  quantity: number;
  quantity_accepted: number | null;
  amount: string;
  rate: string | null;
}

/**
 * Merges `mine`, the typed figures, into `over`, the line as it is now. A figure that does not differ from `seen`, the line as it was when typing
 * began, is taken from `over`. The amount follows from the resulting quantity and price; if both are those of `over`, its amount stays to the kobo.
 */
export function figuresOver(
  mine: LineFigures,
  seen: LineFigures,
  over: LineFigures & { product: { case_count: number } },
): LineFigures {
  const quantity = mine.quantity === seen.quantity ? over.quantity : mine.quantity;
  const rate = mine.rate === seen.rate ? over.rate : mine.rate;
  return {
    quantity,
    quantity_accepted:
      mine.quantity_accepted === seen.quantity_accepted ? over.quantity_accepted : mine.quantity_accepted,
    ...(quantity === over.quantity && rate === over.rate
      ? { amount: over.amount, rate }
      : rate === null
        ? { amount: mine.amount, rate: mine.rate }
        : { amount: formatMoney(lineAmount(quantity, koboOf(rate), over.product.case_count)), rate }),
  };
}

/** A price that differs from the usual one by more than this share gets a note, and is accepted (F22). */
const UNUSUAL = 0.2;

/** Whether a typed price is far from the usual one. Both are naira texts per case; `usual` undefined: none is known. */
export function isUnusual(rate: string, usual: string | undefined): boolean {
  const kobo = parseMoney(rate);
  const usualKobo = koboOf(usual ?? '0');
  return kobo !== null && usualKobo > 0 && Math.abs(kobo - usualKobo) > UNUSUAL * usualKobo;
}
