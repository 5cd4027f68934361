/** The resource of order groups for the generic reads: people, amounts and what is due (ORD-17, ORD-18). */
import { type RawBuilder, sql } from 'kysely';
import { orderGroup } from '#contract/orders/orderGroup.ts';
import { formatMoney } from '#domain/money.ts';
import { BILLED_TAGS, COUNTED_TAGS, invoiceDue, ORDER_TAGS, type OrderTag, PENCOM } from '#domain/order.ts';
import { chargesOf, type MetaEntry } from '#domain/orderMeta.ts';
import { isHubSide } from '#domain/permissions.ts';
import { Refusal } from '../calls/refusal.ts';
import { leftHub } from '../resources/leftHub.ts';
import { resource, type StoredRow } from '../resources/resource.ts';

/** Kobo columns that go into the response without further computation. */
const MONEY = [
  'subtotal',
  'delivery_fee',
  'discount',
  'total',
  'amount',
  'cash',
  'transfer',
  'paid',
  'outstanding',
] as const;

/**
 * The amount due in SQL, for sorting only (K8). Overpaid groups sort below those that owe nothing. The figures that are shown come from the domain.
 */
const due = sql`case when m.tag in ('cancelled', 'deleted') then 0
  else m.total_kobo - m.paid_kobo + coalesce(wallet.balance_kobo, 0) - m.posted_kobo end`;

/** A figure of the orders that count: carts, and orders that were cancelled or deleted, do not. */
const ofCounting = (figure: RawBuilder<unknown>) =>
  sql`case when m.tag = any(${[...COUNTED_TAGS]}) then ${figure} else 0 end`;

export const orderGroupResource = resource(orderGroup, {
  joins: sql`left join buyer b on b._id = m.buyer_id left join sales_officer da on da._id = m.sales_officer_id
    left join ledger wallet on wallet.head = 'buyer' and wallet.subhead = 'wallet' and wallet.owner = m.buyer_id`,
  columns: {
    ...Object.fromEntries(MONEY.map((name) => [name, sql`m.${sql.id(`${name}_kobo`)}`])),
    buyer: sql`json_build_object('_id', b._id, 'name', b.name, 'person', b.person, 'phone', b.phone, 'location_id', b.location_id,
      'location', (select json_build_object('_id', place._id, 'name', place.name) from location place where place._id = b.location_id),
      'agent', (select json_build_object('name', a.name) from agent_referral r join agent a on a._id = r.agent_id where r.phone = b.phone and r.deleted_at is null),
      'balance', coalesce(wallet.balance_kobo, 0))`,
    buyer_is_new: sql`m.tag = any(${[...COUNTED_TAGS]}) and not exists (select 1 from order_group earlier where earlier.buyer_id = m.buyer_id
      and earlier.tag = any(${[...COUNTED_TAGS]}) and earlier.deleted_at is null and (earlier.created, earlier._id) < (m.created, m._id))`,
    seller: sql`(select json_build_object('_id', hub._id, 'name', hub.name) from seller hub where hub._id = m.seller_id)`,
    sales_officer: sql`case when da._id is null then null else json_build_object('_id', da._id, 'name', da.name, 'phone', da.phone) end`,
    sales_officer_name: sql`coalesce(da.name, '')`,
    manufacturer: sql`(select json_build_object('name', maker.name) from manufacturer maker where maker._id = m.manufacturer_id)`,
    amount_due: sql`m.posted_kobo`,
    overpaid: sql`null`,
    other_balance: sql`null`,
    meta_obj: sql`(select coalesce(json_object_agg(meta.tag, json_build_object('tag', meta.tag, 'value', meta.value, 'meta', meta.meta)), '{}'::json)
      from order_group_meta meta where meta.order_group_id = m._id)`,
    comment: sql`''`,
    charges: sql`null`,
    orders: sql`null`,
  },
  alsoFoundBy: (like, scanned) => foundByPeople(sql`m`, like, scanned),
  sort: {
    ref: sql`m.ref collate "C"`,
    retailer: sql`b.name_key`,
    amount_due: due,
    outstanding: sql`m.outstanding_kobo`,
    // The age of an order counts from the moment it became pending. The age of a cart that was never placed counts from its creation.
    age: sql`-coalesce(m.placed_at, m.created)`,
  },
  sums: {
    total: { kobo: ofCounting(sql`m.total_kobo`) },
    unpaid: { kobo: ofCounting(sql`greatest(0, -m.outstanding_kobo)`) },
    cases: { cases: ofCounting(sql`m.cases`) },
  },
  filter: {
    tag: (wanted) => sql`m.tag = any(${requestedTags(wanted)})`,
    payment: ([wanted]) => paymentFilter(sql`m`, wanted),
    timestamp_min: ([from]) => sql`m.created >= ${epoch(from)}`,
    timestamp_max: ([to]) => sql`m.created < ${epoch(to)}`,
    manufacturer_id: (wanted) =>
      sql`exists (select 1 from "order" o where o.order_group_id = m._id and o.manufacturer_id = any(${wanted}) and o.tag not in ('cancelled', 'deleted'))`,
  },
  scope: (who) => (isHubSide(who.role) ? sql`m.seller_id = ${who.seller_id ?? ''}` : null),
  left: leftHub('order_group'),
  labelOf: (row) => String(row.ref),
  shape(row, ctx) {
    const { balance, ...buyer } = row.buyer as StoredRow & { balance: number };
    const meta = row.meta_obj as Record<string, MetaEntry>;
    const { orders: _orders, other_balance: _unknownYet, ...rest } = row;
    const { due, overpaid, other } = invoiceDue({
      tag: row.tag as OrderTag,
      total: Number(row.total),
      paid: Number(row.paid),
      wallet: balance,
      posted: Number(row.amount_due),
    });
    const charges = chargesOf({
      delivery_fee: Number(row.delivery_fee),
      discount: Number(row.discount),
      discount_reason: String(row.discount_reason),
    });
    return {
      ...rest,
      ...Object.fromEntries(MONEY.map((name) => [name, formatMoney(Number(row[name]))])),
      buyer: { ...buyer, ledgers: { wallet: { balance: formatMoney(balance) } } },
      amount_due: formatMoney(due),
      overpaid: formatMoney(overpaid),
      // Hub roles do not see the retailer's balance elsewhere, because it would reveal what another hub billed.
      ...(isHubSide(ctx.who.role) ? {} : { other_balance: formatMoney(other) }),
      comment: meta.comment?.value ?? '',
      charges: charges.map((charge) => ({ ...charge, value: formatMoney(charge.value) })),
    };
  },
});

/**
 * The condition that finds a group by its retailer's name, phone or place, or by its associate's name (API.md 4.15). `group`: the alias of the group
 * in the query. `scanned`: the query reads every group. Then the found ids are a set, which costs one probe per group. Otherwise they are an array,
 * which the database looks up in an index. An array in a scan would compare every group with every found retailer ("Market 7", 50,000 groups: 5 s).
 */
export function foundByPeople(group: RawBuilder<unknown>, like: RawBuilder<unknown>, scanned: boolean) {
  const among = (ids: RawBuilder<unknown>) => (scanned ? sql`in (${ids})` : sql`= any(array(${ids}))`);
  const buyers = sql`select found._id from buyer found left join location at on at._id = found.location_id
    where found.words like ${like} or at.name_key like ${like}`;
  const officers = sql`select found._id from sales_officer found where found.name_key like ${like}`;
  return sql`${group}.buyer_id ${among(buyers)} or ${group}.sales_officer_id ${among(officers)}`;
}

/** The stored tags for the requested ones: `pencom` means pending and completed (ORD-11), `counted` those that reports count, `billed` those that are in the wallets. Throws 400 for an unknown tag. */
export function requestedTags(wanted: readonly string[]): OrderTag[] {
  return wanted.flatMap((tag) => {
    if (tag === 'pencom') return PENCOM;
    if (tag === 'counted') return COUNTED_TAGS;
    if (tag === 'billed') return BILLED_TAGS;
    const known = ORDER_TAGS.find((one) => one === tag);
    if (!known) throw new Refusal('bad_request', `Unknown tag: ${tag.slice(0, 60)}.`);
    return [known];
  });
}

/** The condition of a payment filter: paid, owing or unpaid (ORD-12). Throws 400 for any other word. */
export function paymentFilter(group: RawBuilder<unknown>, wanted: string | undefined) {
  if (wanted === 'paid') return sql`${group}.outstanding_kobo >= 0`;
  if (wanted === 'owing') return sql`${group}.tag = 'completed' and ${group}.outstanding_kobo < 0`;
  if (wanted === 'unpaid') return sql`${group}.outstanding_kobo < 0`;
  throw new Refusal('bad_request', `Unknown payment filter: ${String(wanted).slice(0, 60)}.`);
}

export function epoch(sent: string | undefined): number {
  if (!/^\d{1,12}$/.test(sent ?? '')) throw new Refusal('bad_request', 'A timestamp must be a number.');
  return Number(sent);
}
