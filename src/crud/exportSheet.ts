/** Writes rows to an Excel file in a worker and hands it to the browser (B14.5). */
import { dateTimeInput } from '#domain/time.ts';
import type { SheetJob } from './sheetWorker.ts';

/** "{title}_{yyyy-MM-dd_HHmm}.xlsx". */
export function sheetName(title: string, now: number): string {
  const [day, time = ''] = dateTimeInput(now).split('T');
  return `${title}_${day}_${time.replace(':', '')}.xlsx`;
}

/** Rejects with an AbortError when `signal` stops it; no file is handed out then. */
export async function exportSheet(job: SheetJob, signal?: AbortSignal): Promise<void> {
  const worker = new Worker(new URL('./sheetWorker.ts', import.meta.url), { type: 'module' });
  try {
    const file = await new Promise<ArrayBuffer>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('Stopped', 'AbortError')), { once: true });
      worker.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => resolve(data);
      worker.onerror = (event) => reject(new Error(event.message));
      worker.postMessage(job);
    });
    signal?.throwIfAborted();
    const url = URL.createObjectURL(
      new Blob([file], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }),
    );
    const link = document.createElement('a');
    link.href = url;
    link.download = sheetName(job.name, Math.floor(Date.now() / 1_000));
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  } finally {
    worker.terminate();
  }
}
