/** A reversal in the queue (SYNC section 13): refusals first, then how it is sent once, in its lane, with the time when it was saved. */
import { describe, expect, test } from 'vitest';
import { drain } from '#offline/drain/drain.ts';
import { confirmationOf } from '#offline/outbox/confirmed.ts';
import type { Op, ReversePayload, TransferHeader } from '#offline/outbox/op.ts';
import { overlay } from '#offline/outbox/overlay.ts';
import { doneOf, reversalsOf } from '#offline/outbox/reversals.ts';
import { TransferLocked } from '#offline/outbox/transferLocked.ts';
import type { Reply, Request } from '#offline/store/ports.ts';
import { kind, line, NOWHERE, SILENCE, say } from '#tests/support/scripted.ts';
import { scriptedTablet } from '#tests/support/scriptedTablet.ts';

const HEADER: TransferHeader = {
  ...{ timestamp: 1_795_000_000, meta: '{}', source_name: 'Hub', destination_name: 'Amaka' },
  ...{ source_type: 'seller', source: 's1', destination_type: 'sales_officer', destination: 'a1' },
};
/** The reversal of an issue of 24 units from the hub to the associate: the goods go back. */
const payload = (receipt_id = 'order-1', reason = 'Issued twice'): ReversePayload => ({
  reason,
  expect_digest: 'd'.repeat(64),
  about: {
    receipt_id,
    ref: 'PO-1',
    goods: {
      header: {
        ...{ timestamp: 1_795_000_000, source_name: 'Amaka', destination_name: 'Hub' },
        ...{ source_type: 'sales_officer', source: 'a1', destination_type: 'seller', destination: 's1' },
      },
      lines: [{ product_id: 'p1', name: 'Milk', case_count: 12, quantity: 24, quantity_accepted: null, amount: 2_400 }],
    },
  },
});
const done = (status: 'asked' | 'done' = 'done') =>
  say(200, { _id: 'rev-1', status, order: status === 'done' ? { _id: 'order-2', ref: 'PO-2' } : null });
const isReverse = ({ path }: Request) => path === 'purchase_order/reverse';

/** `answer`: what the server says to a reversal. */
function tablet(answer: (request: Request) => Reply = () => done()) {
  const t = scriptedTablet((request) => (isReverse(request) ? answer(request) : kind(request)));
  const pass = () => drain(t.ports, t.owner, { forced: true });
  const only = async () => (await t.ops()).find((op): op is Op<'reverse'> => op.type === 'reverse');
  const sent = () => t.requests.filter(isReverse);
  const as = (user_id: string, user_name: string) => Object.assign(t.owner, { user_id, user_name });
  return { ...t, pass, only, sent, as };
}

describe('refused on the tablet', { tags: ['REV-31', 'SYNC-64'] }, () => {
  test('a second one of the same receipt, with the words for whose it is', async () => {
    const t = tablet(() => SILENCE);
    await t.outbox.reverse(payload());
    const again = t.outbox.reverse(payload());
    await expect(again).rejects.toThrow('Your reversal of PO-1 is saved on this device and waits to be sent.');
    await expect(again).rejects.toBeInstanceOf(TransferLocked);
    t.as('bem', 'Bem');
    const other = t.outbox.reverse(payload());
    await expect(other).rejects.toThrow('Ada saved a reversal of PO-1 on this device, and it is not sent yet.');
    expect(await t.ops()).toHaveLength(1);
    // Another receipt is another matter.
    await t.outbox.reverse(payload('order-9'));
    expect(await t.ops()).toHaveLength(2);
  });

  test('one that the server did for this tablet; one that waits for approval is the server’s to refuse', async () => {
    const t = tablet();
    await t.outbox.reverse(payload());
    await t.pass();
    await expect(t.outbox.reverse(payload())).rejects.toThrow('PO-1 was reversed by PO-2 already.');
    expect(doneOf(await t.past(), 'order-1')).toEqual({ ref: 'PO-2' });

    const waiting = tablet(() => done('asked'));
    await waiting.outbox.reverse(payload());
    await waiting.pass();
    expect(await waiting.ops()).toEqual([]);
    expect(doneOf(await waiting.past(), 'order-1')).toBeNull();
    await waiting.outbox.reverse(payload());
    expect(await waiting.ops()).toHaveLength(1);
  });

  test('a refused one that may have taken effect is not replaced; one that was refused for good is', async () => {
    const t = tablet(() => say(403, { error: 'forbidden' }, 'You may not do this.'));
    await t.outbox.reverse(payload());
    await t.pass();
    expect((await t.only())?.state).toBe('attention');
    await expect(t.outbox.reverse(payload())).rejects.toThrow('was refused. Try it again or discard it in the outbox.');

    const gone = tablet(() => say(409, { error: 'goods_gone', errors: [] }, 'Milk: 2 cases moved, nothing is left.'));
    await gone.outbox.reverse(payload());
    await gone.pass();
    const first = await gone.only();
    expect(first?.last_error).toMatchObject({ message: 'Milk: 2 cases moved, nothing is left.', stored: true });
    await gone.outbox.reverse(payload('order-1', 'Once more'));
    const [next] = reversalsOf(await gone.ops(), 'order-1');
    expect(next).toMatchObject({ state: 'queued', payload: { reason: 'Once more' } });
    expect(next?.key).not.toBe(first?.key);
    expect((await gone.past()).map(({ op }) => op.state)).toEqual(['superseded']);
  });
});

describe('refused by the server', { tags: ['REV-32', 'SYNC-67'] }, () => {
  test.each(['already_reversed', 'goods_gone', 'items_changed', 'bad_transition'])(
    '%s waits for the person with the server’s words, and is no conflict',
    async (error) => {
      const t = tablet(() => say(409, { error, current: { _id: 'x', version: 2 } }, 'PO-1 was reversed by PO-7.'));
      await t.outbox.reverse(payload());
      await t.pass();
      expect(await t.only()).toMatchObject({
        state: 'attention',
        last_error: { message: 'PO-1 was reversed by PO-7.', stored: true },
      });
      const { seq = 0 } = (await t.only()) ?? {};
      // Its key answers the same for ever, so it goes without asking.
      expect(await t.outbox.discard(seq)).toBe('discarded');
      expect(await t.ops()).toEqual([]);
      expect(t.requests.map(({ path }) => path)).toEqual(['purchase_order/reverse']);
    },
  );

  test('one that was sent without an answer is given up only by the server, and counts as sent where it was done', async () => {
    const t = tablet(() => SILENCE);
    await t.outbox.reverse(payload());
    await t.pass();
    const { seq = 0 } = (await t.only()) ?? {};
    const answered = t.world.answer;
    t.world.answer = () => SILENCE;
    expect(await t.outbox.discard(seq)).toBe('needs_connection');
    t.world.answer = (request) =>
      request.path === 'sync/cancel'
        ? say(200, { state: 'done', code: 200, message: 'Transfer reversed.', data: { _id: 'rev-1', status: 'asked' } })
        : answered(request);
    expect(await t.outbox.discard(seq)).toBe('was_done');
    expect((await t.past()).map(({ op }) => op.state)).toEqual(['done']);
  });
});

describe('sent', { tags: ['REV-30', 'SYNC-63'] }, () => {
  test('with the receipt, the digest, the time of the save and a client id that a new key keeps', async () => {
    const answers = [SILENCE, say(409, { error: 'goods_gone', errors: [] }, 'Gone.'), done()];
    const t = tablet(() => answers.shift() ?? done());
    await t.outbox.reverse(payload());
    await t.pass();
    t.world.now += 3 * 3_600_000;
    await t.pass();
    const { seq = 0 } = (await t.only()) ?? {};
    await t.outbox.retry(seq);
    await t.pass();
    expect(await t.ops()).toEqual([]);
    const [lost, refused, last] = t.sent();
    expect(t.sent()).toHaveLength(3);
    expect(refused).toEqual(lost);
    expect(last?.key).not.toBe(lost?.key);
    expect(last?.fields).toEqual(lost?.fields);
    expect(lost).toMatchObject({
      user_id: 'ada',
      saved: 1_800_000_000,
      fields: { _id: 'order-1', reason: 'Issued twice', expect_digest: 'd'.repeat(64) },
    });
    expect(String(lost?.fields.client_id)).toMatch(/^uuid-no-/);
  });

  test('another person’s reversal waits for its owner', async () => {
    const t = tablet();
    await t.outbox.reverse(payload());
    t.as('bem', 'Bem');
    await t.pass();
    expect(t.sent()).toEqual([]);
    t.as('ada', 'Ada');
    await t.pass();
    expect(t.sent()).toHaveLength(1);
  });

  test('an older build leaves it alone, and one of newer code is left alone here', async () => {
    const t = tablet();
    await t.outbox.reverse(payload());
    const op = await t.only();
    await t.world.store.change((tx) => tx.put({ ...(op as Op), type: 'take_back' as 'reverse' }));
    await t.pass();
    expect(t.sent()).toEqual([]);
    expect(await t.ops()).toHaveLength(1);
  });
});

describe('in its lane', { tags: ['REV-33'] }, () => {
  /** A transfer that began here and was completed; after a restore its create gets another id. */
  async function completed() {
    const made = ['order-1', 'order-5'];
    const t = tablet();
    const before = t.world.answer;
    t.world.answer = (request) => (request.path === 'purchase_order/create' ? say(200, made.shift()) : before(request));
    const transfer = await t.outbox.createTransfer(HEADER);
    await t.outbox.saveLine(transfer, line('p1', 24), NOWHERE);
    await t.outbox.complete(transfer, confirmationOf(overlay(transfer, null, await t.ops(), null, [])));
    await t.pass();
    expect(await t.ops()).toEqual([]);
    return { ...t, transfer };
  }

  test('after a restore the receipt is made again first, and the reversal goes to its new id', async () => {
    const t = await completed();
    await t.outbox.reverse(payload());
    await t.pass();
    expect(t.sent().map(({ fields }) => fields._id)).toEqual(['order-1']);
    const answered = t.world.answer;
    t.world.answer = async (request) => ({ ...(await answered(request)), epoch: 'e2' }) as Reply;
    t.requests.length = 0;
    await t.outbox.saveHeader('elsewhere', HEADER, 1);
    for (let time = 0; time < 3; time += 1) await t.pass();
    const lane = t.requests.filter(({ path }) => !path.endsWith('update') && !path.startsWith('sync'));
    expect(lane.map(({ path }) => path.split('/')[1])).toEqual(['create', 'upsert_bulk', 'execute', 'reverse']);
    expect(t.sent().map(({ fields }) => fields._id)).toEqual(['order-5']);
    expect(await t.ops()).toEqual([]);
  });

  test('what the wizard shows of the receipt does not change while its reversal waits', async () => {
    const t = await completed();
    t.world.answer = () => SILENCE;
    await t.outbox.reverse(payload());
    const [ops, past] = [await t.ops(), await t.past()];
    expect(ops[0]?.transfer).toBe(t.transfer);
    expect(overlay(t.transfer, null, ops, 'order-1', past)).toMatchObject({ state: 'receipt', waiting: 0 });
  });
});

describe('goods come before they go', { tags: ['REV-33'] }, () => {
  test('an issue waits for the reversal that brings its goods, unless that is refused', async () => {
    for (const answer of [done(), say(409, { error: 'goods_gone', errors: [] }, 'Gone.')]) {
      const t = tablet(() => answer);
      await t.outbox.reverse(payload());
      const transfer = await t.outbox.createTransfer({ ...HEADER, destination: 'a2' });
      await t.outbox.saveLine(transfer, line('p1', 24), NOWHERE);
      const ops = (await t.ops()).filter((op) => op.transfer === transfer);
      await t.outbox.complete(transfer, confirmationOf(overlay(transfer, null, ops, null, [])));
      await t.pass();
      const turns = t.requests
        .map(({ path }) => path.split('/')[1])
        .filter((one) => one === 'reverse' || one === 'execute');
      expect(turns).toEqual(['reverse', 'execute']);
    }
  });
});

describe('in a file', { tags: ['REV-34'] }, () => {
  test('a forged body is refused; the same file again adds nothing; the key and the client id stay', async () => {
    const t = tablet(() => SILENCE);
    await t.outbox.reverse(payload());
    await t.pass();
    const file = JSON.parse(JSON.stringify(await t.outbox.exportUnsent()));
    const forged = structuredClone(file);
    forged.ops[0].sent_body._id = 'order-other';
    const other = tablet();
    await expect(other.outbox.importUnsent(forged)).rejects.toThrow(
      'What was sent of this change is not what it shows.',
    );
    const shapeless = structuredClone(file);
    delete shapeless.ops[0].payload.about;
    await expect(other.outbox.importUnsent(shapeless)).rejects.toThrow('is of an unknown kind');
    expect(await other.outbox.importUnsent(file)).toBe(1);
    expect(await other.outbox.importUnsent(file)).toBe(0);
    await other.pass();
    expect(other.sent()).toEqual(t.sent().map((one) => ({ ...one, epoch: undefined })));
  });
});
