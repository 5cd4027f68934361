/** The server's own ids for the references in a file of changes; the ids in the file are not trusted (SEC-20). */
import { sql } from 'kysely';
import { clientUuid } from '#contract/purchasing/changeFields.ts';
import type { UnsentOp } from '#contract/session/unsentFile.ts';
import { isOfStocktake } from '#domain/lanePositions.ts';
import type { Ctx } from '../calls/handler.ts';

/** The server's id and the row's version for each reference of the file (SYNC rule 14). */
export type KnownRefs = Map<string, { id: string; version: number | null }>;

/** The claimed authors that exist as accounts. Keys are stored under the author, so that the author's own tablet finds them. */
export async function existing(ctx: Ctx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await ctx.db.selectFrom('user_account').select('_id').where(sql<boolean>`_id = any(${ids})`).execute();
  return new Set(rows.map((row) => row._id));
}

/** The server's orders for transfers that began on a tablet. They are found by client_id, and the ids in the file are ignored (SEC-20). */
export async function knowOrders(
  ctx: Ctx,
  ops: readonly UnsentOp[],
  known: KnownRefs,
): Promise<Record<string, string>> {
  const begun = begunOnTablet(ops.filter((op) => !isOfStocktake(op)));
  for (const transfer of begun) known.delete(transfer);
  const rows = await ctx.db
    .selectFrom('purchase_order')
    .select(['_id', 'client_id'])
    .where(sql<boolean>`client_id = any(${begun.map(clientUuid)})`)
    .execute();
  const ids = new Map(rows.map((row) => [row.client_id, row._id]));
  const orders: Record<string, string> = {};
  for (const transfer of begun) {
    const id = ids.get(clientUuid(transfer));
    if (id === undefined) continue;
    known.set(transfer, { id, version: null });
    orders[transfer] = id;
  }
  return orders;
}

/** The same for stocktakes, each found by the client_id of its opening. */
export async function knowStocktakes(ctx: Ctx, ops: readonly UnsentOp[], known: KnownRefs): Promise<void> {
  const begun = begunOnTablet(ops.filter(isOfStocktake));
  for (const stocktake of begun) known.delete(stocktake);
  if (begun.length === 0) return;
  const rows = await ctx.db
    .selectFrom('stocktake_client')
    .select(['client_id', 'stocktake_id'])
    .where(sql<boolean>`client_id = any(${begun.map(clientUuid)})`)
    .execute();
  const ids = new Map(rows.map((row) => [row.client_id, row.stocktake_id]));
  for (const stocktake of begun) {
    const id = ids.get(clientUuid(stocktake));
    if (id !== undefined) known.set(stocktake, { id, version: null });
  }
}

export const isBegunOnTablet = (transfer: string) => transfer.startsWith('local-');
const begunOnTablet = (ops: readonly UnsentOp[]): string[] => [
  ...new Set(ops.map((op) => op.transfer).filter(isBegunOnTablet)),
];
