/** The rules of transfers (document 000 section 4): kinds, permissions, dates, quantities that move, and what a confirmation covers. */
import { can, type Permission, TRANSFER_PERMISSIONS, type Who } from './permissions.ts';
import { DAY } from './time.ts';

export const PARTY_TYPES = ['distributor', 'seller', 'sales_officer'] as const;
export type PartyType = (typeof PARTY_TYPES)[number];

/** The names of parties in purchase orders, transfers and reports (GEN-09). */
export const PARTY_LABEL: Record<PartyType, string> = {
  distributor: 'Distributor',
  seller: 'Hub',
  sales_officer: 'Delivery Associate',
};
/** The names of parties on the warehouse screens, in the order of those screens (WH-11, A26, CONST-19). */
export const WAREHOUSE_TYPE_LABEL: Record<PartyType, string> = {
  sales_officer: 'Sales Officer',
  seller: 'Seller',
  distributor: 'Distributor',
};
/** What our own texts call the owner of such a warehouse, where that is another word. */
export const WAREHOUSE_TYPE_ALSO: Record<PartyType, { text: string } | null> = {
  sales_officer: { text: 'delivery associate' },
  seller: { text: 'hub' },
  distributor: null,
};

export type TransferType = 'shipment' | 'stock';
export type Direction = 'in' | 'out';
export type WizardKind = 'shipment_in' | 'shipment_out' | 'stock_in' | 'stock_out';
export type TransferKind = WizardKind | 'transfer';

export interface KindFacts {
  readonly kind: WizardKind;
  readonly type: TransferType;
  readonly direction: Direction;
  readonly source: PartyType;
  readonly destination: PartyType;
  /** Page title of the wizard (TRF-05). */
  readonly title: string;
  /** Label of this kind of transfer (TRF-06..09). */
  readonly label: string;
  readonly permission: Permission;
  /** Shipment Received and Stock Returned are green, all others red (PO-17). */
  readonly tone: 'good' | 'bad';
}

export const KINDS: Record<WizardKind, KindFacts> = {
  shipment_in: {
    kind: 'shipment_in',
    type: 'shipment',
    direction: 'in',
    source: 'distributor',
    destination: 'seller',
    title: 'Receive Shipment',
    label: 'Shipment Received',
    permission: 'create_shipment_in',
    tone: 'good',
  },
  shipment_out: {
    kind: 'shipment_out',
    type: 'shipment',
    direction: 'out',
    source: 'seller',
    destination: 'distributor',
    title: 'Reject Shipment',
    label: 'Shipment Rejected',
    permission: 'create_shipment_out',
    tone: 'bad',
  },
  stock_in: {
    kind: 'stock_in',
    type: 'stock',
    direction: 'in',
    source: 'sales_officer',
    destination: 'seller',
    title: 'Return Stock',
    label: 'Stock Returned',
    permission: 'create_stock_in',
    tone: 'good',
  },
  stock_out: {
    kind: 'stock_out',
    type: 'stock',
    direction: 'out',
    source: 'seller',
    destination: 'sales_officer',
    title: 'Issue Stock',
    label: 'Stock Issued',
    permission: 'create_stock_out',
    tone: 'bad',
  },
};
const WIZARD_KINDS = Object.values(KINDS);

/** The kind of a transfer, inferred from the types of its parties; any other pair is `transfer` (B3.1, A2). */
export function kindOf(source: string, destination: string): TransferKind {
  return WIZARD_KINDS.find((one) => one.source === source && one.destination === destination)?.kind ?? 'transfer';
}

/** true: the goods go back, from an associate to a hub or from a hub to a distributor. Inactive products may still be returned (B8.13). */
export const comesBack = (kind: TransferKind): boolean => kind === 'stock_in' || kind === 'shipment_out';

/** The same, of a transfer with these ends. */
export const goesBack = (ends: { source_type: string; destination_type: string }): boolean =>
  comesBack(kindOf(ends.source_type, ends.destination_type));

/** The kind of the wizard's route `/inventory/{type}/{direction}`; null: no such kind. */
export function kindOfRoute(type: string, direction: string): KindFacts | null {
  return WIZARD_KINDS.find((one) => one.type === type && one.direction === direction) ?? null;
}

/** The type label of a purchase order (TRF-06..09); "Transfer" for pairs without a wizard (A2). */
export function labelOf(kind: TransferKind): string {
  return kind === 'transfer' ? 'Transfer' : KINDS[kind].label;
}

/** The tone of a kind: red for pairs without a wizard (PO-17). */
export function toneOf(kind: TransferKind): 'good' | 'bad' {
  return kind === 'transfer' ? 'bad' : KINDS[kind].tone;
}

const DOOR_1 = {
  create: 'create_purchase_order',
  update: 'update_purchase_order',
  execute: 'execute_purchase_order',
} as const;

/**
 * true: the user may do this. Permissions of door 1 cover every purchase order, those of door 2 ({@link TRANSFER_PERMISSIONS}) only the wizard's kind (A1). The caller takes the
 * kind from stored rows, never from the URL.
 */
export function mayTransfer(
  kind: TransferKind,
  action: keyof typeof DOOR_1,
  who: Pick<Who, 'permissions'> | null,
): boolean {
  return can(who, DOOR_1[action]) || (kind !== 'transfer' && can(who, KINDS[kind].permission));
}

/** The permissions of which a call needs at least one, before the kind of the transfer is known. */
export function mayUseSomeDoor(action: keyof typeof DOOR_1): readonly Permission[] {
  return [DOOR_1[action], ...TRANSFER_PERMISSIONS];
}

/** The titles of the three steps (TRF-02). */
export const STEPS = ['Transfer Details', 'Add Products', 'Complete Transfer'] as const;

/** true: the user cannot choose the date, because the transfer is a return from a delivery associate to a hub (PO-22). */
export function isDateLocked(source: string, destination: string): boolean {
  return kindOf(source, destination) === 'stock_in';
}

/** The forced date of such a return: one day after `now`, epoch seconds (PO-22). */
export function lockedReturnDate(now: number): number {
  return now + DAY;
}

/** The earliest allowed business date, 1 January 2015 00:00 Lagos, epoch seconds (B3.3). */
const EARLIEST = 1_420_066_800;
const TOLERANCE = 300;
/** The longest delay, in seconds, after which a return that was saved offline is still dated one day after it was saved (B3.3). */
const LATE = 7 * DAY;

/**
 * The business date that is stored; all times in epoch seconds (B3.3, K21). `clientTime` is the request's X-Client-Time, with which the error of
 * the device's clock is corrected. `savedTime` is its X-Saved-Time: when the tablet saved the change; null if unknown.
 * A date never makes the server refuse offline work, except a date before 2015 or no valid number. A return from a delivery associate ignores the
 * sent date: it is dated one day after it was saved, if that was at most {@link LATE} ago, else one day from now.
 */
export function keptTimestamp(request: {
  kind: TransferKind;
  sent: number;
  now: number;
  clientTime: number | null;
  savedTime: number | null;
}): { timestamp: number } | { error: string } {
  const { kind, now, clientTime, savedTime } = request;
  if (!Number.isSafeInteger(request.sent)) return { error: 'Date is not valid.' };
  const skew = clientTime === null || !Number.isSafeInteger(clientTime) ? 0 : clientTime - now;
  const ahead = Math.abs(skew) > TOLERANCE ? skew : 0;
  if (kind === 'stock_in') {
    const saved = savedTime === null ? now : Math.min(savedTime - ahead, now);
    return { timestamp: lockedReturnDate(saved >= now - LATE ? saved : now) };
  }
  const shifted = request.sent - ahead;
  if (shifted < EARLIEST) return { error: 'Date is not valid.' };
  return { timestamp: shifted > now + TOLERANCE ? now : shifted };
}

const HISTORY_YEARS = 15;

/**
 * The business date of a record that an administrator imports from another system, epoch seconds: the date as sent, up to 15 years back, for every
 * kind and without a correction of the device's clock.
 */
export function historicTimestamp({
  sent,
  now,
}: {
  sent: number;
  now: number;
}): { timestamp: number } | { error: string } {
  if (!Number.isSafeInteger(sent) || sent < now - HISTORY_YEARS * 366 * DAY)
    return { error: `Date is not valid. It may lie ${HISTORY_YEARS} years back.` };
  return sent > now + TOLERANCE ? { error: 'Date must not be in the future.' } : { timestamp: sent };
}

export interface MovingLine {
  product_id: string;
  quantity: number;
  quantity_accepted: number | null;
}

/** The units that move: the accepted quantity if the line was counted, else the expected one (B3.8). */
export function movedQuantity(line: Pick<MovingLine, 'quantity' | 'quantity_accepted'>): number {
  return line.quantity_accepted ?? line.quantity;
}

/**
 * The text whose SHA-256 hex is the digest of the confirmed lines: `product_id:quantity:accepted:amount` (kobo; not counted = `-`), sorted by
 * product_id, joined by line feeds (B3.21). Ids are ASCII and compared bytewise, because localeCompare differs between devices.
 */
export function digestText(lines: readonly (MovingLine & { amount: number })[]): string {
  return [...lines]
    .sort((a, b) => (a.product_id < b.product_id ? -1 : a.product_id > b.product_id ? 1 : 0))
    .map((line) => `${line.product_id}:${line.quantity}:${line.quantity_accepted ?? '-'}:${line.amount}`)
    .join('\n');
}

/** The details of a transfer that a confirmation covers (K40); `timestamp`: epoch seconds. */
export interface ConfirmedHeader {
  source_type: string;
  source: string;
  destination_type: string;
  destination: string;
  timestamp: number;
}

/**
 * The text whose SHA-256 hex identifies the confirmed parties and date: `source_type:source`, `destination_type:destination` and the business date,
 * joined by line feeds (K40).
 */
export const headerText = ({
  source_type,
  source,
  destination_type,
  destination,
  timestamp,
}: ConfirmedHeader): string => `${source_type}:${source}\n${destination_type}:${destination}\n${timestamp}`;

/** true: the business date and the time of entry differ by a minute or more, so the transfer is flagged (A33, F8). */
export function isDatedApart(timestamp: number, created: number): boolean {
  return Math.abs(timestamp - created) >= 60;
}

/** The reasons why accepted and expected quantities differ (B3.5). */
export const REASONS = ['short', 'damaged', 'expired', 'wrong_product', 'excess', 'other'] as const;
export const REASON_LABEL: Record<(typeof REASONS)[number], string> = {
  short: 'Short',
  damaged: 'Damaged',
  expired: 'Expired',
  wrong_product: 'Wrong product',
  excess: 'More than expected',
  other: 'Other',
};

/** The tablet's own reference of a transfer on printed papers: the first eight hex digits of its client id, "1A2B-3C4D". */
export function deviceRef(clientId: string): string {
  const digits = clientId
    .replace(/[^0-9a-f]/gi, '')
    .slice(0, 8)
    .toUpperCase();
  return `${digits.slice(0, 4)}-${digits.slice(4)}`;
}
