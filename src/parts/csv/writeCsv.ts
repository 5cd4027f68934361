/** CSV files that we hand out: templates and refused rows. */
import { FORMULA_SIGNS } from './readCsv.ts';

/**
 * UTF-8 with BOM and CRLF, which every spreadsheet reads. A cell that a spreadsheet would take for a formula gets a `'` in front (SEC-18);
 * readCsv.ts takes it off again. Plain numbers stay numbers.
 */
export function csvText(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(written).join(',')).join('\r\n')}\r\n`;
}

function written(cell: string): string {
  const safe = isFormulaLike(cell) ? `'${cell}` : cell;
  return /[",\r\n\t;|']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const ARMED = new RegExp(`^'*[${FORMULA_SIGNS}]`);

/** A spreadsheet would work this out instead of showing it; or it looks disarmed already, and must come back as it was. */
export function isFormulaLike(cell: string): boolean {
  return ARMED.test(cell) && !/^[+-]\d+(\.\d+)?$/.test(cell);
}

export function downloadCsv(name: string, rows: readonly (readonly string[])[]): void {
  const url = URL.createObjectURL(new Blob([csvText(rows)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
