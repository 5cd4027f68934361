/** The hub whose figures are requested. */
import { isHubSide } from '#domain/permissions.ts';
import type { Ctx } from '../calls/handler.ts';
import { notFound } from '../calls/refusal.ts';

/** The hub that a home or a list is about: the own one of an account of a hub, the chosen one of the office, null for all hubs. */
export async function hubOf(ctx: Ctx, chosen: string | undefined): Promise<string | null> {
  const hubs = await hubsOf(ctx, chosen === undefined ? [] : [chosen]);
  return hubs?.[0] ?? null;
}

/** The same for a list that takes several hubs. */
export async function hubsOf({ db, who }: Ctx, chosen: readonly string[]): Promise<string[] | null> {
  if (isHubSide(who.role)) return [who.seller_id ?? ''];
  const wanted = [...new Set(chosen)];
  if (wanted.length === 0) return null;
  const known = await db
    .selectFrom('seller')
    .select('_id')
    .where('_id', 'in', wanted)
    .where('deleted_at', 'is', null)
    .execute();
  if (known.length < wanted.length) throw notFound('Hub');
  return wanted;
}
