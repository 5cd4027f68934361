/** Parses one row of a wholesaler's invoice log into a movement, or into the reason why there is none. */
import { readFileNumber } from '#domain/fileNumber.ts';
import { MAX_QUANTITY } from '#domain/limits.ts';
import { isMoney, parseMoney } from '#domain/money.ts';
import { DAY } from '#domain/time.ts';

/** The columns that the heading must name. Other columns are allowed and ignored. */
export const LOG_COLUMNS = ['InvoiceNo', 'StockCode', 'Description', 'Quantity', 'InvoiceDate', 'UnitPrice'] as const;
export type LogColumn = (typeof LOG_COLUMNS)[number];
export type RetailCells = Readonly<Record<LogColumn, string>>;

/** `quantity` in units as in the log (negative: out of the hub), `price` in kobo, `timestamp` in epoch seconds. */
export interface Movement {
  /** The number of the row below the heading, from 1, without blank rows. */
  row: number;
  code: string;
  name: string;
  kind: 'stock_out' | 'stock_in' | 'adjustment';
  quantity: number;
  price: number;
  timestamp: number;
  invoice: string;
}

/** The longest texts in characters. A code becomes a SKU after "import-", and a SKU has at most 60. */
const LONGEST = { invoice: 60, code: 50, name: 120 };
/** 1 January 2000 00:00 UTC. Earlier dates are typing errors. */
const EARLIEST = 946_684_800;

/** The movement, or a sentence for people. `now` is epoch seconds: dates in the future are refused. */
export function movementOf(raw: RetailCells, row: number, now: number): Movement | string {
  const invoice = raw.InvoiceNo.trim();
  const code = raw.StockCode.trim();
  const fault = idFault(invoice, code);
  if (fault) return fault;
  const units = unitsOf(raw.Quantity);
  if (typeof units === 'string') return units;
  const price = priceOf(raw.UnitPrice);
  if (typeof price === 'string') return price;
  if (!isMoney(price * Math.abs(units))) return 'Quantity times price is more than the books hold.';
  const timestamp = dateOf(raw.InvoiceDate.trim());
  if (timestamp === null) return 'The date is not valid. Expected: a day that exists, such as 2011-03-14 08:05:00.';
  if (timestamp < EARLIEST || timestamp > now + DAY) return 'The date lies before the year 2000 or in the future.';
  const returned = invoice.startsWith('C');
  if (returned && units > 0) return 'A return with a positive quantity.';
  return {
    row,
    code,
    name: nameOf(raw.Description) || code,
    kind: returned ? 'stock_in' : units < 0 ? 'adjustment' : 'stock_out',
    quantity: returned ? -units : units < 0 ? units : -units,
    price,
    timestamp,
    invoice,
  };
}

function idFault(invoice: string, code: string): string | null {
  if (!invoice || !code) return 'No invoice or no stock code.';
  if (/[\p{Cc}\p{Cs}]/u.test(invoice + code)) return 'The invoice or the stock code holds a sign that cannot be kept.';
  if (invoice.length > LONGEST.invoice) return `The invoice is longer than ${LONGEST.invoice} characters.`;
  if (code.length > LONGEST.code) return `The stock code is longer than ${LONGEST.code} characters.`;
  if (invoice.startsWith('A')) return 'A bad debt moves no goods.';
  if (!/^C?\d/.test(invoice))
    return 'The invoice begins with an unknown letter. Expected: a digit, C for a return, A for a bad debt.';
  return null;
}

function unitsOf(cell: string): number | string {
  const number = readFileNumber(cell, { kind: 'whole', pointIsDecimal: true });
  if ('why' in number) return `The quantity is not a whole number. ${number.why}`;
  if (!/^-?\d+$/.test(number.text)) return 'The quantity is not a whole number.';
  const units = Number(number.text);
  if (units === 0) return 'The quantity is 0.';
  return Math.abs(units) > MAX_QUANTITY ? `The quantity is more than ${MAX_QUANTITY} units.` : units;
}

function priceOf(cell: string): number | string {
  const number = readFileNumber(cell, { kind: 'money', pointIsDecimal: true });
  if ('why' in number) return `The price is not an amount. ${number.why}`;
  const price = parseMoney(number.text);
  return price === null || price < 0 ? 'The price is not an amount that the books hold.' : price;
}

/** Epoch seconds of a UTC time. Null for a day or time that does not exist. */
function dateOf(text: string): number | null {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)$/.exec(text) ?? [];
  const at = Date.parse(`${day}T${time}Z`);
  // Date.parse reads 30 February as 2 March, so the result must format back to the same text.
  return Number.isNaN(at) || new Date(at).toISOString() !== `${day}T${time}.000Z` ? null : at / 1_000;
}

/** Any text as a name that every database and screen accepts: control characters become blanks, and no character is cut in half. */
function nameOf(text: string): string {
  const clean = text
    .replace(/\p{Cc}/gu, ' ')
    .replace(/\p{Cs}/gu, '\uFFFD')
    .trim()
    .replace(/\s+/gu, ' ');
  return [...clean].slice(0, LONGEST.name).join('').trim();
}
