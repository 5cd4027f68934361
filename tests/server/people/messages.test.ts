/** Notifications with a status per recipient, virtual accounts (API.md 4.17, 4.19; B9.2, B9.3). */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { decodeForm, encodeForm } from '#contract/form.ts';
import { fingerprintWith } from '#server/keys/idempotency.ts';
import type { MessageChannel } from '#server/messages/channel.ts';
import { sendWaiting } from '#server/messages/messenger.ts';
import { simulatedChannel } from '#server/messages/simulatedChannel.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { NOW, newKey, startServer, type TestServer } from '#tests/support/server.ts';
import { makeShops } from '#tests/support/shops.ts';

const both = (channel: MessageChannel) => ({ push: channel, sms: channel });

describeEachEngine('messages', (database) => {
  let server: TestServer;
  let staff: string;
  let call: Awaited<ReturnType<typeof makeShops>>['call'];
  beforeAll(async () => {
    server = await startServer(database());
    ({ staff, call } = await makeShops(database(), server, [
      ['Ada Shop', '08021000001', 'active', 'aguda'],
      ['Bola Shop', '08021000002', 'active', 'bodija'],
      ['Closed Shop', '08021000003', 'inactive', 'aguda'],
      ['Far Shop', '08021000000', 'active', 'bodija'],
    ]));
  });
  beforeEach(() => {
    server.clock.now = NOW;
  });
  const note = (more: Record<string, unknown> = {}) => ({
    filter_type: '*',
    filter_value: '*',
    title: 'New prices',
    message: 'Prices change on Monday.',
    exclude: '-',
    include: '*',
    ...more,
  });
  const send = async (more: Record<string, unknown> = {}) =>
    (
      await call(
        'POST',
        'notification/send_to_buyers',
        note({ commit: true, send_sms_too: true, timestamp: NOW, ...more }),
      )
    ).data;
  const recipients = async (_id: string, more: Record<string, unknown> = {}) =>
    (await call('POST', 'notification/recipients', { _id, page: 1, ...more })).data;
  const work = () => sendWaiting(database(), both(simulatedChannel), () => server.clock.now);

  describe('refusals', { tags: ['NOTIF-04', 'NOTIF-05', 'NOTIF-06', 'NOTIF-07', 'NOTIF-08'] }, () => {
    test.each([
      [{ title: '' }, 'Title field is required.'],
      [{ title: 'ab' }, 'Title must be at least 3 characters.'],
      [{ message: '' }, 'Message field is required.'],
      [{ message: 'ab' }, 'Message must be at least 3 characters.'],
      [{ message: 'x'.repeat(161) }, 'Message must be at most 160 characters.'],
      [{ exclude: '08021000001,123' }, 'Exclude should contain only valid phone numbers, comma separated'],
      [{ include: '*', exclude: '*' }, 'Exclude should contain only valid phone numbers, comma separated'],
      [{ include: '-' }, 'Recipients must contain at least 1 valid phone number.'],
      [{ include: ',,,,,,,,,,,' }, 'Recipients must contain at least 1 valid phone number.'],
      [{ include: '0802100' }, 'Recipients must contain at least 1 valid phone number.'],
      [{ include: '08021000001,0612345678' }, 'Recipients must contain only valid phone numbers, comma separated'],
    ])(
      'a message with %j is refused',
      { tags: ['NOTIF-04', 'NOTIF-05', 'NOTIF-06', 'NOTIF-07', 'NOTIF-08'] },
      async (wrong, message) => {
        for (const path of ['notification/poll_buyers_for', 'notification/send_to_buyers'])
          expect(await call('POST', path, note({ commit: true, ...wrong }))).toMatchObject({ code: 422, message });
      },
    );
    test('more than 50,000 recipients; a hub that is not there; a kind that is not there', {
      tags: ['B13'],
    }, async () => {
      expect((await call('POST', 'notification/poll_buyers_for', note({ seller_id: 'none' }))).message).toBe(
        'Hub not found',
      );
      expect((await call('POST', 'notification/send_to_agents', note())).code).toBe(404);
      expect((await call('POST', 'notification/recipients', { _id: 'none' })).code).toBe(404);
    });
  });

  test('polling and sending without commit write nothing', { tags: ['NOTIF-10', 'NOTIF-11'] }, async () => {
    const polled = await call(
      'POST',
      'notification/poll_buyers_for',
      // NOTIF-05: 160 are not too many.
      note({ send_sms_too: true, exclude: '08021000002', message: 'x'.repeat(160) }),
    );
    expect(polled.data).toEqual({
      count: 2,
      push: 0,
      sms: 2,
      skipped: 0,
      skipped_why: '',
      sample: [
        { name: 'Ada Shop', phone: '08021000001' },
        { name: 'Far Shop', phone: '08021000000' },
      ],
      simulated: true,
    });
    const dry = await call('POST', 'notification/send_to_buyers', note({ commit: false }));
    expect(dry.data).toMatchObject({ count: 3, push: 0, sms: 0, skipped: 3, simulated: true });
    expect(dry.data).not.toHaveProperty('_id');
    expect((await call('GET', 'notification/read_all', { page: 1 })).data).toMatchObject({ rows: [], total: 0 });
  });

  test('listed numbers, known or not, each once, in any spelling', { tags: ['NOTIF-09', 'NOTIF-10'] }, async () => {
    const sent = await send({ include: '+2348021000001\n8021000001, 08029999999', exclude: '' });
    expect(sent).toMatchObject({ _id: expect.any(String), count: 2, push: 0, sms: 2, skipped: 0, simulated: true });
    const page = await recipients(sent._id);
    expect(page.total).toBe(2);
    // API.md 1.5, 4.19: whole without a page.
    const whole = await call('POST', 'notification/recipients', { _id: sent._id });
    expect([whole.data, whole.headers['x-total-count']]).toEqual([page.rows, '2']);
    expect(
      page.rows.map((row: Record<string, unknown>) => [
        (row.buyer as { name: string } | null)?.name ?? null,
        row.phone,
        row.channel,
        row.status,
      ]),
    ).toEqual([
      [null, '08029999999', 'sms', 'queued'],
      ['Ada Shop', '08021000001', 'sms', 'queued'],
    ]);
    expect((await call('GET', 'notification/read_all')).data[0]).toMatchObject({
      _id: sent._id,
      title: 'New prices',
      include: '08021000001,08029999999',
      exclude: '-',
      send_sms_too: true,
      count: 2,
      sent: 0,
      waiting: 2,
      // API.md 1.1 "Every row".
      ...{ created: NOW, modified: NOW, version: 1 },
      ...{ created_by: { name: 'Funmi Ajayi' }, modified_by: { name: 'Funmi Ajayi' } },
      simulated: true,
    });
    await work();
    expect((await call('GET', 'notification/read_all')).data[0]).toMatchObject({ sent: 2, waiting: 0, failed: 0 });
    expect((await recipients(sent._id)).rows[0]).toMatchObject({
      status: 'sent',
      attempts: 1,
      sent_at: NOW,
      error: null,
    });
  });

  test('a hub’s locations only; without SMS and device a recipient is skipped "No device"', {
    tags: ['B9.2a'],
  }, async () => {
    const db = database().kysely;
    const hub = String(
      (await call('POST', 'seller/create', { name: 'Bodija Hub', address: 'Road 1', status: 'active' })).data,
    );
    await sql`insert into manufacturer (_id, name, created, modified) values ('maker', 'Maker', ${NOW}, ${NOW})`.execute(
      db,
    );
    await sql`insert into area (_id, name, phone, manufacturer_id, seller_id, created, modified) values ('area', 'Bodija', '08020000001', 'maker', ${hub}, ${NOW}, ${NOW})`.execute(
      db,
    );
    await sql`insert into location_area (_id, area_id, location_id, manufacturer_id, created, modified) values ('la', 'area', 'bodija', 'maker', ${NOW}, ${NOW})`.execute(
      db,
    );
    const sent = await send({ seller_id: hub, send_sms_too: false });
    expect(sent).toMatchObject({ count: 2, push: 0, sms: 0, skipped: 2 });
    expect((await recipients(sent._id, { status: 'skipped' })).rows).toMatchObject([
      { buyer: { name: 'Bola Shop' }, status: 'skipped', error: 'No device', attempts: 0 },
      { buyer: { name: 'Far Shop' }, status: 'skipped', error: 'No device', attempts: 0 },
    ]);
    expect(await work()).toBe(0);
  });

  test('who cannot be reached is tried again after 10, 60 and 300 s, then failed, with the reason', {
    tags: ['B9.2'],
  }, async () => {
    const sent = await send({ include: '08021000000' });
    const state = async () => (await recipients(sent._id)).rows[0];
    expect(await work()).toBe(1);
    expect(await state()).toMatchObject({ status: 'queued', attempts: 1, error: 'Subscriber unreachable' });
    expect(await work()).toBe(0);
    for (const [wait, attempts, status] of [
      [10, 2, 'queued'],
      [60, 3, 'queued'],
      [300, 4, 'failed'],
    ] as const) {
      server.clock.now += wait - 1;
      expect(await work()).toBe(0);
      server.clock.now += 1;
      expect(await work()).toBe(1);
      expect(await state()).toMatchObject({ status, attempts, error: 'Subscriber unreachable' });
    }
    server.clock.now += 10_000;
    expect(await work()).toBe(0);
    expect(
      (await call('GET', 'notification/read_all')).data.find((row: { _id: string }) => row._id === sent._id),
    ).toMatchObject({ failed: 1, waiting: 0, sent: 0 });
  });

  test('a gateway that breaks is a failed try, not a lost message; two messengers send each message once', {
    tags: ['B9.2'],
  }, async () => {
    const sent = await send({ include: Array.from({ length: 40 }, (_, at) => `0802555${1_000 + at}`).join(',') });
    const refs: string[] = [];
    const broken = both({ name: 'broken', simulated: true, send: () => Promise.reject(new Error('line down')) });
    await sendWaiting(database(), broken, () => server.clock.now);
    expect((await recipients(sent._id, { status: 'queued' })).rows[0]).toMatchObject({
      attempts: 1,
      error: 'Error: line down',
    });
    server.clock.now += 10;
    const counting = both({
      name: 'counting',
      simulated: true,
      send: async ({ ref }: { ref: string }) => {
        refs.push(ref);
        await new Promise((resolve) => setTimeout(resolve, 1));
        return { status: 'sent' as const, provider_ref: ref, error: null };
      },
    });
    await Promise.all([1, 2].map(() => sendWaiting(database(), counting, () => server.clock.now)));
    expect(refs).toHaveLength(40);
    expect(new Set(refs).size).toBe(40);
    expect((await recipients(sent._id, { status: 'sent' })).total).toBe(40);
  });

  test('the same key sends once', { tags: ['SYNC-16'] }, async () => {
    const key = newKey();
    const ask = () =>
      server.call('POST', 'notification/send_to_buyers', note({ commit: true, title: 'Once only' }), {
        token: staff,
        key,
      });
    const [one, two] = [await ask(), await ask()];
    expect(two.data).toEqual(one.data);
    const { rows } = await sql`select 1 from notification where title = 'Once only'`.execute(database().kysely);
    expect(rows).toHaveLength(1);
  });

  describe('virtual accounts', () => {
    const buyerId = async () => {
      const { rows } = await sql<{ _id: string }>`select _id from buyer where phone = '08021000001'`.execute(
        database().kysely,
      );
      return rows[0]?._id ?? '';
    };
    const open = async (more: Record<string, unknown> = {}, token = accountant, key = newKey()) =>
      server.call(
        'POST',
        'ledger_tag/virtual_account_create',
        {
          parent_type: 'buyer',
          parent_id: await buyerId(),
          first_name: 'Ada',
          last_name: 'Obi',
          bvn: '22233344455',
          ...more,
        },
        { token, key },
      );
    let accountant: string;
    beforeAll(async () => {
      accountant = (await server.signInAs('manager.accountant', { name: 'Funmi Ajayi' })).token;
    });

    test('wrong fields of a virtual account are refused', { tags: ['LED-12'] }, async () => {
      expect((await call('POST', 'ledger_tag/virtual_account_create', {}, accountant)).data.fields).toMatchObject({
        first_name: 'First name field is required.',
        last_name: 'Last name field is required.',
        bvn: 'BVN field is required.',
      });
      // S9: exactly eleven digits.
      for (const bvn of ['222333444556', '2223334445a', '22 33', '1', '2223334445'])
        expect((await open({ bvn })).message).toBe('BVN must be valid');
      expect((await open({ parent_id: 'none' })).message).toBe('Buyer not found');
      const care = (await server.signInAs('manager.customer_support')).token;
      expect((await open({ parent_type: 'sales_officer' }, care)).code).toBe(403);
      // S10: who may change retailers opens no accounts for them.
      expect((await open({}, staff)).code).toBe(403);
    });

    test('one per owner; of the BVN nothing can be read back', { tags: ['LED-10', 'LED-13'] }, async () => {
      const key = newKey();
      const response = await open({}, accountant, key);
      expect(response.data).toMatchObject({
        account_number: expect.stringMatching(/^\d{10}$/),
        account_name: 'ADA OBI',
        bank: { code: 'SIM', name: 'Simulated Bank' },
        updated_at: NOW,
        // API.md 1.1 "Every row".
        ...{ created: NOW, modified: NOW, version: 1 },
        ...{ created_by: { name: 'Funmi Ajayi' }, modified_by: { name: 'Funmi Ajayi' } },
      });
      expect(await open()).toMatchObject({ code: 409, message: 'Virtual account already exists.' });
      const own = {
        head: 'buyer',
        subhead: 'wallet',
        owner: await buyerId(),
      };
      const wallet = await call('POST', 'ledger/read_by_owner_specific', own, accountant);
      expect(wallet.data.ledger_tags.virtual_account).toEqual(response.data);
      const others = await call('POST', 'ledger/read_by_owner_specific', own, staff);
      expect([others.code, others.data.ledger_tags.virtual_account]).toEqual([200, null]);
      expect(await open({}, accountant, key)).toMatchObject({ code: 200, data: response.data });
      expect(await open({ bvn: '22233344456' }, accountant, key)).toMatchObject({
        code: 422,
        data: { error: 'idempotency_mismatch' },
      });
      const { rows } = await sql`select * from virtual_account`.execute(database().kysely);
      expect(rows[0]).toMatchObject({ bvn_end: '455' });
      const audit = await sql`select * from audit_log`.execute(database().kysely);
      const keys = await sql`select * from idempotency`.execute(database().kysely);
      const kept = [rows, audit.rows, keys.rows, server.lines].map((one) => JSON.stringify(one));
      for (const text of [...kept, wallet.text]) expect(text).not.toContain('22233344455');
      // Whoever holds the database knows the other fields and the last three digits, and tries the rest.
      const route = 'ledger_tag/virtual_account_create';
      const rest = { parent_type: 'buyer', parent_id: await buyerId(), first_name: 'Ada', last_name: 'Obi' };
      const tried = (bvn: string) => decodeForm(encodeForm({ ...rest, bvn }));
      const plain = (bvn: string) =>
        [...tried(bvn)].map(([name, sent]) => `${name}=${JSON.stringify(sent.values)}`).sort();
      for (const bvn of ['22233343455', '22233344455', '22233345455']) {
        const sha256 = createHash('sha256')
          .update(`${route}\n${plain(bvn).join('\n')}`)
          .digest('hex');
        for (const fingerprint of [sha256, fingerprintWith('')(route, tried(bvn))])
          expect(kept[2]).not.toContain(fingerprint);
      }
    });

    test('asked twice at once under two keys: one account is opened, the other call is told so', {
      tags: ['LED-13'],
    }, async () => {
      const { rows } = await sql<{ _id: string }>`select _id from buyer where phone = '08021000002'`.execute(
        database().kysely,
      );
      const parent_id = rows[0]?._id;
      const answers = await Promise.all([1, 2, 3].map(() => open({ parent_id })));
      expect(answers.map((one) => one.code).sort()).toEqual([200, 409, 409]);
      for (const one of answers.filter(({ code }) => code === 409))
        expect(one).toMatchObject({ message: 'Virtual account already exists.', data: { error: 'duplicate' } });
    });

    test('money that arrives takes off what is owed; the administrator’s, not in production', {
      tags: ['B6.4'],
    }, async () => {
      const admin = (await server.signInAs('administrator.administrator')).token;
      const owner = await buyerId();
      const ask = () => call('POST', 'ledger/read_by_owner_specific', { head: 'buyer', owner }, accountant);
      const { account_number } = (await ask()).data.ledger_tags.virtual_account;
      const credit = (fields: Record<string, unknown>, token = admin) =>
        call('POST', 'ledger_tag/simulate_credit', { account_number, value: '2500.50', ...fields }, token);
      expect((await credit({}, staff)).code).toBe(403);
      expect((await credit({ value: '0' })).message).toBe('Value must be more than 0.');
      expect((await credit({ account_number: '1' })).message).toBe('Virtual account not found');
      expect((await credit({})).data).toMatchObject({
        tag: 'transfer',
        value: '2500.50',
        effect: '-2500.50',
        description: `Virtual account ${account_number}`,
      });
      expect((await ask()).data).toMatchObject({ balance: '-2500.50', shown_balance: '2500.50' });
      const production = await startServer(database(), { environment: 'production' });
      expect(
        (await production.call('POST', 'ledger_tag/simulate_credit', { account_number, value: '1' }, { token: admin }))
          .code,
      ).toBe(404);
      await production.close();
    });
  });
});
