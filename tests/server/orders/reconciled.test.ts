/** The reconciliation reports (B6.10) held against a second, plain working-out of the same logs, orders and stock: any days, any filters. */
import { beforeAll, expect, test } from 'vitest';
import { containsWords } from '#domain/text.ts';
import { chance, inOrder, naira, putMany, worth } from '#tests/support/chance.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { type Market, makeMarket } from '#tests/support/figuresWorld.ts';
import { makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { type Data, NOW, startServer } from '#tests/support/server.ts';

const SEED = Number(process.env.FIGURES_SEED ?? 1);
const ASKS = Number(process.env.FIGURES ?? 24);

interface Log {
  owner: string;
  created: number;
  tag: string;
  effect_kobo: number;
  ref_type: string | null;
  ref_id: string | null;
}

describeEachEngine('wallets reconciled', (database) => {
  let w: OrderWorld;
  let m: Market;
  const { below, pick, one } = chance(SEED);
  const logs: Log[] = [];
  const stock: { owner: string; status: string; product_id: string; quantity: number }[] = [];
  const wallets: string[] = [];
  const kinds = new Map<string, string>();

  beforeAll(async () => {
    const server = await startServer(database());
    w = await makeOrderWorld(database(), server);
    m = await makeMarket(database(), w, chance(SEED));
    const db = database();
    for (const [at, kind] of ['stock_out', 'stock_in', 'shipment_in'].entries()) {
      kinds.set(`po${at}_${w.run}`, kind);
      await putMany(db, 'purchase_order', [
        {
          ...{
            _id: `po${at}_${w.run}`,
            ref: `PO${at}${w.run}`,
            timestamp: NOW,
            kind,
            source_type: 'seller',
            source: 'a',
          },
          ...{ source_name: 'A', destination_type: 'seller', destination: 'b', destination_name: 'B' },
        },
      ]);
    }
    for (const [head, owners] of [
      ['buyer', m.buyers],
      ['sales_officer', m.reps],
    ] as const)
      for (const { _id } of owners) {
        if (one(6)) continue;
        wallets.push(_id);
        const own = Array.from({ length: below(14) }, (): Log => {
          const ref_type = pick([null, 'order_group', 'purchase_order']);
          const ref_id =
            ref_type === null ? null : ref_type === 'order_group' ? pick(m.groups)._id : pick([...kinds.keys()]);
          const tag = ref_type === 'purchase_order' ? 'receipt' : pick(['order', 'cash', 'transfer', 'signup']);
          const created = pick(m.ends) + pick([-1, 0, 1]);
          return { owner: _id, created, tag, effect_kobo: below(2_000_000) - 1_000_000, ref_type, ref_id };
        });
        logs.push(...own);
        await putMany(db, 'ledger', [
          {
            ...{ _id: `ledger_${_id}`, head, subhead: 'wallet', owner: _id },
            balance_kobo: own.reduce((sum, log) => sum + log.effect_kobo, 0),
          },
        ]);
      }
    await putMany(
      db,
      'ledger_log',
      logs.map(({ owner, ...log }, at) => ({
        ...{
          _id: `log${at}_${w.run}`,
          ledger_id: `ledger_${owner}`,
          value_kobo: 0,
          balance_after_kobo: 0,
          description: 'By chance',
        },
        ...log,
      })),
    );
    for (const { _id } of m.reps)
      for (const status of ['active', 'inactive']) {
        const warehouse_id = `wh_${status}_${_id}`;
        await putMany(db, 'warehouse', [
          { _id: warehouse_id, parent_type: 'sales_officer', parent: _id, owner_name: 'Rep', status },
        ]);
        const held = m.products
          .filter(() => !one(3))
          .map((product) => ({ owner: _id, status, product_id: product._id, quantity: below(400) }));
        stock.push(...held);
        await putMany(
          db,
          'warehouse_product',
          held.map(({ product_id, quantity }, at) => ({
            _id: `${warehouse_id}_${at}`,
            warehouse_id,
            product_id,
            quantity,
          })),
        );
      }
  });

  const tagged =
    (tag: string, of?: string | null) =>
    (log: Log): boolean =>
      log.tag === tag && (of === undefined || (log.ref_type === 'order_group') === (of === 'order_group'));
  const moved = (kind: string) => (log: Log) => log.tag === 'receipt' && kinds.get(log.ref_id ?? '') === kind;
  const PARTS: Record<string, Record<string, (log: Log) => boolean>> = {
    buyer: { orders: tagged('order'), cash: tagged('cash'), transfer: tagged('transfer') },
    sales_officer: {
      stock_issued: moved('stock_out'),
      stock_returned: moved('stock_in'),
      orders_delivered: tagged('order'),
      cash_collected: tagged('cash', 'order_group'),
      deposits: (log) => tagged('cash', null)(log) || tagged('transfer', null)(log),
    },
  };
  const minus = (found: readonly Log[]) => 0 - found.reduce((sum, log) => sum + log.effect_kobo, 0);

  /** Paid less total of his billed groups from before the end. */
  const outstanding = (buyer: string, to: number) =>
    m.groups
      .filter((group) => group.buyer_id === buyer && group.deleted_at === null && group.created < to)
      .filter((group) => ['delivered', 'completed'].includes(group.tag))
      .reduce((sum, group) => sum + group.cash_kobo - group.orders_kobo, 0);

  /** Of those without a wallet, who has goods is in the report all the same. */
  const hasStock = (rep: string) =>
    stock.some((row) => row.owner === rep && row.status === 'active' && row.quantity !== 0);

  /** What he holds and has not sold, at his hub's price; halves go away from zero. */
  function held(rep: string): number {
    const hub = m.reps.find((row) => row._id === rep)?.seller_id;
    let sum = 0n;
    for (const row of stock.filter((row) => row.owner === rep && row.status === 'active')) {
      const sold = m.items
        .filter((item) => item.product_id === row.product_id && item.deleted_at === null)
        .filter((item) => {
          const group = m.groups.find((one) => one._id === item.order_group_id);
          const tag = m.orders.find((order) => order._id === item.order_id)?.tag ?? '';
          const billed = ['delivered', 'completed'].includes(group?.tag ?? '') && group?.deleted_at === null;
          return billed && group?.da_stock && group.sales_officer_id === rep && !['cancelled', 'deleted'].includes(tag);
        })
        .reduce((all, item) => all + (item.quantity_accepted ?? item.quantity), 0);
      const product = m.products.find((one) => one._id === row.product_id);
      const price =
        m.hubPrices.find(
          (one) =>
            one.seller_id === hub &&
            one.product_id === row.product_id &&
            one.status === 'active' &&
            one.deleted_at === null,
        )?.price_kobo ??
        product?.price_kobo ??
        0;
      const left = row.quantity - sold;
      const value = worth(Math.abs(left), price, product?.case_count ?? 1);
      sum += left < 0 ? -value : value;
    }
    return Number(sum);
  }

  test('every figure, row and total of both reports, with every filter, whole and by page', {
    tags: ['RPT-16', 'B6.10'],
  }, async () => {
    for (let at = 0; at < ASKS; at += 1) {
      const head = at % 2 ? 'buyer' : 'sales_officer';
      const [early = 0, late = 0] = [pick(m.ends) + pick([-1, 0, 1]), pick(m.ends) + pick([-1, 0, 1])].sort(
        (a, b) => a - b,
      );
      const fields = {
        head,
        from_timestamp: one(2) ? undefined : early,
        to_timestamp: one(2) ? undefined : late,
        seller_id: one(2) ? undefined : pick(m.hubs)._id,
        location_id: one(2) ? undefined : pick(m.locations)._id,
        search: pick(['', '', 'bola', 'iya', '0803', '%']),
        only_difference: one(2) ? undefined : true,
      };
      const from = fields.from_timestamp ?? 0;
      const to = fields.to_timestamp ?? Number.POSITIVE_INFINITY;
      const why = `seed ${SEED}: ${JSON.stringify(fields)}`;
      const people =
        head === 'buyer'
          ? m.buyers
              .filter(
                (buyer) =>
                  buyer.deleted_at === null && (!fields.location_id || buyer.location_id === fields.location_id),
              )
              .filter(
                (buyer) =>
                  !fields.seller_id ||
                  m.groups.some((group) => group.buyer_id === buyer._id && group.seller_id === fields.seller_id),
              )
          : m.reps.filter((rep) => !fields.seller_id || rep.seller_id === fields.seller_id);
      const rows = people
        .filter(({ _id }) => wallets.includes(_id) || (head === 'sales_officer' && hasStock(_id)))
        .filter(({ name, phone }) => containsWords(`${name} ${phone}`, fields.search))
        .map(({ _id, name }) => {
          const own = logs.filter((log) => log.owner === _id && log.created < to);
          const inside = own.filter((log) => log.created >= from);
          const parts = Object.fromEntries(
            Object.entries(PARTS[head] ?? {}).map(([part, is]) => [part, minus(inside.filter(is))]),
          );
          const rest = inside.filter((log) => !Object.values(PARTS[head] ?? {}).some((is) => is(log)));
          const opening = minus(own.filter((log) => log.created < from));
          const closing = minus(own);
          const last = head === 'buyer' ? outstanding(_id, to) : held(_id);
          const difference = head === 'buyer' ? closing - last : closing + last;
          const lastName = head === 'buyer' ? 'orders_outstanding' : 'stock_value_held';
          return {
            _id,
            name,
            figures: { opening, ...parts, other: minus(rest), closing, [lastName]: last, difference },
          };
        })
        .filter(({ figures }) => !fields.only_difference || figures.difference !== 0);
      const response = await w.call('POST', 'ledger_log/reconciliation_report', fields);
      expect(response, why).toMatchObject({ code: 200 });
      const money = (figures: Record<string, number>) =>
        Object.fromEntries(Object.entries(figures).map(([name, kobo]) => [name, naira(kobo)]));
      const shown = (response.data.rows as Data[]).map(
        ({ name: _name, phone: _phone, location: _place, seller: _hub, ...row }) => row,
      );
      const byId = (a: { _id: string }, b: { _id: string }) => inOrder(a._id, b._id);
      expect([...shown].sort(byId as never), why).toEqual(
        rows.map(({ _id, figures }) => ({ _id, ...money(figures) })).sort(byId),
      );
      const totals: Record<string, number> = Object.fromEntries(
        Object.keys(response.data.totals).map((name) => [name, 0]),
      );
      for (const { figures } of rows)
        for (const [name, kobo] of Object.entries(figures)) totals[name] = (totals[name] ?? 0) + kobo;
      expect(response.data.totals, why).toEqual(money(totals));
      const differences = shown.map((row) => Number(row.difference));
      expect(differences, why).toEqual([...differences].sort((a, b) => a - b));
      const kobo = rows.map(({ figures }) => figures.difference ?? 0);
      const owed = kobo.filter((one) => one < 0);
      const over = kobo.filter((one) => one > 0);
      const size = (some: readonly number[]) => naira(Math.abs(some.reduce((sum, one) => sum + one, 0)));
      expect(response.data.differences, why).toEqual({
        ...{ owed: size(owed), owed_count: owed.length, over: size(over), over_count: over.length },
        settled: kobo.filter((one) => one === 0).length,
        largest: naira(Math.max(0, ...kobo.map(Math.abs))),
      });
      const closings = rows.map(({ figures }) => figures.closing ?? 0);
      const [owing, having] = [closings.filter((one) => one < 0), closings.filter((one) => one > 0)];
      expect(response.data.balances, why).toMatchObject({
        ...{ owed: size(owing), owed_count: owing.length, credit: size(having), credit_count: having.length },
        ...(fields.head === 'buyer' ? { cash: null, cash_count: 0 } : {}),
      });
      const pages: string[] = [];
      for (let page = 1; pages.length < rows.length; page += 1) {
        const { data } = await w.call('POST', 'ledger_log/reconciliation_report', { ...fields, page, per_page: 2 });
        expect([data.total, data.totals, data.differences], why).toEqual([
          rows.length,
          response.data.totals,
          response.data.differences,
        ]);
        pages.push(...data.rows.map((row: Data) => row._id));
      }
      expect(pages, why).toEqual(shown.map((row) => row._id));
    }
  });
});
