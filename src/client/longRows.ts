/**
 * The rows of a long answer, known by their ids. A block of them is read when one of its rows is first looked at: a start that only says how many
 * there are reads none (performance goal 6).
 */
import { BLOCK_ROWS, type Block, blockReader, idsOf, inactiveOf, isWhole, type Pieces } from './pieces.ts';

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
  // The bytes of a block are let go once it was read.
  const held: (Block | readonly unknown[])[] = [...blocks];
  const block = (n: number) => {
    const there = held[n];
    if (there === undefined || Array.isArray(there)) return there;
    const rows = read(there as Block);
    held[n] = rows;
    return rows;
  };
  return view(
    known,
    new Set(inactive.split(' ').filter(Boolean)),
    (place) => block(Math.floor(place / BLOCK_ROWS))?.[place % BLOCK_ROWS] as Row,
  );
}

function view<Row>(ids: readonly string[], inactive: ReadonlySet<string>, at: (place: number) => Row): LongRows<Row> {
  const self: LongRows<Row> = {
    length: ids.length,
    ids,
    inactive,
    slice: (from, to) => ids.slice(from, to).map((_, n) => at(from + n)),
    only(pass) {
      const places: number[] = [];
      for (let place = 0; place < ids.length; place += 1) if (pass(ids[place] as string)) places.push(place);
      if (places.length === ids.length) return self;
      return view(
        places.map((place) => ids[place] as string),
        inactive,
        (place) => at(places[place] as number),
      );
    },
  };
  return self;
}
