import { useEffect, useMemo, useRef } from 'react';
import { searchable, searchWords } from '#domain/text.ts';

/** The number of rows whose codes share a text. */
const SLICE = 250;
/** The number of rows folded between two looks at the clock. */
const STEP = 64;
/** How long one idle task folds rows, ms. */
const SLICE_MS = 6;
/** How long the first list of a field waits, so that its first key press is answered, ms. A later list has little to fold. */
const FIRST_MS = 100;
/** So many rows are folded within a key press without being felt. */
const AT_ONCE = 500;

/** A list as long as the catalogue; its rows are read when they are needed. */
export interface Keyed<Row> {
  readonly length: number;
  /** The ids of all rows, in order. */
  readonly ids: readonly string[];
  slice(from: number, to: number): readonly Row[];
  /** The rows whose ids pass the test; the same list if all do. */
  only(pass: (id: string) => boolean): Keyed<Row>;
  /** What a row was read from: rows with equal bytes have equal texts. */
  bytes?(place: number): Uint8Array | null;
}

/** Rows that can be searched. */
type Searched<Row> = Pick<Keyed<Row>, 'length' | 'slice'> & Partial<Pick<Keyed<Row>, 'ids' | 'bytes'>>;

/** The texts that a row is found by. Both functions must keep their identity. */
export interface FinderTexts<Row> {
  /** The text of this row alone; it is folded and stored per row. */
  own: (row: Row) => string;
  /** A text that many rows share (brand, manufacturer); it is folded and stored once. */
  alike: (row: Row) => string;
  /** The codes of this row. A figure of fewer than six digits finds no code, because nearly every code holds it. */
  codes?: (row: Row) => string;
}

const isShortFigure = (word: string) => /^\d{1,5}$/.test(word);

/** A search whose first answers may take longer than a key press. */
export interface Folding {
  /** Whether a search answers within a key press. While it does not, `find` still answers, after folding what is left. */
  isReady(): boolean;
  /** Calls `heard` when `isReady` turns true. Returns a function that ends it. */
  subscribe(heard: () => void): () => void;
}

/** The indexes of the matching rows, those whose own text begins with the typed words first; null means that all match. */
export interface Finder extends Folding {
  find(text: string): readonly number[] | null;
}

/**
 * Searches rows at every key press, in lists as long as the catalogue. The words of each row are folded once, in idle time. When the list is read anew, the words
 * of rows that did not change are taken from the finder before (decision 1122).
 */
export function useFinder<Row>(rows: Searched<Row>, { own, alike, codes }: FinderTexts<Row>): Finder {
  const last = useRef<Folded<Row> | null>(null);
  const finder = useMemo(
    () => heardFinder(finderOf(rows, { own, alike, codes }, last.current)),
    [rows, own, alike, codes],
  );
  useEffect(() => {
    const isFirst = last.current === null;
    last.current = finder.folded;
    return inSlices(finder.makeReady, undefined, undefined, isFirst ? FIRST_MS : 0);
  }, [finder]);
  return finder;
}

function heardFinder<Row>({ makeReady, find, isReady, folded }: ReturnType<typeof finderOf<Row>>) {
  const listeners = new Set<() => void>();
  return {
    find,
    isReady,
    folded,
    makeReady(count: number): boolean {
      const before = isReady();
      const all = makeReady(count);
      if (!before && isReady()) for (const heard of listeners) heard();
      return all;
    },
    subscribe(heard: () => void) {
      listeners.add(heard);
      return () => void listeners.delete(heard);
    },
  };
}

/** Processes a long list in idle slices and calls `done` when all of it is processed. `now`: a clock in ms. Returns a function that stops it. */
export function inSlices(
  makeReady: (count: number) => boolean,
  done?: () => void,
  now: () => number = () => performance.now(),
  wait = FIRST_MS,
): () => void {
  let at = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slice = () => {
    const until = now() + SLICE_MS;
    do {
      at += STEP;
      if (makeReady(at)) return done?.();
    } while (now() < until);
    timer = setTimeout(slice);
  };
  // Starts after the frames that show the list, so that it does not delay the first key press.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(slice, wait);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** The folded texts of a row. */
interface FoldedRow {
  own: string;
  alike: string;
  codes: string | undefined;
}

/** What a finder has folded, for the finder of a later list. */
interface Folded<Row> {
  readonly rows: Searched<Row>;
  readonly texts: FinderTexts<Row>;
  /** null: this row is not folded yet. */
  of(place: number): FoldedRow | null;
}

/**
 * The same without React. `makeReady(count)` folds the first `count` rows; it returns true when all rows are folded. `before`: the finder of an earlier list, whose
 * texts are used for rows that did not change.
 */
export function finderOf<Row>(rows: Searched<Row>, texts: FinderTexts<Row>, before: Folded<Row> | null = null) {
  const { own, alike, codes } = texts;
  // Folded texts by row index.
  const ofRow: string[] = [];
  const ofMany: string[] = [];
  // The codes of SLICE rows in one text, a line a row: ten thousand texts of their own are a quarter of a megabyte.
  const ofCodes: string[] = [];
  const lines: string[] = [];
  const once = new Map<string, string>();
  const keep = (row: FoldedRow) => {
    ofRow.push(row.own);
    ofMany.push(row.alike);
    if (row.codes !== undefined) lines.push(row.codes);
    if (lines.length === SLICE || ofRow.length === rows.length) ofCodes.push(lines.splice(0).join('\n'));
  };
  const fold = (row: Row) => {
    const sharedText = alike(row);
    const known = once.get(sharedText) ?? searchable(sharedText);
    once.set(sharedText, known);
    // A line feed in a code would shift the lines of all rows after it.
    const coded = codes && searchable(codes(row)).replaceAll('\n', ' ');
    keep({ own: searchable(own(row)), alike: known, codes: coded });
  };
  let unchanged = before && unchangedSince(before, rows, texts);
  const makeReady = (count: number): boolean => {
    if (!unchanged) for (const row of rows.slice(ofRow.length, count)) fold(row);
    for (let place = ofRow.length; unchanged && place < Math.min(count, rows.length); place += 1) {
      const known = unchanged(place);
      if (known) keep(known);
      else for (const row of rows.slice(place, place + 1)) fold(row);
    }
    const all = ofRow.length >= rows.length;
    if (all) {
      once.clear();
      // The list before is released.
      unchanged = null;
    }
    return all;
  };
  const folded: Folded<Row> = { rows, texts, of: foldedRows(ofRow, ofMany, codes ? ofCodes : null) };
  let last: { words: readonly string[]; places: readonly number[] | null } = { words: [], places: null };
  const find = (text: string): readonly number[] | null => {
    const wanted = searchWords(text);
    if (wanted.length === 0) return null;
    makeReady(rows.length);
    const coded = wanted.map((word) => (isShortFigure(word) ? NOWHERE : placesOf(word, ofCodes)));
    // A word has no blank in it, so it cannot match across the two texts.
    const fits = (place: number) => {
      for (const [at, word] of wanted.entries())
        if (!ofRow[place]?.includes(word) && !ofMany[place]?.includes(word) && !coded[at]?.has(place)) return false;
      return true;
    };
    // If every previous word is part of a new word, the new result is a subset of the previous one and only those rows are searched. Words are
    // compared instead of the whole text, because "+234" is an ordinary word until the number after it begins.
    // A short figure that grows may find codes that it did not find before.
    const among =
      !(codes && last.words.some(isShortFigure)) && last.words.every((had) => wanted.some((word) => word.includes(had)))
        ? last.places
        : null;
    const places = among ? among.filter(fits) : placesThat(fits, rows.length);
    last = { words: wanted, places };
    return ranked(places, (place) => wanted.reduce((sum, word) => sum + rankOf(ofRow[place] ?? '', word), 0));
  };
  return { makeReady, find, isReady: () => rows.length - ofRow.length <= AT_ONCE, folded };
}

function foldedRows(ofRow: readonly string[], ofMany: readonly string[], ofCodes: readonly string[] | null) {
  let slice = -1;
  let lines: string[] = [];
  return (place: number): FoldedRow | null => {
    const [own, alike] = [ofRow[place], ofMany[place]];
    if (own === undefined || alike === undefined) return null;
    if (!ofCodes) return { own, alike, codes: undefined };
    const at = Math.floor(place / SLICE);
    const text = ofCodes[at];
    if (text === undefined) return null;
    if (at !== slice) {
      slice = at;
      lines = text.split('\n');
    }
    return { own, alike, codes: lines[place % SLICE] ?? '' };
  };
}

/** Finds the folded texts of a row in an earlier list; null: the row is new there, changed, or not folded. null instead of a function: nothing can be compared. */
function unchangedSince<Row>(
  before: Folded<Row>,
  rows: Searched<Row>,
  { own, alike, codes }: FinderTexts<Row>,
): ((place: number) => FoldedRow | null) | null {
  const { rows: old, texts } = before;
  if (texts.own !== own || texts.alike !== alike || texts.codes !== codes) return null;
  if (!old.ids || !old.bytes || !rows.ids || !rows.bytes) return null;
  const [ids, oldIds] = [rows.ids, old.ids];
  let places: Map<string, number> | null = null;
  // Most rows follow one another as they did before.
  let next = 0;
  return (place) => {
    const id = ids[place] ?? '';
    if (oldIds[next] !== id) {
      places ??= new Map(oldIds.map((one, at) => [one, at]));
      next = places.get(id) ?? next;
      if (oldIds[next] !== id) return null;
    }
    const at = next;
    next += 1;
    return isEqual(rows.bytes?.(place), old.bytes?.(at)) ? before.of(at) : null;
  };
}

function isEqual(one: Uint8Array | null | undefined, other: Uint8Array | null | undefined): boolean {
  if (!one || !other || one.length !== other.length) return false;
  // A row that no change was laid over stands where it stood.
  if (one.buffer === other.buffer && one.byteOffset === other.byteOffset) return true;
  const [a, b] = [one, other].map(({ buffer, byteOffset, length }) => new DataView(buffer, byteOffset, length));
  let at = 0;
  // Four bytes at a time: a third of the time of single ones.
  for (; at + 4 <= one.length; at += 4) if (a?.getInt32(at) !== b?.getInt32(at)) return false;
  for (; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}

const NOWHERE: ReadonlySet<number> = new Set();

/** The places of the rows whose codes hold the word. */
function placesOf(word: string, slices: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (const [slice, text] of slices.entries())
    if (text.includes(word))
      for (const [line, one] of text.split('\n').entries()) if (one.includes(word)) found.add(slice * SLICE + line);
  return found;
}

/** 0: the text begins with the word; 1: one of its words does; 2: the word stands inside of one, or in another text of the row. */
const rankOf = (text: string, word: string) => (text.startsWith(word) ? 0 : text.includes(` ${word}`) ? 1 : 2);

/** The places of the least rank first, else as they were: "pe" finds Peak Milk before Topper. */
function ranked(places: readonly number[], rank: (place: number) => number): readonly number[] {
  const groups: number[][] = [];
  for (const place of places) {
    const at = rank(place);
    groups[at] ??= [];
    groups[at].push(place);
  }
  return groups.flat();
}

function placesThat(fits: (place: number) => boolean, count: number): number[] {
  const found: number[] = [];
  for (let place = 0; place < count; place += 1) if (fits(place)) found.push(place);
  return found;
}
