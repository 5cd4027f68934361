/** The one moment stock moves (B3.10 to B3.25, SYNC rule 33): all or nothing, once, and only what was confirmed. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type Executed, type ExecuteError, execute } from '#contract/purchasing/purchasingCalls.ts';
import { formatMoney, movingAverage, rateOf } from '#domain/money.ts';
import { makeRef } from '#domain/orderRef.ts';
import { type Kind, movedQuantity, type PartyType } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import { answer, type Ctx } from '../answer.ts';
import { Refusal } from '../refusal.ts';
import { findParty } from '../stock/party.ts';
import { lockOrder } from './itemAnswers.ts';
import { acceptedAmount, digestOf, type LineRow, linesOf } from './orderLines.ts';
import { postWallets } from './wallets.ts';

interface Order {
  _id: string;
  ref: string;
  tag: string;
  kind: Kind;
  timestamp: number;
  source_type: PartyType;
  source: string;
  source_name: string;
  destination_type: PartyType;
  destination: string;
  destination_name: string;
  amount_kobo: number;
  amount_accepted_kobo: number;
  executed_at: number | null;
}

interface Holding {
  quantity: number;
  cost: number | null;
}

interface Side {
  /** null: no warehouse yet. */
  warehouseId: string | null;
  holdings: Map<string, Holding>;
  inactive: boolean;
}

export const executeAnswer = answer(
  execute,
  async ({ _id, commit = false, error_on_empty = true, expect_digest }, ctx) => {
    await lockOrder(ctx, _id, 'execute');
    const order = await readOrder(ctx, _id);
    if (order.tag === 'receipt') {
      throw new Refusal('already_executed', undefined, {
        receipt: { _id: order._id, ref: order.ref, tag: order.tag, executed_at: order.executed_at },
      });
    }
    const lines = await linesOf(ctx.db, _id);
    if (expect_digest !== undefined && expect_digest !== digestOf(lines)) throw new Refusal('items_changed');

    const products = lines.map((line) => line.product_id);
    const [source, destination] = await lockSides(ctx, order, products);
    const { errors, warnings } = await check(ctx, order, lines, source, destination, error_on_empty);
    const head = {
      _id: order._id,
      ref: order.ref,
      amount: formatMoney(order.amount_kobo),
      amount_accepted: formatMoney(lines.reduce((sum, line) => sum + acceptedAmount(line), 0)),
    };
    const moving = lines.filter((line) => movedQuantity(line) > 0);
    const moved = {
      moved_lines: moving.length,
      moved_units: moving.reduce((sum, line) => sum + movedQuantity(line), 0),
    };
    if (errors.length > 0) {
      ctx.say('Transfer failed.');
      return { ...head, ...NOTHING, errors, warnings };
    }
    if (!commit) {
      ctx.say('Transfer can be completed.');
      return {
        ...head,
        ...NOTHING,
        ...moved,
        warnings,
        errors: [],
        lines: moving.map((line) => lineAfter(line, source, destination)),
      };
    }
    return move(ctx, order, lines, source, destination, { ...head, ...moved, warnings });
  },
  { dry: (input) => input.commit !== true },
);

const NOTHING = {
  tag: 'purchase_order',
  committed: false,
  moved_lines: 0,
  moved_units: 0,
  executed_at: null,
  source_warehouse: null,
  destination_warehouse: null,
  lines: [],
};

async function readOrder(ctx: Ctx, id: string): Promise<Order> {
  const { rows } =
    await sql<Order>`select _id, ref, tag, kind, timestamp, source_type, source, source_name, destination_type, destination,
    destination_name, amount_kobo, amount_accepted_kobo, executed_at from purchase_order where _id = ${id}`.execute(
      ctx.db,
    );
  return rows[0] as Order;
}

/** B3.16: warehouses in ascending _id, then their stock rows in ascending product: no two executes can wait for each other. */
async function lockSides(ctx: Ctx, order: Order, products: string[]): Promise<[Side, Side]> {
  const { rows: warehouses } = await sql<{ _id: string; parent_type: string; parent: string; status: string }>`
    select _id, parent_type, parent, status from warehouse
    where ((parent_type = ${order.source_type} and parent = ${order.source}) or (parent_type = ${order.destination_type} and parent = ${order.destination}))
      and deleted_at is null order by _id for update`.execute(ctx.db);
  const active = warehouses.filter((row) => row.status === 'active').map((row) => row._id);
  const { rows: held } = await sql<{
    warehouse_id: string;
    product_id: string;
    quantity: number;
    cost_price_kobo: number | null;
  }>`
    select warehouse_id, product_id, quantity, cost_price_kobo from warehouse_product
    where warehouse_id = any(${active}) and product_id = any(${products}) order by warehouse_id, product_id for update`.execute(
    ctx.db,
  );
  const side = (type: string, parent: string): Side => {
    const own = warehouses.filter((row) => row.parent_type === type && row.parent === parent);
    const warehouseId = own.find((row) => row.status === 'active')?._id ?? null;
    const holdings = new Map(
      held
        .filter((row) => row.warehouse_id === warehouseId)
        .map((row) => [row.product_id, { quantity: row.quantity, cost: row.cost_price_kobo }]),
    );
    return { warehouseId, holdings, inactive: own.length > 0 && warehouseId === null };
  };
  return [side(order.source_type, order.source), side(order.destination_type, order.destination)];
}

async function check(ctx: Ctx, order: Order, lines: LineRow[], source: Side, destination: Side, errorOnEmpty: boolean) {
  const errors: ExecuteError[] = [];
  const warnings: ExecuteError[] = [];
  for (const [side, name] of [
    [source, order.source_name],
    [destination, order.destination_name],
  ] as const) {
    if (side.inactive) errors.push({ code: 'warehouse_inactive', message: `Warehouse of ${name} is inactive.` });
  }
  for (const [type, id] of [
    [order.source_type, order.source],
    [order.destination_type, order.destination],
  ] as const) {
    const party = await findParty(ctx.db, type, id);
    if (party.status !== 'active') errors.push({ code: 'party_inactive', message: `${party.name} is inactive.` });
  }
  const moving = lines.filter((line) => movedQuantity(line) > 0);
  if (moving.length === 0 && errorOnEmpty) errors.push({ code: 'empty', message: 'No products to transfer.' });
  const comesBack = order.kind === 'stock_in' || order.kind === 'shipment_out';
  for (const line of moving) {
    const about = { item_id: line._id, product_id: line.product_id, product: line.product_name };
    const requested = movedQuantity(line);
    const available = source.holdings.get(line.product_id)?.quantity ?? 0;
    if (line.product_status !== 'active') {
      const note = { code: 'product_inactive', message: `${line.product_name} is inactive.`, ...about };
      (comesBack ? warnings : errors).push(note);
    }
    if (requested > line.quantity) {
      warnings.push({
        code: 'over_delivery',
        message: `${line.product_name}: ${casesText(requested, line.case_count)} accepted, ${casesText(line.quantity, line.case_count)} expected.`,
        ...about,
      });
    }
    if (available >= requested) continue;
    const shortage = { requested, available, ...about };
    if (order.source_type === 'distributor') {
      warnings.push({
        code: 'opening_booked',
        message: `${line.product_name}: ${casesText(requested - available, line.case_count)} booked as opening stock.`,
        ...shortage,
      });
    } else {
      errors.push({
        code: 'short_stock',
        message: `${line.product_name}: ${casesText(requested, line.case_count)} needed, ${casesText(available, line.case_count)} available.`,
        ...shortage,
      });
    }
  }
  return { errors, warnings };
}

function lineAfter(line: LineRow, source: Side, destination: Side): Executed['lines'][number] {
  const moved = movedQuantity(line);
  const held = source.holdings.get(line.product_id)?.quantity ?? 0;
  return {
    item_id: line._id,
    product_id: line.product_id,
    quantity: line.quantity,
    moved,
    source_after: Math.max(0, held - moved),
    destination_after: (destination.holdings.get(line.product_id)?.quantity ?? 0) + moved,
  };
}

async function warehouseOf(ctx: Ctx, side: Side, type: PartyType, parent: string, name: string): Promise<string> {
  if (side.warehouseId) return side.warehouseId;
  const id = ctx.newId();
  await sql`insert into warehouse (_id, created, modified, created_by, modified_by, status, parent_type, parent, owner_name)
    values (${id}, ${ctx.now}, ${ctx.now}, 'system', 'system', 'active', ${type}, ${parent}, ${name})`.execute(ctx.db);
  await ctx.audit({
    action: 'create',
    model: 'warehouse',
    record_id: id,
    record_label: name,
    after: { parent_type: type, parent },
  });
  return id;
}

async function move(
  ctx: Ctx,
  order: Order,
  lines: LineRow[],
  source: Side,
  destination: Side,
  head: Pick<Executed, '_id' | 'ref' | 'amount' | 'amount_accepted' | 'moved_lines' | 'moved_units' | 'warnings'>,
): Promise<Executed> {
  const from = await warehouseOf(ctx, source, order.source_type, order.source, order.source_name);
  const to = await warehouseOf(ctx, destination, order.destination_type, order.destination, order.destination_name);
  const hub = order.source_type === 'seller' ? order.source : order.destination;
  const sellPrices = await hubPrices(
    ctx,
    hub,
    lines.map((line) => line.product_id),
  );
  const after: Executed['lines'] = [];
  const logs: LogRow[] = [];
  const stocks: StockRow[] = [];
  for (const line of lines) {
    const moved = movedQuantity(line);
    if (moved === 0) continue;
    const prices = logPrices(order, line, moved, source, destination, sellPrices);
    let held = source.holdings.get(line.product_id) ?? { quantity: 0, cost: null };
    if (held.quantity < moved) {
      // B2.5: goods that are physically here are never refused; the distributor's books open with what was missing.
      const missing = moved - held.quantity;
      held = { quantity: moved, cost: movingAverage(held.quantity, held.cost ?? prices.cost, missing, prices.cost) };
      logs.push({
        ...prices,
        ref: makeRef('OPEN', randomBytes(8)),
        kind: 'opening',
        warehouse: from,
        product: line.product_id,
        quantity: missing,
        after: moved,
        order: null,
        item: null,
        note: `Opening for ${order.ref}`,
      });
    }
    const got = destination.holdings.get(line.product_id) ?? { quantity: 0, cost: null };
    const left = held.quantity - moved;
    const now = got.quantity + moved;
    stocks.push({ warehouse: from, product: line.product_id, quantity: left, cost: held.cost ?? prices.cost });
    stocks.push({
      warehouse: to,
      product: line.product_id,
      quantity: now,
      cost: movingAverage(got.quantity, got.cost ?? prices.cost, moved, prices.cost),
    });
    const shared = {
      ...prices,
      ref: order.ref,
      kind: order.kind,
      product: line.product_id,
      order: order._id,
      item: line._id,
      note: '',
    };
    logs.push({ ...shared, warehouse: from, quantity: -moved, after: left });
    logs.push({ ...shared, warehouse: to, quantity: moved, after: now });
    after.push({
      item_id: line._id,
      product_id: line.product_id,
      quantity: line.quantity,
      moved,
      source_after: left,
      destination_after: now,
    });
  }
  await writeStock(ctx, stocks);
  await writeLogs(ctx, order, logs);
  const accepted = lines.reduce((sum, line) => sum + acceptedAmount(line), 0);
  await postWallets(ctx, order, accepted);
  // Last, because from here on the triggers lock order and lines for ever.
  await sql`update purchase_order set tag = 'receipt', executed_at = ${ctx.now}, executed_by = ${ctx.who.user_id}, executed_key = ${ctx.key},
    source_warehouse_id = ${from}, destination_warehouse_id = ${to}, amount_accepted_kobo = ${accepted}, items_digest = ${digestOf(lines)},
    item_count = ${lines.length}, modified = ${ctx.now}, modified_by = ${ctx.who.user_id}, version = version + 1 where _id = ${order._id}`.execute(
    ctx.db,
  );
  await ctx.audit({
    action: 'execute',
    model: 'purchase_order',
    record_id: order._id,
    record_label: order.ref,
    before: { tag: 'purchase_order' },
    after: { tag: 'receipt', moved_units: head.moved_units },
  });
  ctx.say('Transfer successful.');
  return {
    ...head,
    tag: 'receipt',
    committed: true,
    errors: [],
    executed_at: ctx.now,
    source_warehouse: { _id: from, name: order.source_name },
    destination_warehouse: { _id: to, name: order.destination_name },
    lines: after,
  };
}

/** B4.1: both rows of a line carry the same pair, in kobo per case. */
function logPrices(
  order: Order,
  line: LineRow,
  moved: number,
  source: Side,
  destination: Side,
  hubSells: Map<string, number>,
): { cost: number; sell: number } {
  const value = acceptedAmount(line);
  const rate = rateOf(value, moved, line.case_count) ?? line.product_price;
  const hubSide = order.source_type === 'seller' ? source : destination;
  switch (order.kind) {
    case 'shipment_in':
    case 'shipment_out':
      return { cost: rate, sell: hubSells.get(line.product_id) ?? line.product_price };
    case 'stock_in':
    case 'stock_out':
      return { cost: hubSide.holdings.get(line.product_id)?.cost ?? line.product_price, sell: rate };
    default:
      return { cost: source.holdings.get(line.product_id)?.cost ?? rate, sell: rate };
  }
}

async function hubPrices(ctx: Ctx, hub: string, products: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{
    product_id: string;
    price_kobo: number;
  }>`select product_id, price_kobo from seller_product
    where seller_id = ${hub} and product_id = any(${products}) and status = 'active' and deleted_at is null`.execute(
    ctx.db,
  );
  return new Map(rows.map((row) => [row.product_id, row.price_kobo]));
}

interface StockRow {
  warehouse: string;
  product: string;
  quantity: number;
  cost: number;
}

async function writeStock(ctx: Ctx, rows: StockRow[]): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(
    (row) =>
      sql`(${ctx.newId()}, ${row.warehouse}, ${row.product}, ${row.quantity}::int8, ${row.cost}::int8, ${ctx.now}::int8, ${ctx.now}::int8)`,
  );
  await sql`insert into warehouse_product (_id, warehouse_id, product_id, quantity, cost_price_kobo, created, modified) values ${sql.join(values)}
    on conflict (warehouse_id, product_id) do update set quantity = excluded.quantity, cost_price_kobo = excluded.cost_price_kobo,
      modified = excluded.modified, version = warehouse_product.version + 1`.execute(ctx.db);
}

interface LogRow {
  ref: string;
  kind: string;
  warehouse: string;
  product: string;
  quantity: number;
  cost: number;
  sell: number;
  after: number;
  order: string | null;
  item: string | null;
  note: string;
}

async function writeLogs(ctx: Ctx, order: Order, rows: LogRow[]): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(
    (
      row,
    ) => sql`(${ctx.newId()}, ${row.ref}, ${row.kind}, ${row.warehouse}, ${row.product}, ${row.quantity}::int8, ${row.cost}::int8, ${row.sell}::int8,
      ${row.after}::int8, ${ctx.now}::int8, ${order.timestamp}::int8, ${row.order}, ${row.item}, ${row.note}, ${ctx.who.user_id})`,
  );
  await sql`insert into warehouse_log (_id, ref, kind, warehouse_id, product_id, quantity, cost_price_kobo, sell_price_kobo, balance_after, created,
    timestamp, purchase_order_id, item_id, note, created_by) values ${sql.join(values)}`.execute(ctx.db);
}
