/**
 * Predicts which waiting confirmations the server will refuse, by the stock that this tablet knows (decision 0431). People read the warning while the
 * confirmation waits. The server decides.
 */
import { contactStore } from '#client/online.ts';
import { queryClient } from '#client/reads/queries.ts';
import { showClock } from '#domain/time.ts';
import { movedQuantity } from '#domain/transfer.ts';
import { goodsOf } from '#offline/outbox/goods.ts';
import type { FinishedOp, Op } from '#offline/outbox/op.ts';
import { expectRefusals } from '#offline/queue.ts';
import { endsOf, foretold, stockAtTurn, underWay, type Waiting } from '../foretold.ts';
import { newestOf, pickablesQuery, productsOfQuery } from '../parties.ts';
import { stockIn } from '../stockHere.ts';
import { errorsOf } from './refusal.ts';

/** A waiting confirmation or reversal that asks for more than its source has. */
export interface Ahead {
  /** The op with the expected refusal, in the form of the server's answer. */
  op: Op;
  /** When the stock was read, epoch ms. */
  at: number;
}

/** The text beside the figures of an expected refusal. `at`: when the stock was read, epoch seconds. */
export const ifNothingChanges = (at: number): string =>
  `Stock as of ${showClock(at)}. The server will refuse this if nothing changes.`;

/** The age in ms above which a stored stock is read again. */
const FRESH = 60_000;

/**
 * The goods that a confirmation or a reversal moves while it waits. Undefined for a taken half: either half of a handover moves the goods, so this tablet
 * cannot predict it.
 */
const goodsThatWait = (op: Op) => (op.type === 'take' ? undefined : goodsOf(op));

/**
 * The confirmations and reversals that the server will probably refuse, in the order of the queue. `ops` (in order of seq) and `past` are of one person. A
 * refused one moves nothing, so the later ones are checked without it.
 */
export async function refusedAhead(ops: readonly Op[], past: readonly FinishedOp[]): Promise<Ahead[]> {
  const found: Ahead[] = [];
  const expected = new Set<string>();
  for (const { op } of underWay(ops, expected)) {
    const ahead = await aheadOf(op, { ops, past, expected });
    if (!ahead) continue;
    found.push(ahead);
    expected.add(op.key);
  }
  expectRefusals(new Map(found.map(({ op }) => [op.key, thereOf(op)])));
  return found;
}

/** By product id: the units that are there, for each product of which a refused confirmation takes too many. */
const thereOf = (op: Op): Record<string, number> =>
  Object.fromEntries(errorsOf(op).map(({ product_id = '', available = 0 }) => [product_id, available]));

/** Checks one op. Null: the stock is large enough, or this tablet does not know the stock of the source. */
async function aheadOf(op: Op, waiting: Waiting): Promise<Ahead | null> {
  const goods = goodsThatWait(op);
  const ends = goods ? endsOf(goods.header) : null;
  if (!goods || !ends || ends.source_type === 'distributor') return null;
  // Without a server only saved answers are used, so that nobody waits for a call without an answer.
  const staleTime = contactStore.read().online ? FRESH : Number.POSITIVE_INFINITY;
  const read = (query: ReturnType<typeof pickablesQuery>) =>
    queryClient.fetchQuery({ ...query, staleTime }).catch(() => undefined);
  const found = newestOf([
    await read(pickablesQuery(ends)),
    await read(productsOfQuery(ends.source_type, ends.source)),
  ]);
  if (!found) return null;
  const there = stockIn(found.data.products);
  const changes = foretold(waiting, { party: ends.source, since: found.at, before: op.seq });
  const errors = goods.lines.flatMap((line) => {
    const { product_id, name } = line;
    const requested = movedQuantity(line);
    const available = stockAtTurn(changes, product_id, there(product_id) ?? 0);
    return requested > available ? [{ code: 'short_stock', product_id, product: name, requested, available }] : [];
  });
  if (errors.length === 0) return null;
  const last_error = { key: op.key, code: 200, message: '', data: { errors }, stored: false };
  return { op: { ...op, last_error }, at: Math.max(found.at, changes.at ?? 0) };
}
