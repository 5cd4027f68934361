/** The state of the queue for React components. */
import { useMemo, useSyncExternalStore } from 'react';
import { useSession } from '#crud/query/useSession.ts';
import type { QueueCount } from '#domain/syncWords.ts';
import type { Op } from '#offline/outbox/op.ts';
import { type QueueState, queueView } from '#offline/queue.ts';

const NOTHING: QueueState = { ops: [], past: [], lastSent: null, nextPass: 0 };

export function useQueueState(): QueueState & { known: boolean } {
  const state = useSyncExternalStore(queueView.subscribe, queueView.read);
  return useMemo(() => ({ ...(state ?? NOTHING), known: state !== null }), [state]);
}

export interface MyQueue extends QueueCount {
  ops: Op[];
  /** The number of ops of other people on this tablet, by owner name; only counts are visible (rule 40). */
  others: { name: string; count: number }[];
  paused: 'sign_in' | 'update' | null;
  /** When the oldest waiting change was saved (epoch ms). */
  oldest: number | null;
  /** The most attempts that a waiting change had. */
  tries: number;
  lastSent: number | null;
  broken: QueueState['broken'] | null;
  newer: boolean;
  known: boolean;
  /** The outbox was read, and this code may read it: the values are those of this tablet. */
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
