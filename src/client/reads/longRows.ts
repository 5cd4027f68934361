/**
 * The rows of a long answer, known by their ids. A row is parsed each time it is used: a start that only shows the number of rows parses none
 * (performance goal 6), and a catalogue in use is bytes, not ten thousand objects (goal 12).
 */
import {
  BLOCK_ROWS,
  blockReader,
  countIn,
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
  /** Absent where the rows are parsed already. */
  readonly standing?: Standing<Row>;
}

/**
 * Where the rows of a list stand in its blocks. A list that is made of an earlier one by changes (patch.ts) has the same rows at the same places and changed rows after
 * them, so that what was worked out of the rows of a place is not worked out again (decision 1270).
 */
export interface Standing<Row> {
  /** The same object for an answer and for all lists that are made of it by changes. */
  readonly line: object;
  /** The number of rows in the blocks, with earlier states of changed rows. */
  readonly room: number;
  /** The place of each row of the list. null: the rows stand in the order of the list. */
  order(): Uint32Array | null;
  /** Parses the row at a place. */
  row(place: number): Row;
}

/** Answers each question once. Rows do not change, and a screen repeats its question each time it is drawn. */
function kept(answer: (text: string) => boolean): (text: string) => boolean {
  const answers = new Map<string, boolean>();
  return (text) => {
    const found = answers.get(text) ?? answer(text);
    answers.set(text, found);
    return found;
  };
}

/** LongRows over rows that are parsed already. */
export function listed<Row>(rows: readonly Row[]): LongRows<Row> {
  const mentions = kept((text) => rows.some((row) => JSON.stringify(row).includes(text)));
  return view(idsOf(rows), new Set(inactiveOf(rows)), (place) => rows[place] as Row, { mentions });
}

/** The rows of an answer, parsed or not, in one form. */
export const longOf = <Row>(rows: readonly Row[] | LongRows<Row>): LongRows<Row> =>
  'mentions' in rows ? rows : listed(rows);

/** LongRows over blocks that are not parsed yet. null: the blocks do not match these ids. `line`: that of the list that this one is made of. */
export function unread<Row>(
  { ids, inactive, blocks, order }: Pick<Pieces, 'ids' | 'inactive' | 'blocks' | 'order'>,
  line: object = {},
): LongRows<Row> | null {
  const known = idsIn(ids);
  if (order ? order.length !== known.length : blocks.length !== Math.ceil(known.length / BLOCK_ROWS)) return null;
  if (!blocks.every(isWhole)) return null;
  const read = blockReader();
  const countOf = (n: number) => (order ? null : Math.min(BLOCK_ROWS, known.length - n * BLOCK_ROWS));
  const readers = blocks.map((block, n) => rowReader(block, countOf(n), read));
  const standsAt = (place: number) => order?.[place] ?? place;
  // A row that is still referenced is returned again as the same object.
  const held = new Map<number, WeakRef<object>>();
  const rowAt = (stands: number) => readers[Math.floor(stands / BLOCK_ROWS)]?.row(stands % BLOCK_ROWS) as Row;
  const at = (place: number, passing: boolean) => {
    const there = held.get(place)?.deref();
    if (there) return there as Row;
    const row = rowAt(standsAt(place));
    if (!passing && typeof row === 'object' && row !== null) held.set(place, new WeakRef(row));
    return row;
  };
  const mentions = kept((text) => blocks.some((block) => textOf(block).includes(text)));
  const bytes = (place: number) => {
    const stands = standsAt(place);
    return readers[Math.floor(stands / BLOCK_ROWS)]?.bytes(stands % BLOCK_ROWS) ?? null;
  };
  const last = blocks.at(-1);
  const standing = {
    line,
    room: order && last !== undefined ? (blocks.length - 1) * BLOCK_ROWS + countIn(last) : known.length,
    order: () => order ?? null,
    row: rowAt,
  };
  return view(known, new Set(inactive.split(' ').filter(Boolean)), at, { mentions, bytes, standing });
}

/** More rows than this at once are not remembered. */
const PASSING = 50;

type More<Row> = Pick<LongRows<Row>, 'mentions' | 'bytes' | 'standing'>;

function view<Row>(
  ids: readonly string[],
  inactive: ReadonlySet<string>,
  at: (place: number, passing: boolean) => Row,
  { mentions, bytes, standing }: More<Row>,
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
        {
          mentions,
          ...(bytes && { bytes: (place) => bytes(places[place] as number) }),
          ...(standing && { standing: { ...standing, order: once(() => picked(standing.order(), places)) } }),
        },
      );
    },
    mentions,
    ...(bytes && { bytes }),
    ...(standing && { standing }),
  };
  return self;
}

const picked = (order: Uint32Array | null, places: readonly number[]): Uint32Array =>
  Uint32Array.from(places, (place) => order?.[place] ?? place);

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
