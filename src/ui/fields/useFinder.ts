import { useEffect, useMemo } from 'react';
import { searchable, searchWords } from '#domain/text.ts';

/** Rows that are made ready in one go while nothing else happens: not more than a long answer has in a block. */
const SLICE = 250;

/** A list as long as the catalogue, whose rows may be read as they are looked at. */
export interface Keyed<Row> {
  readonly length: number;
  /** The ids of all rows, in order. */
  readonly ids: readonly string[];
  slice(from: number, to: number): readonly Row[];
  /** Those whose ids pass; the same list where all do. */
  only(pass: (id: string) => boolean): Keyed<Row>;
}

/** What rows are found by. Both must be the same function each time. */
export interface FinderTexts<Row> {
  /** What only this row says: folded and kept row by row. */
  own: (row: Row) => string;
  /** What many rows say alike (their brand, their maker): folded and kept once. */
  alike: (row: Row) => string;
}

/**
 * Finds rows by what is typed, at every key, in lists as long as the catalogue: the words of each row are folded once, while the
 * page has nothing else to do. Gives the places of those that fit; null: all do.
 */
export function useFinder<Row>(
  rows: Pick<Keyed<Row>, 'length' | 'slice'>,
  { own, alike }: FinderTexts<Row>,
): (text: string) => readonly number[] | null {
  const finder = useMemo(() => finderOf(rows, { own, alike }), [rows, own, alike]);
  useEffect(() => inSlices(finder.makeReady), [finder]);
  return finder.find;
}

/** Reads a long list while nothing else happens, and tells when all of it is read. Gives what ends it. */
export function inSlices(makeReady: (count: number) => boolean, done?: () => void): () => void {
  let at = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slice = () => {
    at += SLICE;
    if (makeReady(at)) done?.();
    else timer = setTimeout(slice);
  };
  // After the frames that show the list: no key comes before them.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(slice, 100);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** The same without a screen. `makeReady`: the first so many rows are folded, if they are not; true: all are. */
export function finderOf<Row>(rows: Pick<Keyed<Row>, 'length' | 'slice'>, { own, alike }: FinderTexts<Row>) {
  // By the place of the row.
  const ofRow: string[] = [];
  const ofMany: string[] = [];
  const once = new Map<string, string>();
  const makeReady = (count: number): boolean => {
    for (const row of rows.slice(ofRow.length, count)) {
      ofRow.push(searchable(own(row)));
      const said = alike(row);
      const known = once.get(said) ?? searchable(said);
      once.set(said, known);
      ofMany.push(known);
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
    // No word has a blank in it, so none stands half in one text and half in the other.
    const fits = (place: number) => {
      for (const word of wanted) if (!ofRow[place]?.includes(word) && !ofMany[place]?.includes(word)) return false;
      return true;
    };
    // What has the longer words has the shorter ones too: a further letter is looked for among what was found. Not by the text: "+234" is a word
    // like any other until the number behind it begins.
    const among = last.words.every((had) => wanted.some((word) => word.includes(had))) ? last.places : null;
    const places = among ? among.filter(fits) : placesThat(fits, rows.length);
    last = { words: wanted, places };
    return places;
  };
  return { makeReady, find };
}

function placesThat(fits: (place: number) => boolean, count: number): number[] {
  const found: number[] = [];
  for (let place = 0; place < count; place += 1) if (fits(place)) found.push(place);
  return found;
}
