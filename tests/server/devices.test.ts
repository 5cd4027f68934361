/** Devices and their versions (API.md 4.19, B9.7, B9.8). */
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { describeEngineOfDay } from '#tests/support/database.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

describeEngineOfDay('devices', (database) => {
  let server: TestServer;
  let admin: string;
  let officer: { token: string; user_id: string };
  let desk: { token: string; user_id: string };
  const tell = (token: string, device: string | null, fields: Record<string, unknown> = {}) =>
    server.call(
      'POST',
      'device/register',
      { version: '123', platform: 'Chrome on Android', standalone: true, ...fields },
      { token, headers: device ? { 'x-device-id': device } : {} },
    );
  const retailerWithDevice = async () => {
    const { kysely } = database();
    const base = sql`${NOW}::int8, ${NOW}::int8`;
    await sql`insert into user_account (_id, created, modified, name, role) values ('shop', ${base}, 'Shop', 'buyer.buyer')`.execute(
      kysely,
    );
    await sql`insert into location (_id, created, modified, name, state, lga) values ('yaba', ${base}, 'Yaba', 'Lagos', 'Mainland')`.execute(
      kysely,
    );
    await sql`insert into store_type (_id, created, modified, name, description) values ('kiosk', ${base}, 'Kiosk', 'small')`.execute(
      kysely,
    );
    await sql`insert into buyer (_id, created, modified, user_id, name, phone, store_type_id, location_id)
      values ('shop', ${base}, 'shop', 'Shop', '08021234567', 'kiosk', 'yaba')`.execute(kysely);
    await sql`insert into manufacturer (_id, created, modified, name, email, address) values ('maker', ${base}, 'Maker', 'm@example.test', 'x')`.execute(
      kysely,
    );
    await sql`insert into seller (_id, created, modified, name, address) values ('hub', ${base}, 'Hub', 'x')`.execute(
      kysely,
    );
    await sql`insert into area (_id, created, modified, name, phone, manufacturer_id, seller_id)
      values ('mainland', ${base}, 'Mainland', '08021234567', 'maker', 'hub')`.execute(kysely);
    await sql`insert into location_area (_id, created, modified, area_id, location_id, manufacturer_id, status)
      values ('link', ${base}, 'mainland', 'yaba', 'maker', 'inactive')`.execute(kysely);
    await sql`insert into device (_id, created, modified, user_id, device_id, version, platform, standalone, last_seen)
      values ('d', ${base}, 'shop', 'phone', '120', 'Android', true, ${NOW})`.execute(kysely);
  };
  beforeAll(async () => {
    server = await startServer(database());
    admin = (await server.signInAs('administrator.administrator')).token;
    officer = await server.signInAs('manager.warehouse_officer');
    desk = await server.signInAs('manager.buyer');
  });

  describe('refused', () => {
    test('a version of other signs than digits, and a device without a name', { tags: ['B9.7'] }, async () => {
      expect(await tell(desk.token, 'tablet-1', { version: '1.2.3' })).toMatchObject({
        code: 422,
        message: 'Version must be digits.',
      });
      expect((await tell(desk.token, null)).code).toBe(400);
    });
    test('another key than version: 400; somebody else without view_managers: 403', { tags: ['DASH-06'] }, async () => {
      expect((await server.call('POST', 'device/read_all_dict', { key: 'platform' }, { token: admin })).code).toBe(400);
      expect(
        (await server.call('POST', 'device/read_by_user', { user_id: officer.user_id }, { token: desk.token })).code,
      ).toBe(403);
    });
  });

  test('a device that is new, or tells something else of itself, is one audit line; one that only shows itself again is none', {
    tags: ['B12.1', 'B9.7'],
  }, async () => {
    const person = await server.signInAs('manager.customer_support');
    const lines = async () => {
      const { rows } = await sql<
        Record<string, unknown>
      >`select action, record_id, record_label, before, after from audit_log
        where model = 'device' and user_id = ${person.user_id} order by _id`.execute(database().kysely);
      return rows;
    };
    await tell(person.token, 'audited', { version: '1.2' });
    await tell(person.token, null);
    expect(await lines()).toEqual([]);
    const { _id } = (await tell(person.token, 'audited')).data;
    await tell(person.token, 'audited');
    const made = { version: '123', platform: 'Chrome on Android', standalone: true };
    expect(await lines()).toEqual([
      { action: 'create', record_id: _id, record_label: 'Chrome on Android', before: null, after: made },
    ]);
    server.clock.now += 60;
    const response = await tell(person.token, 'audited', { version: '124' });
    expect(response.data).toMatchObject({ _id, version: '124', last_seen: NOW + 60, created: NOW, modified: NOW + 60 });
    server.clock.now += 60;
    expect((await tell(person.token, 'audited', { version: '124' })).data).toMatchObject({
      ...{ last_seen: NOW + 120, created: NOW, modified: NOW + 60 },
    });
    expect((await lines())[1]).toEqual({
      ...{ action: 'update', record_id: _id, record_label: 'Chrome on Android' },
      ...{ before: { version: '123' }, after: { version: '124' } },
    });
    server.clock.now = NOW;
    await sql`delete from device where user_id = ${person.user_id}`.execute(database().kysely);
  });

  test('one row per user and device, by version, by user; counted while seen within 90 days', {
    tags: ['DASH-03', 'DASH-06'],
  }, async () => {
    await tell(officer.token, 'tablet-1');
    await tell(officer.token, 'tablet-1', { version: '130', standalone: false });
    await tell(officer.token, 'tablet-2', { version: '10203' });
    await tell(desk.token, 'desk-1', { version: '130' });
    const mine = await server.call(
      'POST',
      'device/read_by_user',
      { user_id: officer.user_id },
      { token: officer.token },
    );
    expect(mine.data).toHaveLength(2);
    const by = { _id: officer.user_id, name: expect.any(String) };
    expect(mine.data).toContainEqual({
      _id: expect.any(String),
      user_id: officer.user_id,
      version: '130',
      platform: 'Chrome on Android',
      standalone: false,
      last_seen: NOW,
      // API.md 1.1 "Every row"; its version is the app's (section 3).
      ...{ created: NOW, modified: NOW, created_by: by, modified_by: by },
    });
    const dict = (await server.call('POST', 'device/read_all_dict', { key: 'version' }, { token: admin }))
      .data as Record<string, unknown[]>;
    expect(Object.fromEntries(Object.entries(dict).map(([version, devices]) => [version, devices.length]))).toEqual({
      10203: 1,
      130: 2,
    });
    const counted = async () => (await server.call('GET', 'device/fragmentation', {}, { token: admin })).data;
    expect(await counted()).toEqual({ in_zone: { 10203: 1, 130: 2 }, out_of_zone: {} });
    // A retailer's app counts by where he is: outside every active area, then inside one.
    await retailerWithDevice();
    expect(await counted()).toEqual({ in_zone: { 10203: 1, 130: 2 }, out_of_zone: { 120: 1 } });
    await sql`update location_area set status = 'active'`.execute(database().kysely);
    expect(await counted()).toEqual({ in_zone: { 10203: 1, 120: 1, 130: 2 }, out_of_zone: {} });
    server.clock.now = NOW + 90 * 86_400;
    const again = (await server.signInAs('administrator.administrator')).token;
    expect((await server.call('GET', 'device/fragmentation', {}, { token: again })).data).toEqual({
      in_zone: {},
      out_of_zone: {},
    });
    server.clock.now = NOW;
  });
});
