/** What the source of a refused transfer holds now. The figures of the refusal are those of its moment. */
import { queryClient } from '#client/reads/queries.ts';
import { PARTY_TYPES } from '#domain/transfer.ts';
import type { Op } from '#offline/outbox/op.ts';
import { theQueue } from '#offline/queue.ts';
import { newestOf, pickablesQuery, productsOfQuery } from '../parties.ts';
import { ownMoves, stockIn } from '../stockHere.ts';

export interface StockNow {
  /** Units by product id. */
  of: ReadonlyMap<string, number>;
  /** When the stored stock was read, epoch ms; null: the server said it just now. */
  at: number | null;
}

const typeOf = (type: string | undefined) => PARTY_TYPES.find((one) => one === type);

/** Asks the server, else reads the newest stored answer about this source. null: the tablet knows nothing, so the refusal is the newest. */
export async function stockNow(op: Op<'execute'>, products: readonly string[]): Promise<StockNow | null> {
  const { header } = op.payload.confirmed ?? {};
  const [source_type, destination_type] = [typeOf(header?.source_type), typeOf(header?.destination_type)];
  if (!header || !source_type || !destination_type || source_type === 'distributor') return null;
  const ends = { ...header, source_type, destination_type };
  const read = (query: ReturnType<typeof pickablesQuery>) =>
    queryClient.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined);
  const asked = await read(pickablesQuery(ends));
  const found =
    asked?.copy === false ? asked : newestOf([asked, await read(productsOfQuery(ends.source_type, ends.source))]);
  // What the server said with its refusal is newer than an older copy.
  if (!found || (found.copy && found.at <= (op.last_error?.at ?? 0))) return null;
  const there = stockIn(found.data.products);
  const past = await theQueue().store.db.past.toArray();
  const moves = ownMoves({ ops: [], past }, ends.source, found.at);
  const of = products.map((id): [string, number] => [id, Math.max(0, (there(id) ?? 0) + (moves.units.get(id) ?? 0))]);
  return { of: new Map(of), at: found.copy ? Math.max(found.at, moves.at ?? 0) : null };
}
