/** The worker of long answers (longAnswer.ts) in the test's own thread. Its code is the worker's own. */
import { vi } from 'vitest';
import type { WorkerJob, WorkerPart } from '#client/reads/answerWorker.ts';

/** `answer` gives the body of an answer. The caller ends it with `vi.unstubAllGlobals()`. */
export function startLongWorker(answer: (path: string, body: string) => Promise<string>): void {
  let page: TestWorker | null = null;
  class TestWorker {
    onmessage: ((event: { data: WorkerPart }) => void) | null = null;
    onerror: (() => void) | null = null;
    constructor(code: URL) {
      // Others are not there, and the page does their work.
      if (!String(code).includes('answerWorker')) throw new Error('No such worker.');
      page = this;
    }
    postMessage(order: WorkerJob): void {
      const { self } = globalThis as unknown as { self: { onmessage?: (event: { data: WorkerJob }) => void } };
      void code.then(() => self.onmessage?.({ data: order }));
    }
    terminate(): void {
      page = null;
    }
  }
  vi.stubGlobal('self', {
    postMessage: (part: WorkerPart, { transfer = [] }: { transfer?: Transferable[] } = {}) => {
      const data = structuredClone(part, { transfer });
      setTimeout(() => page?.onmessage?.({ data }));
    },
  });
  vi.stubGlobal('Worker', TestWorker);
  vi.stubGlobal('fetch', async (url: string, init: { body?: string }) => {
    const path = url.slice(url.indexOf('/api/') + '/api/'.length);
    return new Response(await answer(path, init.body ?? ''), { headers: { 'Content-Type': 'application/json' } });
  });
  const code = import('#client/reads/answerWorker.ts');
}
