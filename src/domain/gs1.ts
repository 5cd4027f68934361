/**
 * Reads what a scanner sends of a GS1 code (DataMatrix, QR, GS1-128): the product, its lot, its last day and how many. Rules of the GS1 General
 * Specifications: elements of a fixed length stand one after the other, others end at a separator (FNC1, sent as the character 29) or at the end.
 */

export interface Gs1 {
  /** AI 01, or 02 of goods inside a pack: 14 digits. */
  gtin: string | null;
  /** AI 10: at most 20 characters. */
  lot: string | null;
  /** AI 17, or 15 (best before) where there is no 17: a day as `2027-03-01`. */
  expires: string | null;
  /** AI 37: how many of the product a pack holds. */
  count: number | null;
}

const SEPARATOR = '\u001d';
/** Symbology identifiers by which a scanner says that a code is one of GS1. */
const SAYS_GS1 = /^\](?:d2|Q3|C1|e0|J1)/;

/** Digits of the elements that no separator ends, by the first two digits of the identifier. */
const FIXED: Readonly<Record<string, number>> = {
  '00': 18,
  '01': 14,
  '02': 14,
  '03': 14,
  '11': 6,
  '12': 6,
  '13': 6,
  '15': 6,
  '16': 6,
  '17': 6,
  '20': 2,
};

/** Digits of an identifier, by its first two digits; a missing one is unknown to us. */
function digitsOfIdentifier(start: string): number {
  if (/^(?:0[0-4]|1[0-35-7]|2[0-2]|37|9\d)$/.test(start)) return 2;
  if (/^(?:2[3-5]|4[0-2])$/.test(start)) return 3;
  if (/^(?:3[1-69]|43|7[0-2]|8[0-2])$/.test(start)) return 4;
  return 0;
}

/** Measures: identifiers of four digits with six digits of value. */
const MEASURE = /^3[1-6]$/;

/** Characters that GS1 allows in a value (set 82). */
const VALUE = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]{1,90}$/;

/** The check digit of a GTIN of 14 digits. */
function isGtin(digits: string): boolean {
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return sum % 10 === 0;
}

/**
 * The day of `YYMMDD`; day 00 is the last of its month. The century is the one that puts the day at most 50 years before or 49 after `year`.
 * Null: no such day.
 */
export function gs1Day(value: string, year: number): string | null {
  if (!/^\d{6}$/.test(value)) return null;
  const [short, month, day] = [0, 2, 4].map((at) => Number(value.slice(at, at + 2))) as [number, number, number];
  const distance = short - (year % 100);
  const century = Math.floor(year / 100) + (distance >= 51 ? -1 : distance <= -50 ? 1 : 0);
  const whole = century * 100 + short;
  if (month < 1 || month > 12) return null;
  const last = new Date(Date.UTC(whole, month, 0)).getUTCDate();
  if (day > last) return null;
  const two = (number: number) => String(number).padStart(2, '0');
  return `${whole}-${two(month)}-${two(day === 0 ? last : day)}`;
}

/** The elements as `[identifier, value]`; null: the text breaks a rule. */
function elementsOf(text: string): [string, string][] | null {
  const elements: [string, string][] = [];
  let rest = text;
  while (rest !== '') {
    const start = rest.slice(0, 2);
    const size = /^\d\d$/.test(start) ? digitsOfIdentifier(start) : 0;
    const identifier = rest.slice(0, size);
    if (size === 0 || !/^\d+$/.test(identifier) || identifier.length < size) return null;
    rest = rest.slice(size);
    const fixed = FIXED[start] ?? (MEASURE.test(start) ? 6 : undefined);
    const end = rest.indexOf(SEPARATOR);
    const upTo = fixed ?? (end < 0 ? rest.length : end);
    const value = rest.slice(0, upTo);
    if (fixed !== undefined ? !new RegExp(`^\\d{${fixed}}$`).test(value) : !VALUE.test(value)) return null;
    elements.push([identifier, value]);
    rest = rest.slice(upTo);
    // Some printers end also what has a fixed length.
    if (rest.startsWith(SEPARATOR)) rest = rest.slice(1);
  }
  return elements;
}

/** `(01)09501101530003(10)AB-123` as people read it under a code, as elements with separators; null: not so written. */
function fromBrackets(text: string): string | null {
  if (!/^\(\d{2,4}\)/.test(text)) return null;
  return text
    .split(/\((?=\d{2,4}\))/)
    .slice(1)
    .map((part) => part.replace(')', ''))
    .join(SEPARATOR);
}

/**
 * Null: not a code of GS1 elements, or one that breaks their rules (a wrong check digit, no such day, two values of one identifier), or one that says
 * nothing of product, lot, day and count. `year`: today's. Without a symbology identifier only what begins with AI 01 or 02 and goes on after it counts,
 * so that a plain GTIN is none.
 */
export function readGs1(sent: string, year: number): Gs1 | null {
  const trimmed = sent.replace(/^\s+|[\r\n\t ]+$/g, '');
  const isMarked = SAYS_GS1.test(trimmed);
  const bare = isMarked ? trimmed.slice(3) : trimmed;
  const text = fromBrackets(bare) ?? (bare.startsWith(SEPARATOR) ? bare.slice(1) : bare);
  if (!isMarked && text === bare && !/^0[12]\d{14}./s.test(text)) return null;
  const elements = elementsOf(text);
  if (!elements || elements.length === 0) return null;
  const found = new Map<string, string>();
  for (const [identifier, value] of elements) {
    const known = found.get(identifier);
    if (known !== undefined && known !== value) return null;
    found.set(identifier, value);
  }
  const gtin = found.get('01') ?? found.get('02') ?? null;
  if (gtin !== null && !isGtin(gtin)) return null;
  const lot = found.get('10') ?? null;
  if (lot !== null && lot.length > 20) return null;
  const day = found.get('17') ?? found.get('15');
  const expires = day === undefined ? null : gs1Day(day, year);
  if (day !== undefined && expires === null) return null;
  const many = found.get('37');
  if (many !== undefined && !/^\d{1,8}$/.test(many)) return null;
  const count = many === undefined ? null : Number(many);
  return (gtin ?? lot ?? expires ?? count) ? { gtin, lot, expires, count } : null;
}
