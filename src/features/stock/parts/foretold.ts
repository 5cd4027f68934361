/**
 * Computes the stock that a tablet expects (decision 0700). The expected stock of a party at a transfer's turn starts from the newest answer about the
 * party. The moves that the server confirmed since that answer are added. Earlier confirmations that wait on this tablet and that will take effect are
 * added too. Every screen that shows a stock beside a transfer uses this module.
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

/** The facts that a tablet has besides the server's answers. */
export interface Waiting {
  /**
   * The waiting changes of the signed-in person, in order of seq. Changes of other people are sent when they sign in, and are not shown to anybody else.
   */
  ops: readonly Op[];
  /** The finished changes of this tablet, of all persons, because each may have moved goods. */
  past: readonly FinishedOp[];
  /** The keys of the confirmations that the server is expected to refuse (`queue/ahead.ts`). */
  expected: Pick<ReadonlySet<string>, 'has'>;
  /**
   * By the key of such a confirmation: the units that are there of each product of which it needs too many. The person took those goods away, so a
   * later transfer must not expect them (decision 1201). Absent: these goods do not count as taken.
   */
  afterRepair?: ReadonlyMap<string, Readonly<Record<string, number>>>;
}

export interface AtTurn {
  party: string;
  /** The time of asking for the newest answer about the party, epoch ms. */
  since: number;
  /**
   * The seq of the confirmation for which the stock is computed. Later confirmations do not count. Absent: the transfer is not confirmed, so all
   * confirmations come before it.
   */
  before?: number | undefined;
  /** The transfer that is being typed. Its own lines do not count. Used only without `before`. */
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
  /** The units that moved since the answer. Positive: to the party. Negative: from the party. */
  moved: ReadonlyMap<string, number>;
  /** The time at which the server confirmed the last of these moves, epoch ms. Null: nothing moved. */
  at: number | null;
  /** The units of waiting transfers to the party. */
  coming: ReadonlyMap<string, number>;
  /** The units of waiting transfers from the party: all lines of confirmed transfers, and the waiting lines of other unconfirmed transfers. */
  going: ReadonlyMap<string, number>;
  /**
   * The parties of the coming transfers and of the transfers before them, each source once. The saved answer about a source describes its goods.
   */
  sources: readonly Ends[];
}

const NONE: ReadonlySet<string> = new Set();

export function foretold(
  { ops, past, expected, afterRepair }: Waiting,
  { party, since, before, transfer }: AtTurn,
): Foretold {
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
  if (before === undefined) {
    addLists(sums.going, { ops, past }, party, transfer);
    for (const { op, goods } of underWay(ops, NONE)) {
      const there = op.type === 'execute' && op.transfer !== transfer ? afterRepair?.get(op.key) : undefined;
      if (there && signFor(party, goods) < 0) addLines(sums.going, goods, 1, there);
    }
  }
  return { ...sums, at, sources: sourcesOf(party, ways) };
}

/** The transfers that bring goods to the party, and the transfers that bring these goods to their source. */
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

/** The units of a product that the party will have at that turn, never below 0. `reported`: the units in the answer. */
export const stockAtTurn = ({ moved, coming, going }: Foretold, productId: string, reported: number): number =>
  Math.max(0, reported + of(moved, productId) + of(coming, productId) - of(going, productId));

/** The units that moved and that come, by product id. Units that wait to leave are not subtracted. */
export function movedAndComing({ moved, coming }: Foretold): ReadonlyMap<string, number> {
  if (coming.size === 0) return moved;
  const all = new Map(moved);
  for (const [id, many] of coming) all.set(id, of(all, id) + many);
  return all;
}

const of = (units: ReadonlyMap<string, number>, productId: string) => units.get(productId) ?? 0;

/** 1: the goods come to the party, -1: they leave the party, 0: neither. */
const signFor = (party: string, { header }: Confirmed) =>
  header.destination === party ? 1 : header.source === party ? -1 : 0;

/** `there`: the most units of a product that can move. */
function addLines(
  units: Map<string, number>,
  { lines }: Confirmed,
  sign: 1 | -1,
  there: Readonly<Record<string, number>> = {},
): void {
  for (const line of lines) {
    const moved = Math.min(movedQuantity(line), there[line.product_id] ?? Number.POSITIVE_INFINITY);
    units.set(line.product_id, of(units, line.product_id) + sign * moved);
  }
}

const typeOf = (type: string) => PARTY_TYPES.find((one) => one === type);

/** The two parties of a transfer. Null: newer code wrote an unknown type of party. */
export function endsOf({
  source_type,
  source,
  destination_type,
  destination,
}: Confirmed['header'] | TransferHeader): Ends | null {
  const [from, to] = [typeOf(source_type), typeOf(destination_type)];
  return from && to ? { source_type: from, source, destination_type: to, destination } : null;
}

/** Whether the change waits for a person: it is refused, in conflict, or written by newer code. */
const needsPerson = (op: Op) => op.state === 'attention' || op.state === 'conflict' || !isKnown(op);

/**
 * The confirmations that will move goods without a person. If another change of the same transfer needs a person, its confirmation waits too (SYNC rule
 * 17).
 */
export function* underWay(ops: readonly Op[], expected: Waiting['expected']): Generator<{ op: Op; goods: Confirmed }> {
  const stopped = new Set<string>();
  for (const op of ops) {
    if (!LIVE.has(op.state)) continue;
    if (needsPerson(op)) stopped.add(op.transfer);
    const goods = goodsOf(op);
    if (goods && !stopped.has(op.transfer) && !expected.has(op.key)) yield { op, goods };
  }
}

/** Adds the units that unconfirmed transfers of this tablet take from `source`: the last quantity of each product that is not sent yet. */
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
  // The history has the newest op first, so it is read backwards.
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
