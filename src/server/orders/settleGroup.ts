/**
 * The only place where a group is locked, changed and settled. Each change recomputes the group's orders, money and wallets from its lines, in the
 * same transaction (B5.3). No other code writes these columns or posts for orders.
 */
import { sql } from 'kysely';
import { formatMoney, showNaira } from '#domain/money.ts';
import {
  isBilled,
  isCancelledOrDeleted,
  type OrderTag,
  type Posting,
  postedValue,
  postingDifferences,
  postingsOf,
} from '#domain/order.ts';
import { isHubSide } from '#domain/permissions.ts';
import type { Ctx } from '../calls/handler.ts';
import { notFound, Refusal } from '../calls/refusal.ts';
import { hubPrices } from '../catalogue/hubPrice.ts';
import { showSoldLines } from '../stock/soldLines.ts';
import { postToWallet } from '../wallet/wallet.ts';
import { movedAmount, refuseFigures, totalKobo } from './figureRules.ts';
import { shareBilled } from './reports/billedLines.ts';
import { settleOrders } from './settleOrders.ts';

/** A stored group. Money is in kobo. */
export interface Group {
  _id: string;
  ref: string;
  tag: OrderTag;
  version: number;
  buyer_id: string;
  seller_id: string | null;
  sales_officer_id: string | null;
  source: string;
  orders_kobo: number;
  adjustment_kobo: number;
  delivery_fee_kobo: number;
  discount_kobo: number;
  discount_reason: string;
  amount_kobo: number;
  payment_method: string | null;
  cash_kobo: number;
  transfer_kobo: number;
  placed_at: number | null;
  posted_at: number | null;
  posted_kobo: number;
  da_stock: boolean;
  delivery_outcome: string | null;
  /** The number of live orders that have a line. */
  manufacturers: number;
}

const COLUMNS = sql`m._id, m.ref, m.tag, m.version, m.buyer_id, m.seller_id, m.sales_officer_id, m.source, m.orders_kobo, m.adjustment_kobo,
  m.delivery_fee_kobo, m.discount_kobo, m.discount_reason, m.amount_kobo, m.payment_method, m.cash_kobo, m.transfer_kobo, m.placed_at, m.posted_at,
  m.posted_kobo, m.da_stock, m.delivery_outcome, m.manufacturers`;

/**
 * Locks the group before reading it, so that a second caller sees the changes of the first. Throws 404 when there is no such group in the account's
 * hub.
 */
export async function lockGroup(ctx: Ctx, id: string): Promise<Group> {
  const scope = isHubSide(ctx.who.role) ? sql` and m.seller_id = ${ctx.who.seller_id ?? ''}` : sql``;
  const { rows } =
    await sql<Group>`select ${COLUMNS} from order_group m where m._id = ${id} and m.deleted_at is null${scope} for update`.execute(
      ctx.db,
    );
  if (!rows[0]) throw notFound('Order');
  return rows[0];
}

/** The fields that a caller may set. Every derived figure is recomputed. */
export type GroupChanges = Partial<
  Pick<
    Group,
    | 'tag'
    | 'sales_officer_id'
    | 'seller_id'
    | 'source'
    | 'adjustment_kobo'
    | 'delivery_fee_kobo'
    | 'discount_kobo'
    | 'discount_reason'
    | 'amount_kobo'
    | 'payment_method'
    | 'cash_kobo'
    | 'transfer_kobo'
    | 'placed_at'
    | 'delivery_outcome'
  >
> & {
  /** The stored amount is set to the new total: when the group is placed, and when a discount is saved with update_amounts_too (B5.0b). */
  amountFollows?: true;
  /** The id of the line that was added or changed. */
  line?: string;
  /** The field that made the order smaller. An error about a discount that is now too large is reported at this field. */
  field?: string;
};

/**
 * Recomputes a locked group from its lines and the given changes, and returns the stored group. Throws 422 when a figure exceeds a limit (B13) or
 * falls below 0, and 409 when the last product of a pending order with a received payment is removed.
 */
export async function settleGroup(ctx: Ctx, before: Group, changes: GroupChanges = {}): Promise<Group> {
  const { amountFollows, line, field, ...set } = changes;
  const sums = await settleOrders(ctx, before._id, line);
  const next: Group = { ...before, ...set, orders_kobo: sums.orders };
  // A pending group without live orders is cancelled. A cart and a billed group keep their tag.
  const emptied =
    next.tag === 'pending' && before.tag === 'pending' && before.manufacturers > 0 && sums.makers.length === 0;
  if (emptied) next.tag = 'cancelled';
  // A billed group without live orders bills nothing, so its fee, discount and edited subtotal are removed too. An emptied group also loses a
  // discount that alone would make it negative.
  const nothingLeft =
    before.manufacturers > 0 &&
    sums.makers.length === 0 &&
    sums.orders === 0 &&
    (isBilled(next.tag) ||
      ((emptied || !isCancelledOrDeleted(next.tag)) && (totalKobo(next) < 0 || next.adjustment_kobo < 0)));
  if (nothingLeft)
    Object.assign(next, isBilled(next.tag) ? NO_FIGURES : { ...NO_FIGURES, delivery_fee_kobo: next.delivery_fee_kobo });
  const total = totalKobo(next);
  if (amountFollows || nothingLeft) next.amount_kobo = total;
  else if (set.amount_kobo === undefined) next.amount_kobo = movedAmount(before, next, sums.makers.length === 0);
  refuseFigures(before, next, field);
  await shareBilled(ctx, before._id, total);
  const paid = next.cash_kobo + next.transfer_kobo;
  if (emptied && paid > 0)
    throw new Refusal(
      'conflict',
      `This is the last product of the order, and ${showNaira(paid)} was received for it. Cancel the order and say what happens to the money.`,
    );
  // Money that was received for a cancelled or deleted order is posted as the retailer's credit, like that of a billed order.
  const keepsMoney =
    isCancelledOrDeleted(next.tag) && paid > 0 && (set.tag !== undefined || set.cash_kobo !== undefined);
  const firstPosted = next.posted_at === null && (isBilled(next.tag) || keepsMoney);
  if (firstPosted) next.posted_at = ctx.now;
  const otherOfficer = next.sales_officer_id !== before.sales_officer_id;
  if (firstPosted || (next.posted_at !== null && otherOfficer)) next.da_stock = await wasIssued(ctx, next);
  if (next.da_stock && isBilled(next.tag) && next.sales_officer_id !== null)
    await showSoldLines(ctx, next._id, next.sales_officer_id);
  next.posted_kobo = await postDifferences(ctx, next);
  // An order counts on the day on which it was placed, not on the day on which its cart was opened (decision 1560).
  const created = before.tag === 'draft' && next.tag === 'pending' ? sql`${ctx.now}` : sql`created`;
  await sql`update order_group set tag = ${next.tag}, seller_id = ${next.seller_id}, sales_officer_id = ${next.sales_officer_id}, source = ${next.source},
    orders_kobo = ${next.orders_kobo}, adjustment_kobo = ${next.adjustment_kobo}, delivery_fee_kobo = ${next.delivery_fee_kobo},
    discount_kobo = ${next.discount_kobo}, discount_reason = ${next.discount_reason}, amount_kobo = ${next.amount_kobo},
    payment_method = ${next.payment_method}, cash_kobo = ${next.cash_kobo}, transfer_kobo = ${next.transfer_kobo}, placed_at = ${next.placed_at},
    posted_at = ${next.posted_at}, posted_kobo = ${next.posted_kobo}, da_stock = ${next.da_stock}, delivery_outcome = ${next.delivery_outcome},
    cases = ${sums.cases}, manufacturers = ${sums.makers.length}, manufacturer_id = ${sums.makers.length === 1 ? sums.makers[0] : null},
    created = ${created}, modified = ${ctx.now}, modified_by = ${ctx.who.user_id}, version = version + 1 where _id = ${before._id}`.execute(
    ctx.db,
  );
  // Orders show the hub, associate and tag of their group, so the offline copies of both hubs reload them. Nobody edited them: the version stays.
  if (next.seller_id !== before.seller_id || otherOfficer || next.tag !== before.tag)
    await sql`update "order" set modified = ${ctx.now}, created = ${created} where order_group_id = ${before._id}`.execute(
      ctx.db,
    );
  next.version += 1;
  next.manufacturers = sums.makers.length;
  if (emptied) await logTag(ctx, next, before, 'The last product was removed.');
  if (nothingLeft) await logNothingLeft(ctx, before, next.delivery_fee_kobo);
  return next;
}

const NO_FIGURES = { adjustment_kobo: 0, delivery_fee_kobo: 0, discount_kobo: 0, discount_reason: '' } as const;

async function logNothingLeft(ctx: Ctx, before: Group, fee: number): Promise<void> {
  const { adjustment_kobo, delivery_fee_kobo, discount_kobo, discount_reason } = before;
  if (discount_kobo !== 0) await writeMeta(ctx, before._id, [{ tag: 'discount', value: '' }]);
  if (adjustment_kobo === 0 && delivery_fee_kobo === 0 && discount_kobo === 0) return;
  const shown = (adjustment: number, fee: number, discount: number, reason: string) => ({
    adjustment: formatMoney(adjustment),
    delivery_fee: formatMoney(fee),
    discount: formatMoney(discount),
    discount_reason: reason,
  });
  await ctx.audit({
    action: 'update',
    model: 'order_group',
    record_id: before._id,
    record_label: before.ref,
    before: shown(adjustment_kobo, delivery_fee_kobo, discount_kobo, discount_reason),
    after: shown(0, fee, 0, ''),
  });
}

/** Writes one log row per change of a tag, and the audit entry with the payment that came with it (B5.1, B12.1). */
export async function logTag(
  ctx: Ctx,
  group: Group,
  before: Group,
  note = '',
  payment: Readonly<Record<string, string>> = {},
): Promise<void> {
  await sql`insert into order_group_log (_id, order_group_id, tag, old_tag, user_id, user_name, created, note)
    values (${ctx.newId()}, ${group._id}, ${group.tag}, ${before.tag}, ${ctx.who.user_id}, ${ctx.who.name}, ${ctx.now}, ${note})`.execute(
    ctx.db,
  );
  if (group.tag === 'cancelled') await writeMeta(ctx, group._id, [{ tag: 'cancelled_by', value: ctx.who.user_id }]);
  await ctx.audit({
    action: 'tag',
    model: 'order_group',
    record_id: group._id,
    record_label: group.ref,
    before: tagAndPayment(group, before),
    after: { ...tagAndPayment(before, group), ...payment },
  });
}

/** The tag, and the parts of the payment that differ from `other`. */
function tagAndPayment(other: Group, { tag, payment_method, cash_kobo, transfer_kobo }: Group) {
  return {
    tag,
    ...(payment_method === other.payment_method ? {} : { payment_method }),
    ...(cash_kobo === other.cash_kobo ? {} : { cash: formatMoney(cash_kobo) }),
    ...(transfer_kobo === other.transfer_kobo ? {} : { transfer: formatMoney(transfer_kobo) }),
  };
}

export type MetaOwner = 'order_group' | 'order';
export const metaTable = (of: MetaOwner) => ({ table: sql.table(`${of}_meta`), owner: sql.id(`${of}_id`) });

/**
 * Writes meta entries. An owner has one entry per tag, so a new entry replaces the old one (ORD-19). Of two entries with the same tag the last
 * counts.
 */
export async function writeMeta(
  ctx: Ctx,
  owners: string | readonly string[],
  entries: readonly { tag: string; value: string; meta?: string }[],
  of: MetaOwner = 'order_group',
): Promise<void> {
  const { table, owner } = metaTable(of);
  const last = [...new Map(entries.map((entry) => [entry.tag, entry])).values()];
  const rows = [owners].flat().flatMap((id) => last.map((entry) => ({ _id: ctx.newId(), id, ...entry })));
  if (rows.length === 0) return;
  const each = (value: (row: (typeof rows)[number]) => string) => rows.map(value);
  await sql`insert into ${table} (_id, ${owner}, tag, value, meta, created, modified, modified_by)
    select _id, owner, tag, value, meta, ${ctx.now}::int8, ${ctx.now}::int8, ${ctx.who.user_id}
    from unnest(${each((row) => row._id)}::text[], ${each((row) => row.id)}::text[], ${each((row) => row.tag)}::text[],
      ${each((row) => row.value)}::text[], ${each((row) => row.meta ?? '')}::text[]) as entry (_id, owner, tag, value, meta)
    on conflict (${owner}, tag) do update set value = excluded.value, meta = excluded.meta, modified = excluded.modified,
      modified_by = excluded.modified_by`.execute(ctx.db);
}

/** Whether goods were issued to the associate of this group (`da_stock`, B5.3). */
async function wasIssued(ctx: Ctx, group: Group): Promise<boolean> {
  if (group.sales_officer_id === null) return false;
  const { rows } = await sql`select 1 from warehouse w join warehouse_log l on l.warehouse_id = w._id
    where w.parent_type = 'sales_officer' and w.parent = ${group.sales_officer_id} limit 1`.execute(ctx.db);
  return rows.length > 0;
}

/** Posts the missing differences. Returns what this group has now posted to the retailer's wallet, in kobo. */
async function postDifferences(ctx: Ctx, group: Group): Promise<number> {
  const wanted = postingsOf({
    tag: group.tag,
    posted: group.posted_at !== null,
    buyer_id: group.buyer_id,
    sales_officer_id: group.sales_officer_id,
    da_stock: group.da_stock,
    total: totalKobo(group),
    subtotal: group.orders_kobo + group.adjustment_kobo,
    cash: group.cash_kobo,
    transfer: group.transfer_kobo,
  });
  if (group.posted_at !== null) {
    const { rows: posted } = await sql<Posting>`select l.head, l.owner, g.tag, sum(g.effect_kobo)::int8 as effect
      from ledger_log g join ledger l on l._id = g.ledger_id
      where g.ref_type = 'order_group' and g.ref_id = ${group._id} group by l.head, l.owner, g.tag`.execute(ctx.db);
    for (const posting of postingDifferences(wanted, posted)) {
      await postToWallet(ctx, {
        ...posting,
        value: postedValue(posting),
        description: group.ref,
        ref_type: 'order_group',
        ref_id: group._id,
      });
    }
  }
  return wanted.filter((one) => one.head === 'buyer').reduce((sum, one) => sum + one.effect, 0);
}

/** The hub's active price, else the product's price, in kobo per case (B1.5, B3.6). */
export async function hubPriceOf(
  ctx: Ctx,
  group: Group,
  product: { _id: string; price_kobo: number },
): Promise<number> {
  const own =
    group.seller_id === null ? undefined : (await hubPrices(ctx.db, group.seller_id, [product._id])).get(product._id);
  return own ?? product.price_kobo;
}
