/** What an answer makes of a change, beside its verdict: what is kept for the person, the next try, and what is learnt (SYNC section 5). */
import { expect, test } from 'vitest';
import { drain } from '#offline/drain/drain.ts';
import type { Reply, Request, Tx } from '#offline/store/ports.ts';
import { kind, line, NOWHERE, SILENCE, say } from '#tests/support/scripted.ts';
import { scriptedTablet } from '#tests/support/scriptedTablet.ts';
import { HEADER } from '#tests/support/simulationPlace.ts';

async function tablet(answer: (request: Request) => Reply | Promise<Reply>) {
  const t = scriptedTablet(answer);
  await t.ports.store.change((tx) => tx.setMeta('epoch', 'e1'));
  const pass = (forced = false) => drain(t.ports, t.owner, { forced });
  const save = (transfer: string) => t.outbox.saveLine(transfer, line(`p of ${transfer}`, 1), NOWHERE);
  const look = <T>(what: (tx: Tx) => Promise<T>) => t.ports.store.read(what);
  return { ...t, pass, save, look };
}

test('a server that fails at a change: what it said is kept for the person, and its Retry-After is heard, or a second', {
  tags: ['SYNC-24'],
}, async () => {
  const outage = { ...say(500, { error: 'unavailable' }, 'The books are closed.'), retryAfter: 90 } as Reply;
  const t = await tablet(() => outage);
  await t.save('order-1');
  await t.pass();
  const [op] = await t.ops();
  expect(op).toMatchObject({
    state: 'queued',
    failures: 1,
    first_failure: t.world.now,
    next_try: t.world.now + 90_000,
    last_error: { code: 500, message: 'The books are closed.', data: { error: 'unavailable' }, stored: false },
  });
  t.world.answer = () => say(500, {});
  const ports = { ...t.ports, chance: { ...t.ports.chance, next: () => 0 } };
  await drain(ports, t.owner, { forced: true });
  expect((await t.ops())[0]?.next_try).toBe(t.world.now + 1_000);
});

test('silence on one lane does not hide that nobody is signed in, which the other one heard', {
  tags: ['SYNC-23'],
}, async () => {
  let say401: () => void = () => undefined;
  const first = new Promise<void>((resolve) => {
    say401 = resolve;
  });
  const t = await tablet(async ({ fields }) => {
    if ((fields.product_id as string[])[0] === 'p of order-1') {
      say401();
      return say(401, {});
    }
    await first;
    await new Promise((resolve) => setTimeout(resolve, 20));
    return SILENCE;
  });
  await t.save('order-1');
  await t.save('order-2');
  expect((await t.pass()).stopped).toBe('sign_in');
  expect(t.requests).toHaveLength(2);
});

test('what was sent ends the waits of before, and says when: the next silence is the first again', {
  tags: ['SYNC-24'],
}, async () => {
  const t = await tablet(() => SILENCE);
  await t.save('order-1');
  for (let silent = 1; silent <= 5; silent += 1) {
    t.world.now += 600_000;
    await t.pass();
  }
  expect(await t.look((tx) => tx.meta('silent_passes'))).toBe(5);
  const due = Number(await t.look((tx) => tx.meta('next_pass')));
  expect(due).toBeGreaterThan(t.world.now);
  expect(await t.look((tx) => tx.meta('last_sent'))).toBeUndefined();
  t.world.now = due;
  t.world.answer = kind;
  expect((await t.pass()).finished).toBe(1);
  const metas = await Promise.all(
    ['silent_passes', 'next_pass', 'last_sent'].map((name) => t.look((tx) => tx.meta(name))),
  );
  expect(metas).toEqual([0, 0, due]);
});

test('ids: a create is known by its transfer and by its key; an answer without an id teaches nothing', {
  tags: ['SYNC-14', 'SYNC-19'],
}, async () => {
  let created: unknown = '';
  const t = await tablet((request) => {
    if (request.path === 'purchase_order/create') return say(200, created);
    if (request.path.endsWith('upsert_bulk')) {
      const keys = request.fields.op_key as string[];
      return say(200, { results: keys.map((op_key) => ({ op_key, code: 200, message: 'OK', data: {} })) });
    }
    return kind(request);
  });
  const lost = await t.outbox.createTransfer(HEADER);
  const [malformed] = await t.ops();
  await t.pass();
  expect(await t.look((tx) => tx.known(lost))).toBeUndefined();
  expect(await t.look((tx) => tx.known(`op:${malformed?.key}`))).toMatchObject({ id: '' });
  created = 'order-9';
  const transfer = await t.outbox.createTransfer(HEADER);
  const create = (await t.ops()).find((op) => op.transfer === transfer);
  await t.pass(true);
  expect(await t.look((tx) => tx.known(transfer))).toMatchObject({ id: 'order-9', version: 1 });
  expect(await t.look((tx) => tx.known(`op:${create?.key}`))).toMatchObject({ id: 'order-9', version: 1 });
  await t.save('order-9');
  const upsert = (await t.ops()).find((op) => op.type === 'upsert');
  expect((await t.pass(true)).finished).toBe(1);
  expect(await t.look((tx) => tx.known(`op:${upsert?.key}`))).toBeUndefined();
  expect(await t.look((tx) => tx.known(upsert?.chain ?? ''))).toBeUndefined();
});
