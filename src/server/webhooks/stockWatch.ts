/** Finds goods of hubs that fell to their reorder point, and announces each fall once (decisions 0531, 0571). */
import { sql } from 'kysely';
import { newId } from '../calls/ids.ts';
import type { Database, Db } from '../db/open.ts';
import { announce } from '../events/announce.ts';
import { coverOf } from '../stock/coverSql.ts';

const EVENT = 'stock.below_reorder_point';
/** Seconds between two looks of all processes together: the reckoning reads 28 days of all hubs. */
const EVERY = 300;

interface Low {
  seller_id: string;
  seller_name: string;
  product_id: string;
  product_name: string;
  quantity: number;
  expected: number;
  reorder_at: number;
  days_left: number;
}

/**
 * Checks all hubs, if a webhook subscribed and nobody checked within five minutes. The first check after that records low stock and announces nothing: the
 * event is a fall. The record and the announcement are written in one transaction, so a fall is neither lost nor announced twice.
 */
export async function watchStock(database: Database, now: number): Promise<void> {
  const { rows: wanted } =
    await sql`select 1 from webhook where status = 'active' and ${EVENT} = any(events) limit 1`.execute(
      database.kysely,
    );
  const watch = await database.kysely.selectFrom('stock_watch').select('looked_at').execute();
  if (wanted.length === 0) {
    if (watch.length > 0)
      await sql`with gone as (delete from stock_low) delete from stock_watch`.execute(database.kysely);
    return;
  }
  if (now - (watch[0]?.looked_at ?? 0) < EVERY) return;
  await database.transaction(async (tx) => {
    const isFirst = await takeTurn(tx, now);
    if (isFirst !== null) await look(tx, now, isFirst);
  });
}

/** Whether this is the first look; null: another process is looking or has looked. */
async function takeTurn(tx: Db, now: number): Promise<boolean | null> {
  const { rows } = await sql<{ looked_at: number }>`select looked_at from stock_watch for update skip locked`.execute(
    tx,
  );
  const [row] = rows;
  if (row) {
    if (now - row.looked_at < EVERY) return null;
    await sql`update stock_watch set looked_at = ${now}`.execute(tx);
    return false;
  }
  const { numAffectedRows } =
    await sql`insert into stock_watch (looked_at) values (${now}) on conflict do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0) === 1 ? true : null;
}

async function look(tx: Db, now: number, isFirst: boolean): Promise<void> {
  const hubs = await tx
    .selectFrom('warehouse')
    .select(['_id', 'parent'])
    .where('parent_type', '=', 'seller')
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .execute();
  const cover = coverOf(
    now,
    hubs.map((hub) => hub._id),
    hubs.map((hub) => hub.parent),
  );
  const { rows: low } =
    await sql<Low>`with ${cover} select c.hub as seller_id, c.hub_name as seller_name, c.product_id, p.name as product_name,
      c.held as quantity, c.expected, c.reorder_at, c.days_left
    from cover c join product p on p._id = c.product_id where c.held + c.expected <= c.reorder_at order by c.hub, c.product_id`.execute(
      tx,
    );
  const named = sql`(select * from unnest(${low.map((one) => one.seller_id)}::text[], ${low.map((one) => one.product_id)}::text[]) as l (seller_id, product_id))`;
  await sql`delete from stock_low s where not exists (select 1 from ${named} l where l.seller_id = s.seller_id and l.product_id = s.product_id)`.execute(
    tx,
  );
  const { rows: fresh } = await sql<{
    seller_id: string;
    product_id: string;
  }>`insert into stock_low (seller_id, product_id, since)
    select l.seller_id, l.product_id, ${now}::int8 from ${named} l on conflict do nothing returning seller_id, product_id`.execute(
    tx,
  );
  if (isFirst) return;
  const isFresh = new Set(fresh.map((one) => `${one.seller_id} ${one.product_id}`));
  for (const one of low) {
    if (!isFresh.has(`${one.seller_id} ${one.product_id}`)) continue;
    await announce({ db: tx, now, newId }, EVENT, () => ({
      seller: { _id: one.seller_id, name: one.seller_name },
      product: { _id: one.product_id, name: one.product_name },
      quantity: one.quantity,
      expected: one.expected,
      reorder_at: one.reorder_at,
      days_left: one.days_left,
    }));
  }
}
