/** Cohorts and settings (API.md 4.12; COH and CFG rows). */
import { beforeAll, describe, expect, test } from 'vitest';
import { describeEachEngine } from '#tests/support/database.ts';
import { newKey, putRow, startServer, type TestServer } from '#tests/support/server.ts';

describeEachEngine('cohorts and settings', (database) => {
  let server: TestServer;
  let admin: string;
  let staff: string;
  const call = (method: 'GET' | 'POST', path: string, fields: Record<string, unknown> = {}, token = admin) =>
    server.call(method, path, fields, { token, key: method === 'POST' ? newKey() : undefined });
  const made = async (path: string, fields: Record<string, unknown>) => {
    const response = await call('POST', `${path}/create`, fields);
    expect(response.message).toBe('OK');
    return response.data as unknown as string;
  };
  const put = (table: string, row: Record<string, unknown>) => putRow(database(), table, row);

  beforeAll(async () => {
    server = await startServer(database());
    admin = (await server.signInAs('administrator.administrator')).token;
    staff = (await server.signInAs('manager.staff')).token;
    await put('store_type', { _id: 'kiosk', name: 'Kiosk', description: 'A kiosk' });
    await put('location', { _id: 'yaba', name: 'Yaba', state: 'Lagos', lga: 'Lagos Mainland' });
    for (const buyer of ['ada', 'bola', 'chidi']) {
      await put('user_account', { _id: `u_${buyer}`, role: 'buyer.buyer', name: buyer });
      await put('buyer', {
        _id: buyer,
        user_id: `u_${buyer}`,
        name: buyer,
        phone: `0802000000${buyer.length}${buyer[0]}`,
        store_type_id: 'kiosk',
        location_id: 'yaba',
      });
    }
  });

  describe('cohorts', () => {
    test('422 texts; the administrator alone', { tags: ['COH-05', 'PERM-29'] }, async () => {
      expect((await call('POST', 'cohort/create', {})).data.fields).toEqual({
        title: 'Title field is required.',
        description: 'Description field is required.',
      });
      const fields = { title: 'ab', description: 'x', status: 'active' };
      expect((await call('POST', 'cohort/create', fields)).message).toBe('Title must be at least 3 characters.');
      expect((await call('POST', 'cohort/create', { ...fields, title: 'abc' }, staff)).code).toBe(403);
      expect((await call('GET', 'cohort/read_all', {}, staff)).code).toBe(403);
      expect((await call('GET', 'cohort/read', { _id: 'none' })).message).toBe('Cohort not found');
    });
    test('title, tag always empty, description, status; found by title and by status', {
      tags: ['COH-04', 'COH-06'],
    }, async () => {
      const _id = await made('cohort', { title: 'Àkọ́kọ́', tag: 'vip', description: 'The first', status: 'inactive' });
      expect((await call('GET', 'cohort/read', { _id })).data[0]).toMatchObject({
        title: 'Àkọ́kọ́',
        tag: '',
        description: 'The first',
        status: 'inactive',
        manufacturer_id: null,
        buyers: 0,
      });
      expect((await call('GET', 'cohort/read_all', { search: 'akoko' })).data).toHaveLength(1);
      expect((await call('GET', 'cohort/read_all', { search: 'inactive', page: 1 })).data.rows).toHaveLength(1);
      const changed = await call('POST', 'cohort/update', {
        _id,
        tag: 'other',
        description: 'Changed',
        base_version: 1,
      });
      expect(changed.data).toMatchObject({ tag: '', description: 'Changed', version: 2 });
    });
    test('cohorts of a manufacturer', { tags: ['COH-07'] }, async () => {
      await put('manufacturer', { _id: 'maker', name: 'Maker' });
      const fields = { title: 'Of a maker', description: 'x', status: 'active' };
      expect((await call('POST', 'cohort/create', { ...fields, manufacturer_id: 'none' })).message).toBe(
        'Manufacturer not found',
      );
      const _id = await made('cohort', { ...fields, manufacturer_id: 'maker' });
      expect((await call('POST', 'cohort/read_by_manufacturer', { manufacturer_id: 'maker' })).data).toMatchObject([
        { _id },
      ]);
      expect((await call('POST', 'cohort/read_by_manufacturer', { manufacturer_id: 'none' })).data).toEqual([]);
    });
    test('retailers join once; who is in already counts as succeeded; strangers are 404 of their row', {
      tags: ['COH-07'],
    }, async () => {
      const cohort_id = await made('cohort', { title: 'With buyers', description: 'x', status: 'active' });
      expect((await call('POST', 'cohort_buyer/add_bulk', { cohort_id, buyer_id: ['ada'] }, staff)).code).toBe(403);
      const first = await call('POST', 'cohort_buyer/add_bulk', { cohort_id, buyer_id: ['ada', 'bola', 'none'] });
      expect(first.data).toMatchObject({ succeeded: 2, failed: 1 });
      expect(first.data.results[2]).toMatchObject({ code: 404, message: 'Buyer not found' });
      const again = await call('POST', 'cohort_buyer/add_bulk', { cohort_id, buyer_id: ['ada', 'chidi'] });
      expect(again.data).toMatchObject({ succeeded: 2, failed: 0 });
      expect(again.data.results[0].data).toBe(first.data.results[0].data);
      expect((await call('GET', 'cohort/read', { _id: cohort_id })).data[0]).toMatchObject({ buyers: 3, version: 1 });
      const nowhere = await call('POST', 'cohort_buyer/add_bulk', { cohort_id: 'none', buyer_id: ['ada'] });
      expect(nowhere.data.results[0].message).toBe('Cohort not found');
      await Promise.all(
        Array.from({ length: 10 }, () =>
          call('POST', 'cohort_buyer/add_bulk', { cohort_id, buyer_id: ['ada', 'bola', 'chidi'] }),
        ),
      );
      expect((await call('GET', 'cohort/read', { _id: cohort_id })).data[0].buyers).toBe(3);
    });
  });

  describe('settings', () => {
    test('422 texts; the administrator alone', { tags: ['CFG-03', 'PERM-26'] }, async () => {
      expect((await call('POST', 'config/create', {})).data.fields).toEqual({
        key: 'Key field is required.',
        value: 'Value field is required.',
      });
      expect((await call('POST', 'config/create', { key: 'a', value: 'b' }, staff)).code).toBe(403);
      expect((await call('GET', 'config/read_all', {}, staff)).code).toBe(403);
    });
    test('a key of letters, digits, dot, dash and underscore, 2 to 80 of them', {
      tags: ['CFG-03', 'B9.14'],
    }, async () => {
      for (const key of ['a', 'two words', 'naïve', 'a/b', 'x'.repeat(81)])
        expect(await call('POST', 'config/create', { key, value: '1' })).toMatchObject({
          code: 422,
          data: { fields: { key: 'Key is not valid.' } },
        });
      expect((await call('POST', 'config/create', { key: ' ', value: '1' })).data.fields).toEqual({
        key: 'Key field is required.',
      });
      for (const key of ['ab', 'Max.lines-per_page2', 'y'.repeat(80)]) await made('config', { key, value: '1' });
    });
    test('a value that the setting cannot have is refused, also by an update', { tags: ['CFG-03'] }, async () => {
      const wrong = 'Phone number must be valid. Ex. 08021234567';
      expect(await call('POST', 'config/create', { key: 'support_phone', value: 'abc' })).toMatchObject({
        code: 422,
        data: { fields: { value: wrong } },
      });
      const _id = await made('config', { key: 'support_phone', value: '08031000000' });
      expect((await call('POST', 'config/update', { _id, value: 'abc' })).data.fields).toEqual({ value: wrong });
      expect((await call('POST', 'config/update', { _id, value: '+234 803 100 0001' })).code).toBe(200);
      expect((await call('POST', 'config/create', { key: 'reversal_approval_kobo', value: 'much' })).code).toBe(422);
    });
    test('a delete with the version that was seen is refused once somebody changed the setting', {
      tags: ['B12.5'],
    }, async () => {
      const _id = await made('config', { key: 'seen_version', value: '1' });
      await call('POST', 'config/update', { _id, value: '2' });
      expect((await call('POST', 'config/delete', { _id, base_version: 1 })).code).toBe(409);
      expect((await call('POST', 'config/delete', { _id, base_version: 2 })).code).toBe(200);
    });
    test('create, update, read_by_key for everybody, delete; a key once, free again after', {
      tags: ['CFG-02', 'CFG-04', 'API-23'],
    }, async () => {
      const _id = await made('config', { key: 'delivery_days', value: '3' });
      expect(await call('POST', 'config/create', { key: 'delivery_days', value: '4' })).toMatchObject({
        code: 409,
        message: 'Key already exists.',
      });
      expect((await call('POST', 'config/update', { _id, value: '5', base_version: 1 })).data).toMatchObject({
        key: 'delivery_days',
        value: '5',
        version: 2,
      });
      expect((await call('GET', 'config/read_by_key/', { key: 'delivery_days' }, staff)).data).toMatchObject({
        _id,
        value: '5',
      });
      expect((await call('GET', 'config/read_by_key', { key: 'nothing' }, staff)).code).toBe(404);
      expect((await call('GET', 'config/read_by_key', {}, staff)).message).toBe('Key field is required.');
      expect((await call('GET', 'config/read_all', { search: 'DELIVERY' })).data).toMatchObject([{ _id }]);
      expect((await call('POST', 'config/delete', { _id })).data).toEqual({ _id });
      expect((await call('POST', 'config/delete', { _id })).code).toBe(200);
      expect((await call('GET', 'config/read_by_key', { key: 'delivery_days' })).code).toBe(404);
      const second = await made('config', { key: 'delivery_days', value: '6' });
      expect((await call('POST', 'config/restore', { _id })).message).toBe('Key already exists.');
      expect((await call('GET', 'config/read_by_key', { key: 'delivery_days' })).data._id).toBe(second);
    });
  });
});
