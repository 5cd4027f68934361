/** Decision 1160: what changed since a position, laid over an earlier answer as a tablet does it, is what the whole answer is. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { requestLong } from '#client/reads/longAnswer.ts';
import type { LongRows } from '#client/reads/longRows.ts';
import { encodeForm } from '#contract/form.ts';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { startLongWorker } from '#tests/support/longWorker.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { makeWorld, type World } from '#tests/support/stockWorld.ts';

const PATH = 'warehouse_product/read_by_party';
/** More rows than a short answer has. */
const MANY = 300;

describeEachEngine('the changes of what a party can give', { tags: ['API-1.5', 'API-4.3'] }, (database) => {
  let server: TestServer;
  let w: World;
  let products: string[];
  /** The fields of each request that the tablet made. */
  const sent: Record<string, string>[] = [];
  let isOfBefore = false;
  beforeAll(async () => {
    server = await startServer(database());
    startLongWorker(async (path, body) => {
      const fields = Object.fromEntries(new URLSearchParams(body));
      sent.push(fields);
      if (isOfBefore && fields.since !== undefined)
        return JSON.stringify({ code: 400, message: 'Unknown field: since.', data: { error: 'unknown_field' } });
      return (await w.call('POST', path, fields)).text;
    });
  });
  afterAll(() => vi.unstubAllGlobals());
  beforeEach(async () => {
    server.clock.now = NOW;
    w = await makeWorld(database(), server);
    const at = NOW - 86_400;
    products = Array.from({ length: MANY }, (_, n) => `g${n}_${w.run}`);
    const db = database().kysely;
    await sql`insert into product (_id, created, modified, name, description, sku_id, case_count, mpu, price_kobo, brand_id)
      select 'g' || n || ${`_${w.run}`}, ${at}::int8, ${at}::int8, (${NAMES}::text[])[n % ${NAMES.length}::int4 + 1] || ' ' || n % 7 || ${` ${w.run}`}, 'Of a test', 'g' || n || ${w.run}, 12, 1,
        100000 + n, ${`brand_${w.run}`} from generate_series(0, ${MANY - 1}::int4) n`.execute(db);
    await sql`insert into distributor_product (_id, created, modified, distributor_id, product_id)
      select 'd' || n || ${`_${w.run}`}, ${at}::int8, ${at}::int8, ${w.distributor}, 'g' || n || ${`_${w.run}`} from generate_series(0, ${MANY - 1}::int4) n`.execute(
      db,
    );
    // A first movement makes the warehouse.
    await w.fill([[w.milk, 120, 120, '100000']]);
    await sql`insert into warehouse_product (_id, warehouse_id, product_id, quantity, cost_price_kobo, created, modified)
      select 's' || n || ${`_${w.run}`}, ${await w.warehouseOf(w.hub)}, 'g' || n || ${`_${w.run}`}, 240, 90000, ${at}::int8, ${at}::int8
      from generate_series(0, ${MANY - 1}::int4) n`.execute(db);
    server.clock.now = NOW + 3_600;
  });
  afterEach(() => {
    sent.length = 0;
    isOfBefore = false;
  });

  const read = async (fields: Record<string, unknown>) => w.call('POST', PATH, fields);
  const supplied = () => ({ parent_type: 'distributor', parent: w.distributor });
  const held = () => ({ parent_type: 'seller', parent: w.hub });
  const issued = () => ({ ...held(), destination_type: 'sales_officer', destination: w.rep });
  const shipped = () => ({ ...supplied(), destination_type: 'seller', destination: w.hub });
  const rejected = () => ({ ...held(), destination_type: 'distributor', destination: w.distributor });

  /** The answer of a tablet, which lays the changes over what it has. */
  async function onTablet(fields: Record<string, string>) {
    const body = encodeForm(fields);
    const init = { method: 'POST', headers: {}, body };
    const { answer } = await requestLong(`/api/${PATH}`, init, new AbortController().signal, true);
    return (answer as { data: { as_of: string; warehouse_id: string | null; products: LongRows<Pickable> } }).data;
  }

  test('a wrong position is refused; one of another epoch, of later, or before another warehouse has the whole answer', async () => {
    for (const since of [
      '',
      '7',
      'x~',
      '~7',
      `x~${NOW}~1`,
      'x~-1',
      'x~1234567890123',
      "x'~7",
      `${'x'.repeat(120)}~7`,
    ]) {
      const refused = await read({ ...held(), since });
      expect([since, since === '' || refused.code >= 400], refused.message).toEqual([since, true]);
    }
    expect(await read({ ...held(), since: 'x~x' })).toMatchObject({ code: 400, message: 'Field since is not valid.' });
    expect((await read({ ...held(), parent: 'nobody', since: 'x~7' })).message).toBe('Hub not found');
    const outsider = { token: (await server.signInAs('manager.buyer')).token };
    expect((await w.call('POST', PATH, { ...held(), since: 'x~7' }, outsider)).code).toBe(403);

    const { as_of } = (await read(held())).data;
    const [epoch, at] = as_of.split('~');
    expect(Number(at)).toBe(server.clock.now - 5);
    expect((await read({ ...held(), since: as_of })).data).toMatchObject({ products: [], gone: [] });
    for (const since of [`other${epoch}~${at}`, `${epoch}~${server.clock.now + 1}`, `${epoch}~0`]) {
      const { data } = await read({ ...held(), since });
      expect([since, data.products.length, data.gone]).toEqual([since, MANY + 1, undefined]);
    }
    server.clock.now += 60;
    await sql`update warehouse set modified = ${server.clock.now} where parent = ${w.hub}`.execute(database().kysely);
    const { data } = await read({ ...held(), since: as_of });
    expect([data.products.length, data.gone]).toEqual([MANY + 1, undefined]);
  });

  test('more than 5,000 changes are the whole answer', async () => {
    const { as_of } = (await read(supplied())).data;
    await sql`insert into product (_id, created, modified, name, description, sku_id, case_count, mpu, price_kobo, brand_id)
      select 'm' || n || ${w.run}, ${server.clock.now}::int8, ${server.clock.now}::int8, 'Many ' || n, 'Of a test', 'm' || n || ${w.run}, 12, 1, 100, ${`brand_${w.run}`}
      from generate_series(1, 5001) n`.execute(database().kysely);
    const { data } = await read({ ...supplied(), since: as_of });
    expect([data.products.length, data.gone]).toEqual([MANY, undefined]);
    await sql`update product set modified = ${NOW} where _id = ${`m1${w.run}`}`.execute(database().kysely);
    const changes = (await read({ ...supplied(), since: as_of })).data;
    expect([changes.products.length, changes.gone.length]).toEqual([0, 5_000]);
    await sql`update product set modified = ${NOW} where name like 'Many %'`.execute(database().kysely);
  });

  test('a server of before, which knows no position, is asked for all of it, and so is one that was put back to it', async () => {
    const first = await onTablet(held());
    expect(first.products.length).toBe(MANY + 1);
    const again = await onTablet(held());
    expect(again).toBe(first);
    expect(sent.map(({ since }) => since)).toEqual([undefined, first.as_of]);
    isOfBefore = true;
    const { products: rows } = await onTablet(held());
    expect(rows.length).toBe(MANY + 1);
    expect(sent.slice(2).map(({ since }) => since)).toEqual([first.as_of, undefined]);
  });
  test('after any changes the tablet has what the whole answer is, row by row', { timeout: 120_000 }, async () => {
    const questions = [supplied(), held(), issued(), shipped(), rejected()];
    const seed = Math.floor(Math.random() * 1e9);
    const chance = random(seed);
    const pick = <One>(list: readonly One[]): One => list[Math.floor(chance() * list.length)] as One;
    const changes = changesOf(w, pick, chance);
    const shown = new Map<object, unknown>();
    for (const fields of questions) shown.set(fields, await onTablet(fields));
    for (let round = 0; round < 8; round += 1) {
      const done: string[] = [];
      for (let n = Math.floor(chance() * 6); n >= 0; n -= 1) done.push(await pick(changes)(pick(products)));
      if (chance() < 0.7) server.clock.now += Math.floor(chance() * 12);
      for (const fields of questions) {
        const why = `seed ${seed}, round ${round}: ${done.join(', ')}`;
        const answer = await onTablet(fields);
        // The screen holds it.
        shown.set(fields, answer);
        const { products: rows, warehouse_id } = answer;
        const whole = (await read(fields)).data;
        expect(rows.slice(0, rows.length), why).toEqual(whole.products);
        expect(rows.ids, why).toEqual(whole.products.map((one: Pickable) => one.product_id));
        expect([...rows.inactive].sort(), why).toEqual(
          whole.products.flatMap((one: Pickable) => (one.product.status === 'active' ? [] : [one.product_id])).sort(),
        );
        expect(warehouse_id).toBe(whole.warehouse_id);
      }
    }
    // And it seldom fetched all of it: at first, and when most of its rows are earlier states of others.
    expect(sent.filter(({ since }) => since === undefined).length).toBeLessThan(sent.length / 3);
  });
});

/** Names that JavaScript, the database and people sort in different ways. */
const NAMES = ['Ọlá', 'ola', 'Zobo', '\u{1F34B} Lemon', '\uffe5 Yen', 'Peak-Milk', 'peak milk', "D'Lite", 'É'];

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** What people do that changes the answers. Each returns what it did. */
function changesOf(w: World, pick: <One>(list: readonly One[]) => One, chance: () => number) {
  const outcome = (what: string, { code }: { code: number }) => `${what} ${code}`;
  const post = async (path: string, fields: Record<string, unknown>) =>
    outcome(`${path} ${JSON.stringify(fields)}`, await w.call('POST', path, fields));
  const units = () => Math.floor(chance() * 5) * 12;
  const name = () => `${pick(NAMES)} ${Math.floor(chance() * 1e6)} ${w.run}`;
  const price = () => `${1 + Math.floor(chance() * 9_000)}.00`;
  const status = () => pick(['active', 'inactive']);
  const count = async (product_id: string, counted: number) =>
    post('warehouse_log/adjust', {
      ...{ warehouse_id: await w.warehouseOf(w.hub), reason: 'count', product_id, counted, timestamp: undefined },
    });
  const moved = async (parties: Parameters<World['order']>[0], product: string, n: number) => {
    const made = await w.order(parties);
    await w.put(made, [product, n]);
    return outcome(`${parties[0]} to ${parties[2]} ${n} of ${product}`, await w.execute(made));
  };
  return [
    (_id: string) => post('product/update', { _id, name: name() }),
    (_id: string) => post('product/update', { _id, price: price() }),
    (_id: string) => post('product/update', { _id, barcode_case: `C${Math.floor(chance() * 1e9)}` }),
    (_id: string) => post('product/set_status', { _id, status: status() }),
    (_id: string) => post('product/delete', { _id }),
    (_id: string) => post('product/restore', { _id }),
    (_id: string) => post('product/track_lots', { _id, tracks_lots: pick(['true', 'false']) }),
    (product_id: string) =>
      post('distributor_product/create', { distributor_id: w.distributor, product_id, status: status() }),
    (product_id: string) =>
      post('seller_product/create', { seller_id: w.hub, product_id, mpu: 1, price: price(), status: status() }),
    (product_id: string) =>
      post('seller_product/create', { seller_id: w.hub2, product_id, mpu: 1, price: price(), status: status() }),
    (product_id: string) => count(product_id, units()),
    (product_id: string) => count(product_id, 0),
    (product: string) => moved(w.issue, product, 12),
    (product: string) => moved(w.giveBack, product, 12),
    (product: string) => moved(w.shipIn, product, 24),
    (product: string) => moved(w.reject, product, 12),
    (product: string) => moved(['distributor', w.distributor, 'seller', w.hub2], product, 24),
    async () => {
      const created = await w.call('POST', 'product/create', {
        ...{
          name: name(),
          description: 'One more product',
          sku_id: `n${chance()}`,
          case_count: 12,
          mpu: 1,
          price: price(),
        },
        ...{ weight: 1, size: 1, brand_id: `brand_${w.run}`, status: 'active', barcode_unit: '', barcode_case: '' },
      });
      const product_id = String(created.data);
      if (chance() < 0.5) await count(product_id, 36);
      return outcome(
        'product/create',
        await w.call('POST', 'distributor_product/create', {
          distributor_id: w.distributor,
          product_id,
          status: 'active',
        }),
      );
    },
    () => (chance() < 0.2 ? post('brand/update', { _id: `brand_${w.run}`, name: name() }) : Promise.resolve('')),
    () =>
      chance() < 0.2
        ? post('manufacturer/set_status', { _id: `maker_${w.run}`, status: status() })
        : Promise.resolve(''),
  ];
}
