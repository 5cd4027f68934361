/** What this tablet holds for a task without a network, and the work that loads it (B11.1). */
import { useCallback, useEffect, useRef, useState } from 'react';
import { nextTask } from '#client/nextTask.ts';
import { queryClient } from '#client/reads/queries.ts';
import type { KindFacts } from '#domain/transfer.ts';
import { partiesQuery, productsOfQuery } from '../../parts/parties.ts';

/** Ids counted per task, so that the screen stays responsive. */
const IDS_AT_ONCE = 2_000;

export interface Prepared {
  /** The parties that may give, and how many of them have their products on this tablet. */
  sources: number;
  held: number;
  products: number;
  /** The time of the oldest response in epoch milliseconds. */
  at: number | null;
}

export interface Preparing {
  done: number;
  /** Null until the parties are read. */
  of: number | null;
}

/** `prepared`: null while the tablet looks. `progress`: null while nothing is loaded. */
export function usePrepared(kind: KindFacts) {
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  const [progress, setProgress] = useState<Preparing | null>(null);
  const [stopping, setStopping] = useState(false);
  const stopAsked = useRef(false);
  const look = useCallback(async () => setPrepared(await heldFor(kind)), [kind]);
  useEffect(() => void look(), [look]);

  const prepare = async () => {
    stopAsked.current = false;
    setStopping(false);
    setProgress({ done: 0, of: null });
    // The button reacts to the press before the work begins.
    await nextTask();
    try {
      await load(kind, setProgress, () => stopAsked.current);
    } catch {
      // Loaded data is kept. The notice shows what is missing.
    } finally {
      await look();
      setProgress(null);
    }
  };
  const stop = () => {
    stopAsked.current = true;
    setStopping(true);
  };
  return { prepared, progress, prepare, stopping, stop };
}

/** Looks what is saved on this tablet. */
async function heldFor(kind: KindFacts): Promise<Prepared> {
  const { savedReads } = await import('#offline/reads/savedReads.ts');
  const { sessionStore } = await import('#client/session/state.ts');
  const saved = savedReads(() => sessionStore.read().profile?.user_id ?? null);
  const [sources, destinations] = await Promise.all([
    saved.peek<Party[]>(partiesQuery(kind.source).queryKey),
    saved.peek<Party[]>(partiesQuery(kind.destination).queryKey),
  ]);
  if (!sources || !destinations) return { sources: 0, held: 0, products: 0, at: null };
  const active = sources.data.filter((party) => party.status === 'active');
  let held = 0;
  let oldest = Math.min(sources.at, destinations.at);
  const products = new Set<string>();
  for (const party of active) {
    const read = await saved.outline(productsOfQuery(kind.source, party._id).queryKey);
    if (!read) continue;
    held += 1;
    oldest = Math.min(oldest, read.at);
    for (let at = 0; at < read.ids.length; at += IDS_AT_ONCE) {
      for (const id of read.ids.slice(at, at + IDS_AT_ONCE)) products.add(id);
      await nextTask();
    }
  }
  return { sources: active.length, held, products: products.size, at: oldest };
}

/** Reads the parties and the products of every source, three at a time. Throws what a read throws. */
async function load(kind: KindFacts, tell: (now: Preparing) => void, stopped: () => boolean): Promise<void> {
  const [sources] = await Promise.all([
    fetchFresh<Party[]>(partiesQuery(kind.source)),
    fetchFresh<Party[]>(partiesQuery(kind.destination)),
  ]);
  const queue = sources.filter((party) => party.status === 'active');
  const all = queue.length;
  let done = 0;
  tell({ done, of: all });
  const worker = async () => {
    for (let party = queue.shift(); party && !stopped(); party = queue.shift()) {
      await fetchFresh(productsOfQuery(kind.source, party._id));
      done += 1;
      tell({ done, of: all });
    }
  };
  await Promise.all([worker(), worker(), worker()]);
}

interface Party {
  _id: string;
  status: string;
}

/** Reads from the network, even if the cache is fresh. */
async function fetchFresh<T>(options: { queryKey: readonly unknown[] }): Promise<T> {
  const answer = (await queryClient.fetchQuery({
    ...(options as Parameters<typeof queryClient.fetchQuery>[0]),
    staleTime: 0,
    meta: { patient: true },
  })) as { data: T };
  return answer.data;
}
