/**
 * Lines of one purchase order, upserted together (PO-30, PO-32, SYNC rules 16, 31, 32): what the rules need is read for all of them, they are
 * decided one after the other in memory, and written in one statement each. A line alone is a batch of one, so the rule stands here once.
 */
import { type RawBuilder, sql } from 'kysely';
import type { PurchaseOrderItem, WrittenItem } from '#contract/purchasing/purchasingCalls.ts';
import { MAX_LINES, MAX_LINES_TEXT } from '#domain/limits.ts';
import { isMoney, lineAmount } from '#domain/money.ts';
import { showShort } from '#domain/time.ts';
import type { AuditEntry, Ctx, RowOutcome, TogetherRow } from '../answer.ts';
import { changedFields, writeAudits } from '../audit.ts';
import { invalid, notFound, Refusal } from '../refusal.ts';
import { defaultRates } from '../stock/defaultRates.ts';
import { findLines, lockOpenOrder, type OrderRow, type StoredLine, shownLine } from './lockedOrder.ts';
import { itemAnswers as answersOf, orderAfter, refreshTotals } from './orderLines.ts';

interface LineInput {
  purchase_order_id: string;
  product_id: string;
  quantity: number;
  quantity_accepted?: number | null;
  /** Kobo. */
  amount?: number;
  reason?: string | null;
  note?: string;
  client_id?: string;
  _id?: string;
  base_version?: number;
}
type Row = TogetherRow<LineInput>;

/** One line (PO-31): a batch of one. */
export async function upsertAlone(input: LineInput, ctx: Ctx): Promise<WrittenItem> {
  const [outcome] = await upsertLines([{ input, key: ctx.key }], ctx);
  if (!outcome) throw new Error('The line was not answered');
  if (outcome instanceof Refusal) throw outcome;
  ctx.say(outcome.message);
  return outcome.data as WrittenItem;
}

/**
 * Lines of the order of the first row; one outcome per row, in order. Throws the refusals of the order itself (missing, not the caller's,
 * a receipt) and of its total; a batch is then worked row by row.
 */
export async function upsertLines(rows: readonly Row[], ctx: Ctx): Promise<RowOutcome[]> {
  const orderId = rows[0]?.input.purchase_order_id ?? '';
  const page = await openPage(ctx, orderId, rows);
  const told = rows.map((row) => decide(page, row, ctx));
  await write(page, ctx);
  const ids = told.flatMap((one) => ('refused' in one ? (one.current ?? []) : one.line));
  const current = await currentLines(ctx, ids);
  if (told.every((one) => 'refused' in one)) return told.map((one) => refusalOf(one as Refused, current));
  const written = told.flatMap((one) => ('refused' in one ? [] : one.line));
  const totals = await refreshTotals(ctx.db, orderId, ctx.now, written);
  return told.map((one) => {
    if ('refused' in one) return refusalOf(one, current);
    const item = current.get(one.line);
    if (!item) throw new Error('The line was not written');
    return { message: one.message, data: { ...item, ...orderAfter(totals) } };
  });
}

interface Product {
  _id: string;
  case_count: number;
  price_kobo: number;
  name: string;
}

/** The order with all that its lines to come need, and what is to be written of it. */
interface Page {
  order: OrderRow;
  products: ReadonlyMap<string, Product>;
  /** Kobo per case, by product (B3.6). */
  rates: ReadonlyMap<string, number>;
  /** Live lines of the order. */
  count: number;
  byId: Map<string, StoredLine>;
  byClient: Map<string, StoredLine>;
  /** Live lines of this order. */
  byProduct: Map<string, StoredLine>;
  added: Set<StoredLine>;
  changed: Set<StoredLine>;
  audits: { key: string | null; entry: AuditEntry }[];
}

async function openPage(ctx: Ctx, orderId: string, rows: readonly Row[]): Promise<Page> {
  const order = await lockOpenOrder(ctx, orderId);
  const inputs = rows.map((row) => row.input);
  const wanted = [...new Set(inputs.map((input) => input.product_id))];
  const { rows: products } = await sql<Product & { lines: number }>`select _id, case_count, price_kobo, name,
      (select count(*) from purchase_order_item where purchase_order_id = ${order._id} and deleted_at is null) as lines
    from product where _id = any(${wanted}) and deleted_at is null`.execute(ctx.db);
  const lines = await findLines(
    ctx,
    sql`i._id in (select _id from purchase_order_item where _id = any(${inputs.flatMap((input) => input._id ?? [])}::text[])
      union select _id from purchase_order_item where client_id = any(${inputs.flatMap((input) => input.client_id ?? [])}::text[])
      union select _id from purchase_order_item where purchase_order_id = ${order._id} and product_id = any(${wanted}) and deleted_at is null)`,
  );
  const parties = {
    parent_type: order.source_type,
    parent: order.source,
    destination_type: order.destination_type,
    destination: order.destination,
  };
  const unpriced = inputs.filter((input) => input.amount === undefined).map((input) => input.product_id);
  return {
    order,
    products: new Map(products.map((product) => [product._id, product])),
    rates: await defaultRates(ctx.db, parties, [...new Set(unpriced)]),
    count: products[0]?.lines ?? 0,
    byId: new Map(lines.map((line) => [line._id, line])),
    byClient: new Map(lines.flatMap((line) => (line.client_id === null ? [] : [[line.client_id, line] as const]))),
    byProduct: new Map(
      lines
        .filter((line) => line.purchase_order_id === order._id && line.deleted_at === null)
        .map((line) => [line.product_id, line]),
    ),
    added: new Set(),
    changed: new Set(),
    audits: [],
  };
}

interface Refused {
  refused: Refusal;
  /** The line whose stored state goes with the refusal. */
  current?: string;
}
type Told = Refused | { line: string; message: string };

function decide(page: Page, row: Row, ctx: Ctx): Told {
  try {
    return row.input._id ? changeLine(page, row, row.input._id, ctx) : addLine(page, row, ctx);
  } catch (error) {
    if (error instanceof Refusal) return { refused: error };
    throw error;
  }
}

function refusalOf({ refused, current }: Refused, lines: ReadonlyMap<string, PurchaseOrderItem>): Refusal {
  if (!current) return refused;
  return new Refusal(refused.word, refused.message, { ...refused.extra, current: lines.get(current) ?? null });
}

function productOf(page: Page, input: LineInput): Product {
  const product = page.products.get(input.product_id);
  if (!product) throw notFound('Product');
  // A line below zero would turn costs, averages and wallets around.
  if (input.amount !== undefined && input.amount < 0) throw invalid({ amount: 'Amount must not be less than 0' });
  return product;
}

/** Kobo: what was sent, or the quantity at its default rate (B3.6). */
function amountOf(page: Page, input: LineInput, product: Product): number {
  if (input.amount !== undefined) return input.amount;
  const amount = lineAmount(input.quantity, page.rates.get(product._id) ?? product.price_kobo, product.case_count);
  if (!isMoney(amount)) throw new Refusal('limit', 'Amount is too large.'); // B13
  return amount;
}

function addLine(page: Page, { input, key }: Row, ctx: Ctx): Told {
  const product = productOf(page, input);
  const known = input.client_id ? page.byClient.get(input.client_id) : undefined;
  if (known) {
    // SYNC rule 16: a lost answer is safe twice over, by key and by client_id.
    if (known.deleted_at !== null || !saysTheSame(known, input)) throw new Refusal('duplicate_client_id');
    return { line: known._id, message: 'OK' };
  }
  const present = page.byProduct.get(input.product_id);
  if (present)
    return { refused: new Refusal('duplicate', 'Product already exists in this order.'), current: present._id };
  if (page.count >= MAX_LINES) throw new Refusal('limit', MAX_LINES_TEXT);
  const line: StoredLine = {
    _id: ctx.newId(),
    purchase_order_id: page.order._id,
    product_id: product._id,
    quantity: input.quantity,
    quantity_accepted: input.quantity_accepted ?? null,
    amount_kobo: amountOf(page, input, product),
    reason: input.reason ?? null,
    note: input.note ?? '',
    version: 1,
    modified: ctx.now,
    by_name: ctx.who.name,
    product_name: product.name,
    client_id: input.client_id ?? null,
    deleted_at: null,
  };
  page.added.add(line);
  page.count += 1;
  page.byId.set(line._id, line);
  page.byProduct.set(line.product_id, line);
  if (line.client_id !== null) page.byClient.set(line.client_id, line);
  page.audits.push({ key, entry: { ...auditOf(page, 'create', line), after: shownLine(line) } });
  return { line: line._id, message: 'Product added to purchase order!' };
}

function auditOf({ order }: Page, action: string, line: StoredLine): AuditEntry {
  return {
    action,
    model: 'purchase_order_item',
    record_id: line._id,
    record_label: `${order.ref}: ${line.product_name}`,
  };
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

function changeLine(page: Page, { input, key }: Row, id: string, ctx: Ctx): Told {
  const product = productOf(page, input);
  const line = page.byId.get(id);
  if (!line || line.deleted_at !== null) throw notFound('Product line');
  if (line.purchase_order_id !== page.order._id)
    throw new Refusal('bad_request', 'This line belongs to another purchase order.');
  if (line.product_id !== input.product_id)
    throw new Refusal('bad_request', 'The product of a line cannot be changed.');
  const next = {
    quantity: input.quantity,
    quantity_accepted: input.quantity_accepted === undefined ? line.quantity_accepted : input.quantity_accepted,
    amount_kobo: amountOf(page, input, product),
    reason: input.reason === undefined ? line.reason : input.reason,
    note: input.note ?? line.note,
  };
  const message = 'Purchase order product updated';
  const same = (Object.keys(next) as (keyof typeof next)[]).every((name) => next[name] === line[name]);
  if (same) return { line: id, message };
  if (input.base_version !== undefined && input.base_version !== line.version) {
    const text = `${product.name} was changed by ${line.by_name ?? 'someone else'} at ${showShort(line.modified)}.`;
    return { refused: new Refusal('conflict', text), current: id };
  }
  // F22: a rate that was typed over another one stays visible, both of them.
  const fields = changedFields(shownLine(line), shownLine(next));
  Object.assign(line, next, { version: line.version + 1, modified: ctx.now, by_name: ctx.who.name });
  if (!page.added.has(line)) page.changed.add(line);
  page.audits.push({ key, entry: { ...auditOf(page, 'update', line), ...fields } });
  return { line: id, message };
}

async function write(page: Page, ctx: Ctx): Promise<void> {
  const added = columns([...page.added]);
  if (page.added.size > 0)
    await sql`insert into purchase_order_item (_id, created, modified, created_by, modified_by, purchase_order_id, product_id, quantity,
        quantity_accepted, amount_kobo, reason, note, version, client_id)
      select line._id, ${ctx.now}::int8, ${ctx.now}::int8, ${ctx.who.user_id}, ${ctx.who.user_id}, ${page.order._id}, line.product_id, line.quantity,
        line.quantity_accepted, line.amount_kobo, line.reason, line.note, line.version, line.client_id from ${added}`.execute(
      ctx.db,
    );
  if (page.changed.size > 0)
    await sql`update purchase_order_item i set quantity = line.quantity, quantity_accepted = line.quantity_accepted,
        amount_kobo = line.amount_kobo, reason = line.reason, note = line.note, version = line.version, modified = ${ctx.now}::int8,
        modified_by = ${ctx.who.user_id}
      from ${columns([...page.changed])} where i._id = line._id`.execute(ctx.db);
  await writeAudits(ctx, page.audits);
}

/** Lines as a table of parameters, named `line`. */
function columns(lines: readonly StoredLine[]): RawBuilder<unknown> {
  const each = <T>(value: (line: StoredLine) => T): T[] => lines.map(value);
  return sql`unnest(${each((line) => line._id)}::text[], ${each((line) => line.product_id)}::text[], ${each((line) => line.quantity)}::int8[],
      ${each((line) => line.quantity_accepted)}::int8[], ${each((line) => line.amount_kobo)}::int8[], ${each((line) => line.reason)}::text[],
      ${each((line) => line.note)}::text[], ${each((line) => line.version)}::int4[], ${each((line) => line.client_id)}::text[])
    as line (_id, product_id, quantity, quantity_accepted, amount_kobo, reason, note, version, client_id)`;
}

async function currentLines(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, PurchaseOrderItem>> {
  if (ids.length === 0) return new Map();
  const items = await answersOf(ctx.db, sql`i._id = any(${ids})`);
  return new Map(items.map((item) => [item._id, item]));
}
