/** A transfer that was refused for want of stock is confirmed again with what is there (SYNC rules 17, 19, 29, 34). */
import { describe, expect, test } from 'vitest';
import { sha256Hex } from '#client/session/sha256.ts';
import { digestText } from '#domain/transfer.ts';
import { drain } from '#offline/drain/drain.ts';
import { lessOf, type ShortLine } from '#offline/outbox/confirmAgain.ts';
import { confirmationOf } from '#offline/outbox/confirmed.ts';
import type { Op, TransferLine } from '#offline/outbox/op.ts';
import { overlay } from '#offline/outbox/overlay.ts';
import type { Reply, Request } from '#offline/store/ports.ts';
import { kind, line, NOWHERE, SILENCE, say } from '#tests/support/scripted.ts';
import { scriptedTablet } from '#tests/support/scriptedTablet.ts';
import { HEADER } from '#tests/support/simulationPlace.ts';

const SHORT = {
  errors: [{ code: 'short_stock', message: 'p1: 60 needed, 43 available.', requested: 60, available: 43 }],
};
const unseen = (product_id: string) => ({ product_id, line: null, at: NOWHERE });
const p1: ShortLine[] = [{ seen: unseen('p1'), available: 43 }];

/** Two lines on the server, and a confirmation that the server refuses for want of stock. `refusal`: what the server says instead. */
async function refused(refusal: Reply = say(200, SHORT, 'Transfer failed.'), more: Partial<TransferLine> = {}) {
  const t = scriptedTablet((request: Request) => (request.path.endsWith('execute') ? refusal : kind(request)));
  const transfer = await t.outbox.createTransfer(HEADER);
  await t.outbox.saveLine(transfer, { ...line('p1', 60), quantity_accepted: 60, rate: '12.00', ...more }, NOWHERE);
  await t.outbox.saveLine(transfer, line('p2', 5), NOWHERE);
  const see = async () => overlay(transfer, null, await t.ops(), null, await t.past());
  await t.outbox.complete(transfer, confirmationOf(await see()));
  await drain(t.ports, t.owner, { forced: true });
  const [execute] = (await t.ops()) as [Op<'execute'>];
  expect(execute.state).toBe('attention');
  return { t, transfer, execute, see };
}

describe('with what is there', { tags: ['SYNC-17', 'SYNC-29', 'SYNC-34'] }, () => {
  test('the refused confirmation goes, the line changes, a new key confirms exactly the lines as they are now, without a connection', async () => {
    const { t, execute, see } = await refused();
    t.world.answer = () => SILENCE;
    const key = await t.outbox.completeWithLess(execute.seq, p1);
    const [changed, again, ...rest] = (await t.ops()) as [Op<'upsert'>, Op<'execute'>];
    expect(rest).toEqual([]);
    expect(changed.payload).toMatchObject({ product_id: 'p1', quantity: 43, quantity_accepted: 43, amount: '43.00' });
    // The version that the tablet wrote last: a colleague's change since then is a conflict and is not overwritten.
    expect(changed.base).toEqual({ version: 1 });
    expect(again).toMatchObject({ type: 'execute', key, state: 'queued', attempts: 0, last_error: null });
    expect(again.key).not.toBe(execute.key);
    const view = await see();
    expect(view.state).toBe('completing');
    expect(again.payload).toEqual({ ...confirmationOf(view), expect_header: execute.payload.expect_header });
    expect(again.payload.expect_digest).toBe(sha256Hex(digestText(view.lines)));
    expect((await t.past()).find((one) => one.key === execute.key)?.op.state).toBe('discarded');
  });

  test('of the lots of the line those stay that fit, and the new confirmation covers them', {
    tags: ['LOT-10', 'LOT-11'],
  }, async () => {
    const lots = '[["A1","2027-03-01",20],["B1","2027-05-01",40]]';
    const { t, execute, see } = await refused(undefined, { lots });
    expect(await t.outbox.completeWithLess(execute.seq, [{ seen: unseen('p1'), available: 43 }])).not.toBeNull();
    const [changed, again] = (await t.ops()) as [Op<'upsert'>, Op<'execute'>];
    expect(changed.payload.lots).toBe('[["A1","2027-03-01",20],["B1","2027-05-01",23]]');
    expect(again.payload.expect_lots).toBe(confirmationOf(await see()).expect_lots);
    expect(again.payload.expect_lots).not.toBe(execute.payload.expect_lots);
    expect(again.payload.confirmed?.lines[0]?.lots).toBe(changed.payload.lots);
  });

  test('it is sent as two requests, the line before the confirmation', async () => {
    const { t, execute } = await refused();
    await t.outbox.completeWithLess(execute.seq, p1);
    t.world.answer = kind;
    const before = t.requests.length;
    await drain(t.ports, t.owner, { forced: true });
    expect(t.requests.slice(before).map((one) => one.path)).toEqual([
      expect.stringMatching(/^purchase_order_item\/upsert/),
      'purchase_order/execute',
    ]);
    expect(await t.ops()).toEqual([]);
  });

  test('nothing is there of a product: its line goes, and the new key confirms the others', async () => {
    const { t, execute, see } = await refused();
    const key = await t.outbox.completeWithLess(execute.seq, [{ seen: unseen('p1'), available: 0 }]);
    const [removal, again, ...rest] = (await t.ops()) as [Op<'remove'>, Op<'execute'>];
    expect(rest).toEqual([]);
    expect(removal).toMatchObject({ type: 'remove', payload: { product_id: 'p1' }, base: { version: 1 } });
    const view = await see();
    expect(view.lines.map((one) => one.product_id)).toEqual(['p2']);
    expect(again).toMatchObject({ key, payload: { lines: 1 } });
    expect(again.payload).toEqual({ ...confirmationOf(view), expect_header: execute.payload.expect_header });
    t.world.answer = kind;
    await drain(t.ports, t.owner, { forced: true });
    expect(await t.ops()).toEqual([]);
  });

  test('pressed twice, it is done once', async () => {
    const { t, execute } = await refused();
    await t.outbox.completeWithLess(execute.seq, p1);
    const after = await t.ops();
    expect(await t.outbox.completeWithLess(execute.seq, p1)).toBeNull();
    expect(await t.ops()).toEqual(after);
  });
});

describe('before it is sent', { tags: ['SYNC-17', 'SYNC-34'] }, () => {
  /** The same two lines, confirmed without a connection. */
  async function waiting() {
    const t = scriptedTablet(() => SILENCE);
    const transfer = await t.outbox.createTransfer(HEADER);
    await t.outbox.saveLine(transfer, { ...line('p1', 60), quantity_accepted: 60, rate: '12.00' }, NOWHERE);
    await t.outbox.saveLine(transfer, line('p2', 5), NOWHERE);
    const see = async () => overlay(transfer, null, await t.ops(), null, await t.past());
    await t.outbox.complete(transfer, confirmationOf(await see()));
    const execute = (await t.ops()).find((op) => op.type === 'execute') as Op<'execute'>;
    return { t, execute, see };
  }

  test('a confirmation that was tried stays: the server may have done it', async () => {
    const { t, execute } = await waiting();
    await t.ports.store.change((tx) => tx.put({ ...execute, attempts: 1 }));
    const before = await t.ops();
    expect(await t.outbox.completeWithLess(execute.seq, p1)).toBeNull();
    expect(await t.ops()).toEqual(before);
  });

  test('one that was never tried is replaced, with the line as it is then; all of it is sent once', async () => {
    const { t, execute, see } = await waiting();
    const key = await t.outbox.completeWithLess(execute.seq, p1);
    expect(key).not.toBeNull();
    const ops = await t.ops();
    expect(ops.filter((op) => op.type === 'execute')).toMatchObject([{ key, state: 'queued', attempts: 0 }]);
    expect(ops.filter((op) => op.type === 'upsert').map((op) => (op as Op<'upsert'>).payload.quantity)).toEqual([
      43, 5,
    ]);
    const view = await see();
    expect(ops.find((op) => op.key === key)?.payload).toMatchObject({
      expect_digest: sha256Hex(digestText(view.lines)),
    });
    t.world.answer = kind;
    await drain(t.ports, t.owner, { forced: true });
    expect(await t.ops()).toEqual([]);
    expect(t.requests.filter((one) => one.path.endsWith('execute'))).toHaveLength(1);
  });
});

describe('nothing changes', { tags: ['SYNC-19', 'SYNC-34'] }, () => {
  const stays = async ({ t, execute }: Awaited<ReturnType<typeof refused>>, short = p1) => {
    const before = await t.ops();
    expect(await t.outbox.completeWithLess(execute.seq, short)).toBeNull();
    expect(await t.ops()).toEqual(before);
  };

  test('where nothing is there of any product: no line would be left', async () => {
    await stays(await refused(), [
      { seen: unseen('p1'), available: 0 },
      { seen: unseen('p2'), available: 0 },
    ]);
  });

  test('where the tablet does not know one of the lines as it was confirmed', async () => {
    const { t, execute, see } = await refused();
    await stays({ t, execute, see, transfer: '' }, [...p1, { seen: unseen('p9'), available: 1 }]);
    // A colleague's newer line was read meanwhile.
    const theirs: TransferLine = { ...line('p1', 50), quantity_accepted: 50, amount: '50.00' };
    const at = { item_id: 'item-p1', version: 7 };
    await stays({ t, execute, see, transfer: '' }, [{ seen: { product_id: 'p1', line: theirs, at }, available: 43 }]);
  });

  test('where the answer was no final one: the same key could still take effect', async () => {
    await stays(await refused(say(403, null, 'Not allowed.')));
  });

  test('for another officer of the tablet', async () => {
    const made = await refused();
    Object.assign(made.t.owner, { user_id: 'bola' });
    await stays(made);
  });
});

describe('a line with less of it', { tags: ['K1', 'B3.5'] }, () => {
  const typed: TransferLine = { ...line('p1', 24), quantity_accepted: 24, amount: '100.00', rate: '50.00' };

  test.each<[string, TransferLine, number, Partial<TransferLine>]>([
    ['expected and accepted are one figure', typed, 12, { quantity: 12, quantity_accepted: 12, amount: '50.00' }],
    ['it was not counted', { ...typed, quantity_accepted: null }, 6, { quantity: 6, quantity_accepted: null }],
    ['its price is known by its amount alone', { ...typed, rate: undefined }, 12, { quantity: 12, amount: '50.00' }],
    [
      'another quantity was accepted: what was expected stays, with its amount and its reason',
      { ...typed, quantity_accepted: 20, reason: 'damaged' },
      12,
      { quantity: 24, quantity_accepted: 12, amount: '100.00', reason: 'damaged' },
    ],
    [
      'more was accepted than expected, now less: the usual reason',
      { ...typed, quantity_accepted: 30 },
      12,
      { quantity: 24, quantity_accepted: 12, reason: 'short' },
    ],
  ])('%s', (_, before, available, after) => {
    expect(lessOf(before, available, false)).toMatchObject(after);
  });

  test('goods that go back keep why they do, also where the figures agree then', () => {
    const over: TransferLine = { ...typed, quantity_accepted: 30, reason: 'expired' };
    expect(lessOf(over, 24, true)).toMatchObject({ quantity_accepted: 24, reason: 'expired' });
    expect(lessOf(over, 12, true)).toMatchObject({ quantity_accepted: 12, reason: 'expired' });
    expect(lessOf({ ...over, reason: 'excess' }, 12, true)).toMatchObject({ reason: 'short' });
    expect(lessOf(over, 24, false)).toMatchObject({ quantity_accepted: 24, reason: null });
  });
});
