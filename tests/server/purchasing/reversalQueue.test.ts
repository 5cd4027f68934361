/** Reversals from the queue of a tablet, against the real server: two tablets, a lost answer, above the limit, goods that are gone, and an administrator who takes in the file. */
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { drain } from '#offline/drain/drain.ts';
import type { ReversePayload } from '#offline/outbox/op.ts';
import { refusalOfOp } from '#offline/outbox/op.ts';
import { describeForTwoServers } from '#tests/support/database.ts';
import { eachWorld } from '#tests/support/eachWorld.ts';
import { type Data, NOW, newKey, type TestServer } from '#tests/support/server.ts';
import { brokenBooks, type World } from '#tests/support/stockWorld.ts';
import { fetchOf, makeTablet, netAs } from '#tests/support/tablet.ts';

describeForTwoServers('the queue of a reversal', (database) => {
  let w: World;
  let server: TestServer;
  let admin: { token: string; user_id: string };
  eachWorld(database, (started, made) => {
    w = made;
    server = started;
  });
  beforeEach(async () => {
    await sql`delete from config where key = 'reversal_approval_kobo'`.execute(database().kysely);
    admin = await server.signInAs('administrator.administrator', { name: 'Bisi Admin' });
  });

  const tabletOf = (name: string) => {
    const tablet = makeTablet(admin.user_id, () => netAs(admin.token, fetchOf(server), name));
    return { ...tablet, pass: () => drain(tablet.ports, tablet.owner, { forced: true }) };
  };
  const orderOf = async (_id: string) => (await w.call('GET', 'purchase_order/read', { _id })).data[0] as Data;
  const payload = async (receipt: string, more: Partial<ReversePayload> = {}): Promise<ReversePayload> => {
    const { ref, items_digest, source, source_type, destination, destination_type } = await orderOf(receipt);
    const header = {
      ...{ timestamp: NOW, source: destination, source_type: destination_type, source_name: 'A' },
      ...{ destination: source, destination_type: source_type, destination_name: 'B' },
    };
    const about = { receipt_id: receipt, ref, goods: { header, lines: [] } };
    return { reason: 'Saved without a server', expect_digest: items_digest, about, ...more };
  };
  const receipt = () => w.fill([[w.milk, 24]]);
  const reversals = async (id: string) =>
    (await sql<Data>`select * from reversal where receipt_id = ${id}`.execute(database().kysely)).rows;
  const bring = (file: unknown, commit = true) =>
    server.call('POST', 'sync/import', { file: JSON.stringify(file), commit }, { token: admin.token, key: newKey() });

  describe('refused', () => {
    test('goods that are gone, and lines that are others than the person saw: the words of the server, and nothing moved', {
      tags: ['REV-32'],
    }, async () => {
      const id = await receipt();
      const t = tabletOf('t1');
      await t.outbox.reverse(await payload(id, { expect_digest: 'a'.repeat(64) }));
      await t.pass();
      const [changed] = await t.waiting();
      expect(changed && refusalOfOp(changed)).toMatchObject({ code: 409, stored: true });
      const issue = await w.order(w.issue, [[w.milk, 12]]);
      expect((await w.execute(issue)).message).toBe('Transfer successful.');
      const before = await w.stock(w.hub);
      // The refused one gives its place.
      await t.outbox.reverse(await payload(id));
      await t.pass();
      const [gone] = await t.waiting();
      expect(gone?.state).toBe('attention');
      expect(gone && refusalOfOp(gone)?.data).toMatchObject({
        error: 'goods_gone',
        errors: [{ code: 'short_stock', product_id: w.milk, requested: 24, available: 12 }],
      });
      expect(await w.stock(w.hub)).toEqual(before);
      expect(await t.outbox.discard(gone?.seq ?? 0)).toBe('discarded');
      expect(await reversals(id)).toEqual([]);
    });

    test('two tablets reverse one receipt: one did it, the other reads by which reference', {
      tags: ['REV-32', 'REV-03'],
    }, async () => {
      const id = await receipt();
      const [one, two] = [tabletOf('t1'), tabletOf('t2')];
      for (const t of [one, two]) await t.outbox.reverse(await payload(id));
      await Promise.all([one.pass(), two.pass()]);
      const left = [...(await one.waiting()), ...(await two.waiting())];
      expect(left).toHaveLength(1);
      const { ref } = ((await orderOf(id)).reversal as Data).order;
      const refusal = left[0] && refusalOfOp(left[0]);
      expect(refusal).toMatchObject({ code: 409, data: { error: 'already_reversed' } });
      expect(refusal?.message).toContain(`was reversed by ${ref}`);
      expect(await reversals(id)).toHaveLength(1);
      expect(await brokenBooks(database())).toEqual([]);
    });
  });

  test('a lost answer: done once, dated when it was saved, and known on the tablet as done', {
    tags: ['REV-30'],
  }, async () => {
    const id = await receipt();
    const t = tabletOf('t1');
    const { send } = t.ports.net;
    let isLost = true;
    Object.assign(t.ports.net, {
      send: async (request: Parameters<typeof send>[0]) => {
        const reply = await send(request);
        return isLost ? { verified: false } : reply;
      },
    });
    await t.outbox.reverse(await payload(id));
    await t.pass();
    expect(await reversals(id)).toHaveLength(1);
    expect(await t.waiting()).toHaveLength(1);
    isLost = false;
    await t.pass();
    expect(await t.waiting()).toEqual([]);
    expect(await reversals(id)).toHaveLength(1);
    await expect(t.outbox.reverse(await payload(id))).rejects.toThrow('was reversed by PO-');
  });

  test('above the limit it is asked for, and taken as sent', { tags: ['REV-30', 'REV-08'] }, async () => {
    const id = await receipt();
    expect((await w.call('POST', 'config/create', { key: 'reversal_approval_kobo', value: '1' })).code).toBe(200);
    const before = await w.stock(w.hub);
    const t = tabletOf('t1');
    await t.outbox.reverse(await payload(id));
    await t.pass();
    expect(await t.waiting()).toEqual([]);
    expect(await reversals(id)).toMatchObject([{ status: 'asked' }]);
    expect(await w.stock(w.hub)).toEqual(before);
  });

  describe('a file', { tags: ['REV-34'] }, () => {
    test('another receipt or reason than it shows is refused; the file is done once, and the tablet hears of it', async () => {
      const [id, other] = [await receipt(), await receipt()];
      const t = tabletOf('t1');
      Object.assign(t.ports.net, { send: async () => ({ verified: false }) });
      await t.outbox.reverse(await payload(id));
      await t.pass();
      const file = JSON.parse(JSON.stringify(await t.outbox.exportUnsent()));
      for (const field of ['_id', 'reason', 'client_id']) {
        const forged = structuredClone(file);
        forged.ops[0].sent_body[field] = other;
        const answer = await bring(forged);
        expect([field, answer.data.results[0].code]).toEqual([field, 400]);
      }
      expect(await reversals(other)).toEqual([]);
      expect((await bring(file, false)).data).toMatchObject({ succeeded: 1 });
      expect(await reversals(id)).toEqual([]);
      expect((await bring(file)).data).toMatchObject({ succeeded: 1, failed: 0 });
      expect((await bring(file)).data).toMatchObject({ succeeded: 1, failed: 0 });
      expect(await reversals(id)).toHaveLength(1);
      Object.assign(t.ports.net, netAs(admin.token, fetchOf(server), 't1'));
      await t.pass();
      expect(await t.waiting()).toEqual([]);
      expect(await reversals(id)).toHaveLength(1);
    });
  });
});
