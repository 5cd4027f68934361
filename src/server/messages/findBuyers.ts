/** Finds the retailers of a group, so that a notification can be sent to the people of the group (decision 0372). */
import { type RawBuilder, sql } from 'kysely';
import { type FoundBuyer, findBuyers } from '#contract/messages/notificationCalls.ts';
import { DAY } from '#domain/time.ts';
import { handle } from '../calls/handler.ts';
import { notFound } from '../calls/refusal.ts';
import { isLive } from '../db/reads.ts';
import { countedOrderRows } from '../people/buyerOrders.ts';
import { wholeOf } from '../resources/list.ts';

const locations = (
  of: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(select l.location_id from location_area l join area a on a._id = l.area_id
  where ${of} and a.status = 'active' and l.status = 'active' and a.deleted_at is null and l.deleted_at is null)`;

/** The locations that a hub serves. */
export const locationsOfHub = (seller_id: string): RawBuilder<unknown> => locations(sql`a.seller_id = ${seller_id}`);

const PARTS = [
  ['seller_id', 'seller', 'Hub'],
  ['area_id', 'area', 'Area'],
  ['cohort_id', 'cohort', 'Cohort'],
] as const;

export const findBuyersHandler = handle(findBuyers, async (input, ctx): Promise<FoundBuyer[]> => {
  for (const [field, table, label] of PARTS) {
    const _id = input[field];
    if (_id !== undefined && !(await isLive(ctx.db, table, _id))) throw notFound(label, field);
  }
  const { seller_id, area_id, cohort_id, quiet_days } = input;
  const limits = [sql`b.status = 'active' and b.deleted_at is null`];
  if (seller_id !== undefined) limits.push(sql`b.location_id in ${locationsOfHub(seller_id)}`);
  if (area_id !== undefined) limits.push(sql`b.location_id in ${locations(sql`a._id = ${area_id}`)}`);
  if (cohort_id !== undefined)
    limits.push(sql`b._id in (select c.buyer_id from cohort_buyer c where c.cohort_id = ${cohort_id})`);
  if (quiet_days !== undefined)
    limits.push(sql`not exists (select 1 from ${countedOrderRows} o
      where o.buyer_id = b._id and o.created >= ${ctx.now - quiet_days * DAY}::int8)`);
  return wholeOf(
    async (limit) =>
      (
        await sql<FoundBuyer>`select b._id, b.name, b.phone, coalesce(l.name, '') as location
          from buyer b left join location l on l._id = b.location_id
          where ${sql.join(limits, sql` and `)} order by b.name_key, b._id ${limit}`.execute(ctx.db)
      ).rows,
  );
});
