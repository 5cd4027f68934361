import { permissionsOf } from '#domain/matrix.ts';
import { kindOf, type PartyType } from '#domain/transfer.ts';
import { writeAudit } from '../calls/audit.ts';
import type { Ctx } from '../calls/handler.ts';
import { Refusal } from '../calls/refusal.ts';
import type { Database, Db } from '../db/open.ts';
import { fingerprintWith } from '../keys/idempotency.ts';
import { executeHandler } from '../purchasing/executeHandler.ts';
import { purchaseOrderResource } from '../purchasing/purchaseOrderResource.ts';
import { upsertLines } from '../purchasing/upsertLines.ts';
import { createRow } from '../resources/write.ts';
import { DISTRIBUTORS, HUBS } from './demoPeople.ts';
import { lotsOfShipment } from './seedLots.ts';
import type { CatalogueProduct, SeedConfig } from './seedTypes.ts';
import { movesOf, type PlannedMove } from './stockPlan.ts';

const DAY = 86_400;
/** Seconds: the first goods have lots of a month ago, so that of the short-lived goods not everything has expired. */
const OLDEST_LOT = 33 * DAY;

/** Writes the planned movements (stockPlan.ts) by the same functions as for a person, and leaves one shipment open. */
export async function seedMovements(
  database: Database,
  config: SeedConfig,
  products: readonly CatalogueProduct[],
): Promise<void> {
  const moves = movesOf(config.now(), products);
  // One transaction per day keeps the seed fast and every day complete.
  for (const daysAgo of new Set(moves.map((move) => move.daysAgo)))
    await database.transaction(async (tx) => {
      for (const move of moves) if (move.daysAgo === daysAgo) await transfer(tx, config, move);
    });
  // Leaves an open transfer, so that its list is not empty.
  await database.transaction(async (tx) => {
    const carried = products
      .filter((product) => (DISTRIBUTORS[0].makers as readonly string[]).includes(product.maker))
      .slice(0, 4);
    await transfer(tx, config, {
      source: { type: 'distributor', id: DISTRIBUTORS[0]._id },
      destination: { type: 'seller', id: HUBS[0]._id },
      lines: carried.map((product) => ({ product: `product_${product.barcode}`, quantity: product.case_count * 12 })),
      ...{ daysAgo: 0, at: config.now() - 3_600, isCompleted: false },
    });
  });
}

export async function stockOf(
  tx: Db,
  type: PartyType,
  parent: string,
): Promise<{ product_id: string; quantity: number; case_count: number }[]> {
  return tx
    .selectFrom('warehouse as w')
    .innerJoin('warehouse_product as wp', 'wp.warehouse_id', 'w._id')
    .innerJoin('product as p', 'p._id', 'wp.product_id')
    .select(['wp.product_id', 'wp.quantity', 'p.case_count'])
    .where('w.parent_type', '=', type)
    .where('w.parent', '=', parent)
    .where('w.status', '=', 'active')
    .orderBy('wp.product_id')
    .execute();
}

async function transfer(
  tx: Db,
  config: SeedConfig,
  { source, destination, lines, at, isCompleted }: PlannedMove,
): Promise<void> {
  const ctx = seedCtx(tx, config, Math.min(at, config.now()));
  const kind = kindOf(source.type, destination.type);
  const id = String(
    await createRow(
      purchaseOrderResource,
      {
        ref: '*',
        timestamp: kind === 'stock_in' ? ctx.now + DAY : ctx.now,
        tag: 'purchase_order',
        meta: '{}',
        source_type: source.type,
        source: source.id,
        destination_type: destination.type,
        destination: destination.id,
      },
      ctx,
    ),
  );
  // The server dates a return the day after it is made. One that is completed already is not dated after now.
  if (isCompleted && kind === 'stock_in' && ctx.now + DAY > config.now())
    await tx.updateTable('purchase_order').set({ timestamp: config.now() }).where('_id', '=', id).execute();
  const outcomes = await upsertLines(
    lines.map(({ product, quantity, accepted = quantity, reason }) => ({
      input: {
        ...{ purchase_order_id: id, product_id: product, quantity, quantity_accepted: accepted },
        ...(source.type === 'distributor'
          ? lotsOfShipment(product, accepted, Math.max(ctx.now, config.now() - OLDEST_LOT))
          : {}),
        ...(reason === undefined ? {} : { reason }),
      },
      key: null,
    })),
    ctx,
  );
  for (const outcome of outcomes) if (outcome instanceof Refusal) throw outcome;
  if (isCompleted) await executeHandler.handle({ _id: id, commit: true, error_on_empty: true }, ctx);
}

export function seedCtx(tx: Db, config: SeedConfig, now: number): Ctx {
  const ctx: Ctx = {
    db: tx,
    // The handlers that the seed calls use `db` alone. A handler that used this would end the seed with an error.
    database: undefined as never,
    who: {
      user_id: 'user_officer1',
      name: 'Olúwaṣeun Adéyẹmí',
      role: 'manager.warehouse_officer',
      permissions: permissionsOf('manager.warehouse_officer'),
      seller_id: null,
      must_change: false,
      must_register: false,
      session_id: '',
    },
    now,
    newId: config.newId,
    requestId: 'seed',
    key: null,
    fingerprint: fingerprintWith(''),
    deviceId: null,
    appVersion: null,
    clientTime: null,
    savedTime: null,
    address: '',
    origin: '',
    userAgent: null,
    token: null,
    files: new Map(),
    setMessage: () => undefined,
    setHeader: () => undefined,
    audit: (entry) => writeAudit(ctx, entry),
  };
  return ctx;
}
