/** What public/boot.js shows while no other file is loaded (SHELL-06, B11), and when it reloads the page. */
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { compile } from 'tailwindcss';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const code = readFileSync('public/boot.js', 'utf8');
const SLOW = 'Still loading. On a slow line this takes a while.';
const OFFLINE = "You're offline. Please reconnect and try again.";
const NOT_LOADED = 'The app could not be loaded. It is tried again automatically.';
const ORIGIN = 'https://kasuwa.example';

class Script {
  src: string;
  constructor(src: string) {
    this.src = src;
  }
}
interface Piece {
  tag: string;
  textContent?: string;
}

/** What the tab stores from one page to the next. */
let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

/** A page with only the first script of the start. `health`: answers a look for the server after some ms, or never. */
function start({ health = async () => true, storage = true }: { health?: () => Promise<boolean>; storage?: boolean }) {
  const began = Date.now();
  const pieces: Piece[] = [];
  const lookTimes: number[] = [];
  let open = 0;
  let most = 0;
  const loaded: number[] = [];
  const bare = {
    isConnected: true,
    querySelector: (tag: string) => pieces.find((piece) => piece.tag === tag) ?? null,
    append: (...more: Piece[]) => pieces.push(...more),
  };
  let onError: (event: { target: unknown }) => void = () => undefined;
  const globals: Record<string, unknown> = {
    document: {
      querySelector: () => (bare.isConnected ? bare : null),
      createElement: (tag: string): Piece => ({ tag }),
      body: {},
      currentScript: { dataset: {} },
      documentElement: { dataset: {} },
    },
    localStorage: { getItem: () => null },
    indexedDB: { open: () => ({}) },
    location: { origin: ORIGIN, reload: () => loaded.push(Date.now() - began) },
    HTMLScriptElement: Script,
    AbortSignal: { timeout: (ms: number) => ms },
    addEventListener: (name: string, listener: typeof onError) => {
      if (name === 'error') onError = listener;
    },
    setTimeout: (run: () => void, ms: number) => setTimeout(run, ms),
    setInterval: (run: () => void, ms: number) => setInterval(run, ms),
    Date,
    fetch: (_url: string, { signal }: { signal?: number }) => {
      lookTimes.push(Date.now() - began);
      open += 1;
      most = Math.max(most, open);
      const cut = new Promise<never>((_resolve, reject) => {
        if (signal) setTimeout(() => reject(new Error('too late')), signal);
      });
      return Promise.race([health().then((ok) => ({ ok })), cut]).finally(() => {
        open -= 1;
      });
    },
    get sessionStorage() {
      if (!storage) throw new Error('refused');
      return {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, to: string) => kept.set(key, to),
      };
    },
  };
  runInNewContext(code, globals);
  return {
    lookTimes,
    loaded,
    mostAtOnce: () => most,
    says: () => pieces.filter(({ tag }) => tag === 'p').map((piece) => piece.textContent),
    buttons: () => pieces.filter(({ tag }) => tag === 'button').length,
    breaksOff: (src = `${ORIGIN}/assets/index-1.js`) => onError({ target: new Script(src) }),
    drawn: () => {
      bare.isConnected = false;
    },
  };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const answersAfter =
  (ms: number, ok = true) =>
  async () => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return ok;
  };
const never = () => new Promise<never>(() => undefined);

describe('a start whose script does not load', { tags: ['SHELL-06', 'B11'] }, () => {
  test('is not reported for a foreign script, or after the app has drawn', async () => {
    const page = start({});
    page.breaksOff('chrome-extension://abc/injected.js');
    page.breaksOff('');
    await pass(15_000);
    expect([page.says(), page.lookTimes]).toEqual([[], []]);
    page.breaksOff();
    page.drawn();
    await pass(60_000);
    expect(page.loaded).toEqual([]);
  });

  test('is called slow after 20 s; a later failure replaces that message and looks for the server', async () => {
    const page = start({});
    await pass(20_000);
    expect(page.says()).toEqual([SLOW]);
    await pass(10_000);
    page.breaksOff();
    expect([page.says(), page.buttons()]).toEqual([[OFFLINE], 1]);
    await pass(10_000);
    expect(page.loaded).toHaveLength(1);
  });

  test('is not called slow after it has failed', async () => {
    const page = start({ health: answersAfter(10, false) });
    page.breaksOff();
    await pass(60_000);
    expect([page.says(), page.buttons()]).toEqual([[OFFLINE], 1]);
    expect([page.lookTimes.length > 5, page.loaded]).toEqual([true, []]);
  });

  test('looks for the server once at a time, and not after the page reloads', async () => {
    const page = start({ health: answersAfter(6_000) });
    page.breaksOff();
    page.breaksOff();
    await pass(120_000);
    expect([page.lookTimes, page.loaded]).toEqual([[5_000], [11_000]]);
  });

  test('gives up a look for the server that hangs, and tries again', async () => {
    const page = start({ health: never });
    page.breaksOff();
    await pass(120_000);
    expect(page.lookTimes.length).toBeGreaterThan(2);
    expect(page.mostAtOnce()).toBe(1);
  });

  test('waits longer with each page if the server answers, and no longer says that the person is offline', async () => {
    const waits: number[] = [];
    for (let n = 0; n < 8; n++) {
      const page = start({});
      page.breaksOff();
      expect(page.says()).toEqual([n === 0 ? OFFLINE : NOT_LOADED]);
      await pass(200_000);
      waits.push(page.loaded[0] ?? 0);
    }
    expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 160_000, 160_000]);
    // A failure on another day counts as the first one again.
    await pass(3_600_000);
    const later = start({});
    later.breaksOff();
    await pass(6_000);
    expect(later.loaded).toEqual([5_000]);
  });

  test('always waits long if the tab cannot store anything', async () => {
    const page = start({ storage: false });
    page.breaksOff();
    await pass(150_000);
    expect(page.loaded).toEqual([]);
    await pass(15_000);
    expect(page.loaded).toHaveLength(1);
  });
});

test('the style sheet includes the classes that boot.js uses', async () => {
  const base = 'src/ui';
  const { sources } = await compile(readFileSync(`${base}/theme.css`, 'utf8'), {
    base,
    loadModule: async (path) => ({ path, base, module: {} }),
    loadStylesheet: async (path) => ({ path, base, content: '' }),
  });
  expect(sources.map(({ pattern }) => pattern)).toContain('../../public/boot.js');
});
