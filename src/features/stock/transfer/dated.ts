import { dateTimeInput } from '#domain/time.ts';
import { lockedReturnDate } from '#domain/transfer.ts';

interface DateChoice {
  /** The field's minute, in epoch seconds. */
  typed: number;
  /** The field's initial value, in epoch seconds. */
  first: number;
  /** The stored date of an existing transfer; null for a new one. */
  stored: number | null;
  locked: boolean;
  now: number;
}

/**
 * The date of a transfer to save, in epoch seconds (PO-07, PO-22, A33). The field shows minutes. An unchanged field keeps the stored second, or
 * means now, so that a form that was open for a while is not dated back and no row is flagged for it.
 */
export function transferDate({ typed, first, stored, locked, now }: DateChoice): number {
  if (locked) return lockedReturnDate(now);
  if (dateTimeInput(typed) !== dateTimeInput(first)) return typed;
  return stored ?? now;
}
