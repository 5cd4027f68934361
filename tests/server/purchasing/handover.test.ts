/** Handovers (decision 0610): refusals first, then the halves in every order, at once, lost, and after a restore. */
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Offer } from '#contract/handover/papers.ts';
import { CERTIFICATE_SECONDS, OFFER_SECONDS } from '#domain/handover/rules.ts';
import { hashOf, newPair, publicText } from '#domain/handover/signing.ts';
import { describeForTwoServers } from '#tests/support/database.ts';
import { eachWorld } from '#tests/support/eachWorld.ts';
import { answerTo, handing, offerOf, paperOf, type Signer, signer } from '#tests/support/handingOver.ts';
import { type Data, NOW, newKey, type TestServer } from '#tests/support/server.ts';
import { brokenBooks, type World } from '#tests/support/stockWorld.ts';

const DAY = 86_400;
/** Tables whose triggers hold what happened. */
const HELD = ['handover', 'purchase_order', 'purchase_order_item', 'warehouse_log', 'ledger_log'];

describeForTwoServers('handovers', (database) => {
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
    await w.fill([[w.milk, 120]]);
  });
  const goods = (more: Partial<Offer> = {}, units = 24) => offerOf(w.issue, [[w.milk, units, '24000.00']], more);
  const take = (offer: string, answer: string, by = taker) =>
    server.call('POST', 'handover/take', { offer, answer }, { token: by.token, key: newKey() });
  const takes = async (body: Offer, by = taker) => take(await paperOf(giver, body), await answerTo(by, body), by);
  /** Everything that a refusal must not touch. */
  const all = async () => ({
    stock: await w.stock(w.rep),
    ...(
      await sql<Data>`select (select count(*) from handover)::int as halves, (select count(*) from purchase_order)::int as orders`.execute(
        database().kysely,
      )
    ).rows[0],
  });
  const moved = async (units: number) => {
    expect(await w.stock(w.rep)).toEqual(units === 0 ? {} : { [w.milk]: units });
    expect(await brokenBooks(database())).toEqual([]);
  };

  test('a paper that is foreign, changed, too old or of a revoked key is refused with its reason, and nothing is kept', {
    tags: ['HAND-05', 'HAND-06'],
  }, async () => {
    const body = goods();
    const [offer, answer] = [await paperOf(giver, body), await answerTo(taker, body)];
    const before = await all();
    const refused = async (pending: Promise<{ code: number; data: Data }>, reason: string) => {
      const { code, data } = await pending;
      expect([code, data.error, data.reason]).toEqual([422, 'handover_refused', reason]);
    };
    await refused(take('no paper', answer), 'unreadable');
    // A key that another site signed, and one that signed itself.
    const pair = await newPair(false);
    const own = { ...giver, keys: pair, certificate: { ...giver.certificate, mark: 'A'.repeat(86) } };
    await refused(take(await paperOf(own, body), answer), 'foreign');
    // The certificate of one key and the signature of another.
    await refused(take(await paperOf({ ...giver, keys: pair }, body), answer), 'changed');
    const paper = JSON.parse(offer) as { text: string };
    await refused(
      take(JSON.stringify({ ...paper, text: paper.text.replace('"quantity":24', '"quantity":25') }), answer),
      'changed',
    );
    // Signed as it is, with lines that are not those of the digest.
    const wrong = goods({ digest: 'a'.repeat(64) });
    await refused(take(await paperOf(giver, wrong), await answerTo(taker, wrong)), 'changed');
    await refused(takes(goods({ given_at: NOW + CERTIFICATE_SECONDS + DAY })), 'old');
    const late = await answerTo(taker, body, [], { taken_at: NOW + OFFER_SECONDS + DAY });
    await refused(take(offer, late), 'old');
    await refused(take(offer, await answerTo(taker, goods())), 'other_offer');
    expect((await w.call('POST', 'handover/revoke_keys', { user_id: w.officer.user_id })).data).toEqual({ revoked: 1 });
    await refused(takes(goods({ given_at: NOW + 1 })), 'revoked');
    expect(await all()).toEqual(before);
    // What was signed before the key was revoked counts.
    expect((await takes(goods({ given_at: NOW - 60 }))).code).toBe(200);
  });

  test('a key belongs to one person on one device, and a revoked one is not signed again', {
    tags: ['HAND-04'],
  }, async () => {
    const register = (public_key: string, token: string, device = 'device-1') =>
      server.call(
        'POST',
        'handover/register_key',
        { public_key },
        { token, key: newKey(), headers: { 'X-Device-Id': device } },
      );
    expect((await register('abc', w.officer.token)).data.fields).toEqual({ public_key: 'This is no public key.' });
    const key = await publicText((await newPair(false)).publicKey);
    const first = await register(key, w.officer.token);
    expect(first).toMatchObject({
      code: 200,
      data: { until: NOW + CERTIFICATE_SECONDS, site: giver.site, associate: null },
    });
    const own = await publicText((await newPair(false)).publicKey);
    expect((await register(own, taker.token)).data.associate).toBe(w.rep);
    expect((await register(key, w.admin.token)).code).toBe(409);
    expect((await register(key, w.officer.token, 'device-2')).code).toBe(409);
    expect((await register(key, w.officer.token)).code).toBe(200);
    expect(
      (await server.call('POST', 'handover/revoke_keys', { user_id: w.officer.user_id }, { token: w.staff.token }))
        .code,
    ).toBe(403);
    await w.call('POST', 'handover/revoke_keys', { user_id: w.officer.user_id });
    expect((await register(key, w.officer.token)).message).toBe('This key was revoked. Make a new one.');
  });

  test('somebody else, the giver and goods of another kind are refused; each side sends its own half', {
    tags: ['HAND-02', 'HAND-03'],
  }, async () => {
    const other = await signer(
      server,
      await server.signInAs('sales_officer.rep', { name: 'Sade Rep', seller_id: w.hub }),
    );
    const body = goods();
    const reason = async (pendingAnswer: Promise<{ data: Data }>) => (await pendingAnswer).data.reason;
    expect(await reason(takes(body, other))).toBe('not_yours');
    expect(await reason(takes(body, giver))).toBe('own');
    expect(await reason(takes(offerOf(w.giveBack, [[w.milk, 12, '1.00']])))).toBe('not_handed_over');
    expect((await take(await paperOf(giver, body), await answerTo(taker, body), giver)).code).toBe(403);
    expect(
      (await server.call('POST', 'handover/take', { offer: 'x', answer: 'y' }, { token: w.staff.token })).code,
    ).toBe(403);
    // To a hub: whoever manages that hub, or another officer.
    const to = offerOf(['seller', w.hub, 'seller', w.hub2], [[w.milk, 12, '1.00']]);
    const manager = async (hub: string) =>
      signer(server, await server.signInAs('sales_officer.manager', { name: 'Hub Manager', seller_id: hub }));
    expect(await reason(takes(to, await manager(w.hub)))).toBe('not_yours');
    expect((await takes(to, await manager(w.hub2))).code).toBe(200);
    // The giver's half is of the giver, of this transfer, and of a person who may complete it.
    const order = await w.order(w.issue, [[w.milk, 12]]);
    const give = (token: string, offer: string) =>
      server.call('POST', 'handover/give', { _id: order, offer }, { token, key: newKey() });
    expect((await give(w.admin.token, await paperOf(giver, body))).code).toBe(403);
    expect((await give(giver.token, await paperOf(giver, body))).data.reason).toBe('changed');
    expect((await give(taker.token, await paperOf(giver, body))).code).toBe(403);
  });

  test('goods are taken once: the same half again changes nothing, another one is told who took them and when', {
    tags: ['HAND-07'],
  }, async () => {
    const body = goods();
    const [offer, answer] = [await paperOf(giver, body), await answerTo(taker, body)];
    expect((await take(offer, answer)).code).toBe(200);
    const before = await all();
    expect((await take(offer, answer)).code).toBe(200);
    const again = await take(offer, await answerTo(taker, body, [], { taken_at: NOW + 120 }));
    expect(again.code).toBe(409);
    expect(again.message).toContain('taken already: by Bola Rep');
    expect(again.data).toMatchObject({ error: 'handed_over', handover: { taker: { name: 'Bola Rep' } } });
    expect(await all()).toEqual(before);
    await moved(24);
  });

  const GIVER = ['create', 'lines', 'execute', 'give'] as const;
  /** Where the taker's half comes in among the giver's four changes. */
  test.each([0, 1, 2, 3, 4])(
    'the halves in any order: the taker after %i changes of the giver',
    { tags: ['HAND-08', 'HAND-09'] },
    async (at) => {
      const body = goods();
      const { steps, read, order } = await handing(server, giver, taker, body);
      const turns = [...GIVER.slice(0, at), 'take', ...GIVER.slice(at)] as const;
      for (const turn of turns) {
        const answer = await steps[turn as keyof typeof steps]();
        expect(answer, turn).toMatchObject({ code: 200 });
        if (turn === 'lines') expect(answer.data).toMatchObject({ failed: 0 });
        if (turn === 'execute')
          expect(answer).toMatchObject({ message: 'Transfer successful.', data: { committed: true } });
      }
      expect(await read()).toMatchObject({ state: 'done', missing: null, other_goods: false, not_posted: '' });
      const receipt = await w.read(order());
      expect(receipt).toMatchObject({ tag: 'receipt', client_id: body.transfer, executed_by: { _id: giver.user_id } });
      await moved(24);
      // Each of them once more: the answers of before.
      for (const turn of turns) expect((await steps[turn as keyof typeof steps]()).code, turn).toBe(200);
      await moved(24);
    },
  );

  describe('goods that are tracked by lot', { tags: ['HAND-17', 'LOT-11'] }, () => {
    const EARLY = '[["A1","2027-01-31",24]]';
    const LATE = '[["B1","2027-02-28",24]]';
    /** The hub has both lots and the giver offers the later one. */
    async function ofLateLot(): Promise<Offer> {
      const tracked = { _id: w.milk, tracks_lots: true };
      expect((await w.call('POST', 'product/track_lots', tracked, { key: newKey() })).code).toBe(200);
      for (const lots of [EARLY, LATE]) {
        const id = await w.order(w.shipIn);
        expect((await w.put(id, [w.milk, 24], { lots })).code).toBe(200);
        expect((await w.execute(id)).message).toBe('Transfer successful.');
      }
      const body = goods();
      return { ...body, lines: body.lines.map((line) => ({ ...line, lots: LATE })) };
    }
    const lotsOfTaker = async () => {
      const { data } = await w.call('GET', 'lot/read_by_product', { product_id: w.milk });
      const rows = data.lots as { code: string; quantity: number; warehouse: { name: string } }[];
      return rows.filter(({ warehouse }) => warehouse.name.startsWith('Bola')).map((row) => [row.code, row.quantity]);
    };

    test('other lots that a desk named since: the taker’s half waits and moves nothing, and the giver decides', async () => {
      const body = await ofLateLot();
      const { steps, read, order } = await handing(server, giver, taker, body);
      for (const turn of ['create', 'lines'] as const) expect((await steps[turn]()).code).toBe(200);
      const [line] = await w.items(order());
      const other = { purchase_order_id: order(), _id: line?._id, product_id: w.milk, quantity: 24, lots: EARLY };
      expect((await w.call('POST', 'purchase_order_item/upsert', other)).code).toBe(200);
      expect((await steps.take()).code).toBe(200);
      expect(await lotsOfTaker()).toEqual([]);
      expect((await read()).not_posted).toMatch(/changed since you confirmed/);
      expect(await steps.execute()).toMatchObject({ code: 409, data: { error: 'items_changed' } });
      await moved(0);
    });

    /** The hub offers 12 of each of two lots. */
    async function ofBothLots(): Promise<Offer> {
      const body = await ofLateLot();
      const lots = '[["A1","2027-01-31",12],["B1","2027-02-28",12]]';
      return { ...body, lines: body.lines.map((line) => ({ ...line, lots })) };
    }

    test('what the taker counts of each lot stands beside what was given of it, also where the sum is right', {
      tags: ['HAND-18'],
    }, async () => {
      const body = await ofBothLots();
      const { steps, offer, read } = await handing(server, giver, taker, body);
      for (const turn of GIVER) await steps[turn]();
      const given = body.lines[0]?.lots;
      expect(await read()).toMatchObject({ lines: [{ given: 24, taken: null, lots: given, taken_lots: null }] });
      const lots = '[["A1","2027-01-31",10],["B1","2027-02-28",14]]';
      // What a later release says beside it does not make the answer unreadable.
      const count = { product_id: w.milk, quantity: 24, note: '', lots, later: 'something' };
      expect((await take(offer, await answerTo(taker, body, [count]))).code).toBe(200);
      expect(await read()).toMatchObject({
        state: 'differs',
        lines: [{ given: 24, taken: 24, lots: given, taken_lots: lots }],
      });
      // Nothing moves by it.
      expect(await lotsOfTaker()).toEqual([
        ['A1', 12],
        ['B1', 12],
      ]);
      await moved(24);
    });

    test('an answer of an earlier release counts products: the lots stay as they were given', {
      tags: ['HAND-18'],
    }, async () => {
      const body = await ofBothLots();
      const { steps, offer, read } = await handing(server, giver, taker, body);
      for (const turn of GIVER) await steps[turn]();
      const short = await answerTo(taker, body, [{ product_id: w.milk, quantity: 23, note: '' }]);
      expect((await take(offer, short)).code).toBe(200);
      expect(await read()).toMatchObject({ state: 'differs', lines: [{ given: 24, taken: 23, taken_lots: null }] });
    });

    test.each(['taker', 'giver'])('the lot that the giver named moves, the half of the %s first', async (first) => {
      const { steps, read } = await handing(server, giver, taker, await ofLateLot());
      const turns = first === 'taker' ? (['take', ...GIVER] as const) : ([...GIVER, 'take'] as const);
      for (const turn of turns) expect(await steps[turn](), turn).toMatchObject({ code: 200 });
      expect(await read()).toMatchObject({ state: 'done' });
      expect(await lotsOfTaker()).toEqual([['B1', 24]]);
      await moved(24);
    });
  });

  test('both halves at once, also at two servers: one transfer, moved once', { tags: ['HAND-08'] }, async () => {
    for (let round = 0; round < 4; round += 1) {
      const { steps, read } = await handing(server, giver, taker, goods({}, 12));
      const half = async () => {
        for (const turn of GIVER) {
          let answer = await steps[turn]();
          while (answer.code === 409 && answer.data.error === 'in_progress') answer = await steps[turn]();
          expect(answer, turn).toMatchObject({ code: 200 });
        }
      };
      await Promise.all([half(), steps.take().then((answer) => expect(answer.code).toBe(200))]);
      expect(await read()).toMatchObject({ state: 'done' });
    }
    await moved(48);
  });

  test('a change of somebody else, of another tablet or of other lines does not join: a receipt stays as it is', {
    tags: ['HAND-10'],
  }, async () => {
    const body = goods();
    const { steps, order } = await handing(server, giver, taker, body);
    await steps.take();
    await steps.create();
    const line = {
      purchase_order_id: order(),
      product_id: w.milk,
      quantity: 36,
      quantity_accepted: 36,
      amount: '1.00',
    };
    const put = (token: string, device: string) =>
      server.call('POST', 'purchase_order_item/upsert', line, {
        token,
        key: newKey(),
        headers: { 'X-Device-Id': device },
      });
    expect((await put(w.admin.token, giver.device)).data.error).toBe('receipt_locked');
    expect((await put(giver.token, 'another')).data.error).toBe('receipt_locked');
    // What the giver saved before the confirmation is covered by it.
    expect((await put(giver.token, giver.device)).data).toMatchObject({ quantity: 24 });
    const other = await server.call(
      'POST',
      'purchase_order/execute',
      { _id: order(), commit: true, expect_digest: 'a'.repeat(64) },
      { token: giver.token, key: newKey(), headers: { 'X-Device-Id': giver.device } },
    );
    expect(other.data.error).toBe('already_executed');
    await steps.give();
    expect((await put(giver.token, giver.device)).data.error).toBe('receipt_locked');
    await moved(24);
  });

  test('where the taker comes first and the goods are not in the books, the half is kept and says why; the giver decides', {
    tags: ['HAND-11'],
  }, async () => {
    const body = goods({}, 240);
    const { steps, read, order } = await handing(server, giver, taker, body);
    const answer = await steps.take();
    expect(answer).toMatchObject({ code: 200, data: { state: 'waits', missing: 'giver', order: null } });
    expect(answer.data.not_posted).toContain('available');
    await moved(0);
    await steps.create();
    await steps.lines();
    expect((await steps.execute()).data.errors).toHaveLength(1);
    await steps.give();
    expect(await read()).toMatchObject({ state: 'not_posted', missing: null });
    await w.fill([[w.milk, 240]]);
    expect((await w.execute(order(), { expect_digest: body.digest })).message).toBe('Transfer successful.');
    expect(await read()).toMatchObject({ state: 'done', not_posted: '' });
    await moved(240);
  });

  test('less was confirmed after the taker had looked: both figures are there, and a person settles it', {
    tags: ['HAND-12', 'HAND-13'],
  }, async () => {
    const body = goods({}, 240);
    const first = await handing(server, giver, taker, body);
    await first.steps.take();
    const less = { ...goods({ transfer: body.transfer, given_at: NOW + 30 }, 120) };
    const second = await handing(server, giver, taker, less);
    for (const turn of GIVER) await second.steps[turn]();
    expect(await second.read()).toMatchObject({ state: 'differs', other_goods: true });
    await moved(120);
    const { _id } = await second.read();
    const settle = (note: string, token = w.admin.token) =>
      server.call('POST', 'handover/settle', { _id, note }, { token, key: newKey() });
    expect((await settle('ok')).data.fields).toHaveProperty('note');
    expect((await settle('Ten cases came back', w.officer.token)).code).toBe(403);
    expect((await settle('Ten cases came back')).data).toMatchObject({
      state: 'done',
      settled: { note: 'Ten cases came back' },
    });
    expect((await settle('Once more')).data.error).toBe('bad_transition');
  });

  test('what the taker counts otherwise stands beside what was given, and moves nothing', {
    tags: ['HAND-12'],
  }, async () => {
    const body = goods();
    const { steps, offer, read } = await handing(server, giver, taker, body);
    for (const turn of GIVER) await steps[turn]();
    expect(await read()).toMatchObject({ state: 'waits', missing: 'taker', lines: [{ given: 24, taken: null }] });
    const short = await answerTo(taker, body, [{ product_id: w.milk, quantity: 23, note: 'One was open' }]);
    expect((await take(offer, short)).code).toBe(200);
    expect(await read()).toMatchObject({ state: 'differs', lines: [{ given: 24, taken: 23, note: 'One was open' }] });
    await moved(24);
  });

  test('the giver’s tablet brings both halves where the taker’s never comes', { tags: ['HAND-14'] }, async () => {
    const body = goods();
    const { steps, offer, answer, order, read } = await handing(server, giver, taker, body);
    for (const turn of GIVER) await steps[turn]();
    const give = (fields: Record<string, unknown>) =>
      server.call('POST', 'handover/give', { _id: order(), offer, ...fields }, { token: giver.token, key: newKey() });
    expect((await give({ answer: await answerTo(giver, body) })).data.reason).toBe('own');
    expect((await give({ answer })).code).toBe(200);
    expect(await read()).toMatchObject({ state: 'done', taker: { _id: taker.user_id } });
    expect((await steps.take()).code).toBe(200);
    await moved(24);
  });

  test('one side alone for twelve hours is work for those who see handovers, and the hub sees its own', {
    tags: ['HAND-01', 'HAND-16'],
  }, async () => {
    const work = async (token: string) =>
      ((await server.call('GET', 'work/read_mine', {}, { token })).data as unknown as Data[]).find(
        ({ kind }) => kind === 'handovers',
      );
    const manager = (seller_id: string) => server.signInAs('sales_officer.manager', { name: 'Hub Manager', seller_id });
    const [here, elsewhere] = [await manager(w.hub), await manager(w.hub2)];
    const support = await server.signInAs('manager.customer_support');
    const [one, two] = [goods({}, 12), goods({}, 24)];
    const first = await handing(server, giver, taker, one);
    for (const turn of GIVER) await first.steps[turn]();
    expect((await takes(two)).code).toBe(200);
    expect(await work(here.token)).toBeUndefined();
    server.clock.now = NOW + 12 * 3_600 + 1;
    for (const { token } of [elsewhere, support]) expect(await work(token)).toBeUndefined();
    expect(await work(here.token)).toMatchObject({
      total: 2,
      rows: [
        { model: 'purchase_order', _id: first.order(), note: 'taker', who: 'Rep', lines: 1, since: NOW },
        { model: 'purchase_order', note: 'giver', who: 'Tunde Officer' },
      ],
    });
    const open = (token: string) => server.call('POST', 'handover/read_open', {}, { token });
    expect((await open(here.token)).data).toMatchObject([{ transfer: one.transfer }, { transfer: two.transfer }]);
    expect((await open(elsewhere.token)).data).toEqual([]);
    expect((await open(taker.token)).code).toBe(403);
    const read = (token: string) => server.call('GET', 'handover/read', { transfer: two.transfer }, { token });
    expect([(await read(elsewhere.token)).code, (await read(taker.token)).code, (await read(here.token)).code]).toEqual(
      [404, 200, 200],
    );
    for (const turn of ['take'] as const) await first.steps[turn]();
    expect((await work(here.token))?.total).toBe(1);
  });

  test('after a restore both tablets send their halves again, in any order, and the papers of before are read', {
    tags: ['HAND-15'],
  }, async () => {
    for (const isTakerFirst of [true, false]) {
      const body = goods({}, 12);
      const { steps, read } = await handing(server, giver, taker, body);
      for (const turn of [...GIVER, 'take'] as const) await steps[turn]();
      // The database is the one of before: nothing of this handover is there, nor what the queues sent, nor the keys of the devices.
      await forget(body.transfer);
      const again = await handing(server, giver, taker, body);
      for (const turn of isTakerFirst ? (['take', ...GIVER] as const) : ([...GIVER, 'take'] as const))
        expect((await again.steps[turn]()).code, turn).toBe(200);
      expect(await read()).toMatchObject({ state: 'done' });
    }
    await moved(24);
  });

  test('the receipt names both persons and the taker’s reference, and the handover says when it was completed', {
    tags: ['HAND-47'],
  }, async () => {
    const body = goods();
    const { steps, read, order, answer } = await handing(server, giver, taker, body);
    const row = async () =>
      ((await w.call('GET', 'purchase_order/read', { _id: order() })).data as unknown as Data[])[0]?.handover;
    for (const turn of ['create', 'lines', 'execute'] as const) await steps[turn]();
    expect(await row()).toBeNull();
    await steps.give();
    const given = { giver: 'Tunde Officer', given_at: NOW };
    expect(await row()).toEqual({ ...given, taker: null, taken_at: null, answer: null });
    await steps.take();
    const hash = await hashOf((JSON.parse(answer) as { text: string }).text);
    expect(await row()).toEqual({ ...given, taker: 'Bola Rep', taken_at: NOW + 60, answer: hash });
    expect((await read()).order).toMatchObject({ tag: 'receipt', executed_at: NOW });
  });

  /** What a backup of before does not have. Triggers hold what happened, so they sleep meanwhile. */
  async function forget(transfer: string): Promise<void> {
    const db = database().kysely;
    await db.transaction().execute(async (tx) => {
      for (const table of HELD) await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx);
      const { rows } = await sql<Data>`select _id from purchase_order where client_id = ${transfer}`.execute(tx);
      const id = String(rows[0]?._id);
      await sql`delete from idempotency where user_id = any(${[giver.user_id, taker.user_id]})`.execute(tx);
      await sql`delete from handover where transfer = ${transfer}`.execute(tx);
      await sql`delete from device_key where user_id = any(${[giver.user_id, taker.user_id]})`.execute(tx);
      await sql`update warehouse_product wp set quantity = wp.quantity - l.quantity from warehouse_log l
        where l.purchase_order_id = ${id} and wp.warehouse_id = l.warehouse_id and wp.product_id = l.product_id`.execute(
        tx,
      );
      await sql`delete from ledger_log where ledger_id in (select _id from ledger where owner = ${w.rep})`.execute(tx);
      await sql`update ledger set balance_kobo = 0 where owner = ${w.rep}`.execute(tx);
      await sql`delete from warehouse_log where purchase_order_id = ${id}`.execute(tx);
      await sql`delete from purchase_order_item where purchase_order_id = ${id}`.execute(tx);
      await sql`delete from purchase_order where _id = ${id}`.execute(tx);
      for (const table of HELD) await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx);
    });
  }
});
