/**
 * The rows of a long answer, known by their ids. A row is parsed each time it is used: a start that only shows the number of rows parses none
 * (performance goal 6), and a catalogue in use is bytes, not ten thousand objects (goal 12).
 */
import {
  BLOCK_ROWS,
  blockReader,
  idsIn,
  idsOf,
  inactiveOf,
  isWhole,
  type Pieces,
  rowReader,
  textOf,
} from './pieces.ts';

export interface LongRows<Row> {
  readonly length: number;
  /** The ids of the rows' records, in order ({@link idsOf}). */
  readonly ids: readonly string[];
  /** The ids of all rows whose record is not active. */
  readonly inactive: ReadonlySet<string>;
  slice(from: number, to: number): readonly Row[];
  /** The rows whose ids pass; the same list if all do. */
  only(pass: (id: string) => boolean): LongRows<Row>;
  /** The JSON of a row as it arrived, without parsing it. null, or no such function: it is not known. */
  bytes?(place: number): Uint8Array | null;
  /** Whether the JSON of any row of the answer has this text, also of rows that `only` left out. Parses no row. */
  mentions(text: string): boolean;
}

/** LongRows over rows that are parsed already. */
export function listed<Row>(rows: readonly Row[]): LongRows<Row> {
  const mentions = (text: string) => rows.some((row) => JSON.stringify(row).includes(text));
  return view(idsOf(rows), new Set(inactiveOf(rows)), (place) => rows[place] as Row, mentions);
}

/** LongRows over blocks that are not parsed yet. null: the blocks do not match these ids. */
export function unread<Row>({
  ids,
  inactive,
  blocks,
  order,
}: Pick<Pieces, 'ids' | 'inactive' | 'blocks' | 'order'>): LongRows<Row> | null {
  const known = idsIn(ids);
  if (order ? order.length !== known.length : blocks.length !== Math.ceil(known.length / BLOCK_ROWS)) return null;
  if (!blocks.every(isWhole)) return null;
  const read = blockReader();
  const countOf = (n: number) => (order ? null : Math.min(BLOCK_ROWS, known.length - n * BLOCK_ROWS));
  const readers = blocks.map((block, n) => rowReader(block, countOf(n), read));
  const standsAt = (place: number) => order?.[place] ?? place;
  // A row that is still referenced is returned again as the same object.
  const held = new Map<number, WeakRef<object>>();
  const at = (place: number, passing: boolean) => {
    const there = held.get(place)?.deref();
    if (there) return there as Row;
    const stands = standsAt(place);
    const row = readers[Math.floor(stands / BLOCK_ROWS)]?.row(stands % BLOCK_ROWS) as Row;
    if (!passing && typeof row === 'object' && row !== null) held.set(place, new WeakRef(row));
    return row;
  };
  const mentions = (text: string) => blocks.some((block) => textOf(block).includes(text));
  const bytes = (place: number) => {
    const stands = standsAt(place);
    return readers[Math.floor(stands / BLOCK_ROWS)]?.bytes(stands % BLOCK_ROWS) ?? null;
  };
  return view(known, new Set(inactive.split(' ').filter(Boolean)), at, mentions, bytes);
}

/** More rows than this at once are not remembered. */
const PASSING = 50;

function view<Row>(
  ids: readonly string[],
  inactive: ReadonlySet<string>,
  at: (place: number, passing: boolean) => Row,
  mentions: LongRows<Row>['mentions'],
  bytes?: (place: number) => Uint8Array | null,
): LongRows<Row> {
  const self: LongRows<Row> = {
    length: ids.length,
    ids,
    inactive,
    slice: (from, to) => ids.slice(from, to).map((_, n) => at(from + n, to - from > PASSING)),
    only(pass) {
      const places: number[] = [];
      for (let place = 0; place < ids.length; place += 1) if (pass(ids[place] as string)) places.push(place);
      if (places.length === ids.length) return self;
      return view(
        places.map((place) => ids[place] as string),
        inactive,
        (place, passing) => at(places[place] as number, passing),
        mentions,
        bytes && ((place) => bytes(places[place] as number)),
      );
    },
    mentions,
    ...(bytes && { bytes }),
  };
  return self;
}
