/** Repairs a transfer that the server refused because of too little stock: the transfer is confirmed again with the available goods. */
import type { PurchaseOrderItem } from '#contract/purchasing/purchasingCalls.ts';
import { withThousands } from '#domain/number.ts';
import { showClock } from '#domain/time.ts';
import { kindOf, movedQuantity, type TransferKind } from '#domain/transfer.ts';
import { casesText, sizeText, sumOf } from '#domain/units.ts';
import { linesWithLess, mayConfirmWithLess, type ShortLine } from '#offline/outbox/confirmAgain.ts';
import type { ConfirmedLine, Op, TransferLine } from '#offline/outbox/op.ts';
import { theQueue } from '#offline/queue.ts';
import { recordOf } from './recordOf.ts';
import { errorsOf } from './refusal.ts';
import type { StockNow } from './stockNow.ts';

/** The verb of a button that moves less: "Issue 43". */
const VERB_OF: Record<TransferKind, string> = {
  shipment_in: 'Receive',
  shipment_out: 'Reject',
  stock_in: 'Return',
  stock_out: 'Issue',
  transfer: 'Move',
};

/** The refused lines with the units that are available now. Null: the server also had another reason. `now`: null while the current stock is unknown. */
function shortLines(op: Op, now: StockNow | null): { product_id: string; available: number }[] | null {
  if (!mayConfirmWithLess(op)) return null;
  const errors = errorsOf(op);
  const short = errors.flatMap(({ code, product_id, available = 0, requested = Number.MAX_SAFE_INTEGER }) => {
    if (code !== 'short_stock' || !product_id) return [];
    // The new confirmation never moves more than the former one.
    const there = Math.min(now?.of.get(product_id) ?? available, requested);
    return [{ product_id, available: Math.max(0, there) }];
  });
  return short.length > 0 && short.length === errors.length ? short : null;
}

/**
 * "Now 50 cases are there.": a sentence for each product whose stock differs from the refusal. A saved stock always gives its sentences, with its time.
 */
export function nowThere(op: Op, now: StockNow | null): string[] {
  if (!now || !mayConfirmWithLess(op)) return [];
  const lines = op.payload.confirmed?.lines ?? [];
  const errors = errorsOf(op).filter(({ code }) => code === 'short_stock');
  return errors.flatMap(({ product_id, available = 0 }) => {
    const line = lines.find((one) => one.product_id === product_id);
    const there = now.of.get(product_id ?? '');
    if (!line || there === undefined || (now.at === null && there === available)) return [];
    const what = `${errors.length > 1 ? `${line.name}: ` : ''}${casesText(there, line.case_count)} there`;
    return [now.at === null ? `Now ${what}.` : `${what} by the stock of ${showClock(Math.floor(now.at / 1_000))}.`];
  });
}

/** Whether all refused goods are there now, so that the same confirmation can be sent again. */
export function isThereNow(op: Op, now: StockNow | null): boolean {
  const short = shortLines(op, now);
  if (!short || now === null) return false;
  return errorsOf(op).every(({ product_id, requested = 0 }) =>
    short.some((one) => one.product_id === product_id && one.available >= requested),
  );
}

/** The ids of the products with too little stock. Empty: confirming less does not help. */
export const shortOf = (op: Op): string[] => (shortLines(op, null) ?? []).map(({ product_id }) => product_id);

/**
 * The button's text: "Issue 43", "Issue 48 cases" for the sum beside other goods, "Issue without it", or "Issue what is there" for several products.
 * Null: confirming less does not help. `now`: the current stock.
 */
export function repairLabel(op: Op, now: StockNow | null = null): string | null {
  const short = shortLines(op, now);
  const { confirmed } = (op as Op<'execute'>).payload;
  const first = short?.[0];
  if (!short || !first || !confirmed) return null;
  const verb = VERB_OF[kindOf(confirmed.header.source_type, confirmed.header.destination_type)];
  const gone = short.filter(({ available }) => available === 0).length;
  if (gone > 0 && gone === confirmed.lines.length) return null;
  if (gone === short.length) return gone === 1 ? `${verb} without it` : `${verb} without them`;
  if (short.length > 1) return `${verb} what is there`;
  const { case_count = 1 } = confirmed.lines.find((line) => line.product_id === first.product_id) ?? {};
  const { available } = first;
  // With other goods in the transfer, the figure of one product would look like that of the whole transfer.
  if (confirmed.lines.length > 1) return `${verb} ${sizeText(sizeWith(confirmed.lines, first))}`;
  return `${verb} ${available % case_count === 0 ? withThousands(String(available / case_count)) : casesText(available, case_count)}`;
}

/** The size of the transfer if only `available` units of one product move. */
const sizeWith = (lines: readonly ConfirmedLine[], short: { product_id: string; available: number }) =>
  sumOf(
    lines.map((line) => ({
      moved: line.product_id === short.product_id ? short.available : movedQuantity(line),
      case_count: line.case_count,
    })),
  );

/** A line of the record in the form of a change. */
export function writtenLine(item: PurchaseOrderItem): TransferLine {
  const { product_id, product, quantity, quantity_accepted, amount, rate, reason, note, lots } = item;
  return {
    product_id,
    quantity,
    quantity_accepted,
    amount,
    reason,
    note,
    about: { name: product.name, case_count: product.case_count },
    ...(rate !== null && { rate }),
    ...(lots && { lots }),
  };
}

/** The refused lines as the saved copy of the transfer has them, for {@link linesWithLess}. */
async function seenLines(op: Op, now: StockNow | null): Promise<ShortLine[]> {
  const read = await recordOf(op.transfer);
  const items = (read?.row.items ?? []) as PurchaseOrderItem[];
  return (shortLines(op, now) ?? []).map(({ product_id, available }) => {
    const item = items.find((one) => one.product_id === product_id);
    if (!read || !item) return { available, seen: { product_id, line: null, at: { item_id: null, version: null } } };
    const { _id, version } = item;
    const at = { item_id: _id, version, revision: read.row.items_revision };
    return { available, seen: { product_id, line: writtenLine(item), at } };
  });
}

/** Whether this tablet knows the lines well enough to repair the transfer. */
export async function mayRepair(op: Op, now: StockNow | null): Promise<boolean> {
  if (!mayConfirmWithLess(op) || repairLabel(op, now) === null) return false;
  const short = await seenLines(op, now);
  return (await theQueue().store.read((tx) => linesWithLess(tx, op, short))) !== null;
}

/**
 * Confirms the transfer again with the available goods. Resolves with false if the transfer or its refusal changed meanwhile; nothing is then done.
 * Rejects if the disk refuses.
 */
export async function repair(op: Op, now: StockNow | null): Promise<boolean> {
  return (await theQueue().outbox.completeWithLess(op.seq, await seenLines(op, now))) !== null;
}
