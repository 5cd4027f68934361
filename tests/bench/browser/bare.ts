/**
 * A browser that is only spoken to where something is measured. Playwright listens to every request and to the console of its pages: for each
 * one the browser writes down who asked, and reads the whole script again to find the line (150 ms of a start, CPU slowed four times).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { CHROMIUM, CPU, heap, QUIET, watching } from './probe.ts';

interface Answer {
  id?: number;
  result?: unknown;
  error?: { message: string };
}

export interface BarePage {
  /** The debugger's own command for this page. */
  send<T>(method: string, params?: Readonly<Record<string, unknown>>): Promise<T>;
  /** What an expression is worth in the page. */
  tell<T>(expression: string): Promise<T>;
}

/** Gives `work` the page of a browser with this profile, CPU slowed, watching for `ready` (probe.ts) in whatever is opened next. */
export async function inBare(profile: string, ready: string, work: (page: BarePage) => Promise<void>): Promise<void> {
  const { page, close } = await openBare(profile, ready);
  try {
    await work(page);
  } finally {
    await close();
  }
}

async function openBare(profile: string, ready: string): Promise<{ page: BarePage; close: () => Promise<void> }> {
  const child = spawn(
    CHROMIUM,
    [
      '--headless=new',
      ...QUIET,
      '--password-store=basic',
      '--use-mock-keychain',
      '--window-size=1280,800',
      `--user-data-dir=${profile}`,
      '--remote-debugging-pipe',
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const { ask, closed } = speak(child);
  const { targetInfos } = (await ask('Target.getTargets')) as { targetInfos: { type: string; targetId: string }[] };
  const target = targetInfos.find((one) => one.type === 'page');
  if (!target) throw new Error('The browser opened no page.');
  const { sessionId } = (await ask('Target.attachToTarget', { targetId: target.targetId, flatten: true })) as {
    sessionId: string;
  };
  const send = <T>(method: string, params: Readonly<Record<string, unknown>> = {}) =>
    ask(method, params, sessionId) as Promise<T>;
  await send('Page.enable');
  await send('Page.addScriptToEvaluateOnNewDocument', { source: watching(ready) });
  await send('Emulation.setCPUThrottlingRate', { rate: CPU });
  const tell = async <T>(expression: string) => {
    const { result } = await send<{ result: { value: T } }>('Runtime.evaluate', { expression, returnByValue: true });
    return result.value;
  };
  const close = async () => {
    await ask('Browser.close');
    await closed;
  };
  return { page: { send, tell }, close };
}

/** Commands over the pipe: each is JSON that ends with a zero. */
function speak(child: ChildProcess) {
  const to = child.stdio[3] as Writable;
  const from = child.stdio[4] as Readable;
  const waiting = new Map<number, (answer: Answer) => void>();
  let held = '';
  let last = 0;
  from.setEncoding('utf8').on('data', (text: string) => {
    const parts = (held + text).split('\0');
    held = parts.pop() ?? '';
    for (const part of parts) {
      const answer = JSON.parse(part) as Answer;
      if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
    }
  });
  const ask = (method: string, params: Readonly<Record<string, unknown>> = {}, sessionId?: string) =>
    new Promise<unknown>((resolve, reject) => {
      last += 1;
      waiting.set(last, ({ result, error }) =>
        error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result),
      );
      to.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`);
    });
  return { ask, closed: new Promise((resolve) => child.once('exit', resolve)) };
}

/** Opens an address, resolves with the time (ms of the page's own clock) at which it was useful and painted. `every`: how often the page is asked, ms. */
export async function openedAt(page: BarePage, url: string, every = 250): Promise<number> {
  await page.send('Page.navigate', { url });
  const until = Date.now() + 90_000;
  while (Date.now() < until) {
    // Asked seldom: each question is a task of the page.
    await new Promise((resolve) => setTimeout(resolve, every));
    const at = await page.tell<number | undefined>('window.readyAt').catch(() => undefined);
    if (typeof at === 'number') return at;
  }
  throw new Error(`${url} was never ready.`);
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until an expression of the page is true. */
export async function until(page: BarePage, met: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    await pause(300);
    if (await page.tell<boolean>(`!!(${met})`).catch(() => false)) return;
  }
  throw new Error(`This never came: ${met}`);
}

/**
 * Megabytes of live JavaScript objects once somebody found and scrolled in a long list: here, because a third of a megabyte of Playwright's own
 * script, its code and its objects live in every page that it drives. `box`, `list`: JavaScript that gives the elements.
 */
export async function heapAfterUse(page: BarePage, box: string, list: string, text: string): Promise<number> {
  await page.send('Emulation.setFocusEmulationEnabled', { enabled: true });
  await page.tell(`(${box}.focus(), ${box}.click())`);
  await pause(600);
  for (const letter of text) {
    await page.send('Input.dispatchKeyEvent', { type: 'keyDown', text: letter, key: letter });
    await page.send('Input.dispatchKeyEvent', { type: 'keyUp', key: letter });
    await pause(120);
  }
  await pause(600);
  for (const _ of text) {
    await page.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'Backspace', windowsVirtualKeyCode: 8 });
    await page.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'Backspace', windowsVirtualKeyCode: 8 });
  }
  await pause(600);
  const [x, y, rows] = await page.tell<number[]>(
    `(({ x, y, width, height }) => [x + width / 2, y + height / 2, ${list}.scrollHeight])(${list}.getBoundingClientRect())`,
  );
  if (!rows || rows < 100_000) throw new Error(`The list is not whole: ${rows} px.`);
  const scroll = { x, y, yDistance: -6_000, speed: 3_000, gestureSourceType: 'mouse', preventFling: true };
  await page.send('Input.synthesizeScrollGesture', scroll);
  return heap(page);
}
