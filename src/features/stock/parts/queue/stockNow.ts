/** The current stock of the source of a refused transfer. The figures of the refusal may be old. */
import { queryClient } from '#client/reads/queries.ts';
import type { Op } from '#offline/outbox/op.ts';
import { queueView } from '#offline/queue.ts';
import { endsOf, foretold, stockAtTurn } from '../foretold.ts';
import { newestOf, pickablesQuery, productsOfQuery } from '../parties.ts';
import { stockIn } from '../stockHere.ts';
import { refusedAhead } from './ahead.ts';

export interface StockNow {
  /** Units by product id. */
  of: ReadonlyMap<string, number>;
  /** When the saved stock was read, epoch ms. Null: the server answered just now. */
  at: number | null;
}

/** Asks the server, otherwise reads the newest saved answer about the source. Null: the tablet has nothing newer than the refusal. */
export async function stockNow(op: Op<'execute'>, products: readonly string[]): Promise<StockNow | null> {
  const { header } = op.payload.confirmed ?? {};
  const ends = header ? endsOf(header) : null;
  if (!ends || ends.source_type === 'distributor') return null;
  const read = (query: ReturnType<typeof pickablesQuery>) =>
    queryClient.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined);
  const ofPair = await read(pickablesQuery(ends));
  const found =
    ofPair?.copy === false ? ofPair : newestOf([ofPair, await read(productsOfQuery(ends.source_type, ends.source))]);
  // A copy that is older than the refusal says nothing new.
  if (!found || (found.copy && found.at <= (op.last_error?.at ?? 0))) return null;
  const there = stockIn(found.data.products);
  const { ops: all = [], past = [] } = queueView.read() ?? {};
  const ops = all.filter((one) => one.user_id === op.user_id);
  // The expected refusals are computed now, because the stored ones may be older than the last change of the queue.
  const expected = new Set((await refusedAhead(ops, past)).map((ahead) => ahead.op.key));
  // The new confirmation comes after all waiting ones.
  const changes = foretold({ ops, past, expected }, { party: ends.source, since: found.at, transfer: op.transfer });
  const of = products.map((id): [string, number] => [id, stockAtTurn(changes, id, there(id) ?? 0)]);
  return { of: new Map(of), at: found.copy ? Math.max(found.at, changes.at ?? 0) : null };
}
