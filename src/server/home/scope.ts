/** The scope of a home's figures: all hubs, the own hub, or the associate alone (decision 0231). */
import { type RawBuilder, sql } from 'kysely';
import { seesStock, USUAL_RANGE } from '#domain/home.ts';
import type { Who } from '#domain/permissions.ts';
import { DAY, startOfDay } from '#domain/time.ts';
import type { Ctx } from '../calls/handler.ts';
import type { Db } from '../db/open.ts';

/** The condition on the order groups `g` of a hub; null for all hubs. */
export const groupsOf = (hub: string | null): RawBuilder<unknown> =>
  hub === null ? sql`g.deleted_at is null` : sql`g.deleted_at is null and g.seller_id = ${hub}`;

/** Selects the ids of the active warehouses of hubs. */
const activeHubWarehouses = (db: Db) =>
  db
    .selectFrom('warehouse')
    .select('_id')
    .where('parent_type', '=', 'seller')
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null);

/** The active warehouses of a hub, or of all, whose stock the person sees; none without the right. */
export async function hubWarehouses({ db, who }: Ctx, hub: string | null): Promise<string[]> {
  if (!seesStock(who)) return [];
  const ofHubs = activeHubWarehouses(db);
  const rows = await (hub === null ? ofHubs : ofHubs.where('parent', '=', hub)).execute();
  return rows.map((row) => row._id);
}

/** The person's own record as an associate; null for an account without one. */
export async function associateOf(db: Db, who: Who): Promise<string | null> {
  const officer = await db
    .selectFrom('sales_officer')
    .select('_id')
    .where('user_id', '=', who.user_id)
    .where('seller_id', '=', who.seller_id ?? '')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return officer?._id ?? null;
}

/**
 * The days of a home, epoch seconds. `before` is the start of the previous period, `from` the start of the days, `today` the start of the last day, `to`
 * the end.
 */
export interface Days {
  readonly count: number;
  readonly before: number;
  readonly from: number;
  readonly today: number;
  readonly to: number;
}

export function daysOf(now: number, count = Number(USUAL_RANGE)): Days {
  const today = startOfDay(now);
  const to = today + DAY;
  return { count, before: to - 2 * count * DAY, from: to - count * DAY, today, to };
}

/** True if rows exist in the first week of both periods: only then do the two periods cover equal time and can be compared. */
export const beganBefore = (...days: readonly (readonly number[])[]): boolean =>
  days.some((of) => of.slice(0, 7).some((value) => value !== 0));
