/** What is watched inside a page while it is measured, and how a browser is made slow. Times in ms. */
import type { CDPSession, Page } from '@playwright/test';
import type { BarePage } from './bare.ts';

export const CPU = 4;

export { WHOLE_CHROMIUM as CHROMIUM } from '../../support/chromium.ts';
/** A browser that does nothing of its own beside what is measured. */
export const QUIET = [
  '--disable-gpu',
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // The certificate of the secure line is its own.
  '--ignore-certificate-errors',
];

interface Probe {
  long: { start: number; duration: number }[];
  shift: number;
  fcp: number;
  events: number[];
  /** Called when the page hears Enter, before anything of the page, which keeps a scanner's keys to itself. */
  onEnter: (() => void) | null;
  /** Longest time that the main thread answered nothing. */
  stall(): { stop(): number };
  /** Resolves when `met` holds and that was painted, with the time. */
  painted(met: () => boolean): Promise<number>;
  /** Share of frames that were missed until `stop`, in percent. */
  frames(): { stop(): number };
}

declare global {
  interface Window {
    probe: Probe;
    __name: <T>(one: T) => T;
  }
}

/** Runs before anything of the page. `ready`: JavaScript that says whether the page is useful; the time it first was stands in `window.readyAt`. */
export async function watch(page: Page, ready = 'false'): Promise<void> {
  await page.addInitScript({ content: watching(ready) });
}

/** The script itself, as text. */
export const watching = (ready: string) => `globalThis.__name = (one) => one;
    if (window === window.top) {
      const afterFrame = (resolve) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => resolve(performance.now()); port2.postMessage(0); };
      const painted = () => new Promise((resolve) => requestAnimationFrame(() => afterFrame(resolve)));
      window.probe = {
        long: [], shift: 0, fcp: 0, events: [], onEnter: null,
        stall() { looking = false; let last = performance.now(), most = 0; const timer = setInterval(() => { const now = performance.now(); most = Math.max(most, now - last - 4); last = now; }, 4);
          return { stop() { clearInterval(timer); return most; } }; },
        painted(met) { return new Promise((resolve) => { const look = () => (met() ? afterFrame(resolve) : requestAnimationFrame(look)); requestAnimationFrame(look); }); },
        frames() { let last = 0, first = 0, drawn = 0, on = true; const step = (now) => { if (!on) return; if (first === 0) first = now; else drawn += 1; last = now; requestAnimationFrame(step); }; requestAnimationFrame(step);
          return { stop() { on = false; const wanted = Math.round((last - first) / (1000 / 60)); return wanted === 0 ? 0 : Math.max(0, (100 * (wanted - drawn)) / wanted); } }; },
      };
      addEventListener('keydown', ({ key }) => { if (key === 'Enter' && probe.onEnter) probe.onEnter(); }, true);
      const see = (type, tell, more = {}) => new PerformanceObserver((list) => list.getEntries().forEach(tell)).observe({ type, buffered: true, ...more });
      see('longtask', ({ startTime, duration }) => probe.long.push({ start: startTime, duration }));
      see('layout-shift', (entry) => { if (!entry.hadRecentInput) probe.shift += entry.value; });
      see('paint', (entry) => { if (entry.name === 'first-contentful-paint') probe.fcp = entry.startTime; });
      see('event', (entry) => probe.events.push(entry.duration), { durationThreshold: 16 });
      // Looking takes a frame each time: not where nothing is awaited, nor while a stall is measured.
      let looking = ${ready !== 'false'};
      const ready = () => { try { return ${ready}; } catch { return false; } };
      const look = () => (document.body && ready() ? painted().then((now) => { window.readyAt = now; }) : looking && requestAnimationFrame(look));
      requestAnimationFrame(look);
    }`;

/**
 * The time of the page's own clock at which it was useful and painted. Asked through the debugger alone: what Playwright brings into a page for
 * its own questions costs a slowed one 50 ms, in the time that is measured.
 */
export async function readyAt(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const until = Date.now() + 90_000;
  for (;;) {
    const { result } = await session.send('Runtime.evaluate', { expression: 'window.readyAt' }).catch(() => ({
      // The page is just being exchanged.
      result: { value: undefined },
    }));
    if (typeof result.value === 'number') {
      await session.detach();
      return result.value;
    }
    if (Date.now() > until) throw new Error('The page was never ready.');
    await page.waitForTimeout(100);
  }
}

/** Milliseconds beyond 50 of every long task so far. */
export const blocked = (page: Page): Promise<number> =>
  page.evaluate(() => window.probe.long.reduce((sum, one) => sum + Math.max(0, one.duration - 50), 0));

export async function slowCpu(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU });
  return session;
}

/** Megabytes of live JavaScript objects. */
export async function heap(page: BarePage): Promise<number> {
  await page.send('HeapProfiler.enable');
  await page.send('HeapProfiler.collectGarbage');
  const { usedSize } = await page.send<{ usedSize: number }>('Runtime.getHeapUsage');
  await page.send('HeapProfiler.disable');
  return usedSize / 1_000_000;
}

export interface Typed {
  /** From the last key to its painted result. */
  last: number;
  /** The worst of the eight keys, from the key to the next paint. */
  worst: number;
}

/** Types `text` into the focused box, a key every 120 ms; `met`: JavaScript that holds once the last key's result is in the page. */
export async function typing(page: Page, text: string, met: string): Promise<Typed> {
  // As text, because the page's own policy forbids making functions of strings; the debugger may.
  await page.evaluate(`window.probe.events.length = 0;
    window.lastKey = new Promise((resolve) => {
      let left = ${text.length};
      const holds = () => (${met});
      addEventListener('keydown', (event) => {
        left -= 1;
        if (left !== 0) return;
        if (holds()) resolve(NaN);
        else window.probe.painted(holds).then((at) => resolve(at - event.timeStamp));
      }, true);
    }); 0`);
  for (const letter of text) {
    await page.keyboard.press(letter === ' ' ? 'Space' : letter);
    await page.waitForTimeout(120);
  }
  const last = await page.evaluate(() => (window as unknown as { lastKey: Promise<number> }).lastKey);
  await page.waitForTimeout(300);
  const worst = await page.evaluate(() => Math.max(16, ...window.probe.events));
  return { last, worst };
}

/** From the moment the page hears Enter until `met` holds and is painted; `send` presses it. */
export async function enterToPaint(page: Page, met: string, send: () => Promise<unknown>): Promise<number> {
  await page.evaluate(`window.entered = new Promise((resolve) => {
    window.probe.onEnter = () => {
      window.probe.onEnter = null;
      const at = performance.now();
      window.probe.painted(() => ${met}).then((then) => resolve(then - at));
    };
  }); 0`);
  await send();
  return (await page.evaluate('window.entered')) as number;
}

/** Scrolls the box under the point by 6,000 px at 3,000 px a second, as a wheel does; percent of frames missed. */
export async function scrolling(page: Page, session: CDPSession, x: number, y: number): Promise<number> {
  await page.evaluate(() => {
    (window as unknown as { frames: { stop(): number } }).frames = window.probe.frames();
  });
  await session.send('Input.synthesizeScrollGesture', {
    x,
    y,
    yDistance: -6_000,
    speed: 3_000,
    gestureSourceType: 'mouse',
    preventFling: true,
  });
  return page.evaluate(() => (window as unknown as { frames: { stop(): number } }).frames.stop());
}
