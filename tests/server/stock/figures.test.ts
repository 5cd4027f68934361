/** The inventory report (B4) held against a second, plain working-out of the same rows: any warehouses, any days, every type. */
import { beforeAll, expect, test } from 'vitest';
import { chance, inOrder, naira, putMany, worth } from '#tests/support/chance.ts';
import { describeEngineOfDay } from '#tests/support/database.ts';
import { type Data, NOW, startServer } from '#tests/support/server.ts';
import { makeWorld, type World } from '#tests/support/stockWorld.ts';

const DAY = 86_400;
const SEED = Number(process.env.FIGURES_SEED ?? 1);
const ASKS = 60;

interface Log {
  _id: string;
  kind: string;
  warehouse_id: string;
  product_id: string;
  quantity: number;
  cost_price_kobo: number;
  sell_price_kobo: number;
  timestamp: number;
  created: number;
}
interface Stock {
  warehouse_id: string;
  product_id: string;
  quantity: number;
  cost_price_kobo: number | null;
}

/** What each type counts (B4): the kind, the sign that fits, whose price. */
const TYPES = {
  shipment_received: { kind: 'shipment_in', sign: 1, price: 'cost_price_kobo' },
  shipment_rejected: { kind: 'shipment_out', sign: -1, price: 'cost_price_kobo' },
  stock_issued: { kind: 'stock_out', sign: -1, price: 'sell_price_kobo' },
  stock_returned: { kind: 'stock_in', sign: 1, price: 'sell_price_kobo' },
} as const;
const CONTEXTS = ['current_inventory', ...Object.keys(TYPES), 'sales'];

describeEngineOfDay('figures of stock', (database) => {
  let w: World;
  const { below, pick, one, some } = chance(SEED);
  const products: { _id: string; name: string; case_count: number; price: number }[] = [];
  const warehouses: string[] = [];
  const logs: Log[] = [];
  const stocks: Stock[] = [];
  const ENDS = [-40, -7, -1, 0, 1].map((days) => NOW + days * DAY);

  beforeAll(async () => {
    const server = await startServer(database());
    w = await makeWorld(database(), server);
    // 100_000 is the most units per case, 1_000_000 the most of a line.
    for (const [at, case_count] of [1, 3, 7, 12, 24, 100_000].entries()) {
      const price = pick([0, 1, 999, 1_200_050]);
      const name = `Goods ${pick(['b', 'a', 'á', 'Z'])} ${at}`;
      products.push({ _id: await w.product(name, case_count, price), name, case_count, price });
    }
    for (const [at, type] of ['seller', 'seller', 'distributor', 'sales_officer'].entries()) {
      warehouses.push(`w${at}_${w.run}`);
      await putMany(database(), 'warehouse', [
        { _id: `w${at}_${w.run}`, parent_type: type, parent: `p${at}`, owner_name: `Owner ${at}`, status: 'active' },
      ]);
    }
    const kinds = ['shipment_in', 'shipment_out', 'stock_in', 'stock_out', 'transfer', 'opening', 'adjustment'];
    for (let at = 0; at < 700; at += 1) {
      // B13: the most units and the highest price that a row can have, worth one row's most.
      const { _id: product_id, case_count } = pick(products);
      const many = one(40);
      const dear = !many && one(40);
      const price = () => (many ? 99_999_999 * case_count : dear ? 99_999_999_999_999 : below(3_000_000));
      logs.push({
        _id: `log_${w.run}_${String(at).padStart(4, '0')}`,
        kind: pick(kinds),
        warehouse_id: pick(warehouses),
        product_id,
        quantity: pick([1, -1]) * (many ? 1_000_000 : dear ? 1 : below(50)),
        cost_price_kobo: price(),
        sell_price_kobo: price(),
        // The seconds around the borders of days and of ranges.
        timestamp: pick(ENDS) + pick([-3_601, -1, 0, 1, 59, 60, 61, below(DAY)]),
        created: NOW - below(DAY),
      });
    }
    for (const warehouse_id of warehouses)
      for (const { _id } of products)
        if (!one(5))
          stocks.push({
            ...{ warehouse_id, product_id: _id, quantity: one(4) ? 0 : below(100_000) },
            cost_price_kobo: one(4) ? null : below(3_000_000),
          });
    await putMany(
      database(),
      'warehouse_log',
      logs.map(({ created, ...log }) => ({ created, ref: log._id, balance_after: 0, note: '', ...log })),
    );
    await putMany(
      database(),
      'warehouse_product',
      stocks.map((stock, at) => ({ _id: `stock_${w.run}_${at}`, ...stock })),
    );
  });

  /** By product: units and kobo that came to the type's own way, and what came back of it. */
  function plainly(context: string, wanted: string[], from: number, to: number) {
    const sums = new Map<
      string,
      { issued: number; issuedKobo: bigint; back: number; backKobo: bigint; entries: Log[] }
    >();
    const sumOf = (id: string) => {
      const sum = sums.get(id) ?? { issued: 0, issuedKobo: 0n, back: 0, backKobo: 0n, entries: [] };
      sums.set(id, sum);
      return sum;
    };
    const caseCount = (id: string) => products.find((one) => one._id === id)?.case_count ?? 1;
    if (context === 'current_inventory') {
      for (const stock of stocks) {
        if (!wanted.includes(stock.warehouse_id) || stock.quantity === 0) continue;
        const sum = sumOf(stock.product_id);
        const cost = stock.cost_price_kobo ?? products.find((one) => one._id === stock.product_id)?.price ?? 0;
        sum.issued += stock.quantity;
        sum.issuedKobo += worth(stock.quantity, cost, caseCount(stock.product_id));
      }
      return sums;
    }
    const types = context === 'sales' ? (['stock_issued', 'stock_returned'] as const) : [context as keyof typeof TYPES];
    for (const type of types) {
      const { kind, sign, price } = TYPES[type];
      for (const log of logs) {
        if (log.kind !== kind || Math.sign(log.quantity) !== sign || !wanted.includes(log.warehouse_id)) continue;
        // A22: the whole minute of the sent end.
        if (log.timestamp < from || log.timestamp >= to + 60) continue;
        const sum = sumOf(log.product_id);
        const units = Math.abs(log.quantity);
        const kobo = worth(units, log[price], caseCount(log.product_id));
        sum.entries.push(log);
        if (type === 'stock_returned') {
          sum.back += units;
          sum.backKobo += kobo;
        } else {
          sum.issued += units;
          sum.issuedKobo += kobo;
        }
      }
    }
    return sums;
  }

  /** The ids of the log rows behind a row of the report. */
  const idsOf = (row: Data) => (row as unknown as { entries: Data[] }).entries.map((entry) => entry._id);
  const hundredths = (figure: number) => Math.round(figure * 100);

  test(`${ASKS} reports over any warehouses, days and types are what the rows say`, {
    tags: ['B4', 'REP-11', 'REP-13', 'B4.7'],
  }, async () => {
    for (let at = 0; at < ASKS; at += 1) {
      const context = CONTEXTS[at % CONTEXTS.length] ?? 'sales';
      const wanted = some(warehouses);
      const [from = 0, to = 0] = [pick(ENDS) + pick([-1, 0, 1]), pick(ENDS) + pick([-60, -1, 0, 1])].sort(
        (a, b) => a - b,
      );
      const range = { warehouse_ids: wanted, from_timestamp: from, to_timestamp: to };
      const label = `seed ${SEED}, ask ${at}: ${context} of ${wanted} from ${from} to ${to}`;
      const response =
        context === 'sales' && one(2)
          ? await w.call('POST', 'warehouse_log/sales', range)
          : await w.call('POST', 'warehouse_log/report', { ...range, context });
      expect(response, label).toMatchObject({ code: 200 });
      const sums = plainly(context, wanted, from, to);
      const moves = ['stock_issued', 'stock_returned', 'sales'].includes(context);
      const less = context === 'sales' ? -1 : 1;
      const rows = [...sums].map(([id, sum]) => {
        const { name, case_count } = products.find((one) => one._id === id) ?? { name: '', case_count: 1 };
        const quantity = sum.issued + less * sum.back;
        const total = sum.issuedKobo + BigInt(less) * sum.backKobo;
        return { id, name, case_count, quantity, total, sum };
      });
      const shown = response.data.products as Data[];
      expect(
        shown
          .map((row) => ({
            ...{ id: row.product_id, quantity: row.quantity, total: row.total, revenue: row.revenue },
            ...{
              issued: row.issued,
              issued_value: row.issued_value,
              returned: row.returned,
              returned_value: row.returned_value,
            },
            entries: idsOf(row),
          }))
          .sort((a, b) => inOrder(a.id, b.id)),
        label,
      ).toEqual(
        rows
          .map(({ id, quantity, total, sum }) => ({
            ...{ id, quantity, total: naira(total), revenue: naira(context === 'sales' ? total : 0) },
            ...{ issued: moves ? sum.issued : 0, issued_value: naira(moves ? sum.issuedKobo : 0) },
            ...{ returned: moves ? sum.back : 0, returned_value: naira(moves ? sum.backKobo : 0) },
            entries: sum.entries.sort((a, b) => b.created - a.created || inOrder(b._id, a._id)).map((log) => log._id),
          }))
          .sort((a, b) => inOrder(a.id, b.id)),
      );
      expect(response.data.total, label).toBe(naira(rows.reduce((all, row) => all + row.total, 0n)));
      expect(response.data.skus, label).toBe(rows.length);
      const cases = rows.reduce((all, row) => all + row.quantity / row.case_count, 0);
      expect(Math.abs(hundredths(response.data.cases) - cases * 100), label).toBeLessThan(0.51);
      for (const row of shown) {
        const { quantity, case_count } = rows.find((one) => one.id === row.product_id) ?? {
          quantity: 0,
          case_count: 1,
        };
        expect(Math.abs(hundredths(row.cases) - (quantity / case_count) * 100), label).toBeLessThan(0.51);
      }
      // The drill-down of one product is the same rows.
      const [row] = shown;
      if (!row || context === 'current_inventory') continue;
      const drilled = await w.call('POST', 'warehouse_log/report_entries', {
        ...range,
        context,
        product_id: row.product_id,
      });
      expect(
        drilled.data.map((entry: Data) => entry._id),
        label,
      ).toEqual(idsOf(row));
    }
  });

  test('the value of each warehouse is what its rows say', { tags: ['B4.3', 'WH-25'] }, async () => {
    const worths = (await w.call('GET', 'warehouse/worths')).data as Record<string, string>;
    for (const _id of warehouses) {
      const { data } = await w.call('GET', 'warehouse/value', { _id });
      expect(worths[_id] ?? '0.00').toBe(data.total);
      const own = stocks.filter((stock) => stock.warehouse_id === _id && stock.quantity !== 0);
      const of = (stock: Stock) => products.find((one) => one._id === stock.product_id) ?? { case_count: 1, price: 0 };
      const value = (stock: Stock) =>
        worth(stock.quantity, stock.cost_price_kobo ?? of(stock).price, of(stock).case_count);
      const sell = (stock: Stock) => worth(stock.quantity, of(stock).price, of(stock).case_count);
      const sum = (each: (stock: Stock) => bigint) => naira(own.reduce((all, stock) => all + each(stock), 0n));
      expect(data).toMatchObject({ total: sum(value), total_sell: sum(sell), skus: own.length });
      expect(
        Object.fromEntries(Object.entries(data.products as Data).map(([id, row]) => [id, [row.quantity, row.value]])),
      ).toEqual(Object.fromEntries(own.map((stock) => [stock.product_id, [stock.quantity, naira(value(stock))]])));
    }
  });
});
