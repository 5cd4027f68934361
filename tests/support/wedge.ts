/** A keyboard-wedge scanner: real key events of the browser with a scanner's timing, however slow this machine is. */
import type { CDPSession, Page } from '@playwright/test';

export interface WedgeScanner {
  /** Types a code and Enter with `gap` ms between the keys. */
  scan(code: string, gap?: number): Promise<void>;
  /** Types a code whose first `slow` characters come slowly. */
  torn(code: string, slow: number): Promise<void>;
  /** Types a code with `gap` ms between the keys, and a pause of `pause` ms before its character number `from`, counted from 0. */
  paused(code: string, from: number, pause: number, gap?: number): Promise<void>;
  /** Types a code and Enter with a gap of its own before each character, ms. A character without one comes after 3 ms. */
  stutter(code: string, gaps: readonly number[]): Promise<void>;
  /** Types several codes, each `pause` ms after the former one. */
  burst(codes: readonly string[], pause: number): Promise<void>;
  /** Types codes, each with a figure of the keyboard `after` ms behind it, and the next code `before` ms behind the figure. */
  figures(scans: readonly (readonly [code: string, figure: string])[], after: number, before: number): Promise<void>;
  /** Types one code, a figure behind it, and half of the next code at once. `between` runs before the other half. For the page no time passes meanwhile. */
  split(first: string, second: string, between: () => Promise<void>, figure?: string): Promise<void>;
}

export async function plugIn(page: Page): Promise<WedgeScanner> {
  const session: CDPSession = await page.context().newCDPSession(page);
  let clock = 0;
  const type = (code: string, gap: number): Promise<unknown>[] => {
    clock = Math.max(clock + 200, Date.now());
    return press([...code, 'Enter'], gap);
  };
  const press = (keys: readonly string[], gap: number): Promise<unknown>[] =>
    keys.flatMap((key) => {
      clock += gap;
      const timestamp = clock / 1_000;
      const text = key === 'Enter' ? '\r' : key;
      const common = { key, timestamp, ...(key === 'Enter' ? { code: 'Enter', windowsVirtualKeyCode: 13 } : {}) };
      return [
        session.send('Input.dispatchKeyEvent', { type: 'keyDown', text, unmodifiedText: text, ...common }),
        session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...common }),
      ];
    });
  return {
    scan: async (code, gap = 8) => void (await Promise.all(type(code, gap))),
    torn: async (code, slow) => {
      clock = Math.max(clock + 200, Date.now());
      await Promise.all(press([...code.slice(0, slow)], 150));
      clock += 150;
      await Promise.all(press([...code.slice(slow), 'Enter'], 5));
    },
    paused: async (code, from, pause, gap = 12) => {
      clock = Math.max(clock + 200, Date.now());
      const sent = press([...code.slice(0, from)], gap);
      await new Promise((resolve) => setTimeout(resolve, pause));
      clock += pause - gap;
      sent.push(...press([...code.slice(from), 'Enter'], gap));
      await Promise.all(sent);
    },
    stutter: async (code, gaps) => {
      clock = Math.max(clock + 200, Date.now());
      const sent: Promise<unknown>[] = [];
      for (const [at, key] of [...code, 'Enter'].entries()) {
        const gap = gaps[at] ?? 3;
        if (gap > 40) await new Promise((resolve) => setTimeout(resolve, gap));
        sent.push(...press([key], gap));
      }
      await Promise.all(sent);
    },
    burst: async (codes, pause) => {
      const sent: Promise<unknown>[] = [];
      for (const code of codes) {
        sent.push(...type(code, 3));
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
      await Promise.all(sent);
    },
    figures: async (scans, after, before) => {
      const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
      const sent: Promise<unknown>[] = [];
      for (const [code, figure] of scans) {
        clock = Math.max(clock + before, Date.now());
        sent.push(...press([...code, 'Enter'], 3));
        await wait(after);
        clock = Math.max(clock + after, Date.now());
        sent.push(...press([...figure], 120));
        await wait(before);
      }
      await Promise.all(sent);
    },
    split: async (first, second, between, figure = '') => {
      const half = Math.floor(second.length / 2);
      const sent = type(first, 3);
      clock += 200;
      sent.push(...press([...figure], 120));
      clock += 200;
      sent.push(...press([...second.slice(0, half)], 3));
      await Promise.all(sent);
      await between();
      await Promise.all(press([...second.slice(half), 'Enter'], 3));
    },
  };
}
