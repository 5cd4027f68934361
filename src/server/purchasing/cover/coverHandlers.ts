/** What runs out, and the purchase orders that are made of it (decisions 0530 to 0532). */
import { sql } from 'kysely';
import { COVER_ROWS, type CoverRow, coverAll } from '#contract/purchasing/coverCalls.ts';
import type { RuleScope } from '#domain/cover.ts';
import { formatMoney } from '#domain/money.ts';
import { isHubSide } from '#domain/permissions.ts';
import { type Ctx, type Handler, handle } from '../../calls/handler.ts';
import { coverOf } from '../../stock/coverSql.ts';
import { hubOf } from '../../stock/hubScope.ts';
import { type ProductColumns, productJoins, productRefColumns, toProductRef } from '../../stock/productRefs.ts';
import { orderCoverHandler } from './orderCover.ts';
import { ruleHandlers } from './ruleHandlers.ts';

type Row = ProductColumns & {
  hub: string;
  hub_name: string;
  warehouse_id: string;
  held: number;
  expected: number;
  gone: number;
  days: number;
  days_left: number;
  reorder_at: number;
  lead_days: number;
  safety_days: number;
  order_days: number;
  scope: RuleScope;
  supplier: string | null;
  supplier_name: string | null;
  order_cases: number;
  rate_kobo: number;
  from_hub: string | null;
  from_name: string | null;
  spare_cases: number | null;
  total: number;
};

/** The active warehouses of hubs whose stock is reckoned: the own one of an account of a hub, else all, because another hub may have too much. */
async function reckonedHubs(ctx: Ctx, own: string | null): Promise<{ warehouses: string[]; hubs: string[] }> {
  const { rows } = await sql<{
    _id: string;
    parent: string;
  }>`select _id, parent from warehouse where parent_type = 'seller'
    and status = 'active' and deleted_at is null and (${own}::text is null or parent = ${own})`.execute(ctx.db);
  return { warehouses: rows.map((row) => row._id), hubs: rows.map((row) => row.parent) };
}

const readAll = handle(coverAll, async ({ seller_id, supplier_id, product_id, show, search = '' }, ctx) => {
  const isOfHub = isHubSide(ctx.who.role);
  const hub = await hubOf(ctx, seller_id);
  const { warehouses, hubs } = await reckonedHubs(ctx, isOfHub ? hub : null);
  if (warehouses.length === 0) return { total: 0, rows: [] };
  const words = sql`'%' || replace(replace(replace(searchable(${search}), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`;
  const { rows } = await sql<Row>`with ${coverOf(ctx.now, warehouses, hubs)}, shown as (
      select c.*, d.name as supplier_name, count(*) over ()::int4 as total from cover c left join distributor d on d._id = c.supplier
        join product named on named._id = c.product_id
      where (${hub}::text is null or c.hub = ${hub}) and (${supplier_id ?? null}::text is null or c.supplier = ${supplier_id ?? null})
        and (${product_id ?? null}::text is null or c.product_id = ${product_id ?? null}) and (${show ?? 'all'} = 'all' or c.order_cases > 0)
        and (${search} = '' or searchable(named.name || ' ' || named.sku_id || ' ' || coalesce(d.name, '') || ' ' || c.hub_name) like ${words})
      order by c.days_left, c.hub, c.product_id limit ${COVER_ROWS}
    )
    select c.hub, c.hub_name, c.warehouse_id, c.held, c.expected, c.gone, c.days, c.days_left, c.reorder_at, c.lead_days, c.safety_days, c.order_days,
      c.scope, c.supplier, c.supplier_name, c.order_cases, c.total, coalesce(wp.cost_price_kobo, p.price_kobo) as rate_kobo,
      spare.hub as from_hub, spare.name as from_name, spare.cases as spare_cases, ${productRefColumns}
    from shown c join warehouse_product wp on wp.warehouse_id = c.warehouse_id and wp.product_id = c.product_id
      join product p on p._id = c.product_id ${productJoins}
      left join lateral (select ow.parent as hub, ow.owner_name as name,
          ((o.quantity - coalesce(oc.target, 0) - coalesce(pr.units, 0)) / c.case_count)::int4 as cases
        from warehouse_product o join warehouse ow on ow._id = o.warehouse_id left join cover oc on oc.warehouse_id = o.warehouse_id and oc.product_id = o.product_id
          left join promised pr on pr.hub = ow.parent and pr.product_id = o.product_id
        where c.order_cases > 0 and o.product_id = c.product_id and o.warehouse_id = any(${warehouses}) and o.warehouse_id <> c.warehouse_id
          and o.quantity - coalesce(oc.target, 0) - coalesce(pr.units, 0) >= c.case_count
        order by 3 desc, 1 limit 1) spare on true
    order by c.days_left, p.name_key, c.hub`.execute(ctx.db);
  return { total: rows[0]?.total ?? 0, rows: rows.map((row) => toCoverRow(row, isOfHub)) };
});

const toCoverRow = (row: Row, isOfHub: boolean): CoverRow => ({
  seller: { _id: row.hub, name: row.hub_name },
  warehouse_id: row.warehouse_id,
  product: toProductRef(row),
  quantity: row.held,
  expected: row.expected,
  gone: row.gone,
  days: row.days,
  days_left: row.days_left,
  reorder_at: row.reorder_at,
  rule: { lead_days: row.lead_days, safety_days: row.safety_days, order_days: row.order_days, of: row.scope },
  supplier: row.supplier === null ? null : { _id: row.supplier, name: row.supplier_name ?? '' },
  order_cases: row.order_cases,
  rate: isOfHub ? null : formatMoney(row.rate_kobo),
  from:
    row.from_hub === null
      ? null
      : { _id: row.from_hub, name: row.from_name ?? '', cases: Math.min(row.order_cases, row.spare_cases ?? 0) },
});

export const coverHandlers: readonly Handler[] = [readAll, orderCoverHandler, ...ruleHandlers];
