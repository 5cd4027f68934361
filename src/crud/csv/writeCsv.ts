/** Makes the CSV files that people download: templates and refused rows. */
import { csvCell } from '#domain/csvCell.ts';

/**
 * CSV text in UTF-8 with BOM and CRLF, which every spreadsheet reads. A cell that a spreadsheet would take for a formula gets a `'` in front
 * (SEC-18). readCsv.ts removes it.
 */
export function csvText(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

/** Offers the rows as a CSV download; `name` is the file name. */
export function downloadCsv(name: string, rows: readonly (readonly string[])[]): void {
  const url = URL.createObjectURL(new Blob([csvText(rows)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
