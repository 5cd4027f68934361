/**
 * What a party holds as this tablet knows it: the last answer of the server, and what this tablet's own transfers moved since. The server's yes to a transfer
 * counts at once, and not only with the next answer.
 */
import { type LongRows, listed } from '#client/reads/longRows.ts';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { heldAfter as lotsAfter } from '#domain/lotTyping.ts';
import { movedQuantity, PARTY_TYPES, type PartyType } from '#domain/transfer.ts';
import { goodsMoved, goodsOf } from '#offline/outbox/goods.ts';
import {
  type Confirmed,
  LIVE,
  type Op,
  type Past,
  type TransferHeader,
  type TransferLine,
} from '#offline/outbox/op.ts';

export interface OwnMoves {
  /** Units by product id: positive came to the party, negative left it. */
  units: ReadonlyMap<string, number>;
  /** When the server said yes to the last of them, epoch ms; null: to none. */
  at: number | null;
}

const NONE: OwnMoves = { units: new Map(), at: null };

/**
 * The own transfers of `party` that an answer of `since` (epoch ms) does not know. `waits`: confirmed ones that still wait and bring goods to the party
 * count too; what leaves it while it waits is told apart ("minus 4 cases waiting on this tablet").
 */
export function ownMoves(
  { ops, past }: { ops: readonly Op[]; past: readonly Past[] },
  party: string,
  since: number,
  waits = false,
): OwnMoves {
  const units = new Map<string, number>();
  let at: number | null = null;
  const move = (confirmed: Confirmed | undefined, comesOnly: boolean) => {
    const sign =
      confirmed?.header.destination === party ? 1 : confirmed?.header.source === party && !comesOnly ? -1 : 0;
    if (!confirmed || sign === 0) return false;
    for (const line of confirmed.lines)
      units.set(line.product_id, (units.get(line.product_id) ?? 0) + sign * movedQuantity(line));
    return true;
  };
  for (const one of past) if (one.at > since && move(goodsMoved(one), false)) at = Math.max(at ?? 0, one.at);
  if (waits) for (const op of ops) if (isUnderWay(op)) move(goodsOf(op), true);
  return units.size === 0 ? NONE : { units, at };
}

/** A refused confirmation moves nothing. */
const isUnderWay = ({ state }: Op) => LIVE.has(state) && state !== 'attention' && state !== 'conflict';

/**
 * The units by product id that other unfinished transfers of this tablet take from `source`: of a confirmed one that waits all its lines, also those that the
 * server has; of another one that began here the lines that wait. `transfer`: the one that asks.
 */
export function promisedFrom(
  source: string,
  { ops, past }: { ops: readonly Op[]; past: readonly Past[] },
  transfer: string,
): ReadonlyMap<string, number> {
  const units = new Map<string, number>();
  const take = (productId: string, many: number) => units.set(productId, (units.get(productId) ?? 0) + many);
  const fromHere = new Set(
    [...past.map((one) => one.op), ...ops].flatMap((op) =>
      op.type === 'create' && (op.payload as TransferHeader).source === source ? op.transfer : [],
    ),
  );
  const told = new Set<string>();
  for (const op of ops) {
    const confirmed = isUnderWay(op) ? goodsOf(op) : undefined;
    if (!confirmed) continue;
    told.add(op.transfer);
    if (confirmed.header.source === source && op.transfer !== transfer)
      for (const line of confirmed.lines) take(line.product_id, movedQuantity(line));
  }
  for (const op of ops) {
    if (op.type !== 'upsert' || !LIVE.has(op.state) || op.transfer === transfer) continue;
    if (told.has(op.transfer) || !fromHere.has(op.transfer)) continue;
    const { product_id, ...line } = op.payload as TransferLine;
    take(product_id, movedQuantity(line));
  }
  return units;
}

/** What the confirmed transfers that wait bring to `party`: the units by product id, and the two ends of each of them once. */
export function bringingTo(
  ops: readonly Op[],
  party: string,
): { units: ReadonlyMap<string, number>; sources: readonly BringingEnds[] } {
  const units = new Map<string, number>();
  const sources = new Map<string, BringingEnds>();
  for (const op of ops) {
    const confirmed = isUnderWay(op) ? goodsOf(op) : undefined;
    if (confirmed?.header.destination !== party) continue;
    const { header, lines } = confirmed;
    const [source_type, destination_type] = [typeOf(header.source_type), typeOf(header.destination_type)];
    if (!source_type || !destination_type) continue;
    const { source, destination } = header;
    sources.set(source, { source_type, source, destination_type, destination });
    for (const line of lines) units.set(line.product_id, (units.get(line.product_id) ?? 0) + movedQuantity(line));
  }
  return { units, sources: [...sources.values()] };
}

interface BringingEnds {
  source_type: PartyType;
  source: string;
  destination_type: PartyType;
  destination: string;
}
const typeOf = (type: string) => PARTY_TYPES.find((one) => one === type);

/** `rows`, and behind them the products of `from` of which `units` come and that the rows do not have, each with what comes. */
export function withNew(
  rows: LongRows<Pickable>,
  from: LongRows<Pickable>,
  units: ReadonlyMap<string, number>,
): LongRows<Pickable> {
  const known = new Set(rows.ids);
  const isNew = (id: string) => !known.has(id) && (units.get(id) ?? 0) > 0;
  if (!from.ids.some(isNew)) return rows;
  return joined(rows, from.only(isNew), units, false);
}

/** How many products the party holds: those of the answer (their ids), and those that came since. What it gave away may be left of them. */
export const heldAfter = (ids: readonly string[], { units }: OwnMoves): number =>
  new Set([...ids, ...[...units].flatMap(([id, n]) => (n > 0 ? [id] : []))]).size;

/**
 * The rows with their stock after these moves, and behind them products that the answer does not have. `more`: where such products are described; `all`: each
 * of them is listed, with 0 units where nothing came.
 */
export function rowsAfter(
  rows: LongRows<Pickable>,
  { units }: OwnMoves,
  more: LongRows<Pickable> | null,
  all: boolean,
): LongRows<Pickable> {
  const known = new Set(rows.ids);
  const ids = (more?.ids ?? []).filter((id) => !known.has(id) && (all || (units.get(id) ?? 0) > 0));
  if (units.size === 0 && ids.length === 0) return rows;
  const wanted = new Set(ids);
  return joined(rows, wanted.size === 0 ? null : (more?.only((id) => wanted.has(id)) ?? null), units);
}

function joined(
  rows: LongRows<Pickable>,
  more: LongRows<Pickable> | null,
  units: ReadonlyMap<string, number>,
  /** The moves count for the first rows too. */
  hasMoved = true,
): LongRows<Pickable> {
  // A row stays the same object while its source row does.
  const made = new WeakMap<Pickable, Pickable>();
  const kept = (row: Pickable, quantity: number | null) => {
    if (quantity === row.quantity) return row;
    const lots =
      row.lots && quantity !== null
        ? { lots: lotsAfter(row.lots, quantity).map((one) => [...one] as [string, string, number]) }
        : {};
    const one = made.get(row) ?? { ...row, quantity, ...lots };
    made.set(row, one);
    return one;
  };
  const moved = (id: string) => units.get(id) ?? 0;
  const first = (row: Pickable) =>
    hasMoved ? kept(row, row.quantity === null ? null : Math.max(0, row.quantity + moved(row.product_id))) : row;
  const second = (row: Pickable) => kept(row, Math.max(0, moved(row.product_id)));
  const n = rows.length;
  return {
    length: n + (more?.length ?? 0),
    ids: more ? [...rows.ids, ...more.ids] : rows.ids,
    inactive: more ? new Set([...rows.inactive, ...more.inactive]) : rows.inactive,
    slice: (from, to) => [
      ...(from < n ? rows.slice(from, Math.min(to, n)).map(first) : []),
      ...(more && to > n ? more.slice(Math.max(0, from - n), to - n).map(second) : []),
    ],
    only: (pass) => joined(rows.only(pass), more?.only(pass) ?? null, units, hasMoved),
  };
}

/** The units by product id of an answer. A product that it does not have is 0. */
export function stockIn(answered: Pickable[] | LongRows<Pickable> | undefined): (productId: string) => number | null {
  const rows = Array.isArray(answered) ? listed(answered) : answered;
  const places = new Map(rows?.ids.map((id, place) => [id, place]));
  return (productId) => {
    const place = places.get(productId);
    return place === undefined ? 0 : (rows?.slice(place, place + 1)[0]?.quantity ?? null);
  };
}
