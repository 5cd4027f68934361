/** Makes a workbook off the main thread. Text cells are typed as text, so that no cell is ever a formula (SEC-18). */
import { utils, write } from 'xlsx';

export interface SheetJob {
  name: string;
  head: string[];
  rows: (string | number | null)[][];
  /** Lines above the table: the filter that made it. */
  notes: string[];
}

self.onmessage = ({ data }: MessageEvent<SheetJob>) => {
  const table = [...data.notes.map((note) => [note]), ...(data.notes.length > 0 ? [[]] : []), data.head, ...data.rows];
  const sheet = utils.aoa_to_sheet([]);
  for (const [r, row] of table.entries()) {
    for (const [c, value] of row.entries()) {
      if (value === null || value === undefined || value === '') continue;
      sheet[utils.encode_cell({ r, c })] = typeof value === 'number' ? { t: 'n', v: value } : { t: 's', v: value };
    }
  }
  sheet['!ref'] = utils.encode_range({
    s: { r: 0, c: 0 },
    e: { r: Math.max(0, table.length - 1), c: Math.max(0, data.head.length - 1) },
  });
  sheet['!cols'] = data.head.map((title, index) => ({
    wch: Math.min(
      60,
      Math.max(title.length, ...data.rows.slice(0, 200).map((row) => String(row[index] ?? '').length)) + 2,
    ),
  }));
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, data.name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31));
  const file = write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer;
  (self as unknown as Worker).postMessage(file, [file]);
};
