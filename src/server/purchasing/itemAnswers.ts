/** Lines of a purchase order: read, upsert (one and many), remove (PO-30 to PO-32, SYNC rules 31, 32). */
import { sql } from 'kysely';
import {
  createItems,
  deleteItem,
  itemsByOrder,
  removeItem,
  upsertItem,
  upsertItems,
  type WrittenItem,
} from '#contract/purchasing/purchasingCalls.ts';
import { MAX_LINES, MAX_LINES_TEXT } from '#domain/limits.ts';
import { formatMoney, isMoney, lineAmount } from '#domain/money.ts';
import { showShort } from '#domain/time.ts';
import { type Answer, answer, answerRows, type Ctx } from '../answer.ts';
import { changedFields } from '../audit.ts';
import { invalid, notFound, Refusal } from '../refusal.ts';
import { defaultRates } from '../stock/defaultRates.ts';
import { findLine, findLines, lockOpenOrder, lockOrder, type OrderRow, type StoredLine } from './lockedOrder.ts';
import { itemAnswers as answersOf, refreshTotals } from './orderLines.ts';

interface LineInput {
  purchase_order_id: string;
  product_id: string;
  quantity: number;
  quantity_accepted?: number | null;
  amount?: number;
  reason?: string | null;
  note?: string;
  client_id?: string;
  _id?: string;
  base_version?: number;
}

async function written(ctx: Ctx, orderId: string, itemId: string): Promise<WrittenItem | Unfinished> {
  if (ctx.inBatch) return { order: orderId, line: itemId };
  const totals = await refreshTotals(ctx.db, orderId, ctx.now);
  const [item] = await answersOf(ctx.db, sql`i._id = ${itemId}`);
  if (!item) throw new Error('The line was not written');
  return { ...item, order_amount: formatMoney(totals.amount_kobo), items_digest: totals.items_digest };
}

/** A line of a batch, written: what its answer says of the order is true only after the last line. */
interface Unfinished {
  order: string;
  line: string;
}

/** The totals once for the whole batch: a batch that brought them up to date with every line would read all lines for each of them. */
async function finishLines(done: readonly unknown[], ctx: Ctx): Promise<WrittenItem[]> {
  const lines = done as readonly Unfinished[];
  const totals = new Map<string, Awaited<ReturnType<typeof refreshTotals>>>();
  for (const { order } of lines) if (!totals.has(order)) totals.set(order, await refreshTotals(ctx.db, order, ctx.now));
  const rows = await answersOf(ctx.db, sql`i._id = any(${lines.map((one) => one.line)})`);
  const byId = new Map(rows.map((row) => [row._id, row]));
  return lines.map(({ order, line }) => {
    const item = byId.get(line);
    const total = totals.get(order);
    if (!item || !total) throw new Error('The line was not written');
    return { ...item, order_amount: formatMoney(total.amount_kobo), items_digest: total.items_digest };
  });
}

async function amountOf(
  ctx: Ctx,
  order: OrderRow,
  input: LineInput,
  product: { case_count: number; price_kobo: number },
): Promise<number> {
  if (input.amount !== undefined) return input.amount;
  const parties = {
    parent_type: order.source_type,
    parent: order.source,
    destination_type: order.destination_type,
    destination: order.destination,
  };
  const rates = await defaultRates(ctx.db, parties, [input.product_id]);
  const amount = lineAmount(input.quantity, rates.get(input.product_id) ?? product.price_kobo, product.case_count);
  if (!isMoney(amount)) throw new Refusal('limit', 'Amount is too large.'); // B13
  return amount;
}

async function upsertLine(input: LineInput, ctx: Ctx): Promise<WrittenItem | Unfinished> {
  const order = await lockOpenOrder(ctx, input.purchase_order_id);
  const { rows: products } = await sql<{
    case_count: number;
    price_kobo: number;
    name: string;
    lines: number;
  }>`select case_count, price_kobo, name, (select count(*) from purchase_order_item
      where purchase_order_id = ${order._id} and deleted_at is null) as lines
    from product where _id = ${input.product_id} and deleted_at is null`.execute(ctx.db);
  const product = products[0];
  if (!product) throw notFound('Product');
  // A line below zero would turn costs, averages and wallets around.
  if (input.amount !== undefined && input.amount < 0) throw invalid({ amount: 'Amount must not be less than 0' });
  if (input._id) return changeLine(order, { ...input, _id: input._id }, product, ctx);

  const there = await findLines(
    ctx,
    sql`i.client_id = ${input.client_id ?? null} or (i.purchase_order_id = ${order._id} and i.product_id = ${input.product_id} and i.deleted_at is null)`,
  );
  if (input.client_id) {
    // SYNC rule 16: a lost answer is safe twice over, by key and by client_id.
    const known = there.find((line) => line.client_id === input.client_id);
    if (known && known.deleted_at === null) {
      if (!saysTheSame(known, input)) throw new Refusal('duplicate_client_id');
      return written(ctx, order._id, known._id);
    }
    if (known) throw new Refusal('duplicate_client_id');
  }
  const [present] = there;
  if (present)
    throw new Refusal('duplicate', 'Product already exists in this order.', {
      current: await currentOf(ctx, present._id),
    });
  if (product.lines >= MAX_LINES) throw new Refusal('limit', MAX_LINES_TEXT);
  const id = ctx.newId();
  const amount = await amountOf(ctx, order, input, product);
  await sql`insert into purchase_order_item (_id, created, modified, created_by, modified_by, client_id, purchase_order_id, product_id, quantity,
      quantity_accepted, amount_kobo, reason, note)
    values (${id}, ${ctx.now}, ${ctx.now}, ${ctx.who.user_id}, ${ctx.who.user_id}, ${input.client_id ?? null}, ${order._id}, ${input.product_id},
      ${input.quantity}, ${input.quantity_accepted ?? null}, ${amount}, ${input.reason ?? null}, ${input.note ?? ''})`.execute(
    ctx.db,
  );
  await ctx.audit({
    action: 'create',
    model: 'purchase_order_item',
    record_id: id,
    record_label: `${order.ref}: ${product.name}`,
    after: shown({ ...input, quantity_accepted: input.quantity_accepted ?? null, amount_kobo: amount }),
  });
  ctx.say('Product added to purchase order!');
  return written(ctx, order._id, id);
}

/** What the audit log says of a line. */
function shown(line: Pick<StoredLine, 'quantity' | 'quantity_accepted' | 'amount_kobo'> & Partial<StoredLine>) {
  const { quantity, quantity_accepted, amount_kobo, reason = null, note = '' } = line;
  return { quantity, quantity_accepted, amount: formatMoney(amount_kobo), reason, note };
}

/** B1.8. What was not sent cannot differ. */
function saysTheSame(known: StoredLine, input: LineInput): boolean {
  return (
    known.purchase_order_id === input.purchase_order_id &&
    known.product_id === input.product_id &&
    known.quantity === input.quantity &&
    (input.quantity_accepted === undefined || known.quantity_accepted === input.quantity_accepted) &&
    (input.amount === undefined || known.amount_kobo === input.amount) &&
    (input.reason === undefined || known.reason === input.reason) &&
    (input.note === undefined || known.note === input.note)
  );
}

const currentOf = async (ctx: Ctx, id: string) => (await answersOf(ctx.db, sql`i._id = ${id}`))[0] ?? null;

async function changeLine(
  order: OrderRow,
  input: LineInput & { _id: string },
  product: { case_count: number; price_kobo: number; name: string },
  ctx: Ctx,
): Promise<WrittenItem | Unfinished> {
  const line = await findLine(ctx, sql`i._id = ${input._id} and i.deleted_at is null`);
  if (!line) throw notFound('Product line');
  if (line.purchase_order_id !== order._id)
    throw new Refusal('bad_request', 'This line belongs to another purchase order.');
  if (line.product_id !== input.product_id)
    throw new Refusal('bad_request', 'The product of a line cannot be changed.');
  const next = {
    quantity: input.quantity,
    quantity_accepted: input.quantity_accepted === undefined ? line.quantity_accepted : input.quantity_accepted,
    amount_kobo: await amountOf(ctx, order, input, product),
    reason: input.reason === undefined ? line.reason : input.reason,
    note: input.note ?? line.note,
  };
  const same = (Object.keys(next) as (keyof typeof next)[]).every((name) => next[name] === line[name]);
  ctx.say('Purchase order product updated');
  if (same) return written(ctx, order._id, line._id);
  if (input.base_version !== undefined && input.base_version !== line.version) {
    throw new Refusal(
      'conflict',
      `${product.name} was changed by ${line.by_name ?? 'someone else'} at ${showShort(line.modified)}.`,
      { current: await currentOf(ctx, line._id) },
    );
  }
  await sql`update purchase_order_item set quantity = ${next.quantity}, quantity_accepted = ${next.quantity_accepted}, amount_kobo = ${next.amount_kobo},
    reason = ${next.reason}, note = ${next.note}, modified = ${ctx.now}, modified_by = ${ctx.who.user_id}, version = version + 1
    where _id = ${line._id}`.execute(ctx.db);
  await ctx.audit({
    action: 'update',
    model: 'purchase_order_item',
    record_id: line._id,
    record_label: `${order.ref}: ${product.name}`,
    // F22: a rate that was typed over another one stays visible, both of them.
    ...changedFields(shown(line), shown(next)),
  });
  return written(ctx, order._id, line._id);
}

async function removeLine({ _id, base_version }: { _id: string; base_version?: number }, ctx: Ctx) {
  const line = await findLine(ctx, sql`i._id = ${_id}`);
  if (!line) throw notFound('Product line');
  const order = await lockOrder(ctx, line.purchase_order_id, 'update');
  const fresh = await findLine(ctx, sql`i._id = ${_id}`);
  if (fresh?.deleted_at === null) {
    if (order.tag === 'receipt') throw new Refusal('receipt_locked');
    if (base_version !== undefined && base_version !== fresh.version) {
      throw new Refusal(
        'conflict',
        `This line was changed by ${fresh.by_name ?? 'someone else'} at ${showShort(fresh.modified)}.`,
        { current: await currentOf(ctx, _id) },
      );
    }
    await sql`update purchase_order_item set deleted_at = ${ctx.now}, deleted_by = ${ctx.who.user_id}, modified = ${ctx.now}, version = version + 1
      where _id = ${_id}`.execute(ctx.db);
    await ctx.audit({
      action: 'delete',
      model: 'purchase_order_item',
      record_id: _id,
      record_label: `${order.ref}: ${line.product_name}`,
      before: shown(line),
    });
  }
  ctx.say('Product removed from purchase order.');
  if (order.tag === 'receipt') {
    const { rows } = await sql<{
      amount_kobo: number;
      items_digest: string;
    }>`select amount_kobo, items_digest from purchase_order where _id = ${order._id}`.execute(ctx.db);
    return { _id, order_amount: formatMoney(rows[0]?.amount_kobo ?? 0), items_digest: rows[0]?.items_digest ?? '' };
  }
  const totals = await refreshTotals(ctx.db, order._id, ctx.now);
  return { _id, order_amount: formatMoney(totals.amount_kobo), items_digest: totals.items_digest };
}

export const itemAnswers: Answer[] = [
  answer(itemsByOrder, async ({ purchase_order_id }, ctx) => {
    const { rows } =
      await sql`select 1 from purchase_order where _id = ${purchase_order_id} and deleted_at is null`.execute(ctx.db);
    if (rows.length === 0) throw notFound('Purchase order');
    return answersOf(ctx.db, sql`i.purchase_order_id = ${purchase_order_id}`);
  }),
  answer(upsertItem, async (input, ctx) => (await upsertLine(input, ctx)) as WrittenItem),
  answerRows(upsertItems, upsertLine, { as: 'purchase_order_item/upsert', finish: finishLines }),
  answerRows(createItems, upsertLine, { as: 'purchase_order_item/upsert', finish: finishLines }),
  answer(removeItem, removeLine),
  answer(deleteItem, removeLine),
];
