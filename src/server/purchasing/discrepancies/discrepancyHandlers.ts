/** Reads discrepancies: the lines and their sums (decision 0470). */
import { type RawBuilder, sql } from 'kysely';
import type { InputOf } from '#contract/fields.ts';
import {
  type Discrepancy,
  type DiscrepancyDay,
  type DiscrepancySums,
  discrepanciesAll,
  discrepancySummary,
} from '#contract/purchasing/discrepancyCalls.ts';
import type { ClaimStatus, DiscrepancyBy } from '#domain/discrepancy.ts';
import { MAX_PER_PAGE, MAX_REPORT_DAYS } from '#domain/limits.ts';
import { formatMoney } from '#domain/money.ts';
import { isHubSide } from '#domain/permissions.ts';
import { DAY, startOfDay } from '#domain/time.ts';
import { REASON_LABEL } from '#domain/transfer.ts';
import { type Ctx, type Handler, handle } from '../../calls/handler.ts';
import { invalid, Refusal } from '../../calls/refusal.ts';
import { cannotSort, wholeNumber } from '../../resources/list.ts';
import { person } from '../../resources/rows.ts';
import { type ProductColumns, productJoins, productRefColumns, toProductRef } from '../../stock/productRefs.ts';
import { type DiscrepancyColumns, discrepanciesSeen, discrepanciesWhere, reasonOf } from './discrepancyLines.ts';

/** The range of a query without dates: the last 30 days. */
const USUAL_DAYS = 30;
/** Beyond this a plot has weeks. */
const MOST_BARS = 62;

type Filter = Omit<InputOf<typeof discrepancySummary.input>, 'by'>;
interface Range {
  from: number;
  to: number;
}

function rangeOf(ctx: Ctx, { from_timestamp, to_timestamp }: Filter): Range {
  const to = to_timestamp ?? startOfDay(ctx.now) + DAY;
  const from = from_timestamp ?? to - USUAL_DAYS * DAY;
  if (from >= to) throw invalid({ from_timestamp: 'Date range is required.' });
  if (to - from > MAX_REPORT_DAYS * DAY) throw new Refusal('limit', `Please choose at most ${MAX_REPORT_DAYS} days.`);
  return { from, to };
}

/** Discrepancies `d` of a range that the person may see, joined with product `p` and the claim `c` that contains the line. */
const fromRange = (ctx: Ctx, { from, to }: Range) => sql`${discrepanciesWhere(
  sql`o.timestamp >= ${from} and o.timestamp < ${to}`,
)} d join product p on p._id = d.product_id
  left join claim_line cl on cl.item_id = d.item_id and cl.stands and cl.kind = d.kind left join claim c on c._id = cl.claim_id
  where ${discrepanciesSeen(ctx.who)}`;

/** A line that belongs to a supplier and is in no claim yet. */
const isUnclaimed = sql`c._id is null and d.supplier_type = 'distributor'`;

function conditions(filter: Filter): RawBuilder<unknown> {
  const parts = [sql`true`];
  const add = (value: string | undefined, part: (value: string) => RawBuilder<unknown>) => {
    if (value !== undefined && value !== '') parts.push(part(value));
  };
  const addAny = (values: readonly string[] | undefined, of: RawBuilder<unknown>) => {
    if (values && values.length > 0) parts.push(sql`${of} = any(${[...values]})`);
  };
  addAny(filter.supplier_id, sql`d.supplier`);
  addAny(filter.product_id, sql`d.product_id`);
  addAny(filter.seller_id, sql`d.hub`);
  addAny(filter.officer_id, sql`d.officer`);
  addAny(filter.reason, reasonOf);
  addAny(filter.kind, sql`d.kind`);
  add(filter.claimed, (claimed) => (claimed === 'yes' ? sql`c._id is not null` : isUnclaimed));
  add(
    filter.search,
    (text) => sql`searchable(d.ref || ' ' || p.name || ' ' || d.supplier_name || ' ' || coalesce(c.ref, ''))
      like '%' || replace(replace(replace(searchable(${text}), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`,
  );
  return sql.join(parts, sql` and `);
}

/** Sums of discrepancies `d` of product `p`: lines, cases, kobo. */
const summed = sql`count(*)::int4 as count, coalesce(sum(d.units::float8 / p.case_count), 0)::float8 as cases,
  coalesce(sum(d.value_kobo) filter (where d.kind = 'short'), 0)::int8 as short,
  coalesce(sum(d.value_kobo) filter (where d.kind = 'over'), 0)::int8 as over,
  coalesce(sum(d.value_kobo) filter (where d.kind = 'damaged'), 0)::int8 as damaged`;
interface Summed {
  count: number;
  cases: number;
  short: number;
  over: number;
  damaged: number;
}
const NOTHING: Summed = { count: 0, cases: 0, short: 0, over: 0, damaged: 0 };

/** An account of a hub sees no cost, so no value (B4.5). */
const moneyFor = (ctx: Ctx) => (kobo: number) => (isHubSide(ctx.who.role) ? null : formatMoney(kobo));
const twoDecimals = (cases: number) => Math.round(cases * 100) / 100;
const worthOf = ({ short, over, damaged }: Summed) => short + over + damaged;

function sumsResponse(ctx: Ctx, of: Summed): DiscrepancySums {
  const money = moneyFor(ctx);
  return {
    count: of.count,
    cases: twoDecimals(of.cases),
    value: money(worthOf(of)),
    short: money(of.short),
    over: money(of.over),
    damaged: money(of.damaged),
  };
}

async function sumOf(ctx: Ctx, range: Range, where: RawBuilder<unknown>): Promise<Summed> {
  const { rows } = await sql<Summed>`select ${summed} from ${fromRange(ctx, range)} and ${where}`.execute(ctx.db);
  return rows[0] ?? NOTHING;
}

type Row = DiscrepancyColumns &
  ProductColumns & {
    officer_name: string | null;
    claim_id: string | null;
    claim_ref: string | null;
    claim_status: ClaimStatus | null;
  };

/** The columns of a whole discrepancy. */
export const discrepancyColumns = sql`d.item_id, d.kind, d.receipt_id, d.ref, d.transfer, d.at, d.supplier_type, d.supplier, d.supplier_name, d.hub, d.hub_name, d.officer,
  (select name from user_account where _id = d.officer) as officer_name, d.quantity, d.moved, d.units, d.value_kobo, ${reasonOf} as reason, d.note,
  ${productRefColumns}`;

export function toDiscrepancy(row: Row, money: (kobo: number) => string | null): Discrepancy {
  return {
    _id: `${row.item_id}:${row.kind}`,
    item_id: row.item_id,
    kind: row.kind,
    receipt: { _id: row.receipt_id, ref: row.ref, kind: row.transfer },
    at: row.at,
    supplier: { _id: row.supplier, name: row.supplier_name },
    supplier_type: row.supplier_type,
    hub: row.hub === null ? null : { _id: row.hub, name: row.hub_name ?? row.hub },
    officer: person(row.officer, row.officer_name),
    product: toProductRef(row),
    quantity: row.quantity,
    moved: row.moved,
    units: row.units,
    value: money(row.value_kobo),
    reason: row.reason as Discrepancy['reason'],
    note: row.note,
    claim:
      row.claim_id === null || row.claim_ref === null || row.claim_status === null
        ? null
        : { _id: row.claim_id, ref: row.claim_ref, status: row.claim_status },
  };
}

const SORTED: Readonly<Record<string, RawBuilder<unknown>>> = {
  at: sql`d.at`,
  value: sql`d.value_kobo`,
  units: sql`d.units::float8 / p.case_count`,
};

const listHandler = handle(discrepanciesAll, async ({ sort = '-at', page, per_page, ...filter }, ctx) => {
  const range = rangeOf(ctx, filter);
  const where = conditions(filter);
  const size = Math.min(MAX_PER_PAGE, wholeNumber(per_page ?? '30', 'per_page', 1));
  const skip = (wholeNumber(page ?? '1', 'page', 1) - 1) * size;
  const field = sort.replace(/^-/, '');
  const by = Object.hasOwn(SORTED, field) ? SORTED[field] : undefined;
  // Sorting by value would reveal values to people who may not see them.
  if (!by || (field === 'value' && isHubSide(ctx.who.role))) throw cannotSort(sort);
  const way = sort.startsWith('-') ? sql`desc` : sql`asc`;
  const { rows } =
    await sql<Row>`select ${discrepancyColumns}, c._id as claim_id, c.ref as claim_ref, c.status as claim_status from (
        select d.*, c._id as claim_id from ${fromRange(ctx, range)} and ${where}
        order by ${by} ${way}, d.item_id ${way}, d.kind limit ${size} offset ${skip}) d
      join product p on p._id = d.product_id ${productJoins} left join claim c on c._id = d.claim_id
      order by ${by} ${way}, d.item_id ${way}, d.kind`.execute(ctx.db);
  const sums = await sumOf(ctx, range, where);
  return {
    rows: rows.map((row) => toDiscrepancy(row, moneyFor(ctx))),
    total: sums.count,
    sums: sumsResponse(ctx, sums),
  };
});

/** The groupings of the sums: an id and a name of the discrepancy `d`. */
const BY: Record<DiscrepancyBy, { id: RawBuilder<unknown>; name: RawBuilder<unknown> }> = {
  supplier: { id: sql`d.supplier`, name: sql`max(d.supplier_name)` },
  product: { id: sql`d.product_id`, name: sql`max(p.name)` },
  hub: { id: sql`coalesce(d.hub, '')`, name: sql`coalesce(max(d.hub_name), 'No hub')` },
  reason: { id: reasonOf, name: sql`max(${reasonOf})` },
  officer: {
    id: sql`coalesce(d.officer, '')`,
    name: sql`coalesce((select name from user_account where _id = max(d.officer)), 'The system')`,
  },
};

async function groupsOf(ctx: Ctx, by: DiscrepancyBy, range: Range, where: RawBuilder<unknown>) {
  const { rows } = await sql<
    Summed & { _id: string; name: string }
  >`select ${BY[by].id} as _id, ${BY[by].name} as name, ${summed}
    from ${fromRange(ctx, range)} and ${where} group by 1`.execute(ctx.db);
  return rows;
}

async function daysOf(ctx: Ctx, range: Range, step: number, where: RawBuilder<unknown>): Promise<DiscrepancyDay[]> {
  const casesOf = (kind: string) =>
    sql`coalesce(sum(d.units::float8 / p.case_count) filter (where d.kind = ${kind}), 0)::float8`;
  const { rows } = await sql<
    Summed & { bar: number; short_cases: number; over_cases: number; damaged_cases: number }
  >`select ((d.at - ${range.from}) / ${step})::int4 as bar, ${summed}, ${casesOf('short')} as short_cases, ${casesOf('over')} as over_cases,
      ${casesOf('damaged')} as damaged_cases
    from ${fromRange(ctx, range)} and ${where} group by 1`.execute(ctx.db);
  const known = new Map(rows.map((row) => [row.bar, row]));
  const money = moneyFor(ctx);
  return Array.from({ length: Math.ceil((range.to - range.from) / step) }, (_, bar) => {
    const of = known.get(bar);
    return {
      at: range.from + bar * step,
      count: of?.count ?? 0,
      cases: {
        short: twoDecimals(of?.short_cases ?? 0),
        over: twoDecimals(of?.over_cases ?? 0),
        damaged: twoDecimals(of?.damaged_cases ?? 0),
      },
      short: money(of?.short ?? 0),
      over: money(of?.over ?? 0),
      damaged: money(of?.damaged ?? 0),
    };
  });
}

/** The filter choices that occur in a range, by name. */
async function choicesIn(ctx: Ctx, range: Range, by: DiscrepancyBy) {
  const { rows } = await sql<{ _id: string; name: string }>`select ${BY[by].id} as _id, ${BY[by].name} as name
    from ${fromRange(ctx, range)} group by 1 having ${BY[by].id} <> '' order by 2, 1`.execute(ctx.db);
  return rows;
}

const summaryHandler = handle(discrepancySummary, async ({ by = 'supplier', ...filter }, ctx) => {
  const range = rangeOf(ctx, filter);
  const before = { from: 2 * range.from - range.to, to: range.from };
  const where = conditions(filter);
  const step = range.to - range.from > MOST_BARS * DAY ? 7 * DAY : DAY;
  const money = moneyFor(ctx);
  const isHub = isHubSide(ctx.who.role);
  const then = new Map((await groupsOf(ctx, by, before, where)).map((group) => [group._id, group]));
  const groups = (await groupsOf(ctx, by, range, where)).toSorted(
    (a, b) => (isHub ? b.cases - a.cases : worthOf(b) - worthOf(a)) || (a._id < b._id ? -1 : 1),
  );
  const unclaimed = await sumOf(ctx, range, sql`${where} and ${isUnclaimed}`);
  return {
    ...range,
    total: sumsResponse(ctx, await sumOf(ctx, range, where)),
    before: sumsResponse(ctx, await sumOf(ctx, before, where)),
    unclaimed: { count: unclaimed.count, value: money(unclaimed.short + unclaimed.damaged - unclaimed.over) },
    groups: groups.map((group) => {
      const was = then.get(group._id) ?? NOTHING;
      return {
        _id: group._id,
        name: by === 'reason' ? (REASON_LABEL[group._id as keyof typeof REASON_LABEL] ?? group._id) : group.name,
        ...sumsResponse(ctx, group),
        before: { count: was.count, cases: twoDecimals(was.cases), value: money(worthOf(was)) },
      };
    }),
    step,
    days: await daysOf(ctx, range, step, where),
    before_days: await daysOf(ctx, before, step, where),
    choices: {
      suppliers: await choicesIn(ctx, range, 'supplier'),
      products: await choicesIn(ctx, range, 'product'),
      hubs: await choicesIn(ctx, range, 'hub'),
      officers: await choicesIn(ctx, range, 'officer'),
    },
  };
});

export const discrepancyHandlers: Handler[] = [listHandler, summaryHandler];
