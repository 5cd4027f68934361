/** Goods that run out, and the purchase orders made from them (decisions 0530 to 0532). */
import { sql } from 'kysely';
import { COVER_ROWS, type CoverRow, coverAll } from '#contract/purchasing/coverCalls.ts';
import type { RuleScope } from '#domain/cover.ts';
import { formatMoney } from '#domain/money.ts';
import { isHubSide } from '#domain/permissions.ts';
import { type Ctx, type Handler, handle } from '../../calls/handler.ts';
import { coverOf } from '../../stock/coverSql.ts';
import { hubsOf } from '../../stock/hubScope.ts';
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

/** The active warehouses of the hubs to compute: the own one for an account of a hub, else all, because another hub may have surplus. */
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
  const chosen = await hubsOf(ctx, seller_id ?? []);
  const { warehouses, hubs } = await reckonedHubs(ctx, isOfHub ? (chosen?.[0] ?? null) : null);
  if (warehouses.length === 0) return { total: 0, rows: [] };
  const words = sql`'%' || replace(replace(replace(searchable(${search}), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`;
  const { rows } = await sql<Row>`with ${coverOf(ctx.now, warehouses, hubs)}, shown as (
      select c.*, d.name as supplier_name, count(*) over ()::int4 as total from cover c left join distributor d on d._id = c.supplier
        join product named on named._id = c.product_id
      where (${chosen}::text[] is null or c.hub = any(${chosen})) and (${supplier_id ?? null}::text is null or c.supplier = ${supplier_id ?? null})
        and (${product_id ?? null}::text is null or c.product_id = ${product_id ?? null}) and (${show ?? 'all'} = 'all' or c.order_cases > 0)
        and (${search} = '' or searchable(named.name || ' ' || named.sku_id || ' ' || coalesce(d.name, '') || ' ' || c.hub_name) like ${words})
      order by c.days_left, c.hub, c.product_id limit ${COVER_ROWS}
    ), spares as (
      select warehouse_id, product_id, sum(units)::int8 as units from (
        select warehouse_id, product_id, quantity as units from warehouse_product where warehouse_id = any(${warehouses})
        union all select warehouse_id, product_id, -target from cover
        union all select w._id, pr.product_id, -pr.units from promised pr join warehouse w on w.parent = pr.hub and w._id = any(${warehouses})
      ) parts group by 1, 2
    ), ranked as (
      select warehouse_id, product_id, first_value(warehouse_id) over most as best, first_value(units) over most as best_units,
        nth_value(warehouse_id, 2) over most as second, nth_value(units, 2) over most as second_units
      from spares window most as (partition by product_id order by units desc, warehouse_id rows between unbounded preceding and unbounded following)
    ), spare as (
      select warehouse_id, product_id, case when best = warehouse_id then second else best end as other,
        case when best = warehouse_id then second_units else best_units end as units from ranked
    ), offered as (
      -- A full join is never one of nested loops, which the planner takes where it expects one line; a strict condition would make it another join.
      select c.*, spare.other, spare.units from shown c
        full join spare on spare.warehouse_id = c.warehouse_id and spare.product_id = c.product_id where coalesce(c.order_cases, -1) >= 0
    )
    select c.hub, c.hub_name, c.warehouse_id, c.held, c.expected, c.gone, c.days, c.days_left, c.reorder_at, c.lead_days, c.safety_days, c.order_days,
      c.scope, c.supplier, c.supplier_name, c.order_cases, c.total, coalesce(wp.cost_price_kobo, p.price_kobo) as rate_kobo,
      ow.parent as from_hub, ow.owner_name as from_name, (c.units / c.case_count)::int4 as spare_cases, ${productRefColumns}
    from offered c join warehouse_product wp on wp.warehouse_id = c.warehouse_id and wp.product_id = c.product_id
      join product p on p._id = c.product_id ${productJoins}
      left join warehouse ow on ow._id = c.other and c.order_cases > 0 and c.units >= c.case_count
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
