/** The figures of an associate's day, summed from the ledgers (decision 0550). A row belongs to the day on which it was posted. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { CloseOutDay } from '#contract/closeout/closeOutCalls.ts';
import { type DayMoney, type DayUnits, dayText } from '#domain/closeOut.ts';
import { formatMoney } from '#domain/money.ts';
import { DAY } from '#domain/time.ts';
import { joinHubPrice } from '../catalogue/hubPrice.ts';
import type { Db } from '../db/open.ts';
import { officerParts } from '../orders/reports/reconciliationHandlers.ts';

/** A stored line: its counts, and the name and price of its product at that time (kobo per case at the hub). */
export interface DayLine extends DayUnits {
  name: string;
  case_count: number;
  price: number;
}
export interface DayFigures {
  money: DayMoney;
  lines: DayLine[];
  digest: string;
}

async function moneyOf(db: Db, officer: string, from: number): Promise<DayMoney> {
  const { stock_issued, stock_returned, orders_delivered, cash_collected, deposits } = officerParts;
  const today = sql`x.created >= ${from}`;
  const { rows } = await sql<DayMoney>`
    select coalesce(sum(x.effect_kobo) filter (where x.created < ${from} and x.tag in ('cash', 'transfer')), 0)::int8 as cash_before,
      coalesce(sum(x.effect_kobo) filter (where ${today} and ${cash_collected}), 0)::int8 as cash_taken,
      coalesce(-sum(x.effect_kobo) filter (where ${today} and ${deposits}), 0)::int8 as handed_in,
      coalesce(sum(x.effect_kobo) filter (where x.tag in ('cash', 'transfer')), 0)::int8 as cash_left,
      coalesce(sum(x.effect_kobo) filter (where ${today} and ${stock_issued}), 0)::int8 as issued,
      coalesce(-sum(x.effect_kobo) filter (where ${today} and ${stock_returned}), 0)::int8 as returned,
      coalesce(-sum(x.effect_kobo) filter (where ${today} and ${orders_delivered}), 0)::int8 as delivered
    from ledger l join ledger_log x on x.ledger_id = l._id
      left join purchase_order po on x.ref_type = 'purchase_order' and po._id = x.ref_id
    where l.head = 'sales_officer' and l.subhead = 'wallet' and l.owner = ${officer} and x.created < ${from + DAY}`.execute(
    db,
  );
  const [money] = rows;
  if (!money) throw new Error('A sum has one row');
  return money;
}

/** Sold units count for the day on which their order was first billed, as far as it is billed now (B5.4). */
async function linesOf(db: Db, officer: string, from: number): Promise<DayLine[]> {
  const to = from + DAY;
  const { rows } = await sql<DayLine>`
    with moved as (
      select l.product_id, sum(l.quantity) filter (where l.created < ${from}) as before,
        sum(l.quantity) filter (where l.created >= ${from} and l.kind = 'stock_out') as issued,
        -sum(l.quantity) filter (where l.created >= ${from} and l.kind = 'stock_in') as returned,
        sum(l.quantity) filter (where l.created >= ${from} and l.kind not in ('stock_in', 'stock_out')) as other,
        0 as sold_before, 0 as sold
      from warehouse w join warehouse_log l on l.warehouse_id = w._id and l.created < ${to}
      where w.parent_type = 'sales_officer' and w.parent = ${officer} and w.status = 'active' and w.deleted_at is null group by 1
      union all
      select i.product_id, 0, 0, 0, 0, sum(coalesce(i.quantity_accepted, i.quantity)) filter (where g.posted_at < ${from}),
        sum(coalesce(i.quantity_accepted, i.quantity)) filter (where g.posted_at >= ${from})
      from order_group g join "order" o on o.order_group_id = g._id and o.tag not in ('cancelled', 'deleted')
        join order_item i on i.order_id = o._id and i.deleted_at is null
      where g.sales_officer_id = ${officer} and g.da_stock and g.tag in ('delivered', 'completed') and g.deleted_at is null
        and g.posted_at < ${to} group by 1),
    summed as (select product_id, coalesce(sum(before), 0) - coalesce(sum(sold_before), 0) as before, coalesce(sum(issued), 0) as issued,
        coalesce(sum(returned), 0) as returned, coalesce(sum(other), 0) as other, coalesce(sum(sold), 0) as sold
      from moved group by 1)
    select s.product_id, p.name, p.case_count, coalesce(sp.price_kobo, p.price_kobo)::int8 as price, s.before::int8 as before, s.issued::int8 as issued,
      s.returned::int8 as returned, s.sold::int8 as sold, s.other::int8 as other,
      (s.before + s.issued - s.returned + s.other - s.sold)::int8 as left, null::int4 as counted
    from summed s join product p on p._id = s.product_id join sales_officer m on m._id = ${officer} ${joinHubPrice('m.seller_id', 'p._id')}
    where s.before <> 0 or s.issued <> 0 or s.returned <> 0 or s.sold <> 0 or s.other <> 0
    order by p.name_key, s.product_id`.execute(db);
  return rows;
}

/** The figures of the day that begins at `from`, from the present ledgers. */
export async function dayFigures(db: Db, officer: string, from: number): Promise<DayFigures> {
  const money = await moneyOf(db, officer, from);
  const lines = await linesOf(db, officer, from);
  return { money, lines, digest: createHash('sha256').update(dayText(money, lines)).digest('hex') };
}

/** The figures in the shape of an answer. */
export const figureFields = ({ money, lines, digest }: DayFigures): CloseOutDay['now'] => ({
  money: Object.fromEntries(
    Object.entries(money).map(([name, kobo]) => [name, formatMoney(kobo)]),
  ) as CloseOutDay['now']['money'],
  lines: lines.map((line) => ({ ...line, price: formatMoney(line.price) })),
  digest,
});
