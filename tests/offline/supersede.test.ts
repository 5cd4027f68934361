import { describe, expect, test } from 'vitest';
import { drain } from '#offline/drain/drain.ts';
import type { Op } from '#offline/outbox/op.ts';
import type { Reply, Request } from '#offline/store/ports.ts';
import { line, NOWHERE, SILENCE, say } from '#tests/support/scripted.ts';
import { scriptedTablet } from '#tests/support/scriptedTablet.ts';
import { HEADER } from '#tests/support/simulationPlace.ts';

/** A tablet over a scripted server; a pass clears away first, as the flusher does. */
function tablet(answer: (request: Request) => Reply | Promise<Reply>) {
  const made = scriptedTablet(answer);
  const { outbox, ports, owner } = made;
  const pass = async () => {
    await outbox.supersede(true);
    await drain(ports, owner, { forced: true });
  };
  return { ...made, pass };
}

const CANCELLED = say(200, { state: 'cancelled', message: '', data: null });

/** Says yes, but to what `refuses`. */
const server =
  (refuses: (request: Request) => Reply | null = () => null) =>
  (request: Request): Reply => {
    if (request.path === 'sync/cancel') return CANCELLED;
    const refused = refuses(request);
    if (request.path.endsWith('upsert_bulk')) {
      const results = (request.fields.op_key as string[]).map((op_key, index) => ({
        index,
        op_key,
        ...(refused?.verified
          ? { code: refused.code, message: refused.message, data: refused.data }
          : {
              code: 200,
              message: 'OK',
              data: { _id: `item-${String((request.fields.product_id as string[])[index])}`, version: 9 },
            }),
      }));
      return say(200, { results });
    }
    if (refused) return refused;
    return request.path === 'purchase_order/create'
      ? say(200, 'order-1')
      : say(200, { _id: 'order-1', version: 2, errors: [] });
  };
const INVALID = say(422, { error: 'invalid' }, 'Amount must not be less than 0');
const refuseLines = server((request) => (request.path.endsWith('upsert_bulk') ? INVALID : null));

const only = (ops: readonly Op[]): Op => {
  expect(ops).toHaveLength(1);
  return ops[0] as Op;
};

describe('a refused change that is typed anew', { tags: ['SYNC-section-10'] }, () => {
  test('without the server the refused one stays listed, and the copy waits behind it', {
    tags: ['SYNC-34'],
  }, async () => {
    const t = tablet(refuseLines);
    await t.outbox.saveLine('order-1', line('p1', 5), NOWHERE);
    await t.pass();
    await t.outbox.saveLine('order-1', line('p1', 6), NOWHERE);
    t.world.answer = () => SILENCE;
    await t.pass();
    expect((await t.ops()).map((op) => [op.state, op.payload])).toMatchObject([
      ['attention', { quantity: 5 }],
      ['queued', { quantity: 6 }],
    ]);
  });

  test('the server had done it after all: it counts as sent, and the copy goes over what it made', {
    tags: ['SYNC-34'],
  }, async () => {
    const t = tablet(refuseLines);
    await t.outbox.saveLine('order-1', line('p1', 5), NOWHERE);
    await t.pass();
    await t.outbox.saveLine('order-1', line('p1', 6), NOWHERE);
    const yes = server();
    t.world.answer = (request) =>
      request.path === 'sync/cancel'
        ? say(200, { state: 'done', code: 200, message: 'OK', data: { _id: 'item-p1', version: 3 } })
        : yes(request);
    await t.pass();
    expect(await t.ops()).toEqual([]);
    expect(t.requests.at(-1)?.fields).toMatchObject({ _id: ['item-p1'], quantity: [6] });
    expect((await t.past()).map(({ op }) => op.state)).toEqual(['done', 'done']);
  });

  test('with its word the refused one makes way and the copy is sent, with its own key', {
    tags: ['SYNC-13', 'SYNC-34'],
  }, async () => {
    const t = tablet(refuseLines);
    await t.outbox.saveLine('order-1', line('p1', 5), NOWHERE);
    await t.pass();
    const refused = only(await t.ops());
    expect(refused.state).toBe('attention');
    await t.outbox.saveLine('order-1', line('p1', 6), NOWHERE);
    t.world.answer = server();
    await t.pass();
    expect(await t.ops()).toEqual([]);
    expect(t.requests.map((request) => request.path).slice(-2)).toEqual([
      'sync/cancel',
      'purchase_order_item/upsert_bulk',
    ]);
    expect(t.requests.at(-1)?.fields).toMatchObject({ quantity: [6] });
    expect(t.requests.at(-1)?.fields.op_key).not.toEqual([refused.key]);
    expect((await t.past()).map(({ op }) => op.state).sort()).toEqual(['done', 'superseded']);
  });

  test.each(['typed anew', 'discarded'] as const)(
    'what stood on a refused change (%s) stands on what that stood on: a colleague is not written over',
    { tags: ['SYNC-19'] },
    async (how) => {
      const t = tablet(refuseLines);
      await t.outbox.saveLine('order-1', line('p1', 5), { item_id: 'item-p1', version: 4 });
      await t.pass();
      await t.outbox.saveLine('order-1', line('p1', 6), { item_id: 'item-p1', version: 4 });
      t.world.answer = server();
      if (how === 'discarded') await t.outbox.discard((await t.ops())[0]?.seq ?? 0);
      await t.pass();
      expect(t.requests.at(-1)?.fields).toMatchObject({ _id: ['item-p1'], quantity: [6], base_version: [4] });
    },
  );

  test('what only came behind it, from another tablet, is no answer to a refusal: both stay listed', {
    tags: ['P1', 'SYNC-34'],
  }, async () => {
    const other = tablet(() => SILENCE);
    await other.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
    await other.pass();
    const t = tablet(refuseLines);
    await t.outbox.saveLine('order-1', line('p1', 5), NOWHERE);
    await t.pass();
    const file = JSON.parse(JSON.stringify(await other.outbox.exportUnsent()));
    for (const op of file.ops) op.key = `other-${op.key}`;
    await t.outbox.importUnsent(file);
    t.world.answer = server();
    await t.pass();
    expect((await t.ops()).map((op) => [op.state, op.payload])).toMatchObject([
      ['attention', { quantity: 5 }],
      ['queued', { quantity: 1 }],
    ]);
  });

  test('the server asked for time: nothing is taken back before the next pass is due, nor one after the other in silence', {
    tags: ['SYNC-24'],
  }, async () => {
    const t = tablet(refuseLines);
    for (const product of ['p1', 'p2', 'p3']) await t.outbox.saveLine('order-1', line(product, 5), NOWHERE);
    await t.pass();
    for (const product of ['p1', 'p2', 'p3']) await t.outbox.saveLine('order-1', line(product, 6), NOWHERE);
    t.world.answer = () => SILENCE;
    const before = t.requests.length;
    await t.outbox.supersede(true);
    expect(t.requests.length).toBe(before + 1);
    await t.world.store.change((tx) => tx.setMeta('next_pass', t.world.now + 60_000));
    await t.outbox.supersede(false);
    expect(t.requests.length).toBe(before + 1);
  });

  test('a removal that the server failed at, then the product added anew: the line that is still there is changed', {
    tags: ['SYNC-19'],
  }, async () => {
    const t = tablet((request) =>
      request.path.endsWith('remove') ? say(422, { error: 'invalid' }) : server()(request),
    );
    await t.outbox.removeLine('order-1', line('p1', 5), { item_id: 'item-p1', version: 4 });
    await t.pass();
    expect(only(await t.ops()).state).toBe('attention');
    await t.outbox.saveLine('order-1', line('p1', 6), NOWHERE);
    await t.pass();
    expect(await t.ops()).toEqual([]);
    expect(t.requests.at(-1)?.fields).toMatchObject({ _id: ['item-p1'], quantity: [6], base_version: [4] });
  });

  test('a clock that was put right: a scan counts on from what the screen shows, not from an older answer', {
    tags: ['SYNC-10', 'SYNC-19'],
  }, async () => {
    const t = tablet(server());
    await t.outbox.saveLine('order-1', line('p1', 10), NOWHERE);
    await t.pass();
    const at = { item_id: 'item-p1', version: 12 };
    const { line: counted } = await t.outbox.changeLine(
      'order-1',
      { product_id: 'p1', line: line('p1', 20), at },
      (now) => ({ ...line('p1', (now?.quantity ?? 0) + 1) }),
    );
    expect(counted.quantity).toBe(21);
  });

  test('a change of a line that somebody removed meanwhile, typed anew: it is added again, nobody goes in circles', {
    tags: ['SYNC-34', 'SYNC-19'],
  }, async () => {
    const gone = server((request) =>
      (request.fields._id as string[] | undefined)?.[0] === 'item-p1'
        ? say(404, { error: 'not_found' }, 'Product line not found')
        : null,
    );
    const t = tablet(gone);
    await t.outbox.saveLine('order-1', line('p1', 5), { item_id: 'item-p1', version: 4 });
    await t.pass();
    expect(only(await t.ops()).state).toBe('attention');
    await t.outbox.saveLine('order-1', line('p1', 6), { item_id: 'item-p1', version: null });
    await t.pass();
    expect(await t.ops()).toEqual([]);
    const added = t.requests.at(-1)?.fields as Record<string, string[]>;
    expect(added).toMatchObject({ _id: [''], quantity: [6], base_version: [''] });
    expect(added.client_id?.[0]).toBeTruthy();
  });

  test('a refused line that is removed: nothing is left of it', { tags: ['SYNC-34'] }, async () => {
    const t = tablet(refuseLines);
    await t.outbox.saveLine('order-1', line('p1', 5), NOWHERE);
    await t.pass();
    await t.outbox.removeLine('order-1', line('p1', 5), NOWHERE);
    await t.pass();
    expect(await t.ops()).toEqual([]);
    expect(t.requests.map((request) => request.path)).not.toContain('purchase_order_item/remove');
  });

  test('a refused transfer is begun with the details that were typed instead, and what waited for it goes', {
    tags: ['SYNC-34'],
  }, async () => {
    const t = tablet(
      server((request) => (request.path === 'purchase_order/create' ? say(404, { error: 'not_found' }) : null)),
    );
    const transfer = await t.outbox.createTransfer(HEADER);
    await t.outbox.saveLine(transfer, line('p1', 5), NOWHERE);
    await t.pass();
    const [refused] = await t.ops();
    expect(refused?.state).toBe('attention');
    await t.outbox.saveHeader(transfer, { ...HEADER, destination: 'another-hub' }, null);
    t.world.answer = server();
    await t.pass();
    expect(await t.ops()).toEqual([]);
    const created = t.requests.filter((request) => request.path === 'purchase_order/create').at(-1);
    expect(created?.fields.destination).toBe('another-hub');
    expect(created?.key).not.toBe(refused?.key);
    expect(t.requests.at(-1)?.path).toBe('purchase_order_item/upsert_bulk');
  });
});
