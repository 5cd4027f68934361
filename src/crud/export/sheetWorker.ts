/** Makes a workbook off the main thread, of rows that come in slices. */
import { type Cell, type Workbook, workbook } from './workbook.ts';

/** What the page says, in this order: how the sheet is called and its lines above the rows; rows; that they were all. */
export type SheetPart =
  | { step: 'head'; name: string; columns: number; rows: Cell[][] }
  | { step: 'rows'; rows: Cell[][] }
  | { step: 'end' };

let book: Workbook | null = null;
self.onmessage = ({ data: part }: MessageEvent<SheetPart>) => {
  if (part.step === 'head') book = workbook(part.name, part.columns);
  if (part.step === 'end') (self as unknown as Worker).postMessage(book?.end());
  else book?.add(part.rows);
};
