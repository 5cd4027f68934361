/**
 * Keeps one stream of changes per browser. The visible pages of a browser compete for one Web Lock; the page that holds it reads the stream and passes every
 * event to the others. A hidden page releases the lock. Without a stream, reads are as fresh as they are without this module.
 */
import type { Changed } from '#contract/live.ts';
import { contactStore, look as lookForServer } from '../online.ts';
import { requiredPath, sessionStore } from '../session/state.ts';
import { type Ended, readStream } from './stream.ts';

const NAME = 'kasuwa-live';
/** How long a hidden page keeps the stream, ms, so that a short look at another window does not end it. */
const HIDDEN_MS = 15_000;
/** Waits before the next try, ms. They double after each cut, up to a maximum, and are randomised so that tablets do not reconnect together. */
const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;
/** A stream that lasted this long counts as good, ms. */
const STEADY_MS = 60_000;
/** A stream that is open again after this time was no loss of the server, ms (decision 1150). */
const BLIP_MS = 2_000;
/** The wait when no stream is available soon: the server has none, this person has too many, or a proxy buffers the answers. */
const REST_MS = 10 * 60_000;

export interface Follower {
  onChanged(changed: Changed): void;
  onWho(): void;
  /** The time of the oldest read on the screen, epoch seconds of the server. null: nothing is on the screen. */
  shownSince(): number | null;
}

/** The wait after a stream ended, ms. `cuts`: the number of short streams in a row. `chance`: 0 to 1. */
export function restAfter(ended: Ended, cuts: number, chance: number): number {
  const about = (ms: number) => ms / 2 + (ms / 2) * chance;
  if (ended.how === 'bye') {
    if (ended.why === 'stopping') return FIRST_MS + 4_000 * chance;
    return about(ended.why === 'ended' ? 2 * FIRST_MS : REST_MS);
  }
  if (ended.how === 'mute') return about(REST_MS);
  if (ended.how === 'refused' && ![429, 503].includes(ended.code) && ended.code < 500) return about(REST_MS);
  const grown = about(Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(cuts, 10)));
  return ended.how === 'refused' ? Math.max(grown, ended.wait * 1_000 * (1 + chance)) : grown;
}

/** Whether the server may be gone after this end of a stream. */
const isLoss = (ended: Ended): boolean =>
  ended.how === 'cut' ||
  (ended.how === 'bye' && ended.why === 'stopping') ||
  (ended.how === 'refused' && ended.code >= 500);

/** Follows the stream while somebody is signed in and a page of this browser is visible. Returns the function that stops it. */
export function follow({ onChanged, onWho, shownSince }: Follower): () => void {
  let lastId: string | null = null;
  let leading: AbortController | null = null;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  let doubt: ReturnType<typeof setTimeout> | undefined;
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(NAME) : null;
  if (channel)
    channel.onmessage = ({ data }: MessageEvent<HandedOn>) => {
      if (data.id !== null) lastId = data.id;
      if (data.changed) onChanged(data.changed);
      if (data.isLost) void lookForServer();
    };
  const tell = (changed: Changed | null, isLost = false) =>
    channel?.postMessage({ id: lastId, changed, isLost } satisfies HandedOn);
  const take = (changed: Changed) => {
    tell(changed);
    onChanged(changed);
  };

  /** Looks for the server on all pages of the browser, unless a stream opens within the time of a blip. */
  const doubtServer = () => {
    doubt ??= setTimeout(() => {
      doubt = undefined;
      tell(null, true);
      void lookForServer();
    }, BLIP_MS);
  };
  const trustServer = () => {
    clearTimeout(doubt);
    doubt = undefined;
  };

  /** Reads one stream after the other, until `signal` is aborted. */
  const lead = async (signal: AbortSignal) => {
    let cuts = 0;
    while (!signal.aborted) {
      await contact(signal);
      if (signal.aborted) return;
      const from = lastId ?? (shownSince() === null ? null : `..${shownSince()}`);
      const events = {
        onId: (id: string) => {
          lastId = id;
        },
        onHello: (changed: Changed) => {
          trustServer();
          take(changed);
        },
        onChange: take,
        onWho,
      };
      const opened = Date.now();
      const ended = await readStream(from, events, signal);
      if (signal.aborted) return;
      if (isLoss(ended)) doubtServer();
      // The session ended or the account changed: the answer of the next call shows which.
      if ((ended.how === 'bye' && ended.why === 'ended') || (ended.how === 'refused' && ended.code === 401)) onWho();
      cuts = Date.now() - opened > STEADY_MS ? 0 : cuts + 1;
      await pause(restAfter(ended, cuts, Math.random()), signal);
    }
  };
  const begin = () => {
    clearTimeout(hiding);
    hiding = undefined;
    if (leading) return;
    const control = new AbortController();
    leading = control;
    const { signal } = control;
    const work = () => lead(signal);
    // Without Web Locks, as on an address without TLS, each page has its own stream.
    if (!navigator.locks) return void work();
    navigator.locks.request(NAME, { signal }, work).catch(() => undefined);
  };
  const end = () => {
    clearTimeout(hiding);
    hiding = undefined;
    trustServer();
    leading?.abort();
    leading = null;
  };
  const look = () => {
    const session = sessionStore.read();
    if (session.state !== 'in' || requiredPath(session.profile)) {
      // Received events belong to the session that ended.
      lastId = null;
      return end();
    }
    if (document.visibilityState === 'visible') return begin();
    if (leading) hiding ??= setTimeout(end, HIDDEN_MS);
  };
  const leave = sessionStore.subscribe(look);
  document.addEventListener('visibilitychange', look);
  window.addEventListener('pagehide', end);
  window.addEventListener('pageshow', look);
  look();
  return () => {
    leave();
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('pagehide', end);
    window.removeEventListener('pageshow', look);
    end();
    channel?.close();
  };
}

/** An event that the reading page passes to the other pages of the browser. */
interface HandedOn {
  id: string | null;
  changed: Changed | null;
  /** The stream ended as if the server were gone. */
  isLost: boolean;
}

/** Resolves when the server is reachable as far as known, or when `signal` is aborted. */
function contact(signal: AbortSignal): Promise<void> {
  if (contactStore.read().online) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      leave();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const leave = contactStore.subscribe(() => contactStore.read().online && done());
    signal.addEventListener('abort', done);
  });
}

/**
 * Waits until the time is over or `signal` is aborted. A restored connection does not end the wait: otherwise all tablets of a site would reconnect at once.
 */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', done);
      resolve();
    }, ms);
    signal.addEventListener('abort', done, { once: true });
  });
}
