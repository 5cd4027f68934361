/** Sales history per product and month, summed over the lines of delivered and completed groups (B8.8). */
import { type RawBuilder, sql } from 'kysely';
import { type ProductHistory, productHistory } from '#contract/catalogue/historyCalls.ts';
import { csvCell } from '#domain/csvCell.ts';
import { formatMoney } from '#domain/money.ts';
import { WITHOUT_PRODUCT } from '#domain/orderSums.ts';
import { isHubSide } from '#domain/permissions.ts';
import { LAGOS_OFFSET } from '#domain/time.ts';
import { handle } from '../../calls/handler.ts';
import { wholeOf } from '../../resources/list.ts';

interface Sum {
  _id: string;
  name: string;
  case_count: number;
  brand_id: string;
  brand: string;
  maker_id: string;
  maker: string;
  year: number;
  month: number;
  units: number;
  kobo: number;
  billed: number;
}

/** Months of 10,000 products reach the row limit (B13) after a year and a half. The call has no pages. */
const TOO_MANY = 'Too many rows. Please ask for one year and one hub.';

export const historyHandler = handle(productHistory, async ({ as_csv, year, seller_id }, ctx) => {
  // A hub role always gets its own hub, whatever the request names.
  const hub = isHubSide(ctx.who.role) ? (ctx.who.seller_id ?? '') : seller_id;
  const at = sql`(to_timestamp(g.created + ${LAGOS_OFFSET}) at time zone 'UTC')`;
  const groups = sql`g.deleted_at is null
        ${hub === undefined ? sql`` : sql`and g.seller_id = ${hub}`}
        ${year === undefined ? sql`` : sql`and g.created >= ${startOf(year)} and g.created < ${startOf(year + 1)}`}`;
  const sums = (limit: RawBuilder<unknown>) =>
    sql<Sum>`
    select coalesce(p._id, '') as _id, coalesce(p.name, ${WITHOUT_PRODUCT}) as name, coalesce(p.case_count, 1) as case_count, coalesce(b._id, '') as brand_id,
      coalesce(b.name, ${WITHOUT_PRODUCT}) as brand, coalesce(maker._id, '') as maker_id, coalesce(maker.name, ${WITHOUT_PRODUCT}) as maker,
      sold.year, sold.month, sold.units, sold.kobo, sold.billed
    from (
      select i.product_id, extract(year from ${at})::int4 as year, extract(month from ${at})::int4 as month,
        sum(coalesce(i.quantity_accepted, i.quantity))::int8 as units, sum(i.line_kobo)::int8 as kobo, sum(i.billed_kobo)::int8 as billed
      from order_group g join order_item i on i.order_group_id = g._id join "order" o on o._id = i.order_id
      where g.tag in ('delivered', 'completed') and o.tag not in ('cancelled', 'deleted')
        and i.deleted_at is null and o.deleted_at is null and ${groups}
      group by 1, 2, 3
      union all select '', extract(year from ${at})::int4, extract(month from ${at})::int4, 0, 0, sum(g.total_kobo)::int8
      from order_group g where g.tag in ('delivered', 'completed') and g.manufacturers = 0 and g.total_kobo <> 0 and ${groups}
      group by 1, 2, 3
    ) sold
    left join product p on p._id = sold.product_id left join brand b on b._id = p.brand_id left join manufacturer maker on maker._id = b.manufacturer_id
    order by p.name_key nulls last, p._id, sold.year, sold.month ${limit}`.execute(ctx.db);
  const rows = await wholeOf(async (limit) => (await sums(limit)).rows, TOO_MANY);
  return as_csv ? asCsv(rows) : { products: byProduct(rows) };
});

const startOf = (year: number) => Date.UTC(year, 0, 1) / 1_000 - LAGOS_OFFSET;

function byProduct(rows: readonly Sum[]): ProductHistory[] {
  const products = new Map<string, ProductHistory>();
  for (const row of rows) {
    const known = products.get(row._id) ?? {
      _id: row._id,
      name: row.name,
      case_count: row.case_count,
      brand: { _id: row.brand_id, name: row.brand },
      manufacturer: { _id: row.maker_id, name: row.maker },
      years: {},
    };
    const months = known.years[String(row.year)] ?? {};
    months[String(row.month)] = {
      count: row.units,
      value: formatMoney(row.kobo),
      adjustments: formatMoney(row.billed - row.kobo),
      billed: formatMoney(row.billed),
    };
    known.years[String(row.year)] = months;
    products.set(row._id, known);
  }
  return [...products.values()];
}

/** The sums as CSV text, in UTF-8 with CRLF. */
function asCsv(rows: readonly Sum[]): string {
  const lines = rows.map((row) =>
    [
      csvCell(row.name),
      csvCell(row.brand),
      csvCell(row.maker),
      row.case_count,
      row.year,
      row.month,
      row.units,
      formatMoney(row.kobo),
      formatMoney(row.billed - row.kobo),
      formatMoney(row.billed),
    ].join(','),
  );
  return `${['Product,Brand,Manufacturer,Case Count,Year,Month,Unit Count,Value,Adjustments,Billed', ...lines].join('\r\n')}\r\n`;
}
