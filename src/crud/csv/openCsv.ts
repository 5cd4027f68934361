import { workerError } from '#client/callError.ts';
import { CSV_LIMITS } from '#domain/limits.ts';
import type { CsvMessage } from './csvWorker.ts';
import { type CsvFacts, CsvRefusal, type CsvRow } from './readCsv.ts';

/** All rows of a file that are not blank, and the facts about it. */
export interface OpenedCsv extends CsvFacts {
  rows: CsvRow[];
}

/**
 * Reads a file in a worker. `onProgress` gets 0 to 1. Throws {@link CsvRefusal} with a message for people, and an AbortError when `signal` stops it.
 */
export async function openCsv(
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number) => void },
): Promise<OpenedCsv> {
  // The check comes before the file is read into memory.
  if (file.size > CSV_LIMITS.bytes)
    throw new CsvRefusal(`The file is larger than ${CSV_LIMITS.bytes / 1_000_000} MB. Please split it.`);
  const worker = new Worker(new URL('./csvWorker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<OpenedCsv>((resolve, reject) => {
      const rows: CsvRow[] = [];
      signal.addEventListener('abort', () => reject(new DOMException('Stopped', 'AbortError')), { once: true });
      worker.onerror = (event) => reject(workerError(event));
      worker.onmessage = ({ data }: MessageEvent<CsvMessage>) => {
        if ('rows' in data) {
          for (const row of data.rows) rows.push(row);
          onProgress(data.done);
        } else if ('facts' in data) resolve({ ...data.facts, rows });
        else reject(data.text ? new CsvRefusal(data.failed) : new Error(data.failed));
      };
      worker.postMessage(file);
    });
  } finally {
    worker.terminate();
  }
}
