/**
 * Refetches the reads on the screen that may have changed. It waits for a quiet moment, so that nothing moves under a finger or while somebody types. Answers
 * take the same path as those of every read, so forms, lists and stored copies treat them as usual.
 */
import type { Query, QueryClient } from '@tanstack/react-query';
import type { Changed, Kind } from '#contract/live.ts';
import { kindsOfRead } from '#contract/liveReads.ts';
import type { SavedAnswer } from '../reads/queries.ts';

interface Ports {
  client: QueryClient;
  /** Whether the page is visible and nobody types, presses, scrolls or has a dialog or menu open. */
  isQuiet: () => boolean;
  /** Called with the hashes of the queries that are being refetched; `over` resolves when all are answered. */
  watch?: (hashes: ReadonlySet<string>, over: Promise<unknown>) => void;
  /** 0 to 1. */
  chance?: () => number;
}

/** Changes within this time cause one refetch, and the browsers of a site do not refetch at the same moment, ms. */
const GATHER_MS = 250;
const SPREAD_MS = 500;
/** The page that made a change refetches by itself when its call is answered. Other pages of the browser wait this long, ms. */
const OWN_MS = 3_000;
/** The pause of a query after a refetch: five times as long as its answer took, within these limits, ms. */
const REST_MS = { least: 2_000, most: 15_000 };
const LOOK_MS = 200;
/** A longer list is megabytes on a tablet: it is not refetched on changes. */
const MOST_ROWS = 1_000;

export function makeRefresher({ client, isQuiet, watch, chance = Math.random }: Ports) {
  /** Queries to refetch, by hash, each with its earliest time (epoch ms). */
  const due = new Map<string, number>();
  const restUntil = new Map<string, number>();
  /** The last time that everything on this page was refetched because of its own change, epoch ms. */
  let ownAt = 0;
  let refreshing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cache = client.getQueryCache();
  // An accepted write of this page invalidates every query and refetches those on the screen (queries.ts).
  const leave = cache.subscribe(({ type, query, ...rest }) => {
    const action = 'action' in rest ? rest.action.type : null;
    if (type === 'updated' && action === 'invalidate' && !refreshing && query.isActive()) ownAt = Date.now();
    if (type === 'removed') restUntil.delete(query.queryHash);
  });

  const mark = (kinds: readonly Kind[] | '*', wait: number) => {
    const at = Date.now() + wait;
    for (const query of cache.getAll()) {
      if (!isMadeOf(query, kinds) || isLong(query)) continue;
      if (!query.isActive()) query.invalidate();
      else due.set(query.queryHash, Math.min(due.get(query.queryHash) ?? Number.POSITIVE_INFINITY, at));
    }
    if (due.size > 0) timer ??= setTimeout(look, LOOK_MS);
  };

  const look = () => {
    timer = undefined;
    const now = Date.now();
    const ripe: Query[] = [];
    for (const [hash, at] of due) {
      const query = cache.get(hash);
      if (query?.isActive()) {
        if (Math.max(at, restUntil.get(hash) ?? 0) > now || !isQuiet()) continue;
        ripe.push(query);
      } else query?.invalidate();
      due.delete(hash);
    }
    if (ripe.length > 0) ask(ripe);
    if (due.size > 0) timer = setTimeout(look, LOOK_MS);
  };

  const ask = (queries: readonly Query[]) => {
    const hashes = new Set(queries.map(({ queryHash }) => queryHash));
    const began = Date.now();
    refreshing = true;
    const over = client.invalidateQueries({ predicate: ({ queryHash }) => hashes.has(queryHash) });
    refreshing = false;
    watch?.(hashes, over);
    const rest = () => {
      const took = (Date.now() - began) * 5;
      for (const hash of hashes)
        restUntil.set(hash, Date.now() + Math.min(REST_MS.most, Math.max(REST_MS.least, took)));
    };
    rest();
    void over.then(rest, rest);
  };

  return {
    heard({ kinds, own }: Changed): void {
      if (kinds === '*' || kinds.length > 0) mark(kinds, GATHER_MS + SPREAD_MS * chance());
      if (own.length === 0) return;
      const came = Date.now();
      setTimeout(() => {
        if (ownAt < came - OWN_MS / 2) mark(own, 0);
      }, OWN_MS);
    },
    stop(): void {
      leave();
      clearTimeout(timer);
      due.clear();
    },
  };
}

const isMadeOf = ({ queryKey: [path] }: Query, kinds: readonly Kind[] | '*'): boolean => {
  const made = kindsOfRead(String(path));
  if (made === null) return false;
  return kinds === '*' || made === '*' || made.some((kind) => kinds.includes(kind));
};

/** Whether the answer is, or contains, a list as long as a catalogue. */
function isLong({ state }: Query): boolean {
  const data = (state.data as SavedAnswer<unknown> | undefined)?.data;
  if (typeof data !== 'object' || data === null) return false;
  return [data, ...Object.values(data)].some(
    (value) => typeof value === 'object' && ((value as { length?: number } | null)?.length ?? 0) > MOST_ROWS,
  );
}

/** The time of the oldest read on the screen, epoch ms; null: none was answered by the server. */
export function shownSince(client: QueryClient): number | null {
  const times = client
    .getQueryCache()
    .getAll()
    .filter((query) => query.isActive())
    .flatMap(({ state }) => (state.data as SavedAnswer<unknown> | undefined)?.at ?? []);
  return times.length === 0 ? null : Math.min(...times);
}
