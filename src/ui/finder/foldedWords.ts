/** The folded texts of the rows of a list and of all lists in its line, by the places where the rows stand. */

/** The number of rows whose codes share a text: ten thousand texts of their own are a quarter of a megabyte. */
export const SLICE = 250;

/** The folded texts of a row. */
export interface FoldedRow {
  own: string;
  alike: string;
  codes: string | undefined;
}

export interface Words {
  /** Of which lists these are. */
  readonly line: object;
  /** By place. undefined: not folded. */
  readonly own: readonly (string | undefined)[];
  readonly alike: readonly (string | undefined)[];
  /** How many places were looked at. */
  done(): number;
  /** Adds the next place; null: no list needs its row. */
  add(row: FoldedRow | null): void;
  /** The place was looked at, and its row was not needed. */
  lacks(place: number): boolean;
  /** Adds the row of a place that was looked at. */
  mend(place: number, row: FoldedRow): void;
  /** The codes of SLICE rows in one text, a line a row. */
  codes(): readonly string[];
  of(place: number): FoldedRow | null;
}

export function wordsOf(line: object, hasCodes: boolean): Words {
  const own: (string | undefined)[] = [];
  const alike: (string | undefined)[] = [];
  const slices: string[] = [];
  // The codes of the last slice, while it has room.
  let open: string[] = [];
  let isNoted = true;
  const close = () => {
    if (isNoted) return;
    isNoted = true;
    slices[Math.floor((own.length - 1) / SLICE)] = open.join('\n');
    if (open.length === SLICE) open = [];
  };
  let cut = { slice: -1, text: '', lines: [] as string[] };
  const linesOf = (slice: number): string[] => {
    const text = slices[slice] ?? '';
    if (cut.slice !== slice || cut.text !== text) cut = { slice, text, lines: text.split('\n') };
    return cut.lines;
  };
  return {
    line,
    own,
    alike,
    done: () => own.length,
    add(row) {
      own.push(row?.own);
      alike.push(row?.alike);
      if (!hasCodes) return;
      open.push(row?.codes ?? '');
      isNoted = false;
      if (open.length === SLICE) close();
    },
    lacks: (place) => place < own.length && own[place] === undefined,
    mend(place, row) {
      own[place] = row.own;
      alike[place] = row.alike;
      if (!hasCodes) return;
      const slice = Math.floor(place / SLICE);
      const isOpen = open.length > 0 && slice === Math.floor((own.length - 1) / SLICE);
      const lines = isOpen ? open : [...linesOf(slice)];
      lines[place % SLICE] = row.codes ?? '';
      if (isOpen) isNoted = false;
      else slices[slice] = lines.join('\n');
    },
    codes() {
      close();
      return slices;
    },
    of(place) {
      const [mine, shared] = [own[place], alike[place]];
      if (mine === undefined || shared === undefined) return null;
      if (!hasCodes) return { own: mine, alike: shared, codes: undefined };
      close();
      return { own: mine, alike: shared, codes: linesOf(Math.floor(place / SLICE))[place % SLICE] ?? '' };
    },
  };
}
