/** What lies over what: the device's clock may have been wrong when something was sent, the versions of the server are not (SYNC rules 2, 10). */
import { expect, test } from 'vitest';
import type { FinishedOp, Op } from '#offline/outbox/op.ts';
import { overlay, type Snapshot, type SnapshotLine } from '#offline/outbox/overlay.ts';
import { copy, item, sent } from '#tests/support/copies.ts';
import { line } from '#tests/support/scripted.ts';
import { HEADER } from '#tests/support/simulationPlace.ts';

const see = (snapshot: Snapshot, past: FinishedOp[]) => overlay('order-1', snapshot, [], 'order-1', past);
const shown = (snapshot: Snapshot, past: FinishedOp[]) =>
  see(snapshot, past).lines.map(({ item_id, version, quantity }) => [item_id, version, quantity]);

test('a line that somebody changed since is shown as it is, whatever the clock said when it was sent from here', {
  tags: ['SYNC-10'],
}, () => {
  const mine = sent('upsert', line('p1', 10), { _id: 'x', version: 2 });
  expect(shown(copy(1, [item('x', 3, 15)]), [mine])).toEqual([['x', 3, 15]]);
  expect(shown(copy(1, [item('x', 1, 5)]), [mine]), 'an older copy is laid over').toEqual([['x', 2, 10]]);
  expect(shown(copy(1, []), [mine]), 'a copy that does not have it yet').toEqual([['x', 2, 10]]);
});

test('a line that somebody added after its removal here is there; the removed one is not', {
  tags: ['SYNC-10'],
}, () => {
  const gone = sent('remove', { product_id: 'p1', about: { name: 'p1', case_count: 12 } }, { _id: 'x' });
  expect(shown(copy(1, [item('y', 1, 15)]), [gone])).toEqual([['y', 1, 15]]);
  expect(shown(copy(1, [item('x', 1, 5)]), [gone])).toEqual([]);
  const made = sent('upsert', line('p1', 10), { _id: 'z', version: 1 });
  const removed = sent('remove', { product_id: 'p1', about: { name: 'p1', case_count: 12 } }, { _id: 'z' });
  expect(shown(copy(1, []), [made, removed])).toEqual([]);
});

test('details that somebody changed since are shown as they are: the next edit stands on what is seen', {
  tags: ['SYNC-10', 'SYNC-19'],
}, () => {
  const mine = sent('header', { ...HEADER, meta: 'mine' }, { _id: 'order-1', version: 2 });
  const begun = sent('create', { ...HEADER, meta: 'begun' }, 'order-1');
  expect(see(copy(3, [], { meta: 'theirs' }), [begun, mine]).header?.meta).toBe('theirs');
  expect(see(copy(1, [], { meta: 'old' }), [begun, mine]).header?.meta).toBe('mine');
  expect(overlay('order-1', null, [], 'order-1', [begun]).header?.meta).toBe('begun');
});

test('the order of its changes says what a copy knows: a line of mine that somebody replaced or took out since is not shown again', {
  tags: ['SYNC-10'],
}, () => {
  const at = (revision: number, items: SnapshotLine[]): Snapshot => {
    const { order, items: lines } = copy(1, items);
    return { order: { ...order, items_revision: revision }, items: lines };
  };
  const mine = sent('upsert', line('p1', 10), { _id: 'x', version: 2, items_revision: 7 });
  expect(shown(at(8, []), [mine]), 'taken out since').toEqual([]);
  expect(shown(at(8, [item('y', 1, 15)]), [mine]), 'added again since').toEqual([['y', 1, 15]]);
  expect(shown(at(7, [item('x', 2, 10)]), [mine])).toEqual([['x', 2, 10]]);
  expect(shown(at(6, [item('y', 9, 15)]), [mine]), 'an older copy').toEqual([['x', 2, 10]]);
  expect(shown(at(6, []), [mine]), 'an older copy that does not have it').toEqual([['x', 2, 10]]);
  expect(shown(at(0, [item('x', 3, 15)]), [mine]), 'a copy from before revisions').toEqual([['x', 3, 15]]);
  const before = sent('upsert', line('p1', 12), { _id: 'x', version: 3 });
  expect(shown(at(7, [item('y', 1, 15)]), [before]), 'an answer from before revisions').toEqual([['y', 1, 15]]);
});

test('what another officer left here went out after what was saved behind it: the later one is shown', {
  tags: ['SYNC-10', 'SYNC-41'],
}, () => {
  const theirs = sent('upsert', line('p1', 10), { _id: 'x', version: 3, items_revision: 9 });
  const mine = sent('upsert', line('p1', 12), { _id: 'x', version: 2, items_revision: 8 });
  expect(shown(copy(1, []), [theirs, mine])).toEqual([['x', 3, 10]]);
});

test('changes that newer code wrote are laid over nothing, wait, and are counted; what is sent of theirs neither', {
  tags: ['SYNC-45'],
}, () => {
  const newer = (type: string, seq: number, payload: object = {}) =>
    ({ ...sent('upsert', line('p1', 1), null).op, seq, type, schema: 2, state: 'queued', payload }) as unknown as Op;
  const kinds = ['create', 'header', 'upsert', 'remove', 'weigh'].map((type, at) => newer(type, 100 + at));
  const known = { ...sent('upsert', line('p2', 3), null).op, seq: 200, state: 'queued', chain: 'order-1:p:p2' } as Op;
  const past = { ...sent('upsert', line('p9', 1), { _id: 'y' }), op: newer('upsert', 99) };
  past.op.state = 'done';
  const view = overlay('order-1', copy(1, [item('x', 1, 5)]), [...kinds, known], 'order-1', [past]);
  expect(view.lines.map(({ product_id, quantity }) => [product_id, quantity])).toEqual([
    ['p1', 5],
    ['p2', 3],
  ]);
  expect(view.lines[1]?.waitingFor).toBe(null);
  expect([view.header?.source_name, view.waiting]).toEqual([HEADER.source_name, 6]);
});

test('lots lie over the copy with their line; a change that says nothing of lots leaves them', {
  tags: ['LOT-10'],
}, () => {
  const lots = '[["A1","2027-03-01",5]]';
  const lotsOf = (snapshot: Snapshot, past: FinishedOp[]) => see(snapshot, past).lines.map((one) => one.lots);
  const named = { ...item('x', 1, 5), lots };
  expect(lotsOf(copy(1, [named]), [])).toEqual([lots]);
  const change = (more: object) => sent('upsert', { ...line('p1', 10), ...more }, { _id: 'x', version: 2 });
  expect(lotsOf(copy(1, [named]), [change({})])).toEqual([lots]);
  expect(lotsOf(copy(1, [named]), [change({ lots: '' })])).toEqual(['']);
  expect(lotsOf(copy(1, [item('x', 1, 5)]), [change({ lots })])).toEqual([lots]);
});

test('a receipt has the figures of the server, whatever waits here: what was counted on this tablet cannot take effect any more', {
  tags: ['SYNC-2', 'SYNC-33'],
}, () => {
  const waits = (type: Op['type'], payload: object, seq: number) =>
    ({ ...sent('upsert', line('p1', 1), null).op, seq, type, state: 'queued', payload }) as unknown as Op;
  const ops = [
    waits('header', { ...HEADER, meta: 'mine' }, 1),
    waits('upsert', line('p1', 12), 2),
    waits('remove', { product_id: 'p2', about: { name: 'p2', case_count: 12 } }, 3),
  ];
  const items = [item('x', 1, 24), { ...item('y', 1, 36), product_id: 'p2', name: 'p2' }];
  const see = (tag: string) => overlay('order-1', copy(1, items, { tag, meta: 'theirs' }), ops, 'order-1');
  expect(see('purchase_order').lines.map(({ quantity }) => quantity)).toEqual([12]);
  const over = see('receipt');
  expect([over.state, over.waiting, over.header?.meta]).toEqual(['elsewhere', 3, 'theirs']);
  expect(over.lines.map(({ quantity }) => quantity)).toEqual([24, 36]);
});

test('a newer figure behind a conflict does not hide it: the line keeps the conflict until the person has chosen', {
  tags: ['SYNC-19', 'SYNC-section-11'],
}, () => {
  const refused = { code: 409, message: 'Milk was changed by Zainab Bello', data: { error: 'conflict' }, stored: true };
  const made = (seq: number, quantity: number, more: object): Op =>
    ({ ...sent('upsert', line('p1', quantity), null).op, seq, chain: 'order-1:p:p1', ...more }) as Op;
  const first = made(1, 11, { state: 'conflict', last_error: refused });
  const later = made(2, 12, { state: 'queued', base: { after: first.key } });
  const of = (...ops: Op[]) =>
    overlay('order-1', copy(1, [item('x', 3, 9)]), ops, 'order-1').lines.map((one) => [
      one.quantity,
      one.state,
      one.message,
    ]);
  expect(of(first)).toEqual([[11, 'conflict', refused.message]]);
  expect(of(first, later)).toEqual([[12, 'conflict', refused.message]]);
  // Behind a change that only waits it waits too.
  expect(of(made(1, 11, { state: 'queued' }), later)[0]?.[1]).toBe('blocked');
});
