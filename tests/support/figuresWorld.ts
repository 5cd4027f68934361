/** A random market as rows. The expected values of order reports are computed from these rows only. */
import { sql } from 'kysely';
import type { OrderTag } from '#domain/order.ts';
import type { Database } from '#server/db/open.ts';
import { type Chance, putMany } from './chance.ts';
import type { OrderWorld } from './orderWorld.ts';
import { NOW } from './server.ts';

const DAY = 86_400;
/** 1 November 2026, 00:00 in Lagos, the start of a month. */
const NOVEMBER = 1_793_487_600;

export interface Group {
  _id: string;
  ref: string;
  created: number;
  deleted_at: number | null;
  tag: OrderTag;
  buyer_id: string;
  seller_id: string | null;
  sales_officer_id: string | null;
  orders_kobo: number;
  /** Live orders with a line. Every order of these rows has one. */
  manufacturers: number;
  cash_kobo: number;
  da_stock: boolean;
}
export interface Order {
  _id: string;
  ref: string;
  order_group_id: string;
  manufacturer_id: string;
  tag: OrderTag;
}
export interface Item {
  _id: string;
  order_id: string;
  order_group_id: string;
  product_id: string;
  quantity: number;
  quantity_accepted: number | null;
  amount_kobo: number;
  line_kobo: number;
  billed_kobo: number;
  deleted_at: number | null;
}
export type Market = Awaited<ReturnType<typeof makeMarket>>;

const linkOf = (chance: Chance) => ({
  status: chance.pick(['active', 'active', 'inactive']),
  deleted_at: chance.one(6) ? NOW : null,
});

export async function makeMarket(database: Database, world: OrderWorld, chance: Chance) {
  const { below, pick, one } = chance;
  const { run } = world;
  // The world's own retailer is none of these.
  await sql`update buyer set deleted_at = ${NOW} where _id = ${world.shop}`.execute(world.db);
  const put = <Row extends Record<string, unknown>>(table: string, rows: Row[]) =>
    putMany(database, table, rows).then(() => rows);
  const named = (kind: string, names: readonly string[]) =>
    names.map((name, at) => ({
      _id: `${kind}${at}_${run}`,
      name: `${name} ${run}`,
      status: one(4) ? 'inactive' : 'active',
    }));

  const hubs = await put(
    'seller',
    named('hub', ['Zaria', 'Àbá', 'mushin']).map((hub) => ({ ...hub, address: 'Road' })),
  );
  const distributors = await put(
    'distributor',
    named('dist', ['Zenith', 'ẹkọ', 'Apex']).map((row) => ({
      ...row,
      address: 'Road',
      deleted_at: null as number | null,
    })),
  );
  const reps = await put(
    'sales_officer',
    named('rep', ['Zik', 'Bola', 'Ade']).map((rep) => ({
      ...{ ...rep, user_id: rep._id, phone: rep._id, email: `${rep._id}@example.test`, role: 'sales_officer.rep' },
      seller_id: pick(hubs)._id,
    })),
  );
  const makers = await put('manufacturer', named('make', ['Unilever', 'Dangote', 'ÀB 100%', 'Empty_Maker']));
  const brands = await put(
    'brand',
    named('bran', ['Omo', 'Blue_Band', 'Peak', 'Ọlá']).map((brand) => ({
      ...brand,
      manufacturer_id: pick(makers)._id,
    })),
  );
  const products = await put(
    'product',
    named('prod', ['Zed', 'Abc', 'ábd', 'Milk 50%', 'Milk', 'Soap_x', 'Tea']).map((row, at) => ({
      ...{ ...row, description: 'Of a test', sku_id: row._id, mpu: 1, case_count: [1, 3, 7, 12, 24, 100, 5][at] ?? 1 },
      ...{ price_kobo: below(2_000_000), brand_id: pick(brands)._id },
    })),
  );
  const locations = await put(
    'location',
    named('loca', ['Yaba', 'Ikeja', 'Nobody here']).map((row) => ({ ...row, state: 'Lagos', lga: row._id })),
  );
  const buyers = Array.from({ length: 10 }, (_, at) => ({
    ...{
      _id: `buye${at}_${run}`,
      user_id: `user${at}_${run}`,
      name: `${pick(['Iya', 'ìya', 'Mama', 'Oga'])} ${at} ${run}`,
    },
    ...{
      phone: `0803${String(at).padStart(7, '0')}`,
      store_type_id: world.storeType,
      location_id: pick(locations.slice(0, 2))._id,
    },
    ...{ status: one(5) ? 'inactive' : 'active', deleted_at: at === 9 ? NOW : null },
    created: NOW - pick([13, 14, 14, 15, 21, 28, 40, 60, 90]) * DAY + pick([-1, 0, 1]),
  }));
  await put(
    'user_account',
    buyers.map(({ user_id, name }) => ({ _id: user_id, role: 'buyer.buyer', name })),
  );
  await put('buyer', buyers);
  const pairs = <A, B>(a: readonly A[], b: readonly B[]) => a.flatMap((x) => b.map((y) => [x, y] as const));
  const hubPrices = await put(
    'seller_product',
    pairs(hubs, products)
      .filter(() => !one(3))
      .map(([hub, product], at) => ({
        ...{ _id: `sp${at}_${run}`, seller_id: hub._id, product_id: product._id, mpu: 1, price_kobo: below(2_000_000) },
        ...linkOf(chance),
      })),
  );
  const carried = await put(
    'distributor_product',
    pairs(distributors, products)
      .filter(() => !one(3))
      .map(([distributor, product], at) => ({
        ...{ _id: `dp${at}_${run}`, distributor_id: distributor._id, product_id: product._id, created: NOW - below(3) },
        ...linkOf(chance),
      })),
  );
  const served = await put(
    'distributor_seller',
    pairs(distributors, hubs).map(([distributor, hub], at) => ({
      ...{ _id: `ds${at}_${run}`, distributor_id: distributor._id, seller_id: hub._id },
      ...linkOf(chance),
    })),
  );

  const groups: Group[] = [];
  const orders: Order[] = [];
  const items: Item[] = [];
  const carts = new Set<string>();
  for (let at = 0; at < 260; at += 1) {
    const hub = one(8) ? null : pick(hubs)._id;
    const buyer_id = pick(buyers)._id;
    let tag = pick<OrderTag>(['draft', 'pending', 'delivered', 'completed', 'completed', 'cancelled', 'deleted']);
    if (tag === 'draft' && carts.has(`${buyer_id} ${hub}`)) tag = 'pending';
    if (tag === 'draft') carts.add(`${buyer_id} ${hub}`);
    const border = pick([NOW, NOW - 7 * DAY, NOW - 14 * DAY, NOVEMBER, NOVEMBER - below(60) * DAY]);
    const group: Group = {
      ...{ _id: `g${String(at).padStart(3, '0')}_${run}`, ref: `F${run}${at}`, tag, buyer_id, seller_id: hub },
      created: Math.min(NOW, border + pick([-1, 0, 1, -below(DAY)])),
      deleted_at: one(15) ? NOW : null,
      sales_officer_id: one(3) ? null : pick(reps)._id,
      ...{ manufacturers: 1, orders_kobo: 0, cash_kobo: below(3) * 10_001, da_stock: !one(3) },
    };
    for (const maker of chance.some(makers)) {
      const own = products.filter(
        (product) => brands.find((b) => b._id === product.brand_id)?.manufacturer_id === maker._id,
      );
      const order: Order = {
        ...{ _id: `o${orders.length}_${run}`, ref: `G${run}${orders.length}`, order_group_id: group._id },
        ...{
          manufacturer_id: maker._id,
          tag: pick<OrderTag>(['pending', 'completed', 'completed', 'cancelled', 'deleted']),
        },
      };
      orders.push(order);
      for (const product of own.filter(() => !one(3))) {
        const item: Item = {
          ...{
            _id: `i${items.length}_${run}`,
            order_id: order._id,
            order_group_id: group._id,
            product_id: product._id,
          },
          ...{ quantity: below(100), quantity_accepted: one(2) ? null : below(120), amount_kobo: below(5_000_000) },
          ...{ line_kobo: below(5_000_000), billed_kobo: below(5_000_000), deleted_at: one(6) ? NOW : null },
        };
        items.push(item);
        group.orders_kobo += item.line_kobo;
      }
    }
    groups.push(group);
  }
  await put('order_group', groups as unknown as Record<string, unknown>[]);
  await put('order', orders as unknown as Record<string, unknown>[]);
  await put('order_item', items as unknown as Record<string, unknown>[]);
  return {
    ...{ hubs, distributors, reps, makers, brands, products, locations, buyers, hubPrices, carried, served },
    ...{
      groups,
      orders,
      items,
      ends: [NOW, NOW - 7 * DAY, NOW - 14 * DAY, NOVEMBER, NOVEMBER - 31 * DAY, NOW - 70 * DAY],
    },
  };
}
