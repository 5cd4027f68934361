/** Changes of other people that wait on this tablet: how many, whose, and whether they completed the transfer. Their figures stay hidden (SYNC rule 40). */
import { useCallback } from 'react';
import { useSession } from '#crud/query/useSession.ts';
import { plural } from '#domain/plural.ts';
import { type FinishedOp, LIVE, type Op, rowOf } from '#offline/outbox/op.ts';
import type { TransferView } from '#offline/outbox/overlay.ts';
import type { QueueState } from '#offline/queue.ts';
import { clockText } from '../clockText.ts';
import { isRefused, onlyOpensLine } from './transferCount.ts';
import { useOfQueue } from './useQueue.ts';

type Ids = Pick<TransferView, 'transfer' | 'order_id'>;

/**
 * By name: the number of changes of this transfer that other people saved on this tablet and that wait. Who began the transfer here has it under
 * another id, which its finished creation tells. `me`: the id of the person.
 */
export function othersWaiting(
  { transfer, order_id }: Ids,
  { ops, past }: { ops: readonly Op[]; past: readonly FinishedOp[] },
  me: string | undefined,
): Map<string, number> {
  const ids = new Set([transfer, ...(order_id === null ? [] : [order_id])]);
  for (const { op, answer } of past)
    if (op.type === 'create' && op.state === 'done' && rowOf(answer)._id === order_id) ids.add(op.transfer);
  const waiting = new Map<string, number>();
  for (const op of ops)
    if (op.user_id !== me && ids.has(op.transfer) && LIVE.has(op.state) && !onlyOpensLine(op))
      waiting.set(op.user_name, (waiting.get(op.user_name) ?? 0) + 1);
  return waiting;
}

/** A confirmation of somebody else that the server does not have. `at`: when it was confirmed, epoch seconds. */
export interface OthersCompletion {
  name: string;
  at: number;
  /** The server refused it, so that person has to decide. */
  isRefused: boolean;
}

/** By the id of a transfer on this tablet and at the server: who else completed it on this tablet, the last one. */
export function completedByOthers(
  { ops, past }: { ops: readonly Op[]; past: readonly FinishedOp[] },
  me: string | undefined,
): ReadonlyMap<string, OthersCompletion> {
  const found = new Map<string, OthersCompletion>();
  for (const op of ops)
    if (op.type === 'execute' && op.user_id !== me && LIVE.has(op.state))
      found.set(op.transfer, {
        name: op.user_name,
        at: Math.floor(op.saved_at / 1_000),
        isRefused: isRefused(op),
      });
  if (found.size === 0) return NOBODY;
  for (const { op, answer } of past) {
    const one = op.type === 'create' && op.state === 'done' ? found.get(op.transfer) : undefined;
    const id = one && rowOf(answer)._id;
    if (one && id) found.set(id, one);
  }
  return found;
}

const NOBODY: ReadonlyMap<string, OthersCompletion> = new Map();

export function useCompletedByOthers(): ReadonlyMap<string, OthersCompletion> {
  const me = useSession().profile?.user_id;
  return useOfQueue(useCallback((queue: QueueState) => completedByOthers(queue, me), [me]));
}

/** "Completed by Olúwaṣeun Adéyẹmí, 14:05, not sent yet". `now`: epoch seconds. */
export const completedHereText = ({ name, at, isRefused }: OthersCompletion, now: number): string =>
  `Completed by ${name}, ${clockText(at, now)}, ${isRefused ? 'refused' : 'not sent yet'}`;

/** What somebody else's completion means for a person who opens the transfer. `now`: epoch seconds. */
function completedSentence({ name, at, isRefused }: OthersCompletion, n: number, now: number): string {
  const waits = isRefused
    ? `The server refused it, and ${name} has to decide.`
    : plural(
        n,
        `# change waits on this tablet until ${name} signs in.`,
        `# changes wait on this tablet until ${name} signs in.`,
      );
  return `${name} completed this at ${clockText(at, now)}. ${waits} If you complete it too, only what is sent first counts.`;
}

/**
 * "2 changes by Olúwaṣeun Adéyẹmí wait on this tablet and are not in this transfer." '' if nobody else's change waits. Who also completed the transfer has another
 * sentence.
 */
export function othersText(
  of: Ids,
  queue: { ops: readonly Op[]; past: readonly FinishedOp[] },
  me: string | undefined,
  now: number,
): string {
  const completed = completedByOthers(queue, me).get(of.order_id ?? of.transfer);
  return [...othersWaiting(of, queue, me)]
    .map(([name, n]) =>
      completed?.name === name
        ? completedSentence(completed, n, now)
        : plural(
            n,
            `# change by ${name} waits on this tablet and is not in this transfer.`,
            `# changes by ${name} wait on this tablet and are not in this transfer.`,
          ),
    )
    .join(' ');
}

export function useOthersHere({ transfer, order_id }: Ids): string {
  const me = useSession().profile?.user_id;
  return useOfQueue(
    useCallback(
      (queue: QueueState) => othersText({ transfer, order_id }, queue, me, Date.now() / 1_000),
      [transfer, order_id, me],
    ),
  );
}
