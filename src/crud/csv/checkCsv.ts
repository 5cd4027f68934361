/**
 * The trial run of a CSV: finds the heading row, reads every row by named columns, and lists each bad cell with row, column, reason and what was
 * expected.
 */

import { newUuid } from '#client/uuid.ts';
import { plural } from '#domain/plural.ts';
import { searchable } from '#domain/text.ts';
import type { CsvRow } from './readCsv.ts';

export interface CsvColumn {
  /** The heading in our own template. */
  title: string;
  /** Other headings with the same meaning. Case, accents, blanks and punctuation are ignored. */
  also?: readonly string[];
  /** What a good cell contains, for people: "a whole number such as 24". */
  expected: string;
  /** A good cell for the template. */
  example: string;
}
export type CsvColumns<Name extends string> = Readonly<Record<Name, CsvColumn>>;

export interface BadCell {
  line: number;
  /** The column's heading with its letter: "Units (D)". '' when the whole row is bad. */
  column: string;
  /** The content of the cell. */
  cell: string;
  why: string;
  expected: string;
}

/** The file must have at least one heading of each group. `in order`: the first row is skipped and the columns are read by position. */
export type Needed<Name extends string> = readonly (readonly Name[])[] | 'in order';

/** A row that can be written. Its idempotency key `key` stays the same through stops, lost responses and retries (SYNC rule 26). */
export interface GoodRow<T> {
  line: number;
  cells: string[];
  key: string;
  value: T;
}

/** The result of a dry run. */
export interface Checked<T> {
  heading: CsvRow;
  /**
   * `named`: columns are found by their headings. Otherwise they are read by position, and the headings suggest our order (`kept`) or another one
   * (`other`).
   */
  order: 'named' | 'kept' | 'other';
  good: GoodRow<T>[];
  bad: BadCell[];
  /** Rows with at least one bad cell. */
  refused: CsvRow[];
}

/** The row that an area's reader checks: its cells by column name ('' when the file lacks the column), and a function to refuse a cell. */
export interface RowReader<Name extends string> {
  line: number;
  cell: (name: Name) => string;
  bad: (name: Name, why: string) => void;
}

const HEADING_WITHIN = 20;
const folded = (text: string) => searchable(text).replace(/[^\p{L}\p{N}]/gu, '');

/** The positions of the columns by name, or null when this row is no heading. */
function headingIn<Name extends string>(row: CsvRow, columns: CsvColumns<Name>): Map<Name, number> | null {
  const found = new Map<Name, number>();
  for (const [name, { title, also = [] }] of Object.entries(columns) as [Name, CsvColumn][]) {
    const wanted = new Set([name, title, ...also].map(folded));
    const at = row.cells.findIndex((cell) => wanted.has(folded(cell)));
    if (at !== -1) found.set(name, at);
  }
  return found.size >= Math.min(2, row.cells.length) && found.size > 0 ? found : null;
}

/**
 * Checks every row in slices, so that the screen stays responsive. `read` returns the row's value, or null after calling `bad`. Throws {@link
 * NoHeading} with a message for people when there is no heading row.
 */
export async function checkCsv<Name extends string, T>(
  rows: readonly CsvRow[],
  broken: readonly { line: number; why: string }[],
  columns: CsvColumns<Name>,
  needed: Needed<Name>,
  read: (row: RowReader<Name>) => T | null,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (done: number) => void } = {},
): Promise<Checked<T>> {
  const ordered = needed === 'in order';
  const names = Object.keys(columns) as Name[];
  const at = ordered ? 0 : rows.slice(0, HEADING_WITHIN).findIndex((row) => headingIn(row, columns) !== null);
  const heading = rows[at];
  const places = ordered ? new Map(names.map((name, place) => [name, place])) : heading && headingIn(heading, columns);
  const groups = ordered ? [] : needed;
  const missing = groups.find((group) => !group.some((name) => places?.has(name)));
  if (!heading || !places || missing) {
    const wanted = (missing ?? groups[0] ?? []).map((name) => `"${columns[name].title}"`).join(' or ');
    throw new NoHeading(`The file has no column ${wanted}. Its first row must hold the headings of the template.`);
  }
  const order = !ordered ? 'named' : isTurned(heading, columns) ? 'other' : 'kept';
  const checked: Checked<T> = { heading, order, good: [], bad: [], refused: [] };
  const quotes = new Map(broken.map(({ line, why }) => [line, why]));
  const body = rows.slice(at + 1);
  for (const [index, row] of body.entries()) {
    if (index % 1_000 === 999) {
      onProgress?.(index / body.length);
      await new Promise((resolve) => setTimeout(resolve));
      signal?.throwIfAborted();
    }
    const before = checked.bad.length;
    const whole = wholeRow(row, ordered ? names.length : null, heading, quotes.get(row.line));
    if (whole) checked.bad.push(whole);
    const value = whole ? null : read(readerOf(row, columns, places, checked.bad));
    if (value === null || checked.bad.length > before) checked.refused.push(row);
    else checked.good.push({ line: row.line, cells: row.cells, key: newUuid(), value });
  }
  return checked;
}

/** Whether a heading names one of our columns at another position. Unknown headings are ignored. */
function isTurned<Name extends string>(heading: CsvRow, columns: CsvColumns<Name>): boolean {
  const called = Object.entries<CsvColumn>(columns).map(([name, { title, also = [] }]) =>
    [name, title, ...also].map(folded),
  );
  return heading.cells.some((cell, place) => {
    const found = called.findIndex((words) => words.includes(folded(cell)));
    return found !== -1 && found !== place;
  });
}

/** The message is for people. */
export class NoHeading extends Error {}

function wholeRow(row: CsvRow, exact: number | null, heading: CsvRow, quotes: string | undefined): BadCell | null {
  const about = { line: row.line, column: '', cell: row.cells.join(' | ').slice(0, 200) };
  if (quotes) return { ...about, why: quotes, expected: 'quotation marks in pairs' };
  if (exact !== null && row.cells.length !== exact) {
    const has = `This row has ${plural(row.cells.length, '# cell', '# cells')}.`;
    return { ...about, why: has, expected: `exactly ${exact} cells, in the order of the template` };
  }
  if (exact !== null) return null;
  const extra = row.cells.slice(heading.cells.length).some((cell) => cell.trim() !== '');
  if (!extra) return null;
  const why = `This row has ${row.cells.length} cells, the heading has ${heading.cells.length}.`;
  return { ...about, why, expected: 'quotation marks around a cell that holds a separator' };
}

function readerOf<Name extends string>(
  row: CsvRow,
  columns: CsvColumns<Name>,
  places: ReadonlyMap<Name, number>,
  bad: BadCell[],
): RowReader<Name> {
  const cell = (name: Name) => row.cells[places.get(name) ?? -1]?.trim() ?? '';
  return {
    line: row.line,
    cell,
    bad: (name, why) => {
      const place = places.get(name);
      const column = `${columns[name].title}${place === undefined ? '' : ` (${columnLetter(place)})`}`;
      bad.push({ line: row.line, column, cell: cell(name).slice(0, 200), why, expected: columns[name].expected });
    },
  };
}

/** The letters of a spreadsheet column: 0 is A, 26 is AA. */
export function columnLetter(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetter(Math.floor(index / 26) - 1) + letter;
}
