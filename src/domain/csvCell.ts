/** Writes cells of exported CSV files, in the browser and on the server, so that a spreadsheet does not run text as a formula (SEC-18). */

/** Characters that start a formula in a spreadsheet, including the full-width ones of East Asian keyboards. */
const SIGNS = '=+\\-@\\t\\r\uFF1D\uFF0B\uFF0D\uFF20';
/**
 * Matches such a character at the start of any line of a cell, after blanks of any kind, because programs that read CSV trim and split cells in
 * different ways.
 */
const ARMED = new RegExp(`^\\s*[${SIGNS}]`, 'm');

/**
 * true: a spreadsheet would run the cell as a formula, or the cell begins with a quote that csvCell could have added and that must survive a round
 * trip.
 */
export function isFormulaLike(cell: string): boolean {
  return ARMED.test(cell.replace(/^'+/, '')) && !/^[+-]\d+(\.\d+)?$/.test(cell);
}

/** The cell as it is written: with a `'` in front if it looks like a formula, and quoted if needed. Plain numbers stay numbers. */
export function csvCell(cell: string): string {
  const safe = isFormulaLike(cell) ? `'${cell}` : cell;
  return /[",\r\n\t;|']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The original text of a cell that {@link csvCell} wrote; any other cell unchanged. */
export function originalCell(cell: string): string {
  return cell.startsWith("'") && ARMED.test(cell.replace(/^'+/, '')) ? cell.slice(1) : cell;
}
