/** The queue at a server that knows only the documents, answer by answer (section 16 of docs/queue.md). */
import { describe, expect, test } from 'vitest';
import { drain } from '#offline/drain/drain.ts';
import { confirmationOf } from '#offline/outbox/confirmed.ts';
import { refusalOfOp, type TransferHeader } from '#offline/outbox/op.ts';
import { makeOutbox } from '#offline/outbox/outbox.ts';
import { overlay } from '#offline/outbox/overlay.ts';
import { UNDER_WAY_MS } from '#offline/plain/doubt.ts';
import { plainEngine } from '#offline/plain/engine.ts';
import { chooseMatch, possibleMatchesOf } from '#offline/plain/possibleMatches.ts';
import { mayTryAgain } from '#offline/resolve/retry.ts';
import { memoryStore } from '#offline/store/memoryStore.ts';
import type { PlainNet, PlainReply, Ports, QueueServer } from '#offline/store/ports.ts';
import { kind, line, NOWHERE } from '../support/scripted.ts';

const HEADER: TransferHeader = {
  ...{
    timestamp: 1_800_000_000,
    source_type: 'distributor',
    source: 'd1',
    destination_type: 'seller',
    destination: 's1',
  },
  ...{ meta: '{}', source_name: 'D', destination_name: 'S' },
};
const SILENT: PlainReply = { verified: false };
const say = (code: number, data: unknown, message = ''): PlainReply => ({
  verified: true,
  code,
  message,
  data,
  epoch: null,
  retryAfter: null,
});
const order = (_id: string, more: object = {}) => ({
  ...HEADER,
  _id,
  ref: `PO-${_id}`,
  tag: 'purchase_order',
  amount: '0',
  ...more,
});

/** A tablet whose server is played by the test: by path, the answers in turn; the last one stays. */
function tablet(answers: Record<string, PlainReply[]> = {}) {
  const requests: string[] = [];
  const sent: Record<string, Readonly<Record<string, unknown>>> = {};
  const meanwhile: Record<string, () => Promise<unknown>> = {};
  const time = { now: 1_800_000_000_000 };
  const facts: QueueServer = { address: '/api/', replay: false };
  const replyTo = (path: string): Promise<PlainReply> => {
    requests.push(path);
    const [first = say(200, path === 'administrator/read_delegate' ? { profile: {} } : null), ...rest] =
      answers[path] ?? [];
    if (rest.length > 0) answers[path] = rest;
    return Promise.resolve(first);
  };
  const net: PlainNet = {
    greet: () => replyTo('administrator/read_delegate'),
    read: (_user, path) => replyTo(path),
    send: async (_user, path, fields) => {
      sent[path] = fields;
      await meanwhile[path]?.();
      return await replyTo(path);
    },
  };
  const engine = plainEngine(net);
  let ids = 0;
  const owner = { user_id: 'ada', user_name: 'Ada', device_id: 't1', app_version: '1' };
  const keyed: string[] = [];
  const ports: Ports = {
    store: memoryStore(),
    net: {
      send: async (request) => {
        keyed.push(request.path);
        return kind(request);
      },
    },
    clock: { now: () => time.now },
    chance: { next: () => 0, uuid: () => `uuid-no-${++ids}` },
    server: { facts: async () => facts, engine: async () => engine },
  };
  const outbox = makeOutbox(ports, () => owner);
  return {
    ...{ answers, requests, sent, time, facts, ports, outbox, keyed },
    flush: () => drain(ports, owner, { forced: true }),
    /** What happens on the tablet while a write of `path` has no answer yet. */
    whileUnderWay: (path: string, act: () => Promise<unknown>) => {
      meanwhile[path] = act;
    },
    ops: () => ports.store.read((tx) => tx.ops()),
    past: () => ports.store.read((tx) => tx.pastSince(0)),
    writes: () => requests.filter((path) => !/read/.test(path)),
  };
}
const CREATE = 'purchase_order/create';
const LIST = 'purchase_order/read_all';
const LINES = 'purchase_order_item/read_by_purchase_order';
const UPSERT = 'purchase_order_item/upsert';

describe('a creation without an answer', { tags: ['PLAINQ-03'] }, () => {
  test.each<[string, object]>([
    ['another moment', { timestamp: HEADER.timestamp + 1 }],
    ['another source', { source: 'd2' }],
    ['another kind of party', { destination_type: 'sales_officer' }],
  ])('is not an order with %s', async (_what, more) => {
    const t = tablet({ [CREATE]: [SILENT, say(200, '9')], [LIST]: [say(200, [order('7', more)])] });
    await t.outbox.createTransfer(HEADER);
    await t.flush();
    await t.flush();
    expect(await t.ops()).toMatchObject([{ state: 'queued', attempts: 1 }]);
    t.time.now += UNDER_WAY_MS;
    await t.flush();
    expect(await t.ops()).toEqual([]);
    expect(t.writes()).toEqual([CREATE, CREATE]);
  });

  test('is not an order that another press of this tablet made, nor one that was there before, by the clock of the server', async () => {
    const t = tablet({ [CREATE]: [say(200, '7'), SILENT] });
    await t.outbox.createTransfer(HEADER);
    await t.flush();
    await t.outbox.createTransfer(HEADER);
    t.answers['administrator/read_delegate'] = [{ ...say(200, { profile: {} }), date: t.time.now } as PlainReply];
    await t.flush();
    t.answers[LIST] = [say(200, [order('7'), order('8', { created: t.time.now / 1_000 - 3_600 })])];
    await t.flush();
    expect(await t.ops()).toMatchObject([{ state: 'queued', attempts: 1 }]);
  });

  test('is the one order that has its parties and its moment, with ids and moments as numbers or as texts', async () => {
    const t = tablet({
      [CREATE]: [SILENT],
      [LIST]: [say(200, [order('7', { _id: 7, timestamp: String(HEADER.timestamp) })])],
    });
    const transfer = await t.outbox.createTransfer(HEADER);
    await t.flush();
    await t.flush();
    expect(await t.ops()).toEqual([]);
    expect(await t.ports.store.read((tx) => tx.known(transfer))).toMatchObject({ id: '7' });
    expect(t.writes()).toEqual([CREATE]);
  });

  test.each<[string, PlainReply]>([
    ['no answer', SILENT],
    ['a list that is none', say(200, 'later')],
    ['a fault', say(500, null)],
  ])('stays in doubt where the read gets %s: nothing is sent', async (_what, reply) => {
    const t = tablet({ [CREATE]: [SILENT], [LIST]: [reply] });
    await t.outbox.createTransfer(HEADER);
    for (let pass = 0; pass < 3; pass += 1) {
      await t.flush();
      t.time.now += 10 * UNDER_WAY_MS;
    }
    expect(t.writes()).toEqual([CREATE]);
    expect(await t.ops()).toMatchObject([{ state: 'queued', attempts: 1 }]);
  });

  test('waits by both clocks: a clock of the tablet that is put forward sends nothing', {
    tags: ['PLAINQ-04'],
  }, async () => {
    const hello = (now: number) => [{ ...say(200, { profile: {} }), date: now } as PlainReply];
    const t = tablet({ [CREATE]: [SILENT, say(200, '9')], [LIST]: [say(200, [])] });
    const there = t.time.now;
    t.answers['administrator/read_delegate'] = hello(there);
    await t.outbox.createTransfer(HEADER);
    await t.flush();
    t.time.now += 7_200_000;
    t.answers['administrator/read_delegate'] = hello(there + 5_000);
    await t.flush();
    expect(t.writes()).toEqual([CREATE]);
    t.answers['administrator/read_delegate'] = hello(there + UNDER_WAY_MS);
    await t.flush();
    expect(t.writes()).toEqual([CREATE, CREATE]);
  });
});

describe('several records look like it', { tags: ['PLAINQ-07'] }, () => {
  const requests = async (found: object[] = [order('7'), order('8')]) => {
    const t = tablet({ [CREATE]: [SILENT, say(200, '9')], [LIST]: [say(200, found)] });
    const transfer = await t.outbox.createTransfer(HEADER);
    await t.flush();
    await t.flush();
    const [op] = await t.ops();
    if (!op) throw new Error('The op is gone.');
    return { ...t, transfer, op };
  };

  test.each<[string, object[]]>([
    ['two orders', [order('7'), order('8')]],
    ['one that has lines already', [order('7', { items: [{}] })]],
    ['one that is completed already', [order('7', { tag: 'receipt' })]],
  ])(
    '%s: a person is asked, nothing is sent, and one press for all refusals does not answer it',
    async (_what, found) => {
      const t = await requests(found);
      expect(t.op).toMatchObject({ state: 'attention' });
      expect(possibleMatchesOf(t.op).map(({ _id }) => _id)).toEqual(found.map((one) => (one as { _id: string })._id));
      expect(refusalOfOp(t.op)?.message).toMatch(found.length === 2 ? /^2 transfers/ : /^1 transfer /);
      expect(mayTryAgain(t.op)).toBe(false);
      t.time.now += 10 * UNDER_WAY_MS;
      await t.flush();
      expect(t.writes()).toEqual([CREATE]);
    },
  );

  test('the person takes one of them, and no other one', async () => {
    const t = await requests();
    await chooseMatch(t.ports, t.op.seq, 'another');
    expect(await t.ops()).toHaveLength(1);
    await chooseMatch(t.ports, t.op.seq, '8');
    expect(await t.ops()).toEqual([]);
    expect(await t.ports.store.read((tx) => tx.known(t.transfer))).toMatchObject({ id: '8' });
  });

  test('the person says that none is: it is sent, and those are never asked about again', async () => {
    const t = await requests();
    t.answers[CREATE] = [SILENT, say(200, '9')];
    await t.outbox.retry(t.op.seq);
    await t.flush();
    t.answers[LIST] = [say(200, [order('7'), order('8'), order('9')])];
    await t.flush();
    expect(await t.ports.store.read((tx) => tx.known(t.transfer))).toMatchObject({ id: '9' });
  });

  test('the person lets it go', async () => {
    const t = await requests();
    expect(await t.outbox.discard(t.op.seq)).toBe('discarded');
    expect(await t.ops()).toEqual([]);
  });

  test('a copy of a creation that came after the second try is shown before the transfer is completed', async () => {
    const t = tablet({
      [CREATE]: [SILENT, say(200, '9')],
      [LIST]: [say(200, [])],
      [UPSERT]: [say(200, { _id: 'i1' })],
    });
    const transfer = await t.outbox.createTransfer(HEADER);
    await t.outbox.saveLine(transfer, line('p1', 3), NOWHERE);
    await t.flush();
    t.time.now += UNDER_WAY_MS;
    await t.flush();
    const view = overlay(transfer, null, [], '9', await t.past());
    t.answers['purchase_order/read'] = [say(200, order('9'))];
    t.answers[LINES] = [say(200, [{ _id: 'i1', product_id: 'p1', quantity: 3, quantity_accepted: 3, amount: 3 }])];
    t.answers[LIST] = [say(200, [order('7'), order('9')])];
    await t.outbox.complete(transfer, confirmationOf(view));
    await t.flush();
    const [op] = await t.ops();
    expect(op && possibleMatchesOf(op).map(({ ref }) => ref)).toEqual(['PO-7']);
    expect(t.writes()).not.toContain('purchase_order/execute');
    await t.outbox.retry(op?.seq ?? 0);
    await t.flush();
    expect(t.writes()).toContain('purchase_order/execute');
  });
});

test('newer details do not answer which transfer this one is: nothing is sent until the person said it', {
  tags: ['PLAINQ-01', 'PLAINQ-07'],
}, async () => {
  const t = tablet({ [CREATE]: [SILENT], [LIST]: [say(200, [order('7'), order('8')])] });
  const transfer = await t.outbox.createTransfer(HEADER);
  await t.flush();
  await t.flush();
  const [op] = await t.ops();
  expect(op && possibleMatchesOf(op)).toHaveLength(2);
  await t.outbox.saveHeader(transfer, { ...HEADER, source: 'd2' }, null);
  await t.outbox.supersede(true);
  await t.flush();
  expect(t.writes()).toEqual([CREATE]);
  await chooseMatch(t.ports, op?.seq ?? 0, '8');
  t.answers['purchase_order/read'] = [say(200, order('8'))];
  await t.flush();
  expect(t.writes()).toEqual([CREATE, 'purchase_order/update']);
  expect(t.sent['purchase_order/update']).toMatchObject({ _id: '8', source: 'd2' });
});

test('a second order that a browser made by repeating an answered creation is shown before the transfer is completed', {
  tags: ['PLAINQ-01', 'PLAINQ-07'],
}, async () => {
  const t = tablet({ [CREATE]: [say(200, '9')], [UPSERT]: [say(200, { _id: 'i1' })] });
  const transfer = await t.outbox.createTransfer(HEADER);
  await t.outbox.saveLine(transfer, line('p1', 3), NOWHERE);
  await t.flush();
  expect(t.writes().filter((path) => path === CREATE)).toHaveLength(1);
  t.answers['purchase_order/read'] = [say(200, order('9'))];
  t.answers[LINES] = [say(200, [{ _id: 'i1', product_id: 'p1', quantity: 3, quantity_accepted: 3, amount: 3 }])];
  t.answers[LIST] = [say(200, [order('8'), order('9')])];
  await t.outbox.complete(transfer, confirmationOf(overlay(transfer, null, [], '9', await t.past())));
  await t.flush();
  expect((await t.ops()).flatMap(possibleMatchesOf).map(({ ref }) => ref)).toEqual(['PO-8']);
  expect(t.writes()).not.toContain('purchase_order/execute');
});

describe('a line at such a server', { tags: ['PLAINQ-03', 'PLAINQ-02'] }, () => {
  const ITEM = { _id: 'i1', product_id: 'p1', quantity: '12', quantity_accepted: null, amount: '12.00' };

  test('lines go one by one, with the fields of the documents; the accepted quantity is always said', async () => {
    const t = tablet({ [UPSERT]: [say(200, { _id: 'i1' }), say(200, 2)] });
    await t.outbox.saveLine('5', line('p1', 12), NOWHERE);
    await t.outbox.saveLine('5', line('p2', 6), NOWHERE);
    await t.flush();
    expect(t.writes()).toEqual([UPSERT, UPSERT]);
    expect(t.sent[UPSERT]).toEqual({
      product_id: 'p2',
      purchase_order_id: '5',
      quantity: 6,
      quantity_accepted: 6,
      amount: '6.00',
    });
    expect(await t.ops()).toEqual([]);
  });

  test('a line that stands there as it was saved needs nothing; one with other values is a conflict that shows both', async () => {
    const t = tablet({ [UPSERT]: [SILENT], [LINES]: [say(200, [ITEM])] });
    await t.outbox.saveLine('5', line('p1', 12), NOWHERE);
    await t.flush();
    await t.flush();
    expect(await t.ops()).toEqual([]);
    await t.outbox.saveLine('6', line('p1', 7), NOWHERE);
    await t.flush();
    t.time.now += UNDER_WAY_MS;
    await t.flush();
    const [op] = await t.ops();
    expect(op).toMatchObject({ state: 'conflict' });
    expect(op && refusalOfOp(op)?.data).toMatchObject({ current: { _id: 'i1', quantity: 12 } });
    t.answers[UPSERT] = [say(200, { _id: 'i1' })];
    expect(await t.outbox.keepMine(op?.seq ?? 0, null)).toBe('discarded');
    await t.flush();
    expect(t.sent[UPSERT]).toMatchObject({ _id: 'i1', quantity: 7 });
    expect(await t.ops()).toEqual([]);
  });

  test('"already exists" of a line that this tablet added is looked up: its earlier try had arrived', {
    tags: ['PLAINQ-05'],
  }, async () => {
    const t = tablet({
      [UPSERT]: [say(400, null, 'Product already exists in this order.')],
      [LINES]: [say(200, [ITEM])],
    });
    await t.outbox.saveLine('5', line('p1', 12), NOWHERE);
    await t.flush();
    expect(await t.ops()).toEqual([]);
  });

  test('a product that stands twice is shown, and nothing is sent', async () => {
    const t = tablet({ [UPSERT]: [SILENT], [LINES]: [say(200, [ITEM, { ...ITEM, _id: 'i2' }])] });
    await t.outbox.saveLine('5', line('p1', 12), NOWHERE);
    await t.flush();
    t.time.now += UNDER_WAY_MS;
    await t.flush();
    const [op] = await t.ops();
    expect(op).toMatchObject({
      state: 'attention',
      last_error: { message: expect.stringMatching(/^This product stands 2 times/) },
    });
    expect(t.writes()).toEqual([UPSERT]);
  });

  test('a removal is done when the line is gone, and is sent again while it stands', async () => {
    const t = tablet({ 'purchase_order_item/remove': [SILENT, say(200, null)], [LINES]: [say(200, [ITEM])] });
    await t.outbox.removeLine(
      '5',
      { product_id: 'p1', about: { name: 'P', case_count: 12 } },
      { item_id: 'i1', version: null },
    );
    await t.flush();
    t.time.now += UNDER_WAY_MS;
    await t.flush();
    expect(t.writes()).toHaveLength(2);
    expect(t.sent['purchase_order_item/remove']).toEqual({ _id: 'i1' });
    await t.outbox.removeLine(
      '6',
      { product_id: 'p1', about: { name: 'P', case_count: 12 } },
      { item_id: 'i1', version: null },
    );
    t.answers['purchase_order_item/remove'] = [SILENT];
    t.answers[LINES] = [say(200, [])];
    await t.flush();
    await t.flush();
    expect(await t.ops()).toEqual([]);
    expect(t.writes()).toHaveLength(3);
  });

  test('details are sent with all fields of the record, and not at all where the server has them', async () => {
    const t = tablet({ 'purchase_order/read': [say(200, [order('5', { amount: 120 })])] });
    await t.outbox.saveHeader('5', { ...HEADER, source: 'd2' }, null);
    await t.flush();
    expect(t.sent['purchase_order/update']).toMatchObject({
      _id: '5',
      ref: 'PO-5',
      tag: 'purchase_order',
      amount: 120,
      source: 'd2',
    });
    await t.outbox.saveHeader('5', HEADER, null);
    await t.flush();
    expect(t.writes()).toHaveLength(1);
    expect(await t.ops()).toEqual([]);
  });
});

describe('completing at such a server', { tags: ['PLAINQ-05'] }, () => {
  const EXECUTE = 'purchase_order/execute';
  const ITEM = { _id: 'i1', product_id: 'p1', quantity: 12, quantity_accepted: 12, amount: 12 };
  const confirmed = async (answers: Record<string, PlainReply[]>) => {
    const t = tablet({ 'purchase_order/read': [say(200, order('5'))], [LINES]: [say(200, [ITEM])], ...answers });
    const item = {
      _id: 'i1',
      product_id: 'p1',
      quantity: 12,
      quantity_accepted: null,
      amount: '12.00',
      version: 0,
      reason: null,
      note: '',
      client_id: null,
      name: 'P',
      case_count: 12,
    };
    const view = overlay(
      '5',
      {
        order: { ...HEADER, _id: '5', ref: 'PO-5', tag: 'purchase_order', version: 0, amount: '0', executed_at: null },
        items: [item],
      },
      [],
      '5',
    );
    await t.outbox.complete('5', confirmationOf(view));
    return t;
  };

  test.each<[string, object[]]>([
    ['another quantity', [{ ...ITEM, quantity: 13 }]],
    ['another accepted quantity', [{ ...ITEM, quantity_accepted: 0 }]],
    ['another product beside it', [ITEM, { ...ITEM, _id: 'i2', product_id: 'p2' }]],
    ['the product twice', [ITEM, { ...ITEM, _id: 'i2' }]],
    ['nothing', []],
  ])('with %s in the transfer nothing is sent: the person sees what changed', async (_what, lines) => {
    const t = await confirmed({ [LINES]: [say(200, lines)] });
    await t.flush();
    expect(t.writes()).toEqual([]);
    expect(await t.ops()).toMatchObject([
      { state: 'conflict', last_error: { code: 409, data: { error: 'items_changed' } } },
    ]);
  });

  test('the lines of a changed transfer have their names: of what was confirmed by the tablet, of the others by the server', async () => {
    const other = { ...ITEM, _id: 'i2', product_id: 'p2', product: { name: 'Q', case_count: 6 } };
    const t = await confirmed({ [LINES]: [say(200, [ITEM, other])] });
    await t.flush();
    expect(await t.ops()).toMatchObject([
      {
        last_error: {
          data: {
            items: [
              { product_id: 'p1', name: 'P', case_count: 12 },
              { product_id: 'p2', name: 'Q', case_count: 6 },
            ],
          },
        },
      },
    ]);
  });

  test('the answer of a change that was discarded meanwhile does not become the answer of the change in its place', async () => {
    const t = await confirmed({ [EXECUTE]: [say(200, { errors: [{ message: 'Not enough stock.' }] }, 'Refused.')] });
    const [op] = await t.ops();
    if (!op) throw new Error('nothing waits');
    let turn = 0;
    t.whileUnderWay(EXECUTE, async () => {
      turn += 1;
      if (turn === 1) await t.ports.store.change((tx) => tx.put({ ...op, key: 'another' }));
    });
    await t.flush();
    expect(t.writes()).toEqual([EXECUTE, EXECUTE]);
    expect(await t.ops()).toMatchObject([{ key: 'another', state: 'attention', last_error: { key: 'another' } }]);
  });

  test('somebody else completed it: the person is told', async () => {
    const t = await confirmed({ 'purchase_order/read': [say(200, order('5', { tag: 'receipt' }))] });
    await t.flush();
    expect(await t.ops()).toMatchObject([{ state: 'conflict', last_error: { data: { error: 'already_executed' } } }]);
  });

  test('what was confirmed is sent; an error list refuses it, in whatever form the list comes', async () => {
    for (const data of [['Not enough stock.'], { errors: [{ message: 'Not enough stock.' }] }]) {
      const t = await confirmed({ [EXECUTE]: [say(200, data, 'Transfer failed.')] });
      await t.flush();
      expect(t.sent[EXECUTE]).toEqual({ _id: '5', commit: true, error_on_empty: true });
      expect(await t.ops()).toMatchObject([
        {
          state: 'attention',
          last_error: { message: 'Transfer failed.', data: { errors: [{ message: 'Not enough stock.' }] } },
        },
      ]);
    }
  });

  test('status 200 with code 403 is a refusal: nothing moved, and it may be discarded at once', async () => {
    const t = await confirmed({ [EXECUTE]: [say(403, null, 'Not allowed')] });
    await t.flush();
    const [op] = await t.ops();
    expect(op).toMatchObject({ state: 'attention', attempts: 0, last_error: { message: 'Not allowed' } });
    const before = t.requests.length;
    expect(await t.outbox.discard(op?.seq ?? 0)).toBe('discarded');
    expect(t.requests).toHaveLength(before);
  });

  test('a refusal after a try without an answer is not believed before the order was looked at: that try had moved the stock', async () => {
    const t = await confirmed({ [EXECUTE]: [SILENT, say(400, null, 'It is a receipt.')] });
    await t.flush();
    t.time.now += UNDER_WAY_MS;
    // It arrives between the look and the second try.
    t.answers['purchase_order/read'] = [say(200, order('5')), say(200, order('5', { tag: 'receipt' }))];
    await t.flush();
    expect(t.writes()).toEqual([EXECUTE, EXECUTE]);
    expect(await t.ops()).toEqual([]);
    expect(await t.past()).toMatchObject([{ op: { type: 'execute', state: 'done' } }]);
  });

  test('one that got no answer is let go only when nothing of it can be under way', {
    tags: ['PLAINQ-04'],
  }, async () => {
    const t = await confirmed({ [EXECUTE]: [SILENT] });
    await t.flush();
    const [op] = await t.ops();
    expect(await t.outbox.discard(op?.seq ?? 0)).toBe('needs_connection');
    t.time.now += UNDER_WAY_MS;
    expect(await t.outbox.discard(op?.seq ?? 0)).toBe('discarded');
    const other = await confirmed({ [EXECUTE]: [SILENT] });
    await other.flush();
    other.answers['purchase_order/read'] = [say(200, order('5', { tag: 'receipt' }))];
    expect(await other.outbox.discard((await other.ops())[0]?.seq ?? 0)).toBe('was_done');
  });
});

describe('which server it is', { tags: ['PLAINQ-06'] }, () => {
  test('nothing is sent to a server of which nothing is known, until a read has shown it', async () => {
    const t = tablet({ 'administrator/read_delegate': [say(404, null)] });
    t.facts.replay = null;
    await t.outbox.createTransfer(HEADER);
    await t.flush();
    expect(t.writes()).toEqual([]);
    t.answers['administrator/read_delegate'] = [{ ...say(200, { profile: {} }), replay: true } as PlainReply];
    await t.flush();
    await t.flush();
    expect(t.writes()).toEqual([]);
    expect(t.keyed).toEqual([CREATE]);
    // It never believes less.
    t.facts.replay = false;
    await t.outbox.createTransfer(HEADER);
    await t.flush();
    expect(t.keyed).toEqual([CREATE, CREATE]);
  });

  test('the server recognises repeats by now: what went without a key is looked up before it gets one', async () => {
    const t = tablet({ [CREATE]: [SILENT], [LIST]: [say(200, [])] });
    await t.outbox.createTransfer(HEADER);
    await t.flush();
    t.facts.replay = true;
    await t.flush();
    expect(t.keyed).toEqual([]);
    t.time.now += UNDER_WAY_MS;
    await t.flush();
    await t.flush();
    expect(t.writes()).toEqual([CREATE]);
    expect(t.keyed).toEqual([CREATE]);
    expect(await t.ops()).toEqual([]);
  });

  test('a session that ended is heard at the first read: nothing is tried, and what waits goes on after a sign-in', async () => {
    const t = tablet({
      'administrator/read_delegate': [say(401, null), say(200, { profile: {} })],
      [CREATE]: [say(200, '7')],
    });
    await t.outbox.createTransfer(HEADER);
    expect((await t.flush()).stopped).toBe('sign_in');
    expect(await t.ops()).toMatchObject([{ state: 'paused_auth', attempts: 0 }]);
    await t.flush();
    expect(await t.ops()).toEqual([]);
  });

  test('reversals and stocktakes are refused before they are saved, with the reason', {
    tags: ['PLAINQ-10'],
  }, async () => {
    const t = tablet();
    const goods = { header: { ...HEADER }, lines: [] };
    const reversal = { reason: 'wrong', expect_digest: '', about: { receipt_id: '5', ref: 'PO-5', goods } };
    await expect(t.outbox.reverse(reversal)).rejects.toThrow(
      'This server cannot reverse a receipt. Create the opposite transfer.',
    );
    const opening = {
      warehouse_id: 'w1',
      scope: 'all',
      scope_id: null,
      product_ids: [],
      blind: false,
      note: '',
      about: { warehouse_name: 'W', scope_name: '' },
    } as const;
    await expect(t.outbox.openStocktake({ ...opening, product_ids: [] })).rejects.toThrow(
      'This server does not support stocktakes. Nothing was saved.',
    );
    expect(await t.ops()).toEqual([]);
    // One that was saved while nothing was known of the server waits for a person, with the same words.
    t.facts.replay = null;
    await t.outbox.reverse(reversal);
    await t.flush();
    expect(await t.ops()).toMatchObject([
      { type: 'reverse', state: 'attention', last_error: { message: expect.stringMatching(/^This server cannot/) } },
    ]);
  });
});
