/** The rules of transfers: kinds, permissions, dates, moved quantities and what a person confirmed (document 000 section 4). */
import { can, type Permission, type Who } from './permissions.ts';
import { DAY } from './time.ts';

export const PARTY_TYPES = ['distributor', 'seller', 'sales_officer'] as const;
export type PartyType = (typeof PARTY_TYPES)[number];

/** Names of parties on purchase orders, transfers and reports (GEN-09). */
export const PARTY_LABEL: Record<PartyType, string> = {
  distributor: 'Distributor',
  seller: 'Hub',
  sales_officer: 'Delivery Associate',
};
/** Names of parties on the warehouse screens, in their order there (WH-11, A26, CONST-19). */
export const WAREHOUSE_TYPE_LABEL: Record<PartyType, string> = {
  sales_officer: 'Sales Officer',
  seller: 'Seller',
  distributor: 'Distributor',
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

/** Returns the kind of a transfer from the types of its parties (B3.1). Every other pair is `transfer` (A2). */
export function kindOf(source: string, destination: string): TransferKind {
  return WIZARD_KINDS.find((one) => one.source === source && one.destination === destination)?.kind ?? 'transfer';
}

/** True for goods that come back from an associate or go back to a distributor. Inactive products may still move this way (B8.13). */
export const comesBack = (kind: TransferKind): boolean => kind === 'stock_in' || kind === 'shipment_out';

/** Returns the kind for the wizard's route `/inventory/{type}/{direction}`; null if there is none. */
export function kindOfRoute(type: string, direction: string): KindFacts | null {
  return WIZARD_KINDS.find((one) => one.type === type && one.direction === direction) ?? null;
}

/** Returns the type label of a purchase order (TRF-06..09); "Transfer" for pairs without a wizard (A2). */
export function labelOf(kind: TransferKind): string {
  return kind === 'transfer' ? 'Transfer' : KINDS[kind].label;
}

/** Returns the colour of a kind; `transfer` is red (PO-17). */
export function toneOf(kind: TransferKind): 'good' | 'bad' {
  return kind === 'transfer' ? 'bad' : KINDS[kind].tone;
}

const DOOR_1 = {
  create: 'create_purchase_order',
  update: 'update_purchase_order',
  execute: 'execute_purchase_order',
} as const;
const DOOR_2 = WIZARD_KINDS.map((one) => one.permission);
export const TRANSFER_PERMISSIONS: readonly Permission[] = DOOR_2;

/**
 * True if this person may do the action: with the general permission for every purchase order, or with that of the wizard's kind (A1). Callers must
 * take the kind from stored rows, never from the URL.
 */
export function mayTransfer(
  kind: TransferKind,
  action: keyof typeof DOOR_1,
  who: Pick<Who, 'permissions'> | null,
): boolean {
  return can(who, DOOR_1[action]) || (kind !== 'transfer' && can(who, KINDS[kind].permission));
}

/** Returns the permissions of which one is needed before the kind is known: the first gate of the calls. */
export function mayUseSomeDoor(action: keyof typeof DOOR_1): readonly Permission[] {
  return [DOOR_1[action], ...DOOR_2];
}

/** Titles of the three wizard steps (TRF-02). */
export const STEPS = ['Transfer Details', 'Add Products', 'Complete Transfer'] as const;

/** True for a return from a delivery associate to a hub: people cannot choose its date (PO-22). */
export function isDateLocked(source: string, destination: string): boolean {
  return kindOf(source, destination) === 'stock_in';
}

/** Returns the date of such a return: now plus one day, in epoch seconds (PO-22). */
export function lockedReturnDate(now: number): number {
  return now + DAY;
}

/** 1 January 2015 00:00 Lagos time (B3.3). */
const EARLIEST = 1_420_066_800;
const TOLERANCE = 300;
/** The longest delay of a return that was saved offline, in seconds. Within it the date is the day after the save (B3.3). */
const LATE = 7 * DAY;

/**
 * Returns the business date to store; all times are epoch seconds (B3.3, K21). `clientTime` is X-Client-Time of the request. `savedTime` is its
 * X-Saved-Time: when the tablet saved the change; null if unknown. `clientTime` corrects a wrong clock of the device. Work done offline is never
 * refused for its date, unless the date is invalid or before 2015. A return from a delivery associate ignores the sent date: its date is one day
 * after the save if that is at most {@link LATE} ago, else one day from now.
 */
export function keptTimestamp(asked: {
  kind: TransferKind;
  sent: number;
  now: number;
  clientTime: number | null;
  savedTime: number | null;
}): { timestamp: number } | { error: string } {
  const { kind, now, clientTime, savedTime } = asked;
  if (!Number.isSafeInteger(asked.sent)) return { error: 'Date is not valid.' };
  const skew = clientTime === null || !Number.isSafeInteger(clientTime) ? 0 : clientTime - now;
  const ahead = Math.abs(skew) > TOLERANCE ? skew : 0;
  if (kind === 'stock_in') {
    const saved = savedTime === null ? now : Math.min(savedTime - ahead, now);
    return { timestamp: lockedReturnDate(saved >= now - LATE ? saved : now) };
  }
  const shifted = asked.sent - ahead;
  if (shifted < EARLIEST) return { error: 'Date is not valid.' };
  return { timestamp: shifted > now + TOLERANCE ? now : shifted };
}

const HISTORY_YEARS = 15;

/**
 * Returns the business date of a record imported from another system by an administrator, in epoch seconds: unchanged, up to 15 years back, whatever
 * the kind and the device's clock.
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

/** Returns the units that move: the accepted quantity if it was counted, else the expected one (B3.8). */
export function movedQuantity(line: Pick<MovingLine, 'quantity' | 'quantity_accepted'>): number {
  return line.quantity_accepted ?? line.quantity;
}

/**
 * Returns the text whose SHA-256 hex states which lines were confirmed (B3.21): `product_id:quantity:accepted:amount` (kobo; `-` if not counted),
 * sorted by product_id bytewise, joined by line feeds. Ids are ASCII; localeCompare would differ between devices.
 */
export function digestText(lines: readonly (MovingLine & { amount: number })[]): string {
  return [...lines]
    .sort((a, b) => (a.product_id < b.product_id ? -1 : a.product_id > b.product_id ? 1 : 0))
    .map((line) => `${line.product_id}:${line.quantity}:${line.quantity_accepted ?? '-'}:${line.amount}`)
    .join('\n');
}

/** The header of a transfer as confirmed (K40). `timestamp` is in epoch seconds. */
export interface ConfirmedHeader {
  source_type: string;
  source: string;
  destination_type: string;
  destination: string;
  timestamp: number;
}

/**
 * Returns the text whose SHA-256 hex states the parties and date for which a transfer was confirmed (K40): `source_type:source`,
 * `destination_type:destination` and the business date, joined by line feeds.
 */
export const headerText = ({
  source_type,
  source,
  destination_type,
  destination,
  timestamp,
}: ConfirmedHeader): string => `${source_type}:${source}\n${destination_type}:${destination}\n${timestamp}`;

/** True if the business date and the time of entry differ by a minute or more, which screens flag (A33, F8). */
export function isDatedApart(timestamp: number, created: number): boolean {
  return Math.abs(timestamp - created) >= 60;
}

/** Reasons why the accepted quantity differs from the expected one (B3.5). */
export const REASONS = ['short', 'damaged', 'expired', 'wrong_product', 'excess', 'other'] as const;
export const REASON_LABEL: Record<(typeof REASONS)[number], string> = {
  short: 'Short',
  damaged: 'Damaged',
  expired: 'Expired',
  wrong_product: 'Wrong product',
  excess: 'More than expected',
  other: 'Other',
};

/** Returns the tablet's own number of a transfer for printouts: the first eight digits of its client id, "1A2B-3C4D". */
export function deviceRef(clientId: string): string {
  const digits = clientId
    .replace(/[^0-9a-f]/gi, '')
    .slice(0, 8)
    .toUpperCase();
  return `${digits.slice(0, 4)}-${digits.slice(4)}`;
}
