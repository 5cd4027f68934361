/** Areas, their reps and locations; who visits which retailer (API.md 4.9, 4.18, B9.16). */
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { describeEachEngine } from '#tests/support/database.ts';
import { type Data, NOW, newKey, startServer, type TestServer } from '#tests/support/server.ts';

describeEachEngine('areas', (database) => {
  let server: TestServer;
  let admin: string;
  let staff: string;
  const reps: string[] = [];
  beforeAll(async () => {
    server = await startServer(database());
    admin = (await server.signInAs('administrator.administrator')).token;
    staff = (await server.signInAs('manager.staff')).token;
    const db = database().kysely;
    await sql`insert into manufacturer (_id, name, created, modified) values ('nestle', 'Nestlé', ${NOW}, ${NOW}), ('arla', 'Arla', ${NOW}, ${NOW})`.execute(
      db,
    );
    await sql`insert into seller (_id, name, address, created, modified) values ('mushin', 'Mushin Hub', 'Road', ${NOW}, ${NOW}), ('wuse', 'Wuse Hub', 'Road', ${NOW}, ${NOW})`.execute(
      db,
    );
    await sql`insert into store_type (_id, name, description, created, modified) values ('kiosk', 'Kiosk', 'Small stand', ${NOW}, ${NOW})`.execute(
      db,
    );
    for (const [index, name] of ['Aguda', 'Bodija', 'Itire', 'Wuse'].entries())
      await sql`insert into location (_id, name, state, lga, created, modified)
        values (${`place${index}`}, ${name}, 'Lagos', 'Surulere', ${NOW}, ${NOW})`.execute(db);
    for (const [index, [seller_id, role]] of [
      ['mushin', 'sales_officer.rep'],
      ['mushin', 'sales_officer.rep'],
      ['mushin', 'sales_officer.ba'],
      ['wuse', 'sales_officer.rep'],
    ].entries())
      reps.push(
        (
          await call('POST', 'sales_officer/signup', {
            name: `Rep ${index}`,
            phone: `0803222000${index}`,
            email: `rep${index}@example.test`,
            status: 'active',
            role,
            seller_id,
          })
        ).data._id,
      );
  });
  const call = (method: 'GET' | 'POST', path: string, fields: Record<string, unknown> = {}, token = admin) =>
    server.call(method, path, fields, { token, key: method === 'POST' ? newKey() : undefined });
  const fields = (more: Record<string, unknown> = {}) => ({
    name: 'Mushin Nestlé',
    phone: '08031112222',
    status: 'active',
    manufacturer_id: 'nestle',
    seller_id: 'mushin',
    ...more,
  });
  /** An area that no rep serves: one is left so by its rep, none is made so (AREA-12). */
  const make = async (more: Record<string, unknown> = {}) => {
    const id = newKey();
    const { name, phone, status, manufacturer_id, seller_id } = fields(more) as Record<string, string>;
    await sql`insert into area (_id, created, modified, name, phone, status, manufacturer_id, seller_id)
      values (${id}, ${server.clock.now}, ${server.clock.now}, ${name}, ${phone}, ${status}, ${manufacturer_id}, ${seller_id})`.execute(
      database().kysely,
    );
    return id;
  };
  const read = async (_id: string) => (await call('GET', 'area/read', { _id })).data[0];
  const places = async (area_id: string) =>
    (await call('POST', 'location_area/read_by_area', { area_id })).data.map((row: Data) => [
      row.location.name,
      row.status,
    ]);

  test('refusals: the texts of every field, a maker and a hub that are there', { tags: ['AREA-11'] }, async () => {
    expect((await call('POST', 'area/create', {})).data.fields).toEqual({
      name: 'Name field is required.',
      phone: 'Phone number field is required.',
      manufacturer_id: 'Manufacturer field is required.',
      seller_id: 'Distributor field is required.',
    });
    expect((await call('POST', 'area/create', fields({ name: 'Ab', phone: '0603' }))).data.fields).toEqual({
      name: 'Name must be at least 3 characters.',
      phone: 'Phone number must be valid. Ex. 08021234567',
    });
    expect((await call('POST', 'area/create', fields({ seller_id: 'none', sales_officer_id: reps[0] }))).code).not.toBe(
      200,
    );
    expect((await call('POST', 'area/create', fields(), staff)).code).toBe(403);
  });

  test('the call refuses an area without a sales rep, too; a new one is active', {
    tags: ['K22', 'AREA-12'],
  }, async () => {
    const response = await call('POST', 'area/create', fields());
    expect(response).toMatchObject({
      code: 422,
      data: { fields: { sales_officer_id: 'Sales rep field is required.' } },
    });
    const made = await call('POST', 'area/create', fields({ status: undefined, sales_officer_id: reps[0] }));
    expect(await read(String(made.data))).toMatchObject({ status: 'active', sales_officer_id: reps[0] });
    expect((await call('POST', 'area/update', { _id: made.data, status: 'inactive', sales_officer_id: '' })).code).toBe(
      200,
    );
  });

  test('the row has maker and hub; phone and maker stay on update', {
    tags: ['AREA-07', 'AREA-08', 'AREA-13'],
  }, async () => {
    const id = await make();
    expect(await read(id)).toMatchObject({
      ...fields(),
      manufacturer: { _id: 'nestle', name: 'Nestlé' },
      seller: { _id: 'mushin', name: 'Mushin Hub' },
      sales_officer: null,
    });
    const response = await call('POST', 'area/update', {
      _id: id,
      name: 'Renamed area',
      phone: '08039998888',
      manufacturer_id: 'arla',
      seller_id: 'wuse',
      base_version: 1,
    });
    expect(response.data).toMatchObject({
      name: 'Renamed area',
      phone: '08031112222',
      manufacturer_id: 'nestle',
      seller: { name: 'Wuse Hub' },
    });
    expect((await call('GET', 'area/read', { _id: id }, staff)).data[0]).toMatchObject({
      name: 'Renamed area',
      phone: '',
    });
  });

  test('a hub is not told the reps of other hubs, whatever it asks by', {
    tags: ['B10.4', 'B10.4a', 'AREA-09'],
  }, async () => {
    const rep = async (area_id: string, sales_officer_id: string | undefined, seller_id: string) =>
      call('POST', 'sales_officer_area/create', { area_id, sales_officer_id, seller_id, status: 'active' });
    const own = await make({ name: 'Own area' });
    const foreign = await make({ name: 'Foreign area', seller_id: 'wuse' });
    expect((await rep(own, reps[0], 'mushin')).code).toBe(200);
    expect((await rep(foreign, reps[3], 'wuse')).code).toBe(200);
    // Of the hub's own area, but gone to another hub since.
    const left = await make({ name: 'Left area' });
    expect((await rep(left, reps[1], 'mushin')).code).toBe(200);
    await sql`update sales_officer set seller_id = 'wuse' where _id = ${reps[1]}`.execute(database().kysely);
    for (const role of ['sales_officer.manager', 'sales_officer.rep', 'seller.manager'] as const) {
      const { token } = await server.signInAs(role, { seller_id: 'mushin' });
      const shown = async (rows: Promise<Data>) =>
        Object.fromEntries(
          (await rows)
            .filter((row: Data) => [own, foreign, left].includes(row._id))
            .map((row: Data) => [row.name, row.sales_officer]),
        );
      const ask = async (method: 'GET' | 'POST', path: string, fields = {}) =>
        (await call(method, path, fields, token)).data;
      const known = { _id: reps[0], name: 'Rep 0' };
      const wanted = { 'Own area': known, 'Foreign area': null, 'Left area': null };
      expect(await shown(ask('GET', 'area/read_all'))).toEqual(wanted);
      expect(await shown(ask('GET', 'area/read_all', { since: 0 }).then((data) => data.rows))).toEqual(wanted);
      expect(await shown(ask('POST', 'area/read_by_status', { status: 'active' }))).toEqual(wanted);
      expect(await shown(ask('GET', 'sync/bootstrap', { since: 0 }).then((data) => data.models.area.rows))).toEqual(
        wanted,
      );
      expect(await shown(ask('GET', 'area/read', { _id: foreign }))).toEqual({ 'Foreign area': null });
      expect(await shown(ask('GET', 'area/read', { _id: own }))).toEqual({ 'Own area': known });
      expect(await shown(ask('GET', 'area/read_all', { search: 'rep 3' }))).toEqual({});
      expect((await call('GET', 'area/read_all', { sort: 'sales_officer' }, token)).code).toBe(400);
      const ids = async (sales_officer_id: string | undefined) =>
        (await ask('GET', 'area/read_all', { sales_officer_id })).map((row: Data) => [row._id, row.sales_officer_id]);
      expect(await ids(reps[0])).toEqual([[own, reps[0]]]);
      expect([await ids(reps[1]), await ids(reps[3])]).toEqual([[], []]);
      const answer = (await ask('GET', 'area/read_all')).filter((row: Data) => [foreign, left].includes(row._id));
      expect(answer.map((row: Data) => row.sales_officer_id)).toEqual([null, null]);
      expect((await call('POST', 'sales_officer_area/read_by_area', { area_id: own }, token)).code).toBe(403);
    }
    await sql`update sales_officer set seller_id = 'mushin' where _id = ${reps[1]}`.execute(database().kysely);
    expect((await read(foreign)).sales_officer).toEqual({ _id: reps[3], name: 'Rep 3' });
    expect((await call('GET', 'area/read', { _id: foreign }, staff)).data[0].sales_officer.name).toBe('Rep 3');
  });

  test('the list: search by name, maker and hub', { tags: ['AREA-01'] }, async () => {
    const id = await make({ name: 'Searched area', seller_id: 'wuse', manufacturer_id: 'arla' });
    const list = async (search: string) =>
      (await call('GET', 'area/read_all', { page: 1, per_page: 50, search })).data.rows.map((row: Data) => row._id);
    expect(await list('searched')).toEqual([id]);
    expect(await list('arla')).toEqual([id]);
    expect(await list('wuse hub')).toContain(id);
    expect(await list('searched nestle')).toEqual([]);
  });

  test('the rep: of that hub, active, a delivery associate; a new one replaces the old one', {
    tags: ['AREA-09', 'AREA-12', 'AREA-18'],
  }, async () => {
    const id = await make();
    const assign = (sales_officer_id: string | undefined, more: Record<string, unknown> = {}) =>
      call('POST', 'sales_officer_area/create', {
        area_id: id,
        sales_officer_id: sales_officer_id ?? '',
        seller_id: 'mushin',
        status: 'active',
        ...more,
      });
    expect((await assign('')).message).toBe('Sales rep field is required.');
    for (const wrong of [reps[2], reps[3], 'none'])
      expect(await assign(wrong)).toMatchObject({
        code: 422,
        message: 'Sales rep must belong to the chosen distributor.',
      });
    const first = String((await assign(reps[0], { meta: '{"since":"2026"}' })).data);
    expect((await read(id)).sales_officer).toEqual({ _id: reps[0], name: 'Rep 0' });
    await assign(reps[1]);
    expect((await read(id)).sales_officer._id).toBe(reps[1]);
    const links = await call('POST', 'sales_officer_area/read_by_area', { area_id: id });
    expect(links.data.map((row: Data) => [row.sales_officer.name, row.sales_officer.phone, row.status])).toEqual([
      ['Rep 0', '08032220000', 'inactive'],
      ['Rep 1', '08032220001', 'active'],
    ]);
    expect(links.data[0]).toMatchObject({
      ...{ _id: first, area_id: id, sales_officer_id: reps[0], seller_id: 'mushin', meta: '{"since":"2026"}' },
    });
    // Back to the first: his link is used again.
    expect((await assign(reps[0])).data).toBe(first);
    expect((await read(id)).sales_officer._id).toBe(reps[0]);
    expect((await call('POST', 'sales_officer_area/update', { _id: first, status: 'inactive' })).code).toBe(200);
    expect((await read(id)).sales_officer).toBeNull();
  });

  test('two reps who are named for an area at once: one of them is, and nobody is refused by a fault', {
    tags: ['AREA-09'],
  }, async () => {
    for (let round = 0; round < 6; round += 1) {
      const id = await make();
      const assign = (rep: string | undefined) =>
        call('POST', 'sales_officer_area/create', {
          ...{ area_id: id, sales_officer_id: rep, seller_id: 'mushin', status: 'active' },
        });
      const links = (await Promise.all([assign(reps[0]), assign(reps[1])])).map((response) => {
        expect(response.code, response.message).toBe(200);
        return String(response.data);
      });
      const active = async () =>
        (
          await sql<{
            n: number;
          }>`select count(*) as n from sales_officer_area where area_id = ${id} and status = 'active'`.execute(
            database().kysely,
          )
        ).rows[0]?.n;
      expect(await active()).toBe(1);
      // Switched on again by their links.
      await Promise.all(links.map((_id) => call('POST', 'sales_officer_area/set_status', { _id, status: 'inactive' })));
      const answers = await Promise.all([
        call('POST', 'sales_officer_area/set_status', { _id: links[0], status: 'active' }),
        call('POST', 'sales_officer_area/update', { _id: links[1], status: 'active' }),
        assign(reps[0]),
      ]);
      expect(answers.map((one) => one.code)).toEqual([200, 200, 200]);
      expect(await active()).toBe(1);
    }
  });

  describe('who is no rep of the hub any more', { tags: ['AREA-12', 'AREA-18'] }, () => {
    let last = 0;
    const signUp = async (seller_id = 'mushin') => {
      last += 1;
      const person = { name: `Going ${last}`, phone: `0806${String(last).padStart(7, '0')}`, status: 'active' };
      return (
        await call('POST', 'sales_officer/signup', {
          ...{ ...person, email: `going${last}@example.test`, role: 'sales_officer.rep', seller_id },
        })
      ).data._id as string;
    };
    const serve = async (area_id: string, sales_officer_id: string, seller_id = 'mushin') => {
      const response = await call('POST', 'sales_officer_area/create', {
        ...{ area_id, sales_officer_id, seller_id, status: 'active' },
      });
      expect(response.code, response.message).toBe(200);
      return String(response.data);
    };
    const change = async (sales_officer_id: string, fields: Record<string, unknown>) => {
      const response = await call('POST', 'sales_officer/update', { _id: sales_officer_id, ...fields });
      expect(response.code, response.message).toBe(200);
    };
    const linkOf = async (_id: string) => {
      const { rows } =
        await sql<Data>`select status, version, modified from sales_officer_area where _id = ${_id}`.execute(
          database().kysely,
        );
      return rows[0] as Data;
    };
    const written = async (_id: string) =>
      (
        await sql<Data>`select action, before, after from audit_log where model = 'sales_officer_area' and record_id = ${_id}
          and action <> 'create' order by created, _id`.execute(database().kysely)
      ).rows;
    const SWITCHED_OFF = { action: 'set_status', before: { status: 'active' }, after: { status: 'inactive' } };

    test.each([
      ['is switched off', { status: 'inactive' }],
      ['gets another role', { role: 'sales_officer.ba' }],
      ['goes to another hub', { seller_id: 'wuse' }],
    ])(
      'a rep who %s serves no area: links, audit, copies of the areas',
      { tags: ['AREA-12', 'AREA-18', 'B12.1', 'API-1.5'] },
      async (_how, fields) => {
        const [one, two, other] = [await make(), await make(), await make()];
        const [going, stays] = [await signUp(), await signUp()];
        const links = [await serve(one, going), await serve(two, going)];
        const kept = await serve(other, stays);
        server.clock.now += 60;
        await change(going, { name: 'Going home' });
        expect([(await linkOf(links[0] ?? '')).status, (await read(one)).sales_officer]).toEqual([
          'active',
          { _id: going, name: 'Going home' },
        ]);
        server.clock.now += 60;
        const since = server.clock.now;
        await change(going, fields);
        for (const link of links) {
          expect(await linkOf(link)).toMatchObject({ status: 'inactive', version: 2, modified: since });
          expect(await written(link)).toEqual([SWITCHED_OFF]);
        }
        const answer = (await call('GET', 'area/read_all', { since })).data.rows;
        expect(answer.map((row: Data) => [row._id, row.sales_officer, row.version]).sort()).toEqual(
          [one, two].map((_id) => [_id, null, 1]).sort(),
        );
        expect([await linkOf(kept), (await read(other)).sales_officer._id]).toMatchObject([
          { status: 'active', version: 1 },
          stays,
        ]);
        // Back again he is nobody's rep until he is named.
        await change(going, { status: 'active', role: 'sales_officer.rep', seller_id: 'mushin' });
        expect((await read(one)).sales_officer).toBeNull();
        expect(await serve(one, going)).toBe(links[0]);
        expect((await read(one)).sales_officer._id).toBe(going);
      },
    );

    test('set_status says the same as update; who only gets another address keeps his areas', {
      tags: ['AREA-12', 'SO-11'],
    }, async () => {
      const [id, rep] = [await make(), await signUp()];
      const link = await serve(id, rep);
      await change(rep, { email: 'another.address@example.test', status: 'active', role: 'sales_officer.rep' });
      expect((await linkOf(link)).status).toBe('active');
      expect((await call('POST', 'sales_officer/set_status', { _id: rep, status: 'inactive' })).code).toBe(200);
      expect([(await linkOf(link)).status, (await read(id)).sales_officer]).toEqual(['inactive', null]);
    });

    test('a rep is held against the hub of the area itself, whatever hub is sent with him', {
      tags: ['AREA-12'],
    }, async () => {
      const [id, rep, next] = [await make(), await signUp(), await signUp('wuse')];
      const named = (fields: Record<string, unknown>) =>
        call('POST', 'sales_officer_area/create', { area_id: id, status: 'active', ...fields });
      for (const fields of [
        { sales_officer_id: next, seller_id: 'wuse' },
        { sales_officer_id: next, seller_id: 'mushin' },
        { sales_officer_id: rep, seller_id: 'wuse' },
      ])
        expect((await named(fields)).data.fields).toEqual({
          sales_officer_id: 'Sales rep must belong to the chosen distributor.',
        });
      expect(await named({ area_id: 'none', sales_officer_id: rep, seller_id: 'mushin' })).toMatchObject({
        code: 404,
        message: 'Area not found',
      });
      // Not named yet, he may stand there; switched on later he is asked again.
      const off = await named({ sales_officer_id: next, seller_id: 'wuse', status: 'inactive' });
      expect(off.code).toBe(200);
      expect(
        (await call('POST', 'sales_officer_area/set_status', { _id: String(off.data), status: 'active' })).code,
      ).toBe(422);
      expect((await read(id)).sales_officer).toBeNull();
    });

    test('an area that goes to another hub leaves its rep', { tags: ['AREA-12'] }, async () => {
      const [id, rep] = [await make(), await signUp()];
      const link = await serve(id, rep);
      server.clock.now += 60;
      const left = await call('POST', 'area/update', { _id: id, seller_id: 'wuse', base_version: 1 });
      expect(left.data).toMatchObject({ seller_id: 'wuse', sales_officer: null, sales_officer_id: null, version: 2 });
      expect([await linkOf(link), await written(link)]).toMatchObject([
        { status: 'inactive', modified: server.clock.now },
        [SWITCHED_OFF],
      ]);
    });

    test('an area and its rep are changed in one call: both or neither', {
      tags: ['AREA-12', 'UI-27', 'B1.4'],
    }, async () => {
      const [id, rep, next] = [await make(), await signUp(), await signUp('wuse')];
      const link = await serve(id, rep);
      const change = (fields: Record<string, unknown>) => call('POST', 'area/update', { _id: id, ...fields });
      for (const fields of [
        { seller_id: 'wuse', sales_officer_id: rep },
        { seller_id: 'mushin', sales_officer_id: next },
        { sales_officer_id: next },
        { sales_officer_id: 'none' },
      ])
        expect(await change({ name: 'Not this', ...fields })).toMatchObject({
          code: 422,
          data: { fields: { sales_officer_id: 'Sales rep must belong to the chosen distributor.' } },
        });
      expect((await change({ seller_id: 'none', sales_officer_id: next })).code).toBe(422);
      expect((await change({ base_version: 7, seller_id: 'wuse', sales_officer_id: next })).code).toBe(409);
      expect([await read(id), await linkOf(link)]).toMatchObject([
        { name: 'Mushin Nestlé', version: 1, seller_id: 'mushin', sales_officer_id: rep, sales_officer: { _id: rep } },
        { status: 'active', version: 1 },
      ]);
      server.clock.now += 60;
      const moved = { seller_id: 'wuse', sales_officer_id: next, base_version: 1 };
      expect((await change(moved)).data).toMatchObject({ seller_id: 'wuse', sales_officer: { _id: next }, version: 2 });
      // What is there already is no conflict (SYNC rule 32).
      expect(await change(moved)).toMatchObject({ code: 200, data: { version: 2 } });
      // Whoever is replaced is written down, and so is who came, in the area's own history too.
      expect(await written(link)).toEqual([SWITCHED_OFF]);
      const { rows } = await sql<Data>`select before, after from audit_log where model = 'area' and record_id = ${id}
        and action = 'update'`.execute(database().kysely);
      expect(rows).toEqual([
        {
          before: { seller_id: 'mushin', sales_officer_id: rep },
          after: { seller_id: 'wuse', sales_officer_id: next },
        },
      ]);
      const { rows: links } = await sql<Data>`select sales_officer_id, seller_id from sales_officer_area
        where area_id = ${id} and status = 'active' and deleted_at is null`.execute(database().kysely);
      expect(links).toEqual([{ sales_officer_id: next, seller_id: 'wuse' }]);
      // Empty: nobody.
      expect((await change({ sales_officer_id: '' })).data).toMatchObject({ sales_officer: null, version: 3 });
    });

    test('an area is made with its rep, or not at all', { tags: ['AREA-11', 'AREA-12', 'UI-27', 'B1.8'] }, async () => {
      const [rep, next] = [await signUp(), await signUp('wuse')];
      const count = async () => (await call('GET', 'area/read_all')).data.length;
      const before = await count();
      expect((await call('POST', 'area/create', fields({ sales_officer_id: next }))).data.fields).toEqual({
        sales_officer_id: 'Sales rep must belong to the chosen distributor.',
      });
      expect(await count()).toBe(before);
      const client_id = newKey();
      const made = await call('POST', 'area/create', fields({ sales_officer_id: rep, client_id }));
      expect([made.message, await read(String(made.data))]).toMatchObject([
        'OK',
        { sales_officer: { _id: rep }, sales_officer_id: rep, version: 1 },
      ]);
      // B1.8: the same again, or another one under its id.
      const again = (sales_officer_id: string) => call('POST', 'area/create', fields({ sales_officer_id, client_id }));
      expect((await again(rep)).data).toBe(made.data);
      expect(await again(await signUp())).toMatchObject({ code: 409, data: { error: 'duplicate_client_id' } });
    });

    test('an area changes hub while reps of both hubs are named for it: it never has one of another hub', {
      tags: ['AREA-12'],
    }, async () => {
      const [rep, next] = [await signUp(), await signUp('wuse')];
      for (let round = 0; round < 6; round += 1) {
        const id = await make();
        const named = (sales_officer_id: string, seller_id: string) =>
          call('POST', 'sales_officer_area/create', {
            ...{ area_id: id, sales_officer_id, seller_id, status: 'active' },
          });
        const answers = await Promise.all([
          named(rep, 'mushin'),
          named(next, 'wuse'),
          call('POST', 'area/update', { _id: id, seller_id: 'wuse', ...(round % 2 ? { sales_officer_id: next } : {}) }),
          named(next, 'wuse'),
        ]);
        expect(answers.map((one) => one.code).filter((code) => code !== 200 && code !== 422)).toEqual([]);
        const { rows } = await sql<Data>`select o.seller_id from sales_officer_area l
          join sales_officer o on o._id = l.sales_officer_id join area a on a._id = l.area_id
          where a._id = ${id} and l.status = 'active' and (o.seller_id <> a.seller_id or l.seller_id <> a.seller_id)`.execute(
          database().kysely,
        );
        expect(rows).toEqual([]);
        if (round % 2) expect((await read(id)).sales_officer_id).toBe(next);
      }
    });

    test('named for areas and switched off at once: whoever is first, no area has a rep who is none', {
      tags: ['AREA-12'],
    }, async () => {
      for (let round = 0; round < 5; round += 1) {
        const rep = await signUp();
        const areas = await Promise.all([make(), make(), make()]);
        const [first = '', second = '', third = ''] = areas;
        await serve(first, rep);
        const answers = await Promise.all([
          call('POST', 'sales_officer_area/create', {
            ...{ area_id: second, sales_officer_id: rep, seller_id: 'mushin', status: 'active' },
          }),
          call('POST', 'sales_officer/set_status', { _id: rep, status: 'inactive' }),
          call('POST', 'sales_officer_area/create', {
            ...{ area_id: third, sales_officer_id: rep, seller_id: 'mushin', status: 'active' },
          }),
          call('POST', 'sales_officer_area/create', {
            ...{ area_id: first, sales_officer_id: reps[0], seller_id: 'mushin', status: 'active' },
          }),
          call('POST', 'area/update', { _id: first, name: `Round ${round}` }),
        ]);
        expect(answers.map((one) => one.code).filter((code) => code !== 200 && code !== 422)).toEqual([]);
        const shown = await Promise.all(areas.map(async (_id) => (await read(_id)).sales_officer?._id ?? null));
        expect(shown).toEqual([reps[0], null, null]);
      }
    });
  });

  test('locations: a switch makes the link or changes its status; many at once, [] when none is left', {
    tags: ['API-18', 'AREA-05', 'AREA-10', 'AREA-16'],
  }, async () => {
    const id = await make();
    const link = (location_id: string, status: string) =>
      call('POST', 'location_area/create', { area_id: id, location_id, manufacturer_id: 'nestle', status });
    expect((await link('none', 'active')).message).toBe('Location not found');
    const first = (await link('place0', 'active')).data;
    expect((await link('place0', 'inactive')).data).toBe(first);
    expect(await places(id)).toEqual([['Aguda', 'inactive']]);
    expect((await call('POST', 'location_area/read_by_area', { area_id: id })).data).toMatchObject([
      { _id: first, area_id: id, location_id: 'place0', manufacturer_id: 'nestle', status: 'inactive' },
    ]);
    await call('POST', 'location_area/update', { _id: first, status: 'active' });
    const add = (location_id: string[]) =>
      call('POST', 'location_area/add_bulk_location', {
        area_id: id,
        manufacturer_id: 'nestle',
        status: 'active',
        location_id,
      });
    expect((await add(Array.from({ length: 126 }, () => 'place1'))).code).toBe(413);
    expect((await add(['place1', 'none'])).code).toBe(404);
    expect(await places(id)).toHaveLength(1);
    expect((await add(['place0', 'place1', 'place2', 'place2'])).data.map((row: Data) => row.location_id)).toEqual([
      'place1',
      'place2',
    ]);
    expect(await add(['place0', 'place1'])).toMatchObject({ code: 200, data: [] });
    expect(await places(id)).toEqual([
      ['Aguda', 'active'],
      ['Bodija', 'active'],
      ['Itire', 'active'],
    ]);
  });

  test('duplicating: area, rep and locations in one go, once per client_id, or nothing at all', {
    tags: ['AREA-14', 'AREA-15'],
  }, async () => {
    const id = await make();
    await call('POST', 'location_area/create', {
      area_id: id,
      location_id: 'place0',
      manufacturer_id: 'nestle',
      status: 'active',
    });
    await call('POST', 'location_area/create', {
      area_id: id,
      location_id: 'place3',
      manufacturer_id: 'nestle',
      status: 'inactive',
    });
    const copy = (more: Record<string, unknown> = {}) =>
      call('POST', 'area/duplicate', {
        _id: id,
        name: 'Wuse Arla',
        manufacturer_id: 'arla',
        seller_id: 'wuse',
        sales_officer_id: reps[3],
        ...more,
      });
    expect((await call('POST', 'area/duplicate', { _id: id })).data.fields).toEqual({
      name: 'Name field is required.',
      manufacturer_id: 'Manufacturer field is required.',
      seller_id: 'Distributor field is required.',
      sales_officer_id: 'Sales rep field is required.',
    });
    expect((await copy({ sales_officer_id: reps[0] })).message).toBe(
      'Sales rep must belong to the chosen distributor.',
    );
    expect((await copy({ _id: 'none' })).message).toBe('Area not found');
    const count = async () => (await call('GET', 'area/read_all')).data.length;
    const before = await count();
    const client_id = newKey();
    const made = String((await copy({ client_id })).data);
    expect((await copy({ client_id })).data).toBe(made);
    expect(await count()).toBe(before + 1);
    expect(await read(made)).toMatchObject({
      name: 'Wuse Arla',
      phone: '08031112222',
      status: 'active',
      manufacturer: { name: 'Arla' },
      seller: { name: 'Wuse Hub' },
      sales_officer: { _id: reps[3] },
    });
    expect(await places(made)).toEqual([
      ['Aguda', 'active'],
      ['Wuse', 'inactive'],
    ]);
    const { rows } = await sql`select distinct manufacturer_id from location_area where area_id = ${made}`.execute(
      database().kysely,
    );
    expect(rows).toEqual([{ manufacturer_id: 'arla' }]);
  });

  test('an area of many locations is duplicated in one statement, every link with its audit line; a maker that is not there: nothing at all', {
    tags: ['AREA-15', 'B12.1'],
  }, async () => {
    const id = await make();
    await sql`insert into location (_id, created, modified, name, state, lga)
      select 'many' || n, ${NOW}, ${NOW}, 'Many ' || n, 'Lagos', 'Surulere' from generate_series(1, 200) n`.execute(
      database().kysely,
    );
    await sql`insert into location_area (_id, created, modified, area_id, location_id, manufacturer_id, status)
      select 'link' || n, ${NOW}, ${NOW}, ${id}, 'many' || n, 'nestle', case n % 2 when 0 then 'active' else 'inactive' end
      from generate_series(1, 200) n`.execute(database().kysely);
    const spy = vi.spyOn(pg.Client.prototype, 'query');
    const copy = (manufacturer_id: string) =>
      call('POST', 'area/duplicate', {
        _id: id,
        name: 'Many Arla',
        manufacturer_id,
        seller_id: 'wuse',
        sales_officer_id: reps[3],
      });
    const made = String((await copy('arla')).data);
    const queryCount = spy.mock.calls.length;
    spy.mockRestore();
    expect(queryCount).toBeLessThan(60);
    expect((await places(made)).sort()).toEqual((await places(id)).sort());
    const { rows } =
      await sql<Data>`select a.record_label, a.after, a.idempotency_key is not null as keyed, l.version, l.created_by = a.user_id as own
      from location_area l join audit_log a on a.record_id = l._id and a.model = 'location_area' and a.action = 'create'
      where l.area_id = ${made} order by a._id`.execute(database().kysely);
    expect(rows).toHaveLength(200);
    const { rows: order } =
      await sql<Data>`select l.location_id, l.status from location_area l where l.area_id = ${id} order by l._id`.execute(
        database().kysely,
      );
    expect(rows).toEqual(
      order.map(({ location_id, status }: Data) => ({
        record_label: location_id.replace('many', 'Many '),
        after: { area_id: made, location_id, manufacturer_id: 'arla', status },
        keyed: true,
        version: 1,
        own: true,
      })),
    );
    const before = (await call('GET', 'area/read_all')).data.length;
    expect((await copy('nobody')).message).toBe('Manufacturer not found');
    expect((await call('GET', 'area/read_all')).data).toHaveLength(before);
    const add = (manufacturer_id: string) =>
      call('POST', 'location_area/add_bulk_location', {
        area_id: made,
        manufacturer_id,
        status: 'active',
        location_id: ['place1'],
      });
    expect((await add('nobody')).message).toBe('Manufacturer not found');
  });

  test('the same locations added many times at once, in any order: nobody is locked out, each link is made once', {
    tags: ['AREA-16'],
  }, async () => {
    const id = await make();
    const ids = Array.from({ length: 100 }, (_, at) => `many${at + 1}`);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        call('POST', 'location_area/add_bulk_location', {
          area_id: id,
          manufacturer_id: 'nestle',
          status: 'active',
          location_id: at % 2 ? ids : ids.toReversed(),
        }),
      ),
    );
    expect(answers.map((one) => one.code)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(answers.map((one) => one.data.length).sort()).toEqual([0, 0, 0, 0, 0, 100]);
    expect(await places(id)).toHaveLength(100);
  });

  describe('route plans', () => {
    const buyers: string[] = [];
    beforeAll(async () => {
      for (let index = 0; index < 4; index += 1)
        buyers.push(
          (
            await call('POST', 'buyer/signup', {
              name: `Shop ${index}`,
              phone: `0804333000${index}`,
              status: index === 3 ? 'inactive' : 'active',
              store_type_id: 'kiosk',
              location_id: index === 2 ? 'place1' : 'place0',
            })
          ).data._id,
        );
    });
    const free = async (location?: string) =>
      (await call('POST', 'route_plan/read_unattached', location ? { location } : {}, staff)).data.map(
        (row: Data) => row.name,
      );
    const plan = async () =>
      (await call('POST', 'route_plan/read_by_sales_officer', { sales_officer_id: reps[0] }, staff)).data;

    test('refusals: day 1 to 6, week 0 to 4, an officer and a retailer that are there', {
      tags: ['RTE-08'],
    }, async () => {
      const response = await call(
        'POST',
        'route_plan/create_bulk',
        {
          sales_officer_id: [reps[0], reps[0], reps[0], 'none'],
          buyer_id: [buyers[0], buyers[0], 'none', buyers[0]],
          day: [7, 1, 1, 1],
          week: [0, 5, 0, 0],
          index: [1, 1, 1, 1],
          status: ['active', 'active', 'active', 'active'],
        },
        staff,
      );
      expect(response.data).toMatchObject({ succeeded: 0, failed: 4 });
      expect(response.data.results.map((one: Data) => one.message)).toEqual([
        'Day must be between 1 and 6',
        'Week must be between 0 and 4',
        'Buyer not found',
        'Sales officer not found',
      ]);
      expect((await call('POST', 'route_plan/read_by_sales_officer', { sales_officer_id: 'none' })).code).toBe(404);
    });

    test('plans are made and deleted; who is visited is not free any more', {
      tags: ['RTE-03', 'RTE-06', 'RTE-09', 'RTE-10', 'RTE-11', 'SO-09'],
    }, async () => {
      expect(await free()).toEqual(['Shop 0', 'Shop 1', 'Shop 2']);
      expect(await free('place1')).toEqual(['Shop 2']);
      const row = {
        sales_officer_id: [reps[0], reps[0]],
        buyer_id: [buyers[0], buyers[2]],
        day: [1, 6],
        week: [0, 4],
        index: [1, 2],
        status: ['active', 'active'],
      };
      const made = await call('POST', 'route_plan/create_bulk', row, staff);
      expect(made.data).toMatchObject({ succeeded: 2, failed: 0 });
      // The same again is the same plan.
      const again = await call('POST', 'route_plan/create_bulk', row, staff);
      expect(again.data.results.map((one: Data) => one.data)).toEqual(made.data.results.map((one: Data) => one.data));
      expect(await free()).toEqual(['Shop 1']);
      expect(await plan()).toMatchObject([
        {
          _id: buyers[0],
          name: 'Shop 0',
          phone: '08043330000',
          location: { _id: 'place0', name: 'Aguda' },
          location_id: 'place0',
          route_plan: { status: 'active', day: 1, week: 0, index: 1, buyer_id: buyers[0], sales_officer_id: reps[0] },
        },
        { _id: buyers[2], route_plan: { day: 6, week: 4 } },
      ]);
      expect((await call('POST', 'buyer/read_by_sales_officer', { sales_officer_id: reps[0] }, staff)).data).toEqual(
        await plan(),
      );
      expect((await call('POST', 'route_plan/read_by_buyer', { buyer_id: buyers[0] }, staff)).data).toMatchObject([
        { day: 1, week: 0, sales_officer_id: reps[0] },
      ]);
      const [first] = await plan();
      const moved = await call(
        'POST',
        'route_plan/update_bulk',
        { _id: [first.route_plan._id], day: [3], week: [1], index: [7] },
        staff,
      );
      expect(moved.data.succeeded).toBe(1);
      expect((await plan())[0].route_plan).toMatchObject({ day: 3, week: 1, index: 7 });
      // RTE-03: one retailer, one row: a plan that is not active is not a visit, and switching on makes it one again.
      await call('POST', 'route_plan/update_bulk', { _id: [first.route_plan._id], status: ['inactive'] }, staff);
      expect([(await plan()).map((one: Data) => one.name), await free()]).toEqual([['Shop 2'], ['Shop 0', 'Shop 1']]);
      const on = { day: [3], week: [1], index: [7], status: ['active'] };
      await call(
        'POST',
        'route_plan/create_bulk',
        { sales_officer_id: [reps[0]], buyer_id: [buyers[0]], ...on },
        staff,
      );
      expect([(await plan()).length, await free()]).toEqual([2, ['Shop 1']]);
      expect((await plan())[0].route_plan._id).toBe(first.route_plan._id);
      const gone = await call('POST', 'route_plan/delete_bulk', { _id: [first.route_plan._id, 'none'] }, staff);
      expect(gone.data.results.map((one: Data) => one.code)).toEqual([200, 404]);
      expect(await plan()).toHaveLength(1);
      expect(await free()).toEqual(['Shop 0', 'Shop 1']);
    });

    test('a visit says its version, so that nobody writes over what a colleague changed', {
      tags: ['RTE-09', 'API-15', 'B12.5'],
    }, async () => {
      const [visit] = await plan();
      const { _id, version } = visit.route_plan;
      expect(visit.route_plan).toMatchObject({
        created: expect.any(Number),
        modified: expect.any(Number),
        created_by: { name: expect.any(String) },
      });
      const move = async (day: number, base: number) =>
        (await call('POST', 'route_plan/update_bulk', { _id: [_id], day: [day], base_version: [base] }, staff)).data
          .results[0];
      expect(await move(2, version)).toMatchObject({ code: 200, data: { version: version + 1 } });
      expect(await move(5, version)).toMatchObject({ code: 409, data: { current: { day: 2, version: version + 1 } } });
      expect((await plan())[0].route_plan).toMatchObject({ day: 2, version: version + 1 });
      const gone = { _id: [_id], base_version: [version] };
      expect((await call('POST', 'route_plan/delete_bulk', gone, staff)).data.results[0].code).toBe(409);
      expect((await plan())[0].route_plan.day).toBe(2);
    });

    test('customer support sees retailers but no plans', { tags: ['SO-10'] }, async () => {
      const { rows } = await sql`select 1 from route_plan where deleted_at is null`.execute(database().kysely);
      expect(rows.length).toBeGreaterThan(0);
      const care = (await server.signInAs('manager.customer_support')).token;
      expect((await call('POST', 'route_plan/read_by_sales_officer', { sales_officer_id: reps[0] }, care)).code).toBe(
        403,
      );
    });
  });
  test('the same client_id for another copy is refused, whatever differs; the same copy answers its id', {
    tags: ['AREA-15', 'B1.8'],
  }, async () => {
    const [id, client_id] = [await make(), newKey()];
    const sent = {
      _id: id,
      name: 'Once',
      manufacturer_id: 'arla',
      seller_id: 'wuse',
      sales_officer_id: reps[3],
      client_id,
    };
    const made = (await call('POST', 'area/duplicate', sent)).data;
    for (const other of [
      { name: 'Twice' },
      { manufacturer_id: 'nestle' },
      { sales_officer_id: reps[0], seller_id: 'mushin' },
    ])
      expect(await call('POST', 'area/duplicate', { ...sent, ...other })).toMatchObject({
        code: 409,
        data: { error: 'duplicate_client_id' },
      });
    expect((await call('POST', 'area/duplicate', sent)).data).toBe(made);
  });
  test('a changed rep moves the area’s modified and not its version: copies hear of it', {
    tags: ['AREA-09'],
  }, async () => {
    const id = await make();
    const rep = { area_id: id, sales_officer_id: reps[0], seller_id: 'mushin' };
    const heard = async (since: number) =>
      (await call('GET', 'area/read_all', { since })).data.rows.find((row: Data) => row._id === id);
    server.clock.now += 60;
    const first = server.clock.now;
    const link = (await call('POST', 'sales_officer_area/create', { ...rep, status: 'active' })).data;
    expect(await heard(first)).toMatchObject({ version: 1, sales_officer: { _id: reps[0] } });
    server.clock.now += 60;
    expect(await heard(server.clock.now)).toBeUndefined();
    expect((await call('POST', 'sales_officer_area/set_status', { _id: link, status: 'inactive' })).code).toBe(200);
    expect(await heard(server.clock.now)).toMatchObject({ version: 1, sales_officer: null });
  });
});
