import { useEffect, useMemo } from 'react';
import { searchable, searchWords } from '#domain/text.ts';

/** The number of rows whose codes share a text. */
const SLICE = 250;
/** The number of rows folded between two looks at the clock. */
const STEP = 64;
/** How long one idle task folds rows, ms. */
const SLICE_MS = 6;
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
}

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

/** Searches rows at every key press, in lists as long as the catalogue. The words of each row are folded once, in idle time. */
export function useFinder<Row>(
  rows: Pick<Keyed<Row>, 'length' | 'slice'>,
  { own, alike, codes }: FinderTexts<Row>,
): Finder {
  const finder = useMemo(() => heardFinder(finderOf(rows, { own, alike, codes })), [rows, own, alike, codes]);
  useEffect(() => inSlices(finder.makeReady), [finder]);
  return finder;
}

function heardFinder({ makeReady, find, isReady }: ReturnType<typeof finderOf>) {
  const listeners = new Set<() => void>();
  return {
    find,
    isReady,
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
    timer = setTimeout(slice, 100);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** The same without React. `makeReady(count)` folds the first `count` rows; it returns true when all rows are folded. */
export function finderOf<Row>(rows: Pick<Keyed<Row>, 'length' | 'slice'>, { own, alike, codes }: FinderTexts<Row>) {
  // Folded texts by row index.
  const ofRow: string[] = [];
  const ofMany: string[] = [];
  // The codes of SLICE rows in one text, a line a row: ten thousand texts of their own are a quarter of a megabyte.
  const ofCodes: string[] = [];
  const lines: string[] = [];
  const once = new Map<string, string>();
  const makeReady = (count: number): boolean => {
    for (const row of rows.slice(ofRow.length, count)) {
      // A line feed in a code would shift the lines of all rows after it.
      if (codes) lines.push(searchable(codes(row)).replaceAll('\n', ' '));
      ofRow.push(searchable(own(row)));
      const sharedText = alike(row);
      const known = once.get(sharedText) ?? searchable(sharedText);
      once.set(sharedText, known);
      ofMany.push(known);
      if (lines.length === SLICE || ofRow.length === rows.length) ofCodes.push(lines.splice(0).join('\n'));
    }
    const all = ofRow.length >= rows.length;
    if (all) once.clear();
    return all;
  };
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
  return { makeReady, find, isReady: () => rows.length - ofRow.length <= AT_ONCE };
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
