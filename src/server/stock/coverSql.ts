/** The one reckoning of how long goods of hubs last and what is to order (decisions 0530, 0531), as parts of a `with`. */
import { type RawBuilder, sql } from 'kysely';
import { COVER_DAYS, LEAST_COVER_DAYS, PEAK_TIMES, USUAL_RULE } from '#domain/cover.ts';
import { MAX_QUANTITY } from '#domain/limits.ts';
import { DAY, startOfDay } from '#domain/time.ts';

/**
 * `paced`: for each of the warehouses and products with a pace, the stock `held` and the units that left (`gone`) in `days` counted days. A day counts as
 * without stock if nothing left on it and the stock at its end was 0. Movements dated after today count as today's. `product`: this product only.
 */
export const pacedOf = (now: number, warehouses: readonly string[], product?: string): RawBuilder<unknown> => {
  const from = startOfDay(now) - (COVER_DAYS - 1) * DAY;
  const only = product === undefined ? sql`true` : sql`wl.product_id = ${product}`;
  return sql`moved as (
      select wl.warehouse_id, wl.product_id, least(${COVER_DAYS - 1}, (wl.timestamp - ${from}) / ${DAY})::int4 as day,
        coalesce(-sum(wl.quantity) filter (where wl.kind in ('stock_out', 'stock_in')), 0)::int8 as out, sum(wl.quantity)::int8 as net
      from warehouse_log wl where wl.warehouse_id = any(${[...warehouses]}) and wl.timestamp >= ${from} and ${only} group by 1, 2, 3
    ), levels as (
      select m.warehouse_id, m.product_id, m.day, m.out, m.net, wp.quantity as held,
        wp.quantity - coalesce(sum(m.net) over later, 0)::int8 as after, coalesce(lead(m.day) over days, ${COVER_DAYS}) as next_day,
        row_number() over days as place, sum(greatest(m.out, 0)) over whole as peaks, count(*) filter (where m.out > 0) over whole as busy
      from moved m join warehouse_product wp on wp.warehouse_id = m.warehouse_id and wp.product_id = m.product_id
      window whole as (partition by m.warehouse_id, m.product_id), days as (partition by m.warehouse_id, m.product_id order by m.day),
        later as (partition by m.warehouse_id, m.product_id order by m.day rows between 1 following and unbounded following)
    ), paced as (
      select warehouse_id, product_id, held, sum(least(out, ${PEAK_TIMES} * peaks / busy))::int8 as gone,
        greatest(${LEAST_COVER_DAYS}, ${COVER_DAYS} - sum(case when after <= 0 then next_day - day - 1 else 0 end
          + case when after <= 0 and out <= 0 then 1 else 0 end + case when place = 1 and after - net <= 0 then day else 0 end))::int8 as days
      from (select warehouse_id, product_id, day, out, net, held, after, next_day, place, trunc(peaks)::int8 as peaks, busy from levels where busy > 0) l
      group by 1, 2, 3 having sum(least(out, ${PEAK_TIMES} * peaks / busy)) > 0
    )`;
};

/** The distributor that sent the product to the hub last; where none did, the first by name that is linked with both. Names: `w`, `paced`. */
const supplier = sql`coalesce((select po.source from warehouse_log wl join purchase_order po on po._id = wl.purchase_order_id
      join distributor d on d._id = po.source and d.status = 'active' and d.deleted_at is null
    where wl.warehouse_id = paced.warehouse_id and wl.product_id = paced.product_id and wl.kind = 'shipment_in' and wl.quantity > 0
      and po.source_type = 'distributor' order by wl.created desc, wl._id desc limit 1),
  (select d._id from distributor_product dp join distributor_seller ds on ds.distributor_id = dp.distributor_id
      join distributor d on d._id = dp.distributor_id and d.status = 'active' and d.deleted_at is null
    where dp.product_id = paced.product_id and ds.seller_id = w.parent and dp.status = 'active' and ds.status = 'active'
      and dp.deleted_at is null and ds.deleted_at is null order by d.name_key, d._id limit 1))`;

/** Units on their way into hubs, by hub and product. `hubs`: of these alone. */
export const expectedOf = (hubs: readonly string[]): RawBuilder<unknown> =>
  sql`select o.destination as hub, i.product_id, sum(coalesce(i.quantity_accepted, i.quantity))::int8 as units
    from purchase_order o join purchase_order_item i on i.purchase_order_id = o._id
    where o.tag = 'purchase_order' and o.deleted_at is null and o.destination_type = 'seller' and o.destination = any(${[...hubs]})
      and i.deleted_at is null group by 1, 2`;

const roundedUp = (days: RawBuilder<unknown>) => sql`((s.gone * ${days} + s.days - 1) / s.days)`;

/** Whether a rule may order the goods: they last no longer than the most lead time and safety days of any rule. Names: `paced`. */
const isNear = sql`paced.held * paced.days <= paced.days + paced.gone * (select greatest(${USUAL_RULE.lead_days + USUAL_RULE.safety_days},
    coalesce(max(lead_days + safety_days), 0)) from cover_rule)`;

/**
 * Continues {@link pacedOf} with `expected`, `promised` (units that open transfers between hubs take from a hub) and `cover`: a row per hub and product with
 * stock, pace, rule, supplier, `reorder_at`, `target` (units) and `order_cases`. `near`: without goods that cannot be to order, whose suppliers need not be read.
 */
export const coverOf = (
  now: number,
  warehouses: readonly string[],
  hubs: readonly string[],
  near = false,
): RawBuilder<unknown> =>
  sql`${pacedOf(now, warehouses)}, expected as (${expectedOf(hubs)}), promised as (
      select o.source as hub, i.product_id, sum(coalesce(i.quantity_accepted, i.quantity))::int8 as units
      from purchase_order o join purchase_order_item i on i.purchase_order_id = o._id
      where o.tag = 'purchase_order' and o.deleted_at is null and o.kind = 'transfer' and o.source_type = 'seller' and o.source = any(${[...hubs]})
        and i.deleted_at is null group by 1, 2
    ), supplied as (
      select paced.*, w.parent as hub, w.owner_name as hub_name, p.case_count, coalesce(e.units, 0)::int8 as expected, ${supplier} as supplier
      from paced join warehouse w on w._id = paced.warehouse_id join product p on p._id = paced.product_id and p.status = 'active' and p.deleted_at is null
        left join expected e on e.hub = w.parent and e.product_id = paced.product_id
      where ${near ? isNear : sql`true`}
    ), ruled as (
      select s.*, coalesce(r.lead_days, ${USUAL_RULE.lead_days}) as lead_days, coalesce(r.safety_days, ${USUAL_RULE.safety_days}) as safety_days,
        coalesce(r.order_days, ${USUAL_RULE.order_days}) as order_days, coalesce(r.scope, 'usual') as scope
      from supplied s left join lateral (select c.lead_days, c.safety_days, c.order_days,
          case when c.product_id is not null then 'product' when c.distributor_id is not null then 'supplier' else 'hub' end as scope
        from cover_rule c where c.seller_id = s.hub and (c.product_id = s.product_id
          or (c.product_id is null and (c.distributor_id is null or c.distributor_id = s.supplier)))
        order by c.product_id is null, c.distributor_id is null limit 1) r on true
    ), reckoned as (
      select s.*, (s.held * s.days / s.gone)::int8 as days_left, ${roundedUp(sql`(s.lead_days + s.safety_days)`)} as reorder_at,
        ${roundedUp(sql`(s.lead_days + s.safety_days + s.order_days)`)} as target from ruled s
    ), cover as (
      select r.*, case when r.held + r.expected > r.reorder_at then 0 else least(${MAX_QUANTITY} / r.case_count,
        greatest(0, (r.target - r.held - r.expected + r.case_count - 1) / r.case_count)) end::int4 as order_cases from reckoned r
    )`;
