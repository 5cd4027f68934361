/** What a hub's copy is told of records that went to another hub (API.md 1.5, B10.4a). */
import { beforeAll, expect, test } from 'vitest';
import { describeEachEngine } from '#tests/support/database.ts';
import { makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { type Data, newKey, startServer, type TestServer } from '#tests/support/server.ts';

describeEachEngine('records that leave a hub', (database) => {
  let server: TestServer;
  let world: OrderWorld;
  const tokens: Record<'old' | 'new' | 'third', string> = { old: '', new: '', third: '' };
  beforeAll(async () => {
    server = await startServer(database());
    world = await makeOrderWorld(database(), server);
    const third = await world.party('seller', `Third ${world.run}`);
    for (const [whose, seller_id] of [
      ['old', world.hub],
      ['new', world.hub2],
      ['third', third],
    ] as const)
      tokens[whose] = (await server.signInAs('seller.manager', { seller_id })).token;
  });
  /** Each read's ids as [shown, gone]. */
  const delta = async (whose: keyof typeof tokens, model: string, since: number) => {
    const ask = { token: tokens[whose] };
    const answer = (await server.call('GET', `${model}/read_all`, { since }, ask)).data;
    const { models } = (await server.call('GET', 'sync/bootstrap', { since, models: [model] }, ask)).data;
    expect(models[model]).toMatchObject({ rows: answer.rows, deleted: answer.deleted });
    return [answer.rows.map((row: Data) => row._id), answer.deleted];
  };

  test('a group that goes to another hub, and its orders, are gone for the old hub, once; new for the new one; nothing for a third', {
    tags: ['API-1.5', 'B10.4a', 'SEC-07'],
  }, async () => {
    const { clock } = server;
    const away = await world.ordered([[world.milk, 12]], 'pending');
    const stays = await world.ordered([[world.tea, 10]], 'pending', { buyer: await world.buyer('Stays Stores') });
    const orderOf = async (group: string) => (await world.group(group)).orders[0]._id as string;
    const orders = { away: await orderOf(away), stays: await orderOf(stays) };
    const full = await delta('old', 'order_group', 0);
    expect(full).toEqual([expect.arrayContaining([away, stays]), []]);
    const officer = await world.party('sales_officer', `Zikora ${world.run}`, world.hub2);
    const version = async () => (await world.call('GET', 'order/read', { _id: orders.away })).data[0].version as number;
    const before = await version();
    clock.now += 100;
    const since = clock.now;
    const moved = await world.call(
      'POST',
      'order_group/update_sales_officer',
      { _id: away, sales_officer_id: officer },
      { key: newKey() },
    );
    expect(moved.code).toBe(200);
    expect(await version()).toBe(before);
    for (const [model, id] of [
      ['order_group', away],
      ['order', orders.away],
    ] as const) {
      expect(await delta('old', model, since)).toEqual([[], [id]]);
      expect(await delta('new', model, since)).toEqual([[id], []]);
      expect(await delta('third', model, since)).toEqual([[], []]);
    }
    // What becomes of it at the other hub is no more of the old one's business.
    clock.now += 100;
    expect((await world.add(away, world.rice, 1)).code).toBe(200);
    expect(await delta('old', 'order_group', clock.now)).toEqual([[], []]);
    expect(await delta('old', 'order', clock.now)).toEqual([[], []]);
    // One that comes back is there again, and not gone.
    const back = await world.call(
      'POST',
      'order_group/update_sales_officer',
      { _id: away, sales_officer_id: world.rep },
      { key: newKey() },
    );
    expect(back.code).toBe(200);
    expect(await delta('old', 'order_group', since)).toEqual([[away], []]);
    expect(await delta('new', 'order_group', since)).toEqual([[], [away]]);
  });

  test('an associate who goes to another hub is gone for the old hub’s people', {
    tags: ['API-1.5', 'B10.4a'],
  }, async () => {
    const { clock } = server;
    const officer = await world.party('sales_officer', `Moving ${world.run}`, world.hub);
    clock.now += 100;
    const since = clock.now;
    const response = await world.call(
      'POST',
      'sales_officer/update',
      { _id: officer, seller_id: world.hub2 },
      { key: newKey() },
    );
    expect(response.code).toBe(200);
    expect(await delta('old', 'sales_officer', since)).toEqual([[], [officer]]);
    expect(await delta('new', 'sales_officer', since)).toEqual([[officer], []]);
    expect(await delta('third', 'sales_officer', since)).toEqual([[], []]);
  });

  test('what left is told without a look at what it is today: no filter and no search tells it, and since=0 nothing', {
    tags: ['SEC-07', 'SEC-08', 'API-1.5'],
  }, async () => {
    const { clock } = server;
    const group = await world.ordered([[world.milk, 12]], 'pending', { buyer: await world.buyer('Leaving Stores') });
    const order = (await world.group(group)).orders[0]._id as string;
    const officer = await world.party('sales_officer', `Adaeze ${world.run}`, world.hub2);
    clock.now += 100;
    const since = clock.now;
    const send = (path: string, fields: Record<string, unknown>) => world.call('POST', path, fields, { key: newKey() });
    expect((await send('order_group/update_sales_officer', { _id: group, sales_officer_id: officer })).code).toBe(200);
    clock.now += 100;
    expect((await world.tag(group, 'pending', 'cancelled')).code).toBe(200);
    const ask = async (model: string, more: Record<string, unknown>) => {
      const response = await server.call('GET', `${model}/read_all`, { since, ...more }, { token: tokens.old });
      expect(response.code, response.message).toBe(200);
      return [response.data.rows, response.data.deleted];
    };
    for (const more of [
      { tag: 'cancelled' },
      { tag: 'completed' },
      { search: 'Leaving' },
      { search: 'nothing like it' },
      { sales_officer_id: officer },
      { sales_officer_id: world.rep },
      { payment: 'paid' },
      { payment: 'owing' },
    ])
      expect([more, await ask('order_group', more)]).toEqual([more, [[], [group]]]);
    for (const more of [{ search: 'Leaving' }, { search: 'nothing like it' }, { sales_officer_id: officer }])
      expect([more, await ask('order', more)]).toEqual([more, [[], [order]]]);
    for (const model of ['order_group', 'order'] as const) {
      const full = await delta('old', model, 0);
      expect(full[1]).toEqual([]);
      expect(full[0]).not.toContain(model === 'order' ? order : group);
      expect((await ask(model, { since: 0, tag: 'cancelled' }))[1]).toEqual([]);
    }
  });

  test('a delta of many pages tells what changed and what left once each, in one order', {
    tags: ['API-1.5'],
  }, async () => {
    const { clock } = server;
    const officer = await world.party('sales_officer', `Bisi ${world.run}`, world.hub2);
    const groups: string[] = [];
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six'])
      groups.push(await world.ordered([[world.milk, 12]], 'pending', { buyer: await world.buyer(`${name} Stores`) }));
    clock.now += 100;
    const since = clock.now;
    const went: string[] = [];
    const stayed: string[] = [];
    for (const [at, _id] of groups.entries()) {
      // Two of each share a second.
      clock.now += at % 2;
      if (at % 3 === 0) {
        const response = await world.call(
          'POST',
          'order_group/update_sales_officer',
          { _id, sales_officer_id: officer },
          { key: newKey() },
        );
        expect(response.code).toBe(200);
        went.push(_id);
      } else {
        expect((await world.add(_id, world.rice, 1)).code).toBe(200);
        stayed.push(_id);
      }
    }
    const rows: string[] = [];
    const deleted: string[] = [];
    let after: string | undefined;
    for (let page = 0; page < 10; page += 1) {
      const { data } = await server.call(
        'GET',
        'order_group/read_all',
        { since, per_page: 1, ...(after ? { after } : {}) },
        { token: tokens.old },
      );
      expect(data.rows.length + data.deleted.length).toBe(1);
      rows.push(...data.rows.map((row: Data) => row._id));
      deleted.push(...data.deleted);
      after = data.next;
      if (!data.more) break;
    }
    expect(after).toBeNull();
    expect([rows.toSorted(), deleted.toSorted()]).toEqual([stayed.toSorted(), went.toSorted()]);
  });
});
