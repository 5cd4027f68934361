/** Which retailer or location ordered from which manufacturer (FUL rows, B5.14). One query reads the rows of a page, a second one their ticks. */
import { type RawBuilder, sql } from 'kysely';
import {
  type FulfilmentRow,
  fulfilmentOfBuyers,
  fulfilmentOfLocations,
  routeFulfilment,
} from '#contract/orders/fulfilmentCalls.ts';
import { MAX_PER_PAGE, MAX_UNPAGED } from '#domain/limits.ts';
import { COUNTED_TAGS } from '#domain/order.ts';
import { wordsSought } from '#domain/phone.ts';
import { type Ctx, type Handler, handle } from '../../calls/handler.ts';
import { notFound, Refusal } from '../../calls/refusal.ts';
import { containsPattern } from '../../db/containsPattern.ts';
import { countRows, isLive } from '../../db/reads.ts';
import { wholeNumber } from '../../resources/list.ts';

interface FulfilmentFilter {
  page?: string;
  per_page?: string;
  search?: string;
  from_timestamp?: number;
  to_timestamp?: number;
  manufacturer_id?: string[];
  location_id?: string[];
  ordered?: boolean;
}
type Named = { _id: string; name: string };

async function makers(ctx: Ctx, wanted: string[] = []): Promise<Named[]> {
  const { rows } = await sql<Named>`select _id, name from manufacturer where deleted_at is null
    and ${wanted.length > 0 ? sql`_id = any(${wanted})` : sql`status = 'active'`} order by name_key, _id`.execute(
    ctx.db,
  );
  return rows;
}

/** Orders `o` of the counted groups `g` of retailers `b` in the range, with at least one line. */
function orderedIn({ from_timestamp: from, to_timestamp: to }: FulfilmentFilter): RawBuilder<unknown> {
  return sql`buyer b join order_group g on g.buyer_id = b._id and g.tag = any(${[...COUNTED_TAGS]}) and g.deleted_at is null
      ${from === undefined ? sql`` : sql`and g.created >= ${from}`} ${to === undefined ? sql`` : sql`and g.created < ${to}`}
    join "order" o on o.order_group_id = g._id and o.tag not in ('cancelled', 'deleted')
      and exists (select 1 from order_item i where i.order_id = o._id and i.deleted_at is null)`;
}

/** Pairs of row and manufacturer with at least one order, each with the time of its oldest pending one. `row` is the column that identifies the row. */
async function pairs(
  ctx: Ctx,
  row: RawBuilder<unknown>,
  ids: string[],
  request: FulfilmentFilter,
): Promise<Map<string, number | null>> {
  const { rows } = await sql<{ row: string; maker: string; open: number | null }>`
    select ${row} as row, o.manufacturer_id as maker, min(coalesce(g.placed_at, g.created)) filter (where g.tag = 'pending') as open
    from ${orderedIn(request)} where ${row} = any(${ids}) group by 1, 2`.execute(ctx.db);
  return new Map(rows.map((one) => [`${one.row} ${one.maker}`, one.open]));
}

/** The manufacturers among these that anybody ordered from in the range. */
async function orderedFrom(ctx: Ctx, columns: Named[], request: FulfilmentFilter): Promise<Named[]> {
  const { rows } = await sql<{
    _id: string;
  }>`select maker._id from unnest(${columns.map(({ _id }) => _id)}::text[]) as maker (_id)
    where exists (select 1 from ${orderedIn(request)} where o.manufacturer_id = maker._id)`.execute(ctx.db);
  const some = new Set(rows.map(({ _id }) => _id));
  return columns.filter(({ _id }) => some.has(_id));
}

interface Line {
  _id: string;
  name: string;
  phone?: string;
  location: Named | null;
}

const SOURCES = {
  location: {
    row: sql`b.location_id`,
    // A location without retailers can have no orders, so it is left out.
    from: sql`location m`,
    columns: sql`m._id, m.name, json_build_object('_id', m._id, 'name', m.name) as location`,
    where: sql`m.deleted_at is null and m.status = 'active' and exists (select 1 from buyer b where b.location_id = m._id and b.deleted_at is null)`,
    location: sql`m._id`,
    // The search covers names, phones and locations. A location is also found by the retailers in it.
    found: (like: RawBuilder<unknown>) => sql`(m.name_key like ${like}
      or exists (select 1 from buyer b where b.location_id = m._id and b.deleted_at is null and b.words like ${like}))`,
  },
  buyer: {
    row: sql`b._id`,
    from: sql`buyer m left join location place on place._id = m.location_id`,
    columns: sql`m._id, m.name, m.phone, case when place._id is null then null else json_build_object('_id', place._id, 'name', place.name) end as location`,
    where: sql`m.deleted_at is null and m.status = 'active'`,
    location: sql`m.location_id`,
    found: (like: RawBuilder<unknown>) => sql`(m.words like ${like} or place.name_key like ${like})`,
  },
} as const;

async function matrix(ctx: Ctx, of: keyof typeof SOURCES, request: FulfilmentFilter) {
  const source = SOURCES[of];
  const conditions: RawBuilder<unknown>[] = [source.where];
  const locations = request.location_id ?? [];
  if (locations.length > 0) conditions.push(sql`${source.location} = any(${locations})`);
  for (const word of wordsSought(request.search ?? '')) conditions.push(source.found(containsPattern(word)));
  const every = sql.join(conditions, sql` and `);
  const makerRows = await makers(ctx, request.manufacturer_id);
  const columns = request.ordered ? await orderedFrom(ctx, makerRows, request) : makerRows;
  const own = columns.map(({ _id }) => _id);
  const where = request.ordered
    ? sql`${every} and exists (select 1 from ${orderedIn(request)} where ${source.row} = m._id and o.manufacturer_id = any(${own}))`
    : every;
  const paged = request.page !== undefined;
  const page = paged ? wholeNumber(request.page, 'page', 1) : 1;
  const perPage = paged
    ? Math.min(MAX_PER_PAGE, wholeNumber(request.per_page ?? '50', 'per_page', 1))
    : MAX_UNPAGED + 1;
  const { rows: lines } = await sql<Line>`select ${source.columns} from ${source.from} where ${where}
    order by m.name_key, m._id limit ${perPage} offset ${(page - 1) * perPage}`.execute(ctx.db);
  if (lines.length > MAX_UNPAGED) throw new Refusal('too_many_rows');
  const ticks = await pairs(
    ctx,
    source.row,
    lines.map((line) => line._id),
    request,
  );
  const rows: FulfilmentRow[] = lines.map((line) => ({
    ...line,
    manufacturers: Object.fromEntries(columns.map(({ _id }) => [_id, cellOf(ticks, `${line._id} ${_id}`)])),
  }));
  const count = (condition: RawBuilder<unknown>) => countRows(ctx.db, sql`${source.from} where ${condition}`);
  const total = paged ? await count(where) : rows.length;
  const left_out = request.ordered
    ? { rows: (await count(every)) - total, columns: makerRows.length - columns.length }
    : undefined;
  return paged ? { columns, rows, total, left_out } : { columns, data: rows, left_out };
}

function cellOf(ticks: ReadonlyMap<string, number | null>, pair: string) {
  const open = ticks.get(pair) ?? null;
  return { found: ticks.has(pair), ...(open === null ? {} : { open_since: open }) };
}

export const fulfilmentHandlers: Handler[] = [
  handle(routeFulfilment, async ({ location_id }, ctx) => {
    if (!(await isLive(ctx.db, 'location', location_id))) throw notFound('Location');
    const ticks = await pairs(ctx, sql`b.location_id`, [location_id], {});
    const columns = await makers(ctx);
    return Object.fromEntries(
      columns.map((maker) => [maker._id, { ...maker, found: ticks.has(`${location_id} ${maker._id}`) }]),
    );
  }),
  handle(fulfilmentOfLocations, (input, ctx) => matrix(ctx, 'location', input)),
  handle(fulfilmentOfBuyers, (input, ctx) => matrix(ctx, 'buyer', input)),
];
