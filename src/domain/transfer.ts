/** What a transfer is (document 000 section 4): kinds, doors, dates, what moves, what was confirmed. */
import { can, type Permission, type Who } from './permissions.ts';
import { DAY } from './time.ts';

export const PARTY_TYPES = ['distributor', 'seller', 'sales_officer'] as const;
export type PartyType = (typeof PARTY_TYPES)[number];

/** GEN-09: words of purchase orders, transfers and reports. */
export const PARTY_LABEL: Record<PartyType, string> = {
  distributor: 'Distributor',
  seller: 'Hub',
  sales_officer: 'Delivery Associate',
};
/** WH-11, A26, CONST-19: the warehouse screens' own words, in their order. */
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
  /** Type label (TRF-06..09). */
  readonly label: string;
  readonly permission: Permission;
  /** PO-17: Shipment Received and Stock Returned are green, all others red. */
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

/** B3.1: inferred from the parties' types; everything unnamed is `transfer` (A2). */
export function kindOf(source: string, destination: string): TransferKind {
  return WIZARD_KINDS.find((one) => one.source === source && one.destination === destination)?.kind ?? 'transfer';
}

/** Goods that come back, from an associate or to a distributor: inactive products may still go that way (B8.13). */
export const comesBack = (kind: TransferKind): boolean => kind === 'stock_in' || kind === 'shipment_out';

/** The wizard's route `/inventory/{type}/{direction}`. */
export function kindOfRoute(type: string, direction: string): KindFacts | null {
  return WIZARD_KINDS.find((one) => one.type === type && one.direction === direction) ?? null;
}

/** Type label of a purchase order (TRF-06..09); A2: "Transfer" for the pairs without a wizard. */
export function labelOf(kind: TransferKind): string {
  return kind === 'transfer' ? 'Transfer' : KINDS[kind].label;
}

/** PO-17: all others red. */
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

/** A1: door 1 covers every purchase order, door 2 those of the wizard's kind. The kind comes from stored rows, never from the URL. */
export function mayTransfer(
  kind: TransferKind,
  action: keyof typeof DOOR_1,
  who: Pick<Who, 'permissions'> | null,
): boolean {
  return can(who, DOOR_1[action]) || (kind !== 'transfer' && can(who, KINDS[kind].permission));
}

/** Some door stands open: the first gate of the calls, before the kind is known. */
export function mayUseSomeDoor(action: keyof typeof DOOR_1): readonly Permission[] {
  return [DOOR_1[action], ...DOOR_2];
}

/** TRF-02: titles of the three steps. */
export const STEPS = ['Transfer Details', 'Add Products', 'Complete Transfer'] as const;

/** PO-22: a return from a delivery associate to a hub. */
export function isDateLocked(source: string, destination: string): boolean {
  return kindOf(source, destination) === 'stock_in';
}

/** PO-22: forced to now plus one day. */
export function lockedReturnDate(now: number): number {
  return now + DAY;
}

/** 1 January 2015 00:00 Lagos (B3.3). */
const EARLIEST = 1_420_066_800;
const TOLERANCE = 300;
/** So late, seconds, a return that was saved without a network still counts on the day after it was saved (B3.3). */
const LATE = 7 * DAY;

/**
 * B3.3 and K21: the business date that is kept; all epoch seconds. `clientTime` is X-Client-Time of the same request, `savedTime` its X-Saved-Time:
 * when a tablet saved the change that it sends now, null where nothing says so. The device's clock is put right by `clientTime`.
 * Never a reason to refuse work done offline, except a date that no business has. A return from a delivery associate is dated one day after it was
 * saved, at most {@link LATE} ago, else one day from now, whatever date is sent.
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
 * The business date of what an administrator brings from another system's books, in epoch seconds: as it is written there, up to 15 years back,
 * whatever the kind and the device's clock.
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

/** B3.8: what was accepted when it was counted, else what was expected. */
export function movedQuantity(line: Pick<MovingLine, 'quantity' | 'quantity_accepted'>): number {
  return line.quantity_accepted ?? line.quantity;
}

/**
 * B3.21: the text whose SHA-256 hex says exactly which lines were confirmed: `product_id:quantity:accepted:amount` (kobo; not
 * counted = `-`), sorted by product_id bytewise (ids are ASCII, localeCompare would differ by device), joined by a line feed.
 */
export function digestText(lines: readonly (MovingLine & { amount: number })[]): string {
  return [...lines]
    .sort((a, b) => (a.product_id < b.product_id ? -1 : a.product_id > b.product_id ? 1 : 0))
    .map((line) => `${line.product_id}:${line.quantity}:${line.quantity_accepted ?? '-'}:${line.amount}`)
    .join('\n');
}

/** The details of a transfer that a confirmation is about (K40); `timestamp`: epoch seconds. */
export interface ConfirmedHeader {
  source_type: string;
  source: string;
  destination_type: string;
  destination: string;
  timestamp: number;
}

/**
 * K40: the text whose SHA-256 hex says from where to where and for which date a transfer was confirmed: `source_type:source`,
 * `destination_type:destination` and the business date, joined by line feeds.
 */
export const headerText = ({
  source_type,
  source,
  destination_type,
  destination,
  timestamp,
}: ConfirmedHeader): string => `${source_type}:${source}\n${destination_type}:${destination}\n${timestamp}`;

/** A33, F8: flagged when the business date and the entry lie a minute or more apart. */
export function isDatedApart(timestamp: number, created: number): boolean {
  return Math.abs(timestamp - created) >= 60;
}

/** B3.5: why accepted differs from expected. */
export const REASONS = ['short', 'damaged', 'expired', 'wrong_product', 'excess', 'other'] as const;
export const REASON_LABEL: Record<(typeof REASONS)[number], string> = {
  short: 'Short',
  damaged: 'Damaged',
  expired: 'Expired',
  wrong_product: 'Wrong product',
  excess: 'More than expected',
  other: 'Other',
};

/** What a paper calls the tablet's own number of a transfer: the first eight digits of its client id, "1A2B-3C4D". */
export function deviceRef(clientId: string): string {
  const digits = clientId
    .replace(/[^0-9a-f]/gi, '')
    .slice(0, 8)
    .toUpperCase();
  return `${digits.slice(0, 4)}-${digits.slice(4)}`;
}
