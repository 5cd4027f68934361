/** Reads stocktakes as lists, homes and those who count see them: no figure of the books and of others, unless it is not blind. */
import { type RawBuilder, sql } from 'kysely';
import {
  countPlan,
  type Stocktake,
  type StocktakeLine,
  stocktakeOne,
  stocktakesAll,
  warehousesToCount,
} from '#contract/stock/stocktakeCalls.ts';
import { MAX_PER_PAGE } from '#domain/limits.ts';
import { formatMoney } from '#domain/money.ts';
import { can } from '#domain/permissions.ts';
import { wordsSought } from '#domain/phone.ts';
import type { StocktakeScope, StocktakeStatus } from '#domain/stocktake.ts';
import { type Ctx, handle } from '../../calls/handler.ts';
import { notFound } from '../../calls/refusal.ts';
import { containsPattern } from '../../db/containsPattern.ts';
import { countRows as rowsIn } from '../../db/reads.ts';
import type { Row } from '../../db/tables.ts';
import { wholeNumber } from '../../resources/list.ts';
import { person, personOf } from '../../resources/rows.ts';
import { type ProductColumns, productJoins, productRefColumns, toProductRef } from '../productRefs.ts';
import { figuresOf, needsAnother, stateOf } from './countLines.ts';
import { findStocktake, type StocktakeHead, stocktakesSeen } from './lockedStocktake.ts';
import { isCorrection } from './reckon.ts';
import { planOf } from './scopeProducts.ts';

type HeadRow = Omit<Row<'stocktake'>, 'created_by' | 'modified_by' | 'scope' | 'status'> &
  Pick<Stocktake, 'created_by' | 'modified_by' | 'client_id' | 'seller_id' | 'products' | 'counted' | 'recounts'> & {
    scope: StocktakeScope;
    status: StocktakeStatus;
    owner_name: string;
    closed_name: string | null;
    people: (Omit<Stocktake['people'][number], '_id'> & { _id: string })[];
  };

const people = sql`(select coalesce(json_agg(json_build_object('_id', part.user_id, 'name', coalesce(u.name, part.user_id),
    'place', part.place, 'counted', (select count(distinct c.product_id) from stocktake_count c
      where c.stocktake_id = s._id and c.user_id = part.user_id),
    'last_at', part.last_at, 'finished_at', part.finished_at) order by u.name, part.user_id), '[]'::json)
  from stocktake_part part left join user_account u on u._id = part.user_id where part.stocktake_id = s._id)`;

/** Stocktakes with this word in what a list shows. There are a few for each warehouse, so no index supports it. */
const foundBy = (
  word: string,
) => sql`(searchable(s.ref || ' ' || w.owner_name || ' ' || s.scope_name) like ${containsPattern(word)}
  or exists (select 1 from stocktake_part part join user_account u on u._id = part.user_id
    where part.stocktake_id = s._id and searchable(u.name) like ${containsPattern(word)}))`;

/** Stocktakes by a condition on `stocktake s join warehouse w`, the newest first. */
export async function stocktakesBy(ctx: Ctx, where: RawBuilder<unknown>, limit = sql``): Promise<Stocktake[]> {
  const { rows } =
    await sql<HeadRow>`select s._id, s.created, s.modified, s.version, ${personOf('s.created_by')} as created_by,
      ${personOf('s.modified_by')} as modified_by, s.ref, s.warehouse_id, w.owner_name,
      case when w.parent_type = 'seller' then w.parent end as seller_id, s.scope, s.scope_name, s.blind, s.status, s.note,
      s.closed_at, s.closed_by, (select name from user_account where _id = s.closed_by) as closed_name, s.short_kobo, s.over_kobo,
      (select client_id from stocktake_client where stocktake_id = s._id order by joined, created, client_id limit 1) as client_id,
      sums.products, sums.counted, sums.recounts, ${people} as people
    from stocktake s join warehouse w on w._id = s.warehouse_id cross join lateral (
      select count(*) as products, count(*) filter (where l.counted_round >= l.round and not l.differs) as counted,
        count(*) filter (where l.round > 1 and l.counted_round < l.round or l.differs) as recounts
      from stocktake_line l where l.stocktake_id = s._id) sums
    where ${where} and ${stocktakesSeen(ctx.who)} order by s.created desc, s._id desc ${limit}`.execute(ctx.db);
  const seesValue = can(ctx.who, 'approve_stocktake');
  const money = (kobo: number | null) => (kobo === null || !seesValue ? null : formatMoney(kobo));
  return rows.map(({ owner_name, closed_name, closed_by, short_kobo, over_kobo, closed_note: _said, ...row }) => ({
    ...row,
    warehouse: { _id: row.warehouse_id, name: owner_name },
    closed_by: person(closed_by, closed_name),
    short_value: money(short_kobo),
    over_value: money(over_kobo),
  }));
}

/** Throws 404 for one that is not there or that the person does not see. */
export async function stocktakeBy(ctx: Ctx, id: string): Promise<Stocktake> {
  const [row] = await stocktakesBy(ctx, sql`s._id = ${id}`);
  if (!row) throw notFound('Stocktake');
  return row;
}

type LineRow = ProductColumns & { round: number; whys: string; held: number; moved_at: number | null };

async function linesOf(ctx: Ctx, head: StocktakeHead): Promise<StocktakeLine[]> {
  // Reads all movements since in one query; a query per line would run a thousand times for a large stocktake.
  const { rows } = await sql<LineRow>`with moved as (
      select product_id, max(least(timestamp, created)) as at from warehouse_log
      where warehouse_id = ${head.warehouse_id} and created >= ${head.created} and ref <> ${head.ref} and not ${isCorrection}
        and ${head.closed_at === null ? sql`true` : sql`created <= ${head.closed_at}`}
      group by product_id)
    select l.round, l.whys, coalesce(wp.quantity, 0) as held, moved.at as moved_at, ${productRefColumns}
    from stocktake_line l join product p on p._id = l.product_id ${productJoins} left join moved on moved.product_id = l.product_id
    left join warehouse_product wp on wp.warehouse_id = ${head.warehouse_id} and wp.product_id = l.product_id
    where l.stocktake_id = ${head._id} order by p.name_key, p._id`.execute(ctx.db);
  const figures = await figuresOf(ctx.db, head._id);
  const me = ctx.who.user_id;
  return rows.map((row) => {
    const ownFigures = figures.get(row.p_id) ?? [];
    const { state, why } = stateOf(row, ownFigures);
    return {
      product_id: row.p_id,
      product: toProductRef(row),
      state,
      round: row.round,
      why,
      needs_another: state === 'recount' && needsAnother(row, row.round, ownFigures, me),
      moved_at: row.moved_at,
      places: ownFigures.map(({ place, round, user_id, name, counted_at }) => ({
        ...{ place, round, by: { _id: user_id, name }, at: counted_at },
      })),
      own: ownFigures
        .filter((one) => one.user_id === me)
        .map(({ place, round, quantity, counted_at, version, lots }) => ({
          ...{ place, round, quantity, counted_at, version },
          ...(lots ? { lots } : {}),
        })),
      book: head.blind ? null : row.held,
    };
  });
}

interface Countable {
  _id: string;
  name: string;
  seller_id: string | null;
  open: { _id: string; ref: string } | null;
}

export const stocktakeReads = [
  handle(stocktakesAll, async ({ status, warehouse_id, search, page, per_page }, ctx) => {
    const size = Math.min(MAX_PER_PAGE, wholeNumber(per_page ?? '50', 'per_page', 1));
    const skip = (wholeNumber(page ?? '1', 'page', 1) - 1) * size;
    const parts = [sql`true`];
    if (status !== undefined) parts.push(sql`s.status = ${status}`);
    if (warehouse_id !== undefined) parts.push(sql`s.warehouse_id = ${warehouse_id}`);
    for (const word of wordsSought(search ?? '')) parts.push(foundBy(word));
    const where = sql.join(parts, sql` and `);
    const total = await rowsIn(
      ctx.db,
      sql`stocktake s join warehouse w on w._id = s.warehouse_id where ${where} and ${stocktakesSeen(ctx.who)}`,
    );
    return { rows: await stocktakesBy(ctx, where, sql`limit ${size} offset ${skip}`), total };
  }),
  handle(stocktakeOne, async ({ _id }, ctx) => {
    const head = await findStocktake(ctx, _id);
    return { ...(await stocktakeBy(ctx, _id)), lines: await linesOf(ctx, head) };
  }),
  handle(countPlan, async ({ warehouse_id }, ctx) => {
    const { rows: seen } = await sql`select 1 from warehouse w where w._id = ${warehouse_id} and w.deleted_at is null
      and ${stocktakesSeen(ctx.who)}`.execute(ctx.db);
    if (seen.length === 0) throw notFound('Warehouse');
    const planned = await planOf(ctx, warehouse_id);
    const { rows } = await sql<ProductColumns>`select ${productRefColumns} from product p ${productJoins}
      where p._id = any(${planned.map((one) => one.product_id)})`.execute(ctx.db);
    const refs = new Map(rows.map((row) => [row.p_id, toProductRef(row)]));
    return planned.flatMap((one) => {
      const product = refs.get(one.product_id);
      return product ? [{ ...one, product }] : [];
    });
  }),
  handle(warehousesToCount, async (_input, ctx) => {
    const { rows } =
      await sql<Countable>`select w._id, w.owner_name as name, case when w.parent_type = 'seller' then w.parent end as seller_id,
        (select json_build_object('_id', s._id, 'ref', s.ref) from stocktake s where s.warehouse_id = w._id and s.status = 'open') as open
      from warehouse w where w.status = 'active' and w.deleted_at is null and w.parent_type <> 'distributor' and ${stocktakesSeen(ctx.who)}
      order by w.parent_type <> 'seller', w.name_key, w._id`.execute(ctx.db);
    return rows;
  }),
];
