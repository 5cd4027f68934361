/** Whose figures a home tells: of all hubs, of the own hub, or of the associate alone (decision 0231). */
import { type RawBuilder, sql } from 'kysely';
import { HOME_DAYS } from '#contract/home/homeCalls.ts';
import { seesStock } from '#domain/home.ts';
import { isHubSide, type Who } from '#domain/permissions.ts';
import { DAY, startOfDay } from '#domain/time.ts';
import type { Ctx } from '../calls/handler.ts';
import type { Db } from '../db/open.ts';

/** The condition on the order groups `g` that the person sees; an account of a hub sees those of the own hub. */
export const groupsOf = ({ role, seller_id }: Who): RawBuilder<unknown> =>
  isHubSide(role) ? sql`g.deleted_at is null and g.seller_id = ${seller_id ?? ''}` : sql`g.deleted_at is null`;

/** The active warehouses of the hubs whose stock the person sees; none without the right. */
export async function hubWarehouses({ db, who }: Ctx): Promise<string[]> {
  if (!seesStock(who)) return [];
  const own = isHubSide(who.role) ? sql` and parent = ${who.seller_id ?? ''}` : sql``;
  const { rows } = await sql<{ _id: string }>`select _id from warehouse
    where parent_type = 'seller' and status = 'active' and deleted_at is null${own}`.execute(db);
  return rows.map((row) => row._id);
}

/** The person's own record as an associate; null for an account without one. */
export async function associateOf(db: Db, who: Who): Promise<string | null> {
  const { rows } = await sql<{ _id: string }>`select _id from sales_officer
    where user_id = ${who.user_id} and seller_id = ${who.seller_id ?? ''} and deleted_at is null`.execute(db);
  return rows[0]?._id ?? null;
}

/** The days of a home, epoch seconds: `before` to `from` are the 30 days before, `today` is the start of the last day, `to` its end. */
export interface Days {
  readonly before: number;
  readonly from: number;
  readonly today: number;
  readonly to: number;
}

export function daysOf(now: number): Days {
  const today = startOfDay(now);
  const to = today + DAY;
  return { before: to - 2 * HOME_DAYS * DAY, from: to - HOME_DAYS * DAY, today, to };
}

/** True if something was recorded in the first week of the 60 days: only then are their two halves alike, and a comparison is true. */
export const beganBefore = (...days: readonly (readonly number[])[]): boolean =>
  days.some((of) => of.slice(0, 7).some((value) => value !== 0));
