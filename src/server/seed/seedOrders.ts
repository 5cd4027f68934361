/**
 * Orders of the demo: carts, pending, delivered, paid and cancelled ones, and those of the weeks before. They are placed and billed by the same functions as
 * for a person. What was delivered is goods that the associate had, but for a product here and there.
 */
import type { OrderTag } from '#domain/order.ts';
import type { Handler } from '../calls/handler.ts';
import type { Database, Db } from '../db/open.ts';
import { orderHandlers } from '../orders/orderHandlers.ts';
import { depositHandlers } from '../wallet/depositHandlers.ts';
import { ASSOCIATES, HUB_OF_ACCOUNTS, HUBS, OWN_ASSOCIATE } from './demoPeople.ts';
import { seedCtx, stockOf } from './seedMovements.ts';
import { associateId, type SeedConfig } from './seedTypes.ts';
import { SHORTAGES, sequence } from './stockPlan.ts';

const DAY = 86_400;

/** So many retailers order, so that most of them order again: "New" is for the first order of a retailer (B5.0h). */
const REGULARS = 12;

/** Retailers who also ordered in the weeks before: fewer than those who order now. */
const EARLIER_REGULARS = 8;

/** Days ago of orders that were completed and paid by transfer. */
const EARLIER = [28, 25, 24, 21, 19, 18, 15, 14, 12, 9, 7, 6];

/** Of so many orders one has a product that its associate never had: it is sold without stock. */
const SOLD_WITHOUT_STOCK = 6;

/** Days ago, current tag, and how it was paid. Retailers and associates take them in turn. */
const STORIES: readonly [daysAgo: number, tag: OrderTag, paid: 'no' | 'part' | 'full'][] = [
  [27, 'completed', 'full'],
  [23, 'completed', 'part'],
  [20, 'cancelled', 'no'],
  [16, 'completed', 'full'],
  [13, 'completed', 'no'],
  [11, 'delivered', 'part'],
  [8, 'completed', 'full'],
  [6, 'pending', 'no'],
  [4, 'completed', 'full'],
  [4, 'completed', 'part'],
  [3, 'delivered', 'no'],
  [3, 'cancelled', 'no'],
  [3, 'completed', 'full'],
  [2, 'pending', 'no'],
  [2, 'completed', 'part'],
  [2, 'completed', 'full'],
  [1, 'delivered', 'full'],
  [1, 'pending', 'no'],
  [1, 'completed', 'no'],
  [1, 'pending', 'part'],
  [0, 'pending', 'no'],
  [0, 'pending', 'no'],
  [0, 'draft', 'no'],
  [0, 'draft', 'no'],
];

/**
 * A retailer who owes for an order brought money that nobody has recorded for an order yet. So "Owed by retailers" is less than "Orders owing", and its wallet
 * has a difference to reconcile.
 */
const UNNAMED_DEPOSIT = { story: 4, daysAgo: 2, value: 40_000_00, tag: 'cash', description: 'Brought to the hub' };

/**
 * Orders of the associate with an account, the same way. They come from few retailers of the person's route. 'today': delivered now, so that the person's home
 * has something done, whatever the hour is.
 */
const OWN: readonly [daysAgo: number, tag: OrderTag, paid: Story['paid'], delivered?: 'today'][] = [
  [27, 'completed', 'transfer'],
  [24, 'completed', 'transfer'],
  [21, 'completed', 'transfer'],
  [17, 'completed', 'transfer'],
  [13, 'completed', 'transfer'],
  [10, 'completed', 'transfer'],
  [7, 'completed', 'transfer'],
  [4, 'completed', 'transfer'],
  [3, 'completed', 'full'],
  [2, 'delivered', 'full'],
  [2, 'pending', 'no'],
  [1, 'delivered', 'full', 'today'],
  [1, 'pending', 'part'],
  [0, 'pending', 'no'],
];

/** So many retailers of the own route order from the associate with an account. */
const OWN_REGULARS = 5;

/** The handler of a path. The demo uses the same calls as the screens. */
function handlerOf(path: string): Handler['handle'] {
  const found = [...orderHandlers, ...depositHandlers].find((one) => one.call.path === path);
  if (!found) throw new Error(`No such call: ${path}`);
  return found.handle;
}

export async function seedOrders(database: Database, config: SeedConfig): Promise<void> {
  const buyers = await database.kysely
    .selectFrom('buyer')
    .select('_id')
    .where('status', '=', 'active')
    .orderBy('_id')
    .execute();
  if (buyers.length === 0) return;
  const next = sequence(20_260_202);
  const sold: Sold = new Map();
  const buyerOf = (index: number, regulars: number) => buyers[((index % regulars) * 7) % buyers.length]?._id ?? '';
  // Orders come in over two hours and a half, not all in one minute; each is placed in the minute in which its cart was opened.
  const placedAt = (daysAgo: number, index: number) => {
    const placed = config.now() - daysAgo * DAY - 7_200 - (index % 7) * 1_380;
    return placed - (placed % 60);
  };
  await database.transaction(async (tx) => {
    for (const [index, daysAgo] of EARLIER.entries()) {
      const buyer = buyerOf(index, EARLIER_REGULARS);
      const story = { buyer, placed: placedAt(daysAgo, index), tag: 'completed', paid: 'transfer' } as const;
      // Other associates than those of the first orders below.
      await order(tx, config, { ...story, ...crewOf(index + 5), index: index + 5 }, sold, next);
    }
    for (const [index, [daysAgo, tag, paid]] of STORIES.entries()) {
      const buyer = buyerOf(index, REGULARS);
      await order(
        tx,
        config,
        { index, ...crewOf(index), buyer, placed: placedAt(daysAgo, index), tag, paid },
        sold,
        next,
      );
    }
    const route = await retailersOf(tx, OWN_ASSOCIATE);
    for (const [index, [daysAgo, tag, paid, delivered]] of OWN.entries()) {
      const buyer = route[index % OWN_REGULARS];
      // Not a number of the orders above, so that none of these is without stock.
      const story = { index: index * SOLD_WITHOUT_STOCK + 1, officer: OWN_ASSOCIATE, hub: HUB_OF_ACCOUNTS, tag, paid };
      const placed = placedAt(daysAgo, index + 3);
      if (buyer) await order(tx, config, { ...story, buyer, placed, isDoneNow: delivered === 'today' }, sold, next);
    }
    const { story, daysAgo, ...deposit } = UNNAMED_DEPOSIT;
    await handlerOf('ledger_log/deposit_to')(
      { ...deposit, head: 'buyer', subhead: 'wallet', owner: buyerOf(story, REGULARS) },
      seedCtx(tx, config, placedAt(daysAgo, story)),
    );
  });
}

/** The delivery associate of an order, who takes turns with the others, and the index of the associate's hub. */
function crewOf(index: number): { officer: string; hub: number } {
  const at = index % ASSOCIATES.length;
  return { officer: associateId(at), hub: ASSOCIATES[at]?.[0] ?? 0 };
}

/** The retailers of a route plan, by their ids. */
async function retailersOf(tx: Db, officer: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('route_plan')
    .select('buyer_id')
    .distinct()
    .where('sales_officer_id', '=', officer)
    .orderBy('buyer_id')
    .execute();
  return rows.map((row) => row.buyer_id);
}

/** Units that were sold, by associate and product. */
type Sold = Map<string, number>;

interface Story {
  index: number;
  officer: string;
  /** The index of the officer's hub. */
  hub: number;
  buyer: string;
  placed: number;
  tag: OrderTag;
  paid: 'no' | 'part' | 'full' | 'transfer';
  /** It gets its last tag at the moment of the demo. */
  isDoneNow?: boolean;
}

interface Wanted {
  product_id: string;
  quantity: number;
}

/** What an order asks for: goods that its associate has left if they were delivered, and else goods of the hub. */
async function wantedOf(tx: Db, story: Story, sold: Sold, next: () => number): Promise<Wanted[]> {
  const ofHub = (await stockOf(tx, 'seller', HUBS[story.hub]?._id ?? '')).filter(
    (row) => row.quantity >= row.case_count,
  );
  const some = <T>(from: readonly T[], count: number) =>
    [...new Set(Array.from({ length: count }, () => from[Math.floor(next() * from.length)]))].flatMap(
      (one) => one ?? [],
    );
  const few = ({ product_id, case_count }: (typeof ofHub)[number]): Wanted => {
    const quantity = case_count * (1 + Math.floor(next() * 6));
    return { product_id, quantity };
  };
  if (story.tag !== 'completed' && story.tag !== 'delivered') return some(ofHub, 3).map(few);
  const keyOf = (product: string) => `${story.officer} ${product}`;
  const had = await stockOf(tx, 'sales_officer', story.officer);
  const left = had.flatMap((row) => {
    const quantity = row.quantity - (sold.get(keyOf(row.product_id)) ?? 0);
    return quantity >= row.case_count ? [{ ...row, quantity }] : [];
  });
  // Who has the product that ran out sells it.
  const scarce = left.filter(({ product_id }) => SHORTAGES.some(({ product }) => product === product_id));
  const wanted = [...new Set([...scarce, ...some(left, 3 - scarce.length)])].map(
    ({ product_id, case_count, quantity }) => {
      const cases = Math.min(1 + Math.floor(next() * 8), Math.floor(quantity / case_count));
      return { product_id, quantity: cases * case_count };
    },
  );
  const never = ofHub.filter((row) => !had.some((other) => other.product_id === row.product_id));
  if (wanted.length === 0 || story.index % SOLD_WITHOUT_STOCK === 0) wanted.push(...some(never, 1).map(few));
  for (const { product_id, quantity } of wanted)
    sold.set(keyOf(product_id), (sold.get(keyOf(product_id)) ?? 0) + quantity);
  return wanted;
}

async function order(tx: Db, config: SeedConfig, story: Story, sold: Sold, next: () => number): Promise<void> {
  const ctx = seedCtx(tx, config, story.placed);
  const id = String(
    await handlerOf('order_group/create')({ buyer_id: story.buyer, sales_officer_id: story.officer }, ctx),
  );
  const wanted = await wantedOf(tx, story, sold, next);
  for (const line of wanted) await handlerOf('order_group_item/create')({ order_group_id: id, ...line }, ctx);
  if (story.tag === 'draft' || wanted.length === 0) return;
  const move = (from: OrderTag, to: OrderTag, later: number, more: object = {}) =>
    handlerOf('order_group/update_tag')(
      { _id: id, old_tag: from, new_tag: to, ...more },
      seedCtx(tx, config, Math.min(config.now(), story.placed + later)),
    );
  const placed = (await move('draft', 'pending', 45)) as { total: string };
  if (story.paid !== 'no') {
    const total = Number(placed.total);
    const method = story.paid === 'transfer' ? 'transfer' : 'cash';
    const paid = story.paid === 'part' ? Math.floor(total / 2_000) * 1_000 : total;
    const meta = { tag: ['payment_method', `payment_${method}`], value: [method, String(paid)], meta: ['', ''] };
    await handlerOf('order_group_meta/upsert_many')({ order_group_id: id, ...meta }, ctx);
  }
  if (story.tag === 'pending') return;
  const later = story.isDoneNow ? config.now() - story.placed : 5 * 3_600;
  await move('pending', story.tag, later, story.tag === 'cancelled' ? { reason: 'customer_unavailable' } : {});
}
