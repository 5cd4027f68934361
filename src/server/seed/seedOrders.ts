/** Orders of the demo: carts, pending, delivered, paid and cancelled ones. They are placed and billed by the same functions as for a person. */
import type { OrderTag } from '#domain/order.ts';
import type { Handler } from '../calls/handler.ts';
import type { Database, Db } from '../db/open.ts';
import { orderHandlers } from '../orders/orderHandlers.ts';
import { ASSOCIATES, HUBS } from './demoPeople.ts';
import { seedCtx, sequence, stockOf } from './seedMovements.ts';
import { associateId, type SeedConfig } from './seedTypes.ts';

const DAY = 86_400;

/** So many retailers order, so that most of them order again: "New" is for the first order of a retailer (B5.0h). */
const REGULARS = 12;

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

/** The handler of a path. The demo uses the same calls as the screens. */
function handlerOf(path: string): Handler['handle'] {
  const found = orderHandlers.find((one) => one.call.path === path);
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
  await database.transaction(async (tx) => {
    for (const [index, [daysAgo, tag, paid]] of STORIES.entries()) {
      const buyer = buyers[((index % REGULARS) * 7) % buyers.length]?._id ?? '';
      // Orders come in over two hours and a half, not all in one minute; each is placed in the minute in which its cart was opened.
      const placed = config.now() - daysAgo * DAY - 7_200 - (index % 7) * 1_380;
      await order(tx, config, { index, buyer, placed: placed - (placed % 60), tag, paid }, next);
    }
  });
}

interface Story {
  index: number;
  buyer: string;
  placed: number;
  tag: OrderTag;
  paid: 'no' | 'part' | 'full';
}

async function order(tx: Db, config: SeedConfig, story: Story, next: () => number): Promise<void> {
  const at = story.index % ASSOCIATES.length;
  const hub = HUBS[ASSOCIATES[at]?.[0] ?? 0];
  const ctx = seedCtx(tx, config, story.placed);
  const id = String(
    await handlerOf('order_group/create')({ buyer_id: story.buyer, sales_officer_id: associateId(at) }, ctx),
  );
  const held = (await stockOf(tx, 'seller', hub?._id ?? '')).filter((row) => row.quantity >= row.case_count);
  const chosen = new Set(Array.from({ length: 3 }, () => held[Math.floor(next() * held.length)]));
  for (const row of chosen) {
    if (!row) continue;
    const quantity = row.case_count * (1 + Math.floor(next() * 6));
    await handlerOf('order_group_item/create')({ order_group_id: id, product_id: row.product_id, quantity }, ctx);
  }
  if (story.tag === 'draft' || chosen.size === 0) return;
  const move = (from: OrderTag, to: OrderTag, later: number, more: object = {}) =>
    handlerOf('order_group/update_tag')(
      { _id: id, old_tag: from, new_tag: to, ...more },
      seedCtx(tx, config, Math.min(config.now(), story.placed + later)),
    );
  const placed = (await move('draft', 'pending', 45)) as { total: string };
  if (story.paid !== 'no') {
    const total = Number(placed.total);
    const cash = story.paid === 'full' ? total : Math.floor(total / 2_000) * 1_000;
    await handlerOf('order_group_meta/upsert_many')(
      { order_group_id: id, tag: ['payment_method', 'payment_cash'], value: ['cash', String(cash)], meta: ['', ''] },
      ctx,
    );
  }
  if (story.tag === 'pending') return;
  await move('pending', story.tag, 5 * 3_600, story.tag === 'cancelled' ? { reason: 'customer_unavailable' } : {});
}
