/** Order groups and orders: tags, transitions, money, and their postings into wallets (document 001 sections 2 to 5, B5). */
import { ceilToNaira, lineAmount, partOf } from './money.ts';
import { can, type Permission, type Who } from './permissions.ts';
import { DAY } from './time.ts';

/** The tags of an order group (ORD-16). */
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
/** The tags that a list shows without a tag filter: all but deleted and draft (ORD-11). */
export const SHOWN_TAGS: readonly OrderTag[] = ['pending', 'delivered', 'completed', 'cancelled'];
/** The tags of orders that count in figures (B7.1, B5.13). */
export const COUNTED_TAGS: readonly OrderTag[] = ['pending', 'delivered', 'completed'];

/** True if an order counts in the total of its group (B5.0b). */
export const isLiveTag = (tag: OrderTag) => tag !== 'cancelled' && tag !== 'deleted';
/** True if the full figures of a group are posted to the wallets (B5.3). */
export const isBilled = (tag: OrderTag) => tag === 'delivered' || tag === 'completed';

/** True for a group that ended without goods. Its orders take the group's tag (K11), and money received for it stays posted in the wallets (K4). */
export const isGone = (tag: OrderTag) => tag === 'cancelled' || tag === 'deleted';

/** What happens to money that was received for a cancelled order (K4). */
export const PAYMENT_OUTCOMES = ['credit', 'paid_back'] as const;
export type PaymentOutcome = (typeof PAYMENT_OUTCOMES)[number];
export const PAYMENT_OUTCOME_LABEL: Record<PaymentOutcome, string> = {
  credit: "Keep as the retailer's credit",
  paid_back: 'Paid back to the retailer',
};
/**
 * True if cancelling or deleting the group needs a payment outcome, because it has money that is not posted to a wallet yet (K4). `paid` is in kobo.
 */
export const asksOfPayment = (from: OrderTag, to: OrderTag, paid: number) =>
  isGone(to) && (from === 'draft' || from === 'pending') && paid > 0;

/**
 * Returns the tag of an order as shown. An order of a cancelled group counts as cancelled; once the group is restored, its own tag counts again
 * (K11).
 */
export const partTag = (own: OrderTag, group: OrderTag): OrderTag =>
  group === 'cancelled' && own !== 'deleted' ? 'cancelled' : own;

/** Delivery outcomes and their labels (ORD-41). */
export const OUTCOME_LABEL = {
  delivered_on_time: 'Delivered Within 24hrs',
  delivered_late: 'Delivered After 24hrs',
  not_delivered: 'Not Delivered',
} as const;
export type DeliveryOutcome = keyof typeof OUTCOME_LABEL;
export const DELIVERED_OUTCOMES = ['delivered_on_time', 'delivered_late'] as const;

/** Reasons why an order was not delivered, and their labels (ORD-42). */
export const REASON_NOT_DELIVERED = {
  customer_unavailable: 'Customer Unavailable',
  product_unavailable: 'Product Unavailable',
  order_rejected: 'Order Rejected',
  rep_van_unavailable: 'Rep/Van Unavailable',
} as const;
export type NotDelivered = keyof typeof REASON_NOT_DELIVERED;

/** The source of an order that is placed in the back office (B14.7). */
export const DEFAULT_ORDER_SOURCE = 'BACK_OFFICE';

/**
 * Returns whether the order was delivered within 24 hours of being placed (B5.8). Times are epoch seconds. A group without a placing time counts as
 * on time.
 */
export function deliveryOutcomeOf(placedAt: number | null, now: number): (typeof DELIVERED_OUTCOMES)[number] {
  return placedAt === null || now - placedAt <= DAY ? 'delivered_on_time' : 'delivered_late';
}

interface Move {
  readonly from: OrderTag;
  readonly to: OrderTag;
  readonly who: readonly Permission[] | 'administrator';
  /** The move is refused if the group has no live item (empty cart). */
  readonly items?: true;
  /** The person must type a reason. */
  readonly reason?: true;
}

const CART = ['buyer_cart', 'create_order'] as const;
const TAGS = ['update_order_tag'] as const;

/** The transitions of a group, in the order of the table in B5.1. */
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

/** Returns the transition, or null if there is none; the refusal is then "An order that is {from} cannot become {to}." */
export function moveOf(from: OrderTag, to: OrderTag): Move | null {
  return MOVES.find((move) => move.from === from && move.to === to) ?? null;
}

export function mayMove(move: Move, who: Pick<Who, 'permissions' | 'role'> | null): boolean {
  if (move.who === 'administrator') return who?.role === 'administrator.administrator';
  return move.who.some((permission) => can(who, permission));
}

/** Returns the tags that this person may give the group now. Screens draw no button that the server would refuse. */
export function tagsFrom(from: OrderTag, who: Pick<Who, 'permissions' | 'role'> | null): OrderTag[] {
  return MOVES.filter((move) => move.from === from && mayMove(move, who)).map((move) => move.to);
}

/** The moves that the list offers, for pending groups only (ORD-28). */
export const LIST_MOVES: readonly OrderTag[] = ['completed', 'cancelled'];

/** True if this person may edit the group: whoever may take orders edits drafts, and update_order is needed for the rest (A13). */
export function mayEditGroup(tag: OrderTag, who: Pick<Who, 'permissions'> | null): boolean {
  return can(who, 'update_order') || (tag === 'draft' && (can(who, 'buyer_cart') || can(who, 'create_order')));
}

/** True if this person may change the tag of an order, to any other tag (B5.2). In a completed group that needs update_order_tag. */
export function mayMoveOrder(groupTag: OrderTag, who: Pick<Who, 'permissions'> | null): boolean {
  if (groupTag === 'completed') return can(who, 'update_order_tag');
  return can(who, 'update_order') || (groupTag === 'draft' && can(who, 'buyer_cart'));
}

/** Returns what a line is billed, in kobo (B5.0c). Quantities are units. `rate` is kobo per case and counts only if the ordered quantity is 0. */
export function lineValue(line: {
  quantity: number;
  quantity_accepted: number | null;
  amount: number;
  rate: number;
  case_count: number;
}): number {
  const { quantity, quantity_accepted: accepted, amount, rate, case_count } = line;
  if (accepted === null) return amount;
  return quantity === 0 ? lineAmount(accepted, rate, case_count) : partOf(amount, accepted, quantity);
}

/**
 * Returns the amount of an order after its lines changed, in kobo (B5.0g). An edited amount moves by the difference; an unedited one is the sum of
 * the lines.
 */
export function amountAfter(order: { amount: number; edited: boolean; items: number }, items: number): number {
  return order.edited ? order.amount + items - order.items : items;
}

/**
 * Returns what is still to be paid, in kobo: the total, minus what was paid for this order, plus the rest of the retailer's wallet (K8, B5.6, F9).
 * `posted` is the part of the wallet that this order caused. `due` is rounded up to whole naira and never below 0; `overpaid` is the surplus. A
 * cancelled or deleted group has nothing to pay.
 */
export function invoiceDue(group: { tag: OrderTag; total: number; paid: number; wallet: number; posted: number }) {
  const { tag, total, paid, wallet, posted } = group;
  const other = wallet - posted;
  const rest = isGone(tag) ? 0 : total - paid + other;
  return { due: Math.max(0, ceilToNaira(rest)), overpaid: Math.max(0, 0 - rest), other };
}

export type PostingHead = 'buyer' | 'sales_officer';
export type PostingTag = 'order' | 'cash' | 'transfer';

/** One entry of a wallet that a group posts. `effect` is in kobo; positive means that the owner owes more (A9). */
export interface Posting {
  readonly head: PostingHead;
  readonly owner: string;
  readonly tag: PostingTag;
  readonly effect: number;
}

export interface Postable {
  readonly tag: OrderTag;
  /** True if the group was posted before. Money received then stays as the retailer's credit. */
  readonly posted: boolean;
  readonly buyer_id: string;
  readonly sales_officer_id: string | null;
  /** True if the delivery associate was issued the goods, and so sells stock of their own (B5.3). */
  readonly da_stock: boolean;
  readonly total: number;
  readonly subtotal: number;
  readonly cash: number;
  readonly transfer: number;
}

/** Returns what this group should have posted to the wallets (the table of B5.3). Zero effects are left out. */
export function postingsOf(group: Postable): Posting[] {
  const billed = isBilled(group.tag);
  if (!billed && !(isGone(group.tag) && group.posted)) return [];
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
 * Returns the postings that are still to be written: wanted minus posted, per wallet and tag, sorted. All callers lock wallets in this order. Because
 * only differences are written, repeating, correcting, cancelling and restoring never post twice.
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

/**
 * Returns the figure as people enter it, in kobo: the total of an order and money received are positive, whatever their effect on the balance (B6.3).
 */
export function postedValue(posting: Posting): number {
  const reduces = posting.head === 'buyer' ? posting.tag !== 'order' : posting.tag === 'order';
  return reduces ? 0 - posting.effect : posting.effect;
}
