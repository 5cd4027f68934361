import * as v from 'valibot';
import { parseMoney } from '#domain/money.ts';

/** Money that a bank says has come in on one of its accounts. */
export interface BankCredit {
  /** The bank's own name of this credit, the same whenever it tells of it. */
  reference: string;
  account_number: string;
  kobo: number;
  /** When it came in at the bank, epoch seconds. */
  at: number;
  /** Which of the bank's calls this is: each new credit has a higher one. null: this bank does not count. */
  sequence: number | null;
}

const body = v.object({
  type: v.literal('credit'),
  reference: v.pipe(v.string(), v.trim(), v.regex(/^[\w./:-]{1,100}$/)),
  account_number: v.pipe(v.string(), v.regex(/^\d{6,20}$/)),
  // Naira with both decimals: whether 2500 were naira or kobo nobody could tell.
  amount: v.pipe(v.string(), v.regex(/^\d{1,12}\.\d{2}$/)),
  occurred_at: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99_999_999_999)),
  sequence: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER)))),
});

/** A credit as the generic adapter's bank writes it; null: not such a body, or no money. */
export function readCreditBody(bytes: Buffer): BankCredit | null {
  let told: unknown;
  try {
    told = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
  const read = v.safeParse(body, told);
  if (!read.success) return null;
  const { reference, account_number, amount, occurred_at, sequence = null } = read.output;
  const kobo = parseMoney(amount);
  return kobo ? { reference, account_number, kobo, at: occurred_at, sequence } : null;
}
