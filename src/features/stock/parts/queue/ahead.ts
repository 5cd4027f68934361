/**
 * What the server will refuse of what waits, by the stock that this tablet knows: said while it waits, and not only after the refusal (decision 0431). The
 * server decides.
 */
import { queryClient } from '#client/reads/queries.ts';
import { shortageOf } from '#domain/stockLimit.ts';
import { movedQuantity, PARTY_TYPES } from '#domain/transfer.ts';
import { goodsOf } from '#offline/outbox/goods.ts';
import type { Op, Past } from '#offline/outbox/op.ts';
import { expectRefusals } from '#offline/queue.ts';
import { newestOf, pickablesQuery, productsOfQuery } from '../parties.ts';
import { ownMoves, promisedFrom, stockIn } from '../stockHere.ts';

/** A confirmation that waits and asks for more than its source holds. */
export interface Ahead {
  /** The confirmation with the refusal that is expected, in the server's form. */
  op: Op<'execute'>;
  /** When the stock was read, epoch ms. */
  at: number;
}

/** A stored stock is asked for again after this time, ms. */
const FRESH = 60_000;

const typeOf = (type: string | undefined) => PARTY_TYPES.find((one) => one === type);

const waits = (op: Op): op is Op<'execute'> =>
  op.type === 'execute' && (op.state === 'queued' || op.state === 'sending');

/**
 * The confirmations that will be refused, in the order of the queue. `ops` and `past` are of one person. One that will be refused moves nothing, so those
 * after it are looked at without it.
 */
export async function refusedAhead(ops: readonly Op[], past: readonly Past[]): Promise<Ahead[]> {
  const found: Ahead[] = [];
  let moving = ops;
  for (const op of ops) {
    const ahead = waits(op) ? await aheadOf(op, moving, past) : null;
    if (!ahead) continue;
    found.push(ahead);
    moving = moving.filter((one) => one !== op);
  }
  expectRefusals(found.map(({ op }) => op.key));
  return found;
}

/** null: enough is there, or this tablet does not know the stock of the source. */
async function aheadOf(op: Op<'execute'>, ops: readonly Op[], past: readonly Past[]): Promise<Ahead | null> {
  const { confirmed } = op.payload;
  const [source_type, destination_type] = [
    typeOf(confirmed?.header.source_type),
    typeOf(confirmed?.header.destination_type),
  ];
  if (!confirmed || !source_type || !destination_type || source_type === 'distributor') return null;
  const { header } = confirmed;
  const read = (query: ReturnType<typeof pickablesQuery>) =>
    queryClient.fetchQuery({ ...query, staleTime: FRESH }).catch(() => undefined);
  const found = newestOf([
    await read(pickablesQuery({ ...header, source_type, destination_type })),
    await read(productsOfQuery(source_type, header.source)),
  ]);
  if (!found) return null;
  const there = stockIn(found.data.products);
  const moves = ownMoves({ ops, past }, header.source, found.at, true);
  // What was confirmed later takes what this one leaves.
  const before = ops.filter((one) => goodsOf(one) !== undefined && one.seq < op.seq);
  const promised = promisedFrom(header.source, { ops: before, past: [] }, op.transfer);
  const errors = confirmed.lines.flatMap((line) => {
    const { product_id, name } = line;
    const requested = movedQuantity(line);
    const held = (there(product_id) ?? 0) + (moves.units.get(product_id) ?? 0);
    const shortage = shortageOf(held, promised.get(product_id) ?? 0, requested);
    return shortage ? [{ code: 'short_stock', product_id, product: name, requested, available: shortage.there }] : [];
  });
  if (errors.length === 0) return null;
  const last_error = { key: op.key, code: 200, message: '', data: { errors }, stored: false };
  return { op: { ...op, last_error }, at: Math.max(found.at, moves.at ?? 0) };
}
