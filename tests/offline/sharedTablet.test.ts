/** One tablet, two officers one after the other: what the first left unsent is nobody else's to change (SYNC rules 40, 41). */
import { describe, expect, test } from 'vitest';
import { drain } from '#offline/drain/drain.ts';
import { noticeEpoch } from '#offline/drain/epoch.ts';
import type { FinishedOp, TransferLine } from '#offline/outbox/op.ts';
import { makeOutbox } from '#offline/outbox/outbox.ts';
import { settledFor } from '#offline/outbox/revisions.ts';
import { memoryStore } from '#offline/store/memoryStore.ts';
import type { Ports, QueueOwner, Reply, Request } from '#offline/store/ports.ts';
import { kind, line, NOWHERE, SILENCE, say } from '#tests/support/scripted.ts';
import { scriptedTablet } from '#tests/support/scriptedTablet.ts';
import { HEADER } from '#tests/support/simulationPlace.ts';

const NOW = 1_800_000_000_000;
const SEEN = { item_id: 'item-p1', version: 3 };

/** A tablet that Ada left with unsent changes of a transfer that both may change; Bem is at it now. */
function tablet() {
  let ids = 0;
  const requests: Request[] = [];
  const store = memoryStore();
  const who = (user_id: string): QueueOwner => ({ user_id, user_name: user_id, device_id: 't1', app_version: '1' });
  const now = { owner: who('ada') };
  const ports: Ports = {
    store,
    clock: { now: () => NOW },
    chance: { next: () => 0.5, uuid: () => `uuid-no-${++ids}` },
    net: {
      send: async (request) => {
        requests.push(request);
        if (request.path === 'purchase_order/create') return say(200, 'order-1');
        if (request.path === 'sync/cancel')
          return { ...say(200, { state: 'cancelled', message: '', data: null }), epoch: 'restored' } as Reply;
        const keys = (request.fields.op_key as string[] | undefined) ?? [];
        const results = keys.map((op_key) => ({
          op_key,
          code: 200,
          message: '',
          data: { _id: 'item-p1', version: 4 },
        }));
        return say(200, keys.length > 0 ? { results } : { _id: 'order-1', version: 2 });
      },
    },
  };
  return {
    requests,
    outbox: makeOutbox(ports, () => now.owner),
    signIn: (user_id: string) => {
      now.owner = who(user_id);
    },
    pass: () => drain(ports, now.owner, { forced: true }),
    restored: () => noticeEpoch(ports, 'restored'),
    past: () => store.read((tx) => tx.pastSince(0)),
    of: async (user_id: string) => (await store.read((tx) => tx.ops())).filter((op) => op.user_id === user_id),
  };
}

describe('what another officer left on this tablet', { tags: ['rule-40', 'rule-41'] }, () => {
  test('a line of theirs is not replaced: each sends their own, under their own name', {
    tags: ['SYNC-41', 'P1'],
  }, async () => {
    const t = tablet();
    await t.outbox.saveLine('order-1', line('p1', 10), SEEN);
    const [hers] = await t.of('ada');
    t.signIn('bem');
    await t.outbox.saveLine('order-1', line('p1', 12), SEEN);
    expect(await t.of('ada')).toEqual([hers]);
    const [his] = await t.of('bem');
    expect((his?.payload as TransferLine | undefined)?.quantity).toBe(12);
    await t.pass();
    expect(t.requests).toHaveLength(1);
    // He claims the version that he saw: hers is not on the server, and nothing of it goes under his name.
    expect(t.requests[0]).toMatchObject({
      user_id: 'bem',
      fields: { _id: ['item-p1'], quantity: [12], base_version: [3] },
    });
    expect(await t.of('ada')).toEqual([hers]);
  });

  test('a removal does not cancel their line out, and details do not replace theirs', {
    tags: ['SYNC-41', 'P1'],
  }, async () => {
    const t = tablet();
    await t.outbox.saveLine('order-1', line('p1', 10), SEEN);
    await t.outbox.saveHeader('order-1', HEADER, 1);
    const hers = await t.of('ada');
    t.signIn('bem');
    await t.outbox.removeLine('order-1', line('p1', 10), SEEN);
    await t.outbox.saveHeader('order-1', { ...HEADER, meta: '{"note":"his"}' }, 1);
    expect(await t.of('ada')).toEqual(hers);
    expect((await t.of('bem')).map((op) => op.type)).toEqual(['remove', 'header']);
  });

  test('a confirmation of theirs, which nobody else sees, does not close the transfer to others', {
    tags: ['SYNC-17', 'SYNC-40'],
  }, async () => {
    const t = tablet();
    await t.outbox.complete('order-1', { expect_digest: 'digest', lines: 1 });
    t.signIn('bem');
    await t.outbox.saveLine('order-1', line('p1', 12), SEEN);
    expect(await t.of('ada')).toHaveLength(1);
    expect(await t.of('bem')).toHaveLength(1);
  });

  test('what they sent is the server’s word: it lies over an older copy, for whoever has one, and what they gave up does not', {
    tags: ['SYNC-19'],
  }, async () => {
    const t = tablet();
    await t.outbox.saveLine('order-1', line('p1', 10), SEEN);
    await t.pass();
    const past = await t.past();
    expect(past.map(({ op }) => op.state)).toEqual(['done']);
    expect(settledFor(past, true, 'bem')).toEqual(past);
    expect(settledFor(past, false, 'bem'), 'without a copy nothing of theirs is looked at').toEqual([]);
    expect(settledFor(past, false, 'ada')).toEqual(past);
    const [sent] = past as [FinishedOp];
    expect(settledFor([{ ...sent, op: { ...sent.op, state: 'discarded' } }], true, 'bem')).toEqual([]);
  });

  test('who gives up a transfer that a restored server has lost gives up nothing of theirs', {
    tags: ['P1', 'SYNC-41', 'SYNC-35'],
  }, async () => {
    const t = tablet();
    const transfer = await t.outbox.createTransfer(HEADER);
    await t.pass();
    t.signIn('bem');
    await t.outbox.saveLine(transfer, line('p1', 12), NOWHERE);
    await t.pass();
    await t.restored();
    t.signIn('ada');
    const [create] = await t.of('ada');
    expect(await t.outbox.discard(create?.seq ?? 0)).toBe('discarded');
    expect(await t.of('ada')).toEqual([]);
    expect((await t.of('bem')).map((op) => [op.type, op.state])).toEqual([['upsert', 'queued']]);
  });

  test('a restored server has lost their add and my removal of it: mine does not pass for done before theirs is there again', {
    tags: ['P1', 'SYNC-41', 'SYNC-35'],
  }, async () => {
    const t = scriptedTablet(kind);
    const bem: QueueOwner = { ...t.owner, user_id: 'bem', user_name: 'Bem' };
    const mine = makeOutbox(t.ports, () => bem);
    const pass = (owner: QueueOwner) => drain(t.ports, owner, { forced: true });
    await t.outbox.saveLine('order-1', line('p1', 10), NOWHERE);
    await pass(t.owner);
    await mine.removeLine('order-1', line('p1', 10), { item_id: 'item-p1', version: 1 });
    await pass(bem);
    t.world.answer = (request) => ({ ...kind(request), epoch: 'restored' }) as Reply;
    expect(await noticeEpoch(t.ports, 'restored')).toBe(true);
    t.requests.length = 0;
    await pass(bem);
    const [left] = (await t.ops()).filter((op) => op.user_id === 'bem');
    expect([left?.state, left?.last_error?.message]).toEqual([
      'attention',
      'Another officer has to send this line first.',
    ]);
    // No word of the server: it was sent before, so without one it is not let go.
    const { answer } = t.world;
    t.world.answer = () => SILENCE;
    expect(await mine.discard(left?.seq ?? 0)).toBe('needs_connection');
    t.world.answer = answer;
    t.requests.length = 0;
    await pass(t.owner);
    await mine.retry(left?.seq ?? 0);
    await pass(bem);
    expect(t.requests.map(({ path, fields }) => [path, fields._id])).toEqual([
      ['purchase_order_item/upsert_bulk', ['']],
      ['purchase_order_item/remove', 'item-p1'],
    ]);
    expect(await t.ops()).toEqual([]);
  });

  test('what a colleague left here of the same product, never sent, is not what my removal was of: it needs nobody', {
    tags: ['SYNC-18', 'SYNC-41'],
  }, async () => {
    const t = scriptedTablet(() => SILENCE);
    const bem: QueueOwner = { ...t.owner, user_id: 'bem', user_name: 'Bem' };
    const mine = makeOutbox(t.ports, () => bem);
    const left = async () => (await t.ops()).filter((op) => op.user_id === 'bem');
    await t.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
    await mine.saveLine('order-1', line('p1', 2), NOWHERE);
    await drain(t.ports, bem, { forced: true });
    await mine.removeLine('order-1', line('p1', 2), NOWHERE);
    const [add] = await left();
    t.world.answer = (request) =>
      request.path === 'sync/cancel'
        ? say(200, { state: 'cancelled', message: '', data: null })
        : (kind(request) as Reply);
    expect(await mine.discard(add?.seq ?? 0)).toBe('discarded');
    await drain(t.ports, bem, { forced: true });
    expect(await left()).toEqual([]);
  });
});
