/** Claims of the demo: one that the supplier has and one that is open, by the same functions as for a person. */
import { sql } from 'kysely';
import type { Handler } from '../calls/handler.ts';
import type { Database } from '../db/open.ts';
import { claimHandlers } from '../purchasing/discrepancies/claimHandlers.ts';
import { discrepanciesWhere } from '../purchasing/discrepancies/discrepancyLines.ts';
import { seedCtx } from './seedMovements.ts';
import { actingAs } from './seedStocktakes.ts';
import type { SeedConfig } from './seedTypes.ts';

const DAY = 86_400;

function handlerOf(path: string): Handler['handle'] {
  const found = claimHandlers.find((one) => one.call.path === path);
  if (!found) throw new Error(`No such call: ${path}`);
  return found.handle;
}

export async function seedClaims(database: Database, config: SeedConfig): Promise<void> {
  await database.transaction(async (tx) => {
    const { rows } = await sql<{
      supplier: string;
      items: string[];
    }>`select d.supplier, array_agg(d.item_id order by d.at, d.item_id) as items
      from ${discrepanciesWhere(sql`true`)} d where d.supplier_type = 'distributor' and d.kind <> 'over' and d.at < ${config.now() - DAY}
      group by d.supplier having count(*) > 1 order by count(*) desc, d.supplier limit 2`.execute(tx);
    for (const [at, { items }] of rows.entries()) {
      const daysAgo = (days: number) => actingAs(seedCtx(tx, config, config.now() - days * DAY), 'staff');
      const note = at === 0 ? 'Shown to the driver on delivery' : '';
      const made = (await handlerOf('claim/create')(
        { item_ids: items.slice(0, 3), note },
        daysAgo(at === 0 ? 5 : 1),
      )) as { _id: string };
      if (at === 0) await handlerOf('claim/send')({ _id: made._id }, daysAgo(4));
    }
  });
}
