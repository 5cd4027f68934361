/** Builds the Excel file of an export (B14.5). Every text is typed as text, so that no cell is ever a formula (SEC-18). */
import { utils, write } from 'xlsx';

export type Cell = string | number | null;

export interface Workbook {
  /** Adds the next rows of the sheet. */
  add(rows: readonly (readonly Cell[])[]): void;
  /** Returns the finished file. */
  end(): Blob;
}

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** The longest text that Excel allows in a cell. */
const MAX_TEXT = 32_767;
/** The number of rows whose texts determine the column widths. */
const MEASURED = 200;

/** Starts a workbook of one sheet with this number of `columns`. */
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
      // A shared table of all texts: only this format keeps blanks at the ends of texts.
      const file = write(book, { type: 'array', bookType: 'xlsx', bookSST: true }) as ArrayBuffer;
      return new Blob([file], { type: TYPE });
    },
  };
}

/** A finite number, or a text without the characters that XML forbids: control characters and half surrogates. */
function written(value: Cell): Cell {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  return String(value)
    .slice(0, MAX_TEXT)
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/(?![\t\n])[\p{Cc}\ufffe\uffff]/gu, '');
}

/** The name within Excel's limits for sheet names. */
const safeName = (name: string) =>
  name
    .replace(/[\\/?*[\]:]/g, ' ')
    .replace(/^'+|'+$/g, '')
    .slice(0, 31) || 'Sheet1';

/** The width of a column in characters, from the longest of the first rows, between 8 and 60. Lines above the table are ignored. */
function width(table: readonly (readonly Cell[])[], at: number): number {
  const longest = table
    .slice(0, MEASURED)
    .reduce((most, row) => Math.max(most, row.length > 1 ? String(row[at] ?? '').length : 0), 0);
  return Math.min(60, Math.max(8, longest + 2));
}
