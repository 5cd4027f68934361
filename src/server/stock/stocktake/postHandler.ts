/** Posts a stocktake: what differs becomes adjustments under its reference, exactly as the person saw it, or nothing (decision 0410). */
import { sql } from 'kysely';
import type { InputOf } from '#contract/fields.ts';
import type { AdjustReason } from '#contract/stock/stockCalls.ts';
import { postStocktake } from '#contract/stock/stocktakeCalls.ts';
import { lotsToMove } from '#domain/lotCounts.ts';
import { formatMoney, isMoney, lineAmount } from '#domain/money.ts';
import { casesText } from '#domain/units.ts';
import { type Ctx, handle } from '../../calls/handler.ts';
import { invalid, Refusal } from '../../calls/refusal.ts';
import { logTime } from '../../logTime.ts';
import { holdProducts } from '../productRefs.ts';
import { findStocktake, lockOpenStocktake, lockWarehouse, type StocktakeHead } from './lockedStocktake.ts';
import { digestOfResults, isMoved, keepResults, type Reckoned, reckon } from './reckon.ts';
import { about, closeStocktake, openRecounts } from './roundHandlers.ts';

type PostInput = InputOf<typeof postStocktake.input>;
/** A product whose stock changes, or whose lots do. */
type Adjusted = Reckoned & { difference: number; value: number };

export const postHandler = handle(postStocktake, async (input, ctx) => {
  const { warehouse_id } = await findStocktake(ctx, input.stocktake_id);
  // Keys, warehouses, the stocktake, products, stock rows: the order of all calls that move stock.
  await lockWarehouse(ctx, warehouse_id);
  const head = await lockOpenStocktake(ctx, input.stocktake_id);
  await mustBeAnother(ctx, head);
  if (!input.anyway) await mustBeDone(ctx, head);
  const reasons = reasonsIn(input);
  await lockStock(ctx, head);
  const results = await reckon(ctx.db, head);
  const digest = digestOfResults(results);
  if (digest !== input.expect_digest)
    throw new Refusal('items_changed', 'The counts or the stock changed since you looked. Please review.', { digest });
  const adjusted = results.filter((one): one is Adjusted => one.difference !== null && isMoved(one));
  mustRemain(adjusted);
  await writeAdjustments(ctx, head, adjusted, { reasons, note: input.note ?? '' });
  const [short, over] = [adjusted, adjusted].map((all, at) =>
    all.reduce((sum, { value }) => sum + Math.max(0, at === 0 ? -value : value), 0),
  ) as [number, number];
  const used = new Map(adjusted.map((one) => [one.line.p_id, reasons.get(one.line.p_id) ?? 'count'] as const));
  await keepResults(ctx.db, head._id, results, used);
  const version = await closeStocktake(ctx, head, { status: 'posted', note: input.note ?? '', short, over });
  const sums = { short_value: formatMoney(short), over_value: formatMoney(over) };
  await ctx.audit({
    ...about(head, 'post'),
    before: { status: 'open' },
    after: { status: 'posted', adjusted: adjusted.length, ...sums },
  });
  return { _id: head._id, ref: head.ref, version, adjusted: adjusted.length, ...sums };
});

/** Whether this person counted in it: what one person counted another one posts. */
export async function countedIn(ctx: Ctx, stocktake: string): Promise<boolean> {
  const { rows } = await sql`select 1 from stocktake_count where stocktake_id = ${stocktake}
    and user_id = ${ctx.who.user_id} limit 1`.execute(ctx.db);
  return rows.length > 0;
}

async function mustBeAnother(ctx: Ctx, head: StocktakeHead): Promise<void> {
  if (await countedIn(ctx, head._id))
    throw new Refusal('forbidden', 'You counted in this stocktake, so somebody else must post it.');
}

async function mustBeDone(ctx: Ctx, head: StocktakeHead): Promise<void> {
  const { rows } = await sql<{ name: string }>`select coalesce(u.name, part.user_id) as name from stocktake_part part
    left join user_account u on u._id = part.user_id
    where part.stocktake_id = ${head._id} and part.finished_at is null order by 1`.execute(ctx.db);
  const names = rows.map((row) => row.name);
  if (names.length === 1) throw invalid({ anyway: `${names[0]} still counts.` });
  if (names.length > 1) throw invalid({ anyway: `${names.slice(0, -1).join(', ')} and ${names.at(-1)} still count.` });
  const recounts = await openRecounts(ctx, head._id);
  if (recounts === 1) throw invalid({ anyway: '1 product waits for a recount.' });
  if (recounts > 1) throw invalid({ anyway: `${recounts} products wait for a recount.` });
}

function reasonsIn({ reason_of = [], reason = [] }: PostInput): Map<string, AdjustReason> {
  if (reason_of.length !== reason.length) throw new Refusal('unequal_arrays');
  return new Map(reason_of.map((product, at) => [product, reason[at] as AdjustReason]));
}

/** Locks the products and then their stock rows, each in ascending id; a missing row counts as 0 units. */
async function lockStock(ctx: Ctx, head: StocktakeHead): Promise<void> {
  const { rows } = await sql<{
    product_id: string;
    there: boolean;
  }>`select l.product_id, wp._id is not null as there from stocktake_line l
    left join warehouse_product wp on wp.warehouse_id = ${head.warehouse_id} and wp.product_id = l.product_id
    where l.stocktake_id = ${head._id} and l.counted_round > 0 order by l.product_id`.execute(ctx.db);
  const products = rows.map((row) => row.product_id);
  await holdProducts(ctx.db, sql`select unnest(${products}::text[])`);
  const missing = rows.filter((row) => !row.there).map(({ product_id }) => ({ _id: ctx.newId(), product_id }));
  if (missing.length > 0)
    await sql`insert into warehouse_product (_id, warehouse_id, product_id, quantity, created, modified)
      select _id, ${head.warehouse_id}, product_id, 0, ${ctx.now}::int8, ${ctx.now}::int8
      from json_to_recordset(${JSON.stringify(missing)}::json) as added (_id text, product_id text) order by product_id
      on conflict do nothing`.execute(ctx.db);
  await sql`select 1 from warehouse_product where warehouse_id = ${head.warehouse_id} and product_id = any(${products})
    order by product_id for update`.execute(ctx.db);
}

/** More cannot have left than is there: such a count is wrong, or a movement is missing. */
function mustRemain(adjusted: readonly Adjusted[]): void {
  const texts = adjusted
    .filter((one) => one.held + one.difference < 0)
    .map(({ line, held, difference }) => {
      const [short, left] = [casesText(-difference, line.case_count), casesText(held, line.case_count)];
      return `${line.p_name}: ${short} short at the time of the count, and only ${left} left now. Please have it counted again.`;
    });
  if (texts.length > 0) throw new Refusal('validation', texts.join(' '), { fields: { product_ids: texts.join(' ') } });
  const large = adjusted.find(
    (one) => !isMoney(lineAmount(one.held + one.difference, one.cost, one.line.case_count)) || !isMoney(one.value),
  );
  if (large) throw new Refusal('limit', `${large.line.p_name}: value is too large.`);
}

async function writeAdjustments(
  ctx: Ctx,
  head: StocktakeHead,
  adjusted: readonly Adjusted[],
  explained: { reasons: ReadonlyMap<string, AdjustReason>; note: string },
): Promise<void> {
  if (adjusted.length === 0) return;
  const rows = adjusted.map(({ line, held, difference, cost, modified, lots, heldLots }) => ({
    ...{
      _id: ctx.newId(),
      product_id: line.p_id,
      quantity: difference,
      after: held + difference,
      cost,
      sell: line.p_price,
    },
    at: logTime(ctx.now, modified),
    reason: explained.reasons.get(line.p_id) ?? 'count',
    source_key: `stocktake:${head._id}:${line.p_id}`,
    lots: lots === null ? null : lotsMoved(heldLots, lots),
  }));
  const recordset = sql`json_to_recordset(${JSON.stringify(rows)}::json) as row (_id text, product_id text, quantity int8, after int8,
    cost int8, sell int8, at int8, reason text, source_key text, lots text)`;
  // A count is valued at the average that it finds, so the average stays.
  await sql`update warehouse_product wp set quantity = row.after, cost_price_kobo = row.cost, modified = row.at, version = wp.version + 1
    from ${recordset} where wp.warehouse_id = ${head.warehouse_id} and wp.product_id = row.product_id`.execute(ctx.db);
  await sql`insert into warehouse_log (_id, ref, kind, warehouse_id, product_id, quantity, cost_price_kobo, sell_price_kobo, balance_after,
      created, timestamp, note, reason, created_by, source_key, lots)
    select row._id, ${head.ref}, 'adjustment', ${head.warehouse_id}, row.product_id, row.quantity, row.cost, row.sell, row.after,
      row.at, ${ctx.now}::int8, ${explained.note}, row.reason, ${ctx.who.user_id}, row.source_key, row.lots from ${recordset}`.execute(
    ctx.db,
  );
}

/** The text of `warehouse_log.lots`: what the adjustment moves of each lot, in signed units. */
const lotsMoved = (held: Reckoned['heldLots'], lots: NonNullable<Reckoned['lots']>): string =>
  JSON.stringify(
    lotsToMove(
      held,
      lots.map(({ code, expires, difference }) => ({ code, expires, units: difference })),
    ).map(({ code, expires, units }) => [code, expires, units]),
  );
