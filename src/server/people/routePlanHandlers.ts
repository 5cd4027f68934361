/** Plans of who visits which retailer (B9.16). */
import { type RawBuilder, sql } from 'kysely';
import { type RoutePlanBuyer, routePlan } from '#contract/people/routePlan.ts';
import { buyersOfOfficer, planOfOfficer, unattachedBuyers } from '#contract/people/routePlanCalls.ts';
import { type Ctx, type Handler, handle } from '../calls/handler.ts';
import { resource } from '../resources/resource.ts';
import { personOf, rowById } from '../resources/rows.ts';
import { salesOfficerResource } from './salesOfficerResource.ts';

export const routePlanResource = resource(routePlan, {
  once: ['sales_officer_id', 'buyer_id', 'day', 'week'],
  // Two visits must not become the same visit.
  unique: { route_plan_once: ['This retailer is already visited on that day.'] },
});

export const routePlanHandlers: Handler[] = [
  handle(planOfOfficer, ({ sales_officer_id }, ctx) => planOf(ctx, sales_officer_id)),
  handle(buyersOfOfficer, ({ sales_officer_id }, ctx) => planOf(ctx, sales_officer_id)),
  handle(unattachedBuyers, ({ location = '*' }, ctx) =>
    planned(
      ctx,
      sql`b.status = 'active' and r._id is null${location === '*' ? sql`` : sql` and b.location_id = ${location}`}`,
      sql`r.status = 'active'`,
    ),
  ),
];

/**
 * The active plans of an officer (B9.16). A retailer with only inactive plans counts as unattached. Throws 404 for an officer who is missing or of
 * another hub.
 */
async function planOf(ctx: Ctx, officerId: string): Promise<RoutePlanBuyer[]> {
  await rowById(salesOfficerResource, officerId, ctx);
  return planned(ctx, sql`r._id is not null`, sql`r.status = 'active' and r.sales_officer_id = ${officerId}`);
}

async function planned(ctx: Ctx, where: RawBuilder<unknown>, plans: RawBuilder<unknown>): Promise<RoutePlanBuyer[]> {
  const { rows } = await sql<RoutePlanBuyer>`select b._id, b.name, b.phone, b.location_id,
      json_build_object('_id', place._id, 'name', place.name) as location,
      case when r._id is null then null else json_build_object('_id', r._id, 'created', r.created, 'modified', r.modified,
        'version', r.version, 'created_by', ${personOf('r.created_by')}, 'modified_by', ${personOf('r.modified_by')}, 'status', r.status, 'day', r.day,
        'week', r.week, 'index', r.index, 'buyer_id', r.buyer_id, 'sales_officer_id', r.sales_officer_id) end as route_plan
    from buyer b join location place on place._id = b.location_id
    left join route_plan r on r.buyer_id = b._id and r.deleted_at is null and ${plans}
    where b.deleted_at is null and ${where} order by place.name_key, b.name_key, b._id, r.day, r.index`.execute(ctx.db);
  return rows;
}
