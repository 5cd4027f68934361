/** Writes rows to an Excel file in a worker and starts its download (B14.5). */
import { workerError } from '#client/callError.ts';
import { nextTask } from '#client/nextTask.ts';
import { dateTimeInput } from '#domain/time.ts';
import type { SheetPart } from './sheetWorker.ts';
import writerFile from './sheetWorker.ts?worker&url';
import type { Cell } from './workbook.ts';

/** An Excel file to write: its name, its column titles, its rows and its notes. */
export interface SheetJob {
  name: string;
  head: string[];
  /** The rows in slices, none of which is stored here. Processing {@link SLICE} rows takes a moment. */
  rows: AsyncIterable<Cell[][]>;
  /** Lines above the table: the filter of the list. */
  notes: string[];
}

/** Rows per message. The main thread needs about a millisecond for one message. */
export const SLICE = 250;

/** The file's name: "{title}_{yyyy-MM-dd_HHmm}.xlsx". */
export function sheetName(title: string, now: number): string {
  const [day, time = ''] = dateTimeInput(now).split('T');
  return `${title}_${day}_${time.replace(':', '')}.xlsx`;
}

/** Loads the file of the worker, so that it is stored on this device (sw.ts) and exports need no server. */
export const keepSheetWriter = (): Promise<unknown> => fetch(writerFile);

/** Writes and downloads the file; resolves with its name. Rejects with an AbortError when `signal` stops it, without a download. */
export async function exportSheet(job: SheetJob, signal?: AbortSignal): Promise<string> {
  const worker = new Worker(writerFile, { type: 'module' });
  try {
    const made = new Promise<Blob>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('Stopped', 'AbortError')), { once: true });
      worker.onmessage = ({ data }: MessageEvent<Blob>) => resolve(data);
      worker.onerror = (event) => reject(workerError(event));
    });
    const tell = (part: SheetPart) => worker.postMessage(part);
    const send = async () => {
      const { name, head, rows, notes } = job;
      const above = [...notes.map((note) => [note]), ...(notes.length > 0 ? [[]] : []), head];
      tell({ step: 'head', name, columns: head.length, rows: above });
      for await (const slice of rows) {
        signal?.throwIfAborted();
        tell({ step: 'rows', rows: slice });
        await nextTask();
      }
      tell({ step: 'end' });
    };
    const [file] = await Promise.all([made, send()]);
    const url = URL.createObjectURL(file);
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
    await nextTask();
    signal?.throwIfAborted();
    const link = document.createElement('a');
    link.href = url;
    link.download = sheetName(job.name, Math.floor(Date.now() / 1_000));
    link.click();
    return link.download;
  } finally {
    worker.terminate();
  }
}
