/** The products of a stocktake with their counts, as a batch of counts or a look at them needs them. */
import { sql } from 'kysely';
import type { StocktakeLine } from '#contract/stock/stocktakeCalls.ts';
import {
  type CountFigure,
  type CountState,
  countedOf,
  countState,
  MAX_ROUNDS,
  type RecountReason,
} from '#domain/stocktake.ts';
import type { Db } from '../../db/open.ts';

/** The present round, and the reason of each round after the first. */
export interface Rounds {
  round: number;
  /** Words with spaces between them; the first is the reason of round 2. */
  whys: string;
}

/** A figure as it is stored. */
export interface KeptFigure extends CountFigure {
  _id: string;
  version: number;
  name: string;
}

/** The reason of a round; null for the first one. */
export function whyOf({ whys }: Pick<Rounds, 'whys'>, round: number): RecountReason | null {
  return (whys.split(' ')[round - 2] || null) as RecountReason | null;
}

/** The rounds with one more; a product that has all its rounds stays as it is. */
export function oneMoreRound<T extends Rounds>(line: T, why: RecountReason): T {
  if (line.round >= MAX_ROUNDS) return line;
  return { ...line, round: line.round + 1, whys: line.whys === '' ? why : `${line.whys} ${why}` };
}

/** Whether this person may not make the count of that round, because it is to be somebody else's than the count before. */
export function needsAnother(line: Rounds, round: number, figures: readonly CountFigure[], user: string): boolean {
  const why = whyOf(line, round);
  if (why !== 'large' && why !== 'asked') return false;
  return figures.some((one) => one.round === round - 1 && one.user_id === user);
}

/** The state of a product in the list, and why it waits for a recount. */
export function stateOf(
  line: Rounds,
  figures: readonly CountFigure[],
): { state: CountState; why: StocktakeLine['why'] } {
  const state = countState(countedOf(figures), line.round);
  return { state, why: state === 'recount' ? whyOf(line, line.round) : null };
}

/** All figures of a stocktake, or those of some products, by product. */
export async function figuresOf(
  db: Db,
  stocktake: string,
  products?: readonly string[],
): Promise<Map<string, KeptFigure[]>> {
  const { rows } =
    await sql<KeptFigure>`select c._id, c.version, c.product_id, c.place, c.round, c.user_id, c.quantity, c.counted_at, c.lots,
      coalesce(u.name, c.user_id) as name
    from stocktake_count c left join user_account u on u._id = c.user_id
    where c.stocktake_id = ${stocktake} and ${products ? sql`c.product_id = any(${[...products]})` : sql`true`}
    order by c.round desc, c.counted_at desc, c._id desc`.execute(db);
  const found = new Map<string, KeptFigure[]>();
  for (const row of rows) {
    const there = found.get(row.product_id);
    if (there) there.push(row);
    else found.set(row.product_id, [row]);
  }
  return found;
}
