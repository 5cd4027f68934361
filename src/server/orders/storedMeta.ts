/** Reads the stored meta of a group or an order, by tag. */
import { sql } from 'kysely';
import type { MetaFields, MetaTag } from '#domain/orderMeta.ts';
import type { Ctx } from '../calls/handler.ts';
import { type MetaOwner, metaTable } from './settleGroup.ts';

export async function storedMeta(ctx: Ctx, id: string, of: MetaOwner = 'order_group'): Promise<MetaFields> {
  const { table, owner } = metaTable(of);
  const { rows } = await sql<{ tag: MetaTag; value: string; meta: string }>`select tag, value, meta from ${table}
    where ${owner} = ${id}`.execute(ctx.db);
  return Object.fromEntries(rows.map(({ tag, value, meta }) => [tag, { value, meta }]));
}
