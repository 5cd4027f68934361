/** Order groups and orders (document 001 sections 2 to 5, B5): tags, transitions, money, what stands in which wallet. */
import { ceilToNaira, lineAmount, partOf } from './money.ts';
import { can, type Permission, type Who } from './permissions.ts';
import { DAY } from './time.ts';

/** ORD-16. */
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

/** ORD-11: what the tag filter word `pencom` means. */
export const PENCOM: readonly OrderTag[] = ['pending', 'completed'];
/** ORD-11: what a list shows when no tag is asked for: all but deleted and draft. */
export const SHOWN_TAGS: readonly OrderTag[] = ['pending', 'delivered', 'completed', 'cancelled'];
/** B7.1, B5.13: orders that count. */
export const COUNTED_TAGS: readonly OrderTag[] = ['pending', 'delivered', 'completed'];

/** An order that counts in its group (B5.0b). */
export const isLiveTag = (tag: OrderTag) => tag !== 'cancelled' && tag !== 'deleted';
/** A group that stands in the wallets with its full figures (B5.3). */
export const isBilled = (tag: OrderTag) => tag === 'delivered' || tag === 'completed';

/** A group that is over without goods: its parts follow it (K11), money received for it stands in the wallets (K4). */
export const isGone = (tag: OrderTag) => tag === 'cancelled' || tag === 'deleted';

/** K4: what happens to money that was received for an order that is cancelled. */
export const PAYMENT_OUTCOMES = ['credit', 'paid_back'] as const;
export type PaymentOutcome = (typeof PAYMENT_OUTCOMES)[number];
export const PAYMENT_OUTCOME_LABEL: Record<PaymentOutcome, string> = {
  credit: "Keep as the retailer's credit",
  paid_back: 'Paid back to the retailer',
};
/** K4: cancelling or deleting it needs an answer: money is noted that stands in no wallet yet. `paid` in kobo. */
export const asksOfPayment = (from: OrderTag, to: OrderTag, paid: number) =>
  isGone(to) && (from === 'draft' || from === 'pending') && paid > 0;

/** K11: the tag of a part as it is told: it follows a cancelled group, and stands again as it was when the group is restored. */
export const partTag = (own: OrderTag, group: OrderTag): OrderTag =>
  group === 'cancelled' && own !== 'deleted' ? 'cancelled' : own;

/** ORD-41. */
export const OUTCOME_LABEL = {
  delivered_on_time: 'Delivered Within 24hrs',
  delivered_late: 'Delivered After 24hrs',
  not_delivered: 'Not Delivered',
} as const;
export type DeliveryOutcome = keyof typeof OUTCOME_LABEL;
export const DELIVERED_OUTCOMES = ['delivered_on_time', 'delivered_late'] as const;

/** ORD-42. */
export const REASON_NOT_DELIVERED = {
  customer_unavailable: 'Customer Unavailable',
  product_unavailable: 'Product Unavailable',
  order_rejected: 'Order Rejected',
  rep_van_unavailable: 'Rep/Van Unavailable',
} as const;
export type NotDelivered = keyof typeof REASON_NOT_DELIVERED;

/** B14.7. */
export const DEFAULT_ORDER_SOURCE = 'BACK_OFFICE';

/** B5.8: within 24 hours of being placed. Epoch seconds; a group without a placing time counts as on time. */
export function deliveryOutcomeOf(placedAt: number | null, now: number): (typeof DELIVERED_OUTCOMES)[number] {
  return placedAt === null || now - placedAt <= DAY ? 'delivered_on_time' : 'delivered_late';
}

interface Move {
  readonly from: OrderTag;
  readonly to: OrderTag;
  readonly who: readonly Permission[] | 'administrator';
  /** Refused without a live item (empty cart). */
  readonly items?: true;
  /** A typed reason is needed. */
  readonly reason?: true;
}

const CART = ['buyer_cart', 'create_order'] as const;
const TAGS = ['update_order_tag'] as const;

/** B5.1, row by row. */
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

/** A transition of a group, or null: "An order that is {from} cannot become {to}." */
export function moveOf(from: OrderTag, to: OrderTag): Move | null {
  return MOVES.find((move) => move.from === from && move.to === to) ?? null;
}

export function mayMove(move: Move, who: Pick<Who, 'permissions' | 'role'> | null): boolean {
  if (move.who === 'administrator') return who?.role === 'administrator.administrator';
  return move.who.some((permission) => can(who, permission));
}

/** Tags that this person may give a group now, for buttons: none is drawn that the server would refuse. */
export function tagsFrom(from: OrderTag, who: Pick<Who, 'permissions' | 'role'> | null): OrderTag[] {
  return MOVES.filter((move) => move.from === from && mayMove(move, who)).map((move) => move.to);
}

/** ORD-28: what the list offers, on a pending group only. */
export const LIST_MOVES: readonly OrderTag[] = ['completed', 'cancelled'];

/** A13: the cart belongs to whoever takes orders, what was placed to update_order. */
export function mayEditGroup(tag: OrderTag, who: Pick<Who, 'permissions'> | null): boolean {
  return can(who, 'update_order') || (tag === 'draft' && (can(who, 'buyer_cart') || can(who, 'create_order')));
}

/** B5.2: any tag to any other; an order of a completed group only with update_order_tag. */
export function mayMoveOrder(groupTag: OrderTag, who: Pick<Who, 'permissions'> | null): boolean {
  if (groupTag === 'completed') return can(who, 'update_order_tag');
  return can(who, 'update_order') || (groupTag === 'draft' && can(who, 'buyer_cart'));
}

/** B5.0c: what a line bills, in kobo. Quantities in units; `rate` per case counts only where nothing was ordered. */
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

/** B5.0g: a change of one line moves an edited amount by the same difference; an unedited one is the sum of its lines. Kobo. */
export function amountAfter(order: { amount: number; edited: boolean; items: number }, items: number): number {
  return order.edited ? order.amount + items - order.items : items;
}

/**
 * K8, B5.6, F9: what is still to be paid: the total, less what was paid on this order, plus what else stands in the retailer's wallet. `posted`: what
 * stands there because of this order. Kobo; `due` is up to the whole naira and never below 0, `overpaid` is what is too much. What was cancelled or
 * deleted is no invoice.
 */
export function invoiceDue(group: { tag: OrderTag; total: number; paid: number; wallet: number; posted: number }) {
  const { tag, total, paid, wallet, posted } = group;
  const other = wallet - posted;
  const rest = isGone(tag) ? 0 : total - paid + other;
  return { due: Math.max(0, ceilToNaira(rest)), overpaid: Math.max(0, 0 - rest), other };
}

export type PostingHead = 'buyer' | 'sales_officer';
export type PostingTag = 'order' | 'cash' | 'transfer';

/** One place of a wallet that a group posts to. `effect` in kobo: positive = the owner owes more (A9). */
export interface Posting {
  readonly head: PostingHead;
  readonly owner: string;
  readonly tag: PostingTag;
  readonly effect: number;
}

export interface Postable {
  readonly tag: OrderTag;
  /** It stood in the wallets before: money received stays the retailer's credit. */
  readonly posted: boolean;
  readonly buyer_id: string;
  readonly sales_officer_id: string | null;
  /** The associate was issued goods: he sells his own stock (B5.3). */
  readonly da_stock: boolean;
  readonly total: number;
  readonly subtotal: number;
  readonly cash: number;
  readonly transfer: number;
}

/** The table of B5.3: what should stand in the wallets because of this group. Zero effects are left out. */
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
 * What is still to be written: wanted minus posted so far, place by place, in one order for everyone (wallets are locked in it). Because
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

/** B6.3: the figure as entered: an order's total and money received stand positive, whatever they do to the balance. */
export function postedValue(posting: Posting): number {
  const reduces = posting.head === 'buyer' ? posting.tag !== 'order' : posting.tag === 'order';
  return reduces ? 0 - posting.effect : posting.effect;
}
