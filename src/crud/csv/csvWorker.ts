/** Reads a chosen file in a worker and sends its rows back in chunks. */
import { type CsvFacts, CsvRefusal, type CsvRow, readCsv } from './readCsv.ts';

export type CsvMessage =
  | { rows: CsvRow[]; done: number }
  | { facts: CsvFacts }
  /** `text`: whether the message is for people. Otherwise it is a bug. */
  | { failed: string; text: boolean };

const tell = (message: CsvMessage) => self.postMessage(message);

self.onmessage = async ({ data: file }: MessageEvent<File>) => {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    tell({ facts: readCsv(bytes, (rows, done) => tell({ rows, done })) });
  } catch (error) {
    tell({ failed: error instanceof Error ? error.message : String(error), text: error instanceof CsvRefusal });
  }
};
