/** Agents, their referrals and the report (API.md 4.14, B9.10 to B9.13). */
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fromInput } from '#domain/time.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { NOW, newKey, startServer, type TestServer } from '#tests/support/server.ts';

const DAY = 86_400;
const at = (text: string) => fromInput(text) ?? Number.NaN;

describeEachEngine('agents', (database) => {
  let server: TestServer;
  let admin: string;
  beforeAll(async () => {
    server = await startServer(database());
    admin = (await server.signInAs('administrator.administrator')).token;
    const db = database().kysely;
    await sql`insert into store_type (_id, name, description, created, modified) values ('kiosk', 'Kiosk', 'Small stand', ${NOW}, ${NOW})`.execute(
      db,
    );
    await sql`insert into location (_id, name, state, lga, created, modified) values
      ('aguda', 'Aguda', 'Lagos', 'Surulere', ${NOW}, ${NOW}), ('bodija', 'Bódìjà', 'Oyo', 'Ibadan North', ${NOW}, ${NOW})`.execute(
      db,
    );
    await sql`update session set expires_at = ${NOW + 1_000 * DAY}, last_seen = ${NOW + 1_000 * DAY}`.execute(db);
  });
  beforeEach(() => {
    server.clock.now = NOW;
  });
  const call = (method: 'GET' | 'POST', path: string, fields: Record<string, unknown> = {}) =>
    server.call(method, path, fields, { token: admin, key: method === 'POST' ? newKey() : undefined });
  let last = 0;
  const fields = (more: Record<string, unknown> = {}) => {
    last += 1;
    return {
      name: `Agent ${last}`,
      phone: `0807${String(1_000_000 + last)}`,
      status: 'active',
      source: 'WHATSAPP',
      bank: '044',
      account: '0123456789',
      location_id: 'aguda',
      ...more,
    };
  };
  const make = async (more: Record<string, unknown> = {}, kind: 'create' | 'signup' = 'create') =>
    String(
      (await call('POST', `agent/${kind}`, { ...fields(more), ...(kind === 'signup' ? { hash: 'x' } : {}) })).data,
    );
  const read = async (_id: string) => (await call('GET', 'agent/read', { _id })).data[0];
  const buyer = async (phone: string, name: string) =>
    String(
      (
        await call('POST', 'buyer/signup', {
          name,
          phone,
          status: 'active',
          store_type_id: 'kiosk',
          location_id: 'aguda',
        })
      ).data._id,
    );

  const order = async (buyerId: string, tag: string, created: number) => {
    const _id = newKey();
    await sql`insert into order_group (_id, ref, tag, buyer_id, created, modified) values (${_id}, ${_id}, ${tag}, ${buyerId}, ${created}, ${created})`.execute(
      database().kysely,
    );
    return _id;
  };

  describe('refusals', { tags: ['AGT-08'] }, () => {
    test('the texts, with the document’s own one for the name', { tags: ['AGT-08', 'AGT-09'] }, async () => {
      expect((await call('POST', 'agent/signup', {})).data.fields).toEqual({
        name: 'Name field is required.',
        phone: 'Phone number field is required.',
        source: 'Source field is required.',
        location_id: 'Location field is required.',
      });
      expect(
        (await call('POST', 'agent/signup', fields({ name: 'Ab', phone: '0603', source: 'RADIO' }))).data.fields,
      ).toEqual({
        name: 'Store name must be at least 3 characters.',
        phone: 'Phone number must be valid. Ex. 08021234567',
        source: 'Source field is required.',
      });
    });
    test('bank and account unless the source is AGENCY', { tags: ['AGT-10', 'AGT-11'] }, async () => {
      expect((await call('POST', 'agent/create', fields({ bank: '', account: '' }))).data.fields).toEqual({
        bank: 'Bank field is required.',
        account: 'Account No. field is required.',
      });
      expect((await call('POST', 'agent/create', fields({ account: '12345' }))).message).toBe(
        'Account No. is not valid',
      );
      expect((await call('POST', 'agent/create', fields({ bank: 'no such bank' }))).message).toBe(
        'Bank field is required.',
      );
      const id = await make({ source: 'AGENCY', bank: '', account: '' });
      expect(await read(id)).toMatchObject({ source: 'AGENCY', bank: '-', account: '-', bank_name: '' });
      expect((await call('POST', 'agent/update', { _id: id, source: 'SMS' })).data.fields).toEqual({
        bank: 'Bank field is required.',
        account: 'Account No. field is required.',
      });
    });
    test('a phone is registered once', { tags: ['B1.10'] }, async () => {
      const sent = fields();
      await call('POST', 'agent/create', sent);
      expect(await call('POST', 'agent/signup', sent)).toMatchObject({
        code: 409,
        message: 'Phone number is already in use.',
      });
    });
  });

  test('created has no account, signed up has one; sign_this_up makes it once', {
    tags: ['AGT-03', 'AGT-06'],
  }, async () => {
    const sent = fields({ name: 'Kẹ́mi Àjàyí' });
    const created = String((await call('POST', 'agent/create', sent)).data);
    expect(await read(created)).toMatchObject({
      ...sent,
      user_id: null,
      bank_name: 'Access Bank',
      location: { _id: 'aguda', name: 'Aguda' },
      created: NOW,
    });
    expect((await read(await make({}, 'signup'))).user_id).toEqual(expect.any(String));
    expect((await call('POST', 'agent/sign_this_up', { hash: 'x', phone: '08079999999' })).code).toBe(404);
    const response = await call('POST', 'agent/sign_this_up', { hash: 'x', phone: sent.phone, location_id: 'bodija' });
    expect(response.data).toMatchObject({
      _id: created,
      user_id: expect.any(String),
      status: 'active',
      location: { _id: 'bodija' },
    });
    expect(await call('POST', 'agent/sign_this_up', { phone: sent.phone })).toMatchObject({
      code: 409,
      message: 'This agent is already signed up.',
    });
    const { rows } = await sql`select role, phone from user_account where _id = ${response.data.user_id}`.execute(
      database().kysely,
    );
    expect(rows).toEqual([{ role: 'agent.agent', phone: sent.phone }]);
  });

  test('an agent who was switched off before he was signed up gets an account that is active like he is', {
    tags: ['AGT-18'],
  }, async () => {
    const sent = fields({ status: 'inactive' });
    await call('POST', 'agent/create', sent);
    const { data } = await call('POST', 'agent/sign_this_up', { hash: 'x', phone: sent.phone });
    expect(data.status).toBe('active');
    const { rows } = await sql`select status from user_account where _id = ${data.user_id}`.execute(database().kysely);
    expect(rows).toEqual([{ status: 'active' }]);
  });

  test('update: the phone stays; a change of bank is a change', { tags: ['AGT-08'] }, async () => {
    const id = await make();
    const before = await read(id);
    const response = await call('POST', 'agent/update', {
      _id: id,
      name: 'Renamed agent',
      phone: '08070000000',
      bank: '058',
      base_version: 1,
    });
    expect(response.data).toMatchObject({ name: 'Renamed agent', phone: before.phone, bank: '058', version: 2 });
    expect(response.data.bank_name).not.toBe(before.bank_name);
  });

  test('list: search by name and phone, filters by source and location', { tags: ['AGT-01'] }, async () => {
    const id = await make({ name: 'Ọmọ́lará Searched', source: 'TWITTER', location_id: 'bodija' });
    const list = async (fields: Record<string, unknown>) =>
      (await call('GET', 'agent/read_all', { page: 1, per_page: 10, ...fields })).data.rows.map(
        (row: { _id: string }) => row._id,
      );
    expect(await list({ search: 'omolara' })).toEqual([id]);
    expect(await list({ source: 'TWITTER' })).toEqual([id]);
    expect(await list({ location_id: 'bodija', source: 'SMS' })).toEqual([]);
  });

  test('a number is referred once, starts unverified, and is credited after a completed order only', {
    tags: ['AGT-07', 'AGT-17', 'AGT-18'],
  }, async () => {
    const id = await make();
    expect((await call('POST', 'agent_referral/create_phone', { phone: '0603', referral: id })).message).toBe(
      'Phone number must be valid. Ex. 08021234567',
    );
    expect((await call('POST', 'agent_referral/create_phone', { phone: '08071230001', referral: 'none' })).code).toBe(
      404,
    );
    const response = await call('POST', 'agent_referral/create_phone', {
      phone: '+2348071230001',
      referral: id,
      status: 'verified',
    });
    expect(response.data).toEqual(expect.any(String));
    const other = await make();
    expect(await call('POST', 'agent_referral/create_phone', { phone: '08071230001', referral: other })).toMatchObject({
      code: 409,
      message: 'Phone number has already been referred.',
    });
    const shop = await buyer('08071230001', 'Referred Shop');
    expect((await call('POST', 'agent_referral/read_by_agent', { agent_id: id })).data).toMatchObject([
      {
        _id: response.data,
        agent_id: id,
        phone: '08071230001',
        referral: { _id: shop, name: 'Referred Shop' },
        status: 'unverified',
        created: NOW,
      },
    ]);
    expect((await call('GET', 'buyer/read', { _id: shop })).data[0].agent).toMatchObject({ _id: id });
    expect(await call('POST', 'agent/credit_referral', { buyer_phone: '08079990000' })).toMatchObject({
      code: 404,
      message: 'No referral found for this phone number.',
    });
    expect(await call('POST', 'agent/credit_referral', { buyer_phone: '08071230001' })).toMatchObject({
      code: 409,
      message: 'This retailer has no completed order yet.',
    });
    const group = await order(shop, 'pending', NOW);
    expect((await call('POST', 'agent/credit_referral', { buyer_phone: '08071230001' })).code).toBe(409);
    await sql`update order_group set tag = 'delivered' where _id = ${group}`.execute(database().kysely);
    // The second time it is said again, nothing is done again.
    for (let time = 0; time < 2; time += 1)
      expect((await call('POST', 'agent/credit_referral', { buyer_phone: '08071230001' })).data).toMatchObject({
        _id: response.data,
        status: 'verified',
      });
    const { rows } = await sql`select version from agent_referral where _id = ${response.data}`.execute(
      database().kysely,
    );
    expect(rows).toEqual([{ version: 2 }]);
  });

  test('the report: referrals, sign ups, totals, cumulative, by day and by week', {
    tags: ['AGT-14', 'AGT-15', 'AGT-16'],
  }, async () => {
    const ask = (more: Record<string, unknown>) =>
      call('POST', 'agent/source_summary', {
        from_timestamp: at('2026-12-07'),
        to_timestamp: at('2026-12-15') - 60,
        period: 'day',
        ...more,
      });
    expect((await ask({ period: 'month' })).code).toBe(422);
    expect((await ask({ to_timestamp: at('2026-12-01') })).message).toBe('End date is not valid.');
    expect((await ask({ to_timestamp: at('2029-12-01') })).message).toBe('Please choose at most 400 days.');
    expect(
      (await ask({ source: 'TWITTER', from_timestamp: at('2026-01-01'), to_timestamp: at('2026-01-02') })).data.totals,
    ).toEqual({ referrals: [0, 0], buyers: [0, 0], orders: [0, 0] });

    const idle = await make({ name: 'Aaron Idle', source: 'AGENCY' });
    const busy = await make({ name: 'Zainab Busy', phone: '08079998888', source: 'AGENCY' });
    const noAgency = await make({ name: 'Zainab Whatsapp' });
    expect((await call('POST', 'agent_referral/create_phone', { phone: '08072220009', referral: noAgency })).code).toBe(
      200,
    );
    const refer = async (phone: string, when: number) => {
      server.clock.now = when;
      await call('POST', 'agent_referral/create_phone', { phone, referral: busy });
    };
    await refer('08072220001', at('2026-12-07T00:00'));
    await refer('08072220002', at('2026-12-07T23:59'));
    await refer('08072220003', at('2026-12-14T12:00'));
    server.clock.now = at('2026-12-09T08:00');
    const first = await buyer('08072220001', 'First Shop');
    const other = await buyer('08070000777', 'Not referred');
    // Twice on the 10th and once on the 14th: one retailer a day; what is cancelled or nobody's does not count.
    for (const [who, tag, when] of [
      [first, 'pending', '2026-12-10T09:00'],
      [first, 'completed', '2026-12-10T17:00'],
      [first, 'delivered', '2026-12-14T09:00'],
      [first, 'cancelled', '2026-12-11T09:00'],
      [other, 'completed', '2026-12-11T09:00'],
    ] as const)
      await order(who, tag, at(when));
    const response = await ask({});
    const days = response.data.timestreams;
    expect(days).toEqual([7, 8, 9, 10, 11, 12, 13, 14].map((day) => at(`2026-12-${String(day).padStart(2, '0')}`)));
    const [agent] = response.data.agents;
    expect(agent).toMatchObject({ _id: busy, name: 'Zainab Busy', phone: '08079998888' });
    expect(agent.referrals).toEqual([2, 0, 0, 0, 0, 0, 0, 1]);
    expect(agent.buyers).toEqual([0, 0, 1, 0, 0, 0, 0, 0]);
    expect(agent.orders).toEqual([0, 0, 0, 1, 0, 0, 0, 1]);
    expect(agent.referralsList[0]).toEqual([
      { name: 'First Shop', phone: '08072220001' },
      { name: '', phone: '08072220002' },
    ]);
    expect(agent.buyersList[2]).toEqual([{ name: 'First Shop', phone: '08072220001' }]);
    // Agents with nothing stand last (B9.12).
    expect(response.data.agents.at(-1).referrals).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    const listed = (answer: typeof response) => answer.data.agents.map((one: { _id: string }) => one._id);
    expect(listed(response)).toContain(idle);
    // Agencies unless another source is asked for.
    expect(listed(response)).not.toContain(noAgency);
    expect(listed(await ask({ source: 'WHATSAPP' }))).toContain(noAgency);
    expect(listed(await ask({ source: 'AGENCY' }))).toEqual(listed(response));
    expect(response.data.cumulative.referrals).toEqual([2, 2, 2, 2, 2, 2, 2, 3]);
    const weeks = await ask({ period: 'week' });
    expect(weeks.data).toMatchObject({
      timestreams: [at('2026-12-07'), at('2026-12-14')],
      totals: { referrals: [2, 1], buyers: [1, 0], orders: [1, 1] },
      cumulative: { referrals: [2, 3], buyers: [1, 1], orders: [1, 2] },
    });
  });

  test('what happens in the last minute of a range that ends within it counts in its own day, not in the first', {
    tags: ['AGT-15', 'A22'],
  }, async () => {
    const id = await make({ name: 'Late Agency', source: 'AGENCY' });
    const refer = async (phone: string, when: number) => {
      server.clock.now = when;
      expect((await call('POST', 'agent_referral/create_phone', { phone, referral: id })).code).toBe(200);
    };
    const from = at('2027-02-01');
    await refer('08073330001', from + 60);
    await refer('08073330002', at('2027-02-03') + 10);
    await refer('08073330003', at('2027-02-03') + 30);
    const { data } = await call('POST', 'agent/source_summary', {
      from_timestamp: from,
      to_timestamp: at('2027-02-03') - 30,
      period: 'day',
    });
    expect(data.timestreams).toEqual([from, at('2027-02-02'), at('2027-02-03')]);
    expect(data.totals.referrals).toEqual([1, 0, 1]);
    const [agent] = data.agents.filter((one: { _id: string }) => one._id === id);
    expect(agent.referralsList.map((one: unknown[]) => one.length)).toEqual([1, 0, 1]);
  });
});
