/** A preview of posting, for the person who approves: all figures, the books at the time of each count, and the movements since. */
import { type StocktakeResult, stocktakeResults } from '#contract/stock/stocktakeCalls.ts';
import { formatMoney } from '#domain/money.ts';
import { isBefore, movedAt } from '#domain/stocktake.ts';
import { handle } from '../../calls/handler.ts';
import { toProductRef } from '../productRefs.ts';
import { stateOf } from './countLines.ts';
import { findStocktake } from './lockedStocktake.ts';
import { countedIn } from './postHandler.ts';
import { digestOfResults, type Reckoned, reckon } from './reckon.ts';
import { stocktakeBy } from './stocktakeReads.ts';

function resultOf(one: Reckoned): StocktakeResult {
  const { line, figures, counted, counted_at, moves } = one;
  return {
    product_id: line.p_id,
    product: toProductRef(line),
    ...stateOf(line, figures),
    round: line.round,
    figures: figures.map(({ place, round, user_id, name, quantity, counted_at: at, lots }) => ({
      ...{ place, round, by: { _id: user_id, name }, quantity, counted_at: at },
      ...(lots ? { lots } : {}),
    })),
    ...(one.lots ? { lots: one.lots } : {}),
    counted,
    book: one.book,
    difference: one.difference,
    now: one.held,
    cost_price: formatMoney(one.cost),
    value: one.value === null ? null : formatMoney(one.value),
    moves: moves.map((move) => ({
      ...{ ref: move.ref, kind: move.kind, quantity: move.quantity, at: movedAt(move) },
      before: counted_at === null || isBefore(move, counted_at),
    })),
    reason: one.reason,
  };
}

export const resultHandler = handle(stocktakeResults, async ({ _id }, ctx) => {
  const head = await findStocktake(ctx, _id);
  const results = await reckon(ctx.db, head);
  return {
    ...(await stocktakeBy(ctx, _id)),
    lines: results.map(resultOf),
    digest: digestOfResults(results),
    counted_yourself: await countedIn(ctx, _id),
  };
});
