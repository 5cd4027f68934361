/** The demo's story hangs on the moment it is made: whatever the day and the hour, it has to be whole, and to have what the journeys take from it. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { HomeFigures } from '#contract/home/homeCalls.ts';
import type { MyVisits } from '#contract/home/visitCalls.ts';
import type { Work } from '#contract/home/workCalls.ts';
import { defaultOrderFilters, OPEN, orderQuery } from '#domain/orderFilters.ts';
import { chipRange } from '#domain/orderReports.ts';
import { dayRange } from '#domain/periods.ts';
import { DAY, dateInput } from '#domain/time.ts';
import { newId } from '#server/calls/ids.ts';
import type { Database } from '#server/db/open.ts';
import { ASSOCIATES, HUBS, OWN_ASSOCIATE } from '../../src/server/seed/demoPeople.ts';
import { seedIfEmpty } from '../../src/server/seed/seedIfEmpty.ts';
import { associateId, type CatalogueProduct } from '../../src/server/seed/seedTypes.ts';
import { movesOf, SHORTAGES, turnsOf } from '../../src/server/seed/stockPlan.ts';
import { ENGINES, openTestDatabase } from '../support/database.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Sunday, 22 November 2026, 00:30 UTC. */
const SUNDAY = Date.UTC(2026, 10, 22, 0, 30) / 1_000;
const at = (after: number, hour: number, minute: number) => SUNDAY + after * DAY + hour * 3_600 + (minute - 30) * 60;

/**
 * Days after that Sunday, hour and minute (UTC) at which the demo is made for the facts below. SEED_DAYS=31 asks for all moments of so
 * many days: minutes, not seconds.
 */
const MOMENTS: readonly (readonly [after: number, hour: number, minute: number])[] = process.env.SEED_DAYS
  ? Array.from({ length: Number(process.env.SEED_DAYS) }, (_, after) =>
      (
        [
          [0, 10],
          [6, 50],
          [7, 10],
          [12, 0],
          [23, 50],
        ] as const
      ).map(([hour, minute]) => [after, hour, minute] as const),
    ).flat()
  : [
      [0, 12, 0],
      [3, 0, 10],
      [5, 23, 50],
    ];

const { products: PRODUCTS } = JSON.parse(
  readFileSync(new URL('../../src/server/seed/catalogue.json', import.meta.url), 'utf8'),
) as { products: CatalogueProduct[] };
const CASES = new Map(PRODUCTS.map((one) => [`product_${one.barcode}`, one.case_count]));

/** The cases of a hub, or of one product there, at the end of each of the 30 days of a plot, by the planned movements. */
function levelsOf(now: number, hub: string, product?: string): number[] {
  const moves = movesOf(now, PRODUCTS).filter((move) => move.isCompleted);
  const upTo = (daysAgo: number) =>
    moves
      .filter((move) => move.daysAgo >= daysAgo)
      .flatMap(({ source, destination, lines }) =>
        lines.map((line) => {
          const way = destination.id === hub ? 1 : source.id === hub ? -1 : 0;
          const counts = product === undefined || line.product === product;
          return counts ? (way * (line.accepted ?? line.quantity)) / (CASES.get(line.product) ?? 1) : 0;
        }),
      )
      .reduce((sum, one) => sum + one, 0);
  return Array.from({ length: 30 }, (_, at) => Math.round(upTo(29 - at) * 100) / 100);
}

describe('the planned movements', () => {
  it('let go back only parts of a case that cost whole kobo, so that no wallet differs by a kobo', () => {
    for (const [after, hour, minute] of MOMENTS) {
      const back = movesOf(at(after, hour, minute), PRODUCTS).filter(({ source }) => source.type === 'sales_officer');
      const lines = back.flatMap((move) => move.lines);
      expect(lines.length).toBeGreaterThan(20);
      expect(lines.filter(({ product, quantity }) => (100 * quantity) % (CASES.get(product) ?? 1) !== 0)).toEqual([]);
      // Opened cases go back too.
      expect(lines.some(({ product, quantity }) => quantity % (CASES.get(product) ?? 1) !== 0)).toBe(true);
    }
  });
});

describe('the demo, made on any day', () => {
  it.each(Array.from({ length: 7 }, (_, index) => index))(
    '%i days after a Sunday: the stock of each hub rises and falls around one level',
    (after) => {
      for (const { _id, name } of HUBS) {
        const levels = levelsOf(SUNDAY + after * DAY + 12 * 3_600, _id);
        const middle = levels.reduce((sum, one) => sum + one, 0) / levels.length;
        const steps = levels.slice(1).map((one, at) => one - (levels[at] ?? 0));
        expect(Math.min(...levels), name).toBeGreaterThan(0.7 * middle);
        expect(Math.max(...levels), name).toBeLessThan(1.3 * middle);
        expect(steps.filter((one) => one > 0).length, `${name} rises`).toBeGreaterThanOrEqual(4);
        expect(steps.filter((one) => one < 0).length, `${name} falls`).toBeGreaterThanOrEqual(6);
        expect(Math.abs((levels.at(-1) ?? 0) - (levels[0] ?? 0)), `${name} ends near where it began`).toBeLessThan(
          0.35 * middle,
        );
      }
    },
  );

  it.each(Array.from({ length: 7 }, (_, index) => index))(
    '%i days after a Sunday: one product ran out and came back, and one is out',
    (after) => {
      for (const { hub, product, backDays } of SHORTAGES) {
        const levels = levelsOf(SUNDAY + after * DAY + 12 * 3_600, HUBS[hub]?._id ?? '', product);
        expect(levels[0], 'it was there').toBeGreaterThan(10);
        expect(levels.filter((one) => one === 0).length, 'it was missing').toBeGreaterThanOrEqual(3);
        if (backDays === null) expect(levels.at(-1), 'it is missing').toBe(0);
        else expect(levels.at(-1), 'it is back').toBeGreaterThan(0);
        expect(Math.min(...levels)).toBe(0);
      }
    },
  );

  it.each(Array.from({ length: 31 }, (_, index) => index))(
    '%i days after a Sunday: no hub works on Sundays',
    (after) => {
      const now = SUNDAY + after * DAY;
      const sundays = [...turnsOf(now).keys()].filter(
        (daysAgo) => new Date((now - daysAgo * DAY) * 1_000).getUTCDay() === 0,
      );
      expect(sundays).toEqual([]);
    },
  );

  it.each(Array.from({ length: 31 }, (_, index) => index))(
    '%i days after a Sunday: every associate has fetched stock at least twice before that day',
    { tags: ['LED-03', 'SO-11'] },
    (after) => {
      const turns = [...turnsOf(SUNDAY + after * DAY)].flatMap(([daysAgo, day]) => (daysAgo > 0 ? day : []));
      const idle = [...ASSOCIATES.map((_, index) => associateId(index)), OWN_ASSOCIATE].filter(
        (id) => turns.filter((turn) => turn.associate === id).length < 2,
      );
      expect(idle).toEqual([]);
    },
  );

  it.each(MOMENTS)(
    '%i days after a Sunday at %i:%i UTC: what the journeys take from the demo is there, at once and late that day',
    async (after, hour, minute) => {
      const now = at(after, hour, minute);
      const database = await openTestDatabase(ENGINES.at(-1) ?? 'pglite');
      try {
        await seedIfEmpty(database, { environment: 'demo', now: () => now, scryptCost: 1_024, newId });
        expect(await missing(database, now, true)).toEqual([]);
        // The journeys' folder is made once a day: what it holds may be hours old.
        expect(await missing(database, at(after, 23, 50), false)).toEqual([]);
      } finally {
        await database.close();
      }
    },
    120_000,
  );
});

interface Named {
  _id: string;
  name: string;
}
interface Stock {
  product: Named & { case_count: number; barcode_unit: string | null };
  quantity: number;
  sold?: number;
  rate: string;
}
interface Report {
  products: { product: Named; quantity: number; entries: { kind: string; quantity: number }[] }[];
}

/**
 * What the journeys (tests/journeys) count on and the demo lacks at that moment. Where they choose a product by its name, the name has to
 * find that product alone. `fresh`: the demo was made just now.
 */
async function missing(database: Database, now: number, fresh: boolean): Promise<string[]> {
  const server = await startServer(database);
  server.clock.now = now;
  const token = await server.openSession('user_admin');
  const found: string[] = [];
  const fact = (what: string, holds: boolean, seen?: unknown) => {
    if (!holds) found.push(seen === undefined ? what : `${what}: ${JSON.stringify(seen)}`);
  };
  async function ask<T>(method: 'GET' | 'POST', path: string, fields: Record<string, unknown> = {}): Promise<T> {
    const response = await server.call(method, path, fields, { token });
    if (response.code !== 200) throw new Error(`${path}: ${response.text}`);
    return response.data as T;
  }
  const page = { page: '1', per_page: '50' };
  const rowsOf = async <T>(method: 'GET' | 'POST', path: string, fields: Record<string, unknown> = {}) =>
    (await ask<{ rows: T[] }>(method, path, { ...page, ...fields })).rows;
  const dayAgo = (days: number) => dateInput(now - days * DAY);

  const products = await ask<Named[]>('GET', 'product/read_all');
  const within = (name: string, text: string) => text.toLowerCase().includes(name.toLowerCase());
  const firstOfName = (name: string, from: readonly Named[]) =>
    from.find((one) => within(name, one.name))?.name === name;

  // Stock: warehouses, purchaseOrders, receive, office.
  const mushins = await rowsOf<Named>('GET', 'warehouse/read_all', { search: 'Mushin' });
  fact('one warehouse is found as "Mushin"', mushins.length === 1, mushins.length);
  const mushin = mushins[0]?._id ?? '';
  const stock = await ask<Stock[]>('POST', 'warehouse_product/read_by_warehouse', { warehouse_id: mushin });
  const available = await ask<Stock[]>('POST', 'warehouse_product/read_by_warehouse_available', {
    warehouse_id: mushin,
  });
  fact('Mushin holds a page of 20 products', available.length >= 20, available.length);
  fact('no product of Mushin is below zero', available.length === stock.filter((one) => one.quantity !== 0).length);
  const party = (parent: string, more: object = {}) =>
    ask<{ products: Stock[] }>('POST', 'warehouse_product/read_by_party', { parent_type: 'seller', parent, ...more });
  const two = (await party('hub_lagos_mushin')).products.filter((one) => one.quantity >= 2 * one.product.case_count);
  const names = two.slice(0, 3).map((one) => one.product.name);
  fact('Mushin has two cases of three products', names.length === 3, names);
  fact(
    'their names tell them apart',
    names.every((one) => names.filter((other) => within(one, other)).length === 1),
    names,
  );
  fact(
    'they have prices',
    two.slice(0, 3).every((one) => Number(one.rate) > 0),
  );
  fact(
    'and fewer than 5,000 cases',
    two.slice(0, 3).every((one) => one.quantity < 5_000 * one.product.case_count),
  );
  const wuse = (await party('hub_abuja_wuse')).products;
  const scanned = wuse.find(
    (one) =>
      one.quantity >= 5 * one.product.case_count &&
      one.product.case_count > 1 &&
      /^\d{13}$/.test(one.product.barcode_unit ?? ''),
  );
  fact('Wuse has five cases of a product with a barcode', scanned !== undefined);
  const offered = await party('hub_abuja_wuse', { destination_type: 'distributor', destination: 'dist_adeola' });
  for (const list of [wuse, offered.products])
    fact(
      'which its name finds',
      list.find(({ product }) => within(scanned?.product.name ?? '-', product.name))?.product._id ===
        scanned?.product._id,
      scanned?.product.name,
    );
  const warehouses = await ask<(Named & { parent_type: string; parent: Named; skus: number })[]>(
    'GET',
    'warehouse/read_all',
  );
  const his = warehouses.find((one) => one.parent_type === 'sales_officer' && one.skus > 0);
  fact(
    'an associate and a hub hold something',
    his !== undefined && warehouses.some((one) => one.parent_type === 'seller' && one.skus > 0),
  );
  const held = await ask<Stock[]>('POST', 'warehouse_product/read_by_warehouse', { warehouse_id: his?._id ?? '' });
  fact('what he sold is told', held.length > 0 && held.length <= 100 && held.every((one) => one.sold !== undefined));
  const people = await ask<(Named & { status: string })[]>('GET', 'sales_officer/read_all');
  const free = people.filter((one) => !warehouses.some((row) => row.parent._id === one._id));
  fact(
    'four people have no warehouse, Mercy Udo is one',
    free.length >= 4 && free.some((one) => one.name === 'Mercy Udo'),
    free.length,
  );
  const logs = await rowsOf<{ ref: string; purchase_order: unknown; cost_price: string; sell_price: string }>(
    'POST',
    'warehouse_log/read_by_warehouse',
    { warehouse_id: mushin, per_page: '51' },
  );
  fact('Mushin has more than fifty logs', logs.length === 51, logs.length);
  fact(
    'the newest are of transfers',
    logs.every((one) => /^PO-/.test(one.ref) && one.purchase_order !== null),
  );

  // Stocktakes: one that officers are at, one that is posted.
  const taken = (
    await ask<{ rows: { status: string; counted: number; products: number }[] }>('GET', 'stocktake/read_all')
  ).rows;
  fact(
    'a stocktake is open and half counted, another is posted',
    taken.some((one) => one.status === 'open' && one.counted > 0 && one.counted < one.products) &&
      taken.some((one) => one.status === 'posted'),
    taken,
  );

  // Reports of stock: screens, warehouses.
  const report = (context: string, from: number, to: number) =>
    ask<Report>('POST', 'warehouse_log/report', {
      context,
      warehouse_ids: [mushin],
      from_timestamp: from,
      to_timestamp: to,
    });
  const endOfDay = Math.floor(now / DAY) * DAY + DAY - 3_660;
  const issued = (await report('stock_issued', endOfDay + 60 - 60 * DAY, endOfDay)).products;
  fact('ten products were issued from Mushin', issued.length >= 10, issued.length);
  const sixth = issued[5]?.product.name ?? '-';
  fact('the name of the sixth finds it', firstOfName(sixth, products), sixth);
  const since = dayRange(dayAgo(35), dayAgo(0));
  const received = (await report('shipment_received', since?.from ?? 0, since?.to ?? 0)).products;
  fact('Mushin received a shipment', received.length > 0 && (received[0]?.entries[0]?.quantity ?? 0) > 0);
  const current = await ask<Report>('POST', 'warehouse_log/report', {
    context: 'current_inventory',
    warehouse_ids: [mushin],
  });
  fact('Mushin has an inventory', current.products.length > 0);

  // Purchase orders.
  const { total } = await ask<{ total: number }>('GET', 'purchase_order/read_all', page);
  fact('there are more purchase orders than a page of 30', total > 30, total);
  const returns = await rowsOf<{ timestamp: number; created: number }>('GET', 'purchase_order/read_all', {
    source_type: 'sales_officer',
  });
  fact(
    'returns are dated ahead',
    returns.length > 0 && returns.every((one) => one.timestamp > one.created),
    returns.length,
  );
  const receipts = await rowsOf<Named & { ref: string; timestamp: number }>('GET', 'purchase_order/read_all', {
    tag: 'receipt',
    sort: '-timestamp',
  });
  fact('there are receipts', receipts.length > 0);
  const ahead = fresh ? receipts.filter((one) => one.timestamp > now).map((one) => one.ref) : [];
  fact('what is completed is not dated after now', ahead.length === 0, ahead);

  // Orders: sales, office.
  const groups = (filters: object) =>
    ask<{ rows: { tag: string; created: number; placed_at: number | null; buyer_is_new: boolean }[]; total: number }>(
      'GET',
      'order_group/read_all',
      {
        ...page,
        ...filters,
      },
    );
  const recent = await groups(orderQuery(defaultOrderFilters(now)));
  fact('ORD-01 ten orders of the last days', !fresh || recent.total >= 10, recent.total);
  const fresher = recent.rows.filter((one) => one.buyer_is_new).length;
  fact('ORD-04 few of them are first orders', !fresh || (fresher > 0 && fresher < recent.rows.length / 2), fresher);
  const drafts = await groups(orderQuery({ from: dayAgo(1), to: OPEN, tag: 'draft', payment: 'all' }));
  fact('a cart since yesterday', !fresh || drafts.total > 0);
  const pending = await groups({ tag: 'pending', sort: 'created' });
  const oldest = pending.rows[0];
  fact('B5.10 an order waits for days', now - (oldest?.placed_at ?? oldest?.created ?? now) >= 2 * DAY);
  const month = chipRange('month', now);
  const sold = await ask<{ products: unknown[] }>('POST', 'order_group/sales_of_all_custom_special', {
    timestamp_min: month.from,
    timestamp_max: month.to,
    seller_id: 'hub_lagos_mushin',
  });
  fact('Mushin sold something', sold.products.length > 0);
  const summary = await ask<{ groups: unknown[] }>('POST', 'order_group/purchase_orders_buyers', {
    from_timestamp: month.from,
    to_timestamp: month.to,
    seller_id: 'hub_lagos_mushin',
  });
  fact('to somebody', summary.groups.length > 0);
  const matrix = await rowsOf<{ manufacturers: Record<string, { found: boolean }> }>('GET', 'order/matrix_fulfilment');
  const cells = matrix.flatMap((row) => Object.values(row.manufacturers).map((one) => one.found));
  fact('FUL-04 places with and without orders', cells.includes(true) && cells.includes(false));
  for (const head of ['buyer', 'sales_officer']) {
    const page = await ask<{
      rows: unknown[];
      balances: { cash: string | null };
      differences: Record<'owed' | 'over', string>;
    }>('POST', 'ledger_log/reconciliation_report', { head });
    fact(`RPT-15 three wallets of ${head}`, page.rows.length > 2, page.rows.length);
    const { balances, differences } = page;
    // Opened cases that went back are worth the same line by line and together.
    if (balances.cash !== null)
      fact('associates owe exactly their cash', differences.owed === balances.cash, [differences, balances]);
  }
  const carts = await ask<{ total: number }>('GET', 'order_group/read_all', {
    ...page,
    buyer_id: 'buyer_30',
    tag: 'pending',
  });
  fact('buyer_30 waits for nothing', carts.total === 0, carts.total);

  // People.
  const crew = await rowsOf<{ wallet_balance: string }>('GET', 'sales_officer/read_all', {
    role: 'sales_officer.rep',
    status: 'active',
    seller_id: 'hub_abuja_wuse',
    sort: 'wallet_balance',
  });
  fact('SO-01 three of Wuse, one of them owes', crew.length === 3 && Number(crew[0]?.wallet_balance) < 0, crew);
  const wallet = await ask<Named | null>('POST', 'ledger/read_by_owner_specific', {
    head: 'sales_officer',
    subhead: 'wallet',
    owner: 'da_01',
  });
  const postings = await rowsOf<{ description: string }>('GET', 'ledger_log/read_by_ledger', {
    ledger_id: wallet?._id ?? '',
  });
  fact(
    'LED-03 a transfer in the wallet of da_01',
    postings.slice(0, 10).some((one) => /PO-/.test(JSON.stringify(one))),
  );
  const agents = await ask<{ agents: { buyersList: unknown[][] }[]; timestreams: number[] }>(
    'POST',
    'agent/source_summary',
    {
      from_timestamp: dayRange(dayAgo(27), dayAgo(0))?.from,
      to_timestamp: dayRange(dayAgo(27), dayAgo(0))?.to,
      period: 'day',
      source: 'AGENCY',
    },
  );
  fact(
    'AGT-16 an agency brought a retailer',
    agents.agents.some((one) => one.buyersList.some((day) => day.length > 0)),
  );
  const prelaunch = await rowsOf<Named & { modified: number }>('GET', 'buyer/read_all', { category: 'pre_launch' });
  // They joined before the launch, years ago, and are looked after since.
  const untouched = prelaunch.filter((one) => one.modified < now - 400 * DAY);
  fact('no retailer was changed last years ago', untouched.length === 0, untouched.length);
  fact('BUY-03 retailers from before the launch', prelaunch.length > 0);

  found.push(...(await idleHomes(server, fresh)));
  await server.close();
  return found;
}

/** What the homes of the roles of a hub lack. Each shows work with its age, figures with a past and one plot. */
async function idleHomes(server: TestServer, fresh: boolean): Promise<string[]> {
  const found: string[] = [];
  for (const first of ['hub1', 'hubmanager', 'rep1', 'ba1', 'rem1']) {
    const token = await server.openSession(`user_${first}`);
    const read = async <T>(path: string) => (await server.call('GET', path, {}, { token })).data as T;
    const fact = (what: string, holds: boolean, seen: unknown) => {
      if (!holds) found.push(`${first}, ${what}: ${JSON.stringify(seen)}`);
    };
    const { figures, cases, orders } = await read<HomeFigures>('home/figures');
    const withPast = figures.filter(({ days }) => days.some((value) => value !== 0)).map(({ name }) => name);
    fact('figures with a past', withPast.length >= 3, withPast);
    const plot = cases?.out ?? orders?.count ?? [];
    fact('a plot of many days', plot.filter((value) => value > 0).length >= 6, plot);
    const work = await read<Work[]>('work/read_mine');
    const visits = await read<MyVisits>('home/my_visits');
    fact('visits of a day', first.startsWith('hub') || visits.rows.length >= 2, visits);
    const known = visits.rows.filter(({ last }) => last !== null).length;
    fact('an earlier order of a retailer of the route', first !== 'rem1' || known > 0, visits);
    const waiting = work.reduce((sum, { total }) => sum + total, 0);
    if (first.startsWith('hub')) fact('work', waiting >= 3, work);
    if (first !== 'rep1') continue;
    const deliveries = work.find(({ kind }) => kind === 'deliveries')?.rows ?? [];
    fact('deliveries', deliveries.length >= 3 && deliveries.every(({ amount }) => amount !== null), deliveries);
    const of = (name: string) => figures.find((figure) => figure.name === name);
    fact('done today', !fresh || (of('my_deliveries')?.of ?? 0) > 0, of('my_deliveries'));
    fact('cash and goods', Number(of('my_cash')?.amount) > 0 && (of('my_stock')?.of ?? 0) >= 3, figures);
    fact(
      'a day to close',
      work.some(({ kind }) => kind === 'open_days'),
      work,
    );
  }
  return found;
}
