/** The hub whose figures are requested. */
import { isHubSide } from '#domain/permissions.ts';
import type { Ctx } from '../calls/handler.ts';
import { notFound } from '../calls/refusal.ts';

/** The hub that a home or a list is about: the own one of an account of a hub, the chosen one of the office, null for all hubs. */
export async function hubOf({ db, who }: Ctx, chosen: string | undefined): Promise<string | null> {
  if (isHubSide(who.role)) return who.seller_id ?? '';
  if (chosen === undefined) return null;
  const known = await db
    .selectFrom('seller')
    .select('_id')
    .where('_id', '=', chosen)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!known) throw notFound('Hub');
  return chosen;
}
