/**
 * What the server will refuse of what waits, by the stock that this tablet knows: said while it waits, and not only after the refusal (decision 0431). The
 * server decides.
 */
import { contactStore } from '#client/online.ts';
import { queryClient } from '#client/reads/queries.ts';
import { showClock } from '#domain/time.ts';
import { movedQuantity } from '#domain/transfer.ts';
import { goodsOf } from '#offline/outbox/goods.ts';
import type { FinishedOp, Op } from '#offline/outbox/op.ts';
import { expectRefusals } from '#offline/queue.ts';
import { endsOf, foretold, thereThen, underWay, type Waiting } from '../foretold.ts';
import { newestOf, pickablesQuery, productsOfQuery } from '../parties.ts';
import { stockIn } from '../stockHere.ts';

/** A confirmation or a reversal that waits and asks for more than its source holds. */
export interface Ahead {
  /** The change with the refusal that is expected, in the server's form. */
  op: Op;
  /** When the stock was read, epoch ms. */
  at: number;
}

/** Beside the figures of what will be refused. `at`: when the stock was read, epoch seconds. */
export const ifNothingChanges = (at: number): string =>
  `By the stock of ${showClock(at)}. The server will refuse it if nothing changes.`;

/** A stored stock is asked for again after this time, ms. */
const FRESH = 60_000;

/** What a confirmation or a reversal moves while it waits to be sent; a handover is done by either half, so nobody here foretells it. */
const goodsThatWait = (op: Op) => (op.type === 'take' ? undefined : goodsOf(op));

/**
 * The confirmations and reversals that will be refused, in the order of the queue. `ops` (in order of seq) and `past` are of one person. One that will be refused
 * moves nothing, so those after it are looked at without it.
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
  expectRefusals([...expected]);
  return found;
}

/** null: enough is there, or this tablet does not know the stock of the source. */
async function aheadOf(op: Op, waiting: Waiting): Promise<Ahead | null> {
  const goods = goodsThatWait(op);
  const ends = goods ? endsOf(goods.header) : null;
  if (!goods || !ends || ends.source_type === 'distributor') return null;
  // Without a server what is read already is all that there is: nobody waits for a call that gets no answer.
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
    const available = thereThen(changes, product_id, there(product_id) ?? 0);
    return requested > available ? [{ code: 'short_stock', product_id, product: name, requested, available }] : [];
  });
  if (errors.length === 0) return null;
  const last_error = { key: op.key, code: 200, message: '', data: { errors }, stored: false };
  return { op: { ...op, last_error }, at: Math.max(found.at, changes.at ?? 0) };
}
