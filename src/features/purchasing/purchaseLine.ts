/** The rules of a purchase order's lines that differ from the lines of an order: count, reason and note, and a removal that can be undone (PO-31). */
import { type PurchaseOrderItem, removeItem, upsertItem } from '#contract/purchasing/purchasingCalls.ts';
import type { Command } from '#crud/command/useCommand.ts';
import { lotsIn } from '#domain/lots.ts';
import { lotName } from '#domain/lotWords.ts';
import { showNaira } from '#domain/money.ts';
import { keptReason } from '#domain/receiving.ts';
import { REASON_LABEL, type REASONS } from '#domain/transfer.ts';
import { figuresOver, type LineFigures } from '../lines/parts/lineFigures.ts';
import type { LinePolicy } from '../lines/parts/useLineWrites.tsx';
import { lineTexts } from '../stock/parts/lines/texts.ts';

/** `lots`: the text as the line stores it, '' for none. Null or absent: the lots do not change. */
export interface PurchaseLineChange
  extends LineFigures,
    Pick<PurchaseOrderItem, 'product_id' | 'reason' | 'note' | 'lots'> {}

export const changeOf = ({
  product_id,
  quantity,
  quantity_accepted,
  amount,
  rate,
  reason,
  note,
  lots,
}: PurchaseLineChange): PurchaseLineChange => ({
  ...{ product_id, quantity, quantity_accepted, amount, rate, reason, note },
  ...(lots == null ? {} : { lots }),
});

/** The fields of the call. '' for the lots is sent as an empty list, because the server ignores an empty field. */
const fieldsOf = ({ lots, ...line }: PurchaseLineChange) => ({
  ...line,
  ...(lots == null ? {} : { lots: lots || '[]' }),
});

export const reasonText = (reason: string) => REASON_LABEL[reason as (typeof REASONS)[number]];

/**
 * Merges `mine` into `over`, the current line. Only fields that differ from `seen`, the line when typing began, are taken from `mine`. An edited quantity
 * brings its accepted quantity (B3.8). A line that came completely has no reason. A line that goes back (`isBack`) keeps its reason.
 */
export function purchaseLineOver(
  mine: PurchaseLineChange,
  seen: PurchaseLineChange,
  over: PurchaseLineChange & { product: { case_count: number } },
  isBack: boolean,
): PurchaseLineChange {
  const isQuantityMine = mine.quantity !== seen.quantity;
  const figures = figuresOver(mine, seen, over);
  const accepted = isQuantityMine ? mine.quantity_accepted : figures.quantity_accepted;
  const reason = isQuantityMine || mine.reason !== seen.reason ? mine.reason : (over.reason ?? mine.reason);
  return {
    product_id: mine.product_id,
    ...figures,
    quantity_accepted: accepted,
    reason: accepted === null || accepted === figures.quantity ? (isBack ? keptReason(reason) : null) : reason,
    note: mine.note === seen.note ? over.note : mine.note,
    ...lotsOver(mine, seen, over),
  };
}

/** Lots that the person changed replace the lots of the line. Other lots stay, reduced to the new quantity. */
function lotsOver(
  mine: PurchaseLineChange,
  seen: PurchaseLineChange,
  over: PurchaseLineChange,
): Pick<PurchaseLineChange, 'lots'> {
  const isMine = mine.lots != null && mine.lots !== (seen.lots ?? '');
  return isMine ? { lots: mine.lots } : over.lots ? { lots: over.lots } : {};
}

/** Adds a line. Resolves true when the server has stored it. */
export const addLine = async (send: Command['send'], orderId: string, line: PurchaseLineChange): Promise<boolean> =>
  (await send(upsertItem, { purchase_order_id: orderId, ...fieldsOf(line) }, lineTexts.added)) !== null;

export const purchaseLinePolicy = (
  orderId: string,
  isBack: boolean,
): LinePolicy<PurchaseOrderItem, PurchaseLineChange> => ({
  wordsOf: ({ quantity, quantity_accepted, amount, reason, note, lots }, cases) => [
    ['Quantity', cases(quantity)],
    ['Quantity accepted', quantity_accepted === null ? 'Not counted' : cases(quantity_accepted)],
    ['Amount', showNaira(amount)],
    ['Reason', reason ? reasonText(reason) : ''],
    ['Note', note],
    [
      'Lots',
      lotsIn(lots)
        .map((lot) => `${lotName(lot)}: ${cases(lot.units)}`)
        .join(', '),
    ],
  ],
  merge: (mine, seen, over) => purchaseLineOver(mine, seen, over, isBack),
  change: (send, change, over, on) => {
    const key = { _id: over._id, base_version: over.version };
    return send(
      upsertItem,
      { purchase_order_id: orderId, ...fieldsOf(changeOf(change)), ...key },
      lineTexts.updated,
      on,
    );
  },
  remove: (send, line, base_version, on) => {
    // Undo is a new change with its own key.
    const undo = { label: 'Undo', run: () => void addLine(send, orderId, changeOf(line)) };
    return send(removeItem, { _id: line._id, base_version }, [lineTexts.removed, undo], on);
  },
});
