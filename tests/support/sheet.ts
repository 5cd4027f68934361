/** What an exported workbook holds, as a spreadsheet program reads it. */
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { read, utils } from 'xlsx';

export type Cells = (string | number)[];

/** Presses Export on a page and gives all rows of the first sheet, headings and notes as well. `name`: "Export 4" exports what was chosen. */
export async function exportedRows(page: Page, name = 'Export'): Promise<Cells[]> {
  await page.getByRole('button', { name, exact: true }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export to Excel' }).click(),
  ]);
  // What lies under the dialog is out of reach until it is gone.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const book = read(readFileSync(await file.path()));
  return utils.sheet_to_json<Cells>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 });
}
