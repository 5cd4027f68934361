/** The texts of the purchase order form (PO-13, PO-29) and the rules between its fields. */
import type { RowOf } from '#contract/model.ts';
import type { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import type { Values } from '#crud/form/formValues.ts';
import { isDateLocked, lockedReturnDate, PARTY_TYPES } from '#domain/transfer.ts';
import { lineTexts } from '../stock/parts/lines/texts.ts';

export type OrderHead = RowOf<typeof purchaseOrder>;

/** The initial texts of a new order. Types that the address presets are filled in (PO-14). `now` is in epoch seconds. */
export function blankOrder(
  preset: { source_type?: string | undefined; destination_type?: string | undefined },
  now: number,
): Values {
  const known = (type: string | undefined) => PARTY_TYPES.find((one) => one === type) ?? '';
  const source_type = known(preset.source_type);
  const destination_type = known(preset.destination_type);
  return {
    ref: '*',
    timestamp: dateFor(source_type, destination_type, now),
    tag: 'purchase_order',
    meta: '{}',
    source_type,
    source: '',
    destination_type,
    destination: '',
    amount: '0',
  };
}

/** The texts of a stored order (PO-27). Throws an Error without an order. */
export function orderValues(order: OrderHead | undefined): Values {
  if (!order) throw new Error('Purchase order form requires purchaseOrder object');
  return {
    timestamp: String(order.timestamp),
    source_type: order.source_type,
    source: order.source,
    destination_type: order.destination_type,
    destination: order.destination,
  };
}

/** The error if source and destination are the same party (PO-25); an empty object otherwise. */
export function sameParty({ source_type, source, destination_type, destination }: Values): Record<string, string> {
  return source && source === destination && source_type === destination_type
    ? { destination: lineTexts.sameParty }
    : {};
}

/**
 * Sets a party type. A new type clears its party. If the order becomes a return from a delivery associate, or stops being one, the date changes too
 * (PO-22). When it stops, the date becomes the form's initial one (`start`), so that an automatic date does not count as typed. `now` is in epoch
 * seconds.
 */
export function withType(
  values: Values,
  side: 'source' | 'destination',
  type: string,
  start: Values,
  now: number,
): Values {
  const next = { ...values, [`${side}_type`]: type, [side]: '' };
  const isLocked = isDateLocked(next.source_type ?? '', next.destination_type ?? '');
  const wasLocked = isDateLocked(values.source_type ?? '', values.destination_type ?? '');
  if (isLocked === wasLocked) return next;
  if (isLocked) return { ...next, timestamp: String(lockedReturnDate(now)) };
  const beganLocked = isDateLocked(start.source_type ?? '', start.destination_type ?? '');
  return { ...next, timestamp: beganLocked ? String(now) : (start.timestamp ?? '') };
}

/**
 * The date to send (epoch seconds as text), or null for the form's own date. For a new order without a typed date it is `now`. For a return it is
 * tomorrow, counted from `now`, however long the form or its draft was open (PO-22, A33).
 */
export function dateAtSubmit(values: Values, row: OrderHead | null, blank: Values, now: number): string | null {
  const isOwn = row ? values.timestamp === String(row.timestamp) : values.timestamp !== blank.timestamp;
  if (isDateLocked(values.source_type ?? '', values.destination_type ?? ''))
    return row && isOwn ? null : String(lockedReturnDate(now));
  return row || isOwn ? null : String(now);
}

function dateFor(sourceType: string, destinationType: string, now: number): string {
  return String(isDateLocked(sourceType, destinationType) ? lockedReturnDate(now) : now);
}
