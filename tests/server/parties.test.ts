/** Hubs and distributors with what belongs to them (API.md 4.7, 4.8; HUB and DIST rows). */
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '#domain/permissions.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { NOW, newKey, passwordHash, startServer, type TestServer } from '#tests/support/server.ts';

describeEachEngine('parties', (database) => {
  let server: TestServer;
  let admin: string;
  let staff: string;
  let officer: string;
  let care: string;
  let last = 0;
  const call = (
    method: 'GET' | 'POST',
    path: string,
    fields: Record<string, unknown> = {},
    token = admin,
    key?: string,
  ) => server.call(method, path, fields, { token, key });
  const made = async (path: string, fields: Record<string, unknown>) => {
    const response = await call('POST', `${path}/create`, { status: 'active', ...fields });
    expect(response.message).toBe('OK');
    return response.data as unknown as string;
  };
  const one = async (model: string, _id: string, token = admin) =>
    (await call('GET', `${model}/read`, { _id }, token)).data[0];
  const manager = async (role: Role = 'seller.manager', status = 'active') => {
    last += 1;
    const fields = {
      name: `Manager ${last}`,
      phone: `0802${String(last).padStart(7, '0')}`,
      email: `m${last}@example.test`,
    };
    return made('manager', { ...fields, role, status });
  };
  const hub = (name = 'A hub') => made('seller', { name, address: '1 Broad Street, Lagos' });
  const maker = (name: string) => made('manufacturer', { name, email: 'a@example.test', address: 'Lagos' });

  beforeAll(async () => {
    server = await startServer(database());
    admin = (await server.signInAs('administrator.administrator')).token;
    staff = (await server.signInAs('manager.staff')).token;
    officer = (await server.signInAs('manager.warehouse_officer')).token;
    care = (await server.signInAs('manager.customer_support')).token;
  });
  beforeEach(() => {
    server.clock.now = NOW;
  });

  describe('hubs', () => {
    test('422 texts; a hub that is not there', { tags: ['HUB-07'] }, async () => {
      expect((await call('POST', 'seller/create', { name: 'ab' })).data.fields).toEqual({
        name: 'Name must be at least 3 characters.',
        address: 'Address field is required.',
      });
      expect((await call('GET', 'seller/read', { _id: 'none' })).message).toBe('Hub not found');
      expect((await call('POST', 'seller_manager/create', { seller_id: 'x' })).data.fields).toEqual({
        manager_id: 'Manager field is required.',
      });
    });
    test('blind count: refused as no truth value and to customer support; off at first, then known also to who may not see the hub’s address', {
      tags: ['HUB-06'],
    }, async () => {
      const _id = await hub();
      expect((await call('POST', 'seller/update', { _id, blind_count: 'perhaps' }, staff)).data.fields).toEqual({
        blind_count: 'Blind count must be true or false.',
      });
      expect((await call('POST', 'seller/update', { _id, blind_count: 'true' }, care)).code).toBe(403);
      const known = async () =>
        (await call('GET', 'seller/read_all', {}, care)).data.find((row: { _id: string }) => row._id === _id);
      expect(await known()).toMatchObject({ blind_count: false, address: '' });
      expect((await call('POST', 'seller/update', { _id, blind_count: 'true' }, staff)).code).toBe(200);
      expect(await known()).toMatchObject({ blind_count: true });
      // What is left out stays as it is.
      expect((await call('POST', 'seller/update', { _id, name: 'Blind Hub' }, staff)).code).toBe(200);
      expect(await known()).toMatchObject({ name: 'Blind Hub', blind_count: true });
    });
    test('the manager of a hub: active seller managers and staff only', {
      tags: ['HUB-06', 'HUB-08', 'A48'],
    }, async () => {
      const seller_id = await hub();
      for (const wrong of [await manager('manager.accountant'), await manager('seller.manager', 'inactive'), 'none']) {
        const response = await call(
          'POST',
          'seller_manager/create',
          { seller_id, manager_id: wrong, status: 'active' },
          staff,
        );
        expect([response.code, response.message]).toEqual([422, 'Choose an active seller manager or staff.']);
      }
      const good = [await manager('seller.manager'), await manager('manager.staff')];
      const candidates = (await call('GET', 'seller_manager/candidates', {}, staff)).data;
      expect(candidates.map((row) => row._id)).toEqual(good);
      expect(candidates[0].role_name).toBe('Seller Manager');
      expect(
        (await call('POST', 'seller_manager/create', { seller_id: 'none', manager_id: good[0], status: 'active' }))
          .message,
      ).toBe('Hub not found');
      const link = await made('seller_manager', { seller_id, manager_id: good[0] });
      expect((await call('POST', 'seller_manager/read_by_seller', { seller_id }, staff)).data).toMatchObject([
        { _id: link, seller_id, manager_id: good[0], manager: { _id: good[0] }, status: 'active' },
      ]);
      expect((await one('seller', seller_id)).manager._id).toBe(good[0]);
    });
    test('a new active manager takes the place of the old one; a switched-on old one is 409', {
      tags: ['HUB-06'],
    }, async () => {
      const seller_id = await hub();
      const [first, second] = [await manager(), await manager()];
      const old = await made('seller_manager', { seller_id, manager_id: first });
      await made('seller_manager', { seller_id, manager_id: second });
      const links = async () =>
        (await call('POST', 'seller_manager/read_by_seller', { seller_id })).data.map((row) => [
          row.manager_id,
          row.status,
        ]);
      expect(await links()).toEqual([
        [first, 'inactive'],
        [second, 'active'],
      ]);
      expect(await call('POST', 'seller_manager/set_status', { _id: old, status: 'active' })).toMatchObject({
        code: 409,
        message: 'This hub already has a manager.',
      });
      // The pair that was there before is the same record again.
      expect(await made('seller_manager', { seller_id, manager_id: first })).toBe(old);
      expect(await links()).toEqual([
        [first, 'active'],
        [second, 'inactive'],
      ]);
    });
    test('a hub and its manager are written in one call: both or neither', {
      tags: ['HUB-03', 'HUB-06', 'UI-27', 'B1.4'],
    }, async () => {
      const [first, second, wrong] = [await manager(), await manager(), await manager('manager.accountant')];
      const fields = { name: 'One call', address: '1 Broad Street, Lagos', status: 'active' };
      const create = (manager_id: string) => call('POST', 'seller/create', { ...fields, manager_id }, staff);
      const hubs = async () => (await call('GET', 'seller/read_all')).data.length;
      const before = await hubs();
      expect((await create(wrong)).data.fields).toEqual({ manager_id: 'Choose an active seller manager or staff.' });
      expect(await hubs()).toBe(before);
      const _id = String((await create(first)).data);
      expect(await one('seller', _id)).toMatchObject({ manager: { _id: first }, manager_id: first, version: 1 });
      const change = (more: Record<string, unknown>) => call('POST', 'seller/update', { _id, ...more }, staff);
      expect((await change({ name: 'Not this', manager_id: wrong })).code).toBe(422);
      expect((await change({ name: 'ab', manager_id: second })).code).toBe(422);
      expect((await change({ base_version: 9, manager_id: second })).code).toBe(409);
      expect(await one('seller', _id)).toMatchObject({ name: 'One call', manager: { _id: first }, version: 1 });
      // He leaves the hub that he had, and whom he replaces is put out.
      const other = await hub('Left behind');
      await made('seller_manager', { seller_id: other, manager_id: second });
      const response = await change({ name: 'Two at once', manager_id: second, base_version: 1 });
      expect(response.data).toMatchObject({
        name: 'Two at once',
        manager: { _id: second },
        manager_id: second,
        version: 2,
      });
      expect((await change({ name: 'Two at once', manager_id: second, base_version: 1 })).data.version).toBe(2);
      expect((await one('seller', other)).manager).toBeNull();
      // Left out or empty: he stays. Who is shown no manager is told no id of one either.
      expect((await change({ manager_id: '', address: '2 Broad Street, Lagos' })).data.manager_id).toBe(second);
      expect(await one('seller', _id, care)).toMatchObject({ manager: null, manager_id: null });
    });
    test('ten managers at once: one is active, nobody gets a 500', { tags: ['HUB-06'] }, async () => {
      const seller_id = await hub();
      const managers = await Promise.all(Array.from({ length: 10 }, () => manager()));
      const answers = await Promise.all(
        managers.map((manager_id) =>
          call('POST', 'seller_manager/create', { seller_id, manager_id, status: 'active' }, admin, newKey()),
        ),
      );
      for (const { code } of answers) expect([200, 409]).toContain(code);
      const { data } = await call('POST', 'seller_manager/read_by_seller', { seller_id });
      expect(data.filter((row) => row.status === 'active')).toHaveLength(1);
    });
    test('a manufacturer of a hub: made once, then switched; the hub shows the active ones', {
      tags: ['HUB-05', 'HUB-06', 'HUB-08', 'HUB-10'],
    }, async () => {
      const seller_id = await hub();
      const [a, b] = [await maker('Aba Mills'), await maker('Benue Oils')];
      const link = await made('seller_manufacturer', { seller_id, manufacturer_id: b });
      await made('seller_manufacturer', { seller_id, manufacturer_id: a });
      expect(await made('seller_manufacturer', { seller_id, manufacturer_id: b })).toBe(link);
      expect(await one('seller', seller_id)).toMatchObject({
        manager: null,
        manufacturers: [
          { _id: a, name: 'Aba Mills' },
          { _id: b, name: 'Benue Oils' },
        ],
        manufacturer_count: 2,
      });
      const off = await call(
        'POST',
        'seller_manufacturer/update',
        { _id: link, status: 'inactive', manufacturer_id: a },
        staff,
      );
      expect(off.data).toMatchObject({ status: 'inactive', manufacturer_id: b, version: 2 });
      expect((await one('seller', seller_id)).manufacturer_count).toBe(1);
      await made('seller_manufacturer', { seller_id: await hub('Of nobody'), manufacturer_id: a });
      expect((await call('POST', 'seller_manufacturer/read_by_seller', { seller_id }, staff)).data).toMatchObject([
        { seller_id, manufacturer_id: a, manufacturer: { name: 'Aba Mills' }, status: 'active' },
        { _id: link, seller_id, manufacturer_id: b, manufacturer: { name: 'Benue Oils' }, status: 'inactive' },
      ]);
      const many = { seller_id, manufacturer_id: [a, 'none'], status: 'inactive' };
      expect((await call('POST', 'seller_manufacturer/create_bulk', many)).data).toMatchObject({
        succeeded: 1,
        failed: 1,
      });
      expect((await call('POST', 'seller_manufacturer/create', { ...many, manufacturer_id: a }, officer)).code).toBe(
        200,
      );
      expect((await call('POST', 'seller_manufacturer/create', { ...many, manufacturer_id: a }, care)).code).toBe(403);
    });
    test('who only reads names sees no manager and no manufacturers; a link is news of the hub, not a new version', {
      tags: ['HUB-10'],
    }, async () => {
      const seller_id = await hub('Names only');
      server.clock.now = NOW + 100;
      await made('seller_manufacturer', { seller_id, manufacturer_id: await maker('Named maker') });
      expect(await one('seller', seller_id, care)).toMatchObject({
        name: 'Names only',
        address: '',
        manager: null,
        manufacturers: [],
        manufacturer_count: 0,
      });
      const news = (await call('GET', 'seller/read_all', { since: NOW + 100 })).data.rows;
      expect(news).toMatchObject([{ _id: seller_id, version: 1, manufacturer_count: 1 }]);
    });
  });

  describe('distributors', () => {
    test('wrong fields of a distributor are refused with the documents’ texts', { tags: ['DIST-05'] }, async () => {
      expect((await call('POST', 'distributor/create', { name: 'ab' })).data.fields).toEqual({
        name: 'Name must be at least 3 characters.',
        address: 'Address field is required.',
      });
      expect((await call('POST', 'distributor_seller/create', { distributor_id: 'x', status: 'active' })).message).toBe(
        'Hub field is required.',
      );
      expect((await call('GET', 'distributor/read', { _id: 'none' })).message).toBe('Distributor not found');
    });
    test('hubs of a distributor: several, each once', { tags: ['DIST-04', 'DIST-14', 'DIST-16'] }, async () => {
      const distributor_id = await made('distributor', { name: 'Golden Gate', address: 'Apapa' });
      expect(await one('distributor', distributor_id)).toMatchObject({
        user_id: '',
        seller: null,
        sellers: [],
        product_count: 0,
        bank_account: null,
      });
      const [a, b] = [await hub('Alpha Hub'), await hub('Beta Hub')];
      const link = await made('distributor_seller', { distributor_id, seller_id: b });
      await made('distributor_seller', { distributor_id, seller_id: a });
      expect((await one('distributor', distributor_id)).sellers.map((row: { name: string }) => row.name)).toEqual([
        'Alpha Hub',
        'Beta Hub',
      ]);
      expect((await one('distributor', distributor_id)).seller._id).toBe(a);
      const off = { distributor_id, seller_id: b, status: 'inactive' };
      expect((await call('POST', 'distributor_seller/create', off, staff)).data).toBe(link);
      expect((await call('POST', 'distributor_seller/read_by_distributor', { distributor_id })).data).toMatchObject([
        { seller: { name: 'Alpha Hub' }, status: 'active' },
        { _id: link, seller: { name: 'Beta Hub' }, status: 'inactive' },
      ]);
      expect((await one('distributor', distributor_id)).sellers).toHaveLength(1);
    });
    test('a distributor and its hubs are written in one call: all or nothing', {
      tags: ['DIST-03', 'DIST-05', 'UI-27', 'B1.4'],
    }, async () => {
      const [a, b, c] = [await hub('Alpha One'), await hub('Beta One'), await hub('Gamma One')];
      const fields = { name: 'One call depot', address: '1 Creek Road, Apapa', status: 'active', client_id: newKey() };
      const create = (seller_ids: string[], token = staff, key?: string) =>
        call('POST', 'distributor/create', { ...fields, seller_ids }, token, key);
      const count = async () => {
        const { rows } =
          await sql`select (select count(*) from distributor) as records, (select count(*) from distributor_seller) as links,
          (select count(*) from audit_log) as lines`.execute(database().kysely);
        return rows[0];
      };
      const before = await count();
      expect((await create([a], care)).code).toBe(403);
      const missing = await create([a, 'none']);
      expect([missing.code, missing.message]).toEqual([404, 'Hub not found']);
      expect((await call('POST', 'distributor/create', { ...fields, name: 'ab', seller_ids: [a] })).code).toBe(422);
      expect(
        (await call('POST', 'distributor/create', { ...fields, seller_ids: ['x'.repeat(201)] })).data.fields,
      ).toEqual({
        seller_ids: 'Hub is not valid.',
      });
      expect(await count()).toEqual(before);
      const key = newKey();
      const _id = String((await create([b, a, b], staff, key)).data);
      expect(await one('distributor', _id)).toMatchObject({
        ...{ sellers: [{ _id: a }, { _id: b }], seller_ids: [a, b], seller: { _id: a }, version: 1 },
      });
      // The same again, by its key and by its client_id, in any order: the same record.
      expect(await create([b, a, b], staff, key)).toMatchObject({ code: 200, data: _id });
      expect(await create([a, b])).toMatchObject({ code: 200, data: _id });
      expect((await create([a, c])).data.error).toBe('duplicate_client_id');
      const change = (more: Record<string, unknown>, token = staff) =>
        call('POST', 'distributor/update', { _id, ...more }, token);
      const now = await count();
      expect((await change({ seller_ids: [c] }, care)).code).toBe(403);
      expect((await change({ name: 'ab', seller_ids: [c] })).code).toBe(422);
      expect((await change({ base_version: 9, seller_ids: [c] })).data.error).toBe('conflict');
      expect((await change({ name: 'Not this', seller_ids: [c, 'none'] })).message).toBe('Hub not found');
      expect(await one('distributor', _id)).toMatchObject({ name: 'One call depot', seller_ids: [a, b], version: 1 });
      expect(await count()).toEqual(now);
      const response = await change({ name: 'Two hubs on', seller_ids: [c, b], base_version: 1 });
      expect(response.data).toMatchObject({
        ...{
          name: 'Two hubs on',
          sellers: [{ name: 'Beta One' }, { name: 'Gamma One' }],
          seller_ids: [b, c],
          version: 2,
        },
      });
      // What stands already is no conflict and no change; left out or empty they stay.
      const settled = await count();
      expect((await change({ name: 'Two hubs on', seller_ids: [b, c], base_version: 1 })).data.version).toBe(2);
      expect((await change({ seller_ids: [] })).data).toMatchObject({ seller_ids: [b, c], version: 2 });
      expect((await change({ seller_ids: [''] })).data).toMatchObject({ seller_ids: [b, c], version: 2 });
      expect(await count()).toEqual(settled);
      expect((await change({ seller_ids: [a], base_version: 1 })).data.error).toBe('conflict');
      expect((await change({ address: '2 Creek Road, Apapa' })).data).toMatchObject({ seller_ids: [b, c], version: 3 });
      // The pairs are those of the link calls, each with its audit line; the record's own line says the hubs too.
      expect(
        (await call('POST', 'distributor_seller/read_by_distributor', { distributor_id: _id })).data,
      ).toMatchObject([
        { seller_id: a, status: 'inactive', version: 2 },
        { seller_id: b, status: 'active', version: 1 },
        { seller_id: c, status: 'active', version: 1 },
      ]);
      const { rows } = await sql<
        Record<string, unknown>
      >`select action, model, record_label as label, before, after from audit_log
        where (record_id = ${_id} or record_id in (select _id from distributor_seller where distributor_id = ${_id}))
        order by _id`.execute(database().kysely);
      expect(rows.map((row) => [row.action, row.model, row.label])).toEqual([
        ['create', 'distributor_seller', 'Alpha One'],
        ['create', 'distributor_seller', 'Beta One'],
        ['create', 'distributor', 'One call depot'],
        ['set_status', 'distributor_seller', 'Alpha One'],
        ['create', 'distributor_seller', 'Gamma One'],
        ['update', 'distributor', 'Two hubs on'],
        ['update', 'distributor', 'Two hubs on'],
      ]);
      // By name, or a history could not say who left.
      const [first, second, third] = ['Alpha One', 'Beta One', 'Gamma One'].map((name, at) => ({
        _id: [a, b, c][at],
        name,
      }));
      expect(rows[5]).toMatchObject({
        before: { seller_ids: [first, second] },
        after: { seller_ids: [second, third] },
      });
    });
    test('hubs of a distributor set whole, linked one by one and renamed at once: nobody is refused by a fault', {
      tags: ['DIST-14', 'B3.16'],
    }, async () => {
      const hubs = [await hub('Busy A'), await hub('Busy B'), await hub('Busy C')];
      const [a, b, c] = hubs as [string, string, string];
      const distributor_id = await made('distributor', { name: 'Busy depot', address: 'Apapa', seller_ids: hubs });
      const link = async (seller_id: string, status: string) =>
        call('POST', 'distributor_seller/create', { distributor_id, seller_id, status });
      const links = (await call('POST', 'distributor_seller/read_by_distributor', { distributor_id })).data;
      for (let round = 0; round < 8; round += 1) {
        const status = round % 2 ? 'active' : 'inactive';
        const answers = await Promise.all([
          call('POST', 'distributor/update', { _id: distributor_id, seller_ids: round % 2 ? [a, b] : [c] }),
          call('POST', 'distributor/update', { _id: distributor_id, seller_ids: [b, c], name: `Busy depot ${round}` }),
          link(a, status),
          link(b, status),
          call('POST', 'distributor_seller/set_status', { _id: links[2]._id, status }),
          call('POST', 'distributor/update', { _id: distributor_id, address: `${round} Creek Road` }),
          ...hubs.map((_id) => call('POST', 'seller/update', { _id, name: `Busy ${_id.slice(-4)} ${round}` })),
        ]);
        expect(answers.map((one) => [one.code, one.message])).toEqual(answers.map(() => [200, 'OK']));
      }
      await call('POST', 'distributor/update', { _id: distributor_id, seller_ids: [a, c] });
      expect((await one('distributor', distributor_id)).seller_ids.toSorted()).toEqual([a, c].toSorted());
    });
    test('products: bulk create, bulk update, a pair once; door 2 reads them', {
      tags: ['DIST-08', 'DIST-13', 'DIST-14', 'DIST-16'],
    }, async () => {
      const distributor_id = await made('distributor', { name: 'Carrier', address: 'Kano' });
      const brand_id = await made('brand', { name: 'Carried', manufacturer_id: await maker('Carried maker') });
      const products: string[] = [];
      for (let at = 0; at < 3; at += 1)
        products.push(
          await made('product', {
            name: `Carried ${at}`,
            description: 'Something carried',
            sku_id: `CAR-${at}`,
            case_count: 12,
            mpu: 1,
            price: '1',
            weight: '1',
            size: '1',
            brand_id,
          }),
        );
      const op_key = products.map(newKey);
      const rows = { distributor_id, product_id: products, status: 'active', op_key };
      expect((await call('POST', 'distributor_product/create_bulk', rows, care)).code).toBe(403);
      expect((await call('POST', 'distributor_product/create_bulk', rows, staff)).data).toMatchObject({ succeeded: 3 });
      expect((await call('POST', 'distributor_product/create_bulk', rows, staff)).data).toMatchObject({ succeeded: 3 });
      const read = async (token = admin) =>
        (await call('POST', 'distributor_product/read_by_distributor', { distributor_id }, token)).data;
      const links = await read(officer);
      expect(links.map((row) => [row.product.name, row.status])).toEqual([
        ['Carried 0', 'active'],
        ['Carried 1', 'active'],
        ['Carried 2', 'active'],
      ]);
      expect(links[0]).toMatchObject({
        distributor_id,
        product_id: products[0],
        product: { case_count: 12, upload: { path: 'shipped-product.png' } },
      });
      const off = { _id: [links[0]._id, links[1]._id, 'none'], status: 'inactive' };
      const response = await call('POST', 'distributor_product/update_bulk', off, staff);
      expect(response.data).toMatchObject({ succeeded: 2, failed: 1 });
      expect(response.data.results[2].message).toBe('Product of the distributor not found');
      expect((await one('distributor', distributor_id)).product_count).toBe(1);
      expect((await call('POST', 'distributor_product/update_bulk', { ...off, status: 'gone' })).data.failed).toBe(3);
      expect(
        (await call('POST', 'distributor_product/read_by_distributor', { distributor_id, since: NOW })).data.rows,
      ).toHaveLength(3);
    });
    test('bank details: the administrator sets them, he and accountants read them, nobody else', {
      tags: ['DIST-10', 'DIST-11', 'B9.9', 'S10'],
    }, async () => {
      const _id = await made('distributor', { name: 'Banked', address: 'Jos' });
      const good = {
        _id,
        bank: '058',
        account: '0123456789',
        account_name: 'Banked Ltd',
        hash_own: passwordHash('Correct-horse-7'),
      };
      expect((await call('POST', 'distributor/set_bank_account', good, staff)).code).toBe(403);
      for (const [change, text] of [
        [{ account: '123' }, 'Account No. is not valid'],
        [{ account: '12345678901' }, 'Account No. is not valid'],
        [{ bank: '' }, 'Bank field is required.'],
        [{ bank: 'nobank' }, 'Bank field is required.'],
        [{ account_name: '' }, 'Account name field is required.'],
      ] as const) {
        const response = await call('POST', 'distributor/set_bank_account', { ...good, ...change });
        expect([response.code, response.message]).toEqual([422, text]);
      }
      expect((await one('distributor', _id)).bank_account).toBeNull();
      const response = await call('POST', 'distributor/set_bank_account', { ...good, base_version: 1 });
      expect(response.data).toMatchObject({ version: 2, bank_account: { bank: '058', account: '0123456789' } });
      expect(response.data.bank_account.bank_name).not.toBe('');
      expect((await call('POST', 'distributor/set_bank_account', { ...good, base_version: 1 })).data.version).toBe(2);
      const stale = { ...good, account: '1111111111', base_version: 1 };
      expect((await call('POST', 'distributor/set_bank_account', stale)).data.error).toBe('conflict');
      const accountant = (await server.signInAs('manager.accountant')).token;
      expect((await one('distributor', _id, accountant)).bank_account.account_name).toBe('Banked Ltd');
      const officer = (await server.signInAs('manager.warehouse_officer')).token;
      for (const token of [staff, officer]) expect((await one('distributor', _id, token)).bank_account).toBeNull();
      const { rows } = await sql<{ n: number }>`select count(*) as n from audit_log
        where action = 'set_bank_account' and after::text not like '%0123456789%'`.execute(database().kysely);
      expect(rows[0]?.n).toBe(1);
    });
  });
});
