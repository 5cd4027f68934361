/** Finds and locks a stocktake for a change, as far as the asking person may see it. */
import { sql } from 'kysely';
import { isHubSide, type Who } from '#domain/permissions.ts';
import type { StocktakeStatus } from '#domain/stocktake.ts';
import { showClock, showDay } from '#domain/time.ts';
import type { Ctx } from '../../calls/handler.ts';
import { notFound, Refusal } from '../../calls/refusal.ts';

export interface StocktakeHead {
  _id: string;
  created: number;
  version: number;
  ref: string;
  warehouse_id: string;
  status: StocktakeStatus;
  blind: boolean;
  closed_at: number | null;
  closed_by: string | null;
  closed_name: string | null;
}

/** The condition on a warehouse `w` whose stocktakes the person sees: an account of a hub sees those of that hub (B10.4a). */
export const stocktakesSeen = (who: Pick<Who, 'role' | 'seller_id'>) =>
  isHubSide(who.role) ? sql`w.parent_type = 'seller' and w.parent = ${who.seller_id ?? ''}` : sql`true`;

const headOf = (
  ctx: Ctx,
  id: string,
) => sql<StocktakeHead>`select s._id, s.created, s.version, s.ref, s.warehouse_id, s.status, s.blind,
    s.closed_at, s.closed_by, (select name from user_account where _id = s.closed_by) as closed_name
  from stocktake s join warehouse w on w._id = s.warehouse_id where s._id = ${id} and ${stocktakesSeen(ctx.who)}`;

/** Throws 404 for one that is not there or that the person does not see. */
export async function findStocktake(ctx: Ctx, id: string): Promise<StocktakeHead> {
  const { rows } = await headOf(ctx, id).execute(ctx.db);
  if (!rows[0]) throw notFound('Stocktake');
  return rows[0];
}

/** The same, locked until the transaction ends. What also needs the warehouse must lock it first ({@link lockWarehouse}). */
export async function lockStocktake(ctx: Ctx, id: string): Promise<StocktakeHead> {
  const { rows } = await sql<StocktakeHead>`${headOf(ctx, id)} for update of s`.execute(ctx.db);
  if (!rows[0]) throw notFound('Stocktake');
  return rows[0];
}

/** As {@link lockStocktake}; throws 409 for one that is closed. */
export async function lockOpenStocktake(ctx: Ctx, id: string): Promise<StocktakeHead> {
  const head = await lockStocktake(ctx, id);
  if (head.status !== 'open') throw closedRefusal(head, ctx.now, 'Nothing was changed.');
  return head;
}

/** Locks a warehouse, before stocktakes, products and stock rows. Throws 404 for one that is not there or that the person does not see. */
export async function lockWarehouse(ctx: Ctx, id: string): Promise<void> {
  const { rows } = await sql`select 1 from warehouse w where w._id = ${id} and w.deleted_at is null
    and ${stocktakesSeen(ctx.who)} for update`.execute(ctx.db);
  if (rows.length === 0) throw notFound('Warehouse');
}

/** The refusal 409 of a stocktake that is closed: when and by whom, and what became of the work (`effect`, a sentence). */
export function closedRefusal(head: StocktakeHead, now: number, effect: string): Refusal {
  const at = head.closed_at ?? now;
  const [day, today] = [showDay(at, now), showDay(now, now)];
  const when = day === today ? `at ${showClock(at)}` : `on ${day} at ${showClock(at)}`;
  const by = head.closed_name ?? head.closed_by ?? 'system';
  return new Refusal('stocktake_closed', `This stocktake was ${head.status} ${when} by ${by}. ${effect}`, {
    status: head.status,
    closed_at: head.closed_at,
    closed_by: head.closed_by === null ? null : { _id: head.closed_by, name: by },
  });
}

/** The account that made a change: the officer whose file an administrator imports, else the signed-in person. */
export const doer = ({ who, behalf }: Pick<Ctx, 'who' | 'behalf'>): string => behalf ?? who.user_id;

/** Counts a change of the stocktake and answers its new version. */
export async function touchStocktake(ctx: Ctx, id: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`update stocktake set version = version + 1, modified = ${ctx.now},
    modified_by = ${doer(ctx)} where _id = ${id} returning version`.execute(ctx.db);
  return rows[0]?.version ?? 0;
}
