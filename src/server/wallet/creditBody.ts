import * as v from 'valibot';
import { parseMoney } from '#domain/money.ts';

/** A credit that a bank reports for one of its accounts. */
export interface BankCredit {
  /** The bank's reference of this credit, the same in every report of it. */
  reference: string;
  account_number: string;
  kobo: number;
  /** When the bank received the money, in epoch seconds. */
  at: number;
  /** The number of the bank's request, which grows with each new credit. Null when the bank does not number requests. */
  sequence: number | null;
}

const body = v.object({
  type: v.literal('credit'),
  reference: v.pipe(v.string(), v.trim(), v.regex(/^[\w./:-]{1,100}$/)),
  account_number: v.pipe(v.string(), v.regex(/^\d{6,20}$/)),
  // Naira with two decimals. A plain 2500 could mean naira or kobo.
  amount: v.pipe(v.string(), v.regex(/^\d{1,12}\.\d{2}$/)),
  occurred_at: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99_999_999_999)),
  sequence: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER)))),
});

/** Parses a credit in the format of the generic adapter. Null when the body has another format or no valid amount. */
export function readCreditBody(bytes: Buffer): BankCredit | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
  const read = v.safeParse(body, parsed);
  if (!read.success) return null;
  const { reference, account_number, amount, occurred_at, sequence = null } = read.output;
  const kobo = parseMoney(amount);
  return kobo ? { reference, account_number, kobo, at: occurred_at, sequence } : null;
}
