/** What a completed order moved and why its goods went back, in words. */
import type { PurchaseOrderItem } from '#contract/purchasing/purchasingCalls.ts';
import { keptReason } from '#domain/receiving.ts';
import { comesBack, movedQuantity, type TransferKind } from '#domain/transfer.ts';
import { reasonText } from '../lines/reasons.ts';
import { movedSize } from './paper.ts';

type MovedLine = Pick<PurchaseOrderItem, 'quantity' | 'quantity_accepted' | 'reason'> & {
  product: { case_count: number };
};

const WORDS: Readonly<Record<TransferKind, { done: string; moved: string }>> = {
  shipment_in: { done: 'Shipment, completed.', moved: 'came' },
  shipment_out: { done: 'Rejection, completed.', moved: 'went back' },
  stock_in: { done: 'Return, completed.', moved: 'came back' },
  stock_out: { done: 'Issue, completed.', moved: 'went out' },
  transfer: { done: 'Transfer, completed.', moved: 'moved' },
};

/**
 * The reasons why goods went back, without a repeat ("Damaged, expired"). '' if the goods did not go back, or if no line has a reason.
 */
export function whyBack(items: readonly MovedLine[], kind: TransferKind): string {
  if (!comesBack(kind)) return '';
  const words = items
    .filter((item) => movedQuantity(item) > 0)
    .map((item) => reasonText(keptReason(item.reason)) ?? '');
  return [...new Set(words)]
    .filter(Boolean)
    .map((word, at) => (at === 0 ? word : word.toLowerCase()))
    .join(', ');
}

/** "Rejection, completed. 1 case went back, damaged." The reason stands there if all goods went back for the same one. */
export function completedText(kind: TransferKind, items: readonly MovedLine[] | undefined): string {
  const { done, moved } = WORDS[kind];
  if (!items) return done;
  const some = items.filter((item) => movedQuantity(item) > 0);
  if (some.length === 0) return `${done} Nothing ${moved}.`;
  const size = movedSize(some.map((item) => ({ moved: movedQuantity(item), case_count: item.product.case_count })));
  const isSame = some.every((item) => item.reason === some[0]?.reason);
  const why = isSame ? whyBack(some, kind).toLowerCase() : '';
  return `${done} ${size} ${moved}${why && `, ${why}`}.`;
}
