import { useMemo } from 'react';
import type { Among, PickerOption } from './Picker.tsx';
import { useFinder, type Words } from './useFinder.ts';

/** How rows of a list stand in a picker. Must be the same each time. */
export interface AsOptions<Row, Option extends PickerOption> extends Words<Row> {
  id: (row: Row) => string;
  option: (row: Row) => Option;
}

/** Rows as what a picker chooses from (performance goals 8 and 12). `taken`: ids of rows that are not offered any more. */
export function useAmong<Row, Option extends PickerOption>(
  rows: readonly Row[],
  as: AsOptions<Row, Option>,
  taken?: ReadonlySet<string>,
): Among<Option> {
  const found = useFinder(rows, as);
  return useMemo(() => {
    const { id, option } = as;
    const free = taken && taken.size > 0 ? (row: Row) => !taken.has(id(row)) : null;
    const left = onlyThose(rows, free);
    const shown = (some: readonly Row[]) => ({
      length: some.length,
      slice: (from: number, to: number) => some.slice(from, to).map(option),
    });
    return {
      count: left.length,
      of(value) {
        const row = left.find((one) => id(one) === value);
        return row && option(row);
      },
      find(text) {
        const some = found(text);
        return shown(some === rows ? left : onlyThose(some, free));
      },
    };
  }, [rows, as, taken, found]);
}

/** The rows that pass: the list itself where all do, because a second one of the catalogue's length costs memory. */
export function onlyThose<Row>(rows: readonly Row[], pass: ((row: Row) => boolean) | null): readonly Row[] {
  return !pass || rows.every(pass) ? rows : rows.filter(pass);
}
