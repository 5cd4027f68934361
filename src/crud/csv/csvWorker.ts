/** Reads a chosen file in a worker, so that the screen stays responsive. Rows are posted in chunks. */
import { type CsvFacts, CsvRefusal, type CsvRow, readCsv } from './readCsv.ts';

export type CsvTold =
  | { rows: CsvRow[]; done: number }
  | { facts: CsvFacts }
  /** `text`: whether the message is for people; otherwise the failure is a bug. */
  | { failed: string; text: boolean };

const tell = (told: CsvTold) => (self as unknown as Worker).postMessage(told);

self.onmessage = async ({ data: file }: MessageEvent<File>) => {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    tell({ facts: readCsv(bytes, (rows, done) => tell({ rows, done })) });
  } catch (error) {
    tell({ failed: error instanceof Error ? error.message : String(error), text: error instanceof CsvRefusal });
  }
};
