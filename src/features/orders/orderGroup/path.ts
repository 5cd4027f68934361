/** The steps of an order (decision 0251). */
import type { OrderGroupLog } from '#contract/orders/orderReadCalls.ts';
import { isCancelledOrDeleted, type OrderTag, TAG_LABEL } from '#domain/order.ts';
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
