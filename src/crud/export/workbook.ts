/** The Excel file that exports hand out (B14.5). Every text is typed as text, so that no cell is ever a formula (SEC-18). */
import { utils, write } from 'xlsx';

export type Cell = string | number | null;

export interface Workbook {
  /** The next rows of the sheet. */
  add(rows: readonly (readonly Cell[])[]): void;
  /** The file. */
  end(): Blob;
}

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** What Excel takes of a cell. */
const MAX_TEXT = 32_767;
/** Rows whose texts say how wide the columns are. */
const MEASURED = 200;

/** `columns`: how many there are. */
export function workbook(sheetName: string, columns: number): Workbook {
  const table: Cell[][] = [];
  return {
    add(rows) {
      for (const cells of rows) table.push(cells.map(written));
    },
    end() {
      const sheet = utils.aoa_to_sheet(table, { dense: true });
      sheet['!cols'] = Array.from({ length: columns }, (_, at) => ({ wch: width(table, at) }));
      const book = utils.book_new();
      utils.book_append_sheet(book, sheet, safeName(sheetName));
      // One table of all texts: the only kind that keeps blanks at their ends.
      const file = write(book, { type: 'array', bookType: 'xlsx', bookSST: true }) as ArrayBuffer;
      return new Blob([file], { type: TYPE });
    },
  };
}

/** A number that Excel knows, or a text without what XML does not know: control characters and half surrogates. */
function written(value: Cell): Cell {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  return String(value)
    .slice(0, MAX_TEXT)
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/(?![\t\n])[\p{Cc}\ufffe\uffff]/gu, '');
}

/** Excel's own limits of a sheet's name. */
const safeName = (name: string) =>
  name
    .replace(/[\\/?*[\]:]/g, ' ')
    .replace(/^'+|'+$/g, '')
    .slice(0, 31) || 'Sheet1';

/** In characters, as wide as the longest of the first rows, within reason; a line above the table is no column. */
function width(table: readonly (readonly Cell[])[], at: number): number {
  const longest = table
    .slice(0, MEASURED)
    .reduce((most, row) => Math.max(most, row.length > 1 ? String(row[at] ?? '').length : 0), 0);
  return Math.min(60, Math.max(8, longest + 2));
}
