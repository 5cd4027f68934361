/** A server that fails at everything is an outage; one that fails at one change is that change's own matter (K42). A key may be a stranger's (S15). */
import { expect, test } from 'vitest';
import { drain } from '#offline/drain/drain.ts';
import type { Reply, Request } from '#offline/store/ports.ts';
import { kind, line, NOWHERE, say } from '#tests/support/scripted.ts';
import { scriptedTablet } from '#tests/support/scriptedTablet.ts';

const FAILED = say(500, { error: 'internal' });
const MINUTE = 60_000;

function tablet(answer: (request: Request) => Reply) {
  const t = scriptedTablet(answer);
  const pass = (forced = false) => drain(t.ports, t.owner, { forced });
  const save = (transfer: string, product = `p of ${transfer}`) =>
    t.outbox.saveLine(transfer, line(product, 1), NOWHERE);
  const hours = async (count: number) => {
    for (let minute = 0; minute < count * 60; minute += 5) {
      t.world.now += 5 * MINUTE;
      await pass();
    }
  };
  const states = async () => (await t.ops()).map((op) => op.state);
  return { ...t, pass, save, hours, states };
}

test.each([
  ['five lines of one transfer', ['order-1', 'order-1', 'order-1', 'order-1', 'order-1']],
  ['lines of five transfers', ['order-1', 'order-2', 'order-3', 'order-4', 'order-5']],
])(
  '%s through three hours of 500 on all of them: nobody is asked, and all go by themselves afterwards',
  { tags: ['K42'] },
  async (_what, of) => {
    const t = tablet(() => FAILED);
    for (const [at, transfer] of of.entries()) await t.save(transfer, `p${at}`);
    await t.hours(3);
    expect(await t.states()).toEqual(of.map(() => 'queued'));
    // A server that fails at everything is not asked by everything that waits.
    expect(t.requests.length).toBeLessThanOrEqual(36 * 4);
    t.world.answer = kind;
    await t.hours(1);
    expect(await t.ops()).toEqual([]);
  },
);

test('one change at which the server fails while it does the others: a person after eight tries over half an hour', {
  tags: ['K42'],
}, async () => {
  const isPoison = (request: Request) => (request.fields.product_id as string[]).includes('poison');
  const t = tablet((request) => (isPoison(request) ? FAILED : kind(request)));
  await t.save('order-1', 'poison');
  for (let turn = 0; turn < 12; turn += 1) {
    await t.save(`other-${turn}`);
    t.world.now += 5 * MINUTE;
    await t.pass();
    if (turn < 6) expect(await t.states()).toContain('queued');
  }
  expect((await t.ops()).map((op) => [op.transfer, op.state])).toEqual([['order-1', 'attention']]);
});

test('alone it is the own matter of that change', { tags: ['K42'] }, async () => {
  const t = tablet(() => FAILED);
  await t.save('order-1');
  await t.hours(1);
  expect(await t.states()).toEqual(['attention']);
});

test('what an outage cost is not counted afterwards: the next failure is the first that counts', {
  tags: ['K42'],
}, async () => {
  const t = tablet(() => FAILED);
  for (const at of [1, 2, 3]) await t.save(`order-${at}`);
  await t.hours(3);
  const isPoison = (request: Request) => request.fields.purchase_order_id === 'order-1';
  t.world.answer = (request) => (isPoison(request) ? FAILED : kind(request));
  for (let turn = 0; turn < 3; turn += 1) {
    t.world.now += 5 * MINUTE;
    await t.pass();
  }
  const [op] = await t.ops();
  expect(op).toMatchObject({ transfer: 'order-1', state: 'queued' });
  expect(op?.counted).toBeLessThan(4);
});

test('after a day of the same on all ops a person looks all the same', { tags: ['K42'] }, async () => {
  const t = tablet(() => FAILED);
  for (const at of [1, 2, 3]) await t.save(`order-${at}`);
  await t.hours(28);
  expect(await t.states()).toEqual(['attention', 'attention', 'attention']);
});

test('"Try again" for all at once: whoever may be tried again under the same key, and nobody else', {
  tags: ['K42'],
}, async () => {
  const t = tablet((request) =>
    say(request.path.endsWith('execute') ? 200 : 403, { errors: [{}], error: 'forbidden' }),
  );
  t.world.answer = (request) =>
    request.path.endsWith('execute')
      ? say(200, { errors: [{ code: 'short_stock' }] })
      : say(403, { error: 'forbidden' });
  for (const at of [1, 2, 3]) await t.save(`order-${at}`);
  await t.outbox.complete('order-4', { expect_digest: 'd', lines: 1 });
  await t.pass();
  const keys = (await t.ops()).map((op) => op.key);
  expect(await t.states()).toEqual(['attention', 'attention', 'attention', 'attention']);
  expect(await t.outbox.retryAll()).toBe(3);
  expect(await t.states()).toEqual(['queued', 'queued', 'queued', 'attention']);
  expect((await t.ops()).map((op) => op.key)).toEqual(keys);
});

const SPOILT = say(422, { error: 'idempotency_mismatch', renew: true });

test('a key that a stranger spoilt gets another one by itself, the change goes once, and what stands on it still does', {
  tags: ['S15'],
}, async () => {
  const t = tablet(() => SPOILT);
  const key = await t.outbox.saveHeader('order-1', { ...header }, 1);
  await t.save('order-1');
  t.world.answer = (request) => (request.key === key ? SPOILT : kind(request));
  await t.pass(true);
  await t.pass(true);
  expect(await t.ops()).toEqual([]);
  const past = await t.past();
  expect(past.find((one) => one.key === key)?.op.state).toBe('superseded');
  expect(t.requests.filter((one) => one.path === 'purchase_order/update').map((one) => one.fields)).toHaveLength(2);
});

test.each([
  ['whose copy may go out from elsewhere', true, SPOILT],
  ['without the word that nothing took effect', false, say(422, { error: 'idempotency_mismatch' })],
] as const)('a change %s keeps its key, and a person decides', { tags: ['S15'] }, async (_what, copied, answer) => {
  const t = tablet(() => answer);
  const key = await t.outbox.saveHeader('order-1', { ...header }, 1);
  if (copied) await t.outbox.exportUnsent();
  await t.pass(true);
  expect(await t.ops()).toMatchObject([{ key, state: 'attention' }]);
});

test('where it happens again and again a person looks', { tags: ['S15'] }, async () => {
  const t = tablet(() => SPOILT);
  await t.outbox.saveHeader('order-1', { ...header }, 1);
  for (let turn = 0; turn < 6; turn += 1) await t.pass(true);
  expect(await t.states()).toEqual(['attention']);
  expect(t.requests).toHaveLength(4);
});

const header = {
  timestamp: 1_795_000_000,
  source_type: 'distributor',
  source: 'd1',
  destination_type: 'seller',
  destination: 's1',
  meta: '{}',
  source_name: 'D',
  destination_name: 'S',
} as const;
