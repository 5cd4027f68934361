/** Writes and reads cells of CSV files, so that a spreadsheet never evaluates our text as a formula (SEC-18). */

/** Characters that a spreadsheet takes for the beginning of a formula, with the full-width ones of East Asian keyboards. */
const SIGNS = '=+\\-@\\t\\r\uFF1D\uFF0B\uFF0D\uFF20';
/** The characters count at the beginning of any line of a cell, after any white space: programs that read CSV may trim or split cells. */
const ARMED = new RegExp(`^\\s*[${SIGNS}]`, 'm');

/** True if a spreadsheet would evaluate the cell as a formula, or if the cell already has a `'` in front that must survive export and import. */
export function isFormulaLike(cell: string): boolean {
  return ARMED.test(cell.replace(/^'+/, '')) && !/^[+-]\d+(\.\d+)?$/.test(cell);
}

/** Returns one cell as written to the file: with a `'` in front if it looks like a formula, and quoted if necessary. Plain numbers stay numbers. */
export function csvCell(cell: string): string {
  const safe = isFormulaLike(cell) ? `'${cell}` : cell;
  return /[",\r\n\t;|']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns the original text of a cell written by {@link csvCell}; any other cell is returned unchanged. */
export function armedAgain(cell: string): string {
  return cell.startsWith("'") && ARMED.test(cell.replace(/^'+/, '')) ? cell.slice(1) : cell;
}
