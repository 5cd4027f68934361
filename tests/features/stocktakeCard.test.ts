/** The card of a stocktake in the outbox: its title, size and state. */
import { expect, test } from 'vitest';
import type { FinishedOp, Op } from '#offline/outbox/op.ts';
import { stocktakeCard } from '../../src/features/session/sync/stocktakeCard.ts';
import { isStocktake, openCounts, outboxLists, wayOf } from '../../src/features/session/sync/transfers.ts';

const about = { name: 'Milk', case_count: 12, warehouse_name: 'Bódìjà Hub' };
const op = (type: string, seq: number, more: Partial<Op> = {}): Op =>
  ({
    type,
    seq,
    schema: 1,
    key: `key-${seq}`,
    transfer: 'local-a',
    chain: `local-a:${type}:${seq}`,
    state: 'queued',
    saved_at: seq,
    payload: type === 'finish' ? {} : { about },
    last_error: null,
    ...more,
  }) as unknown as Op;
const done = (one: Op): FinishedOp => ({ key: one.key, op: { ...one, state: 'done' }, at: 50 + one.seq, answer: null });

test('a card of a transfer is no card of a stocktake', () => {
  const one = { card: 't', transfer: 'a', ops: [op('upsert', 1)], sent: [], resolved: [], elsewhere: null };
  expect([isStocktake(one), stocktakeCard(one)]).toEqual([false, null]);
});

test('the card names the hub and counts the waiting counts; a newer figure of a place is not a second one', {
  tags: ['SYNC-59'],
}, () => {
  const ops = [
    op('open', 1),
    op('count', 2),
    op('count', 3, { chain: 'local-a:count:2' }),
    op('count', 4),
    op('finish', 5),
  ];
  const [one] = outboxLists(ops, []).waiting;
  expect(one && stocktakeCard(one)).toEqual({ title: 'Stocktake of Bódìjà Hub', size: '2 counts' });
  expect(one && wayOf(one)).toMatchObject({ sent: 'no', done: null, isOpen: false });
});

test('a card with waiting counts leads back to the count, as a card with sent counts does', {
  tags: ['SYNC-59'],
}, () => {
  const [one] = outboxLists([op('open', 1), op('count', 2)], []).waiting;
  expect(one && wayOf(one)).toMatchObject({ sent: 'no', done: null, isOpen: false, isCounting: true });
  // The end by another person counts for sent counts, and not for waiting ones.
  expect(one && wayOf(one, null, { status: 'posted', closed_at: 9 })).toMatchObject({ isCounting: true, ended: null });
});

test('a sent card is done after the part was finished; a stocktake without counts has no card', {
  tags: ['SYNC-59'],
}, () => {
  const past = [done(op('finish', 3)), done(op('count', 2)), done(op('open', 1))];
  const [one] = outboxLists([], past).sent;
  expect(one && stocktakeCard(one)).toEqual({ title: 'Stocktake of Bódìjà Hub', size: '1 count' });
  expect(one && wayOf(one)).toMatchObject({ done: 53, isOpen: false, isCounting: false });
  const [unfinished] = outboxLists([], past.slice(1)).sent;
  // The next step is the person's, so the card says that the count continues.
  expect(unfinished && wayOf(unfinished)).toMatchObject({ done: null, isOpen: false, isCounting: true });
  expect(outboxLists([], past.slice(2)).sent).toEqual([]);
});

test('a stocktake that was posted or cancelled meanwhile does not wait for the person', { tags: ['SYNC-59'] }, () => {
  const past = [done(op('count', 2)), done(op('open', 1))];
  const [one] = outboxLists([], past).sent;
  if (!one) throw new Error('No card');
  expect(openCounts([one])).toEqual(['local-a']);
  const of = (status: 'open' | 'posted' | 'cancelled', closed_at: number | null) =>
    wayOf(one, null, { status, closed_at });
  expect(of('open', null)).toMatchObject({ isCounting: true, ended: null, done: null });
  expect(of('posted', 9)).toMatchObject({ isCounting: false, ended: 'posted', done: 9_000 });
  expect(of('cancelled', 9)).toMatchObject({ isCounting: false, ended: 'cancelled', done: 9_000 });
  // A finished part is done, whatever happened to the stocktake.
  const [finished] = outboxLists([], [done(op('finish', 3)), ...past]).sent;
  expect(finished && wayOf(finished, null, { status: 'posted', closed_at: 9 })).toMatchObject({
    ended: null,
    done: 53,
  });
  expect(finished && openCounts([finished])).toEqual([]);
});
