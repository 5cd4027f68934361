/** Ends a person's part and requests the recounts that follow from it, requests recounts for a person, and cancels a stocktake. */
import { sql } from 'kysely';
import { askRecount, cancelStocktake, finishPart } from '#contract/stock/stocktakeCalls.ts';
import { contradicted, type LotResult, sumsByLot } from '#domain/lotCounts.ts';
import { lineAmount } from '#domain/money.ts';
import { bookAt, countedOf, MAX_ROUNDS, type RecountReason } from '#domain/stocktake.ts';
import { type Ctx, handle } from '../../calls/handler.ts';
import { notFound, Refusal } from '../../calls/refusal.ts';
import { countRows as rowsIn } from '../../db/reads.ts';
import { recountLimit } from '../../settings/configValue.ts';
import { oneMoreRound, type Rounds, stateOf } from './countLines.ts';
import { doer, lockOpenStocktake, type StocktakeHead, touchStocktake } from './lockedStocktake.ts';
import { keepResults, type Reckoned, reckon } from './reckon.ts';
import { stocktakeBy } from './stocktakeReads.ts';

/** Requests one more round of these products. */
async function askAgain(
  ctx: Ctx,
  stocktake: string,
  lines: readonly (Rounds & { p_id: string })[],
  why: RecountReason,
) {
  if (lines.length === 0) return;
  const requests = lines.map((line) => {
    const { round, whys } = oneMoreRound(line, why);
    return { product_id: line.p_id, round, whys };
  });
  await sql`update stocktake_line l set round = request.round, whys = request.whys
    from json_to_recordset(${JSON.stringify(requests)}::json) as request (product_id text, round int4, whys text)
    where l.stocktake_id = ${stocktake} and l.product_id = request.product_id`.execute(ctx.db);
}

/** How many products wait for a recount. */
export const openRecounts = (ctx: Ctx, stocktake: string): Promise<number> =>
  rowsIn(
    ctx.db,
    sql`stocktake_line where stocktake_id = ${stocktake} and (round > 1 and counted_round < round or differs)`,
  );

/**
 * Whether a counted product is to be counted by somebody else, because its difference, or that of its lots, is worth more than the limit. A recount that found
 * the same difference as the count before confirms it, by lot where both name lots; one that found another difference is no better than the count before.
 */
function isDoubtful(one: Reckoned, limit: number): boolean {
  if (one.value === null || Math.max(Math.abs(one.value), lotsValue(one)) <= limit) return false;
  const { round } = countedOf(one.figures);
  if (one.line.round >= MAX_ROUNDS || stateOf(one.line, one.figures).state !== 'counted') return false;
  if (round === 1) return true;
  const before = countedOf(one.figures.filter((figure) => figure.round < round));
  if (before.quantity === null || before.counted_at === null || before.differs) return true;
  if (before.quantity - bookOf(one, before.counted_at) !== one.difference) return true;
  // A person who named no lot makes no statement about lots.
  const lots = one.lots && one.lotsOf(before);
  return lots !== null && isOtherByLot(lots, one.lots ?? []);
}

/** Kobo at cost of the goods that the books have on another lot. */
const lotsValue = ({ lots, cost, line }: Reckoned): number =>
  lineAmount(contradicted(lots ?? []), cost, line.case_count);

/** Whether two counts found other differences of the lots. */
const isOtherByLot = (before: readonly LotResult[], after: readonly LotResult[]): boolean => {
  const sums = sumsByLot([
    ...before.map(({ code, expires, difference: units }) => ({ code, expires, units })),
    ...after.map(({ code, expires, difference }) => ({ code, expires, units: -difference })),
  ]);
  return [...sums.values()].some(({ units }) => units !== 0);
};

const bookOf = ({ held, moves }: Reckoned, at: number) => bookAt(held, moves, at);

export const finishHandler = handle(finishPart, async ({ stocktake_id }, ctx) => {
  const head = await lockOpenStocktake(ctx, stocktake_id);
  await sql`insert into stocktake_part (stocktake_id, user_id, finished_at) values (${head._id}, ${doer(ctx)}, ${ctx.now})
    on conflict (stocktake_id, user_id) do update set finished_at = excluded.finished_at`.execute(ctx.db);
  const open_parts = await rowsIn(ctx.db, sql`stocktake_part where stocktake_id = ${head._id} and finished_at is null`);
  if (open_parts === 0) {
    const limit = await recountLimit(ctx.db);
    const doubtful = (await reckon(ctx.db, head)).filter((one) => isDoubtful(one, limit));
    await askAgain(
      ctx,
      head._id,
      doubtful.map((one) => one.line),
      'large',
    );
  }
  const version = await touchStocktake(ctx, head._id);
  const recounts = await openRecounts(ctx, head._id);
  await ctx.audit({ ...about(head, 'finish'), after: { open_parts, recounts } });
  return { _id: head._id, version, recounts, open_parts };
});

export const recountHandler = handle(askRecount, async ({ stocktake_id, product_ids }, ctx) => {
  const head = await lockOpenStocktake(ctx, stocktake_id);
  const found = await reckon(ctx.db, head, product_ids);
  if (found.length < new Set(product_ids).size) throw notFound('Product', 'product_ids');
  // A product that already waits for a count is not requested again.
  const counted = found.filter((one) => stateOf(one.line, one.figures).state === 'counted');
  await askAgain(
    ctx,
    head._id,
    counted.map((one) => one.line),
    'asked',
  );
  const version = await touchStocktake(ctx, head._id);
  const recounts = await openRecounts(ctx, head._id);
  await ctx.audit({ ...about(head, 'recount'), after: { products: counted.map((one) => one.line.p_name) } });
  return { _id: head._id, version, recounts };
});

export const cancelHandler = handle(cancelStocktake, async ({ stocktake_id, note, base_version }, ctx) => {
  const head = await lockOpenStocktake(ctx, stocktake_id);
  if (base_version !== undefined && base_version !== head.version)
    throw new Refusal('conflict', 'Somebody counted meanwhile. Check the new counts.', {
      current: await stocktakeBy(ctx, head._id),
    });
  await keepResults(ctx.db, head._id, await reckon(ctx.db, head), new Map());
  const version = await closeStocktake(ctx, head, { status: 'cancelled', note });
  await ctx.audit({ ...about(head, 'cancel'), before: { status: 'open' }, after: { status: 'cancelled', note } });
  return { _id: head._id, version };
});

/** The last statement on a stocktake: from here on the triggers refuse every change of it. */
export async function closeStocktake(
  ctx: Ctx,
  head: StocktakeHead,
  end: { status: 'posted' | 'cancelled'; note: string; short?: number; over?: number },
): Promise<number> {
  await sql`update stocktake set status = ${end.status}, closed_at = ${ctx.now}, closed_by = ${ctx.who.user_id}, closed_note = ${end.note},
      short_kobo = ${end.short ?? null}, over_kobo = ${end.over ?? null}, modified = ${ctx.now}, modified_by = ${ctx.who.user_id},
      version = version + 1 where _id = ${head._id}`.execute(ctx.db);
  return head.version + 1;
}

/** The head of an audit line. */
export const about = (head: StocktakeHead, action: string) => ({
  ...{ action, model: 'stocktake', record_id: head._id, record_label: head.ref },
});
