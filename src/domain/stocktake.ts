/**
 * The rules of a stocktake as pure functions, for the server and for a tablet without a server. Quantities are units, times are epoch seconds.
 *
 * A product is counted place by place ("Aisle A", "Floor"; the empty text is "no place named"). Counts of different places add up. Two persons who counted
 * one place counted the same goods: where their figures differ, the product is counted again, in a new round, whose figures alone hold.
 */

import { type LotUnits, lotsIn } from './lots.ts';

/**
 * The scope of a stocktake: everything, the goods of a manufacturer or a brand, a chosen list, the goods that moved most, or the products that the plan
 * proposes.
 */
export const STOCKTAKE_SCOPES = ['all', 'manufacturer', 'brand', 'list', 'moved', 'plan'] as const;
export type StocktakeScope = (typeof STOCKTAKE_SCOPES)[number];

/** `open`: officers count. `posted`: the differences are in the books. `cancelled`: nothing of it moved stock. Only `open` changes. */
export const STOCKTAKE_STATUSES = ['open', 'posted', 'cancelled'] as const;
export type StocktakeStatus = (typeof STOCKTAKE_STATUSES)[number];

/** Why a product is counted again: two counts of one place differ, the difference is worth more than the limit, or a person asked for it. */
export const RECOUNT_REASONS = ['differ', 'large', 'asked'] as const;
export type RecountReason = (typeof RECOUNT_REASONS)[number];

/** Whether a product of a stocktake waits for its first count, waits for a count of a later round, or is counted. */
export type CountState = 'to_count' | 'recount' | 'counted';

/** How many products "what moved most" and the plan take. */
export const PROPOSED_PRODUCTS = 20;

/** The figure of one person for one product in one place and round. A later figure of the same person there replaces it. */
export interface CountFigure {
  product_id: string;
  place: string;
  /** 1 is the first count. */
  round: number;
  user_id: string;
  /** Units. */
  quantity: number;
  /** When the person counted, by the corrected clock of the tablet. */
  counted_at: number;
  /** The lots that the person named for units of it (domain/lots.ts); none: '', null or absent. */
  lots?: string | null | undefined;
}

/** The combined result of the counts of one product. */
export interface Counted {
  /** Units, the sum over the places of the last round that has counts; null: nobody counted. */
  quantity: number | null;
  /** The round that the quantity is from; 0: nobody counted. */
  round: number;
  /** When the last of its places was counted; null: nobody counted. */
  counted_at: number | null;
  /** Two persons counted one place of that round and their figures differ, or the lots that both of them named. */
  differs: boolean;
  /** The lots of that round, place by place; their units are at most the quantity. */
  lots: LotUnits[];
}

/** Combines the counts of one product. `figures`: all of that product, in any order. */
export function countedOf(figures: readonly CountFigure[]): Counted {
  const round = figures.reduce((last, one) => Math.max(last, one.round), 0);
  const places = new Map<string, CountFigure[]>();
  for (const one of figures) {
    if (one.round !== round) continue;
    const there = places.get(one.place);
    if (there) there.push(one);
    else places.set(one.place, [one]);
  }
  if (places.size === 0) return { quantity: null, round: 0, counted_at: null, differs: false, lots: [] };
  let quantity = 0;
  let counted_at = 0;
  let differs = false;
  const lots: LotUnits[] = [];
  for (const there of places.values()) {
    const last = there.reduce((a, b) =>
      b.counted_at > a.counted_at || (b.counted_at === a.counted_at && b.user_id > a.user_id) ? b : a,
    );
    quantity += last.quantity;
    counted_at = Math.max(counted_at, last.counted_at);
    // A person who names no lot (on a tablet of an earlier release) does not contradict the lots of another person.
    const named = [last, ...there].find((one) => one.lots && one.quantity === last.quantity);
    lots.push(...lotsIn(named?.lots));
    differs ||= there.some(
      (one) => one.quantity !== last.quantity || Boolean(named && one.lots && one.lots !== named.lots),
    );
  }
  return { quantity, round, counted_at, differs, lots };
}

/** The state of a product. `round`: the round that is asked for; 1 until a recount is asked for. */
export function countState(counted: Pick<Counted, 'round' | 'differs'>, round: number): CountState {
  if (counted.round < round) return round > 1 ? 'recount' : 'to_count';
  return counted.differs ? 'recount' : 'counted';
}

/** The setting with the difference at cost, in kobo, from which another person must count a product again, and its default. */
export const RECOUNT_LIMIT_KEY = 'stocktake_recount_kobo';
export const RECOUNT_LIMIT_KOBO = 2_000_000;

/** The most rounds of one product. */
export const MAX_ROUNDS = 20;

/** A row of the stock log of one product: signed units, its business time and when it was written. */
export interface StockMove {
  quantity: number;
  timestamp: number;
  created: number;
  /** true: it puts the books right and moves no goods (a count by hand, goods that are lost, found or there from the beginning). */
  corrects: boolean;
}

/** Reasons of adjustments that put the books right. Goods that are damaged or expired leave the shelf. */
export const CORRECTIONS: readonly string[] = ['opening', 'count', 'lost', 'found'];

/**
 * When goods of a movement were on the way at the latest: its business time, but never later than when it was written, because nothing is written before
 * it happened (a return is dated tomorrow).
 */
export const movedAt = ({ timestamp, created }: Pick<StockMove, 'timestamp' | 'created'>): number =>
  Math.min(timestamp, created);

/** Whether a movement counts as before a count. A correction sets the stock on the shelf, so it counts as before. */
export const isBefore = (move: Omit<StockMove, 'quantity'>, counted_at: number): boolean =>
  move.corrects || movedAt(move) <= counted_at;

/** Units that the books had at `counted_at`: what they have now, without the movements after the count (decision 0411). */
export function bookAt(now: number, moves: readonly StockMove[], counted_at: number): number {
  return moves.reduce((book, move) => (isBefore(move, counted_at) ? book : book - move.quantity), now);
}
