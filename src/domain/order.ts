/** The rules of order groups and orders (document 001 sections 2 to 5, B5): tags, transitions, amounts and wallet postings. */
import { ceilToNaira, lineAmount, shareOfAmount } from './money.ts';
import { can, type Permission, type Who } from './permissions.ts';
import { DAY } from './time.ts';

/** The tags of order groups and orders (ORD-16). */
export const ORDER_TAGS = ['draft', 'pending', 'delivered', 'completed', 'cancelled', 'deleted'] as const;
export type OrderTag = (typeof ORDER_TAGS)[number];

export const TAG_LABEL: Record<OrderTag, string> = {
  draft: 'Draft',
  pending: 'Pending',
  delivered: 'Delivered',
  completed: 'Completed',
  cancelled: 'Cancelled',
  deleted: 'Deleted',
};

/** The tags that the filter word `pencom` selects (ORD-11). */
export const PENCOM: readonly OrderTag[] = ['pending', 'completed'];
/** The tags that a list shows by default: all but deleted and draft (ORD-11). */
export const SHOWN_TAGS: readonly OrderTag[] = ['pending', 'delivered', 'completed', 'cancelled'];
/** The tags of orders that count (B7.1, B5.13). */
export const COUNTED_TAGS: readonly OrderTag[] = ['pending', 'delivered', 'completed'];

/** The tags of groups that are posted to the wallets in full (B5.3). Filter word: `billed`. */
export const BILLED_TAGS: readonly OrderTag[] = ['delivered', 'completed'];
/** The filter of orders that are owed: billed and not paid in full, as in Buyer Reconciliation. The documents' filter "owing" holds completed orders only (ORD-12). */
export const OWED = { tag: 'billed', payment: 'unpaid' } as const;

/** The search of an address of a person who came to take an order: a list then asks for the retailer, and a cart opens the search of products. */
export const TAKING = { act: 'order' } as const;

/** true: an order with this tag counts in its group (B5.0b). */
export const isLiveTag = (tag: OrderTag) => tag !== 'cancelled' && tag !== 'deleted';
/** true: a group with this tag is posted to the wallets in full (B5.3). */
export const isBilled = (tag: OrderTag) => BILLED_TAGS.includes(tag);

/** true: the group ended without goods. Its orders follow it (K11), and money received for it is posted to the wallets (K4). */
export const isCancelledOrDeleted = (tag: OrderTag) => tag === 'cancelled' || tag === 'deleted';

/** The outcomes for money received for an order that is cancelled (K4). */
export const PAYMENT_OUTCOMES = ['credit', 'paid_back'] as const;
export type PaymentOutcome = (typeof PAYMENT_OUTCOMES)[number];
export const PAYMENT_OUTCOME_LABEL: Record<PaymentOutcome, string> = {
  credit: "Keep as the retailer's credit",
  paid_back: 'Paid back to the retailer',
};
/** true: cancelling or deleting the group needs one of these outcomes, because money was recorded that no wallet holds yet (K4). `paid` in kobo. */
export const asksOfPayment = (from: OrderTag, to: OrderTag, paid: number) =>
  isCancelledOrDeleted(to) && (from === 'draft' || from === 'pending') && paid > 0;

/** The tag of an order as answers report it: `cancelled` while its group is cancelled, and its own tag again after the group is restored (K11). */
export const partTag = (own: OrderTag, group: OrderTag): OrderTag =>
  group === 'cancelled' && own !== 'deleted' ? 'cancelled' : own;

/** The labels of the delivery outcomes (ORD-41). */
export const OUTCOME_LABEL = {
  delivered_on_time: 'Delivered Within 24hrs',
  delivered_late: 'Delivered After 24hrs',
  not_delivered: 'Not Delivered',
} as const;
export type DeliveryOutcome = keyof typeof OUTCOME_LABEL;
export const DELIVERED_OUTCOMES = ['delivered_on_time', 'delivered_late'] as const;

/** The reasons for not delivering (ORD-42). */
export const REASON_NOT_DELIVERED = {
  customer_unavailable: 'Customer Unavailable',
  product_unavailable: 'Product Unavailable',
  order_rejected: 'Order Rejected',
  rep_van_unavailable: 'Rep/Van Unavailable',
} as const;
export type NotDelivered = keyof typeof REASON_NOT_DELIVERED;

/** The source of orders made in the back office (B14.7). */
export const DEFAULT_ORDER_SOURCE = 'BACK_OFFICE';

/** Whether an order was delivered within 24 hours of being placed (B5.8). Epoch seconds; a group without a placing time counts as on time. */
export function deliveryOutcomeOf(placedAt: number | null, now: number): (typeof DELIVERED_OUTCOMES)[number] {
  return placedAt === null || now - placedAt <= DAY ? 'delivered_on_time' : 'delivered_late';
}

interface Move {
  readonly from: OrderTag;
  readonly to: OrderTag;
  readonly who: readonly Permission[] | 'administrator';
  /** The move is refused for a group without a live item (an empty cart). */
  readonly items?: true;
  /** The user must type a reason. */
  readonly reason?: true;
}

const CART = ['buyer_cart', 'create_order'] as const;
const TAGS = ['update_order_tag'] as const;

/** The transitions of B5.1, row by row. */
const MOVES: readonly Move[] = [
  { from: 'draft', to: 'pending', who: CART, items: true },
  { from: 'draft', to: 'deleted', who: CART },
  { from: 'pending', to: 'completed', who: TAGS },
  { from: 'pending', to: 'delivered', who: TAGS },
  { from: 'pending', to: 'cancelled', who: TAGS },
  { from: 'pending', to: 'deleted', who: 'administrator' },
  { from: 'delivered', to: 'completed', who: TAGS },
  { from: 'delivered', to: 'cancelled', who: 'administrator', reason: true },
  { from: 'completed', to: 'cancelled', who: 'administrator', reason: true },
  { from: 'cancelled', to: 'completed', who: TAGS, items: true },
  { from: 'deleted', to: 'completed', who: TAGS, items: true },
];

/** The transition of a group, or null if there is none: "An order that is {from} cannot become {to}." */
export function moveOf(from: OrderTag, to: OrderTag): Move | null {
  return MOVES.find((move) => move.from === from && move.to === to) ?? null;
}

export function mayMove(move: Move, who: Pick<Who, 'permissions' | 'role'> | null): boolean {
  if (move.who === 'administrator') return who?.role === 'administrator.administrator';
  return move.who.some((permission) => can(who, permission));
}

/** The tags that this user may give a group now. Buttons show only these, so that the server refuses none of them. */
export function tagsFrom(from: OrderTag, who: Pick<Who, 'permissions' | 'role'> | null): OrderTag[] {
  return MOVES.filter((move) => move.from === from && mayMove(move, who)).map((move) => move.to);
}

/** true: the user may edit the group: a cart with the right to take orders, a placed order with update_order (A13). */
export function mayEditGroup(tag: OrderTag, who: Pick<Who, 'permissions'> | null): boolean {
  return can(who, 'update_order') || (tag === 'draft' && (can(who, 'buyer_cart') || can(who, 'create_order')));
}

/** true: the user may change the tag of an order, to any other tag; in a completed group only with update_order_tag (B5.2). */
export function mayMoveOrder(groupTag: OrderTag, who: Pick<Who, 'permissions'> | null): boolean {
  if (groupTag === 'completed') return can(who, 'update_order_tag');
  return can(who, 'update_order') || (groupTag === 'draft' && can(who, 'buyer_cart'));
}

/** The billed amount of a line in kobo (B5.0c). Quantities in units; `rate` (kobo per case) is used only if nothing was ordered. */
export function lineValue(line: {
  quantity: number;
  quantity_accepted: number | null;
  amount: number;
  rate: number;
  case_count: number;
}): number {
  const { quantity, quantity_accepted: accepted, amount, rate, case_count } = line;
  if (accepted === null) return amount;
  return quantity === 0 ? lineAmount(accepted, rate, case_count) : shareOfAmount(amount, accepted, quantity);
}

/**
 * The amount of an order after a change of its lines, in kobo: an edited amount changes by the same difference, any other is the sum of the lines
 * (B5.0g).
 */
export function amountAfter(order: { amount: number; edited: boolean; items: number }, items: number): number {
  return order.edited ? order.amount + items - order.items : items;
}

/**
 * The amount still due: the total, less the payments of this order, plus the rest of the retailer's wallet (K8, B5.6, F9). `posted` is the part of
 * `wallet` that this order caused. All in kobo. `due` is rounded up to the whole naira and never below 0; `overpaid` is the excess. A cancelled or
 * deleted group counts as 0.
 */
export function invoiceDue(group: { tag: OrderTag; total: number; paid: number; wallet: number; posted: number }) {
  const { tag, total, paid, wallet, posted } = group;
  const other = wallet - posted;
  const rest = isCancelledOrDeleted(tag) ? 0 : total - paid + other;
  return { due: Math.max(0, ceilToNaira(rest)), overpaid: Math.max(0, 0 - rest), other };
}

export type PostingHead = 'buyer' | 'sales_officer';
export type PostingTag = 'order' | 'cash' | 'transfer';

/** One posting of a group to a wallet. `effect` in kobo: positive = the owner owes more (A9). */
export interface Posting {
  readonly head: PostingHead;
  readonly owner: string;
  readonly tag: PostingTag;
  readonly effect: number;
}

export interface Postable {
  readonly tag: OrderTag;
  /** The group was posted before, so money received for it stays the retailer's credit. */
  readonly posted: boolean;
  readonly buyer_id: string;
  readonly sales_officer_id: string | null;
  /** The associate was issued goods and sells his or her own stock (B5.3). */
  readonly da_stock: boolean;
  readonly total: number;
  readonly subtotal: number;
  readonly cash: number;
  readonly transfer: number;
}

/** The postings that the wallets should hold because of this group, by the table of B5.3. Postings of 0 are left out. */
export function postingsOf(group: Postable): Posting[] {
  const billed = isBilled(group.tag);
  if (!billed && !(isCancelledOrDeleted(group.tag) && group.posted)) return [];
  const buyer = { head: 'buyer', owner: group.buyer_id } as const;
  const all: Posting[] = [
    { ...buyer, tag: 'order', effect: billed ? group.total : 0 },
    { ...buyer, tag: 'cash', effect: 0 - group.cash },
    { ...buyer, tag: 'transfer', effect: 0 - group.transfer },
  ];
  if (group.sales_officer_id !== null) {
    const associate = { head: 'sales_officer', owner: group.sales_officer_id } as const;
    all.push({ ...associate, tag: 'order', effect: billed && group.da_stock ? 0 - group.subtotal : 0 });
    all.push({ ...associate, tag: 'cash', effect: group.cash });
  }
  return all.filter((posting) => posting.effect !== 0);
}

/**
 * The postings still to be written: `wanted` minus `posted`, per wallet and tag, sorted in one order for all callers, because wallets are locked in
 * it. Only differences are written, so repeating, correcting, cancelling and restoring never post twice.
 */
export function postingDifferences(wanted: readonly Posting[], posted: readonly Posting[]): Posting[] {
  const sums = new Map<string, Posting>();
  const add = (posting: Posting, sign: 1 | -1) => {
    const place = `${posting.head} ${posting.owner} ${posting.tag}`;
    const effect = (sums.get(place)?.effect ?? 0) + sign * posting.effect;
    sums.set(place, { ...posting, effect });
  };
  for (const posting of wanted) add(posting, 1);
  for (const posting of posted) add(posting, -1);
  return [...sums]
    .filter(([, posting]) => posting.effect !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, posting]) => posting);
}

/** The figure as it was entered (B6.3): an order's total and received money are positive, whatever their effect on the balance. */
export function postedValue(posting: Posting): number {
  const reduces = posting.head === 'buyer' ? posting.tag !== 'order' : posting.tag === 'order';
  return reduces ? 0 - posting.effect : posting.effect;
}
