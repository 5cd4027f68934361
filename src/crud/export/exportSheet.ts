/** Writes rows to an Excel file in a worker and hands it to the browser (B14.5). */
import { workerError } from '#client/callError.ts';
import { nextTask } from '#client/nextTask.ts';
import { dateTimeInput } from '#domain/time.ts';
import type { SheetPart } from './sheetWorker.ts';
import type { Cell } from './workbook.ts';

export interface SheetJob {
  name: string;
  head: string[];
  /** The rows, in slices as they come: none is kept here. {@link SLICE} rows of one are no more than a moment's work. */
  rows: AsyncIterable<Cell[][]>;
  /** Lines above the table: the filter that made it. */
  notes: string[];
}

/** Rows of one message: what the main thread does for it takes about a millisecond. */
export const SLICE = 250;

/** "{title}_{yyyy-MM-dd_HHmm}.xlsx". */
export function sheetName(title: string, now: number): string {
  const [day, time = ''] = dateTimeInput(now).split('T');
  return `${title}_${day}_${time.replace(':', '')}.xlsx`;
}

/** Rejects with an AbortError when `signal` stops it; no file is handed out then. */
export async function exportSheet(job: SheetJob, signal?: AbortSignal): Promise<void> {
  const worker = new Worker(new URL('./sheetWorker.ts', import.meta.url), { type: 'module' });
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
  } finally {
    worker.terminate();
  }
}
