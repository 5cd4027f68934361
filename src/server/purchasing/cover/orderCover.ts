/** Creates the purchase orders of chosen lines, all or none (decision 0532). */
import { sql } from 'kysely';
import { orderCover } from '#contract/purchasing/coverCalls.ts';
import { MAX_ORDER_ROWS } from '#domain/cover.ts';
import { MAX_QUANTITY } from '#domain/limits.ts';
import { formatMoney } from '#domain/money.ts';
import { showNumber } from '#domain/number.ts';
import { mayTransfer } from '#domain/transfer.ts';
import { type Ctx, handle } from '../../calls/handler.ts';
import { invalid, notFound, Refusal } from '../../calls/refusal.ts';
import type { Row } from '../../db/tables.ts';
import { createRow } from '../../resources/write.ts';
import { expectedOf } from '../../stock/coverSql.ts';
import { purchaseOrderResource } from '../purchaseOrderResource.ts';
import { upsertLines } from '../upsertLines.ts';

interface Line {
  seller: string;
  product: string;
  source: string;
  cases: number;
  expected: number;
}

/** Combines the five lists into lines. Throws 422 if their lengths differ, they are too long, or they name a product of a hub twice. */
function linesOf(input: {
  seller_ids: readonly string[];
  product_ids: readonly string[];
  source_ids: readonly string[];
  cases: readonly number[];
  expected: readonly number[];
}): Line[] {
  const { seller_ids, product_ids, source_ids, cases, expected } = input;
  const count = product_ids.length;
  if ([seller_ids, source_ids, cases, expected].some((one) => one.length !== count))
    throw new Refusal('bad_request', 'Each line needs a hub, a product, a supplier, cases and what is expected.');
  if (count > MAX_ORDER_ROWS) throw new Refusal('limit', `Please order at most ${MAX_ORDER_ROWS} lines at once.`);
  const lines = product_ids.map((product, at) => ({
    seller: seller_ids[at] ?? '',
    product,
    source: source_ids[at] ?? '',
    cases: cases[at] ?? 0,
    expected: expected[at] ?? 0,
  }));
  if (new Set(lines.map((line) => `${line.seller} ${line.product}`)).size < count)
    throw invalid({ product_ids: 'A product stands twice for one hub.' });
  return lines;
}

/** Throws 409 for lines with more units on their way than the person saw: somebody ordered them meanwhile. */
async function refuseOrdered(ctx: Ctx, lines: readonly Line[], facts: Facts): Promise<void> {
  const hubs = [...facts.hubs.keys()];
  const { rows } = await sql<{ hub: string; product_id: string; units: number }>`${expectedOf(hubs)}`.execute(ctx.db);
  const now = new Map(rows.map((row) => [`${row.hub} ${row.product_id}`, row.units]));
  const more = lines.filter((line) => (now.get(`${line.seller} ${line.product}`) ?? 0) > line.expected);
  if (more.length === 0) return;
  const names = more.slice(0, 3).map((line) => facts.products.get(line.product)?.name);
  const rest = more.length > 3 ? ` and ${more.length - 3} more` : '';
  throw new Refusal(
    'cover_changed',
    `More goods are on the way than you saw: ${names.join(', ')}${rest}. Check the list, then order.`,
    {
      lines: more.map((line) => ({
        seller_id: line.seller,
        product_id: line.product,
        expected: now.get(`${line.seller} ${line.product}`) ?? 0,
      })),
    },
  );
}

interface Facts {
  hubs: Map<string, string>;
  distributors: Set<string>;
  products: Map<string, { name: string; case_count: number }>;
}

/** Locks the hubs, so that two orders for one hub wait for each other, and reads the named records. Throws 404. */
async function factsOf(ctx: Ctx, lines: readonly Line[]): Promise<Facts> {
  const all = (pick: (line: Line) => string) => [...new Set(lines.map(pick))];
  await sql`select 1 from seller where _id = any(${all((line) => line.seller)}) and deleted_at is null order by _id
    for no key update`.execute(ctx.db);
  const named = (table: string, ids: string[]) =>
    sql<{
      _id: string;
      name: string;
    }>`select _id, name from ${sql.table(table)} where _id = any(${ids}) and deleted_at is null`.execute(ctx.db);
  const hubs = await named(
    'seller',
    all((line) => line.seller),
  );
  const sources = all((line) => line.source);
  const distributors = await named('distributor', sources);
  const { rows: products } = await sql<
    Pick<Row<'product'>, '_id' | 'name' | 'case_count' | 'status'>
  >`select _id, name, case_count, status
    from product where _id = any(${all((line) => line.product)}) and deleted_at is null`.execute(ctx.db);
  const facts = {
    hubs: new Map(hubs.rows.map((row) => [row._id, row.name])),
    distributors: new Set(distributors.rows.map((row) => row._id)),
    products: new Map(products.map((row) => [row._id, row])),
  };
  for (const line of lines) {
    const product = products.find((row) => row._id === line.product);
    if (!facts.hubs.has(line.seller)) throw notFound('Hub', 'seller_ids');
    if (!product) throw notFound('Product', 'product_ids');
    if (product.status !== 'active') throw invalid({ product_ids: `${product.name} is inactive.` });
    if (line.cases * product.case_count > MAX_QUANTITY)
      throw invalid({ cases: `${product.name}: a line holds at most ${showNumber(MAX_QUANTITY)} units.` });
  }
  return facts;
}

export const orderCoverHandler = handle(orderCover, async (input, ctx) => {
  const lines = linesOf(input);
  const facts = await factsOf(ctx, lines);
  const ofHub = (line: Line) => !facts.distributors.has(line.source);
  if (lines.some(ofHub) && !mayTransfer('transfer', 'create', ctx.who)) throw new Refusal('forbidden');
  await refuseOrdered(ctx, lines, facts);
  const groups = new Map<string, Line[]>();
  for (const line of lines) {
    const key = `${line.source} ${line.seller}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  const orders = [];
  for (const group of groups.values()) orders.push(await makeOrder(ctx, group, facts));
  ctx.setMessage(orders.length === 1 ? 'Purchase order made.' : `${orders.length} purchase orders made.`);
  return { orders };
});

/**
 * The right to order creates the open purchase order of a shipment and its lines. It completes nothing: receiving goods needs the right to receive (decision
 * 0532).
 */
const asBuyer = (ctx: Ctx): Ctx => ({
  ...ctx,
  who: { ...ctx.who, permissions: [...ctx.who.permissions, 'create_shipment_in'] },
});

async function makeOrder(ctx: Ctx, group: readonly Line[], facts: Facts) {
  const first = group[0] as Line;
  const buyer = asBuyer(ctx);
  const header = {
    ...{ ref: '*', timestamp: ctx.now, tag: 'purchase_order', meta: '{}' },
    source_type: facts.distributors.has(first.source) ? 'distributor' : 'seller',
    ...{ source: first.source, destination_type: 'seller', destination: first.seller },
  };
  const _id = String(await createRow(purchaseOrderResource, header, buyer));
  const rows = group.map((line) => ({
    input: {
      purchase_order_id: _id,
      product_id: line.product,
      quantity: line.cases * (facts.products.get(line.product)?.case_count ?? 1),
    },
    key: ctx.key,
  }));
  for (const outcome of await upsertLines(rows, buyer)) if (outcome instanceof Refusal) throw outcome;
  const order = await ctx.db
    .selectFrom('purchase_order')
    .select(['ref', 'source_name', 'destination_name', 'amount_kobo'])
    .where('_id', '=', _id)
    .executeTakeFirst();
  if (!order) throw notFound('Purchase order');
  return {
    _id,
    ref: order.ref,
    source: { _id: first.source, name: order.source_name },
    destination: { _id: first.seller, name: order.destination_name },
    lines: group.length,
    cases: group.reduce((sum, line) => sum + line.cases, 0),
    amount: formatMoney(order.amount_kobo),
  };
}
