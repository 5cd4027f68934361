/** The state of the queue for React. */
import { useMemo, useState, useSyncExternalStore } from 'react';
import { useSession } from '#crud/query/useSession.ts';
import type { QueueCount } from '#domain/syncWords.ts';
import type { FinishedOp, Op } from '#offline/outbox/op.ts';
import { type QueueState, queueView } from '#offline/queue.ts';
import { type TransferCount, transfersOf } from './transferCount.ts';

const NOTHING: QueueState = { ops: [], past: [], lastSent: null, nextPass: 0, expected: new Map() };

export function useQueueState(): QueueState & { known: boolean } {
  const state = useSyncExternalStore(queueView.subscribe, queueView.read);
  return useMemo(() => ({ ...(state ?? NOTHING), known: state !== null }), [state]);
}

/**
 * What `read` finds in the queue. The screen is drawn again only when that differs: a change passes through four states until the server has it, and most screens
 * show none of them. `read` keeps its identity while it reads the same.
 */
export function useOfQueue<T>(read: (queue: QueueState) => T): T {
  const [find] = useState(() => keeping<QueueState, T>());
  return useSyncExternalStore(queueView.subscribe, () => find(queueView.read() ?? NOTHING, read));
}

/** Reads, and gives the earlier result again as long as the new one says the same. */
export function keeping<In, Out>(): (from: In, read: (from: In) => Out) => Out {
  let last: { from: In; read: (from: In) => Out; found: Out } | null = null;
  return (from, read) => {
    if (last?.from === from && last.read === read) return last.found;
    const found = read(from);
    last = { from, read, found: last && isSame(last.found, found) ? last.found : found };
    return last.found;
  };
}

/** Whether two values of plain data say the same. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (one instanceof Map || other instanceof Map)
    return one instanceof Map && other instanceof Map && isSame([...one], [...other]);
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [mine, theirs] = [Object.entries(one), new Map(Object.entries(other))];
  return (
    mine.length === theirs.size && mine.every(([name, value]) => theirs.has(name) && isSame(value, theirs.get(name)))
  );
}

export interface MyQueue extends QueueCount {
  ops: Op[];
  /** The numbers of transfers. The other numbers count changes. */
  transfers: TransferCount;
  /** The number of changes of other people on this tablet, by the owner's name. Their content stays hidden (SYNC rule 40). */
  others: { name: string; count: number }[];
  paused: 'sign_in' | 'update' | null;
  /** When the oldest waiting change was saved, in epoch milliseconds. */
  oldest: number | null;
  /** The most attempts of any waiting change. */
  tries: number;
  lastSent: number | null;
  broken: QueueState['broken'] | null;
  newer: boolean;
  known: boolean;
  /** True when the queue was read and this code can read it, so that the shown numbers are right. */
  sure: boolean;
}

export function useMyQueue(): MyQueue {
  const { profile } = useSession();
  const state = useQueueState();
  const userId = profile?.user_id ?? '';
  return useMemo(() => {
    const ops = state.ops.filter((op) => op.user_id === userId);
    const counts = (...states: Op['state'][]) => ops.filter((op) => states.includes(op.state)).length;
    const others = new Map<string, number>();
    for (const op of state.ops)
      if (op.user_id !== userId) others.set(op.user_name, (others.get(op.user_name) ?? 0) + 1);
    const attention = counts('attention', 'conflict');
    return {
      ops,
      transfers: transfersOf(ops),
      waiting: counts('queued', 'paused_auth', 'paused_update'),
      sending: counts('sending'),
      attention,
      total: ops.length - attention,
      others: [...others].map(([name, count]) => ({ name, count })),
      paused: counts('paused_auth') > 0 ? 'sign_in' : counts('paused_update') > 0 ? 'update' : null,
      oldest: ops.length > 0 ? Math.min(...ops.map((op) => op.saved_at)) : null,
      tries: Math.max(0, ...ops.map((op) => op.attempts)),
      lastSent: state.lastSent,
      broken: state.broken ?? null,
      newer: state.newer ?? false,
      known: state.known,
      sure: state.known && !state.broken && !state.newer,
    };
  }, [state, userId]);
}

/** Calls `read` (a function of leftRefusal.ts) with the person's own waiting and finished changes. */
export function useMyLeft<T>(read: (ops: readonly Op[], past: readonly FinishedOp[]) => T): T {
  const { ops } = useMyQueue();
  const { past } = useQueueState();
  const me = useSession().profile?.user_id;
  return useMemo(
    () =>
      read(
        ops,
        past.filter(({ op }) => op.user_id === me),
      ),
    [read, ops, past, me],
  );
}
