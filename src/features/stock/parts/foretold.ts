/**
 * The one reckoning of the stock that a tablet foretells (decision 0700). What a party holds when a transfer comes to its turn is the newest answer about the
 * party, with what the server said yes to since that answer was asked for, and with what waits on this tablet, was confirmed earlier and will take effect.
 * Every screen that says a stock beside a transfer asks here.
 */
import { movedQuantity, PARTY_TYPES, type PartyType } from '#domain/transfer.ts';
import { goodsMoved, goodsOf } from '#offline/outbox/goods.ts';
import {
  type Confirmed,
  type FinishedOp,
  isKnown,
  LIVE,
  type Op,
  type TransferHeader,
  type TransferLine,
} from '#offline/outbox/op.ts';

/** The facts that a tablet knows besides the server's answers. */
export interface Waiting {
  /** The changes of the person who asks that wait, in order of seq. Those of somebody else are sent when that person signs in, and nobody else sees them. */
  ops: readonly Op[];
  /** The finished changes of this tablet, of all persons, because each may have moved goods. */
  past: readonly FinishedOp[];
  /** The keys of the confirmations that the server is expected to refuse (`queue/ahead.ts`). */
  expected: ReadonlySet<string>;
}

export interface AtTurn {
  party: string;
  /** When the newest answer about the party was asked for, epoch ms. */
  since: number;
  /**
   * The seq of the confirmation whose turn it is. Later confirmations do not count. Absent: the transfer is not confirmed, so its turn comes after
   * all others.
   */
  before?: number | undefined;
  /** The transfer that is being typed, whose own lines do not count. It stands without `before`. */
  transfer?: string | undefined;
}

export interface Ends {
  source_type: PartyType;
  source: string;
  destination_type: PartyType;
  destination: string;
}

/** All maps: units by product id. */
export interface Foretold {
  /** What moved since the answer: positive came to the party, negative left it. */
  moved: ReadonlyMap<string, number>;
  /** When the server confirmed the last of these moves, epoch ms; null: nothing moved. */
  at: number | null;
  /** What waits and comes to the party. */
  coming: ReadonlyMap<string, number>;
  /** What waits and leaves the party: all lines of a confirmed transfer, and the waiting lines of other transfers that are not confirmed. */
  going: ReadonlyMap<string, number>;
  /**
   * The parties of the coming transfers and of the transfers before them, each pair once. The stored answer about one of them describes the goods.
   */
  sources: readonly Ends[];
}

export function foretold({ ops, past, expected }: Waiting, { party, since, before, transfer }: AtTurn): Foretold {
  const sums = { moved: new Map(), coming: new Map(), going: new Map() } as Record<
    'moved' | 'coming' | 'going',
    Map<string, number>
  >;
  let at: number | null = null;
  for (const one of past) {
    const goods = one.at > since ? goodsMoved(one) : undefined;
    const sign = goods ? signFor(party, goods) : 0;
    if (!goods || sign === 0) continue;
    addLines(sums.moved, goods, sign);
    at = Math.max(at ?? 0, one.at);
  }
  const ways: Ends[] = [];
  for (const { op, goods } of underWay(ops, expected)) {
    if (before === undefined ? op.transfer === transfer : op.seq >= before) continue;
    const ends = endsOf(goods.header);
    if (ends) ways.push(ends);
    const sign = signFor(party, goods);
    if (sign < 0) addLines(sums.going, goods, 1);
    if (sign > 0) addLines(sums.coming, goods, 1);
  }
  if (before === undefined) addLists(sums.going, { ops, past }, party, transfer);
  return { ...sums, at, sources: sourcesOf(party, ways) };
}

/** The transfers that bring goods to the party, and the transfers that brought these goods to their source. */
function sourcesOf(party: string, ways: readonly Ends[]): Ends[] {
  const found = new Map<string, Ends>();
  const to = [party];
  for (const destination of to)
    for (const ends of ways)
      if (ends.destination === destination && ends.source !== party && !found.has(ends.source)) {
        found.set(ends.source, ends);
        to.push(ends.source);
      }
  return [...found.values()];
}

/** The units of a product that the party will hold at that turn. `reported`: the units in the answer. */
export const thereThen = ({ moved, coming, going }: Foretold, productId: string, reported: number): number =>
  Math.max(0, reported + of(moved, productId) + of(coming, productId) - of(going, productId));

/** Units by product id of what moved and what comes. Goods that wait to leave are not taken off. */
export function cameTo({ moved, coming }: Foretold): ReadonlyMap<string, number> {
  if (coming.size === 0) return moved;
  const all = new Map(moved);
  for (const [id, many] of coming) all.set(id, of(all, id) + many);
  return all;
}

const of = (units: ReadonlyMap<string, number>, productId: string) => units.get(productId) ?? 0;

/** 1: the goods come to the party, -1: they leave the party, 0: neither. */
const signFor = (party: string, { header }: Confirmed) =>
  header.destination === party ? 1 : header.source === party ? -1 : 0;

function addLines(units: Map<string, number>, { lines }: Confirmed, sign: 1 | -1): void {
  for (const line of lines) units.set(line.product_id, of(units, line.product_id) + sign * movedQuantity(line));
}

const typeOf = (type: string) => PARTY_TYPES.find((one) => one === type);

/** The two ends of a transfer; null: newer code wrote a kind of party into it. */
export function endsOf({
  source_type,
  source,
  destination_type,
  destination,
}: Confirmed['header'] | TransferHeader): Ends | null {
  const [from, to] = [typeOf(source_type), typeOf(destination_type)];
  return from && to ? { source_type: from, source, destination_type: to, destination } : null;
}

/** A change that waits for a person: it was refused, it is in conflict, or newer code wrote it. */
const needsPerson = (op: Op) => op.state === 'attention' || op.state === 'conflict' || !isKnown(op);

/**
 * The confirmations that will move goods without help. If another change of the same transfer needs a person, the confirmation waits with that change
 * (SYNC rule 17).
 */
export function* underWay(ops: readonly Op[], expected: ReadonlySet<string>): Generator<{ op: Op; goods: Confirmed }> {
  const stopped = new Set<string>();
  for (const op of ops) {
    if (!LIVE.has(op.state)) continue;
    if (needsPerson(op)) stopped.add(op.transfer);
    const goods = goodsOf(op);
    if (goods && !stopped.has(op.transfer) && !expected.has(op.key)) yield { op, goods };
  }
}

/** Adds what unconfirmed transfers of this tablet take from `source`: the last figure of each product that still waits to be sent. */
function addLists(
  going: Map<string, number>,
  { ops, past }: Pick<Waiting, 'ops' | 'past'>,
  source: string,
  transfer: string | undefined,
): void {
  const sources = new Map<string, string>();
  const note = ({ type, transfer: lane, payload }: Op) => {
    if (type === 'create' || (type === 'header' && sources.has(lane)))
      sources.set(lane, (payload as TransferHeader).source);
  };
  // The newest stands first in the history.
  for (const { op } of [...past].reverse()) note(op);
  const last = new Map<string, Op>();
  const closed = new Set<string>();
  for (const op of ops) {
    note(op);
    if (!LIVE.has(op.state)) continue;
    if (needsPerson(op) || goodsOf(op)) closed.add(op.transfer);
    if (op.type === 'upsert' || op.type === 'remove')
      last.set(`${op.transfer} ${(op.payload as Pick<TransferLine, 'product_id'>).product_id}`, op);
  }
  for (const op of last.values()) {
    if (op.type !== 'upsert' || op.transfer === transfer || closed.has(op.transfer)) continue;
    if (sources.get(op.transfer) !== source) continue;
    const { product_id, ...line } = op.payload as TransferLine;
    going.set(product_id, of(going, product_id) + movedQuantity(line));
  }
}
