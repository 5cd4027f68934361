/**
 * Upserts lines of one purchase order (PO-30, PO-32, SYNC rules 16, 31, 32). All data is read first, the rules run in memory line by line, and one
 * statement writes all lines. A single line is a batch of one, so the rules exist once.
 */

import { type RawBuilder, sql } from 'kysely';
import type { WrittenItem } from '#contract/purchasing/purchasingCalls.ts';
import { MAX_LINES, MAX_LINES_TEXT } from '#domain/limits.ts';
import { type LinePrice, linePrice } from '#domain/linePrice.ts';
import { lotsText, readLots, unitsOf } from '#domain/lots.ts';
import { isMoney } from '#domain/money.ts';
import { showShort } from '#domain/time.ts';
import { auditsOf, changedFields } from '../calls/audit.ts';
import type { AuditEntry, BatchRow, Ctx, RowOutcome } from '../calls/handler.ts';
import { invalid, notFound, Refusal } from '../calls/refusal.ts';
import { sendUnawaited } from '../db/pipelining.ts';
import { mustOwnClientId } from '../keys/clientIds.ts';
import { shownLine } from './lockedOrder.ts';
import { keepSums, orderAfter, orderTotals, refuseRate, type Sums } from './orderLines.ts';
import {
  type LineInput,
  openPage,
  type Page,
  type PageLine,
  type StockedProduct,
  type Summary,
  summaryOf,
} from './orderPage.ts';

type Row = BatchRow<LineInput>;

/** Upserts one line as a batch of one (PO-31). Throws the line's refusal. */
export async function upsertAlone(input: LineInput, ctx: Ctx, opened?: Page): Promise<WrittenItem> {
  const [outcome] = await upsertLines([{ input, key: ctx.key }], ctx, opened);
  if (!outcome) throw new Error('The line was not answered');
  if (outcome instanceof Refusal) throw outcome;
  ctx.setMessage(outcome.message);
  return outcome.data as WrittenItem;
}

/**
 * Upserts lines of the order that the first row names, with one outcome per row, in the same order. Refusals of the order itself (missing, forbidden,
 * a receipt) and of its total are thrown before anything is written. Refusals of single lines are outcomes.
 */
export async function upsertLines(rows: readonly Row[], ctx: Ctx, opened?: Page): Promise<RowOutcome[]> {
  const inputs = rows.map((row) => row.input);
  const page = opened ?? (await openPage(ctx, inputs));
  const outcomes = rows.map((row) => decide(page, row, ctx));
  const summary = await summaryOf(page, ctx);
  const lines = outcomes.flatMap((one) => ('refused' in one ? [] : one.line));
  if (lines.length === 0) return outcomes.map((one) => refusalOf(one as Refused, summary));
  const sums = summary.sums();
  for (const line of lines) refuseRate({ ...line, case_count: page.products.get(line.product_id)?.case_count ?? 1 });
  const after = orderAfter(orderTotals(sums, page.order.next_revision));
  // The responses do not depend on the write, so nobody waits for it: the transaction fails with it.
  write(page, sums, ctx);
  return outcomes.map((one) => {
    if ('refused' in one) return refusalOf(one, summary);
    return { message: one.message, data: Object.assign(summary.item(one.line), after) };
  });
}

interface Refused {
  refused: Refusal;
  /** The stored line that the refusal shows. */
  current?: PageLine;
}
type LineOutcome = Refused | { line: PageLine; message: string };

function decide(page: Page, row: Row, ctx: Ctx): LineOutcome {
  try {
    return row.input._id ? changeLine(page, row, row.input._id, ctx) : addLine(page, row, ctx);
  } catch (error) {
    if (error instanceof Refusal) return { refused: error };
    throw error;
  }
}

function refusalOf({ refused, current }: Refused, summary: Summary): Refusal {
  if (!current) return refused;
  return new Refusal(refused.word, refused.message, { ...refused.extra, current: summary.item(current) });
}

function productOf(page: Page, input: LineInput): StockedProduct {
  const product = page.products.get(input.product_id);
  if (!product || product.deleted_at !== null) throw notFound('Product');
  // A negative line would invert costs, averages and wallet postings.
  if (input.amount !== undefined && input.amount < 0) throw invalid({ amount: 'Amount must not be less than 0' });
  return product;
}

/**
 * The amount and the price of a line, from the request, the stored line and the default rate (K1, B3.6). Throws 422 when the amount is too large
 * (B13).
 */
function priceOf(page: Page, input: LineInput, product: StockedProduct, line: PageLine | null): LinePrice {
  const price = linePrice({
    quantity: input.quantity,
    caseCount: product.case_count,
    rate: input.rate,
    amount: input.amount,
    line: line && { quantity: line.quantity, amount: line.amount_kobo, rate: line.rate_kobo, about: line.rate_about },
    usual: page.rates.get(product.p_id) ?? product.p_price,
  });
  if (!isMoney(price.amount)) throw new Refusal('limit', 'Amount is too large.');
  return price;
}

/** The one text of the same lots; of what is no list itself. */
function sameText(sent: string): string {
  const lots = readLots(sent);
  return typeof lots === 'string' ? sent : lotsText(lots);
}

/** The lots that the line will store. Throws where the product is not tracked by lot and where the lots hold more than the line. */
function lotsOf(input: LineInput, product: StockedProduct, stored: string | null): string | null {
  if (input.lots === undefined) return stored;
  const lots = readLots(input.lots);
  if (typeof lots === 'string') throw invalid({ lots });
  if (lots.length > 0 && !product.tracks_lots) throw invalid({ lots: `${product.p_name} is not tracked by lot.` });
  if (unitsOf(lots) > (input.quantity_accepted ?? input.quantity))
    throw invalid({ lots: 'The lots add up to more than the line.' });
  return lotsText(lots) || null;
}

function addLine(page: Page, { input, key }: Row, ctx: Ctx): LineOutcome {
  const product = productOf(page, input);
  const known = input.client_id ? page.byClient.get(input.client_id) : undefined;
  if (known) {
    mustOwnClientId(ctx, known.created_by);
    // A repeated request returns the stored line. The client_id protects from duplicates in addition to the idempotency key.
    if (known.deleted_at !== null || !saysTheSame(known, input)) throw new Refusal('duplicate_client_id');
    return { line: known, message: 'OK' };
  }
  const present = page.byProduct.get(input.product_id);
  if (present) return { refused: new Refusal('duplicate', 'Product already exists in this order.'), current: present };
  if (page.live.size >= MAX_LINES) throw new Refusal('limit', MAX_LINES_TEXT);
  const { user_id, name } = ctx.who;
  const price = priceOf(page, input, product, null);
  const line: PageLine = {
    _id: ctx.newId(),
    purchase_order_id: page.order._id,
    product_id: product.p_id,
    quantity: input.quantity,
    quantity_accepted: input.quantity_accepted ?? null,
    amount_kobo: price.amount,
    rate_kobo: price.rate,
    rate_about: price.about,
    reason: input.reason ?? null,
    note: input.note ?? '',
    version: 1,
    created: ctx.now,
    modified: ctx.now,
    created_by: user_id,
    created_name: name,
    modified_by: user_id,
    modified_name: name,
    client_id: input.client_id ?? null,
    lots: lotsOf(input, product, null),
    deleted_at: null,
  };
  page.added.add(line);
  page.live.set(line._id, line);
  page.byId.set(line._id, line);
  page.byProduct.set(line.product_id, line);
  if (line.client_id !== null) page.byClient.set(line.client_id, line);
  page.audits.push({ key, entry: { ...auditOf(page, 'create', line, product), after: shownLine(line) } });
  return { line, message: 'Product added to purchase order!' };
}

function auditOf({ order }: Page, action: string, line: PageLine, product: StockedProduct): AuditEntry {
  return {
    action,
    model: 'purchase_order_item',
    record_id: line._id,
    record_label: `${order.ref}: ${product.p_name}`,
  };
}

/** Whether the request matches the line that has its client_id (B1.8). Fields that were not sent cannot differ. */
function saysTheSame(known: PageLine, input: LineInput): boolean {
  return (
    known.purchase_order_id === input.purchase_order_id &&
    known.product_id === input.product_id &&
    known.quantity === input.quantity &&
    (input.quantity_accepted === undefined || known.quantity_accepted === input.quantity_accepted) &&
    (input.amount === undefined || known.amount_kobo === input.amount) &&
    (input.rate === undefined || known.rate_kobo === input.rate || input.amount !== undefined) &&
    (input.reason === undefined || known.reason === input.reason) &&
    (input.note === undefined || known.note === input.note) &&
    (input.lots === undefined || (known.lots ?? '') === sameText(input.lots))
  );
}

function changeLine(page: Page, { input, key }: Row, id: string, ctx: Ctx): LineOutcome {
  const product = productOf(page, input);
  const line = page.byId.get(id);
  if (!line || line.deleted_at !== null) throw notFound('Product line');
  if (line.purchase_order_id !== page.order._id)
    throw new Refusal('bad_request', 'This line belongs to another purchase order.');
  if (line.product_id !== input.product_id)
    throw new Refusal('bad_request', 'The product of a line cannot be changed.');
  const price = priceOf(page, input, product, line);
  const next = {
    quantity: input.quantity,
    quantity_accepted: input.quantity_accepted === undefined ? line.quantity_accepted : input.quantity_accepted,
    amount_kobo: price.amount,
    rate_kobo: price.rate,
    rate_about: price.about,
    reason: input.reason === undefined ? line.reason : input.reason,
    note: input.note ?? line.note,
    lots: lotsOf(input, product, line.lots),
  };
  const message = 'Purchase order product updated';
  const same = (Object.keys(next) as (keyof typeof next)[]).every((name) => next[name] === line[name]);
  if (same) return { line, message };
  if (input.base_version !== undefined && input.base_version !== line.version) {
    const text = `${product.p_name} was changed by ${line.modified_name ?? 'somebody else'} at ${showShort(line.modified)}.`;
    return { refused: new Refusal('conflict', text), current: line };
  }
  // The audit shows both rates when a person overwrote one.
  const fields = changedFields(shownLine(line), shownLine(next));
  const { user_id, name } = ctx.who;
  Object.assign(line, next, {
    version: line.version + 1,
    modified: ctx.now,
    modified_by: user_id,
    modified_name: name,
  });
  if (!page.added.has(line)) page.changed.add(line);
  page.audits.push({ key, entry: { ...auditOf(page, 'update', line, product), ...fields } });
  return { line, message };
}

/** Writes lines, audit rows and totals in one statement, because on the embedded database each statement costs a thread switch. */
function write(page: Page, sums: Sums, ctx: Ctx): void {
  const { order, added, changed, audits } = page;
  const parts: RawBuilder<unknown>[] = [];
  if (added.size > 0)
    parts.push(sql`added as (insert into purchase_order_item (_id, created, modified, created_by, modified_by, purchase_order_id, product_id, quantity,
        quantity_accepted, amount_kobo, rate_kobo, rate_about, reason, note, version, client_id, lots)
      select line._id, ${ctx.now}::int8, ${ctx.now}::int8, ${ctx.who.user_id}, ${ctx.who.user_id}, ${order._id}, line.product_id, line.quantity,
        line.quantity_accepted, line.amount_kobo, line.rate_kobo, line.rate_about, line.reason, line.note, line.version, line.client_id, line.lots from ${columns([...added])})`);
  if (changed.size > 0)
    parts.push(sql`changed as (update purchase_order_item i set quantity = line.quantity, quantity_accepted = line.quantity_accepted,
        amount_kobo = line.amount_kobo, rate_kobo = line.rate_kobo, rate_about = line.rate_about, reason = line.reason, note = line.note, lots = line.lots, version = line.version, modified = ${ctx.now}::int8,
        modified_by = ${ctx.who.user_id}
      from ${columns([...changed])} where i._id = line._id)`);
  if (audits.length > 0) parts.push(sql`audited as (${auditsOf(ctx, audits)})`);
  const kept = keepSums(order._id, sums, ctx.now, sql`${order.next_revision}::int8`);
  sendUnawaited(ctx.db, parts.length > 0 ? sql`with ${sql.join(parts)} ${kept}` : kept);
}

/** Lines as a parameter table named `line`. */
function columns(lines: readonly PageLine[]): RawBuilder<unknown> {
  const each = <T>(value: (line: PageLine) => T): T[] => lines.map(value);
  return sql`unnest(${each((line) => line._id)}::text[], ${each((line) => line.product_id)}::text[], ${each((line) => line.quantity)}::int8[],
      ${each((line) => line.quantity_accepted)}::int8[], ${each((line) => line.amount_kobo)}::int8[],
      ${each((line) => line.rate_kobo)}::int8[], ${each((line) => line.rate_about)}::bool[], ${each((line) => line.reason)}::text[],
      ${each((line) => line.note)}::text[], ${each((line) => line.version)}::int4[], ${each((line) => line.client_id)}::text[],
      ${each((line) => line.lots)}::text[])
    as line (_id, product_id, quantity, quantity_accepted, amount_kobo, rate_kobo, rate_about, reason, note, version, client_id, lots)`;
}
