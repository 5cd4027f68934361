/** The open stocktakes of the hubs that a person may see, for the home. */
import { sql } from 'kysely';
import { WORK_ROWS } from '#contract/home/workCalls.ts';
import { plural } from '#domain/plural.ts';
import type { Ctx } from '../calls/handler.ts';
import { stocktakesBy } from '../stock/stocktake/stocktakeReads.ts';

interface OpenStocktake {
  _id: string;
  ref: string;
  /** "3 of 41 products counted" */
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
    rows: rows.map(({ _id, ref, counted, products, warehouse, created }) => ({
      ...{ _id, ref, hub: warehouse.name, since: created },
      note: plural(products, `${counted} of # product counted`, `${counted} of # products counted`),
    })),
  };
}
