/** The open stocktakes of the hubs that a person may see, for the home. */
import { sql } from 'kysely';
import { WORK_ROWS } from '#contract/home/workCalls.ts';
import { plural } from '#domain/plural.ts';
import type { Ctx } from '../calls/handler.ts';
import { stocktakesBy } from '../stock/stocktake/stocktakeReads.ts';

interface OpenStocktake {
  _id: string;
  ref: string;
  /** "3 of 41 products counted", "8 of 8 products counted, 2 to recount" */
  note: string;
  hub: string;
  /** Epoch seconds. */
  since: number;
}

/** The oldest few, and how many there are. */
export async function openStocktakes(ctx: Ctx): Promise<{ total: number; rows: OpenStocktake[] }> {
  // A warehouse has one at most, so there are few.
  const all = await stocktakesBy(ctx, sql`s.status = 'open'`);
  const rows = all.toReversed().slice(0, WORK_ROWS);
  return {
    total: all.length,
    rows: rows.map(({ _id, ref, warehouse, created, ...sums }) => ({
      ...{ _id, ref, hub: warehouse.name, since: created },
      note: noteOf(sums),
    })),
  };
}

/** What is counted once more was counted, as on the desk of the stocktake. */
function noteOf({ counted, recounts, products }: Record<'counted' | 'recounts' | 'products', number>): string {
  const done = counted + recounts;
  const note = plural(products, `${done} of # product counted`, `${done} of # products counted`);
  return recounts === 0 ? note : `${note}, ${plural(recounts, '# to recount', '# to recount')}`;
}
