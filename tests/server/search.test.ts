/** search/everywhere: every model by its own rules. */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { FoundRecord } from '#domain/found.ts';
import { shownPhone } from '#domain/phone.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { NOW, newKey, startServer, type TestServer } from '#tests/support/server.ts';
import { makeWorld } from '#tests/support/stockWorld.ts';

describeEachEngine('search everywhere', (database) => {
  let server: TestServer;
  let admin: string;
  let staff: string;
  const search = async (query: string, token: string) =>
    (await server.call('POST', 'search/everywhere', { query }, { token })).data as FoundRecord[];
  beforeAll(async () => {
    server = await startServer(database());
    admin = (await server.signInAs('administrator.administrator', { name: 'Adaeze Admin' })).token;
    staff = (await server.signInAs('manager.staff')).token;
    for (let at = 0; at < 14; at += 1)
      await server.call(
        'POST',
        'store_type/create',
        { name: `Ọjà ${10 + at}`, description: 'An open market', status: 'active' },
        { token: admin },
      );
    await server.call(
      'POST',
      'manager/signup',
      {
        name: 'Ọjọ́ Àjàyí',
        phone: '08029991234',
        email: 'ojo@example.test',
        status: 'active',
        role: 'manager.staff',
      },
      { token: admin },
    );
  });

  test('one letter is refused', { tags: ['API-1.7'] }, async () => {
    expect((await server.call('POST', 'search/everywhere', { query: 'o' }, { token: admin })).code).toBe(422);
  });
  test('a model whose screen may not be opened is not searched', { tags: ['B10.4'] }, async () => {
    expect(await search('0802999', staff)).toEqual([]);
    expect(await search('oja', staff)).toEqual([]);
  });
  test('by name without accents and by phone, at most twelve of a model with the number of all', {
    tags: ['B1.12'],
  }, async () => {
    expect(await search('0802999', admin)).toEqual([
      { model: 'manager', _id: expect.any(String), title: 'Ọjọ́ Àjàyí', note: '08029991234, ojo@example.test' },
    ]);
    // As a form shows the number, or a phone's address book gives it.
    for (const written of [
      '+2348029991234',
      '+234 802 999 1234',
      shownPhone('08029991234'),
      '802 999 1234',
      '\u202A+234 (0)802-999-1234\u202C',
      '00234 8029991234',
    ])
      expect(
        (await search(written, admin)).map((one) => one.title),
        written,
      ).toEqual(['Ọjọ́ Àjàyí']);
    expect(await search('+234 802 999 1235', admin)).toEqual([]);
    const found = await search('oja', admin);
    expect(found.map((one) => one.title)).toEqual(Array.from({ length: 12 }, (_, at) => `Ọjà ${10 + at}`));
    expect(new Set(found.map(({ total }) => total))).toEqual(new Set([14]));
    expect(await search('nobody is called so', admin)).toEqual([]);
  });
  test('a name that begins with the word comes before one that only holds it', async () => {
    for (const name of ['Biscuit tin', 'Tin Milk', 'Martin tinned', 'Satin cloth'])
      await server.call(
        'POST',
        'store_type/create',
        { name, description: 'A kind of shop', status: 'active' },
        { token: admin },
      );
    expect((await search('tin', admin)).map((one) => one.title)).toEqual([
      'Tin Milk',
      'Biscuit tin',
      'Martin tinned',
      'Satin cloth',
    ]);
  });
  test('two words in one find them; a whole word comes before one that begins so', async () => {
    for (const name of ['Pepsico Goods', 'Pepsi Cola', 'Corn Flakes 500 g', 'Blue Band'])
      await server.call(
        'POST',
        'store_type/create',
        { name, description: 'A kind of shop', status: 'active' },
        { token: admin },
      );
    const titles = async (query: string) => (await search(query, admin)).map((one) => one.title);
    expect(await titles('pepsi')).toEqual(['Pepsi Cola', 'Pepsico Goods']);
    expect(await titles('cornflakes')).toEqual(['Corn Flakes 500 g']);
    expect(await titles('blueband')).toEqual(['Blue Band']);
  });
  test('a slip of the fingers in a word finds the nearest; figures and short words must be right', async () => {
    for (const name of ['Indomie Noodles', 'Noddy Snacks', 'Peak 2500'])
      await server.call(
        'POST',
        'store_type/create',
        { name, description: 'A kind of shop', status: 'active' },
        { token: admin },
      );
    expect(await search('2501', admin)).toEqual([]);
    expect(await search('pek', admin)).toEqual([]);
    expect((await search('nodles', admin)).map((one) => one.title)).toEqual(['Indomie Noodles']);
    expect((await search('indome nodles', admin)).map((one) => one.title)).toEqual(['Indomie Noodles']);
    const make = async (...names: string[]) => {
      for (const name of names)
        await server.call(
          'POST',
          'store_type/create',
          { name, description: 'A kind of shop', status: 'active' },
          { token: admin },
        );
    };
    await make('Knorr Fish', 'Bakers Ginger');
    for (const typed of ['knor fihs', 'knorr fihs', 'nkorr', 'knorrr fisch'])
      expect(
        (await search(typed, admin)).map((one) => one.title),
        typed,
      ).toEqual(['Knorr Fish']);
    // Three letters beside a longer word, and a name with marks under two searches.
    expect((await search('knorr fsh', admin)).map((one) => one.title)).toEqual(['Knorr Fish']);
    expect(await search('fsh', admin)).toEqual([]);
    await make('Olúṣẹ́gun Àjàyí Stores', 'Olúfẹ́mi Àjàyí Stores');
    for (const typed of ['Olusegn', 'olusegn ajyi'])
      expect(
        (await search(typed, admin)).map((one) => one.title),
        typed,
      ).toEqual(['Olúṣẹ́gun Àjàyí Stores']);
    expect((await search('bakrs', admin)).map((one) => one.title)).toEqual(['Bakers Ginger']);
    // What fits exactly comes first, and nothing twice.
    expect((await search('noddy', admin)).map((one) => one.title)).toEqual(['Noddy Snacks']);
  });
  test('words that name a product and a hub find both, also with a slip; both ways round', async () => {
    const world = await makeWorld(database(), server);
    await world.fill([[world.milk, 12]]);
    const milk = `Milk ${world.run}`;
    for (const typed of ['milk mushin', 'mushin milk', 'mlik mushni']) {
      const found = await search(typed, admin);
      expect(found.map(({ model }) => model).toSorted(), typed).toEqual(['product', 'warehouse']);
      expect(found[0]?.title).toBe(milk);
      expect(found[1]?.title).toBe(`Mushin Hub ${world.run}`);
    }
    expect(await search('milk yaba', admin)).toEqual([]);
    // Who may see no warehouses gets no pair.
    const support = (await server.signInAs('manager.customer_support')).token;
    expect((await search('milk mushin', support)).filter(({ model }) => model === 'warehouse')).toEqual([]);
  });
  test('a record that is found by a field that the result does not show says which field', async () => {
    await sql`insert into store_type (_id, name, description, created, modified) values ('kiosk', 'Kiosk', 'A stand', ${NOW}, ${NOW})`.execute(
      database().kysely,
    );
    await sql`insert into location (_id, name, state, lga, created, modified) values ('bodija', 'Bódìjà', 'Oyo', 'Ibadan North', ${NOW}, ${NOW})`.execute(
      database().kysely,
    );
    await server.call(
      'POST',
      'buyer/signup',
      {
        ...{ name: 'Ezenwa Stores', person: 'Ngozi Ezenwa', phone: '08047273545', status: 'active', hash: 'x' },
        ...{ store_type_id: 'kiosk', location_id: 'bodija', address: '8 Market Road' },
      },
      { token: admin, key: newKey() },
    );
    const notes = async (typed: string, token = admin) =>
      (await search(typed, token)).flatMap(({ model, note }) => (model === 'buyer' ? [note] : []));
    expect(await notes('bodija')).toEqual(['08047273545, 8 Market Road, in Bódìjà']);
    expect(await notes('ezenwa bodija')).toEqual(['08047273545, 8 Market Road, in Bódìjà']);
    expect(await notes('ngozi')).toEqual(['08047273545, 8 Market Road, Ngozi Ezenwa']);
    // What the result shows is not said twice.
    for (const typed of ['ezenwa', 'market road', '0804727'])
      expect(await notes(typed), typed).not.toContainEqual(expect.stringMatching(/in |Ngozi/));
    // What the retailer owes, for who may see the wallet.
    const owes = async (token: string) =>
      (await search('ezenwa stores', token)).flatMap(({ model, owes }) => (model === 'buyer' ? [owes] : []));
    expect(await owes(admin)).toEqual([undefined]);
    const { rows } = await sql<{ _id: string }>`select _id from buyer where phone = '08047273545'`.execute(
      database().kysely,
    );
    await sql`insert into ledger (_id, head, owner, balance_kobo, created, modified)
      values ('ezenwa_wallet', 'buyer', ${rows[0]?._id ?? ''}, 20400000, ${NOW}, ${NOW})
      on conflict (head, subhead, owner) do update set balance_kobo = 20400000`.execute(database().kysely);
    expect(await owes(admin)).toEqual([20_400_000]);
    const { token: rep } = await server.signInAs('sales_officer.rep');
    expect((await owes(rep)).filter(Boolean)).toEqual([]);
  });
});
