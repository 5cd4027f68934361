/** The generic calls (API.md section 2, 1.4, 1.5; B1.8 to B1.12, B12): on store types, managers and warehouses. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { storeType } from '#contract/catalogue/storeType.ts';
import { searchable } from '#domain/text.ts';
import { modelHandlers } from '#server/resources/modelHandlers.ts';
import { resource } from '#server/resources/resource.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { NOW, newKey, putRow, shipmentIn, startServer, type TestServer } from '#tests/support/server.ts';

type Row = Record<string, unknown> & { _id: string; name: string; version: number };

describeEachEngine('models', (database) => {
  let server: TestServer;
  let admin: string;
  let adminId: string;
  let officer: string;
  beforeAll(async () => {
    // store_type with delete and restore too, under its own name beside the real calls.
    const removable = modelHandlers(resource({ ...storeType, generic: ['delete', 'restore'] }));
    server = await startServer(database(), {}, removable);
    const made = await server.signInAs('administrator.administrator', { name: 'Adaeze Admin' });
    [admin, adminId] = [made.token, made.user_id];
    officer = (await server.signInAs('manager.warehouse_officer')).token;
    // The clock runs far ahead below.
    await sql`update session set expires_at = ${NOW + 1_000 * 86_400}, last_seen = ${NOW + 1_000 * 86_400}`.execute(
      database().kysely,
    );
  });
  beforeEach(() => {
    server.clock.now = NOW;
  });

  const call = (method: 'GET' | 'POST', path: string, fields: Record<string, unknown> = {}, key?: string) =>
    server.call(method, path, fields, { token: admin, key });
  const create = async (name: string, more: Record<string, unknown> = {}) => {
    const response = await call('POST', 'store_type/create', {
      name,
      description: 'Of a test',
      status: 'active',
      ...more,
    });
    expect(response.message).toBe('OK');
    return response.data as unknown as string;
  };
  const read = async (id: string) => (await call('GET', 'store_type/read', { _id: id })).data[0] as Row;

  describe('create', { tags: ['STYPE-04'] }, () => {
    test('wrong fields are refused with the documents’ texts', { tags: ['UI-02', 'STYPE-05'] }, async () => {
      expect((await call('POST', 'store_type/create', {})).data.fields).toEqual({
        name: 'Name field is required.',
        description: 'Description field is required.',
      });
      const response = await call('POST', 'store_type/create', { name: 'ab', description: 'ab', status: 'maybe' });
      expect(response.data.fields).toEqual({
        name: 'Name must be at least 3 characters.',
        description: 'Description must be at least 3 characters.',
        status: 'Status field is required.',
      });
      expect(
        (await call('POST', 'store_type/create', { name: 'x'.repeat(121), description: 'abc', status: 'active' }))
          .message,
      ).toBe('Name must be at most 120 characters.');
      expect(
        (await call('POST', 'store_type/create', { name: '     ', description: 'abc', status: 'active' })).message,
      ).toBe('Name field is required.');
    });
    test('one name once, whatever its case, accents or blanks: 409 "Store type already exists."', {
      tags: ['API-4.10'],
    }, async () => {
      await create('Ọjà Àgbà');
      for (const name of ['Ọjà Àgbà', 'oja agba', '  OJA   AGBA ']) {
        expect(await call('POST', 'store_type/create', { name, description: 'again', status: 'active' })).toMatchObject(
          { code: 409, message: 'Store type already exists.', data: { error: 'duplicate' } },
        );
      }
    });
    test('data is the new id; the row carries created, modified, version, who', {
      tags: ['API-12', 'API-22', 'API-2', 'API-1.1', 'B1.9'],
    }, async () => {
      const id = await create('  Corner   shop ', { description: '  two\nlines  ' });
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
      expect(await read(id)).toEqual({
        _id: id,
        name: 'Corner shop',
        description: 'two\nlines',
        status: 'active',
        created: NOW,
        modified: NOW,
        version: 1,
        created_by: { _id: adminId, name: 'Adaeze Admin' },
        modified_by: { _id: adminId, name: 'Adaeze Admin' },
      });
    });
    test('long text keeps its lines, without runs of blanks and what nobody sees; blanks alone are nothing', {
      tags: ['B1.11'],
    }, async () => {
      const response = await call('POST', 'store_type/create', {
        name: 'Long text',
        description: ' \u200b ',
        status: 'active',
      });
      expect(response.code).toBe(422);
      const id = await create('Long text', { description: '  two   words\r\n\tnext\u200b \n\n\n\nend\u202e  ' });
      expect((await read(id)).description).toBe('two words\nnext\n\nend');
      // What is stored cleaned and sent as it was typed is no change.
      const again = { _id: id, description: 'two   words\r\nnext\n\nend', base_version: 9 };
      expect((await call('POST', 'store_type/update', again)).data).toMatchObject({ version: 1 });
    });
    test('the same client_id again: the same id when it says the same, else 409', { tags: ['B1.8'] }, async () => {
      const client_id = newKey();
      const id = await create('By client', { client_id });
      expect(await create('By client', { client_id })).toBe(id);
      expect(
        await call('POST', 'store_type/create', {
          name: 'By client 2',
          description: 'Of a test',
          status: 'active',
          client_id,
        }),
      ).toMatchObject({
        code: 409,
        message: 'This record was already created with other values.',
        data: { error: 'duplicate_client_id' },
      });
    });
    test('the same client_id ten times at once under different keys: one record', { tags: ['SYNC-16'] }, async () => {
      const client_id = newKey();
      const answers = await Promise.all(
        Array.from({ length: 10 }, () =>
          call(
            'POST',
            'store_type/create',
            { name: 'At once', description: 'Of a test', status: 'active', client_id },
            newKey(),
          ),
        ),
      );
      expect(new Set(answers.map((one) => JSON.stringify([one.code, one.data]))).size).toBe(1);
      expect(answers[0]?.code).toBe(200);
    });
    test('the same name ten times at once: one is made, the others are told so', { tags: ['B1.12'] }, async () => {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () =>
          call(
            'POST',
            'store_type/create',
            { name: 'Name race', description: 'Of a test', status: 'active' },
            newKey(),
          ),
        ),
      );
      expect(answers.map((one) => one.code).sort()).toEqual([200, ...Array(9).fill(409)]);
    });
  });

  describe('update', { tags: ['API-1.4'] }, () => {
    test('absent fields stay, sent ones change, version grows by one', {
      tags: ['API-13', 'API-2', 'B1.9'],
    }, async () => {
      const id = await create('Update me');
      server.clock.now = NOW + 60;
      const response = await call('POST', 'store_type/update', { _id: id, description: 'Changed' });
      expect(response.data).toMatchObject({
        _id: id,
        name: 'Update me',
        description: 'Changed',
        version: 2,
        created: NOW,
        modified: NOW + 60,
      });
      server.clock.now = NOW;
    });
    test('another base_version: 409 conflict with who, when and the current row', { tags: ['API-1.4'] }, async () => {
      const id = await create('Conflict');
      await call('POST', 'store_type/update', { _id: id, name: 'Conflict of Ada' });
      const response = await call('POST', 'store_type/update', { _id: id, name: 'Conflict of Bola', base_version: 1 });
      expect(response).toMatchObject({
        code: 409,
        message: 'Store type was changed by Adaeze Admin at 21 Nov, 10:00.',
        data: { error: 'conflict' },
      });
      expect(response.data.current).toEqual(await read(id));
      expect((await read(id)).name).toBe('Conflict of Ada');
    });
    test('an old base_version whose values are there already: 200, nothing changes', {
      tags: ['API-1.4', 'SYNC-32'],
    }, async () => {
      const id = await create('Equal');
      await call('POST', 'store_type/update', { _id: id, name: 'Equal now' });
      const response = await call('POST', 'store_type/update', { _id: id, name: 'Equal now', base_version: 1 });
      expect(response).toMatchObject({ code: 200, data: { version: 2, name: 'Equal now' } });
    });
    test('without base_version the last write wins', { tags: ['API-1.4'] }, async () => {
      const id = await create('Last');
      await call('POST', 'store_type/update', { _id: id, name: 'Last one' });
      expect((await call('POST', 'store_type/update', { _id: id, name: 'Last two' })).data).toMatchObject({
        name: 'Last two',
        version: 3,
      });
    });
    test('twenty writers with the same base_version: one wins', { tags: ['SEC-16'] }, async () => {
      const id = await create('Writers');
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          call('POST', 'store_type/update', { _id: id, name: `Writer ${at}`, base_version: 1 }, newKey()),
        ),
      );
      expect(answers.filter((one) => one.code === 200)).toHaveLength(1);
      expect(answers.filter((one) => one.code === 409)).toHaveLength(19);
      expect((await read(id)).version).toBe(2);
    });
    test('set_status takes the two statuses alone', { tags: ['API-13', 'API-2'] }, async () => {
      const id = await create('Status');
      expect((await call('POST', 'store_type/set_status', { _id: id, status: 'gone' })).code).toBe(422);
      expect((await call('POST', 'store_type/set_status', { _id: id })).message).toBe('Status field is required.');
      expect((await call('POST', 'store_type/set_status', { _id: id, status: 'inactive' })).data).toMatchObject({
        status: 'inactive',
        version: 2,
      });
      expect((await call('POST', 'store_type/set_status', { _id: id, status: 'inactive' })).data).toMatchObject({
        version: 2,
      });
    });
    test('one audit line per write with the changed fields only; none when nothing changed', {
      tags: ['B12.1'],
    }, async () => {
      const id = await create('Audited');
      await call('POST', 'store_type/update', { _id: id, name: 'Audited 2', description: 'Of a test' });
      await call('POST', 'store_type/update', { _id: id, name: 'Audited 2' });
      await call('POST', 'store_type/set_status', { _id: id, status: 'inactive' });
      const { rows, total } = (
        await call('POST', 'audit_log/read_by_record', { model: 'store_type', record_id: id, page: 1 })
      ).data;
      expect(total).toBe(3);
      expect(rows.map((row: Row) => [row.action, row.before, row.after])).toEqual([
        ['set_status', { status: 'active' }, { status: 'inactive' }],
        ['update', { name: 'Audited' }, { name: 'Audited 2' }],
        ['create', null, { name: 'Audited', description: 'Of a test', status: 'active' }],
      ]);
      expect(rows[0]).toMatchObject({
        user_id: adminId,
        user_name: 'Adaeze Admin',
        role: 'administrator.administrator',
        model: 'store_type',
        record_label: 'Audited 2',
      });
    });
    test('the audit log is insert-only, in the database itself', { tags: ['B12.1'] }, async () => {
      for (const statement of [sql`update audit_log set action = 'x'`, sql`delete from audit_log`]) {
        await expect(statement.execute(database().kysely)).rejects.toThrow(/never changed/);
      }
    });
  });

  describe('delete and restore', { tags: ['B12.3'] }, () => {
    test('hidden from every read, its name free again; twice is no error; unknown is 404', {
      tags: ['B12.3'],
    }, async () => {
      const id = await create('Deleted');
      expect(await call('POST', 'store_type/delete', { _id: id })).toMatchObject({ code: 200, data: { _id: id } });
      expect(await call('POST', 'store_type/delete', { _id: id })).toMatchObject({ code: 200, data: { _id: id } });
      expect((await call('POST', 'store_type/delete', { _id: 'none' })).code).toBe(404);
      expect((await call('GET', 'store_type/read', { _id: id })).code).toBe(404);
      expect((await call('POST', 'store_type/update', { _id: id, name: 'Undead' })).code).toBe(404);
      expect((await call('GET', 'store_type/read_all', { search: 'deleted' })).data).toEqual([]);
      await create('Deleted');
    });
    test('delete with an old base_version: 409', { tags: ['API-1.4'] }, async () => {
      const id = await create('Delete conflict');
      await call('POST', 'store_type/update', { _id: id, name: 'Delete conflict 2' });
      expect((await call('POST', 'store_type/delete', { _id: id, base_version: 1 })).code).toBe(409);
    });
    test('the administrator restores within 90 days; a name taken meanwhile is 409; after that 404', {
      tags: ['B12.3'],
    }, async () => {
      const id = await create('Restored');
      await call('POST', 'store_type/delete', { _id: id });
      server.clock.now = NOW + 90 * 86_400;
      expect((await call('POST', 'store_type/restore', { _id: id })).code).toBe(404);
      server.clock.now = NOW + 90 * 86_400 - 1;
      const taken = await create('Restored');
      expect((await call('POST', 'store_type/restore', { _id: id })).code).toBe(409);
      await call('POST', 'store_type/delete', { _id: taken });
      expect(await call('POST', 'store_type/restore', { _id: id })).toMatchObject({
        code: 200,
        data: { name: 'Restored', version: 3 },
      });
      server.clock.now = NOW;
    });
  });

  describe('lists', { tags: ['API-1.5'] }, () => {
    const names = [
      'Àjàní Stores',
      'ajani kiosk',
      'Bàbá Ìjẹ̀bú',
      '100% Pure',
      '100 Pure',
      'under_score',
      'underXscore',
      'Ƙwaƙwalwa',
      'back\\slash',
      "O'Brien; drop",
      'Zainab',
      'zainab 2',
    ];
    let rows: Row[];
    beforeAll(async () => {
      await sql`delete from store_type`.execute(database().kysely);
      for (const [at, name] of names.entries())
        await create(name, { status: at % 3 === 0 ? 'inactive' : 'active', description: `Row ${at}` });
      rows = (await call('GET', 'store_type/read_all')).data as unknown as Row[];
    });

    test('default sort: by name, without case and accents, ties by _id', { tags: ['B1.12'] }, () => {
      expect(rows).toHaveLength(names.length);
      const key = (row: Row) => searchable(row.name);
      const sorted = [...rows].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a._id < b._id ? -1 : 1));
      expect(rows.map((row) => row.name)).toEqual(sorted.map((row) => row.name));
    });
    test.each([
      ['ajani', ['Àjàní Stores', 'ajani kiosk']],
      ['AJANI sto', ['Àjàní Stores']],
      ['stores ajani', ['Àjàní Stores']],
      ['100%', ['100% Pure']],
      ['%', ['100% Pure']],
      ['_', ['under_score']],
      ['\\', ['back\\slash']],
      ["o'brien; drop", ["O'Brien; drop"]],
      ['ijebu', ['Bàbá Ìjẹ̀bú']],
      ['ÌJẸ̀BÚ', ['Bàbá Ìjẹ̀bú']],
      ['kwakwalwa', ['Ƙwaƙwalwa']],
      ['no such', []],
      ['zainab inactive', []],
      ["'; drop table store_type; --", []],
    ])('a search for %j finds these names', { tags: ['API-1.5', 'SEC-11'] }, async (search, expected) => {
      const response = await call('GET', 'store_type/read_all', { search });
      expect(response.data.map((row: Row) => row.name).sort()).toEqual([...expected].sort());
    });
    test('search is cut at 100 characters, blanks are no words', { tags: ['B13'] }, async () => {
      expect((await call('GET', 'store_type/read_all', { search: '   ' })).data).toHaveLength(names.length);
      expect((await call('GET', 'store_type/read_all', { search: `zainab${' z'.repeat(47)}xxxx` })).data).toHaveLength(
        2,
      );
    });
    test('pages: rows, total, page, per_page; past the end is empty; per_page is clamped to 1 - 500', {
      tags: ['API-06', 'API-1.5'],
    }, async () => {
      const response = await call('GET', 'store_type/read_all', { page: 2, per_page: 5 });
      expect(response.data).toMatchObject({ total: names.length, page: 2, per_page: 5 });
      expect((response.data.rows as Row[]).map((row) => row._id)).toEqual(rows.slice(5, 10).map((row) => row._id));
      expect((await call('GET', 'store_type/read_all', { page: 99 })).data).toMatchObject({
        rows: [],
        total: names.length,
        page: 99,
        per_page: 30,
      });
      expect((await call('GET', 'store_type/read_all', { page: 1, per_page: 5000 })).data.per_page).toBe(500);
      expect((await call('GET', 'store_type/read_all', { page: 0, per_page: 0 })).data).toMatchObject({
        page: 1,
        per_page: 1,
      });
    });
    test('property: for any sort, filter, search and size the pages are the whole list, without overlap', {
      tags: ['API-1.5'],
      timeout: 60_000,
    }, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.record({
            sort: fc.constantFrom('name', '-name', 'status', '-status', 'created', '-created'),
            per_page: fc.integer({ min: 1, max: 7 }),
            status: fc.subarray(['active', 'inactive']),
            search: fc.constantFrom('', 'a', 'pure', 'z'),
          }),
          async ({ sort, per_page, status, search }) => {
            const filter = { sort, ...(status.length > 0 ? { status } : {}), ...(search ? { search } : {}) };
            const whole = (await call('GET', 'store_type/read_all', filter)).data as unknown as Row[];
            const pages: Row[] = [];
            for (let page = 1; ; page += 1) {
              const answer = (await call('GET', 'store_type/read_all', { ...filter, page, per_page }))
                .data as unknown as { rows: Row[]; total: number };
              expect(answer.total).toBe(whole.length);
              pages.push(...answer.rows);
              if (answer.rows.length === 0) break;
            }
            expect(pages.map((row) => row._id)).toEqual(whole.map((row) => row._id));
            if (status.length === 1) expect(whole.every((row) => row.status === status[0])).toBe(true);
            const field = sort.replace('-', '');
            const value = (row: Row) => (field === 'created' ? String(row.created) : searchable(String(row[field])));
            const values = whole.map(value);
            const ordered = [...values].sort();
            expect(values).toEqual(sort.startsWith('-') ? ordered.reverse() : ordered);
          },
        ),
        { numRuns: 25 },
      );
    });
    test('read_by_status: active, inactive, all and *', { tags: ['API-08', 'API-2'] }, async () => {
      const by = async (status: string) =>
        ((await call('POST', 'store_type/read_by_status', { status })).data as unknown as Row[]).length;
      expect([await by('active'), await by('inactive'), await by('all'), await by('*')]).toEqual([8, 4, 12, 12]);
      expect((await call('POST', 'store_type/read_by_status', {})).message).toBe('Status field is required.');
      expect(
        (await call('POST', 'store_type/read_by_status', { status: 'active', page: 1, per_page: 3 })).data,
      ).toMatchObject({ total: 8, per_page: 3 });
    });
    test('read answers an array with one row, never []', { tags: ['API-07', 'API-2'] }, async () => {
      const response = await call('GET', 'store_type/read/', { _id: rows[0]?._id });
      expect(response.data).toEqual([rows[0]]);
    });
  });

  describe('since', { tags: ['API-1.5'] }, () => {
    const since = async (fields: Record<string, unknown>) =>
      (await call('GET', 'store_type/read_all', fields)).data as unknown as {
        rows: Row[];
        deleted: string[];
        as_of: number;
        more: boolean;
        next: string | null;
      };

    test('400 for what is no time or cursor', { tags: ['API-1.5'] }, async () => {
      for (const fields of [
        { since: 'yesterday' },
        { since: '-1' },
        { since: 0, after: 'x' },
        { since: 0, after: '9'.repeat(30) },
      ]) {
        expect((await call('GET', 'store_type/read_all', fields)).code).toBe(400);
      }
    });
    test('since=0 is a full copy; as_of lags 5 s; a change, a switch-off and a deletion come with the next call', {
      tags: ['API-1.5'],
    }, async () => {
      await sql`delete from store_type`.execute(database().kysely);
      const [a, b, c] = [await create('Since a'), await create('Since b'), await create('Since c')];
      const full = await since({ since: 0 });
      expect(full).toMatchObject({ deleted: [], as_of: NOW - 5, more: false, next: null });
      expect(full.rows.map((row) => row._id).sort()).toEqual([a, b, c].sort());
      server.clock.now = NOW + 1_000;
      await call('POST', 'store_type/update', { _id: a, name: 'Since a 2' });
      await call('POST', 'store_type/set_status', { _id: b, status: 'inactive' });
      await call('POST', 'store_type/delete', { _id: c });
      server.clock.now = NOW + 2_000;
      const delta = await since({ since: NOW + 500 });
      expect(delta.rows.map((row) => [row._id, row.name, row.status]).sort()).toEqual(
        [
          [a, 'Since a 2', 'active'],
          [b, 'Since b', 'inactive'],
        ].sort(),
      );
      expect(delta.deleted).toEqual([c]);
      expect(delta.as_of).toBe(NOW + 1_995);
      expect(await since({ since: delta.as_of })).toMatchObject({ rows: [], deleted: [] });
      server.clock.now = NOW;
    });
    test('property: a copy kept by deltas in pages of any size equals the table', {
      tags: ['API-1.5'],
      timeout: 60_000,
    }, async () => {
      await sql`delete from store_type`.execute(database().kysely);
      const copy = new Map<string, Row>();
      let asOf = 0;
      const sync = async (per_page: number) => {
        let after: string | null = null;
        for (;;) {
          const delta: Awaited<ReturnType<typeof since>> = await since({
            since: asOf,
            per_page,
            ...(after ? { after } : {}),
          });
          for (const row of delta.rows) copy.set(row._id, row);
          for (const id of delta.deleted) copy.delete(id);
          after = delta.next;
          if (!delta.more) {
            asOf = delta.as_of;
            return;
          }
        }
      };
      const ids: string[] = [];
      let made = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.record({
              what: fc.constantFrom('create', 'create', 'update', 'status', 'delete'),
              pick: fc.nat(20),
              wait: fc.nat(10),
            }),
            { maxLength: 8 },
          ),
          fc.integer({ min: 1, max: 4 }),
          async (steps, size) => {
            for (const { what, pick, wait } of steps) {
              server.clock.now += wait;
              const id = ids[pick % Math.max(1, ids.length)];
              made += 1;
              if (what === 'create') ids.push(await create(`Copy ${made}`));
              else if (id && what === 'update')
                await call('POST', 'store_type/update', { _id: id, name: `Copy ${made}` });
              else if (id && what === 'status')
                await call('POST', 'store_type/set_status', { _id: id, status: made % 2 ? 'active' : 'inactive' });
              else if (id) await call('POST', 'store_type/delete', { _id: id });
            }
            await sync(size);
            const whole = (await call('GET', 'store_type/read_all')).data as unknown as Row[];
            expect([...copy.values()].sort((x, y) => (x._id < y._id ? -1 : 1))).toEqual(
              [...whole].sort((x, y) => (x._id < y._id ? -1 : 1)),
            );
          },
        ),
        { numRuns: 20 },
      );
      server.clock.now = NOW;
    });
  });

  describe('managers', { tags: ['MGR-07'] }, () => {
    let count = 0;
    const person = () => {
      count += 1;
      return {
        name: `Person ${count}`,
        phone: `0803${String(count).padStart(7, '0')}`,
        email: `person${count}@example.test`,
        status: 'active',
        role: 'manager.staff',
      };
    };
    test('wrong fields of a manager are refused with the documents’ texts', {
      tags: ['MGR-07', 'MGR-09', 'MGR-10', 'MGR-11'],
    }, async () => {
      expect((await call('POST', 'manager/signup', {})).data.fields).toEqual({
        name: 'Name field is required.',
        phone: 'Phone number field is required.',
        email: 'Email field is required.',
        role: 'Role field is required.',
      });
      const response = await call('POST', 'manager/signup', {
        name: 'ab',
        phone: '12345',
        email: 'nope',
        role: 'manager.king',
      });
      expect(response.data.fields).toEqual({
        name: 'Name must be at least 3 characters.',
        phone: 'Phone number must be valid. Ex. 08021234567',
        email: 'Email must be valid.',
        role: 'Role field is required.',
      });
    });
    test('a phone or an e-mail in use: 409, and no half-made person', { tags: ['B1.10'] }, async () => {
      const one = person();
      await call('POST', 'manager/signup', one);
      const accounts = async () =>
        (await sql<{ n: number }>`select count(*) as n from user_account`.execute(database().kysely)).rows[0]?.n;
      const before = await accounts();
      expect(await call('POST', 'manager/signup', { ...person(), phone: `+234${one.phone.slice(1)}` })).toMatchObject({
        code: 409,
        message: 'Phone number is already in use.',
      });
      expect(await call('POST', 'manager/signup', { ...person(), email: one.email.toUpperCase() })).toMatchObject({
        code: 409,
        message: 'Email is already in use.',
      });
      expect(await accounts()).toBe(before);
    });
    test('signup and create answer the new id; the account must change its password', {
      tags: ['API-11', 'API-22', 'A38', 'B10.6'],
    }, async () => {
      for (const path of ['manager/signup', 'manager/create']) {
        const fields = person();
        const response = await call('POST', path, { ...fields, hash: 'a default' });
        expect(typeof response.data).toBe('string');
        const [row] = (await call('GET', 'manager/read', { _id: response.data })).data;
        expect(row).toMatchObject({ ...fields, role_name: 'Kasuwa Staff', last_sign_in: null });
        const { rows } =
          await sql`select must_change, password_hash, role, status from user_account where _id = ${row.user_id}`.execute(
            database().kysely,
          );
        expect(rows).toEqual([{ must_change: true, password_hash: null, role: 'manager.staff', status: 'active' }]);
      }
    });
    test('the same client_id again makes no second account', { tags: ['B1.8'] }, async () => {
      const fields = { ...person(), client_id: newKey() };
      const [one, two] = await Promise.all([
        call('POST', 'manager/signup', fields, newKey()),
        call('POST', 'manager/signup', fields, newKey()),
      ]);
      expect([one.code, two.code, one.data]).toEqual([200, 200, two.data]);
      const { rows } = await sql`select 1 from user_account where email = ${fields.email}`.execute(database().kysely);
      expect(rows).toHaveLength(1);
    });
    test('update: phone is read-only, name, e-mail and role follow into the account, a foreign user_id is 400', {
      tags: ['API-4.6'],
    }, async () => {
      const fields = person();
      const id = (await call('POST', 'manager/signup', fields)).data as unknown as string;
      const [row] = (await call('GET', 'manager/read', { _id: id })).data;
      expect((await call('POST', 'manager/update', { _id: id, user_id: adminId, name: 'Hijack' })).code).toBe(400);
      expect((await call('POST', 'manager/update', { _id: id, user_id: adminId })).code).toBe(400);
      const response = await call('POST', 'manager/update', {
        _id: id,
        user_id: row.user_id,
        name: 'Renamed',
        phone: '08099999999',
        email: `NEW.${fields.email}`,
        role: 'manager.accountant',
      });
      expect(response.data).toMatchObject({
        name: 'Renamed',
        phone: fields.phone,
        email: `new.${fields.email}`,
        role: 'manager.accountant',
        user_id: row.user_id,
      });
      const { rows } = await sql`select name, email, role from user_account where _id = ${row.user_id}`.execute(
        database().kysely,
      );
      expect(rows).toEqual([{ name: 'Renamed', email: `new.${fields.email}`, role: 'manager.accountant' }]);
    });
    test('nobody changes his own role or status: 403; his own name he may', { tags: ['B10.12'] }, async () => {
      const id = (await call('POST', 'manager/signup', { ...person(), role: 'administrator.administrator' }))
        .data as unknown as string;
      const [row] = (await call('GET', 'manager/read', { _id: id })).data;
      await sql`update user_account set must_change = false where _id = ${row.user_id}`.execute(database().kysely);
      const self = await server.openSession(row.user_id);
      for (const change of [{ role: 'manager.staff' }, { status: 'inactive' }])
        expect((await server.call('POST', 'manager/update', { _id: id, ...change }, { token: self })).code).toBe(403);
      expect(
        (await server.call('POST', 'manager/set_status', { _id: id, status: 'inactive' }, { token: self })).code,
      ).toBe(403);
      expect((await server.call('POST', 'manager/update', { _id: id, name: 'Own name' }, { token: self })).code).toBe(
        200,
      );
    });
    test('two administrators switch each other off at once: one stays, also beside one whose starter password ran out', {
      tags: ['B10.12', 'B10.6'],
    }, async () => {
      const people = await Promise.all(
        [1, 2, 3].map(async () => {
          const id = (await call('POST', 'manager/signup', { ...person(), role: 'administrator.administrator' }))
            .data as unknown as string;
          const [row] = (await call('GET', 'manager/read', { _id: id })).data;
          await sql`update user_account set must_change = false where _id = ${row.user_id}`.execute(database().kysely);
          return { id, user_id: row.user_id as string, token: await server.openSession(row.user_id) };
        }),
      );
      const [a, b, out] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]];
      const known = [a.user_id, b.user_id, out.user_id];
      const others = sql`role = 'administrator.administrator' and _id <> all(${known})`;
      await sql`update user_account set must_change = true, starter_expires = ${NOW - 1} where _id = ${out.user_id}`.execute(
        database().kysely,
      );
      await sql`update user_account set status = 'inactive' where ${others}`.execute(database().kysely);
      const answers = await Promise.all([
        server.call('POST', 'manager/set_status', { _id: b.id, status: 'inactive' }, { token: a.token }),
        server.call('POST', 'manager/set_status', { _id: a.id, status: 'inactive' }, { token: b.token }),
      ]);
      await sql`update user_account set status = 'active' where ${others}`.execute(database().kysely);
      const { rows } =
        await sql`select 1 from user_account where _id in (${a.user_id}, ${b.user_id}) and status = 'active'`.execute(
          database().kysely,
        );
      expect(rows, JSON.stringify(answers.map((one) => [one.code, one.message]))).toHaveLength(1);
      expect(answers.filter((one) => one.code === 200)).toHaveLength(1);
    });
  });

  describe('filters that look into other tables', { tags: ['API-1.5'] }, () => {
    const put = (table: string, row: Record<string, unknown>) => putRow(database(), table, row);
    beforeAll(async () => {
      for (const hub of ['f_hub1', 'f_hub2', 'f_hub3']) await put('seller', { _id: hub, name: hub, address: 'x' });
      for (const dist of ['f_dist1', 'f_dist2']) await put('distributor', { _id: dist, name: dist, address: 'x' });
      await put('distributor_seller', { _id: 'l1', distributor_id: 'f_dist1', seller_id: 'f_hub1' });
      await put('distributor_seller', { _id: 'l2', distributor_id: 'f_dist1', seller_id: 'f_hub2' });
      await put('distributor_seller', {
        _id: 'l3',
        distributor_id: 'f_dist2',
        seller_id: 'f_hub3',
        status: 'inactive',
      });
      await put('manufacturer', { _id: 'f_maker', name: 'Ọlátúnjí Foods' });
      await put('brand', { _id: 'f_brand', name: 'Sùúrù', manufacturer_id: 'f_maker' });
      for (const n of [1, 2, 3]) {
        await put('product', {
          _id: `f_p${n}`,
          name: `Filter product ${n}`,
          description: 'x',
          sku_id: `SKU-00${n}`,
          case_count: 12,
          mpu: 1,
          price_kobo: n * 100,
          brand_id: 'f_brand',
        });
      }
      for (const [n, hub] of [
        [1, 'f_hub1'],
        [1, 'f_hub2'],
        [2, 'f_hub2'],
      ] as const) {
        await put('seller_product', {
          _id: `sp${n}${hub}`,
          seller_id: hub,
          product_id: `f_p${n}`,
          mpu: 1,
          price_kobo: 100,
        });
      }
    });
    const ids = async (path: string, fields: Record<string, unknown>) =>
      ((await call('GET', path, fields)).data as unknown as Row[]).map((row) => row._id).sort();

    test('distributors of a hub: any of its active links, not only the first', { tags: ['API-4.8'] }, async () => {
      expect(await ids('distributor/read_all', { seller_id: 'f_hub1' })).toEqual(['f_dist1']);
      expect(await ids('distributor/read_all', { seller_id: 'f_hub2' })).toEqual(['f_dist1']);
      expect(await ids('distributor/read_all', { seller_id: ['f_hub3'] })).toEqual([]);
    });
    test('products of a hub, of several hubs, of none', { tags: ['API-4.11'] }, async () => {
      expect(await ids('product/read_all', { seller_id: 'f_hub1' })).toEqual(['f_p1']);
      expect(await ids('product/read_all', { seller_id: 'f_hub2' })).toEqual(['f_p1', 'f_p2']);
      expect(await ids('product/read_all', { seller_id: ['f_hub1', 'f_hub2'] })).toEqual(['f_p1', 'f_p2']);
      expect(await ids('product/read_all', { seller_id: 'f_hub3' })).toEqual([]);
      expect(await ids('product/read_all', { seller_id: '' })).toEqual(['f_p1', 'f_p2', 'f_p3']);
    });
    test('products are found by name, SKU, brand and manufacturer, words ANDed over all of them', {
      tags: ['API-4.11'],
    }, async () => {
      for (const [search, found] of [
        ['sku-002', ['f_p2']],
        ['suuru', ['f_p1', 'f_p2', 'f_p3']],
        ['olatunji', ['f_p1', 'f_p2', 'f_p3']],
        ['olatunji suuru 3', ['f_p3']],
        ['suuru sku-001 filter', ['f_p1']],
        ['suuru nothing', []],
      ] as const) {
        expect(await ids('product/read_all', { search }), search).toEqual(found);
      }
    });
    test('purchase orders by date and by what they say', { tags: ['API-4.4'] }, async () => {
      const made = await call('POST', 'purchase_order/create', {
        ...shipmentIn('f_dist1', 'f_hub1', NOW),
        amount: 0,
      });
      expect(made.code, made.message).toBe(200);
      const id = made.data as unknown as string;
      expect(await ids('purchase_order/read_all', { from_timestamp: NOW, to_timestamp: NOW + 1 })).toEqual([id]);
      expect(await ids('purchase_order/read_all', { to_timestamp: NOW - 1 })).toEqual([]);
      expect((await call('GET', 'purchase_order/read_all', { from_timestamp: 'today' })).code).toBe(400);
      expect(await ids('purchase_order/read_all', { search: 'f_hub1 F_DIST1 po-' })).toEqual([id]);
      expect(await ids('purchase_order/read_all', { kind: 'shipment_in', sources: 'f_dist1,f_dist2' })).toEqual([id]);
    });
  });

  describe('warehouses', { tags: ['WH-07'] }, () => {
    const party = async (table: string, id: string, name: string) => {
      await sql`insert into ${sql.table(table)} (_id, name, address, created, modified) values (${id}, ${name}, 'Lagos', ${NOW}, ${NOW})`.execute(
        database().kysely,
      );
    };
    const open = (parent_type: string, parent: string, more: Record<string, unknown> = {}) =>
      server.call('POST', 'warehouse/create', { status: 'active', parent_type, parent, ...more }, { token: officer });
    test('texts, an owner that is not there, an owner of another type', { tags: ['GEN-08', 'WH-07'] }, async () => {
      await party('seller', 'wh_hub', 'Warehouse Hub');
      expect((await server.call('POST', 'warehouse/create', {}, { token: officer })).data.fields).toEqual({
        parent_type: 'Warehouse type is required.',
        parent: 'Warehouse owner is required.',
      });
      expect(await open('seller', 'none')).toMatchObject({ code: 404, message: 'Hub not found' });
      expect(await open('distributor', 'wh_hub')).toMatchObject({ code: 404, message: 'Distributor not found' });
    });
    test('one active warehouse per owner, also when two are made at once; an inactive one stays as history', {
      tags: ['B2.1'],
    }, async () => {
      await party('seller', 'wh_hub2', 'Second Hub');
      const answers = await Promise.all([open('seller', 'wh_hub2'), open('seller', 'wh_hub2')]);
      expect(answers.map((one) => one.code).sort()).toEqual([200, 409]);
      expect(answers.find((one) => one.code === 409)?.message).toBe('This owner already has an active warehouse.');
      const old = (await open('seller', 'wh_hub2', { status: 'inactive' })).data as unknown as string;
      expect(await call('POST', 'warehouse/set_status', { _id: old, status: 'active' })).toMatchObject({
        code: 409,
        message: 'This owner already has an active warehouse.',
      });
    });
    test('read: owner by name, searched and filtered', { tags: ['WH-03'] }, async () => {
      const list = (await call('GET', 'warehouse/read_all', { search: 'second hub', status: 'active' })).data;
      expect(list).toHaveLength(1);
      expect(list[0]).toMatchObject({
        parent_type: 'seller',
        parent: { _id: 'wh_hub2', name: 'Second Hub' },
        skus: 0,
        has_logs: false,
      });
      expect((await call('GET', 'warehouse/read_all', { parent: 'wh_hub2' })).data).toHaveLength(2);
      expect((await call('GET', 'warehouse/read_all', { search: 'seller second' })).data).toHaveLength(2);
    });
  });
});
