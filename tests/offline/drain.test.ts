/** A pass and its lanes: what stands between an answer and the next request. */
import { describe, expect, test } from 'vitest';
import { drain } from '#offline/drain/drain.ts';
import { knownEpoch } from '#offline/drain/epoch.ts';
import type { Reply, Request, Store } from '#offline/store/ports.ts';
import { kind, line, NOWHERE, SILENCE, say } from '#tests/support/scripted.ts';
import { scriptedTablet } from '#tests/support/scriptedTablet.ts';

/** 300 lines of each of these transfers. */
async function filled(transfers: readonly string[], answer: Parameters<typeof scriptedTablet>[0] = kind) {
  const t = scriptedTablet(answer);
  for (const transfer of transfers)
    await t.outbox.saveLines(
      transfer,
      Array.from({ length: 300 }, (_, n) => ({ line: line(`${transfer}-${n}`, 1), at: NOWHERE })),
    );
  return t;
}
const productsOf = (requests: readonly Request[], transfer: string) =>
  requests
    .filter((request) => request.fields.purchase_order_id === transfer)
    .flatMap((request) => request.fields.product_id as string[]);
const inOrder = (transfer: string) => Array.from({ length: 300 }, (_, n) => `${transfer}-${n}`);

describe('between an answer and the next request', { tags: ['rule-21'] }, () => {
  test.each([401, 426, 503])(
    'after a %i nothing more is taken: what was never sent is no try',
    { tags: ['SYNC-21', 'SYNC-24'] },
    async (code) => {
      const t = await filled(['order-1']);
      t.world.answer = () => say(code, { error: 'no' });
      await drain(t.ports, t.owner, { forced: true });
      expect(t.requests).toHaveLength(1);
      const ops = await t.ops();
      expect(ops.filter((op) => op.state === 'sending')).toEqual([]);
      expect(ops.slice(125).map((op) => `${op.state} ${op.attempts}`)).toEqual(Array(175).fill('queued 0'));
    },
  );

  test.each([
    ['comes to nothing', 200],
    ['ends the session', 401],
  ])(
    'one lane hears nothing and is told when to come again; what the other one hears then (%s) is no word on that',
    { tags: ['SYNC-24'] },
    async (_what, code) => {
      const t = scriptedTablet(kind);
      await t.ports.store.change((tx) => tx.setMeta('epoch', 'e1'));
      for (const transfer of ['order-1', 'order-2']) await t.outbox.saveLine(transfer, line('p1', 1), NOWHERE);
      const waits = async () => Number((await t.ports.store.read((tx) => tx.meta('next_pass'))) ?? 0);
      t.world.answer = async (request) => {
        if (request.fields.purchase_order_id === 'order-1')
          return { ...say(503, { error: 'unavailable' }), retryAfter: 90 };
        while ((await waits()) === 0) await Promise.resolve();
        return code === 200 ? kind(request) : say(code, { error: 'session' });
      };
      const pass = await drain(t.ports, t.owner, { forced: true });
      expect(pass.stopped).toBe(code === 200 ? 'no_answer' : 'sign_in');
      expect([pass.retryAt, await waits()]).toEqual(Array(2).fill(t.world.now + 90_000));
      expect(await t.ports.store.read((tx) => tx.meta('silent_passes'))).toBe(1);
      expect((await t.ops()).map((op) => op.state)).toEqual(code === 200 ? ['queued'] : ['queued', 'paused_auth']);
    },
  );

  test('a disk with room for a verdict and not for the next batch: the verdict is kept, and the queue gets smaller', {
    tags: ['SYNC-21', 'SYNC-48'],
  }, async () => {
    const t = await filled(['order-1']);
    const disk = t.ports.store;
    await disk.change((tx) => tx.setMeta('epoch', 'e1'));
    let full = false;
    const small: Store = {
      read: disk.read,
      change: (work) =>
        disk.change(async (tx) => {
          const done = await work(tx);
          if (full && (await tx.ops()).some((op) => op.state === 'sending' && op.seq > 125))
            throw new DOMException('', 'QuotaExceededError');
          return done;
        }),
    };
    t.world.answer = (request) => {
      full = true;
      return kind(request);
    };
    await expect(drain({ ...t.ports, store: small }, t.owner, { forced: true })).rejects.toThrow();
    expect((await t.ops()).map((op) => `${op.state} ${op.attempts}`)).toEqual(Array(175).fill('queued 0'));
    expect(await t.past()).toHaveLength(125);
    full = false;
    await drain(t.ports, t.owner, { forced: true });
    expect(await t.ops()).toEqual([]);
    expect(productsOf(t.requests, 'order-1')).toEqual(inOrder('order-1'));
  });

  test('an answer of the store that is gone is not believed once another lane heard of the restore', {
    tags: ['SYNC-35', 'SYNC-21'],
  }, async () => {
    const t = scriptedTablet(kind);
    const save = (transfer: string) => t.outbox.saveLine(transfer, line('p1', 1), NOWHERE);
    await save('order-0');
    await drain(t.ports, t.owner, { forced: true });
    await save('order-1');
    await save('order-2');
    let late = true;
    t.world.answer = async (request) => {
      if (request.fields.purchase_order_id !== 'order-1' || !late)
        return { ...kind(request), epoch: 'restored' } as never;
      late = false;
      // On its way since before the restore.
      while ((await t.ports.store.read(knownEpoch)) !== 'restored') await Promise.resolve();
      return kind(request);
    };
    await drain(t.ports, t.owner, { forced: true });
    expect(await t.ops()).toEqual([]);
    expect(await t.ports.store.read(knownEpoch)).toBe('restored');
    expect(t.requests.filter((request) => request.fields.purchase_order_id === 'order-1')).toHaveLength(2);
  });

  test('a disk that has to be asked twice: each verdict counts once, each line goes out once and in order', {
    tags: ['SYNC-21', 'SYNC-48'],
  }, async () => {
    const t = await filled(['order-1', 'order-2', 'order-3']);
    const disk = t.ports.store;
    const twice: Store = {
      read: disk.read,
      async change(work) {
        // As a full disk: the first time is undone as a whole, the store makes room and asks again.
        await disk
          .change(async (tx) => {
            await work(tx);
            throw new Error('full');
          })
          .catch(() => undefined);
        return disk.change(work);
      },
    };
    const pass = await drain({ ...t.ports, store: twice }, t.owner, { forced: true });
    expect(pass).toEqual({ finished: 900, stopped: null, retryAt: null });
    expect(await t.ops()).toEqual([]);
    for (const transfer of ['order-1', 'order-2', 'order-3'])
      expect(productsOf(t.requests, transfer)).toEqual(inOrder(transfer));
  });

  test('two tabs without a lock: a try of the other one counts, also where this one’s answer says that its own was none', {
    tags: ['SYNC-20', 'SYNC-34'],
  }, async () => {
    let late: (reply: Reply) => void = () => undefined;
    const t = scriptedTablet(() => new Promise<Reply>((resolve) => (late = resolve)));
    await t.outbox.saveLine('order-1', line('p1', 1), NOWHERE);
    const first = drain(t.ports, t.owner, { forced: true });
    while (t.requests.length === 0) await Promise.resolve();
    const lateAnswers = late;
    // The server takes it, and the answer is lost.
    t.world.answer = () => SILENCE;
    await drain(t.ports, t.owner, { forced: true });
    lateAnswers(say(401, { error: 'unauthorized' }));
    await first;
    const [sent] = await t.ops();
    expect([sent?.state, sent?.attempts, sent?.sent_body?.quantity]).toEqual(['paused_auth', 1, 1]);
    expect(await t.outbox.discard(sent?.seq ?? 0)).toBe('needs_connection');
    await t.outbox.saveLine('order-1', line('p1', 2), NOWHERE);
    expect((await t.ops()).map((op) => op.base)).toEqual([null, { after: sent?.key }]);
  });

  test('the verdict of a batch and the next one on its way stand in one transaction of the disk', {
    tags: ['SYNC-21'],
  }, async () => {
    let changes = 0;
    const before: number[] = [];
    const t = await filled(['order-1'], (request) => {
      before.push(changes);
      return kind(request);
    });
    const disk = t.ports.store;
    // The epoch is known, as it is after the first answer of all.
    await disk.change((tx) => tx.setMeta('epoch', 'e1'));
    const counting: Store = {
      read: disk.read,
      change(work) {
        changes += 1;
        return disk.change(work);
      },
    };
    await drain({ ...t.ports, store: counting }, t.owner, { forced: true });
    expect(before.map((at) => at - (before[0] ?? 0))).toEqual([0, 1, 2]);
    expect(productsOf(t.requests, 'order-1')).toEqual(inOrder('order-1'));
  });
});
