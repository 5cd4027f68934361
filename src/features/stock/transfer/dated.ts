import { dateTimeInput } from '#domain/time.ts';
import { lockedReturnDate } from '#domain/transfer.ts';

interface DateChoice {
  /** The chosen minute in epoch seconds. */
  typed: number;
  /** The initial value of the field in epoch seconds. */
  first: number;
  /** The stored date of a changed transfer in epoch seconds, or null for a new one. */
  stored: number | null;
  locked: boolean;
  now: number;
}

/**
 * The date to save for a transfer, in epoch seconds (PO-07, PO-22, A33). The field shows minutes. An untouched field keeps the stored second, or
 * means now, so that a form that was open for long is not dated back and its row is not flagged.
 */
export function transferDate({ typed, first, stored, locked, now }: DateChoice): number {
  if (locked) return lockedReturnDate(now);
  if (dateTimeInput(typed) !== dateTimeInput(first)) return typed;
  return stored ?? now;
}
