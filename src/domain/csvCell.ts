/** Cells of the CSV files that we hand out, in the browser and on the server: text that a spreadsheet must not work out (SEC-18). */

/** Signs a spreadsheet takes for the beginning of a formula, also the wide ones of eastern keyboards. */
const SIGNS = '=+\\-@\\t\\r\uFF1D\uFF0B\uFF0D\uFF20';
/** At the beginning of any line of a cell, behind blanks of every kind: programs that read CSV trim and break cells as they like. */
const ARMED = new RegExp(`^\\s*[${SIGNS}]`, 'm');

/** A spreadsheet would work this out instead of showing it; or it looks disarmed already, and must come back as it was. */
export function isFormulaLike(cell: string): boolean {
  return ARMED.test(cell.replace(/^'+/, '')) && !/^[+-]\d+(\.\d+)?$/.test(cell);
}

/** One cell as it is written: disarmed by a `'` in front where it must be, quoted where it must be. Plain numbers stay numbers. */
export function csvCell(cell: string): string {
  const safe = isFormulaLike(cell) ? `'${cell}` : cell;
  return /[",\r\n\t;|']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text behind a cell that {@link csvCell} wrote; any other cell as it is. */
export function armedAgain(cell: string): string {
  return cell.startsWith("'") && ARMED.test(cell.replace(/^'+/, '')) ? cell.slice(1) : cell;
}
