import { dateTimeInput } from '#domain/time.ts';
import { lockedReturnDate } from '#domain/transfer.ts';

interface DateChoice {
  /** The field's minute, epoch seconds. */
  typed: number;
  /** What the field began with, epoch seconds. */
  first: number;
  /** The stored date of a transfer that is being changed. */
  stored: number | null;
  locked: boolean;
  now: number;
}

/**
 * The date of a transfer as it is saved, epoch seconds (PO-07, PO-22, A33). The field shows minutes: what nobody touched is the stored second, or
 * now, so that a form that stood open is not dated back and no row is flagged for it.
 */
export function transferDate({ typed, first, stored, locked, now }: DateChoice): number {
  if (locked) return lockedReturnDate(now);
  if (dateTimeInput(typed) !== dateTimeInput(first)) return typed;
  return stored ?? now;
}
