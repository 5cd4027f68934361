/** A tablet whose queue, history or server is of the build before revisions; what a file and a restored server bring of them. */
import { describe, expect, test } from 'vitest';
import { drain } from '#offline/drain/drain.ts';
import { noticeEpoch } from '#offline/drain/epoch.ts';
import type { FinishedOp, Op } from '#offline/outbox/op.ts';
import { overlay, type Snapshot, type SnapshotLine } from '#offline/outbox/overlay.ts';
import { copy, item, sent } from '#tests/support/copies.ts';
import { line, NOWHERE, SILENCE, say } from '#tests/support/scripted.ts';
import { scriptedTablet } from '#tests/support/scriptedTablet.ts';

const ROW = 'order-1:p:p1';
const SEEN = { item_id: 'x', version: 1 };

/** A change of mine that was answered so. */
const mineAnswered = (data: object): FinishedOp => sent('upsert', line('p1', 10), data);
const copyAt = (items_revision: number | undefined, items: SnapshotLine[], tag = 'purchase_order'): Snapshot =>
  copy(1, items, { tag, ...(items_revision === undefined ? {} : { items_revision }) });
const shown = (snapshot: Snapshot, past: FinishedOp[]) =>
  overlay('order-1', snapshot, [], 'order-1', past).lines.map((one) => [one.item_id, one.quantity]);

/** A server whose lines are all this one. */
let revision = 100;
const taken = (request: { fields: Record<string, unknown> }, _id = 'x') =>
  say(200, {
    results: (request.fields.op_key as string[]).map((op_key, index) => {
      revision += 1;
      return { index, op_key, code: 200, message: 'OK', data: { _id, version: 1, items_revision: revision } };
    }),
  });

describe('what was answered before there were revisions', { tags: ['SYNC-10', 'SYNC-45'] }, () => {
  test('a line that a colleague took out or put another in place of before the upgrade does not come back, on a receipt neither', () => {
    const mine = mineAnswered({ _id: 'x', version: 2 });
    // What the database said of orders that stood before there were revisions.
    expect(shown(copyAt(1, []), [mine])).toEqual([]);
    expect(shown(copyAt(1, [item('y', 1, 15)]), [mine])).toEqual([['y', 15]]);
    expect(shown(copyAt(1, [], 'receipt'), [mine])).toEqual([]);
  });

  test('of the same line the version says it where one side has no revision: a server that was taken back to the build before', () => {
    expect(
      shown(copyAt(undefined, [item('x', 3, 15)]), [mineAnswered({ _id: 'x', version: 2, items_revision: 7 })]),
    ).toEqual([['x', 15]]);
  });

  test('what a tab of the build before learnt of this line is not overwritten by a screen behind it', async () => {
    const tablet = scriptedTablet((request) => taken(request));
    await tablet.ports.store.change((tx) => tx.rememberId({ ref: ROW, id: 'x', version: 2 }));
    await tablet.outbox.saveLine('order-1', line('p1', 3), { ...SEEN, revision: 50 });
    expect((await tablet.ops())[0]?.base).toEqual({ version: 2 });
  });
});

describe('revisions of another store', { tags: ['SYNC-34', 'SYNC-35'] }, () => {
  test('a file brings none: what this tablet reads counts', { tags: ['SEC-20'] }, async () => {
    const tablet = scriptedTablet((request) => taken(request));
    const known = [{ ref: ROW, id: 'lost', version: 4, revision: 9e15, key: 'k' }];
    await tablet.outbox.importUnsent({ exported_at: 1, device_id: 'd', ops: [], known });
    await tablet.outbox.saveLine('order-1', line('p1', 3), { item_id: 'y', version: 2, revision: 60 });
    expect((await tablet.ops())[0]?.item?.id).toBe('y');
  });

  test('what was known for a change that was given up does not outlive the restore', async () => {
    const tablet = scriptedTablet(() => SILENCE);
    await noticeEpoch(tablet.ports, 'e1');
    tablet.world.answer = (request) => taken(request);
    await tablet.outbox.saveLine('order-1', line('p1', 3), { item_id: null, version: null, revision: 50 });
    await drain(tablet.ports, tablet.owner, { forced: true });
    await tablet.ports.store.change(async (tx) => {
      for (const past of await tx.pastSince(0)) await tx.forgetOne(past.key);
    });
    // Somebody took it out and put it in again, which is seen here, changed and given up.
    await tablet.outbox.saveLine('order-1', line('p1', 4), { item_id: 'y', version: 1, revision: 5_000 });
    await tablet.outbox.discard((await tablet.ops())[0]?.seq ?? 0);
    await noticeEpoch(tablet.ports, 'e2');
    await tablet.outbox.saveLine('order-1', line('p1', 6), { ...SEEN, revision: 101 });
    expect((await tablet.ops())[0]?.item?.id).toBe('x');
  });
});

test('a clock that is put right while a request is under way leaves a time to try again', {
  tags: ['SYNC-24'],
}, async () => {
  const tablet = scriptedTablet(() => {
    tablet.world.now -= 60_000;
    return SILENCE;
  });
  await tablet.outbox.saveLine('order-1', line('p1', 3), NOWHERE);
  const pass = await drain(tablet.ports, tablet.owner, {});
  expect(pass.stopped).toBe('no_answer');
  expect(pass.retryAt).not.toBeNull();
});

test('a week after a confirmation, what another officer still has to send of it is asked of the server, not settled as nothing', {
  tags: ['SYNC-32'],
}, async () => {
  const tablet = scriptedTablet((request) => {
    if (request.path.endsWith('upsert_bulk')) return taken(request);
    return request.path.endsWith('execute')
      ? say(200, { _id: 'order-1', errors: [] })
      : say(409, { error: 'receipt_locked' });
  });
  await tablet.outbox.saveLine('order-1', line('p1', 3), NOWHERE);
  const [first] = await tablet.ops();
  const removal = {
    ...first,
    key: 'theirs',
    user_id: 'bola',
    type: 'remove',
    base: null,
    item: { id: null, client_id: 'c', fresh: false },
  };
  await tablet.ports.store.change(async (tx) => {
    await tx.add({ ...removal, payload: { product_id: 'p1', about: { name: 'p1', case_count: 12 } } } as unknown as Op);
  });
  await drain(tablet.ports, tablet.owner, { forced: true });
  await tablet.outbox.complete('order-1', { expect_digest: 'd', lines: 1 });
  await drain(tablet.ports, tablet.owner, { forced: true });
  tablet.world.now += 8 * 86_400_000;
  await tablet.ports.store.change((tx) => tx.setMeta('server_now', tablet.world.now));
  await drain(tablet.ports, { ...tablet.owner, user_id: 'bola' }, { forced: true });
  expect((await tablet.ops()).map((op) => [op.key, op.state])).toEqual([['theirs', 'attention']]);
});
