import { permissionsOf } from '#domain/matrix.ts';
import { kindOf, type PartyType, type REASONS } from '#domain/transfer.ts';
import { writeAudit } from '../calls/audit.ts';
import type { Ctx } from '../calls/handler.ts';
import { Refusal } from '../calls/refusal.ts';
import type { Database, Db } from '../db/open.ts';
import { fingerprintWith } from '../keys/idempotency.ts';
import { executeHandler } from '../purchasing/executeHandler.ts';
import { purchaseOrderResource } from '../purchasing/purchaseOrderResource.ts';
import { upsertLines } from '../purchasing/upsertLines.ts';
import { createRow } from '../resources/write.ts';
import { ASSOCIATES, DISTRIBUTORS, HUBS } from './demoPeople.ts';
import { lotsOfShipment } from './seedLots.ts';
import { associateId, type CatalogueProduct, type SeedConfig } from './seedTypes.ts';

const DAY = 86_400;
/** The number of days that the demo covers. */
const DAYS = 30;

interface Party {
  type: PartyType;
  id: string;
}
interface Line {
  product: string;
  quantity: number;
  /** Units that were accepted, and why others than expected, or why goods go back. */
  accepted?: number;
  reason?: string;
}

/** Adds differences to a shipment: a line in three is a case or two short, damaged or over, at days and hubs that follow from their numbers. */
function asAccepted(lines: readonly Line[], turn: number, caseOf: (product: string) => number): Line[] {
  return lines.map((line, at): Line => {
    const size = caseOf(line.product);
    if (at === 2 && turn % 2 === 0)
      return { ...line, accepted: line.quantity - (1 + (turn % 3)) * size, reason: 'short' };
    if (at === 4 && turn % 3 === 0)
      return { ...line, accepted: line.quantity - size, reason: turn % 2 === 0 ? 'damaged' : 'expired' };
    return at === 6 && turn % 4 === 1 ? { ...line, accepted: line.quantity + size, reason: 'excess' } : line;
  });
}

/** A fixed sequence of numbers from 0 to 1 (mulberry32), so that every demo is the same. */
export function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The weekday of an epoch second, 0 is Sunday. Days are UTC days, as everywhere in the demo. */
const weekdayOf = (seconds: number) => new Date(seconds * 1_000).getUTCDay();

/**
 * Which associate fetches stock on which day, over the month before `now` (epoch seconds): from `daysAgo` to the hub index and the associate. No hub
 * works on a Sunday, and each works on about half of the other days. The associates of a hub take turns, so that each has movements whatever day the
 * demo is made on.
 */
export function turnsOf(now: number): Map<number, { hub: number; associate: string }[]> {
  const next = sequence(20_260_102);
  const today = Math.floor(now / DAY) * DAY;
  const gone = HUBS.map(() => 0);
  const turns = new Map<number, { hub: number; associate: string }[]>();
  for (let daysAgo = DAYS; daysAgo >= 0; daysAgo -= 1) {
    // A number is also drawn for Sundays, so that a hub's other days do not depend on where the Sundays fall.
    const working = HUBS.map(() => next() >= 0.45);
    if (weekdayOf(today - daysAgo * DAY) === 0) continue;
    const day = HUBS.flatMap((_, hub) => {
      if (!working[hub]) return [];
      const crew = ASSOCIATES.flatMap(([at], index) => (at === hub ? [associateId(index)] : []));
      const turn = gone[hub] ?? 0;
      gone[hub] = turn + 1;
      const associate = crew[turn % crew.length];
      return associate ? [{ hub, associate }] : [];
    });
    turns.set(daysAgo, day);
  }
  return turns;
}

export async function seedMovements(
  database: Database,
  config: SeedConfig,
  products: readonly CatalogueProduct[],
): Promise<void> {
  const next = sequence(20_260_101);
  const pick = <T>(from: readonly T[], count: number): T[] =>
    [...from]
      .map((one) => [next(), one] as const)
      .sort((a, b) => a[0] - b[0])
      .slice(0, count)
      .map(([, one]) => one);
  const today = Math.floor(config.now() / DAY) * DAY;
  const bySlug = new Map(products.map((product) => [`product_${product.barcode}`, product]));
  const turns = turnsOf(config.now());

  for (let daysAgo = DAYS; daysAgo >= 0; daysAgo -= 1) {
    const morning = today - daysAgo * DAY + 7 * 3_600;
    if (morning > config.now()) break;
    // One transaction per day keeps the seed fast and every day complete.
    await database.transaction(async (tx) => {
      for (const [hubIndex, hub] of HUBS.entries()) {
        const here: Party = { type: 'seller', id: hub._id };
        if ((daysAgo + hubIndex) % 5 === 0) {
          const suppliers = DISTRIBUTORS.filter((one) => (one.hubs as readonly number[]).includes(hubIndex));
          const supplier = suppliers[Math.floor(next() * suppliers.length)] ?? DISTRIBUTORS[0];
          const carried = products.filter((product) => (supplier.makers as readonly string[]).includes(product.maker));
          const lines = pick(carried, 9).map((product) => ({
            product: `product_${product.barcode}`,
            quantity: product.case_count * (10 + Math.floor(next() * 40)),
          }));
          const caseOf = (product: string) => bySlug.get(product)?.case_count ?? 1;
          const came = asAccepted(lines, daysAgo + 2 * hubIndex, caseOf);
          await transfer(tx, config, { type: 'distributor', id: supplier._id }, here, came, morning, true);
          if (next() < 0.35)
            await transfer(
              tx,
              config,
              here,
              { type: 'distributor', id: supplier._id },
              lines.slice(0, 1).map((line) => ({ ...line, quantity: caseOf(line.product), reason: 'damaged' })),
              morning + 5_400,
              true,
            );
        }
        const associate = turns.get(daysAgo)?.find((turn) => turn.hub === hubIndex)?.associate;
        if (!associate) continue;
        const held = await stockOf(tx, 'seller', hub._id);
        const taken = pick(
          held.filter((row) => row.quantity >= row.case_count),
          5,
        ).map((row) => ({
          product: row.product_id,
          quantity: row.case_count * Math.max(1, Math.floor((row.quantity / row.case_count) * 0.12)),
        }));
        if (taken.length > 0)
          await transfer(tx, config, here, { type: 'sales_officer', id: associate }, taken, morning + 1_800, true);
        if (next() < 0.5 && taken[0])
          await transfer(
            tx,
            config,
            { type: 'sales_officer', id: associate },
            here,
            [{ ...taken[0], quantity: Math.ceil(taken[0].quantity / 4) }],
            morning + 32_000,
            daysAgo > 0,
          );
      }
    });
  }
  // Leaves a few open transfers, so that those lists are not empty.
  await database.transaction(async (tx) => {
    const carried = products
      .filter((product) => (DISTRIBUTORS[0].makers as readonly string[]).includes(product.maker))
      .slice(0, 4);
    await transfer(
      tx,
      config,
      { type: 'distributor', id: DISTRIBUTORS[0]._id },
      { type: 'seller', id: HUBS[0]._id },
      carried.map((product) => ({ product: `product_${product.barcode}`, quantity: product.case_count * 12 })),
      config.now() - 3_600,
      false,
    );
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
  source: Party,
  destination: Party,
  lines: Line[],
  at: number,
  complete: boolean,
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
  if (complete && kind === 'stock_in' && ctx.now + DAY > config.now())
    await tx.updateTable('purchase_order').set({ timestamp: config.now() }).where('_id', '=', id).execute();
  const outcomes = await upsertLines(
    lines.map(({ product, quantity, accepted = quantity, reason }) => ({
      input: {
        ...{ purchase_order_id: id, product_id: product, quantity, quantity_accepted: accepted },
        ...(source.type === 'distributor' ? lotsOfShipment(product, accepted, ctx.now) : {}),
        ...(reason === undefined ? {} : { reason: reason as (typeof REASONS)[number] }),
      },
      key: null,
    })),
    ctx,
  );
  for (const outcome of outcomes) if (outcome instanceof Refusal) throw outcome;
  if (complete) await executeHandler.handle({ _id: id, commit: true, error_on_empty: true }, ctx);
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
