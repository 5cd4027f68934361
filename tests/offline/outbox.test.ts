import { describe, expect, test } from 'vitest';
import { drain } from '#offline/drain/drain.ts';
import { noticeEpoch } from '#offline/drain/epoch.ts';
import { confirmationOf } from '#offline/outbox/confirmed.ts';
import type { Op, TransferLine } from '#offline/outbox/op.ts';
import { overlay } from '#offline/outbox/overlay.ts';
import { TransferLocked } from '#offline/outbox/transferLocked.ts';
import type { Reply, Request } from '#offline/store/ports.ts';
import { kind, line, NOWHERE, SILENCE, say } from '#tests/support/scripted.ts';
import { scriptedTablet } from '#tests/support/scriptedTablet.ts';
import { HEADER } from '#tests/support/simulationPlace.ts';

function tablet(answer: (request: Request) => Reply | Promise<Reply> = kind) {
  const made = scriptedTablet(answer);
  const { ports, owner, ops, past } = made;
  const see = async (transfer: string) => overlay(transfer, null, await ops(), null, await past());
  const pass = () => drain(ports, owner, { forced: true });
  return { ...made, see, pass };
}

const only = async (from: { ops(): Promise<Op[]> }): Promise<Op> => {
  const [op, ...rest] = await from.ops();
  expect(rest).toEqual([]);
  return op as Op;
};

/** A transfer on the server, and a confirmation that it refuses for want of stock. */
async function shortOfStock() {
  const short = { errors: [{ code: 'short_stock', message: 'p1: 9 needed, 1 available.' }] };
  const t = tablet((request) =>
    request.path.endsWith('execute')
      ? say(200, short, 'Transfer failed.')
      : request.path === 'sync/cancel'
        ? say(200, { state: 'done', code: 200, message: 'Transfer failed.', data: short })
        : kind(request),
  );
  const transfer = await t.outbox.createTransfer(HEADER);
  await t.outbox.saveLine(transfer, line('p1', 9), NOWHERE);
  await t.outbox.complete(transfer, confirmationOf(await t.see(transfer)));
  await t.pass();
  return { t, transfer };
}

describe('a refused confirmation', { tags: ['SYNC-section-10'] }, () => {
  test('short of stock: attention, never a receipt; taken back, the transfer is open and still no receipt', {
    tags: ['P4', 'SYNC-33'],
  }, async () => {
    const { t, transfer } = await shortOfStock();
    expect((await t.see(transfer)).state).toBe('attention');
    const execute = await only(t);
    expect(await t.outbox.discard(execute.seq)).toBe('discarded');
    const view = await t.see(transfer);
    expect(view.state).not.toBe('receipt');
    expect(view.completing).toBeNull();
    await t.outbox.saveLine(transfer, line('p1', 1), NOWHERE);
    expect((await t.see(transfer)).lines[0]?.quantity).toBe(1);
  });

  test('its answer is stored, so it can be taken back without a connection', { tags: ['SYNC-34'] }, async () => {
    const { t, transfer } = await shortOfStock();
    t.world.answer = () => SILENCE;
    expect(await t.outbox.discard((await only(t)).seq)).toBe('discarded');
    await t.outbox.saveLine(transfer, line('p1', 1), NOWHERE);
  });

  test('unanswered, then found refused by the server: discarded, not done', { tags: ['SYNC-34'] }, async () => {
    const { t, transfer } = await shortOfStock();
    await t.outbox.retry((await only(t)).seq);
    const before = t.world.answer;
    t.world.answer = () => SILENCE;
    await t.pass();
    t.world.answer = before;
    const execute = await only(t);
    expect(execute.state).toBe('queued');
    t.world.store = t.ports.store;
    await t.ports.store.change((tx) => tx.put({ ...execute, last_error: null }));
    expect(await t.outbox.discard(execute.seq)).toBe('discarded');
    expect((await t.see(transfer)).state).not.toBe('receipt');
  });

  test('tried again it is a new confirmation with a new key', { tags: ['SYNC-29'] }, async () => {
    const { t } = await shortOfStock();
    const first = await only(t);
    await t.outbox.retry(first.seq);
    expect((await only(t)).key).not.toBe(first.key);
  });
});

describe('coalescing', { tags: ['rule-13'] }, () => {
  test('unsent edits become one, with a new key and the old place', { tags: ['SYNC-13'] }, async () => {
    const t = tablet();
    await t.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
    await t.outbox.saveLine('order-1', line('p2', 2), NOWHERE);
    const [first] = await t.ops();
    await t.outbox.saveLine('order-1', line('p1', 7), NOWHERE);
    const ops = await t.ops();
    expect(ops).toHaveLength(2);
    expect(ops[0]?.seq).toBe(first?.seq);
    expect(ops[0]?.key).not.toBe(first?.key);
    expect((ops[0]?.payload as TransferLine | undefined)?.quantity).toBe(7);
  });

  test('an unsent add and its removal cancel out', { tags: ['SYNC-13'] }, async () => {
    const t = tablet();
    await t.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
    expect(await t.outbox.removeLine('order-1', line('p1', 1), NOWHERE)).toBeNull();
    expect(await t.ops()).toEqual([]);
  });

  test('Undo after the removal of a line that was never sent: the line is there again and is sent once, as one that begins', {
    tags: ['B12.4', 'SYNC-13'],
  }, async () => {
    const t = tablet();
    const transfer = await t.outbox.createTransfer(HEADER);
    const typed = { ...line('p1', 12), reason: 'damaged', quantity_accepted: 11, note: 'wet' };
    const first = await t.outbox.saveLine(transfer, typed, NOWHERE);
    expect(await t.outbox.removeLine(transfer, typed, NOWHERE)).toBeNull();
    expect((await t.see(transfer)).lines).toEqual([]);
    const again = await t.outbox.saveLine(transfer, typed, NOWHERE);
    // The first word was never given: its key is not used for another one.
    expect(again).not.toBe(first);
    expect((await t.see(transfer)).lines).toMatchObject([
      { product_id: 'p1', quantity: 12, quantity_accepted: 11, reason: 'damaged', note: 'wet', state: 'queued' },
    ]);
    expect((await t.ops()).map(({ type, key }) => [type, key]).at(-1)).toEqual(['upsert', again]);
    await t.pass();
    expect(t.requests.map(({ path }) => path)).toEqual([
      'purchase_order/create',
      expect.stringContaining('purchase_order_item/upsert_bulk'),
    ]);
    expect(t.requests[1]?.fields).toMatchObject({ op_key: [again], product_id: ['p1'], quantity_accepted: [11] });
    expect(await t.ops()).toEqual([]);
    expect((await t.past()).map(({ key }) => key)).not.toContain(first);
  });

  test('lines saved together: none after the confirmation; one product twice is one change; the queue is read once for all', {
    tags: ['SYNC-13'],
  }, async () => {
    const closed = tablet();
    const done = await closed.outbox.createTransfer(HEADER);
    await closed.outbox.complete(done, { expect_digest: 'digest', lines: 0 });
    await expect(closed.outbox.saveLines(done, [{ line: line('p1', 1), at: NOWHERE }])).rejects.toBeInstanceOf(
      TransferLocked,
    );
    expect(await closed.ops()).toHaveLength(2);

    const t = tablet();
    const transfer = await t.outbox.createTransfer(HEADER);
    await t.outbox.saveLine(transfer, line('p1', 1), NOWHERE);
    let reads = 0;
    const { change } = t.world.store;
    t.world.store.change = (work) =>
      change((tx) =>
        work({
          ...tx,
          opsOf: (of) => {
            reads += 1;
            return tx.opsOf(of);
          },
        }),
      );
    const many = Array.from({ length: 200 }, (_, n) => ({ line: line(`p${n + 1}`, n + 2), at: NOWHERE }));
    const keys = await t.outbox.saveLines(transfer, [...many, { line: line('p7', 70), at: NOWHERE }]);
    expect(reads).toBe(1);
    const lines = (await t.ops()).filter((op) => op.type === 'upsert');
    expect(lines.map((op) => (op.payload as TransferLine).product_id)).toEqual(many.map((one) => one.line.product_id));
    expect(lines.map((op) => (op.payload as TransferLine).quantity)).toEqual(
      many.map(({ line: one }) => (one.product_id === 'p7' ? 70 : one.quantity)),
    );
    expect(lines[6]?.key).toBe(keys.at(-1));
    expect(new Set(lines.map((op) => op.key)).size).toBe(200);
  });

  test('once tried it is frozen: a later edit is a new op, and stands on the first', {
    tags: ['SYNC-12'],
  }, async () => {
    const t = tablet(() => SILENCE);
    await t.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
    await t.pass();
    await t.outbox.saveLine('order-1', line('p1', 2), NOWHERE);
    const [first, second] = await t.ops();
    expect((first?.payload as TransferLine | undefined)?.quantity).toBe(1);
    expect(second?.base).toEqual({ after: first?.key });
  });

  test('after the confirmation no edit is taken', { tags: ['SYNC-17'] }, async () => {
    const t = tablet();
    await t.outbox.complete('order-1', { expect_digest: 'digest', lines: 1 });
    await expect(t.outbox.saveLine('order-1', line('p1', 1), NOWHERE)).rejects.toBeInstanceOf(TransferLocked);
    await expect(t.outbox.removeLine('order-1', line('p1', 1), NOWHERE)).rejects.toBeInstanceOf(TransferLocked);
    await expect(t.outbox.saveHeader('order-1', HEADER, 1)).rejects.toBeInstanceOf(TransferLocked);
    await expect(t.outbox.complete('order-1', { expect_digest: 'digest', lines: 1 })).rejects.toBeInstanceOf(
      TransferLocked,
    );
  });
});

describe('sending', {
  tags: [
    'rule-8',
    'rule-9',
    'rule-10',
    'rule-11',
    'rule-12',
    'rule-13',
    'rule-14',
    'rule-15',
    'rule-16',
    'rule-17',
    'rule-18',
    'rule-19',
    'rule-20',
    'rule-21',
  ],
}, () => {
  test('a lost answer is asked for again with the same key and the same body', {
    tags: ['SYNC-08', 'SYNC-12'],
  }, async () => {
    const t = tablet(() => SILENCE);
    await t.outbox.saveLine('order-1', line('p1', 1), { item_id: 'i1', version: 4 });
    for (let again = 0; again < 5; again += 1) await t.pass();
    expect(t.requests).toHaveLength(5);
    for (const request of t.requests) expect(request).toEqual(t.requests[0]);
    expect(t.requests[0]?.fields.base_version).toEqual([4]);
  });

  test('what is sent is on disk before it goes out, and a newer release sends it as it was', {
    tags: ['SYNC-12'],
  }, async () => {
    const t = tablet(async () => {
      const [op] = await t.ops();
      expect(op).toMatchObject({
        state: 'sending',
        sent_body: { purchase_order_id: 'order-1', _id: 'i1', quantity: 1 },
      });
      return SILENCE;
    });
    await t.outbox.saveLine('order-1', line('p1', 1), { item_id: 'i1', version: 4 });
    await t.pass();
    // As a release would leave it that sent a field more, and whose lines had no note.
    const tried = await only(t);
    const { note: _, ...without } = tried.sent_body ?? {};
    await t.ports.store.change((tx) => tx.put({ ...tried, sent_body: { ...without, batch: 'B7' } }));
    t.world.answer = () => SILENCE;
    await t.outbox.saveLine('order-1', line('p2', 2), NOWHERE);
    await t.pass();
    expect(t.requests[1]?.fields).toMatchObject({ product_id: ['p1', 'p2'], batch: ['B7', ''], note: ['', ''] });
    await t.pass();
    expect(t.requests[2]?.fields).toEqual(t.requests[1]?.fields);
  });

  test('what the server never looked at is not frozen: signed in again it stands on what is known by then', {
    tags: ['SYNC-12'],
  }, async () => {
    const t = tablet((request) =>
      request.path === 'purchase_order/create' ? kind(request) : say(401, { error: 'unauthorized' }),
    );
    const transfer = await t.outbox.createTransfer(HEADER);
    await t.outbox.saveLine(transfer, line('p1', 1), NOWHERE);
    await t.pass();
    expect(await only(t)).toMatchObject({ state: 'paused_auth', attempts: 0, sent_body: undefined });
    await t.ports.store.change((tx) => tx.rememberId({ ref: transfer, id: 'order-2', version: 1 }));
    await t.pass();
    expect(t.requests.slice(1).map((request) => request.fields.purchase_order_id)).toEqual(['order-1', 'order-2']);
  });

  test('one row that makes the server fail takes none of 124 others with it', {
    tags: ['SYNC-17', 'SYNC-25'],
  }, async () => {
    const poison = (request: Request) => (request.fields.product_id as string[]).includes('p77');
    const t = tablet((request) => (poison(request) ? say(500, { error: 'internal' }) : kind(request)));
    for (let product = 1; product <= 125; product += 1)
      await t.outbox.saveLine('order-1', line(`p${product}`, 1), NOWHERE);
    const sizes: number[] = [];
    for (let again = 0; again < 12; again += 1) {
      t.world.now += 5 * 60_000;
      await t.pass();
      sizes.push((await t.ops()).length);
    }
    const left = await only(t);
    expect([left.chain, left.state, left.failures]).toEqual(['order-1:p:p77', 'attention', 8]);
    expect(sizes[6]).toBe(1);
    // Halved, not one by one: a server that fails at everything is not asked 125 times.
    expect(t.requests.length).toBeLessThan(30);
  });

  test('a hundred silent tries drop nothing', { tags: ['SYNC-11'] }, async () => {
    const t = tablet(() => SILENCE);
    const transfer = await t.outbox.createTransfer(HEADER);
    await t.outbox.saveLine(transfer, line('p1', 1), NOWHERE);
    for (let again = 0; again < 100; again += 1) {
      t.world.now += 86_400_000;
      await t.pass();
    }
    expect((await t.ops()).map((op) => op.type)).toEqual(['create', 'upsert']);
  });

  test('what was sent is remembered for a week of the server as well: a clock put forward drops nothing', {
    tags: ['SYNC-35', 'SYNC-10'],
  }, async () => {
    const began = 1_800_000_000_000;
    const day = 86_400_000;
    let server = began;
    const t = tablet((request) => ({ ...kind(request), date: server }) as Reply);
    await t.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
    await t.pass();
    t.world.now = began + 400 * day;
    await t.pass();
    expect(await t.past()).toHaveLength(1);
    expect(await noticeEpoch(t.ports, 'restored')).toBe(true);
    expect((await only(t)).state).toBe('queued');
    await t.pass();
    // This tablet's clock was behind when it was sent: put right, it drops nothing at once.
    server = began + 401 * day;
    t.world.now = began + 380 * day;
    await t.outbox.saveLine('order-3', line('p3', 1), NOWHERE);
    await t.pass();
    t.world.now = server;
    await t.pass();
    expect((await t.past()).map((one) => one.op.chain)).toContain('order-3:p:p3');
    // A week later by both.
    server = began + 409 * day;
    t.world.now = server;
    await t.outbox.saveLine('order-2', line('p2', 1), NOWHERE);
    await t.pass();
    await t.pass();
    expect((await t.past()).map((one) => one.op.chain)).toEqual(['order-2:p:p2']);
  });

  test('a restore that is heard while an answer is under way: what then gets none is not sent to the ids that are gone', {
    tags: ['SYNC-35', 'SYNC-12'],
  }, async () => {
    let ids = 0;
    const t = tablet(async (request) => {
      if (request.path === 'purchase_order/create') {
        ids += 1;
        return say(200, `order-${ids}`);
      }
      if (request.path.endsWith('upsert_bulk') && ids === 1) {
        await noticeEpoch(t.ports, 'restored');
        return SILENCE;
      }
      return { ...kind(request), epoch: 'restored' } as Reply;
    });
    const transfer = await t.outbox.createTransfer(HEADER);
    await t.outbox.saveLine(transfer, line('p1', 1), NOWHERE);
    await t.pass();
    t.world.answer = (request) =>
      ({
        ...(request.path === 'purchase_order/create' ? say(200, 'order-9') : kind(request)),
        epoch: 'restored',
      }) as Reply;
    await t.pass();
    await t.pass();
    expect(await t.ops()).toEqual([]);
    expect(t.requests.at(-1)?.fields.purchase_order_id).toBe('order-9');
  });

  test('after a restore each change of a line goes to the id it was typed over; what was added from here to its new one', {
    tags: ['SYNC-35'],
  }, async () => {
    const t = tablet();
    // Somebody else's line; he removed it and added it again.
    await t.outbox.saveLine('order-1', line('p1', 1), { item_id: 'x', version: 1, revision: 1 });
    await t.pass();
    await t.outbox.saveLine('order-1', line('p1', 2), { item_id: 'z', version: 1, revision: 2 });
    await t.pass();
    // Mine, changed afterwards.
    await t.outbox.saveLine('order-1', line('p2', 1), NOWHERE);
    await t.pass();
    await t.outbox.saveLine('order-1', line('p2', 2), { item_id: 'item-p2', version: 1 });
    await t.pass();
    expect(t.requests.map((request) => request.fields._id)).toEqual([['x'], ['z'], [''], ['item-p2']]);
    t.requests.length = 0;
    t.world.answer = (request) => {
      const reply = { ...kind(request), epoch: 'restored' } as Reply & {
        data: { results: { data: { _id: string } }[] };
      };
      for (const [at, id] of (request.fields._id as string[]).entries()) {
        const row = reply.data.results[at];
        if (row) row.data._id = id || 'new-p2';
      }
      return reply;
    };
    expect(await noticeEpoch(t.ports, 'restored')).toBe(true);
    await t.pass();
    expect(t.requests.map((request) => request.fields._id)).toEqual([
      ['x', ''],
      ['z', 'new-p2'],
    ]);
    expect(await t.ops()).toEqual([]);
  });

  test('what a dead flusher left as sending is taken over', { tags: ['SYNC-20'] }, async () => {
    const t = tablet();
    await t.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
    const op = await only(t);
    await t.ports.store.change((tx) => tx.put({ ...op, state: 'sending', attempts: 1 }));
    await t.pass();
    expect(await t.ops()).toEqual([]);
    expect(t.requests[0]?.fields.op_key).toEqual([op.key]);
  });

  test('the lines go to the id that the create got', { tags: ['SYNC-14'] }, async () => {
    const t = tablet();
    const transfer = await t.outbox.createTransfer(HEADER);
    await t.outbox.saveLine(transfer, line('p1', 1), NOWHERE);
    await t.pass();
    expect(t.requests.map((request) => request.path)).toEqual([
      'purchase_order/create',
      'purchase_order_item/upsert_bulk',
    ]);
    expect(t.requests[0]?.fields.client_id).toBe(transfer.replace('local-', ''));
    expect(t.requests[1]?.fields.purchase_order_id).toBe('order-1');
  });

  test('one bad row of a batch needs a person, the others are sent', { tags: ['SYNC-18'] }, async () => {
    const t = tablet((request) => {
      const reply = kind(request);
      const data = reply.verified ? (reply.data as { results?: { code: number }[] }) : {};
      if (data.results?.[1]) data.results[1].code = 422;
      return reply;
    });
    for (const product of ['p1', 'p2', 'p3']) await t.outbox.saveLine('order-1', line(product, 1), NOWHERE);
    await t.pass();
    const left = await only(t);
    expect([left.chain, left.state]).toEqual(['order-1:p:p2', 'attention']);
  });

  test('a row that the answer leaves out got no answer', { tags: ['SYNC-22'] }, async () => {
    const t = tablet(() => say(200, { results: [] }));
    await t.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
    await t.pass();
    expect((await only(t)).state).toBe('queued');
  });

  test('a transfer that another one holds up does not hold up the third', { tags: ['SYNC-18'] }, async () => {
    const t = tablet((request) =>
      String(request.fields.purchase_order_id).startsWith('held') ? say(409, { error: 'in_progress' }) : kind(request),
    );
    for (const order of ['held-1', 'held-2', 'free']) await t.outbox.saveLine(order, line('p1', 1), NOWHERE);
    await t.pass();
    expect((await t.ops()).map((op) => op.transfer)).toEqual(['held-1', 'held-2']);
  });

  test('an ended session pauses, counts no attempt, and goes on for the same person', {
    tags: ['SYNC-38'],
  }, async () => {
    const t = tablet(() => say(401, { error: 'unauthorized' }));
    await t.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
    await t.pass();
    expect([(await only(t)).state, (await only(t)).attempts]).toEqual(['paused_auth', 0]);
    t.world.answer = kind;
    await drain(t.ports, { ...t.owner, user_id: 'bem' }, { forced: true });
    expect((await only(t)).state).toBe('paused_auth');
    await t.pass();
    expect(await t.ops()).toEqual([]);
  });

  test('signed in with a starter password: nothing of the queue needs a person, and it goes on once one was chosen', {
    tags: ['SYNC-38', 'SYNC-18'],
  }, async () => {
    const t = tablet(() => say(403, { error: 'must_change_password' }, 'Choose a new password first.'));
    for (const transfer of ['order-1', 'order-2', 'order-3', 'order-4'])
      await t.outbox.saveLine(transfer, line('p1', 1), NOWHERE);
    await t.pass();
    expect((await t.ops()).map((op) => `${op.state} ${op.attempts}`)).toEqual([
      ...Array(2).fill('paused_auth 0'),
      ...Array(2).fill('queued 0'),
    ]);
    t.world.answer = kind;
    await drain(t.ports, t.owner);
    expect(await t.ops()).toEqual([]);
  });

  test('tried again after a refusal that hung on something else: over the version that was seen, so that a colleague’s change is not lost', {
    tags: ['SYNC-29', 'SYNC-32'],
  }, async () => {
    const t = tablet(() => say(409, { error: 'conflict' }, 'Kano is inactive.'));
    await t.outbox.saveHeader('order-1', HEADER, 3);
    await t.pass();
    const { key, seq } = await only(t);
    await t.outbox.retry(seq);
    expect((await only(t)).key).not.toBe(key);
    await t.pass();
    expect(t.requests.map((request) => request.fields.base_version)).toEqual([3, 3]);
  });

  test('nobody sends what is another officer’s', { tags: ['SYNC-41'] }, async () => {
    const t = tablet();
    await t.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
    await drain(t.ports, { ...t.owner, user_id: 'bem' }, { forced: true });
    expect(t.requests).toEqual([]);
  });

  test('an old app pauses until it is updated', { tags: ['SYNC-46'] }, async () => {
    const t = tablet(() => say(426, { error: 'upgrade_required' }));
    await t.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
    await t.pass();
    t.world.answer = kind;
    await drain(t.ports, t.owner);
    expect((await only(t)).state).toBe('paused_update');
    await drain(t.ports, { ...t.owner, app_version: '2' });
    expect(await t.ops()).toEqual([]);
  });

  test('a server that asked for an update by mistake: who presses the button is not left waiting for a release', {
    tags: ['SYNC-46', 'SYNC-24'],
  }, async () => {
    const t = tablet(() => say(426, { error: 'upgrade_required' }));
    await t.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
    await t.pass();
    await t.pass();
    expect((await only(t)).state).toBe('paused_update');
    t.world.answer = kind;
    await t.pass();
    expect(await t.ops()).toEqual([]);
  });

  test('a server restored from a backup gets the last week again, with the old keys', {
    tags: ['SYNC-35'],
  }, async () => {
    const t = tablet();
    const transfer = await t.outbox.createTransfer(HEADER);
    await t.pass();
    const [sent] = await t.past();
    expect(await noticeEpoch(t.ports, 'e2')).toBe(true);
    expect((await only(t)).key).toBe(sent?.key);
    expect((await only(t)).transfer).toBe(transfer);
  });

  test('an answer so old that only its id is left: the line is known, so that its removal goes out', {
    tags: ['SYNC-31', 'SYNC-14'],
  }, async () => {
    const t = tablet((request) => {
      if (!request.path.endsWith('upsert_bulk')) return kind(request);
      const results = (request.fields.op_key as string[]).map((op_key) => ({ op_key, code: 200, data: 'item-p1' }));
      return say(200, { results });
    });
    await t.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
    await t.pass();
    await t.outbox.removeLine('order-1', line('p1', 1), NOWHERE);
    await t.pass();
    expect(t.requests.at(-1)).toMatchObject({ path: 'purchase_order_item/remove', fields: { _id: 'item-p1' } });
  });

  test('heard of by the other lane between taking a change and sending it: it waits for what comes before it again', {
    tags: ['SYNC-35'],
  }, async () => {
    const made = new Set<string>();
    let epoch = 'e1';
    const t = tablet((request) => {
      const answer = kind(request);
      if (request.epoch !== undefined && request.epoch !== epoch) return { ...say(503, null), epoch };
      if (request.path.endsWith('create')) made.add(epoch);
      return { ...(made.has(epoch) ? answer : say(404, null, 'Purchase order not found')), epoch };
    });
    const transfer = await t.outbox.createTransfer(HEADER);
    await t.pass();
    await t.outbox.saveLine(transfer, line('p1', 1), NOWHERE);
    epoch = 'e2';
    const { change } = t.ports.store;
    t.ports.store.change = async (work) => {
      const result = await change(work);
      // The other lane's answer comes at this very moment.
      const taken = (await t.ops()).some((op) => op.type === 'upsert' && op.state === 'sending');
      if (taken && t.ports.store.change !== change) {
        t.ports.store.change = change;
        expect(await noticeEpoch(t.ports, 'e2')).toBe(true);
      }
      return result;
    };
    await t.pass();
    await t.pass();
    expect((await t.ops()).map((op) => [op.type, op.state, op.last_error?.message])).toEqual([]);
    expect(made).toEqual(new Set(['e1', 'e2']));
  });

  test('a second edit of the details stands on the first, though the screen has not read it back', {
    tags: ['SYNC-19'],
  }, async () => {
    const t = tablet();
    await t.outbox.saveHeader('order-1', HEADER, 1);
    await t.pass();
    await t.outbox.saveHeader('order-1', { ...HEADER, timestamp: 5 }, 1);
    await t.pass();
    expect(t.requests.map((request) => request.fields.base_version)).toEqual([1, 2]);
  });
});

test('the server was restored: what newer code wrote is left as that code wrote it, the others are brought up to date', {
  tags: ['SYNC-45', 'SYNC-35'],
}, async () => {
  const t = tablet(() => SILENCE);
  for (const product of ['p1', 'p2']) await t.outbox.saveLine('order-1', line(product, 1), NOWHERE);
  await noticeEpoch(t.ports, 'e1');
  await t.pass();
  const [first] = await t.ops();
  const newer = { ...first, schema: 2, state: 'sending' } as unknown as Op;
  await t.ports.store.change((tx) => tx.put(newer));
  expect(await noticeEpoch(t.ports, 'restored')).toBe(true);
  const [left, known] = await t.ops();
  expect(left).toEqual(newer);
  expect([newer.sent_body === undefined, known?.sent_body]).toEqual([false, undefined]);
});

describe('discarding', { tags: ['rule-34'] }, () => {
  test('never tried: gone at once, also offline', async () => {
    const t = tablet(() => SILENCE);
    await t.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
    expect(await t.outbox.discard((await only(t)).seq)).toBe('discarded');
    expect(t.requests).toEqual([]);
  });

  test('never tried, discarded at sign-out: offline it is gone at once, and the server hears of it when its owner is here again', {
    tags: ['SYNC-40'],
  }, async () => {
    const t = tablet(() => SILENCE);
    const key = await t.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
    expect(await t.outbox.discardAll([(await only(t)).seq])).toBe(true);
    await t.outbox.record();
    expect(t.requests.map((request) => request.fields.key)).toEqual([key]);
    expect(await t.ops()).toEqual([]);
    t.world.answer = kind;
    await t.pass();
    await t.pass();
    expect(t.requests.map((request) => request.fields.key)).toEqual([key, key]);
    expect((await t.past()).map((past) => past.op.state)).toEqual(['discarded']);
  });

  test('discarded at sign-out and online: each is put on the server’s record once, by its owner, also what goes with a transfer', {
    tags: ['SYNC-40'],
  }, async () => {
    const t = tablet(() => SILENCE);
    const transfer = await t.outbox.createTransfer(HEADER);
    const line1 = await t.outbox.saveLine(transfer, line('p1', 1), NOWHERE);
    t.world.answer = kind;
    const [create] = await t.ops();
    expect(await t.outbox.discardAll([create?.seq ?? 0])).toBe(true);
    await t.outbox.record();
    expect(t.requests.map((request) => [request.path, request.user_id, request.fields.key])).toEqual([
      ['sync/cancel', 'ada', create?.key],
      ['sync/cancel', 'ada', line1],
    ]);
    await t.outbox.record();
    expect(t.requests).toHaveLength(2);
  });

  test('tried before and discarded at sign-out: the word it took is its record, it is not asked for twice', {
    tags: ['SYNC-40'],
  }, async () => {
    const t = tablet(() => SILENCE);
    await t.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
    await t.pass();
    t.world.answer = kind;
    t.requests.length = 0;
    expect(await t.outbox.discardAll([(await only(t)).seq])).toBe(true);
    await t.outbox.record();
    expect(t.requests).toHaveLength(1);
  });

  test('many at sign-out: one transaction for all that was never tried, the list written once, no lane read for each', {
    tags: ['SYNC-40'],
  }, async () => {
    const t = tablet(() => SILENCE);
    const transfer = await t.outbox.createTransfer(HEADER);
    const many = Array.from({ length: 200 }, (_, n) => ({ line: line(`p${n + 1}`, n + 2), at: NOWHERE }));
    await t.outbox.saveLines(transfer, many);
    await t.outbox.saveLines('order-1', many);
    const waiting = await t.ops();
    let [changes, lists, lanes] = [0, 0, 0];
    const { change } = t.world.store;
    t.world.store.change = (work) => {
      changes += 1;
      return change((tx) =>
        work({
          ...tx,
          opsOf: (of) => {
            lanes += 1;
            return tx.opsOf(of);
          },
          opsOfChains: (of) => {
            lanes += 1;
            return tx.opsOfChains(of);
          },
          setMeta: (name, value) => {
            if (name === 'given_up') lists += 1;
            return tx.setMeta(name, value);
          },
        }),
      );
    };
    expect(await t.outbox.discardAll(waiting.map((op) => op.seq))).toBe(true);
    expect([changes, lists, lanes]).toEqual([1, 1, 0]);
    expect(await t.ops()).toEqual([]);
    expect(new Set((await t.past()).map(({ key, op }) => `${key} ${op.state}`))).toEqual(
      new Set(waiting.map(({ key }) => `${key} discarded`)),
    );
    const list = (await t.ports.store.read((tx) => tx.meta('given_up'))) as { key: string }[];
    expect(list.map(({ key }) => key).sort()).toEqual(waiting.map(({ key }) => key).sort());
    expect(t.requests).toEqual([]);
  });

  test('one of them was tried and the server says nothing: none of them goes, and no key is given up', {
    tags: ['SYNC-34', 'SYNC-40'],
  }, async () => {
    const t = tablet(() => SILENCE);
    await t.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
    await t.pass();
    await t.outbox.saveLine('order-1', line('p2', 1), NOWHERE);
    const seqs = (await t.ops()).map((op) => op.seq);
    expect(await t.outbox.discardAll(seqs)).toBe(false);
    expect((await t.ops()).map((op) => op.seq)).toEqual(seqs);
    expect(await t.ports.store.read((tx) => tx.meta('given_up'))).toBeUndefined();
    t.world.answer = kind;
    expect(await t.outbox.discardAll(seqs)).toBe(true);
    expect(await t.ops()).toEqual([]);
    await t.outbox.record();
    const closed = t.requests.filter(({ path }) => path === 'sync/cancel').map(({ fields }) => fields.key);
    // The tried one's two, unanswered and answered, and the other one's.
    expect(new Set(closed).size).toBe(2);
    expect(closed).toHaveLength(3);
  });

  test('a tried transfer at sign-out: what goes with it and was never tried is on the record too', {
    tags: ['SYNC-40'],
  }, async () => {
    const t = tablet(() => SILENCE);
    const transfer = await t.outbox.createTransfer(HEADER);
    await t.pass();
    const line1 = await t.outbox.saveLine(transfer, line('p1', 1), NOWHERE);
    t.world.answer = kind;
    t.requests.length = 0;
    expect(await t.outbox.discardAll((await t.ops()).map((op) => op.seq))).toBe(true);
    await t.outbox.record();
    expect(t.requests.map(({ path }) => path)).toEqual(['sync/cancel', 'sync/cancel']);
    expect(t.requests.at(-1)?.fields.key).toBe(line1);
  });

  test('what stands on several that go, and stays, stands on what the first of them had seen', {
    tags: ['SYNC-19', 'SYNC-40'],
  }, async () => {
    const t = tablet();
    const key = await t.outbox.saveLine('order-1', line('p1', 1), { item_id: 'i1', version: 4 });
    const first = await only(t);
    const { seq: _, ...rest } = first;
    await t.ports.store.change(async (tx) => {
      await tx.add({ ...rest, key: 'second-key', base: { after: key } });
      await tx.add({ ...rest, key: 'third-key', base: { after: 'second-key' } });
    });
    const [one, two] = await t.ops();
    expect(await t.outbox.discardAll([one?.seq ?? 0, two?.seq ?? 0])).toBe(true);
    expect(await only(t)).toMatchObject({ key: 'third-key', base: first.base });
    expect(first.base).toEqual({ version: 4 });
  });

  test('another officer’s change is never among them', { tags: ['SYNC-41'] }, async () => {
    const t = tablet(() => SILENCE);
    await t.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
    const { seq } = await only(t);
    t.owner.user_id = 'bem';
    expect(await t.outbox.discardAll([seq])).toBe(true);
    expect((await only(t)).seq).toBe(seq);
  });

  test('the disk refuses while it is put on the record: that holds nobody back, the list is on disk', {
    tags: ['SYNC-40'],
  }, async () => {
    const t = tablet();
    const key = await t.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
    await t.outbox.discardAll([(await only(t)).seq]);
    const { change } = t.world.store;
    t.world.store.change = () => Promise.reject(new Error('QuotaExceededError'));
    await expect(t.outbox.record()).resolves.toBeUndefined();
    expect(t.requests.map(({ fields }) => fields.key)).toEqual([key]);
    t.world.store.change = change;
    await t.pass();
    expect(t.requests.map(({ fields }) => fields.key)).toEqual([key, key]);
  });

  test('tried and unanswered: it stays while offline', async () => {
    const t = tablet(() => SILENCE);
    await t.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
    await t.pass();
    expect(await t.outbox.discard((await only(t)).seq)).toBe('needs_connection');
    await only(t);
  });

  test('tried, and the server had it: it counts as sent', async () => {
    const t = tablet(() => SILENCE);
    await t.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
    await t.pass();
    t.world.answer = () => say(200, { state: 'done', code: 200, message: 'OK', data: { _id: 'i1', version: 1 } });
    expect(await t.outbox.discard((await only(t)).seq)).toBe('was_done');
    expect((await t.past())[0]?.op.state).toBe('done');
  });

  test('its key is somebody else’s: it can never take effect, so it can be discarded', {
    tags: ['SYNC-34'],
  }, async () => {
    const t = tablet(() => say(422, { error: 'idempotency_mismatch' }));
    await t.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
    await t.pass();
    const { seq } = await only(t);
    // Any other refusal is no word about the key.
    t.world.answer = () => say(403, { error: 'forbidden' });
    expect(await t.outbox.discard(seq)).toBe('needs_connection');
    t.world.answer = () => say(422, { error: 'idempotency_mismatch' });
    expect(await t.outbox.discard(seq)).toBe('discarded');
    expect(await t.ops()).toEqual([]);
  });

  test('discarded while its request is under way: the late answer does not bring it back', async () => {
    const t = tablet();
    await t.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
    let late: (reply: Reply) => void = () => undefined;
    t.world.answer = (request) =>
      request.path === 'sync/cancel' ? kind(request) : new Promise<Reply>((resolve) => (late = resolve));
    const pass = t.pass();
    while (t.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(await t.outbox.discard((await only(t)).seq)).toBe('discarded');
    late(SILENCE);
    await pass;
    expect(await t.ops()).toEqual([]);
  });

  test('an add given up, its later removal has nothing left to remove and asks nothing', {
    tags: ['SYNC-10'],
  }, async () => {
    const t = tablet(() => say(200, { results: [] }));
    await t.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
    await t.pass();
    await t.outbox.removeLine('order-1', line('p1', 1), NOWHERE);
    t.world.answer = kind;
    const [add] = await t.ops();
    await t.outbox.discard(add?.seq ?? 0);
    t.requests.length = 0;
    await t.pass();
    expect([await t.ops(), t.requests]).toEqual([[], []]);
  });
});

describe('a refusal belongs to the key it was about', { tags: ['rule-34'] }, () => {
  test('tried again after a stored refusal, sent, unanswered: the server may have done it, so it stays while offline', {
    tags: ['SYNC-34'],
  }, async () => {
    const { t } = await shortOfStock();
    await t.outbox.retry((await only(t)).seq);
    t.world.answer = () => SILENCE;
    await t.pass();
    expect(await t.outbox.discard((await only(t)).seq)).toBe('needs_connection');
    expect((await only(t)).attempts).toBe(1);
  });

  test('an edit that takes the place of one tried again carries nothing of its refusal', {
    tags: ['SYNC-34'],
  }, async () => {
    const t = tablet((request) => {
      const reply = kind(request);
      const rows = reply.verified ? (reply.data as { results: { code: number; data: unknown }[] }).results : [];
      for (const row of rows) Object.assign(row, { code: 409, data: { error: 'receipt_locked' } });
      return reply;
    });
    await t.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
    await t.pass();
    await t.outbox.retry((await only(t)).seq);
    await t.outbox.saveLine('order-1', line('p1', 2), NOWHERE);
    expect((await only(t)).last_error).toBeNull();
    t.world.answer = () => SILENCE;
    await t.pass();
    expect(await t.outbox.discard((await only(t)).seq)).toBe('needs_connection');
    expect((await t.see('order-1')).lines[0]?.message).toBeNull();
  });

  test('a refusal written before it carried its key says nothing', { tags: ['SYNC-34'] }, async () => {
    const { t } = await shortOfStock();
    const op = await only(t);
    const { key: _, ...old } = op.last_error ?? { key: '' };
    await t.ports.store.change((tx) => tx.put({ ...op, last_error: old as Op['last_error'] }));
    t.world.answer = () => SILENCE;
    expect(await t.outbox.discard(op.seq)).toBe('needs_connection');
  });

  test('a restored server may not hold the refusal any more: its word is needed again', {
    tags: ['SYNC-35'],
  }, async () => {
    const { t } = await shortOfStock();
    await noticeEpoch(t.ports, 'e2');
    const op = (await t.ops()).at(-1) as Op;
    expect(op.type).toBe('execute');
    t.world.answer = () => SILENCE;
    expect(await t.outbox.discard(op.seq)).toBe('needs_connection');
  });
});

describe('conflicts', { tags: ['SYNC-section-10'] }, () => {
  async function conflicting() {
    const theirs = { _id: 'i1', version: 9, quantity: 50 };
    const t = tablet((request) => {
      const reply = kind(request);
      const row = reply.verified
        ? (reply.data as { results: { code: number; data: unknown }[] }).results[0]
        : undefined;
      if (row) Object.assign(row, { code: 409, data: { error: 'conflict', current: theirs } });
      return reply;
    });
    await t.outbox.saveLine('order-1', line('p1', 1), { item_id: 'i1', version: 3 });
    await t.pass();
    return t;
  }

  test('keep mine: a new op with a new key on top of theirs, and what came after stands on it', {
    tags: ['SYNC-19'],
  }, async () => {
    const t = await conflicting();
    await t.outbox.saveLine('order-1', line('p1', 2), { item_id: 'i1', version: 3 });
    const [mine] = await t.ops();
    expect(mine?.state).toBe('conflict');
    await t.outbox.keepMine(mine?.seq ?? 0, 9);
    const [again, later] = await t.ops();
    expect(again?.key).not.toBe(mine?.key);
    expect(again?.base).toEqual({ version: 9 });
    expect(later?.base).toEqual({ after: again?.key });
    // The history says whose value stays, and still has both.
    expect((await t.past())[0]).toMatchObject({
      kept: 'mine',
      op: { state: 'superseded', payload: { quantity: 1 }, last_error: { data: { current: { quantity: 50 } } } },
    });
  });

  test('keep theirs: mine is kept in the history as superseded, with the newer figure that waited behind it; another line stays', {
    tags: ['SYNC-19'],
  }, async () => {
    const t = await conflicting();
    await t.outbox.saveLine('order-1', line('p1', 2), { item_id: 'i1', version: 3 });
    await t.outbox.saveLine('order-1', line('p1', 4), { item_id: 'i1', version: 3 });
    await t.outbox.saveLine('order-1', line('p2', 7), NOWHERE);
    const [mine] = await t.ops();
    await t.outbox.keepTheirs(mine?.seq ?? 0);
    expect((await only(t)).payload).toMatchObject({ product_id: 'p2', quantity: 7 });
    const past = await t.past();
    expect(past.every(({ kept, op }) => kept === 'theirs' && op.state === 'superseded')).toBe(true);
    expect(past.map(({ op }) => (op.payload as { quantity: number }).quantity).sort()).toContain(4);
  });

  test('a change that comes after theirs was kept stands on theirs', { tags: ['SYNC-19'] }, async () => {
    const t = await conflicting();
    const [mine] = await t.ops();
    await t.outbox.keepTheirs(mine?.seq ?? 0);
    await t.outbox.saveLine('order-1', line('p1', 2), { item_id: 'i1', version: 9 });
    expect((await only(t)).base).toEqual({ version: 9 });
  });
});

describe('the queue as a file', { tags: ['rule-41'] }, () => {
  test('another tablet takes it in with the original keys, once, and can go on with a half-sent transfer', {
    tags: ['SEC-20'],
  }, async () => {
    const t = tablet();
    const transfer = await t.outbox.createTransfer(HEADER);
    await t.pass();
    await t.outbox.saveLine(transfer, line('p1', 1), NOWHERE);
    const file = JSON.parse(JSON.stringify(await t.outbox.exportUnsent()));
    const other = tablet();
    expect(await other.outbox.importUnsent(file)).toBe(1);
    expect(await other.outbox.importUnsent(file)).toBe(0);
    expect((await only(other)).key).toBe((await only(t)).key);
    await other.pass();
    expect(other.requests[0]?.fields.purchase_order_id).toBe('order-1');
  });

  test('an officer exports what is theirs, an administrator at the tablet everybody’s', {
    tags: ['SYNC-41'],
  }, async () => {
    const t = tablet();
    await t.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
    t.owner.user_id = 'bem';
    await t.outbox.saveLine('order-2', line('p2', 1), NOWHERE);
    expect((await t.outbox.exportUnsent()).ops.map((op) => op.user_id)).toEqual(['bem']);
    expect((await t.outbox.exportUnsent(true)).ops.map((op) => op.user_id)).toEqual(['ada', 'bem']);
  });

  test('it leaves in a file while its request is under way: that stands, whatever the answer is', {
    tags: ['SYNC-34', 'SEC-20'],
  }, async () => {
    const t = tablet(async () => {
      await t.outbox.exportUnsent();
      return say(401, null);
    });
    await t.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
    await t.pass();
    expect(await only(t)).toMatchObject({ state: 'paused_auth', attempts: 0, copied: true });
  });

  test('what left in a file may be sent from elsewhere: not replaced, not dropped without the server', {
    tags: ['SYNC-34', 'SEC-20'],
  }, async () => {
    const t = tablet();
    await t.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
    const file = JSON.parse(JSON.stringify(await t.outbox.exportUnsent()));
    const other = tablet(() => SILENCE);
    await other.outbox.importUnsent(file);
    for (const here of [t, other]) {
      here.world.answer = () => SILENCE;
      const [{ key, seq } = { key: '', seq: 0 }] = await here.ops();
      expect(await here.outbox.discard(seq)).toBe('needs_connection');
      await here.outbox.saveLine('order-1', line('p1', 2), NOWHERE);
      expect((await here.ops()).map((op) => op.base)).toEqual([null, { after: key }]);
    }
  });

  test.each([
    ['a key that no header carries', { key: 'ключ-1' }],
    ['no key at all', { key: '' }],
    ['an absent key', { key: undefined }],
    ['a key that is null', { key: null }],
    ['a key that is a number', { key: 123_456_789 }],
    ['a key that is a list', { key: ['a-key-of-its-own'] }],
    ['a key too short to be discarded', { key: 'short' }],
    ['a key too long to be echoed', { key: 'x'.repeat(129) }],
    ['no time of its next try', { next_try: undefined }],
    ['no number of failures', { failures: null }],
    ['no number of tries', { attempts: 'x' }],
  ])(
    'a change with %s could never be sent: the file is no exported queue',
    { tags: ['SEC-20', 'SYNC-18'] },
    async (_what, broken) => {
      const t = tablet();
      await t.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
      const file = await t.outbox.exportUnsent();
      const other = tablet();
      const ops = file.ops.map((op) => ({ ...op, ...broken }));
      await expect(other.outbox.importUnsent(JSON.parse(JSON.stringify({ ...file, ops })))).rejects.toBeInstanceOf(
        TransferLocked,
      );
      expect(await other.ops()).toEqual([]);
    },
  );

  test.each([
    null,
    7,
    'x',
    {},
    { ops: [{}] },
    { ops: [null], known: [] },
    { ops: [{ key: 'k', type: 'upsert', schema: 2 }] },
  ])('%j is no exported queue', { tags: ['SEC-20'] }, async (file) => {
    const t = tablet();
    await expect(t.outbox.importUnsent(file)).rejects.toBeInstanceOf(TransferLocked);
    expect(await t.ops()).toEqual([]);
  });
});
