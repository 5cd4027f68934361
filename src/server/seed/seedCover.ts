/** Reorder rules of the demo: of two hubs far from their suppliers, so that "Running out" has something to order. */
import type { Database } from '../db/open.ts';
import { ruleHandlers } from '../purchasing/cover/ruleHandlers.ts';
import { HUBS } from './demoPeople.ts';
import { seedCtx } from './seedMovements.ts';
import { actingAs } from './seedStocktakes.ts';
import type { SeedConfig } from './seedTypes.ts';

const FAR = { lead_days: 28, safety_days: 10, order_days: 28 };

export async function seedCover(database: Database, config: SeedConfig): Promise<void> {
  const set = ruleHandlers.find((one) => one.call.path === 'cover_rule/set');
  if (!set) throw new Error('No such call: cover_rule/set');
  await database.transaction(async (tx) => {
    for (const hub of HUBS.filter((one) => /Wuse|Market/.test(one.name)))
      await set.handle({ seller_id: hub._id, ...FAR }, actingAs(seedCtx(tx, config, config.now()), 'staff'));
  });
}
