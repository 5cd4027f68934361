/** Transfers between warehouses: kinds, who may do what, steps, dates and the digest (W 2, W 4, DECISIONS A1, A2, B3). */
import { can, canAny, type Permission, type Who } from './permissions.ts';

export type PartyType = 'distributor' | 'seller' | 'sales_officer';
export const PARTY_TYPES = ['distributor', 'seller', 'sales_officer'] as const satisfies readonly PartyType[];

/** Words of purchase orders, transfers and reports (PO-14). */
export const PARTY_LABEL = {
  distributor: 'Distributor',
  seller: 'Hub',
  sales_officer: 'Delivery Associate',
} as const satisfies Record<PartyType, string>;

/** Short form of Delivery Associate (W 1). */
export const DELIVERY_ASSOCIATE_SHORT = 'DA';

/** Words of the warehouse form and list, in its order (A26, CONST-19). */
export const WAREHOUSE_TYPE_LABEL = {
  sales_officer: 'Sales Officer',
  seller: 'Seller',
  distributor: 'Distributor',
} as const satisfies Record<PartyType, string>;

export type TransferType = 'shipment' | 'stock';
export type TransferDirection = 'in' | 'out';
export type Kind = 'shipment_in' | 'shipment_out' | 'stock_in' | 'stock_out' | 'transfer';

export interface KindInfo {
  /** null for `transfer`, which has no wizard of its own. */
  type: TransferType | null;
  direction: TransferDirection | null;
  /** Page title of the wizard (TRF-05). */
  title: string;
  /** Type label of the purchase order (TRF-06..09, A2). */
  label: string;
  /** Door 2 (A1); null: door 1 only. */
  permission: Permission | null;
  /** null: any party type. */
  source: PartyType | null;
  destination: PartyType | null;
  /** PO-17: received and returned green, all others red. */
  tone: 'green' | 'red';
}

/** The table that drives the wizard, the labels and the permissions. */
export const KINDS: Readonly<Record<Kind, KindInfo>> = {
  shipment_in: {
    type: 'shipment',
    direction: 'in',
    title: 'Receive Shipment',
    label: 'Shipment Received',
    permission: 'create_shipment_in',
    source: 'distributor',
    destination: 'seller',
    tone: 'green',
  },
  shipment_out: {
    type: 'shipment',
    direction: 'out',
    title: 'Reject Shipment',
    label: 'Shipment Rejected',
    permission: 'create_shipment_out',
    source: 'seller',
    destination: 'distributor',
    tone: 'red',
  },
  stock_in: {
    type: 'stock',
    direction: 'in',
    title: 'Return Stock',
    label: 'Stock Returned',
    permission: 'create_stock_in',
    source: 'sales_officer',
    destination: 'seller',
    tone: 'green',
  },
  stock_out: {
    type: 'stock',
    direction: 'out',
    title: 'Issue Stock',
    label: 'Stock Issued',
    permission: 'create_stock_out',
    source: 'seller',
    destination: 'sales_officer',
    tone: 'red',
  },
  transfer: {
    type: null,
    direction: null,
    title: 'Transfer',
    label: 'Transfer',
    permission: null,
    source: null,
    destination: null,
    tone: 'red',
  },
};

/** The four kinds with a wizard. */
export const WIZARD_KINDS = ['shipment_in', 'shipment_out', 'stock_in', 'stock_out'] as const satisfies readonly Kind[];

/** TRF-10, B3.1: inferred from the stored party types, never from a URL or form field; every other pair is `transfer`. */
export function kindOf(sourceType: string, destinationType: string): Kind {
  return (
    WIZARD_KINDS.find((kind) => KINDS[kind].source === sourceType && KINDS[kind].destination === destinationType) ??
    'transfer'
  );
}

/** TRF-01: kind of /inventory/{type}/{direction}; null for any other words (Page not found). */
export function kindOfRoute(type: string, direction: string): Kind | null {
  return WIZARD_KINDS.find((kind) => KINDS[kind].type === type && KINDS[kind].direction === direction) ?? null;
}

export function labelOf(kind: Kind): string {
  return KINDS[kind].label;
}

export type TransferAction = 'create' | 'update' | 'execute';

/**
 * A1. Door 1: {action}_purchase_order covers every order. Door 2: create_{type}_{direction} covers create, update
 * (header and items) and execute of orders of exactly that kind. `transfer` has door 1 only (A2).
 */
export function mayTransfer(
  kind: Kind,
  action: TransferAction,
  who: Pick<Who, 'permissions'> | null | undefined,
): boolean {
  const own = KINDS[kind].permission;
  return can(who, `${action}_purchase_order`) || (own !== null && can(who, own));
}

/** B3.4: may the parties of an order be changed so that `from` becomes `to`? Door 2 never leaves its kind. */
export function mayChangeKind(from: Kind, to: Kind, who: Pick<Who, 'permissions'> | null | undefined): boolean {
  return can(who, 'update_purchase_order') || (from === to && mayTransfer(from, 'update', who));
}

/** Holds at least one create_{type}_{direction}: may read what the wizard needs (API 4.2 to 4.4 "door 2 holders"). */
export function mayUseSomeDoor(who: Pick<Who, 'permissions'> | null | undefined): boolean {
  return canAny(who, ['create_shipment_in', 'create_shipment_out', 'create_stock_in', 'create_stock_out']);
}

export type Step = 'details' | 'products' | 'complete';

/** Titles of the three steps (TRF-02). */
export const STEP_TITLE = {
  details: 'Transfer Details',
  products: 'Add Products',
  complete: 'Complete Transfer',
} as const satisfies Record<Step, string>;

/** TRF-04: no id = details, an id = products, tag receipt = complete. */
export function stepOf(order: { purchase_order_id?: string | null; tag?: string | null }): Step {
  if (!order.purchase_order_id) return 'details';
  return order.tag === 'receipt' ? 'complete' : 'products';
}

const DAY = 86_400;

/** PO-22: the date of a return, now plus one day (epoch seconds). */
export function lockedReturnDate(now: number): number {
  return now + DAY;
}

/** PO-22: delivery associate -> hub. */
export function isDateLocked(sourceType: string, destinationType: string): boolean {
  return kindOf(sourceType, destinationType) === 'stock_in';
}

/** 1 January 2015, 00:00 in Lagos. */
export const EARLIEST_DATE = 1_420_066_800;
const SLACK = 300;

/**
 * B3.3: the date the server stores for a sent date; all epoch seconds. clientTime = X-Client-Time of the same request.
 * Never refuses offline work for a late or future date; only a date before 2015 (or no date at all) is an error.
 * A return is never refused for its date: outside its window it becomes now + 1 day.
 */
export function sentTimestamp({
  kind,
  sent,
  now,
  clientTime,
}: {
  kind: Kind;
  sent: number;
  now: number;
  clientTime?: number | null;
}): { timestamp: number } | { error: string } {
  if (!Number.isSafeInteger(sent)) return { error: 'Date is not valid.' };
  const skew = clientTime != null && Number.isSafeInteger(clientTime) ? now - clientTime : 0;
  const shifted = Math.abs(skew) > SLACK ? sent + skew : sent;
  if (kind === 'stock_in') {
    const kept = shifted >= now - 7 * DAY + DAY && shifted <= now + DAY + SLACK;
    return { timestamp: kept ? shifted : lockedReturnDate(now) };
  }
  if (shifted < EARLIEST_DATE) return { error: 'Date is not valid.' };
  return { timestamp: shifted > now + SLACK ? now : shifted };
}

/** B3.8: units that move: the accepted quantity when it was counted (0 counts), else the quantity. */
export function movedQuantity(item: { quantity: number; quantity_accepted?: number | null }): number {
  return item.quantity_accepted ?? item.quantity;
}

export interface DigestLine {
  product_id: string;
  quantity: number;
  /** null = not counted. */
  quantity_accepted: number | null;
  amountKobo: number;
}

/**
 * B3.21: the exact text whose SHA-256 hex is `items_digest` and `expect_digest`. Lines `product_id:quantity:accepted:amount`
 * (kobo; not counted = `-`), sorted by product_id bytewise, joined by a line feed; '' for no lines. Hashing is the caller's.
 */
export function digestText(items: readonly DigestLine[]): string {
  // Code-unit order is byte order for ids (plain ASCII); localeCompare would differ between tablet and server.
  const sorted = [...items].sort((a, b) => (a.product_id < b.product_id ? -1 : a.product_id > b.product_id ? 1 : 0));
  return sorted
    .map((line) => `${line.product_id}:${line.quantity}:${line.quantity_accepted ?? '-'}:${line.amountKobo}`)
    .join('\n');
}

/** PO-07 with A33: a row shows "Actual: {created}" when its date and its creation lie a minute or more apart. */
export function isActualDateFlagged(timestamp: number, created: number): boolean {
  return Math.abs(timestamp - created) >= 60;
}
