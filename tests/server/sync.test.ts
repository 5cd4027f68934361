/** What a tablet keeps for later: bootstrap (API.md 4.20), reference lists (B9.5, B9.6), the audit log (B12.2). */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { models } from '#contract/index.ts';
import { describeForTwoServers } from '#tests/support/database.ts';
import { type Data, NOW, newKey, passwordHash, startServer, type TestServer } from '#tests/support/server.ts';
import { makeWorld } from '#tests/support/stockWorld.ts';

describeForTwoServers('sync', (database) => {
  let server: TestServer;
  let admin: string;
  let officer: string;
  let care: string;
  beforeAll(async () => {
    server = await startServer(database());
    admin = (await server.signInAs('administrator.administrator')).token;
    officer = (await server.signInAs('manager.warehouse_officer')).token;
    care = (await server.signInAs('manager.buyer')).token;
    await server.call(
      'POST',
      'store_type/create',
      { name: 'Kiosk', description: 'small', status: 'active' },
      { token: admin },
    );
    await sql`insert into seller (_id, name, address, created, modified) values ('hub', 'Hub', '1 Secret Street', ${NOW}, ${NOW})`.execute(
      database().kysely,
    );
    await sql`insert into manufacturer (_id, name, email, address, created, modified) values ('maker', 'Maker', 'm@example.test', '2 Secret Street', ${NOW}, ${NOW})`.execute(
      database().kysely,
    );
  });

  test('bootstrap: a model that is none: 400', { tags: ['API-4.20'] }, async () => {
    expect((await server.call('GET', 'sync/bootstrap', { models: ['user_account'] }, { token: admin })).code).toBe(400);
  });
  test('bootstrap: each model like its own since= read, only those the caller may read', {
    tags: ['API-4.20'],
  }, async () => {
    const response = await server.call('GET', 'sync/bootstrap', { since: 0 }, { token: admin });
    const listed = models.filter((model) => model.generic.includes('read_all')).map((model) => model.name);
    expect(Object.keys(response.data.models).sort()).toEqual(listed.sort());
    expect(response.data.as_of).toBe(NOW - 5);
    expect(response.data.store_epoch).toBe(response.headers['x-store-epoch']);
    const { as_of: _, ...alone } = (await server.call('GET', 'store_type/read_all', { since: 0 }, { token: admin }))
      .data as Record<string, unknown>;
    expect(response.data.models.store_type).toEqual(alone);
    const buyerDesk = await server.call('GET', 'sync/bootstrap', {}, { token: care });
    expect(Object.keys(buyerDesk.data.models).sort()).toEqual([
      'area',
      'brand',
      'category',
      'location',
      'manufacturer',
      'seller',
      'store_type',
    ]);
    expect(
      Object.keys(
        (await server.call('GET', 'sync/bootstrap', { models: ['manager', 'store_type'] }, { token: officer })).data
          .models,
      ),
    ).toEqual(['store_type']);
  });
  test('names only for who may not see hubs and manufacturers', { tags: ['B10.4'] }, async () => {
    for (const [model, id] of [
      ['seller', 'hub'],
      ['manufacturer', 'maker'],
    ]) {
      const [seen] = (await server.call('GET', `${model}/read`, { _id: id }, { token: admin })).data;
      expect(seen.address).toMatch('Secret Street');
      const response = await server.call('GET', `${model}/read`, { _id: id }, { token: care });
      expect(response.code).toBe(200);
      expect(response.text).not.toMatch(/Secret|m@example/);
      expect((await server.call('GET', `${model}/read_all`, { search: 'secret' }, { token: care })).text).not.toMatch(
        /Secret/,
      );
    }
  });

  test('37 states, 774 LGAs; a state in any case and spelling; none: 404', { tags: ['API-19', 'B9.5'] }, async () => {
    const states = (await server.call('GET', 'states', {}, { token: care })).data as unknown as string[];
    expect(states).toHaveLength(37);
    const lgas = (await server.call('GET', 'lgas', {}, { token: care })).data as unknown as {
      state: string;
      name: string;
    }[];
    expect(lgas).toHaveLength(774);
    expect(new Set(lgas.map((lga) => lga.state))).toEqual(new Set(states));
    const of = (state: string) => server.call('GET', `states/${encodeURIComponent(state)}/lgas`, {}, { token: care });
    for (const state of states)
      expect((await of(state)).data, state).toEqual(lgas.filter((lga) => lga.state === state).map((lga) => lga.name));
    for (const name of ['FCT', 'abuja', 'federal capital territory', 'Federal Capital Territory'])
      expect((await of(name)).data).toHaveLength(6);
    expect(await of('Atlantis')).toMatchObject({ code: 404, message: 'State not found' });
    expect((await of('lagos')).data).toContain('Mushin');
  });
  test('banks as data.data, sorted by name', { tags: ['API-20', 'B9.6'] }, async () => {
    const { data } = (await server.call('GET', 'spend/get_bank_list', {}, { token: care })).data as unknown as {
      data: { code: string; name: string }[];
    };
    expect(data.length).toBeGreaterThan(20);
    expect(new Set(data.map((bank) => bank.code)).size).toBe(data.length);
    const names = data.map((bank) => bank.name.toLowerCase());
    expect(names).toEqual([...names].sort());
  });
  test.each(['states', 'lgas', 'spend/get_bank_list'])(
    '%s is kept for a day; 304 has no body',
    { tags: ['API-4.19'] },
    async (path) => {
      const first = await server.call('GET', path, {}, { token: care });
      expect(first.headers['cache-control']).toBe('private, max-age=86400');
      const again = await server.call(
        'GET',
        path,
        {},
        { token: care, headers: { 'if-none-match': first.headers.etag ?? '' } },
      );
      expect([again.status, again.text]).toEqual([304, '']);
      expect(
        (await server.call('GET', path, {}, { token: care, headers: { 'if-none-match': '"other"' } })).status,
      ).toBe(200);
      // The locations service is public (K29).
      expect(
        (await server.call('GET', path, {}, { headers: { 'if-none-match': first.headers.etag ?? '' } })).status,
      ).toBe(path === 'states' ? 304 : 401);
    },
  );

  test('the audit log: filters, pages newest first, no page is refused', { tags: ['B12.2'] }, async () => {
    expect((await server.call('GET', 'audit_log/read_all', {}, { token: admin })).code).toBe(422);
    const all = (await server.call('GET', 'audit_log/read_all', { page: 1, model: 'store_type' }, { token: admin }))
      .data;
    expect(all).toMatchObject({ total: 1, rows: [{ action: 'create', model: 'store_type', record_label: 'Kiosk' }] });
    expect(
      (await server.call('GET', 'audit_log/read_all', { page: 1, action: 'delete' }, { token: admin })).data,
    ).toEqual({ rows: [], total: 0 });
    expect(
      (await server.call('GET', 'audit_log/read_all', { page: 1, from_timestamp: NOW + 1 }, { token: admin })).data
        .total,
    ).toBe(0);
    expect(
      (await server.call('GET', 'audit_log/read_all', { page: 1, from_timestamp: '1e400' }, { token: admin })).code,
    ).toBe(400);
  });
  test('the history of a record: the permission is asked; parts come along, signing in does not', {
    tags: ['B12.2', 'B10.1'],
  }, async () => {
    const read = (model: string, record_id: string, token: string) =>
      server.call('POST', 'audit_log/read_by_record', { model, record_id, page: 1 }, { token });
    for (const token of [officer, care]) expect((await read('manager', 'anyone', token)).code).toBe(403);
    expect((await read('manager', 'nobody', admin)).data).toEqual({ rows: [], total: 0 });
    const w = await makeWorld(database(), server);
    const id = await w.order(w.shipIn, [[w.milk, 12]]);
    await w.execute(id);
    const order = (await read('purchase_order', id, admin)).data;
    expect(order.rows.map((row: Data) => [row.model, row.action])).toEqual([
      ['purchase_order', 'execute'],
      ['purchase_order_item', 'create'],
      ['purchase_order', 'create'],
    ]);
    expect(order.total).toBe(3);
    // API.md 4.20: without a page the rows alone.
    const whole = await server.call(
      'POST',
      'audit_log/read_by_record',
      { model: 'purchase_order', record_id: id },
      { token: admin },
    );
    expect(whole.data).toEqual(order.rows);
    expect(
      (
        await server.call(
          'POST',
          'audit_log/read_by_record',
          { model: 'purchase_order', record_id: 'none' },
          { token: admin },
        )
      ).data,
    ).toEqual([]);
    // Another order's lines are not in it.
    const other = await w.order(w.shipIn, [[w.rice, 1]]);
    expect((await read('purchase_order', other, admin)).data.total).toBe(2);
  });
  test('a line says which request, key, device, address and clock it came from', { tags: ['B12.1'] }, async () => {
    const key = newKey();
    const headers = { 'x-device-id': 'tablet-7', 'x-client-time': String(NOW - 5) };
    const fields = { name: 'Store of the audit', description: 'A small stand', status: 'active' };
    const made = await server.call('POST', 'store_type/create', fields, { token: admin, key, headers });
    expect(made.code, made.message).toBe(200);
    const byRecord = { model: 'store_type', record_id: made.data };
    const response = await server.call('POST', 'audit_log/read_by_record', byRecord, { token: admin });
    const line = {
      request_id: made.headers['x-request-id'],
      idempotency_key: key,
      device_id: 'tablet-7',
      address: '127.0.0.1',
    };
    expect(response.data).toEqual([expect.objectContaining({ action: 'create', ...line, client_time: NOW - 5 })]);
    const all = { page: 1, model: 'store_type' };
    expect((await server.call('GET', 'audit_log/read_all', all, { token: admin })).data.rows[0]).toEqual(
      response.data[0],
    );
  });
  test('signup and update as documented; the history of a manager says what changed and never a password', {
    tags: ['MGR-12', 'SEC-08'],
  }, async () => {
    const hash = passwordHash('Correct-horse-7');
    const fields = { name: 'Ngozi Eze', phone: '08021234599', email: 'ngozi@example.test', role: 'manager.staff' };
    const post = (path: string, body: Record<string, unknown>) => server.call('POST', path, body, { token: admin });
    expect((await post('manager/signup', { ...fields, status: 'active', hash, name: 'Ng' })).code).toBe(422);
    const id = (await post('manager/signup', { ...fields, status: 'active', hash })).data as unknown as string;
    const [row] = (await server.call('GET', 'manager/read', { _id: id }, { token: admin })).data;
    expect(row).toMatchObject({ ...fields, status: 'active' });
    const update = { _id: id, ...fields, role: 'manager.accountant', status: 'active' };
    expect((await post('manager/update', { ...update, user_id: 'somebody-else' })).code).toBe(400);
    expect((await post('manager/update', { ...update, user_id: row.user_id })).data.role).toBe('manager.accountant');
    expect(
      (await post('user/starter_password', { _id: row.user_id, hash_own: passwordHash('Correct-horse-7') })).code,
    ).toBe(200);
    expect((await post('user/update_auth', { _id: row.user_id, hash })).code).toBe(200);
    await server.call('POST', 'administrator/login_delegate', { phone: fields.email, hash, remember: false });
    const byRecord = { model: 'manager', record_id: id };
    const history = (await server.call('POST', 'audit_log/read_by_record', { ...byRecord, page: 1 }, { token: admin }))
      .data;
    expect(history.rows.map((one: Data) => [one.model, one.action])).toContainEqual(['manager', 'update']);
    expect(history.rows.find((one: Data) => one.action === 'update')).toMatchObject({
      before: { role: 'manager.staff' },
      after: { role: 'manager.accountant' },
    });
    expect(history.rows.some((one: Data) => one.model === 'user')).toBe(true);
    expect(history.rows.some((one: Data) => one.action.startsWith('sign'))).toBe(false);
    const { rows } = await sql<Data>`select before, after from audit_log`.execute(database().kysely);
    const text = JSON.stringify(rows);
    expect(text).not.toContain(hash);
    expect(text).not.toMatch(/"[a-z_]*(hash|salt|token|starter|password)[a-z_]*":/);
  });
});
