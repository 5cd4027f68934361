/** Both halves from the queues of two tablets, against the real server: whoever comes first, a line that was taken out again, and an administrator who takes in a file. */
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { Offer } from '#contract/handover/papers.ts';
import { formatMoney } from '#domain/money.ts';
import { drain } from '#offline/drain/drain.ts';
import { confirmationOf } from '#offline/outbox/confirmed.ts';
import { overlay } from '#offline/outbox/overlay.ts';
import { describeForTwoServers } from '#tests/support/database.ts';
import { eachWorld } from '#tests/support/eachWorld.ts';
import { answerTo, paperOf, type Signer, signer } from '#tests/support/handingOver.ts';
import { line, NOWHERE } from '#tests/support/scripted.ts';
import { type Data, NOW, newKey, type TestServer } from '#tests/support/server.ts';
import { brokenBooks, type World } from '#tests/support/stockWorld.ts';
import { fetchOf, makeTablet, netAs } from '#tests/support/tablet.ts';

describeForTwoServers('the queues of a handover', (database) => {
  let w: World;
  let server: TestServer;
  let giver: Signer;
  let taker: Signer;
  eachWorld(database, (started, made) => {
    w = made;
    server = started;
  });
  beforeEach(async () => {
    const rep = await server.signInAs('sales_officer.rep', { name: 'Bola Rep', seller_id: w.hub });
    await sql`update sales_officer set user_id = ${rep.user_id} where _id = ${w.rep}`.execute(database().kysely);
    giver = await signer(server, w.officer);
    taker = await signer(server, rep);
    await w.fill([
      [w.milk, 120],
      [w.rice, 12],
    ]);
  });

  const tabletOf = (by: Signer) => {
    const tablet = makeTablet(by.user_id, () => netAs(by.token, fetchOf(server), by.device));
    return { ...tablet, pass: () => drain(tablet.ports, tablet.owner, { forced: true }) };
  };
  type Tablet = ReturnType<typeof tabletOf>;

  /** The giver confirms 24 units of milk without a server and offers them; `before` is saved first. */
  async function offered(t: Tablet, before: (transfer: string) => Promise<unknown> = async () => null) {
    const header = {
      ...{ timestamp: NOW, meta: '{}', source_name: 'Hub', destination_name: 'Bola Rep' },
      ...({ source_type: 'seller', source: w.hub, destination_type: 'sales_officer', destination: w.rep } as const),
    };
    const transfer = await t.outbox.createTransfer(header);
    await before(transfer);
    await t.outbox.saveLine(transfer, { ...line(w.milk, 24), amount: '24000.00' }, { ...NOWHERE, revision: 0 });
    const confirmation = confirmationOf(overlay(transfer, null, await t.waiting(), null));
    await t.outbox.complete(transfer, confirmation);
    const upserts = (await t.waiting()).filter(({ type }) => type === 'upsert');
    const lines = (confirmation.confirmed?.lines ?? []).map((one): Offer['lines'][number] => ({
      ...{ ...one, amount: formatMoney(one.amount), reason: null, note: '' },
      client_id:
        upserts.find(({ payload }) => 'product_id' in payload && payload.product_id === one.product_id)?.item
          ?.client_id ?? null,
    }));
    const body: Offer = {
      ...{ what: 'offer', transfer: transfer.replace('local-', ''), begun: true, ...header },
      ...{ digest: confirmation.expect_digest, lines, given_at: NOW },
    };
    const offer = await paperOf(giver, body);
    await t.outbox.give(transfer, { offer });
    const about = { transfer: body.transfer, giver_name: 'Tunde', differences: 0, goods: { header, lines: [] } };
    return { body, taken: { offer, answer: await answerTo(taker, body), about } };
  }
  const stateOf = async ({ transfer }: Offer) =>
    (await server.call('GET', 'handover/read', { transfer }, { token: giver.token })).data;
  const rest = async (t: Tablet) =>
    (await t.waiting()).map(({ type, last_error }) => `${type}: ${last_error?.message}`);
  const moved = async (units: number) => {
    expect(await w.stock(w.rep)).toEqual({ [w.milk]: units });
    expect(await brokenBooks(database())).toEqual([]);
  };

  test('whichever tablet comes first, nothing waits afterwards and the goods moved once', {
    tags: ['HAND-31', 'HAND-08', 'HAND-09'],
  }, async () => {
    let units = 0;
    for (const first of ['giver', 'taker', 'both']) {
      const [a, b] = [tabletOf(giver), tabletOf(taker)];
      const { body, taken } = await offered(a);
      await b.outbox.take(taken);
      if (first === 'both') await Promise.all([a.pass(), b.pass()]);
      for (const t of first === 'giver' ? [a, b] : [b, a]) await t.pass();
      for (const t of [a, b]) await t.pass();
      expect([await rest(a), await rest(b)], first).toEqual([[], []]);
      expect(await stateOf(body), first).toMatchObject({ state: 'done', order: { tag: 'receipt' } });
      units += 24;
      await moved(units);
    }
  });

  test('what the giver took out again before the confirmation joins too, although its answer was lost', {
    tags: ['HAND-09', 'HAND-31'],
  }, async () => {
    let isLost = false;
    const a = makeTablet(giver.user_id, () =>
      netAs(giver.token, isLost ? async () => new Response('') : fetchOf(server), giver.device),
    );
    const t: Tablet = { ...a, pass: () => drain(a.ports, a.owner, { forced: true }) };
    isLost = true;
    const { body, taken } = await offered(t, async (transfer) => {
      await t.outbox.saveLine(transfer, line(w.rice, 3), { ...NOWHERE, revision: 0 });
      await t.outbox.saveLine(transfer, line(w.milk, 12), { ...NOWHERE, revision: 0 });
      // Both were tried, and nobody knows whether they came.
      for (const op of await t.waiting())
        await t.ports.store.change((tx) => tx.put({ ...op, attempts: op.type === 'create' ? 0 : 1 }));
      await t.outbox.removeLine(
        transfer,
        { product_id: w.rice, about: { name: 'Rice', case_count: 1 } },
        { ...NOWHERE, revision: 0 },
      );
    });
    const b = tabletOf(taker);
    await b.outbox.take(taken);
    await b.pass();
    expect(await stateOf(body)).toMatchObject({ missing: 'giver', order: { tag: 'receipt' } });
    isLost = false;
    for (let pass = 0; pass < 4; pass += 1) await t.pass();
    expect(await rest(t)).toEqual([]);
    expect(await stateOf(body)).toMatchObject({ state: 'done' });
    await moved(24);
  });

  test('an administrator takes in both halves from files; a file that says somebody else’s is refused', {
    tags: ['HAND-32', 'SYNC-75'],
  }, async () => {
    const [a, b] = [tabletOf(giver), tabletOf(taker)];
    const { body, taken } = await offered(a);
    await b.outbox.take(taken);
    const bring = async (t: Tablet, change: (op: Data) => Data = (op) => op) => {
      const file = JSON.parse(JSON.stringify(await t.outbox.exportUnsent())) as { ops: Data[] };
      const changed = { ...file, ops: file.ops.map(change) };
      return (
        await server.call(
          'POST',
          'sync/import',
          { file: JSON.stringify(changed), commit: true },
          { token: w.admin.token, key: newKey() },
        )
      ).data;
    };
    const other = await bring(b, (op) => ({ ...op, user_id: giver.user_id, key: newKey() }));
    expect(other.results).toMatchObject([{ code: 403 }]);
    expect(await bring(b)).toMatchObject({ succeeded: 1, failed: 0 });
    expect(await bring(a)).toMatchObject({ succeeded: 4, failed: 0 });
    expect(await stateOf(body)).toMatchObject({ state: 'done', taker: { _id: taker.user_id } });
    // The tablets send them all the same, and hear what was done.
    for (const t of [a, b]) {
      await t.pass();
      expect(await rest(t)).toEqual([]);
    }
    await moved(24);
  });
});
