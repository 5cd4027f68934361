import { useMemo } from 'react';
import { idPlaces } from '#domain/idPlaces.ts';
import { without } from '../finder/without.ts';
import type { PickerOption } from './options.ts';
import type { OptionSource } from './Picker.tsx';
import { type FinderTexts, type Keyed, useFinder } from './useFinder.ts';

/** How rows become picker options. The object must keep its identity. */
export interface OptionsOf<Row, Option extends PickerOption> extends FinderTexts<Row> {
  option: (row: Row) => Option;
}

/**
 * Turns rows into the options of a picker (performance goals 8 and 12). `taken` has the ids of rows that are no longer offered; with `findsTaken` a
 * typed text still finds them.
 */
export function useOptionSource<Row, Option extends PickerOption>(
  rows: Keyed<Row>,
  as: OptionsOf<Row, Option>,
  taken?: ReadonlySet<string>,
  findsTaken = false,
): OptionSource<Option> {
  const finder = useFinder(rows, as);
  return useMemo(() => {
    const { option } = as;
    const placeOf = idPlaces(rows.ids);
    const left = without(rows, taken ?? NONE);
    return {
      folding: finder,
      count: left.length,
      of(value) {
        const place = findsTaken || !taken?.has(value) ? placeOf(value) : -1;
        return place < 0 ? undefined : rows.slice(place, place + 1).map(option)[0];
      },
      find(text) {
        const all = finder.find(text);
        if (all === null) return { length: left.length, slice: (from, to) => left.slice(from, to).map(option) };
        const isOffered = (place: number) => left === rows || findsTaken || !taken?.has(rows.ids[place] ?? '');
        const found = all.filter(isOffered);
        const places = found.length > 0 ? found : finder.findNearly(text).filter(isOffered);
        return {
          length: places.length,
          isNear: found.length === 0,
          slice: (from, to) => places.slice(from, to).flatMap((place) => rows.slice(place, place + 1).map(option)),
        };
      },
    };
  }, [rows, as, taken, findsTaken, finder]);
}

const NONE: ReadonlySet<string> = new Set();
