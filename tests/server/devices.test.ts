/** Devices and their versions (API.md 4.19, B9.7, B9.8). */
import { beforeAll, describe, expect, test } from 'vitest';
import { describeEachEngine } from '#tests/support/database.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

describeEachEngine('devices', (database) => {
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
  beforeAll(async () => {
    server = await startServer(database());
    admin = (await server.signInAs('administrator.administrator')).token;
    officer = await server.signInAs('manager.warehouse_officer');
    desk = await server.signInAs('manager.buyer');
  });

  describe('refused', () => {
    test('B9.7 a version of other signs than digits, and a device without a name', async () => {
      expect(await tell(desk.token, 'tablet-1', { version: '1.2.3' })).toMatchObject({
        code: 422,
        message: 'Version must be digits.',
      });
      expect((await tell(desk.token, null)).code).toBe(400);
    });
    test('DASH-06 another key than version: 400; somebody else without view_managers: 403', async () => {
      expect((await server.call('POST', 'device/read_all_dict', { key: 'platform' }, { token: admin })).code).toBe(400);
      expect(
        (await server.call('POST', 'device/read_by_user', { user_id: officer.user_id }, { token: desk.token })).code,
      ).toBe(403);
    });
  });

  test('DASH-03 DASH-06 one row per user and device, by version, by user; counted while seen within 90 days', async () => {
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
    expect(mine.data).toContainEqual({
      _id: expect.any(String),
      user_id: officer.user_id,
      version: '130',
      platform: 'Chrome on Android',
      standalone: false,
      last_seen: NOW,
    });
    const dict = (await server.call('POST', 'device/read_all_dict', { key: 'version' }, { token: admin }))
      .data as Record<string, unknown[]>;
    expect(Object.fromEntries(Object.entries(dict).map(([version, devices]) => [version, devices.length]))).toEqual({
      10203: 1,
      130: 2,
    });
    const counted = async () => (await server.call('GET', 'device/fragmentation', {}, { token: admin })).data;
    expect(await counted()).toEqual({ in_zone: { 10203: 1, 130: 2 }, out_of_zone: {} });
    server.clock.now = NOW + 90 * 86_400;
    const again = (await server.signInAs('administrator.administrator')).token;
    expect((await server.call('GET', 'device/fragmentation', {}, { token: again })).data).toEqual({
      in_zone: {},
      out_of_zone: {},
    });
    server.clock.now = NOW;
  });
});
