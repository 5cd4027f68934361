import { useEffect, useMemo, useRef } from 'react';
import { nearly } from '#domain/slips.ts';
import { searchable, searchWords } from '#domain/text.ts';
import { type FoldedRow, SLICE, type Words, wordsOf } from '../finder/foldedWords.ts';
import { FIRST_MS, inSlices } from '../finder/inSlices.ts';

/** So many rows are folded within a key press without being felt. */
const AT_ONCE = 500;

/** A list as long as the catalogue; its rows are read when they are needed. */
export interface Keyed<Row> {
  readonly length: number;
  /** The ids of all rows, in order. */
  readonly ids: readonly string[];
  slice(from: number, to: number): readonly Row[];
  /** What a row was read from: rows with equal bytes have equal texts. */
  bytes?(place: number): Uint8Array | null;
  readonly standing?: Standing<Row>;
}

/** Where the rows of a list stand. Lists in the same line have rows of equal texts at equal places; a changed row stands at a new one. */
interface Standing<Row> {
  readonly line: object;
  /** The number of places. */
  readonly room: number;
  /** The place of each row of the list; null: that in the list. */
  order(): Uint32Array | null;
  row(place: number): Row;
}

/** Rows that can be searched. */
type Searched<Row> = Pick<Keyed<Row>, 'length' | 'slice'> & Partial<Pick<Keyed<Row>, 'ids' | 'bytes' | 'standing'>>;

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
  /** The rows whose words are nearly the typed ones, as in the command bar. For a text that finds nothing. */
  findNearly(text: string): readonly number[];
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

function heardFinder<Row>({ makeReady, find, findNearly, isReady, folded }: ReturnType<typeof finderOf<Row>>) {
  const listeners = new Set<() => void>();
  return {
    find,
    findNearly,
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

/** What a finder has folded, for the finder of a later list. */
interface Folded<Row> {
  readonly rows: Searched<Row>;
  readonly texts: FinderTexts<Row>;
  readonly words: Words;
  /** null: this row is not folded yet. */
  of(place: number): FoldedRow | null;
}

/**
 * The same without React. `makeReady(count)` folds the first `count` rows; it returns true when all rows are folded. `before`: the finder of an earlier list, whose
 * texts are used for rows that did not change.
 */
export function finderOf<Row>(rows: Searched<Row>, texts: FinderTexts<Row>, before: Folded<Row> | null = null) {
  const { own, alike, codes } = texts;
  const { line, room, order: orderOf, row: rowAt } = rows.standing ?? standingOf(rows);
  const order = orderOf();
  const standsAt = (place: number) => order?.[place] ?? place;
  const isSame = before !== null && hasSameTexts(before.texts, texts);
  const words = isSame && before.words.line === line ? before.words : wordsOf(line, codes !== undefined);
  const once = new Map<string, string>();
  const fold = (row: Row): FoldedRow => {
    const sharedText = alike(row);
    const known = once.get(sharedText) ?? searchable(sharedText);
    once.set(sharedText, known);
    // A line feed in a code would shift the lines of all rows after it.
    const coded = codes && searchable(codes(row)).replaceAll('\n', ' ');
    return { own: searchable(own(row)), alike: known, codes: coded };
  };
  let unchanged = isSame && before.words !== words ? unchangedSince(before, rows) : null;
  // Rows that an earlier list in the same line did not have.
  const missing =
    words.done() === 0 ? [] : placesThat((place) => words.lacks(standsAt(place)), rows.length).map(standsAt);
  let placeAt: Int32Array | null = null;
  /** The place in the list of the row that stands there; -1: it is an earlier state, or left out. */
  const placeOf = (stands: number): number => {
    if (!order) return stands;
    placeAt ??= inverse(order, room);
    return placeAt[stands] ?? -1;
  };
  const isAll = () => words.done() >= room && missing.length === 0;
  const makeReady = (count: number): boolean => {
    while (missing.length > 0) {
      const stands = missing.pop() ?? 0;
      words.mend(stands, fold(rowAt(stands)));
    }
    for (let stands = words.done(); stands < Math.min(count, room); stands += 1) {
      const place = placeOf(stands);
      words.add(place < 0 ? null : (unchanged?.(place) ?? fold(rowAt(stands))));
    }
    const all = isAll();
    if (all) {
      once.clear();
      placeAt = null;
      // The list before is released.
      unchanged = null;
    }
    return all;
  };
  const folded: Folded<Row> = { rows, texts, words, of: (place) => words.of(standsAt(place)) };
  let last: { words: readonly string[]; places: readonly number[] | null } = { words: [], places: null };
  const find = (text: string): readonly number[] | null => {
    const wanted = searchWords(text);
    if (wanted.length === 0) return null;
    makeReady(room);
    const coded = wanted.map((word) => (isShortFigure(word) ? NOWHERE : placesOf(word, words.codes())));
    // A word has no blank in it, so it cannot match across the two texts.
    const fits = (place: number) => {
      const stands = standsAt(place);
      for (const [at, word] of wanted.entries())
        if (!words.own[stands]?.includes(word) && !words.alike[stands]?.includes(word) && !coded[at]?.has(stands))
          return false;
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
    return ranked(places, (place) =>
      wanted.reduce((sum, word) => sum + rankOf(words.own[standsAt(place)] ?? '', word), 0),
    );
  };
  const findNearly = (text: string): readonly number[] => {
    makeReady(room);
    const isNear = nearly(text);
    return placesThat((place) => isNear(`${words.own[standsAt(place)]} ${words.alike[standsAt(place)]}`), rows.length);
  };
  const isReady = () => room - words.done() + missing.length <= AT_ONCE;
  return { makeReady, find, findNearly, isReady, folded };
}

/** Of a list whose rows stand nowhere else. */
const standingOf = <Row>(rows: Searched<Row>): Standing<Row> => ({
  line: rows,
  room: rows.length,
  order: () => null,
  row: (place) => rows.slice(place, place + 1)[0] as Row,
});

function inverse(order: Uint32Array, room: number): Int32Array {
  const places = new Int32Array(room).fill(-1);
  for (const [place, stands] of order.entries()) places[stands] = place;
  return places;
}

const hasSameTexts = <Row>(one: FinderTexts<Row>, other: FinderTexts<Row>) =>
  one.own === other.own && one.alike === other.alike && one.codes === other.codes;

/** Finds the folded texts of a row in an earlier list; null: the row is new there, changed, or not folded. null instead of a function: nothing can be compared. */
function unchangedSince<Row>(before: Folded<Row>, rows: Searched<Row>): ((place: number) => FoldedRow | null) | null {
  const { rows: old } = before;
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
