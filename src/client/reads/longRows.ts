/**
 * The rows of a long answer, known by their ids. A row is read when it is looked at, and again when it is looked at later: a start that only says
 * how many there are reads none (performance goal 6), and a catalogue in use is bytes, not ten thousand objects (goal 12).
 */
import { BLOCK_ROWS, blockReader, idsOf, inactiveOf, isWhole, type Pieces, rowReader } from './pieces.ts';

export interface LongRows<Row> {
  readonly length: number;
  /** The ids of the rows' records, in order ({@link idsOf}). */
  readonly ids: readonly string[];
  /** Which of all the rows are about something that is not active. */
  readonly inactive: ReadonlySet<string>;
  slice(from: number, to: number): readonly Row[];
  /** Those whose ids pass; the same list where all do. */
  only(pass: (id: string) => boolean): LongRows<Row>;
}

/** Rows that are read already. */
export function listed<Row>(rows: readonly Row[]): LongRows<Row> {
  return view(idsOf(rows), new Set(inactiveOf(rows)), (place) => rows[place] as Row);
}

/** Rows of blocks that nobody has looked at. null: the blocks are not those of these ids. */
export function unread<Row>({
  ids,
  inactive,
  blocks,
}: Pick<Pieces, 'ids' | 'inactive' | 'blocks'>): LongRows<Row> | null {
  const known = ids.split(' ');
  if (blocks.length !== Math.ceil(known.length / BLOCK_ROWS)) return null;
  if (!blocks.every(isWhole)) return null;
  const read = blockReader();
  const readers = blocks.map((block, n) => rowReader(block, Math.min(BLOCK_ROWS, known.length - n * BLOCK_ROWS), read));
  // Whoever still holds a row is given the same one again.
  const held = new Map<number, WeakRef<object>>();
  return view(known, new Set(inactive.split(' ').filter(Boolean)), (place, passing) => {
    const there = held.get(place)?.deref();
    if (there) return there as Row;
    const row = readers[Math.floor(place / BLOCK_ROWS)]?.(place % BLOCK_ROWS) as Row;
    if (!passing && typeof row === 'object' && row !== null) held.set(place, new WeakRef(row));
    return row;
  });
}

/** More rows than this at once are looked through, not held. */
const PASSING = 50;

function view<Row>(
  ids: readonly string[],
  inactive: ReadonlySet<string>,
  at: (place: number, passing: boolean) => Row,
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
      );
    },
  };
  return self;
}
