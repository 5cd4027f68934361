/** Sales officers, distributor officers and their wallets (API.md 4.8, 4.9, 4.17; B6.1, B6.7, B10.6). */
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { SALES_OFFICER_ROLES } from '#contract/people/salesOfficer.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { NOW, newKey, startServer, type TestServer } from '#tests/support/server.ts';

describeEachEngine('officers', (database) => {
  let server: TestServer;
  let staff: string;
  const hubs: string[] = [];
  let dealer = '';
  beforeAll(async () => {
    server = await startServer(database());
    staff = (await server.signInAs('manager.staff')).token;
    for (const name of ['Mushin Hub', 'Bodija Hub'])
      hubs.push(String((await call('POST', 'seller/create', { name, address: 'Road 1', status: 'active' })).data));
    dealer = String(
      (await call('POST', 'distributor/create', { name: 'Adeola & Sons', address: 'Idumota', status: 'active' })).data,
    );
  });
  const call = (method: 'GET' | 'POST', path: string, fields: Record<string, unknown> = {}, token = staff) =>
    server.call(method, path, fields, { token, key: method === 'POST' ? newKey() : undefined });

  let last = 0;
  const person = (more: Record<string, unknown> = {}) => {
    last += 1;
    return {
      name: `Officer ${last}`,
      phone: `0803${String(1_000_000 + last)}`,
      email: `officer${last}@example.test`,
      status: 'active',
      ...more,
    };
  };
  const salesOfficer = async (more: Record<string, unknown> = {}) =>
    String(
      (
        await call('POST', 'sales_officer/signup', {
          ...person({ role: 'sales_officer.rep', seller_id: hubs[0] }),
          hash: 'x',
          ...more,
        })
      ).data._id,
    );
  const read = async (model: string, _id: string) => (await call('GET', `${model}/read`, { _id })).data[0];

  describe('sales officers', () => {
    test('the phone of a sales officer can be corrected, in his account too, and to nobody else’s', {
      tags: ['K22', 'SO-15'],
    }, async () => {
      const [one, other] = [await salesOfficer({ phone: '08037770001' }), await salesOfficer({ phone: '08037770002' })];
      const change = (phone: string) => call('POST', 'sales_officer/update', { _id: one, phone });
      expect(await change('12')).toMatchObject({ code: 422, data: { fields: { phone: expect.any(String) } } });
      expect(await change('08037770002')).toMatchObject({ code: 409, message: 'Phone number is already in use.' });
      expect((await change('08037770003')).data).toMatchObject({ phone: '08037770003' });
      const row = await read('sales_officer', one);
      const { rows } = await sql<{ phone: string }>`select phone from user_account where _id = ${row.user_id}`.execute(
        database().kysely,
      );
      expect(rows).toEqual([{ phone: '08037770003' }]);
      expect((await read('sales_officer', other)).phone).toBe('08037770002');
    });
    test('refusals: the texts of every field', { tags: ['SO-15'] }, async () => {
      expect((await call('POST', 'sales_officer/signup', {})).data.fields).toEqual({
        name: 'Name field is required.',
        phone: 'Phone number field is required.',
        email: 'Email field is required.',
        role: 'Role field is required.',
        seller_id: 'Seller field is required.',
      });
      const response = await call('POST', 'sales_officer/signup', {
        name: 'Ad',
        phone: '12345',
        email: 'nobody',
        status: 'active',
        role: 'manager.staff',
        seller_id: hubs[0],
      });
      expect(response).toMatchObject({
        code: 422,
        data: {
          fields: {
            name: 'Name must be at least 3 characters.',
            phone: 'Phone number must be valid. Ex. 08021234567',
            email: 'Email must be valid.',
            role: 'Role field is required.',
          },
        },
      });
      const nowhere = await call(
        'POST',
        'sales_officer/signup',
        person({ role: 'sales_officer.rep', seller_id: 'no' }),
      );
      expect(nowhere).toMatchObject({ code: 404, message: 'Hub not found' });
    });

    test('a phone and an e-mail belong to one: 409, nothing is left behind', { tags: ['B1.10'] }, async () => {
      const one = person({ role: 'sales_officer.rep', seller_id: hubs[0] });
      await call('POST', 'sales_officer/signup', one);
      const { rows: before } = await sql`select 1 from user_account`.execute(database().kysely);
      expect(await call('POST', 'sales_officer/signup', { ...one, email: 'another@example.test' })).toMatchObject({
        code: 409,
        message: 'Phone number is already in use.',
      });
      expect(await call('POST', 'sales_officer/signup', { ...one, phone: '08039999999' })).toMatchObject({
        code: 409,
        message: 'Email is already in use.',
      });
      expect((await sql`select 1 from user_account`.execute(database().kysely)).rows).toHaveLength(before.length);
    });

    test('signup and create answer an object with _id; the row has hub, role and wallet; the hash opens nothing', {
      tags: ['SO-14', 'SO-16'],
    }, async () => {
      const sent = person({ role: 'sales_officer.ba', seller_id: hubs[1] });
      const response = await call('POST', 'sales_officer/create', { ...sent, hash: 'f'.repeat(64) });
      expect(response.data).toEqual({ _id: expect.any(String) });
      expect(await read('sales_officer', response.data._id)).toMatchObject({
        ...sent,
        role_name: 'Hub Brand Ambassador',
        seller: { _id: hubs[1], name: 'Bodija Hub' },
        ledgers: { wallet: { _id: '', balance: '0.00' } },
        wallet_balance: '0.00',
      });
      const signIn = await server.call('POST', 'administrator/login_delegate', {
        phone: sent.email,
        hash: 'f'.repeat(64),
      });
      expect(signIn.code).toBe(401);
    });

    test('update changes the person and the account, the phone too; a user_id of another is 400', {
      tags: ['SO-16', 'K22'],
    }, async () => {
      const id = await salesOfficer();
      const before = await read('sales_officer', id);
      expect(
        await call('POST', 'sales_officer/update', { _id: id, user_id: 'somebody', name: 'Nobody' }),
      ).toMatchObject({
        code: 400,
        data: { error: 'bad_request' },
      });
      const response = await call('POST', 'sales_officer/update', {
        _id: id,
        user_id: before.user_id,
        name: 'Adébáyọ̀ Renamed',
        phone: '08030000000',
        role: 'sales_officer.rem',
        status: 'inactive',
        base_version: 1,
      });
      expect(response.data).toMatchObject({
        name: 'Adébáyọ̀ Renamed',
        phone: '08030000000',
        status: 'inactive',
        version: 2,
      });
      const { rows } = await sql`select name, role, status from user_account where _id = ${before.user_id}`.execute(
        database().kysely,
      );
      expect(rows).toEqual([{ name: 'Adébáyọ̀ Renamed', role: 'sales_officer.rem', status: 'inactive' }]);
    });

    test('his hub does not change while his warehouse holds stock: 409 in_use', { tags: ['API-4.9'] }, async () => {
      const id = await salesOfficer();
      const warehouse = String(
        (await call('POST', 'warehouse/create', { status: 'active', parent_type: 'sales_officer', parent: id })).data,
      );
      const row = { created: NOW, modified: NOW };
      await sql`insert into manufacturer (_id, name, created, modified) values (${`m${id}`}, ${`Maker ${id}`}, ${row.created}, ${row.modified})`.execute(
        database().kysely,
      );
      await sql`insert into brand (_id, name, manufacturer_id, created, modified) values (${`b${id}`}, 'Brand', ${`m${id}`}, ${NOW}, ${NOW})`.execute(
        database().kysely,
      );
      await sql`insert into product (_id, name, description, sku_id, case_count, mpu, price_kobo, brand_id, created, modified)
        values (${`p${id}`}, 'Milo', 'Milo 500 g', ${id}, 12, 1, 100000, ${`b${id}`}, ${NOW}, ${NOW})`.execute(
        database().kysely,
      );
      await sql`insert into warehouse_product (_id, warehouse_id, product_id, quantity, created, modified)
        values (${`w${id}`}, ${warehouse}, ${`p${id}`}, 5, ${NOW}, ${NOW})`.execute(database().kysely);
      expect(await call('POST', 'sales_officer/update', { _id: id, seller_id: hubs[1] })).toMatchObject({
        code: 409,
        data: { error: 'in_use' },
      });
      await sql`update warehouse_product set quantity = 0 where _id = ${`w${id}`}`.execute(database().kysely);
      expect(
        (await call('POST', 'sales_officer/update', { _id: id, seller_id: hubs[1], name: 'Moved On' })).data,
      ).toMatchObject({ seller: { name: 'Bodija Hub' } });
      expect((await read('warehouse', warehouse)).parent.name).toBe('Moved On');
    });

    test('filters by status, role and sellers, search by name, sorted by wallet balance', {
      tags: ['SO-02', 'SO-04', 'SO-05'],
    }, async () => {
      const hub = String(
        (await call('POST', 'seller/create', { name: 'Wallet Hub', address: 'Road 2', status: 'active' })).data,
      );
      const ids = [];
      for (const [index, balance] of [300, -500, 0].entries()) {
        const id = await salesOfficer({ seller_id: hub, name: `Wallet ${index}` });
        ids.push(id);
        if (balance !== 0)
          await sql`insert into ledger (_id, head, owner, balance_kobo, created, modified)
            values (${`l${id}`}, 'sales_officer', ${id}, ${balance * 100}, ${NOW}, ${NOW})`.execute(database().kysely);
      }
      await salesOfficer({ seller_id: hub, name: 'Wallet manager', role: 'sales_officer.manager' });
      const list = async (fields: Record<string, unknown>) =>
        (await call('GET', 'sales_officer/read_all', { page: 1, per_page: 10, sellers: hub, ...fields })).data;
      expect((await list({})).total).toBe(4);
      expect((await list({ role: 'sales_officer.manager' })).rows.map((row: { name: string }) => row.name)).toEqual([
        'Wallet manager',
      ]);
      expect((await list({ search: 'wallet 1' })).total).toBe(1);
      expect((await list({ status: 'inactive' })).total).toBe(0);
      const sorted = await list({ role: 'sales_officer.rep', sort: 'wallet_balance' });
      expect(sorted.rows.map((row: { wallet_balance: string }) => row.wallet_balance)).toEqual([
        '-300.00',
        '0.00',
        '500.00',
      ]);
      expect(sorted.rows[0].ledgers.wallet).toEqual({ _id: `l${ids[0]}`, balance: '300.00' });
    });
  });

  describe('names of associates for the order summary', () => {
    const HUB_SIDE = ['seller.manager', ...SALES_OFFICER_ROLES] as const;
    const [mine, theirs] = ['Names Amina', 'Names Zikora'];
    let ids: string[] = [];
    const phones: string[] = [];
    beforeAll(async () => {
      ids = [
        await salesOfficer({ name: mine, seller_id: hubs[0] }),
        await salesOfficer({ name: theirs, seller_id: hubs[1] }),
      ];
      for (const id of ids) {
        await sql`insert into ledger (_id, head, owner, balance_kobo, created, modified)
          values (${`l${id}`}, 'sales_officer', ${id}, 7654300, ${NOW}, ${NOW})`.execute(database().kysely);
        phones.push((await read('sales_officer', id)).phone);
      }
    });
    const list = (token: string, fields: Record<string, unknown> = {}) =>
      call('GET', 'sales_officer/read_all', { search: 'Names', ...fields }, token);
    const names = (answer: { data: unknown }) => (answer.data as { name: string }[]).map((row) => row.name);

    test('refusals: who is of no hub and sees no associates gets no name, a hub-side role no more than names of its own', {
      tags: ['API-4.9'],
    }, async () => {
      for (const role of ['manager.buyer', 'manager.customer_support'] as const) {
        const { token } = await server.signInAs(role);
        expect((await list(token)).code, role).toBe(403);
        expect((await call('GET', 'sales_officer/read', { _id: ids[0] }, token)).code, role).toBe(403);
      }
      for (const role of HUB_SIDE) {
        const { token } = await server.signInAs(role, { seller_id: hubs[0] });
        expect((await call('POST', 'sales_officer/update', { _id: ids[0], name: 'Stolen' }, token)).code, role).toBe(
          403,
        );
        // What is not told is neither sorted nor searched by, and another hub's people are not there.
        expect((await list(token, { sort: 'wallet_balance' })).code, role).toBe(400);
        expect(names(await list(token, { search: phones[0] })), role).toEqual([]);
        expect(names(await list(token, { seller_id: hubs[1] })), role).toEqual([]);
        const [foreign, nobody] = await Promise.all(
          [ids[1], 'nobody'].map((_id) => call('GET', 'sales_officer/read', { _id }, token)),
        );
        expect([foreign?.code, foreign?.text], role).toEqual([404, nobody?.text]);
        expect((await call('POST', 'search/everywhere', { query: 'Names' }, token)).data, role).toEqual([]);
      }
    });

    test('a hub-side role reads the names of its own hub, and no more than names', {
      tags: ['RPT-05', 'API-4.9', 'B10.4a'],
    }, async () => {
      for (const role of HUB_SIDE) {
        const { token } = await server.signInAs(role, { seller_id: hubs[0] });
        const response = await list(token);
        expect(response.code, response.message).toBe(200);
        expect(names(response), role).toEqual([mine]);
        const one = await call('GET', 'sales_officer/read', { _id: ids[0] }, token);
        expect(one.data[0], role).toMatchObject({
          _id: ids[0],
          name: mine,
          status: 'active',
          role: 'sales_officer.rep',
          seller: { _id: hubs[0], name: 'Mushin Hub' },
          phone: '',
          email: '',
          user_id: '',
          wallet_balance: '',
          ledgers: { wallet: { _id: '', balance: '' } },
        });
        const copied = await call('GET', 'sync/bootstrap', { models: ['sales_officer'] }, token);
        expect(copied.code, copied.message).toBe(200);
        for (const { text } of [response, one, copied, await list(token, { page: 1, per_page: 10 })]) {
          expect(text).toContain(mine);
          for (const kept of [...phones, '76543', 'example.test']) expect(text, role).not.toContain(kept);
        }
      }
      expect(await read('sales_officer', ids[0] ?? '')).toMatchObject({
        phone: phones[0],
        wallet_balance: '-76543.00',
      });
    });
  });

  describe('distributor officers', () => {
    const made = async (more: Record<string, unknown> = {}) =>
      String(
        (
          await call('POST', 'distributor_officer/signup', {
            ...person({ role: 'rep', distributor_id: dealer }),
            hash: 'x',
            ...more,
          })
        ).data,
      );

    test('refusals: every field, a role of the two, a distributor that is there', { tags: ['DOFF-10'] }, async () => {
      expect((await call('POST', 'distributor_officer/signup', {})).data.fields).toEqual({
        name: 'Name field is required.',
        phone: 'Phone number field is required.',
        email: 'Email field is required.',
        role: 'Role field is required.',
        distributor_id: 'Distributor field is required.',
      });
      const wrong = person({ name: 'Ad', phone: '12345', email: 'nobody', role: 'owner', distributor_id: dealer });
      expect((await call('POST', 'distributor_officer/signup', wrong)).data.fields).toEqual({
        name: 'Name must be at least 3 characters.',
        phone: 'Phone number must be valid. Ex. 08021234567',
        email: 'Email must be valid.',
        role: 'Role field is required.',
      });
      expect(
        await call('POST', 'distributor_officer/signup', person({ role: 'rep', distributor_id: 'none' })),
      ).toMatchObject({ code: 404, message: 'Distributor not found' });
    });

    test('signup, read, update with _id and user_id; phone and e-mail stay', {
      tags: ['DOFF-09', 'DOFF-11'],
    }, async () => {
      const id = await made({ name: 'Bolaji Olanrewaju' });
      const row = await read('distributor_officer', id);
      expect(row).toMatchObject({
        name: 'Bolaji Olanrewaju',
        role: 'rep',
        status: 'active',
        distributor_id: dealer,
        distributor: { _id: dealer, name: 'Adeola & Sons' },
        user_id: expect.any(String),
      });
      const response = await call('POST', 'distributor_officer/update', {
        _id: id,
        user_id: row.user_id,
        role: 'manager',
        email: 'other@example.test',
        phone: '08030000001',
      });
      expect(response.data).toMatchObject({ role: 'manager', email: row.email, phone: row.phone });
      const { rows } = await sql`select role, email from user_account where _id = ${row.user_id}`.execute(
        database().kysely,
      );
      expect(rows).toEqual([{ role: 'distributor_officer.manager', email: row.email }]);
    });

    test('a distributor officer cannot sign in here, with a right password neither', { tags: ['B10.2'] }, async () => {
      const made = await server.account('distributor_officer.manager', { password: 'Correct-horse-8' });
      const { passwordHash } = await import('#tests/support/server.ts');
      const response = await server.call('POST', 'administrator/login_delegate', {
        phone: made.email,
        hash: passwordHash('Correct-horse-8'),
      });
      expect(response).toMatchObject({ code: 403, message: 'This account cannot use the back office.' });
    });

    test('the list: search by name, phone or e-mail, filtered by role and distributor', {
      tags: ['DOFF-01', 'DOFF-02'],
    }, async () => {
      const other = String(
        (await call('POST', 'distributor/create', { name: 'Sunrise Dairy', address: 'Ibadan', status: 'active' })).data,
      );
      await made({ name: 'Ẹniọlá Fáníran', distributor_id: other, role: 'manager', phone: '08031234567' });
      await made({ name: 'Gambo Liman', distributor_id: other });
      const list = async (fields: Record<string, unknown>) =>
        (
          await call('GET', 'distributor_officer/read_all', { page: 1, per_page: 10, distributor_id: other, ...fields })
        ).data.rows.map((row: { name: string }) => row.name);
      expect(await list({})).toEqual(['Ẹniọlá Fáníran', 'Gambo Liman']);
      expect(await list({ search: 'eniola' })).toEqual(['Ẹniọlá Fáníran']);
      expect(await list({ search: '1234567' })).toEqual(['Ẹniọlá Fáníran']);
      expect(await list({ role: 'rep' })).toEqual(['Gambo Liman']);
    });
  });

  describe('wallets', () => {
    test('refusals: no permission of the kind, an owner that is not there, a ledger that is not there', {
      tags: ['B6.7'],
    }, async () => {
      const care = (await server.signInAs('manager.customer_support')).token;
      const id = await salesOfficer();
      const ask = (head: string, owner: string, token = staff) =>
        call('POST', 'ledger/read_by_owner_specific', { head, subhead: 'wallet', owner }, token);
      expect((await ask('sales_officer', id, care)).code).toBe(403);
      expect(await ask('sales_officer', 'none')).toMatchObject({ code: 404, message: 'Sales officer not found' });
      expect(await ask('distributor_officer', id)).toMatchObject({
        code: 404,
        message: 'Distributor officer not found',
      });
      expect((await call('GET', 'ledger_log/read_by_ledger/', { ledger_id: 'none' })).code).toBe(404);
    });

    test('a wallet before its first use, then its logs newest first, whole or by page', {
      tags: ['LED-01', 'LED-02', 'LED-08'],
    }, async () => {
      const id = await salesOfficer({ name: 'Wallet Owner', phone: '08037654321' });
      const ask = () =>
        call('POST', 'ledger/read_by_owner_specific', { head: 'sales_officer', subhead: 'wallet', owner: id });
      expect((await ask()).data).toEqual({
        _id: '',
        head: 'sales_officer',
        subhead: 'wallet',
        owner: id,
        owner_object: { _id: id, name: 'Wallet Owner', phone: '08037654321' },
        balance: '0.00',
        shown_balance: '0.00',
        ledger_tags: { virtual_account: null },
      });
      const db = database().kysely;
      await sql`insert into ledger (_id, head, owner, balance_kobo, created, modified) values ('led1', 'sales_officer', ${id}, 70000, ${NOW}, ${NOW})`.execute(
        db,
      );
      await sql`insert into ledger_log (_id, ledger_id, created, tag, value_kobo, effect_kobo, balance_after_kobo, description)
        values ('log1', 'led1', ${NOW}, 'receipt', 100000, 100000, 100000, 'PO-AAAA2222'),
          ('log2', 'led1', ${NOW + 5}, 'cash', 30000, -30000, 70000, 'Cash handed over')`.execute(db);
      expect((await ask()).data).toMatchObject({ _id: 'led1', balance: '700.00', shown_balance: '-700.00' });
      const whole = await call('GET', 'ledger_log/read_by_ledger/', { ledger_id: 'led1' });
      expect(whole.data.map((row: { _id: string }) => row._id)).toEqual(['log2', 'log1']);
      expect(whole.data[0]).toMatchObject({ tag: 'cash', value: '300.00', effect: '-300.00', balance_after: '700.00' });
      const page = await call('GET', 'ledger_log/read_by_ledger', { ledger_id: 'led1', page: 2, per_page: 1 });
      expect(page.data).toMatchObject({ total: 2, page: 2, per_page: 1, rows: [{ _id: 'log1' }] });
      const found = await call('GET', 'ledger_log/read_by_ledger', { ledger_id: 'led1', search: 'po-aaaa' });
      expect(found.data.map((row: { _id: string }) => row._id)).toEqual(['log1']);
    });
  });
});
