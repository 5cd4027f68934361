/** Makes a workbook in a worker, from rows that arrive in slices. */
import { type Cell, type Workbook, workbook } from './workbook.ts';

/** Messages of the page, in this order: the sheet's name and the lines above the table, then rows, then the end. */
export type SheetPart =
  | { step: 'head'; name: string; columns: number; rows: Cell[][] }
  | { step: 'rows'; rows: Cell[][] }
  | { step: 'end' };

let book: Workbook | null = null;
self.onmessage = ({ data: part }: MessageEvent<SheetPart>) => {
  if (part.step === 'head') book = workbook(part.name, part.columns);
  if (part.step === 'end') self.postMessage(book?.end());
  else book?.add(part.rows);
};
