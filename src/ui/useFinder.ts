import { useEffect, useMemo } from 'react';
import { foldedHas, searchable, wordsOf } from '#domain/text.ts';
import type { PickerOption } from './Picker.tsx';

/** Rows that are made ready in one go while nothing else happens. */
const SLICE = 500;

/**
 * Finds rows by what is typed, at every key, in lists as long as the catalogue: the words of each row are folded once, while the
 * page has nothing else to do. `words` must be the same function each time.
 */
export function useFinder<Row extends object>(
  rows: readonly Row[],
  words: (row: Row) => string,
): (text: string) => readonly Row[] {
  const folded = useMemo(() => {
    const kept = new WeakMap<Row, string>();
    return (row: Row) => {
      const known = kept.get(row);
      if (known !== undefined) return known;
      const made = searchable(words(row));
      kept.set(row, made);
      return made;
    };
  }, [words]);
  useEffect(() => {
    let at = 0;
    let timer: ReturnType<typeof setTimeout>;
    const slice = () => {
      for (const row of rows.slice(at, at + SLICE)) folded(row);
      at += SLICE;
      if (at < rows.length) timer = setTimeout(slice);
    };
    timer = setTimeout(slice);
    return () => clearTimeout(timer);
  }, [rows, folded]);
  return useMemo(() => {
    let last: { text: string; found: readonly Row[] } = { text: '', found: rows };
    return (text: string) => {
      const wanted = wordsOf(text);
      if (wanted.length === 0) return rows;
      // What has the longer text has the shorter one too: a further letter is looked for among what was found.
      const among = text.startsWith(last.text) ? last.found : rows;
      last = { text, found: among.filter((row) => foldedHas(folded(row), wanted)) };
      return last.found;
    };
  }, [rows, folded]);
}

/** What an option of a picker is found by: what is read of it. */
export const labelWords = ({ label, note = '' }: PickerOption): string => `${label} ${note}`;
