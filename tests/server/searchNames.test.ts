/** search/names: the names that a device stores, so that it can search without the server (decision 1510). */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { MOST_NAMES, NAMED } from '#contract/search/searchCalls.ts';
import { foundOf } from '#domain/found.ts';
import { ROLES, type Role } from '#domain/permissions.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { makeWorld, type World } from '#tests/support/stockWorld.ts';

type Name = [place: number, _id: string, title: string, note: string, brand?: string, path?: string];

describeEachEngine('the names for a search without the server', (database) => {
  let server: TestServer;
  let world: World;
  const names = async (token: string) => {
    const answer = await server.call('POST', 'search/names', {}, { token });
    return { code: answer.code, rows: ((answer.data as { rows?: Name[] } | null)?.rows ?? []) as Name[] };
  };
  beforeAll(async () => {
    server = await startServer(database());
    world = await makeWorld(database(), server);
  });

  test('nobody without a session gets them', { tags: ['B10.4'] }, async () => {
    expect((await server.call('POST', 'search/names', {})).code).toBe(401);
  });

  test('a model whose screen may not be opened has none', { tags: ['B10.4'] }, async () => {
    const { token } = await server.signInAs('manager.warehouse_officer');
    const { rows } = await names(token);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(([place]) => NAMED[place] === 'manager')).toEqual([]);
  });

  test.each(Object.keys(ROLES))(
    '%s: each name is a record that the account reads, with nothing that is hidden there',
    {
      tags: ['B10.4', 'B10.4a', 'SEC-08'],
    },
    async (role) => {
      const { token } = await server.signInAs(
        role as Role,
        role.startsWith('sales_officer') ? { seller_id: world.hub } : {},
      );
      const { code, rows } = await names(token);
      expect(code, JSON.stringify(server.lines.slice(-2))).toBe(200);
      for (const [place, model] of NAMED.entries()) {
        const own = rows.filter((row) => row[0] === place);
        const answer = await server.call('GET', `${model}/read_all`, {}, { token });
        const read = Array.isArray(answer.data) ? (answer.data as Record<string, unknown>[]) : [];
        const byId = new Map(read.map((row) => [row._id, row]));
        expect(own.map(([, _id]) => _id).toSorted(), model).toEqual(
          answer.code === 200 && own.length > 0 ? [...byId.keys()].map(String).toSorted() : [],
        );
        for (const [, _id, title, note, brand, path] of own) {
          const row = byId.get(_id) ?? {};
          expect(title).toBe(foundOf(model, row)?.title);
          expect(note).toBe(String(row.sku_id ?? row.phone ?? ''));
          if (model !== 'product') continue;
          expect(brand).toBe((row.brand as { name: string }).name);
          expect(path).toBe((row.upload as { path: string } | null)?.path ?? '');
        }
      }
    },
  );

  test('a model with more names than a device takes has none, because a part would look like all', async () => {
    const types = async () => (await names(world.admin.token)).rows.filter(([place]) => NAMED[place] === 'store_type');
    const free = MOST_NAMES - (await types()).length;
    await sql`insert into store_type (_id, created, modified, name, description)
      select 'many_' || n, ${NOW}, ${NOW}, 'Many ' || n, '' from generate_series(1, ${free}) n`.execute(
      database().kysely,
    );
    expect(await types()).toHaveLength(MOST_NAMES);
    await sql`insert into store_type (_id, created, modified, name, description) values ('one_more', ${NOW}, ${NOW}, 'One more', '')`.execute(
      database().kysely,
    );
    expect(await types()).toEqual([]);
  });
});
