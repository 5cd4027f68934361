/** A pass as a whole: what wakes it, how long it goes on, what it leaves for the next one. */
import { describe, expect, test } from 'vitest';
import { drain } from '#offline/drain/drain.ts';
import { noticeEpoch } from '#offline/drain/epoch.ts';
import type { Op } from '#offline/outbox/op.ts';
import { makeOutbox } from '#offline/outbox/outbox.ts';
import type { QueueOwner, Reply, Request, Store } from '#offline/store/ports.ts';
import { kind, line, NOWHERE, SILENCE, say } from '#tests/support/scripted.ts';
import { scriptedTablet } from '#tests/support/scriptedTablet.ts';
import { HEADER } from '#tests/support/simulationPlace.ts';

const MINUTE = 60_000;

/** A tablet that knows its server's store. */
async function tablet(answer: (request: Request) => Reply | Promise<Reply> = kind) {
  const t = scriptedTablet(answer);
  await t.ports.store.change((tx) => tx.setMeta('epoch', 'e1'));
  const pass = (forced = false, owner: QueueOwner = t.owner) => drain(t.ports, owner, { forced });
  const save = (transfer: string, product = 'p1') => t.outbox.saveLine(transfer, line(product, 1), NOWHERE);
  const put = (op: Op | undefined, more: Partial<Op>) =>
    t.ports.store.change(async (tx) => op && tx.put({ ...op, ...more }));
  return { ...t, pass, save, put };
}
const refusing = (code: number, retryAfter: number | null = null) =>
  ({ ...say(code, { error: 'no' }), retryAfter }) as Reply;

describe('before its time', { tags: ['rule-24'] }, () => {
  test('the server asked for a minute: nothing goes out before it is over, also of what is saved since; the button asks at once', {
    tags: ['SYNC-24'],
  }, async () => {
    const t = await tablet(() => refusing(503, 60));
    await t.save('order-1');
    await t.pass();
    await t.save('order-2');
    t.world.answer = kind;
    const due = t.world.now + MINUTE;
    t.world.now += MINUTE - 1;
    expect(await t.pass()).toEqual({ finished: 0, retryAt: due, stopped: 'no_answer' });
    expect(t.requests).toHaveLength(1);
    expect((await t.pass(true)).finished).toBe(2);
  });

  test('what the server failed at waits for its time, the button does not', { tags: ['SYNC-24'] }, async () => {
    const t = await tablet(() => refusing(500, 60));
    await t.save('order-1');
    await t.pass();
    t.world.answer = kind;
    expect((await t.pass()).finished).toBe(0);
    expect(t.requests).toHaveLength(1);
    expect((await t.pass(true)).finished).toBe(1);
  });

  test('somebody heard of the server: the pass goes on, what is put off stays so, and whoever hangs waits longer each time', {
    tags: ['SYNC-24'],
  }, async () => {
    const t = await tablet(() => refusing(500, 600));
    await t.save('order-1');
    await t.pass();
    t.world.answer = () => SILENCE;
    await t.save('order-2');
    const waits: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      const before = t.requests.length;
      const { retryAt } = await drain(t.ports, t.owner, { woken: true });
      expect(t.requests.slice(before).map(({ fields }) => String(fields.purchase_order_id))).toEqual([
        expect.stringContaining('order-2'),
      ]);
      waits.push((retryAt ?? 0) - t.world.now);
    }
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(waits.at(-1)).toBeGreaterThan((waits[0] ?? 0) * 4);
    t.world.answer = kind;
    expect((await drain(t.ports, t.owner, { woken: true })).finished).toBe(1);
    expect((await t.pass(true)).finished).toBe(1);
  });

  test('asked again before the first try was over: what hung keeps its place behind the others', {
    tags: ['SYNC-18'],
  }, async () => {
    const t = await tablet(() => SILENCE);
    await t.save('order-1');
    await t.pass();
    const [hung] = await t.ports.store.read((tx) => tx.ops());
    t.world.answer = () => say(409, { error: 'in_progress' });
    await t.pass(true);
    const [still] = await t.ports.store.read((tx) => tx.ops());
    expect(still).toMatchObject({ state: 'queued', silence: hung?.silence });
    expect(hung?.silence?.turn).toBeGreaterThan(0);
  });

  test('the button ends the wait for good: what is saved after it does not wait for the rest of it', {
    tags: ['SYNC-24'],
  }, async () => {
    const t = await tablet(() => refusing(503, 600));
    await t.save('order-1');
    await t.pass();
    // It is there again, and refuses this one.
    t.world.answer = () => refusing(400);
    await t.pass(true);
    t.world.answer = kind;
    await t.save('order-2');
    expect((await t.pass()).finished).toBe(1);
  });

  test('the button begins the waiting anew: the silence after it is the first one', { tags: ['SYNC-24'] }, async () => {
    const t = await tablet(() => SILENCE);
    await t.save('order-1');
    for (let pass = 0; pass < 6; pass += 1) {
      await t.pass();
      t.world.now += 10 * MINUTE;
    }
    const { retryAt } = await t.pass(true);
    // Half of the first two seconds; the exponent of seven silent passes would be minutes.
    expect(retryAt).toBe(t.world.now + 1_000);
  });

  test('a change that is under way on the server is asked for again after its Retry-After, never at once', {
    tags: ['SYNC-18', 'SYNC-24'],
  }, async () => {
    const t = await tablet(() => ({ ...say(409, { error: 'in_progress' }), retryAfter: 90 }) as Reply);
    await t.save('order-1');
    expect((await t.pass()).retryAt).toBe(t.world.now + 90_000);
    const [waiting] = await t.ops();
    await t.put(waiting, { next_try: 0 });
    t.world.answer = () => say(409, { error: 'in_progress' });
    const ports = { ...t.ports, chance: { ...t.ports.chance, next: () => 0 } };
    expect((await drain(ports, t.owner)).retryAt).toBe(t.world.now + 1_000);
  });

  test('the next pass is for the first of one’s own that waits for a time; what waits for a person or for somebody else has none', {
    tags: ['SYNC-18', 'SYNC-41'],
  }, async () => {
    const t = await tablet(() => refusing(401));
    for (const transfer of ['order-1', 'order-2', 'order-3', 'order-4', 'order-4']) await t.save(transfer, transfer);
    const waits = t.world.now + 20_000;
    const [first, second, theirs, refused] = await t.ops();
    await t.put(first, { next_try: waits + 5_000 });
    await t.put(second, { next_try: waits });
    await t.put(theirs, { user_id: 'bem', next_try: waits - 5_000 });
    await t.put(refused, { state: 'attention' });
    await t.outbox.saveLine('order-4', line('order-4', 2), NOWHERE);
    const behind = (await t.ops()).at(-1);
    await t.put(behind, { next_try: t.world.now - 5_000 });
    expect((await t.pass()).retryAt).toBe(waits);
    await t.put(first, { user_id: 'bem' });
    await t.put(second, { user_id: 'bem' });
    // Its time is over, what it stands on waits for a person: nobody is woken for that.
    expect((await t.pass()).retryAt).toBeNull();
    expect(t.requests).toEqual([]);
  });
});

describe('one pass', { tags: ['rule-20'] }, () => {
  test('the lock is let go of after a minute, and what is left goes on at once', { tags: ['SYNC-20'] }, async () => {
    const t = await tablet((request) => {
      t.world.now += 25_000;
      return kind(request);
    });
    await t.outbox.saveLines(
      'order-1',
      Array.from({ length: 600 }, (_, at) => ({ line: line(`p${at}`, 1), at: NOWHERE })),
    );
    const { finished, retryAt, stopped } = await t.pass();
    expect([t.requests.length, finished, retryAt, stopped]).toEqual([3, 375, t.world.now, null]);
    expect((await t.ops()).filter((op) => op.state !== 'queued' || op.attempts > 0)).toEqual([]);
    expect((await t.pass()).finished).toBe(225);
  });

  test('what a dead flusher left is taken over by whoever comes, another officer as well, and still sent by its own alone', {
    tags: ['SYNC-20', 'SYNC-41'],
  }, async () => {
    const t = await tablet();
    await t.save('order-1');
    await t.put((await t.ops())[0], { state: 'sending', attempts: 1 });
    const bem: QueueOwner = { ...t.owner, user_id: 'bem' };
    await t.pass(false, bem);
    expect((await t.ops()).map((op) => op.state)).toEqual(['queued']);
    expect(t.requests).toEqual([]);
  });

  test('a lane that broke: the pass is over, and the lock free, when the other one has its answer', {
    tags: ['SYNC-20'],
  }, async () => {
    let tell: (reply: Reply) => void = () => undefined;
    const t = await tablet((request) =>
      request.fields.purchase_order_id === 'order-1'
        ? Promise.reject(new Error('broken'))
        : new Promise<Reply>((resolve) => (tell = resolve)),
    );
    await t.save('order-1');
    await t.save('order-2');
    let over = false;
    const pass = t.pass().finally(() => {
      over = true;
    });
    pass.catch(() => undefined);
    for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
    expect([t.requests.length, over]).toEqual([2, false]);
    tell(kind(t.requests[1] as Request));
    await expect(pass).rejects.toThrow('broken');
    expect((await t.ops()).map((op) => op.transfer)).toEqual(['order-1']);
  });

  test('what one lane took beside a verdict goes out, also where the other one hears then that nobody is signed in', {
    tags: ['SYNC-21'],
  }, async () => {
    const t = await tablet();
    const disk = t.ports.store;
    const states = async (transfer: string) => (await disk.read((tx) => tx.opsOf(transfer))).map((op) => op.state);
    await t.outbox.saveLines(
      'order-1',
      Array.from({ length: 200 }, (_, at) => ({ line: line(`p${at}`, 1), at: NOWHERE })),
    );
    await t.save('order-2');
    t.world.answer = async (request) => {
      if (request.fields.purchase_order_id === 'order-1') return kind(request);
      while ((await t.past()).length < 125) await Promise.resolve();
      return refusing(401);
    };
    const slow: Store = {
      read: disk.read,
      async change(work) {
        const done = await disk.change(work);
        // The first lane hears of its own transaction after the other one has written that nobody is signed in.
        if ((await t.past()).length === 125)
          for (let turn = 0; turn < 500 && !(await states('order-2')).includes('paused_auth'); turn += 1);
        return done;
      },
    };
    await drain({ ...t.ports, store: slow }, t.owner);
    expect(await states('order-2')).toEqual(['paused_auth']);
    expect(await states('order-1')).toEqual([]);
  });

  test('removals of nothing are settled without a request, count, and hold up nothing behind them', {
    tags: ['SYNC-18'],
  }, async () => {
    const t = await tablet(() => refusing(400));
    for (const transfer of ['order-1', 'order-2', 'order-3']) {
      await t.save(transfer);
      await t.pass(true);
      await t.outbox.removeLine(transfer, line('p1', 1), NOWHERE);
    }
    t.world.answer = kind;
    for (const op of await t.ops()) if (op.type === 'upsert') await t.outbox.discard(op.seq);
    await t.save('order-4');
    t.requests.length = 0;
    const { finished } = await t.pass(true);
    expect([finished, t.requests.length]).toEqual([4, 1]);
    expect(await t.ops()).toEqual([]);
  });
});

describe('what nobody answers', { tags: ['rule-18'] }, () => {
  const transferOf = (request: Request) => String(request.fields.purchase_order_id ?? '');
  const lines = (count: number) => Array.from({ length: count }, (_, at) => ({ line: line(`p${at}`, 1), at: NOWHERE }));
  /** So many passes, each once its time has come. */
  const passes = async (t: Awaited<ReturnType<typeof tablet>>, most: number, until: () => Promise<boolean>) => {
    let done = 0;
    for (; done < most && !(await until()); done += 1) {
      await t.pass();
      t.world.now += 10 * MINUTE;
    }
    return done;
  };

  test('two transfers that never get an answer hold up none of the others; each of them is still asked for in its turn', {
    tags: ['SYNC-18'],
  }, async () => {
    const t = await tablet((request) => (transferOf(request).startsWith('mute') ? SILENCE : kind(request)));
    for (const transfer of ['mute-1', 'mute-2', 'order-3', 'order-4', 'order-5']) await t.save(transfer);
    const left = async () => (await t.ops()).map((op) => op.transfer);
    expect(await passes(t, 3, async () => (await left()).length === 2)).toBeLessThanOrEqual(3);
    expect(await left()).toEqual(['mute-1', 'mute-2']);
    await t.save('order-6');
    t.requests.length = 0;
    await t.pass();
    expect(transferOf(t.requests[0] as Request)).toBe('order-6');
    t.requests.length = 0;
    await passes(t, 3, async () => false);
    expect(new Set(t.requests.map(transferOf))).toEqual(new Set(['mute-1', 'mute-2']));
  });

  test('many that never get an answer take turns: the one asked for longest ago comes first', {
    tags: ['SYNC-18'],
  }, async () => {
    const t = await tablet(() => SILENCE);
    const all = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const transfer of all) await t.save(transfer);
    await passes(t, 6, async () => false);
    expect(t.requests.map(transferOf)).toEqual([...all, ...all]);
  });

  test('a network that is dead costs two requests a pass, however many transfers wait, by hand as well', {
    tags: ['SYNC-18'],
  }, async () => {
    const t = await tablet(() => SILENCE);
    for (let at = 0; at < 20; at += 1) await t.save(`order-${at}`);
    for (let pass = 0; pass < 5; pass += 1) {
      t.requests.length = 0;
      await t.pass(true);
      expect(t.requests).toHaveLength(2);
    }
    t.world.answer = kind;
    expect((await t.pass(true)).finished).toBe(20);
  });

  test('details of a transfer that never get an answer do not hold up its lines', { tags: ['SYNC-17'] }, async () => {
    const t = await tablet((request) => (request.path.endsWith('update') ? SILENCE : kind(request)));
    await t.outbox.saveHeader('order-1', HEADER, 3);
    await t.save('order-1');
    await passes(t, 2, async () => false);
    expect((await t.ops()).map((op) => op.type)).toEqual(['header']);
  });

  const LATE = { verified: false, late: true } as const;
  const rowsOf = (request: Request) => (request.fields.op_key as string[]).length;

  test('a batch that is too much for the line is halved until it goes through, with the keys and words it had', {
    tags: ['SYNC-18', 'SYNC-26'],
  }, async () => {
    const keys = new Map<string, string>();
    const t = await tablet((request) => {
      for (const [at, key] of (request.fields.op_key as string[]).entries()) {
        const product = (request.fields.product_id as string[])[at] ?? '';
        expect(keys.get(product) ?? key).toBe(key);
        keys.set(product, key);
      }
      return rowsOf(request) > 40 ? LATE : kind(request);
    });
    await t.outbox.saveLines('order-1', lines(125));
    expect(await passes(t, 6, async () => (await t.ops()).length === 0)).toBeLessThan(6);
    expect(t.requests.slice(0, 3).map(rowsOf)).toEqual([125, 62, 31]);
    expect(keys.size).toBe(125);
  });

  test('one line that never gets an answer is left alone in the end, and goes behind the others', {
    tags: ['SYNC-17'],
  }, async () => {
    const t = await tablet((request) =>
      (request.fields.product_id as string[]).includes('p3') ? LATE : kind(request),
    );
    await t.outbox.saveLines('order-1', lines(125));
    await passes(t, 12, async () => (await t.ops()).length === 1);
    expect((await t.ops()).map((op) => op.chain)).toEqual(['order-1:p:p3']);
  });

  test('a line that refuses connections says nothing of the size: what waited a night goes out whole', {
    tags: ['SYNC-18'],
  }, async () => {
    const t = await tablet(() => SILENCE);
    await t.outbox.saveLines('order-1', lines(125));
    await passes(t, 20, async () => false);
    t.world.answer = kind;
    t.requests.length = 0;
    await t.pass(true);
    expect(t.requests.map(rowsOf)).toEqual([125]);
  });

  test('whatever the server says ends it: an answered change waits behind nobody', { tags: ['SYNC-18'] }, async () => {
    const t = await tablet(() => LATE);
    await t.save('order-1');
    await t.pass();
    expect((await t.ops())[0]?.silence).toEqual({ turn: 1, late: 1 });
    t.world.answer = () => refusing(400);
    await t.pass(true);
    expect((await t.ops()).map((op) => [op.state, op.silence])).toEqual([['attention', undefined]]);
  });
});

describe('what an op was made for', { tags: ['rule-12', 'rule-14', 'rule-35'] }, () => {
  test('the id of its transfer was lost: the change counts as nothing that was done, a person is told', {
    tags: ['P1', 'P4', 'SYNC-14'],
  }, async () => {
    const t = await tablet();
    await t.save('local-lost');
    await t.pass();
    expect(t.requests).toEqual([]);
    expect(await t.past()).toEqual([]);
    expect((await t.ops()).map((op) => [op.state, op.last_error?.message])).toEqual([
      ['attention', 'The transfer of this line is not stored on this device.'],
    ]);
  });

  test('each change says which store it was made for: one that was restored since does nothing with it', {
    tags: ['SYNC-35'],
  }, async () => {
    const t = await tablet();
    await t.save('order-1');
    await t.pass();
    expect(t.requests.map((request) => request.epoch)).toEqual(['e1']);
  });

  test('the answer that tells of a restore is no verdict: its change goes out again, with the ids of this store', {
    tags: ['SYNC-35'],
  }, async () => {
    const t = await tablet((request) => ({ ...kind(request), epoch: 'restored' }) as Reply);
    await t.save('order-1');
    expect((await t.pass()).finished).toBe(1);
    expect(t.requests.map((request) => request.epoch)).toEqual(['e1', 'restored']);
    expect(new Set(t.requests.map((request) => request.key)).size).toBe(1);
  });

  test('sent again to a restored server it still claims the version that was seen: a colleague’s change is not lost', {
    tags: ['SYNC-12', 'SYNC-35'],
  }, async () => {
    const t = await tablet(() => SILENCE);
    await t.outbox.saveHeader('order-1', HEADER, 3);
    await t.pass(true);
    await noticeEpoch(t.ports, 'restored');
    t.world.answer = (request) => ({ ...kind(request), epoch: 'restored' }) as Reply;
    await t.pass(true);
    expect(t.requests.map((request) => request.fields.base_version)).toEqual([3, 3]);
  });

  test('a restore is heard while a change of an own line gets no answer: its id is asked for anew', {
    tags: ['SYNC-35'],
  }, async () => {
    const t = await tablet();
    await t.save('order-1');
    await t.pass();
    await t.outbox.saveLine('order-1', line('p1', 2), { item_id: 'item-p1', version: 1 });
    t.world.answer = async () => {
      await noticeEpoch(t.ports, 'restored');
      return SILENCE;
    };
    await t.pass(true);
    t.requests.length = 0;
    t.world.answer = (request) => {
      const reply = { ...kind(request), epoch: 'restored' } as Reply & { data: { results: { data: object }[] } };
      for (const row of reply.data.results) row.data = { _id: 'new-p1', version: 1 };
      return reply;
    };
    await t.pass(true);
    expect(t.requests.map((request) => request.fields._id)).toEqual([[''], ['new-p1']]);
  });

  test('an answer is about its key alone: what stands in that place by then is not settled by it', {
    tags: ['SYNC-34'],
  }, async () => {
    const t = await tablet(async (request) => {
      const [op] = await t.ops();
      await t.put(op, { key: 'another-key-1', state: 'queued', attempts: 0, sent_body: undefined });
      t.world.answer = () => SILENCE;
      return kind(request);
    });
    await t.save('order-1');
    await t.pass();
    expect(await t.past()).toEqual([]);
    expect((await t.ops()).map((op) => op.key)).toEqual(['another-key-1']);
  });

  test('a row whose code is no whole number is no verdict', { tags: ['SYNC-22'] }, async () => {
    const t = await tablet((request) => {
      const [op_key] = request.fields.op_key as string[];
      return say(200, { results: [{ op_key, code: '200', message: 'OK', data: null }] });
    });
    await t.save('order-1');
    expect((await t.pass()).stopped).toBe('no_answer');
    expect((await t.ops()).map((op) => op.state)).toEqual(['queued']);
  });

  test('saved by one release, refused in the next: it waits for an update of that one, and is not asked for at every pass', {
    tags: ['SYNC-46'],
  }, async () => {
    const t = await tablet(() => refusing(426));
    await t.save('order-1');
    const second: QueueOwner = { ...t.owner, app_version: '2' };
    await t.pass(false, second);
    await t.pass(false, second);
    expect(t.requests).toHaveLength(1);
    // Nor does another officer's button ask for it.
    await t.pass(true, { ...second, user_id: 'bem' });
    expect((await t.ops()).map((op) => op.state)).toEqual(['paused_update']);
  });

  test('what another officer adds after it does not hold up a removal of nothing', {
    tags: ['SYNC-41', 'SYNC-34'],
  }, async () => {
    const t = await tablet(() => SILENCE);
    await t.save('order-1');
    await t.pass(true);
    await t.outbox.removeLine('order-1', line('p1', 1), NOWHERE);
    t.world.answer = kind;
    const [add] = await t.ops();
    await t.outbox.discard(add?.seq ?? 0);
    const bem: QueueOwner = { ...t.owner, user_id: 'bem', user_name: 'Bem' };
    await makeOutbox(t.ports, () => bem).saveLine('order-1', line('p1', 2), NOWHERE);
    t.world.answer = () => SILENCE;
    await t.pass(true, bem);
    await t.pass(true);
    expect((await t.ops()).map((op) => op.user_id)).toEqual(['bem']);
  });
});
