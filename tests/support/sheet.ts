/** Reads an exported workbook as a spreadsheet program does. */
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { read, utils } from 'xlsx';

export type Cells = (string | number)[];

/** Presses Export on a page and returns all rows of the first sheet, including headings and notes. `name`: "Export 4" exports the chosen rows. */
export async function exportedRows(page: Page, name = 'Export'): Promise<Cells[]> {
  await page.getByRole('button', { name, exact: true }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export to Excel' }).click(),
  ]);
  // Elements under the dialog cannot be reached until it is closed.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const book = read(readFileSync(await file.path()));
  return utils.sheet_to_json<Cells>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 });
}
