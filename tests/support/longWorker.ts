/** The worker of long answers (longAnswer.ts) in the test's own thread. Its code is the worker's own. */
import { vi } from 'vitest';
import type { WorkerJob, WorkerPart } from '#client/reads/answerWorker.ts';

type Answer = (path: string, body: string) => Promise<string>;
let answer: Answer;
let page: TestWorker | null = null;
let code: Promise<unknown> | null = null;

/** The global object of the worker. */
const scope = {
  onmessage: (_: { data: WorkerJob }): void => undefined,
  postMessage(part: WorkerPart, { transfer = [] }: { transfer?: Transferable[] } = {}) {
    const data = structuredClone(part, { transfer });
    setTimeout(() => page?.onmessage?.({ data }));
  },
};

class TestWorker {
  onmessage: ((event: { data: WorkerPart }) => void) | null = null;
  onerror: (() => void) | null = null;
  constructor(file: URL) {
    // Others are not there, and the page does their work.
    if (!String(file).includes('answerWorker')) throw new Error('No such worker.');
    page = this;
  }
  postMessage(order: WorkerJob): void {
    void code?.then(() => scope.onmessage({ data: order }));
  }
  terminate(): void {
    page = null;
  }
}

/** `answers` gives the body of an answer. The caller ends it with `vi.unstubAllGlobals()`. */
export function startLongWorker(answers: Answer): void {
  answer = answers;
  vi.stubGlobal('self', scope);
  vi.stubGlobal('Worker', TestWorker);
  vi.stubGlobal('fetch', async (url: string, init: { body?: string }) => {
    const path = url.slice(url.indexOf('/api/') + '/api/'.length);
    return new Response(await answer(path, init.body ?? ''), { headers: { 'Content-Type': 'application/json' } });
  });
  code ??= import('#client/reads/answerWorker.ts');
}
