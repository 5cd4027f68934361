/** The halves of a handover in the queue (SYNC section 14): refusals first, then in which order and how often they are sent. */
import { describe, expect, test } from 'vitest';
import { drain } from '#offline/drain/drain.ts';
import { noticeEpoch } from '#offline/drain/epoch.ts';
import { isChange } from '#offline/file/fileShape.ts';
import { confirmationOf } from '#offline/outbox/confirmed.ts';
import type { GivePayload, Op, TakePayload, TransferHeader } from '#offline/outbox/op.ts';
import { overlay } from '#offline/outbox/overlay.ts';
import { TransferLocked } from '#offline/outbox/transferLocked.ts';
import type { Reply, Request } from '#offline/store/ports.ts';
import { kind, line, NOWHERE, SILENCE, say } from '#tests/support/scripted.ts';
import { scriptedTablet } from '#tests/support/scriptedTablet.ts';

const HEADER: TransferHeader = {
  ...{ timestamp: 1_795_000_000, meta: '{}', source_name: 'Hub', destination_name: 'Bola' },
  ...{ source_type: 'seller', source: 's1', destination_type: 'sales_officer', destination: 'a1' },
};
const offered = (offer = 'offer-1'): GivePayload => ({ offer });
const taken = (transfer = 'uuid-9', answer = 'answer-1'): TakePayload => ({
  ...{ offer: 'offer-1', answer },
  about: { transfer, giver_name: 'Tunde', differences: 0, goods: { header: HEADER, lines: [] } },
});
const isHalf = ({ path }: Request) => path.startsWith('handover/');

function tablet(answer: (request: Request) => Reply = () => say(200, { _id: 'handover-1', version: 1 })) {
  const t = scriptedTablet((request) => (isHalf(request) ? answer(request) : kind(request)));
  const pass = () => drain(t.ports, t.owner, { forced: true });
  const half = async () => (await t.ops()).find((op) => op.type === 'give' || op.type === 'take');
  const paths = () => t.requests.map(({ path }) => path.split('/')[1]);
  const as = (user_id: string, user_name: string) => Object.assign(t.owner, { user_id, user_name });
  /** A transfer of one line that the person confirmed, with or without a server. */
  const confirmed = async () => {
    const transfer = await t.outbox.createTransfer(HEADER);
    await t.outbox.saveLine(transfer, line('p1', 12), { ...NOWHERE, revision: 0 });
    await t.outbox.complete(transfer, confirmationOf(overlay(transfer, null, await t.ops(), null)));
    return transfer;
  };
  return { ...t, pass, half, paths, as, confirmed };
}

describe('refused on the tablet', { tags: ['HAND-30', 'SYNC-70'] }, () => {
  test('a transfer that nobody confirmed here is not handed over', async () => {
    const t = tablet();
    const transfer = await t.outbox.createTransfer(HEADER);
    await t.outbox.saveLine(transfer, line('p1', 12), { ...NOWHERE, revision: 0 });
    await expect(t.outbox.give(transfer, offered())).rejects.toThrow('Complete the transfer first.');
    await expect(t.outbox.give('order-7', offered())).rejects.toBeInstanceOf(TransferLocked);
    const other = await t.confirmed();
    t.as('bem', 'Bem');
    await expect(t.outbox.give(other, offered())).rejects.toBeInstanceOf(TransferLocked);
    expect(await t.half()).toBeUndefined();
  });

  test('goods are taken once on a tablet, whoever took them, also after they were sent', async () => {
    const t = tablet();
    await t.outbox.take(taken());
    await expect(t.outbox.take(taken())).rejects.toThrow('These goods are taken already: by Ada,');
    t.as('bem', 'Bem');
    await expect(t.outbox.take(taken('uuid-9', 'answer-2'))).rejects.toThrow('taken already: by Ada,');
    await t.outbox.take(taken('uuid-8'));
    t.as('ada', 'Ada');
    await t.pass();
    expect(await t.ops()).toHaveLength(1);
    await expect(t.outbox.take(taken())).rejects.toThrow('taken already: by Ada,');
  });
});

describe('sent', { tags: ['HAND-31'] }, () => {
  test('the giver’s half goes out after the confirmation, and never where it was refused', {
    tags: ['SYNC-71'],
  }, async () => {
    const t = tablet();
    const transfer = await t.confirmed();
    const key = await t.outbox.give(transfer, offered());
    expect(await t.outbox.give(transfer, offered())).toBe(key);
    await t.pass();
    expect(t.paths()).toEqual(['create', 'upsert_bulk', 'execute', 'give']);
    expect(t.requests.at(-1)).toMatchObject({ key, fields: { _id: 'order-1', offer: 'offer-1' } });
    expect(await t.ops()).toEqual([]);
    const short = tablet();
    const refused = await short.confirmed();
    await short.outbox.give(refused, offered());
    short.world.answer = (request) =>
      request.path.endsWith('execute') ? say(200, { errors: [{ code: 'short_stock' }] }) : kind(request);
    await short.pass();
    expect(short.paths()).not.toContain('give');
    expect((await short.half())?.state).toBe('queued');
  });

  test('an answer replaces a half that was never sent, and follows one that was tried', {
    tags: ['SYNC-71'],
  }, async () => {
    const t = tablet(() => SILENCE);
    const transfer = await t.confirmed();
    await t.outbox.give(transfer, offered());
    await t.outbox.give(transfer, { offer: 'offer-1', answer: 'answer-1' });
    const halves = async () => (await t.ops()).filter((op): op is Op<'give'> => op.type === 'give');
    expect((await halves()).map(({ payload }) => payload)).toEqual([{ offer: 'offer-1', answer: 'answer-1' }]);
    await t.pass();
    await t.outbox.give(transfer, { offer: 'offer-2', answer: 'answer-2' });
    expect((await halves()).map(({ payload }) => payload.offer)).toEqual(['offer-1', 'offer-2']);
    t.world.answer = kind;
    await t.pass();
    const sent = t.requests.filter(isHalf).map(({ fields }) => fields.offer);
    expect([...new Set(sent)]).toEqual(['offer-1', 'offer-2']);
    expect(await t.ops()).toEqual([]);
  });

  test('the taker’s half needs nothing before it; a lost answer is asked for with the same key and the same papers', {
    tags: ['SYNC-72'],
  }, async () => {
    let silent = true;
    const t = tablet(() => (silent ? SILENCE : say(200, { _id: 'handover-1' })));
    const key = await t.outbox.take(taken());
    await t.pass();
    silent = false;
    await t.pass();
    const sent = t.requests.filter(isHalf);
    expect(sent).toHaveLength(2);
    for (const one of sent)
      expect(one).toMatchObject({ path: 'handover/take', key, fields: { offer: 'offer-1', answer: 'answer-1' } });
    expect((await t.past())[0]?.op).toMatchObject({ type: 'take', state: 'done' });
  });

  test.each(['handed_over', 'already_executed', 'items_changed'])(
    'the server’s %s needs a person and is no conflict',
    {
      tags: ['SYNC-73'],
    },
    async (error) => {
      const t = tablet(() => say(409, { error, current: { _id: 'x', version: 2 } }, 'Taken by Sade.'));
      await t.outbox.take(taken());
      await t.pass();
      expect(await t.half()).toMatchObject({
        state: 'attention',
        last_error: { message: 'Taken by Sade.', stored: true },
      });
      // It can take effect nowhere, so it gives its place.
      await t.outbox.take(taken('uuid-9', 'answer-2'));
      expect((await t.ops()).map(({ payload }) => (payload as TakePayload).answer)).toEqual(['answer-2']);
    },
  );

  test('after a restore both halves of the last week are sent again with their keys', {
    tags: ['SYNC-74', 'HAND-15'],
  }, async () => {
    const t = tablet();
    const transfer = await t.confirmed();
    const give = await t.outbox.give(transfer, offered());
    const take = await t.outbox.take(taken());
    await t.pass();
    expect(await t.ops()).toEqual([]);
    t.requests.splice(0);
    t.world.answer = (request) => ({ ...(isHalf(request) ? say(200, { _id: 'h' }) : kind(request)), epoch: 'e2' });
    await noticeEpoch(t.ports, 'e2');
    await t.pass();
    expect(
      t.requests
        .filter(isHalf)
        .map(({ key }) => key)
        .sort(),
    ).toEqual([give, take].sort());
    expect(t.paths().indexOf('give')).toBeGreaterThan(t.paths().indexOf('execute'));
  });

  test('a file holds both, and refuses one that says something else', { tags: ['SYNC-75'] }, async () => {
    const t = tablet(() => SILENCE);
    const transfer = await t.confirmed();
    await t.outbox.give(transfer, offered());
    await t.outbox.take(taken());
    const { ops } = await t.outbox.exportUnsent();
    expect(ops.filter(isChange)).toHaveLength(ops.length);
    const [half] = ops.filter(({ type }) => type === 'take');
    expect(isChange({ ...half, payload: { offer: 1 } })).toBe(false);
    const other = tablet();
    expect(await other.outbox.importUnsent(JSON.parse(JSON.stringify(await t.outbox.exportUnsent())))).toBe(5);
    await other.pass();
    expect(other.paths().sort()).toEqual(['create', 'execute', 'give', 'take', 'upsert_bulk']);
  });
});
