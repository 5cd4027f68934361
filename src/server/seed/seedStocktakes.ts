/** Stocktakes of the demo: one that is posted and one that officers are at, by the same functions as for a person. */
import { permissionsOf } from '#domain/matrix.ts';
import { writeAudit } from '../calls/audit.ts';
import type { Ctx, Handler } from '../calls/handler.ts';
import { Refusal } from '../calls/refusal.ts';
import type { Database, Db } from '../db/open.ts';
import { countHandler } from '../stock/stocktake/countHandler.ts';
import { stocktakeHandlers } from '../stock/stocktake/stocktakeHandlers.ts';
import { ACCOUNTS, HUBS } from './demoPeople.ts';
import { seedCtx, stockOf } from './seedMovements.ts';
import type { SeedConfig } from './seedTypes.ts';

/** Products of each stocktake. */
const MANY = 8;

/** Units that were counted beside those of the books, product by product; null: not counted yet. */
const POSTED = [0, -2, 0, 0, 1, 0, -1, 0];
const OPEN = [0, -1, 0, 0, 1, null, null, null];

function handlerOf(path: string): Handler['handle'] {
  const found = stocktakeHandlers.find((one) => one.call.path === path);
  if (!found) throw new Error(`No such call: ${path}`);
  return found.handle;
}

export async function seedStocktakes(database: Database, config: SeedConfig): Promise<void> {
  await database.transaction(async (tx) => {
    const posted = await countedAt(tx, config, HUBS[5]._id, POSTED);
    if (posted) {
      await handlerOf('stocktake/finish')({ stocktake_id: posted }, seedCtx(tx, config, config.now()));
      await post(tx, config, posted);
    }
    await countedAt(tx, config, HUBS[4]._id, OPEN);
  });
}

/** Opens a stocktake of a hub and counts; answers its id, or null where the hub holds nothing yet. */
async function countedAt(
  tx: Db,
  config: SeedConfig,
  hub: string,
  beside: readonly (number | null)[],
): Promise<string | null> {
  const held = (await stockOf(tx, 'seller', hub)).filter((row) => row.quantity > 2).slice(0, MANY);
  const warehouse = await tx
    .selectFrom('warehouse')
    .select('_id')
    .where('parent', '=', hub)
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (!warehouse || held.length === 0) return null;
  const ctx = seedCtx(tx, config, config.now());
  const product_ids = held.map((row) => row.product_id);
  const opened = (await handlerOf('stocktake/open')(
    { warehouse_id: warehouse._id, scope: 'list', product_ids },
    ctx,
  )) as {
    _id: string;
  };
  const rows = held.flatMap((row, at) => {
    const more = beside[at] ?? null;
    if (more === null) return [];
    const place = at < MANY / 2 ? 'Aisle A' : 'Floor';
    const figure = { quantity: row.quantity + more, counted_at: config.now() - (MANY - at) * 2 };
    return [{ input: { stocktake_id: opened._id, product_id: row.product_id, place, ...figure }, key: null }];
  });
  const outcomes = (await countHandler.batch?.(rows, ctx)) ?? [];
  for (const outcome of outcomes) if (outcome instanceof Refusal) throw outcome;
  return opened._id;
}

async function post(tx: Db, config: SeedConfig, stocktake: string): Promise<void> {
  const ctx = actingAs(seedCtx(tx, config, config.now()), 'accounts');
  const { digest } = (await handlerOf('stocktake/read_result')({ _id: stocktake }, ctx)) as { digest: string };
  await handlerOf('stocktake/post')({ stocktake_id: stocktake, expect_digest: digest, anyway: true }, ctx);
}

/** The same work by another account of the demo. */
export function actingAs(of: Ctx, first: string): Ctx {
  const [, name, role] = ACCOUNTS.find(([one]) => one === first) ?? [first, first, 'manager.accountant' as const];
  const ctx: Ctx = {
    ...of,
    who: { ...of.who, user_id: `user_${first}`, name, role, permissions: permissionsOf(role) },
    audit: (entry) => writeAudit(ctx, entry),
  };
  return ctx;
}
