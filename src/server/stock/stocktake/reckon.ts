/** Reckons what was counted against the books, product by product (decision 0411). Quantities are units, money is kobo. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { AdjustReason } from '#contract/stock/stockCalls.ts';
import { type LotChange, type LotResult, lotResults } from '#domain/lotCounts.ts';
import { unitsOf } from '#domain/lots.ts';
import { lineAmount } from '#domain/money.ts';
import { bookAt, CORRECTIONS, type Counted, countedOf, isBefore, type StockMove } from '#domain/stocktake.ts';
import type { Db } from '../../db/open.ts';
import type { Row } from '../../db/tables.ts';
import { type ProductColumns, productJoins, productRefColumns } from '../productRefs.ts';
import { figuresOf, type KeptFigure, type Rounds } from './countLines.ts';
import type { StocktakeHead } from './lockedStocktake.ts';

export interface LoggedMove extends StockMove {
  ref: string;
  kind: string;
}

/** A product with its counts and its book figures. */
export interface Reckoned {
  line: ProductColumns & Rounds;
  figures: KeptFigure[];
  /** Movements since the stocktake began, and those after the count, the oldest first. */
  moves: LoggedMove[];
  counted: number | null;
  counted_at: number | null;
  /** The book figure at the time of the count; the present one if nobody counted. */
  book: number;
  /** The present book figure. */
  held: number;
  /** When the stock row was written last, epoch seconds. */
  modified: number;
  cost: number;
  difference: number | null;
  value: number | null;
  reason: AdjustReason | null;
  /** Lot by lot; null: the count names no lot, or the product is not tracked by lot. */
  lots: LotResult[] | null;
  /** The present book figure of each lot; empty if the product is not tracked by lot. */
  heldLots: LotChange[];
  /** The same lot by lot of an earlier round's counts; null: they name no lot. */
  lotsOf(counted: Counted): LotResult[] | null;
}

type LineRow = ProductColumns &
  Rounds &
  Pick<Row<'stocktake_line'>, 'counted' | 'book' | 'held' | 'cost_kobo' | 'value_kobo' | 'reason' | 'lots'> & {
    quantity: number | null;
    cost_price_kobo: number | null;
    modified: number | null;
    moves: LoggedMove[];
    /** For a product that is tracked by lot: the book figure of each lot, and its movements since. */
    held_lots: LotChange[] | null;
    lot_moves: (LotChange & Omit<StockMove, 'quantity'>)[] | null;
  };

/** Whether a row of `warehouse_log` puts the books right and moves no goods. */
export const isCorrection = sql<boolean>`(kind = 'adjustment' and coalesce(reason, '') = any(${[...CORRECTIONS]}))`;

/** All products of a stocktake, or some, in the order of their names. A closed stocktake returns the figures from its close. */
export async function reckon(db: Db, head: StocktakeHead, products?: readonly string[]): Promise<Reckoned[]> {
  const figures = await figuresOf(db, head._id, products);
  const rows = await linesWithMoves(db, head, figures, products);
  return rows.map((line) => {
    const own = figures.get(line.p_id) ?? [];
    const sum = countedOf(own);
    const { quantity: counted, counted_at } = sum;
    // Movements after an earlier count are needed to compare the rounds.
    const moves = line.moves.filter(
      (move) => move.created >= head.created || own.some((one) => !isBefore(move, one.counted_at)),
    );
    const of = { line, figures: own, moves, counted, counted_at, modified: line.modified ?? 0 };
    const lotsOf = (counted: Counted) => lotsAt(line, counted);
    const lots = { heldLots: line.held_lots ?? [], lotsOf };
    if (head.status !== 'open') return { ...of, ...thenOf(line), ...lots };
    return { ...of, ...nowOf(line, of), lots: lotsOf(sum), ...lots };
  });
}

/** The counts of a product by lot; null: they name no lot, or the product is not tracked by lot. */
function lotsAt(line: LineRow, { quantity, counted_at, lots: named }: Counted): LotResult[] | null {
  if (named.length === 0 || !line.held_lots) return null;
  return lotResults(lotBook(line, counted_at), named, (quantity ?? 0) - unitsOf(named));
}

/** One statement, so that stock and movements are of one moment while goods leave. */
async function linesWithMoves(
  db: Db,
  head: StocktakeHead,
  figures: ReadonlyMap<string, KeptFigure[]>,
  products?: readonly string[],
): Promise<LineRow[]> {
  const counts = [...figures.values()].flat().map((one) => one.counted_at);
  const since = counts.reduce((first, at) => Math.min(first, at), head.created);
  const until = head.closed_at === null ? sql`true` : sql`created <= ${head.closed_at}`;
  const { rows } =
    await sql<LineRow>`select l.round, l.whys, l.counted, l.book, l.held, l.cost_kobo, l.value_kobo, l.reason,
      l.lots, wp.quantity, wp.cost_price_kobo, wp.modified, ${productRefColumns},
      (select coalesce(json_agg(json_build_object('ref', ref, 'kind', kind, 'quantity', quantity, 'timestamp', timestamp,
          'created', created, 'corrects', ${isCorrection}) order by created, _id), '[]'::json)
        from warehouse_log where warehouse_id = ${head.warehouse_id} and product_id = l.product_id and created >= ${since}
          and ref <> ${head.ref} and ${until}) as moves,
      case when p.tracks_lots then (
        select coalesce(json_agg(json_build_object('code', code, 'expires', expires, 'units', quantity)), '[]'::json)
        from lot_stock where warehouse_id = ${head.warehouse_id} and product_id = l.product_id and quantity > 0) end as held_lots,
      case when p.tracks_lots then (
        select coalesce(json_agg(json_build_object('code', m.code, 'expires', m.expires, 'units', m.quantity, 'timestamp', timestamp,
          'created', created, 'corrects', ${isCorrection})), '[]'::json)
        from warehouse_log wl join lot_move m on m.log_id = wl._id
        where wl.warehouse_id = ${head.warehouse_id} and wl.product_id = l.product_id and created >= ${since}
          and ref <> ${head.ref} and ${until}) end as lot_moves
    from stocktake_line l join product p on p._id = l.product_id ${productJoins}
    left join warehouse_product wp on wp.warehouse_id = ${head.warehouse_id} and wp.product_id = l.product_id
    where l.stocktake_id = ${head._id} and ${products ? sql`l.product_id = any(${[...products]})` : sql`true`}
    order by p.name_key, p._id`.execute(db);
  return rows;
}

function nowOf(line: LineRow, { counted, counted_at, moves }: Pick<Reckoned, 'counted' | 'counted_at' | 'moves'>) {
  const held = line.quantity ?? 0;
  const cost = line.cost_price_kobo ?? line.p_price;
  const book = counted_at === null ? held : bookAt(held, moves, counted_at);
  const difference = counted === null ? null : counted - book;
  return { held, cost, book, difference, value: valueAt(difference, cost, line.case_count), reason: null };
}

/** The book figure of each lot at the time of the count, computed as {@link bookAt} does for the product. */
function lotBook({ held_lots, lot_moves }: LineRow, counted_at: number | null): LotChange[] {
  const later = (lot_moves ?? []).filter((move) => counted_at !== null && !isBefore(move, counted_at));
  return [...(held_lots ?? []), ...later.map(({ code, expires, units }) => ({ code, expires, units: -units }))];
}

function thenOf(line: LineRow) {
  const { held, book, counted } = line;
  return {
    ...{ held: held ?? 0, book: book ?? 0, cost: line.cost_kobo ?? line.p_price },
    difference: counted === null || book === null ? null : counted - book,
    value: line.value_kobo,
    reason: line.reason as AdjustReason | null,
    lots: line.lots === null ? null : (JSON.parse(line.lots) as LotResult[]),
  };
}

/** Kobo with the sign of the difference. */
const valueAt = (difference: number | null, cost: number, caseCount: number): number | null =>
  difference === null ? null : lineAmount(difference, cost, caseCount);

/** Whether posting would move anything of it: units, or units from one lot to another. */
export const isMoved = ({ difference, lots }: Pick<Reckoned, 'difference' | 'lots'>): boolean =>
  (difference ?? 0) !== 0 || (lots ?? []).some((lot) => lot.difference !== 0);

/** SHA-256 of exactly what posting would do: of each counted product its counted units, its book figure and the difference, and that of each lot if it was counted by lot. */
export function digestOfResults(results: readonly Reckoned[]): string {
  const text = results
    .filter((one) => one.counted !== null)
    .map((one) => `${one.line.p_id}:${one.counted}:${one.book}:${one.difference}${lotsOfDigest(one.lots)}`)
    .sort()
    .join('\n');
  return createHash('sha256').update(text).digest('hex');
}

const lotsOfDigest = (lots: readonly LotResult[] | null): string =>
  lots === null ? '' : `:${JSON.stringify(lots.map((lot) => [lot.code, lot.expires, lot.difference]))}`;

/** Stores the figures at the end of the stocktake, in one statement. `reasons`: of the adjusted products. */
export async function keepResults(
  db: Db,
  stocktake: string,
  results: readonly Reckoned[],
  reasons: ReadonlyMap<string, AdjustReason>,
): Promise<void> {
  const kept = results.map((one) => ({
    ...{ product_id: one.line.p_id, counted: one.counted, book: one.book, held: one.held, cost_kobo: one.cost },
    ...{ value_kobo: one.value, reason: reasons.get(one.line.p_id) ?? null },
    lots: one.lots === null ? null : JSON.stringify(one.lots),
  }));
  await sql`update stocktake_line l set counted = k.counted, book = k.book, held = k.held, cost_kobo = k.cost_kobo,
      value_kobo = k.value_kobo, reason = k.reason, lots = k.lots
    from json_to_recordset(${JSON.stringify(kept)}::json)
      as k (product_id text, counted int8, book int8, held int8, cost_kobo int8, value_kobo int8, reason text, lots text)
    where l.stocktake_id = ${stocktake} and l.product_id = k.product_id`.execute(db);
}
