/** What becomes of a person's hubs when his role changes (A48, B10.4a; HUB-06, MGR-12). */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Role } from '#domain/permissions.ts';
import { describeOneEngine } from '#tests/support/database.ts';
import { newKey, startServer, type TestServer } from '#tests/support/server.ts';

describeOneEngine('hubs and roles', (database) => {
  let server: TestServer;
  let admin: string;
  let last = 0;
  const send = (path: string, fields: Record<string, unknown>) =>
    server.call('POST', path, fields, { token: admin, key: newKey() });
  const write = async (path: string, fields: Record<string, unknown>) => {
    const response = await send(path, fields);
    expect(response.code, response.message).toBe(200);
    return response.data as unknown as string;
  };
  const manager = (role: Role) => {
    last += 1;
    const phone = `0807${String(last).padStart(7, '0')}`;
    const fields = { name: `Kehinde ${last}`, phone, email: `role${last}@example.test`, role, status: 'active' };
    return write('manager/create', fields);
  };
  const hub = () => {
    last += 1;
    return write('seller/create', { name: `Hub ${last}`, address: '1 Broad Street', status: 'active' });
  };
  const names = (seller_id: string, manager_id: string) =>
    write('seller_manager/create', { seller_id, manager_id, status: 'active' });
  const managerOf = async (id: string) =>
    (await server.call('GET', 'seller/read', { _id: id }, { token: admin })).data[0].manager?._id ?? null;
  const rows = async <Row>(text: ReturnType<typeof sql<Row>>) => (await text.execute(database().kysely)).rows;

  beforeAll(async () => {
    server = await startServer(database());
    admin = (await server.signInAs('administrator.administrator')).token;
  });

  test('a role that was refused takes no hub away', { tags: ['A48', 'HUB-06', 'MGR-12'] }, async () => {
    const [staff, id] = [await manager('manager.staff'), await hub()];
    await names(id, staff);
    const { token } = await server.signInAs('manager.staff');
    const role = { _id: staff, role: 'manager.accountant' };
    expect((await server.call('POST', 'manager/update', role, { token, key: newKey() })).code).toBe(403);
    expect((await send('manager/update', { ...role, base_version: 9 })).code).toBe(409);
    expect((await send('manager/update', { ...role, email: 'no address' })).code).toBe(422);
    expect(await managerOf(id)).toBe(staff);
  });

  test('who is given a role without hubs leaves all of his at once: audited, told to copies, and no old link brings him back', {
    tags: ['A48', 'HUB-06'],
  }, async () => {
    const roles: Role[] = ['manager.accountant', 'manager.buyer', 'administrator.administrator'];
    for (const [at, role] of roles.entries()) {
      const staff = await manager(at === 0 ? 'seller.manager' : 'manager.staff');
      const hubs = at === 0 ? [await hub()] : [await hub(), await hub()];
      const links: string[] = [];
      for (const id of hubs) links.push(await names(id, staff));
      server.clock.now += 100;
      const since = server.clock.now;
      await write('manager/update', { _id: staff, role });
      for (const id of hubs) expect(await managerOf(id)).toBeNull();
      expect(
        await rows(
          sql`select action, record_id from audit_log where model = 'seller_manager' and created = ${since} order by record_id`,
        ),
      ).toEqual(links.toSorted().map((record_id) => ({ action: 'set_status', record_id })));
      const { data } = await server.call('GET', 'seller/read_all', { since }, { token: admin });
      expect(data.rows.map((row: { _id: string; manager: unknown }) => [row._id, row.manager]).toSorted()).toEqual(
        hubs.toSorted().map((id) => [id, null]),
      );
      const [link = ''] = links;
      for (const path of ['set_status', 'update'])
        expect(await send(`seller_manager/${path}`, { _id: link, status: 'active' })).toMatchObject({
          code: 422,
          data: { fields: { manager_id: expect.any(String) } },
        });
      expect(
        (await send('seller_manager/create', { seller_id: hubs[0], manager_id: staff, status: 'active' })).code,
      ).toBe(422);
      // Back in a role with hubs he has none until somebody names him.
      server.clock.now += 100;
      await write('manager/update', { _id: staff, role: 'manager.staff' });
      expect(await managerOf(hubs[0] ?? '')).toBeNull();
      await write('seller_manager/set_status', { _id: link, status: 'active' });
      expect(await managerOf(hubs[0] ?? '')).toBe(staff);
    }
  });

  test('a seller manager who becomes staff keeps his hub; a new name or a switch-off takes none away', {
    tags: ['A48', 'B10.4a'],
  }, async () => {
    const [one, id] = [await manager('seller.manager'), await hub()];
    await names(id, one);
    for (const change of [{ role: 'manager.staff' }, { name: 'Kehinde the second' }, { status: 'inactive' }]) {
      await write('manager/update', { _id: one, ...change });
      expect([change, await managerOf(id)]).toEqual([change, one]);
    }
  });

  test('a hub that names him while his role changes: he has no hub, whoever was first', { tags: ['A48'] }, async () => {
    for (let round = 0; round < 6; round += 1) {
      const [staff, id] = [await manager('manager.staff'), await hub()];
      const both = [
        () => send('manager/update', { _id: staff, role: 'manager.accountant' }),
        () => send('seller_manager/create', { seller_id: id, manager_id: staff, status: 'active' }),
      ];
      if (round % 2 === 0) both.reverse();
      const codes = (await Promise.all(both.map((one) => one()))).map(({ code }) => code);
      expect([200, 422]).toContain(codes[round % 2]);
      expect(codes[1 - (round % 2)]).toBe(200);
      expect(await managerOf(id)).toBeNull();
    }
  });
});
