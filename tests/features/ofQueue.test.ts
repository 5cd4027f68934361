/** What a screen takes from the queue: the same value until it says something else. */
import '../support/pageGlobals.ts';
import { describe, expect, test } from 'vitest';
import { keeping } from '#features/stock/parts/queue/useQueue.ts';
import { isOnlySent } from '#features/stock/transfer/useTransfer.ts';
import type { FinishedOp, Op } from '#offline/outbox/op.ts';

describe('what is read', () => {
  test('is another value if it says something else, at any depth', () => {
    const find = keeping<number, unknown>();
    const first = find(1, () => new Map([['a', { list: [1, 2] }]]));
    expect(find(2, () => new Map([['a', { list: [1, 3] }]]))).not.toBe(first);
    const second = find(3, () => ({ a: null }));
    expect(find(4, () => ({ a: null, b: undefined }))).not.toBe(second);
    const third = find(5, () => ({ a: [] }));
    expect(find(6, () => ({ a: {} }))).not.toBe(third);
    const fourth = find(7, () => new Map());
    expect(find(8, () => [])).not.toBe(fourth);
  });

  test('keeps its identity while it says the same, also when it is read in another way', () => {
    const find = keeping<number, unknown>();
    const read = () => ({ goods: new Map([['a', 12]]), at: null });
    const first = find(1, read);
    expect(find(1, read)).toBe(first);
    expect(find(2, read)).toBe(first);
    expect(find(2, () => ({ goods: new Map([['a', 12]]), at: null }))).toBe(first);
  });
});

describe('a change of a line that is on its way', () => {
  const op = (more: Partial<Op> = {}): Op =>
    ({ seq: 1, key: 'k', type: 'upsert', state: 'queued', payload: { quantity: 12 }, ...more }) as never;
  const local = (ops: Op[], more: object = {}) => ({
    ...{ transfer: 'local-1', order_id: null, past: [] as FinishedOp[], begun: null, sure: true },
    ops,
    ...more,
  });
  const before = local([op()]);

  test.each([
    ['another figure', local([op({ payload: { quantity: 24 } as never, state: 'sending' })])],
    ['another key', local([op({ key: 'other', state: 'sending' })])],
    ['one change more', local([op({ state: 'sending' }), op({ seq: 2, key: 'l' })])],
    ['its answer', local([])],
    ['a refusal', local([op({ state: 'attention' })])],
    ['a finished change', local([op({ state: 'sending' })], { past: [{}] })],
    ['the id of the server', local([op({ state: 'sending' })], { order_id: 'po_1' })],
  ])('%s is shown at once', (_, now) => {
    expect(isOnlySent(before, now)).toBe(false);
  });

  test('a confirmation on its way is shown at once', () => {
    const [waits, goes] = [op({ type: 'execute' }), op({ type: 'execute', state: 'sending' })];
    expect(isOnlySent(local([waits]), local([goes]))).toBe(false);
  });

  test('the way alone can wait', () => {
    expect(isOnlySent(before, local([op({ state: 'sending', attempts: 1 })]))).toBe(true);
  });
});
