/** The steps of an order and its changes, in words for people (decision 0251). */
import type { OrderGroupLog } from '#contract/orders/orderReadCalls.ts';
import {
  isCancelledOrDeleted,
  type NotDelivered,
  type OrderTag,
  REASON_NOT_DELIVERED,
  TAG_LABEL,
} from '#domain/order.ts';
import type { StepState } from '#ui/Way.tsx';

export interface OrderStep {
  tag: OrderTag;
  label: string;
  state: StepState;
  /** When the order last reached the step, epoch seconds. Null if the step was not reached or its time is not known. */
  at: number | null;
}

const WAY = ['pending', 'delivered', 'completed'] as const satisfies readonly OrderTag[];
type Log = Pick<OrderGroupLog, 'tag' | 'old_tag' | 'created'>;

/** The steps of an order: done, current and next ones. `placedAt` in epoch seconds. `logs`: newest first; undefined while the log is not loaded. */
export function pathOf(tag: OrderTag, placedAt: number | null, logs: readonly Log[] | undefined): OrderStep[] {
  const reached = (of: OrderTag) =>
    logs?.find((log) => log.tag === of)?.created ?? (of === 'pending' ? placedAt : null);
  const step = (of: OrderTag, state: StepState): OrderStep => ({
    tag: of,
    label: TAG_LABEL[of],
    state,
    at: state === 'next' || state === 'passed' ? null : reached(of),
  });
  if (tag === 'draft') return [step('draft', 'now'), ...WAY.map((of) => step(of, 'next'))];
  if (isCancelledOrDeleted(tag)) {
    const before = WAY.filter((of) => reached(of) !== null);
    return [...(before.length > 0 ? before : (['draft'] as const)).map((of) => step(of, 'done')), step(tag, 'gone')];
  }
  const here = (WAY as readonly OrderTag[]).indexOf(tag);
  return WAY.map((of, at) => {
    if (at > here) return step(of, 'next');
    if (at === here) return step(of, of === 'completed' ? 'done' : 'now');
    // Without the log, an earlier step counts as done, because nobody can know that the step was skipped.
    return step(of, at === 0 || logs === undefined || reached(of) !== null ? 'done' : 'passed');
  });
}

/** The next step, if the person may make it. Undefined: the order has no next step, or the menu offers the only ones. */
export const nextOf = (tag: OrderTag, moves: readonly OrderTag[]): OrderTag | undefined =>
  isCancelledOrDeleted(tag)
    ? undefined
    : (['pending', 'delivered', 'completed'] as const).find((to) => moves.includes(to));

/** What a person did to the order, as words after the person's name: "marked the order delivered". */
export function didToOrder({ tag, old_tag, note }: Pick<OrderGroupLog, 'tag' | 'old_tag' | 'note'>): string {
  const reason = note ? `: ${REASON_NOT_DELIVERED[note as NotDelivered] ?? note}` : '';
  if (tag === 'cancelled') return `cancelled the order${reason}`;
  if (tag === 'deleted') return `deleted the order${reason}`;
  if (tag === 'draft') return `opened the cart${reason}`;
  if (isCancelledOrDeleted(old_tag as OrderTag)) return `restored the order${reason}`;
  if (tag === 'pending')
    return (old_tag === 'draft' || old_tag === '' ? 'placed the order' : 'marked the order pending') + reason;
  return `${tag === 'completed' ? 'completed the order' : 'marked the order delivered'}${reason}`;
}

export interface Sentence {
  _id: string;
  who: string;
  did: string;
  /** The number of times in a row. */
  times: number;
  /** The last time, epoch seconds. */
  at: number;
}

/** The log as sentences, newest first. The same act of the same person several times in a row is one sentence. */
export function sentencesOf(logs: readonly OrderGroupLog[]): Sentence[] {
  const sentences: Sentence[] = [];
  for (const log of logs) {
    const one = { _id: log._id, who: log.user?.name ?? 'The system', did: didToOrder(log), times: 1, at: log.created };
    const last = sentences.at(-1);
    if (last && last.who === one.who && last.did === one.did) last.times += 1;
    else sentences.push(one);
  }
  return sentences;
}
