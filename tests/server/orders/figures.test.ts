/** Reports over orders held against a second, plain working-out of the same rows: any days, any filters, any tags. */
import { beforeAll, expect, test } from 'vitest';
import { BUYER_CATEGORIES, categoryOf } from '#domain/buyerCategory.ts';
import { PERIODS } from '#domain/periods.ts';
import { containsWords } from '#domain/text.ts';
import { chance, inOrder, naira } from '#tests/support/chance.ts';
import { describeEngineOfDay } from '#tests/support/database.ts';
import { type Group, type Item, type Market, makeMarket } from '#tests/support/figuresWorld.ts';
import { makeOrderWorld, type OrderWorld } from '#tests/support/orderWorld.ts';
import { type Data, NOW, startServer } from '#tests/support/server.ts';

const SEED = Number(process.env.FIGURES_SEED ?? 1);
const ASKS = Number(process.env.FIGURES ?? 24);
const COUNTED = ['pending', 'delivered', 'completed'];
const SHOWN = [...COUNTED, 'cancelled'];

/** Goods, what else is billed of them, and what the wallets were charged, worked out anew. */
interface Money {
  amount: number;
  shared: number;
  billed: number;
}
const NO_MONEY: Money = { amount: 0, shared: 0, billed: 0 };
const withLine = (sum: Money, group: Group, item: Item): Money => ({
  amount: sum.amount + item.line_kobo,
  shared: sum.shared + item.billed_kobo,
  billed: sum.billed + (['delivered', 'completed'].includes(group.tag) ? item.billed_kobo : 0),
});
const allMoney = (sums: readonly Money[]): Money =>
  sums.reduce(
    (all, sum) => ({
      amount: all.amount + sum.amount,
      shared: all.shared + sum.shared,
      billed: all.billed + sum.billed,
    }),
    NO_MONEY,
  );
const shownMoney = ({ amount, shared, billed }: Money) => [
  ...[naira(amount), naira(shared - amount), naira(billed), naira(shared - billed)],
];
const moneyColumns = (row: Data) => [row.amount, row.adjustments, row.billed, row.not_billed];
const totalColumns = (data: Data) => [
  ...[data.total, data.total_adjustments, data.total_billed, data.total_not_billed],
];

describeEngineOfDay('figures of orders', (database) => {
  let w: OrderWorld;
  let m: Market;
  const dice = chance(SEED);
  const { pick, one, some } = dice;
  beforeAll(async () => {
    const server = await startServer(database());
    w = await makeOrderWorld(database(), server);
    m = await makeMarket(database(), w, dice);
  });

  const range = () => [pick(m.ends) + pick([-1, 0, 1]), pick(m.ends) + pick([-1, 0, 1])].sort((a, b) => a - b);
  const anyOr = (rows: readonly { _id: string }[]) => (one(2) ? '*' : pick(rows)._id);
  const maybe = (rows: readonly { _id: string }[]) => (one(2) ? undefined : pick(rows)._id);
  const fits = (wanted: string | undefined, value: string | null) =>
    wanted === undefined || wanted === '*' || wanted === value;
  const byId = <Row extends { _id: string }>(rows: readonly Row[], id: string) =>
    rows.find((row) => row._id === id) as Row;
  /** Lines that count, of groups that fit. */
  const linesOf = (isWanted: (group: Group) => boolean): { group: Group; item: Item }[] =>
    m.items.flatMap((item) => {
      const group = byId(m.groups, item.order_group_id);
      const live = !['cancelled', 'deleted'].includes(byId(m.orders, item.order_id).tag);
      return live && item.deleted_at === null && group.deleted_at === null && isWanted(group) ? [{ group, item }] : [];
    });
  const keptOf = (item: Item) => item.quantity_accepted ?? item.quantity;
  const hubPrice = (hub: string | null, product: string) =>
    m.hubPrices.find(
      (row) =>
        row.seller_id === hub && row.product_id === product && row.status === 'active' && row.deleted_at === null,
    )?.price_kobo ?? byId(m.products, product).price_kobo;
  const carrier = (hub: string | null, product: string) =>
    m.carried
      .filter((row) => row.product_id === product && row.status === 'active' && row.deleted_at === null)
      .sort((a, b) => a.created - b.created || inOrder(a._id, b._id))
      .find((row) =>
        m.served.some(
          (link) =>
            link.distributor_id === row.distributor_id &&
            link.seller_id === hub &&
            link.status === 'active' &&
            link.deleted_at === null,
        ),
      )?.distributor_id ?? '';

  test('order summaries by distributor and by retailer, with every filter', {
    tags: ['K7', 'RPT-06', 'RPT-08', 'B5.13'],
  }, async () => {
    for (let at = 0; at < ASKS; at += 1) {
      const [from = 0, to = 0] = range();
      const by = at % 2 ? 'buyer' : 'distributor';
      const fields = {
        ...{ from_timestamp: from, to_timestamp: to, seller_id: anyOr(m.hubs) },
        ...{ sales_officer: maybe(m.reps), distributor: maybe(m.distributors) },
      };
      const sums = new Map<string, { issued: number; kept: number; price: number } & Money>();
      const lines = linesOf(
        (group) =>
          group.created >= from &&
          group.created < to &&
          COUNTED.includes(group.tag) &&
          fits(fields.seller_id, group.seller_id) &&
          fits(fields.sales_officer, group.sales_officer_id),
      );
      for (const { group, item } of lines) {
        const distributor = carrier(group.seller_id, item.product_id);
        if (!fits(fields.distributor, distributor)) continue;
        const key = `${by === 'buyer' ? group.buyer_id : distributor} ${item.product_id}`;
        const sum = sums.get(key) ?? { issued: 0, kept: 0, price: 0, ...NO_MONEY };
        sums.set(key, {
          ...{ issued: sum.issued + item.quantity, kept: sum.kept + keptOf(item), ...withLine(sum, group, item) },
          price: Math.max(sum.price, hubPrice(group.seller_id, item.product_id)),
        });
      }
      const path = by === 'buyer' ? 'order_group/purchase_orders_buyers' : 'order_group/purchase_orders';
      const response = await w.call('POST', path, fields);
      const why = `seed ${SEED}: ${path} ${JSON.stringify(fields)}`;
      expect(response, why).toMatchObject({ code: 200 });
      const rows = (response.data.groups as Data[]).flatMap((group) =>
        group.items.map((row: Data) => [
          `${group._id} ${row.product_id}`,
          row.issued,
          row.quantity,
          row.returned,
          ...moneyColumns(row),
          row.price,
          row.cases * row.case_count + row.units,
        ]),
      );
      expect(
        rows.sort((a, b) => inOrder(a[0], b[0])),
        why,
      ).toEqual(
        [...sums]
          .map(([key, sum]) => [
            key,
            sum.issued,
            sum.kept,
            sum.issued - sum.kept,
            ...shownMoney(sum),
            naira(sum.price),
            sum.kept,
          ])
          .sort((a, b) => inOrder(String(a[0]), String(b[0]))),
      );
      expect(totalColumns(response.data), why).toEqual(shownMoney(allMoney([...sums.values()])));
    }
  });

  test('sales by product and by hub, for any tags, days and words', {
    tags: ['K7', 'RPT-01', 'RPT-03', 'RPT-09', 'B5.12'],
  }, async () => {
    for (let at = 0; at < ASKS; at += 1) {
      const [from = 0, to = 0] = range();
      const perHub = at % 2 === 1;
      const query = pick(['', '*', 'milk', '%', '_', '\\', 'ola', 'ab', 'unilever', 'milk 50%', 'Blue_band dangote']);
      const tags = one(2) ? [] : some([...SHOWN, 'draft', 'deleted']);
      const fields = { timestamp_min: from, timestamp_max: to, seller_id: anyOr(m.hubs), tags, query };
      const wanted = tags.length > 0 ? tags : SHOWN;
      const sums = new Map<string, { units: number } & Money>();
      const lines = linesOf(
        (group) =>
          group.created >= from &&
          group.created < to &&
          wanted.includes(group.tag) &&
          fits(fields.seller_id, group.seller_id),
      );
      for (const { group, item } of lines) {
        const product = byId(m.products, item.product_id);
        const brand = byId(m.brands, product.brand_id);
        const names = [product.name, brand.name, byId(m.makers, brand.manufacturer_id).name];
        const words = query === '*' ? [] : query.split(/\s+/).filter(Boolean);
        if (!words.every((word) => names.some((name) => containsWords(name, word)))) continue;
        const key = `${item.product_id} ${perHub ? (group.seller_id ?? '') : ''}`;
        const sum = sums.get(key) ?? { units: 0, ...NO_MONEY };
        sums.set(key, { units: sum.units + keptOf(item), ...withLine(sum, group, item) });
      }
      const path = `order_group/sales_of_all_custom_special${perHub ? '_seller' : ''}`;
      const response = await w.call('POST', path, fields);
      const why = `seed ${SEED}: ${path} ${JSON.stringify(fields)}`;
      expect(response, why).toMatchObject({ code: 200 });
      const rows = (response.data.products as Data[]).map((row) => [
        ...[
          `${row.product_id} ${row.seller?._id ?? ''}`,
          row.quantity,
          ...moneyColumns(row),
          row.cases * row.case_count + row.units,
        ],
      ]);
      expect(
        rows.sort((a, b) => inOrder(String(a[0]), String(b[0]))),
        why,
      ).toEqual(
        [...sums]
          .map(([key, sum]) => [key, sum.units, ...shownMoney(sum), sum.units])
          .sort((a, b) => inOrder(String(a[0]), String(b[0]))),
      );
      expect(totalColumns(response.data), why).toEqual(shownMoney(allMoney([...sums.values()])));
    }
  });

  test('the fulfilment matrix of places and of retailers, with every filter, whole and by page', {
    tags: ['FUL-02', 'FUL-03', 'FUL-05', 'B5.14'],
  }, async () => {
    for (let at = 0; at < ASKS; at += 1) {
      const [from = 0, to = 0] = range();
      const fields = {
        ...(one(2) ? {} : { from_timestamp: from }),
        ...(one(2) ? {} : { to_timestamp: to }),
        manufacturer_id: one(2) ? [] : some(m.makers.map((row) => row._id)),
        location_id: one(2) ? [] : some(m.locations.map((row) => row._id)),
        search: pick(['', '', 'iya', 'yaba', '0803', '%', 'mama 3']),
      };
      const perBuyer = at % 2 === 1;
      const there = m.buyers.filter((buyer) => buyer.deleted_at === null);
      const placeOf = (buyer: { location_id: string }) => byId(m.locations, buyer.location_id);
      const sought = (texts: (words: string) => boolean) => fields.search.split(/\s+/).filter(Boolean).every(texts);
      const isIn = (place: string) => fields.location_id.length === 0 || fields.location_id.includes(place);
      const hasWord = (buyer: (typeof there)[number], word: string) =>
        containsWords(`${buyer.name} ${buyer.phone}`, word);
      const wanted = perBuyer
        ? there
            .filter((buyer) => buyer.status === 'active' && isIn(buyer.location_id))
            .filter((buyer) => sought((word) => hasWord(buyer, word) || containsWords(placeOf(buyer).name, word)))
            .map((buyer) => buyer._id)
        : m.locations
            .filter(
              (place) =>
                place.status === 'active' && isIn(place._id) && there.some((buyer) => buyer.location_id === place._id),
            )
            .filter((place) =>
              sought(
                (word) =>
                  containsWords(place.name, word) ||
                  there.some((buyer) => buyer.location_id === place._id && hasWord(buyer, word)),
              ),
            )
            .map((place) => place._id);
      const columns = m.makers.filter((maker) =>
        fields.manufacturer_id.length > 0 ? fields.manufacturer_id.includes(maker._id) : maker.status === 'active',
      );
      const ticks = new Set(
        linesOf(
          (group) =>
            COUNTED.includes(group.tag) &&
            group.created >= (fields.from_timestamp ?? 0) &&
            group.created < (fields.to_timestamp ?? NOW * 2),
        ).map(({ group, item }) => {
          const buyer = byId(m.buyers, group.buyer_id);
          return `${perBuyer ? buyer._id : buyer.location_id} ${byId(m.orders, item.order_id).manufacturer_id}`;
        }),
      );
      const path = perBuyer ? 'order/matrix_fulfilment_buyers' : 'order/matrix_fulfilment';
      const why = `seed ${SEED}: ${path} ${JSON.stringify(fields)}`;
      const whole = await w.call('GET', path, fields);
      expect(whole, why).toMatchObject({ code: 200 });
      const own = (whole.data.data as Data[]).filter((row) =>
        [...m.locations, ...m.buyers].some(({ _id }) => _id === row._id),
      );
      const shown = own.flatMap((row) =>
        columns.map((maker) => [row._id, maker._id, row.manufacturers[maker._id]?.found]),
      );
      const plain = wanted.flatMap((id) => columns.map((maker) => [id, maker._id, ticks.has(`${id} ${maker._id}`)]));
      const key = (row: unknown[]) => row.join(' ');
      expect(shown.map(key).sort(), why).toEqual(plain.map(key).sort());
      // The pages are the whole, in its order.
      const pages: string[] = [];
      for (let page = 1; pages.length < whole.data.data.length; page += 1) {
        const { data } = await w.call('GET', path, { ...fields, page, per_page: 3 });
        expect(data.total, why).toBe(whole.data.data.length);
        pages.push(...data.rows.map((row: Data) => row._id));
      }
      expect(pages, why).toEqual(whole.data.data.map((row: Data) => row._id));
    }
  });

  test('retention of every kind, with every filter', { tags: ['RPT-15', 'B7.1', 'B7.2', 'B7.6', 'B7.7'] }, async () => {
    const kinds = Object.keys(PERIODS) as (keyof typeof PERIODS)[];
    for (let at = 0; at < ASKS; at += 1) {
      const kind = kinds[at % kinds.length] ?? 'day';
      const [from = 0, end = 0] = range();
      const to = end > from ? end : from + 1;
      const fields = {
        ...{ from_timestamp: from, to_timestamp: to, seller_id: maybe(m.hubs), sales_officer_id: maybe(m.reps) },
        ...{ manufacturer_id: maybe(m.makers), location_id: maybe(m.locations) },
        category: one(2) ? undefined : pick(BUYER_CATEGORIES),
        search: pick(['', '', 'iya', 'mama']),
      };
      const why = `seed ${SEED}: ${kind} ${JSON.stringify(fields)}`;
      const response = await w.call('POST', `buyer/order_retention_${kind}`, fields);
      expect(response, why).toMatchObject({ code: 200 });
      const length = PERIODS[kind];
      const many = Math.min(60, Math.max(1, Math.ceil((to - from) / length)));
      const starts = Array.from({ length: many }, (_, index) => to - (many - index) * length);
      const alive = m.groups.filter((group) => group.deleted_at === null);
      const countedOf = (buyer: string) =>
        alive.filter((group) => group.buyer_id === buyer && COUNTED.includes(group.tag));
      const fitting = (group: Group) =>
        fits(fields.seller_id, group.seller_id) &&
        fits(fields.sales_officer_id, group.sales_officer_id) &&
        (fields.manufacturer_id === undefined ||
          m.orders.some(
            (order) =>
              order.order_group_id === group._id &&
              order.manufacturer_id === fields.manufacturer_id &&
              !['cancelled', 'deleted'].includes(order.tag),
          ));
      const filtered = fields.seller_id ?? fields.sales_officer_id ?? fields.manufacturer_id;
      const people = m.buyers
        .filter((buyer) => buyer.deleted_at === null && fits(fields.location_id, buyer.location_id))
        .filter((buyer) => containsWords(buyer.name, fields.search))
        .filter((buyer) => filtered === undefined || countedOf(buyer._id).some(fitting))
        .map((buyer) => {
          const counted = countedOf(buyer._id).map((group) => group.created);
          const last = counted.length > 0 ? Math.max(...counted) : null;
          const category = categoryOf({
            created: buyer.created,
            recent_orders: counted.filter((at) => at >= NOW - 84 * 86_400).length,
            last_ordered_on: last,
            now: NOW,
          });
          return { buyer, counted, category };
        });
      const chosen = people.filter((one) => fields.category === undefined || one.category === fields.category);
      const inPeriod = (buyer: string, start: number) =>
        countedOf(buyer).filter(
          (group) => fitting(group) && group.created >= start && group.created < start + length && group.created < to,
        );
      const own = new Set(m.buyers.map((buyer) => buyer._id));
      expect(
        BUYER_CATEGORIES.map((category) => [category, response.data.categories[category]]),
        why,
      ).toEqual(
        BUYER_CATEGORIES.map((category) => [category, people.filter((one) => one.category === category).length]),
      );
      expect(
        response.data.periods.map((period: Data) => [
          period.from,
          period.active,
          period.new,
          period.returning,
          period.retained,
          period.retention_rate,
        ]),
        why,
      ).toEqual(
        starts.map((start) => {
          const isActive = (buyer: string, at: number) => inPeriod(buyer, at).length > 0;
          const active = chosen.filter(({ buyer }) => isActive(buyer._id, start));
          const before = chosen.filter(({ buyer }) => isActive(buyer._id, start - length));
          const kept = active.filter((one) => before.includes(one));
          const firstOf = ({ counted }: (typeof people)[number]) => Math.min(...counted);
          const fresh = active.filter((one) => firstOf(one) >= start);
          const back = active.filter((one) => !before.includes(one) && firstOf(one) < start);
          const rate = before.length === 0 ? null : Math.round((kept.length / before.length) * 10_000) / 10_000;
          return [start, active.length, fresh.length, back.length, kept.length, rate];
        }),
      );
      const rows = (response.data.buyers as Data[]).filter((row) => own.has(row._id));
      const sumOf = (groups: Group[]) => groups.reduce((all, group) => all + group.orders_kobo, 0);
      const plain = chosen.map(({ buyer, counted, category }) => {
        const groups = countedOf(buyer._id);
        const of = (tag: string) => alive.filter((group) => group.buyer_id === buyer._id && group.tag === tag);
        // Half away from zero; no total here is below it.
        const average =
          counted.length === 0 ? 0 : Math.floor((2 * sumOf(groups) + counted.length) / (2 * counted.length));
        return {
          ...{
            _id: buyer._id,
            category,
            order_count: counted.length,
            order_value: naira(sumOf(groups)),
            order_average: naira(average),
          },
          ...{ cancelled_count: of('cancelled').length, cancelled_value: naira(sumOf(of('cancelled'))) },
          ...{ cart_count: of('draft').length, cart_value: naira(sumOf(of('draft'))) },
          first_ordered_on: counted.length > 0 ? Math.min(...counted) : null,
          last_ordered_on: counted.length > 0 ? Math.max(...counted) : null,
          order_items: linesOf((group) => group.buyer_id === buyer._id && COUNTED.includes(group.tag)).length,
          periods: starts.map((start) => {
            const found = inPeriod(buyer._id, start);
            return { count: found.length, value: naira(sumOf(found)) };
          }),
        };
      });
      const figures = rows.map(({ name: _name, phone: _phone, location: _location, ...rest }) => rest);
      expect(
        figures.sort((a, b) => inOrder(a._id, b._id)),
        why,
      ).toEqual(plain.sort((a, b) => inOrder(a._id, b._id)));
    }
  });

  test('what was sold of a product in each of the last twelve weeks, from Monday in Lagos', {
    tags: ['B8.8', 'B8.16'],
  }, async () => {
    expect((await w.call('POST', 'product/weeks', { product_id: 'nobody' })).code).toBe(404);
    const lines = linesOf((group) => ['delivered', 'completed'].includes(group.tag));
    const monday = (at: number) => {
      const day = Math.floor((at + 3_600) / 86_400);
      return (day - ((((day - 4) % 7) + 7) % 7)) * 86_400 - 3_600;
    };
    const last = monday(NOW);
    let sold = 0;
    for (const product_id of new Set(lines.map(({ item }) => item.product_id))) {
      const expected = Array.from({ length: 12 }, (_, at) => {
        const from = last - (11 - at) * 7 * 86_400;
        const own = lines.filter(({ group, item }) => item.product_id === product_id && monday(group.created) === from);
        const sum = own.reduce((all, { group, item }) => withLine(all, group, item), NO_MONEY);
        const count = own.reduce((all, { item }) => all + keptOf(item), 0);
        sold += count;
        return { from, count, billed: shownMoney(sum)[2] };
      });
      expect((await w.call('POST', 'product/weeks', { product_id })).data, product_id).toEqual(expected);
    }
    expect(sold).toBeGreaterThan(0);
  });

  test('what was sold of each product, by Lagos month, year and hub', { tags: ['K7', 'PROD-33', 'B8.8'] }, async () => {
    for (const seller_id of [undefined, ...m.hubs.map((hub) => hub._id)]) {
      for (const year of [undefined, 2025, 2026]) {
        const sums = new Map<string, { count: number } & Money>();
        const lines = linesOf(
          (group) => ['delivered', 'completed'].includes(group.tag) && fits(seller_id, group.seller_id),
        );
        for (const { group, item } of lines) {
          const lagos = { timeZone: 'Africa/Lagos', year: 'numeric', month: '2-digit' } as const;
          const [ownYear = 0, month = 0] = new Intl.DateTimeFormat('en-CA', lagos)
            .format(group.created * 1_000)
            .split('-')
            .map(Number);
          if (year !== undefined && ownYear !== year) continue;
          const key = `${item.product_id} ${ownYear} ${month}`;
          const sum = sums.get(key) ?? { count: 0, ...NO_MONEY };
          sums.set(key, { count: sum.count + keptOf(item), ...withLine(sum, group, item) });
        }
        const response = await w.call('POST', 'product/history', { seller_id, year });
        const rows = (response.data.products as Data[]).flatMap((product) =>
          Object.entries(product.years as Record<string, Record<string, Data>>).flatMap(([of, months]) =>
            Object.entries(months).map(
              ([month, sum]) =>
                `${product._id} ${of} ${month}: ${sum.count} ${sum.value} ${sum.adjustments} ${sum.billed}`,
            ),
          ),
        );
        expect(rows.sort()).toEqual(
          [...sums].map(([key, sum]) => `${key}: ${sum.count} ${shownMoney(sum).slice(0, 3).join(' ')}`).sort(),
        );
      }
    }
  });
});
