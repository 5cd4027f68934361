/** The rules of a close-out (decision 0550), shared by screens, paper and server. Money is kobo, quantities are units, days begin at 00:00 in Lagos. */

import { lineAmount } from './money.ts';

export const CLOSE_STATUSES = ['closed', 'reopened'] as const;
/** A signature is drawn on a field of this size; its path has whole numbers of it. */
export const SIGNATURE_WIDTH = 1_000;
export const SIGNATURE_HEIGHT = 300;
export const MAX_SIGNATURE = 8_000;
/** Fewer points are a slip of a finger and no signature. */
export const LEAST_POINTS = 8;
/** How many days back a day can be closed and is looked for on homes. */
export const CLOSE_DAYS = 14;

export interface DayMoney {
  /** The cash that the associate owed at the start of the day. */
  cash_before: number;
  cash_taken: number;
  handed_in: number;
  /** Before, taken, less handed in, and what else the ledger has: still to be handed in. */
  cash_left: number;
  /** The values that the wallet has for goods, as in DA Reconciliation. */
  issued: number;
  returned: number;
  delivered: number;
}

export interface DayUnits {
  product_id: string;
  before: number;
  issued: number;
  returned: number;
  sold: number;
  /** Adjustments and other movements that are neither issues nor sales. */
  other: number;
  /** The expected stock. Below zero: more was sold than was issued. */
  left: number;
  /** The count of the two persons; null: not counted. */
  counted: number | null;
}

/** The units that are missing of a line: by the count, else what was sold and never issued. Below zero: there was more. */
export const missingOf = ({ left, counted }: Pick<DayUnits, 'left' | 'counted'>): number =>
  counted === null ? Math.max(0, 0 - left) : left - counted;

/**
 * The value of the missing goods of a day, kobo: each line's units at the price of its hub, which the wallet uses too (decision 0722). Surplus goods reduce
 * nothing.
 */
export const missingValue = (
  lines: readonly (Pick<DayUnits, 'left' | 'counted'> & { price: number; case_count: number })[],
): number =>
  lines.reduce((sum, line) => sum + lineAmount(Math.max(0, missingOf(line)), line.price, line.case_count), 0);

/** The text of which the digest of a day is made. The counts do not belong to it: they are typed after the figures were seen. */
export function dayText(money: DayMoney, lines: readonly Omit<DayUnits, 'counted'>[]): string {
  const { cash_before, cash_taken, handed_in, cash_left, issued, returned, delivered } = money;
  const sums = [cash_before, cash_taken, handed_in, cash_left, issued, returned, delivered].join(':');
  const each = lines
    .map((line) =>
      [line.product_id, line.before, line.issued, line.returned, line.sold, line.other, line.left].join(':'),
    )
    .sort();
  return [sums, ...each].join('\n');
}

/** The path of drawn strokes: points in whole numbers of the field, each stroke `M x y` and its `L x y`. */
export function signaturePath(strokes: readonly (readonly (readonly [number, number])[])[]): string {
  const at = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value)));
  return strokes
    .filter((stroke) => stroke.length > 0)
    .map((stroke) =>
      stroke
        .map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${at(x, SIGNATURE_WIDTH)} ${at(y, SIGNATURE_HEIGHT)}`)
        .join(''),
    )
    .join('');
}

/** Why a drawn signature is none; null: it is one. */
export function signatureError(path: string): string | null {
  if (path === '') return 'The signature is missing.';
  if (path.length > MAX_SIGNATURE) return 'The signature is too long. Clear it and sign again.';
  if (!/^M\d{1,4} \d{1,4}(?:[ML]\d{1,4} \d{1,4})*$/.test(path)) return 'The signature cannot be read. Sign again.';
  const points = path
    .split(/[ML]/)
    .slice(1)
    .map((point) => point.split(' ').map(Number));
  if (points.some(([x = 0, y = 0]) => x > SIGNATURE_WIDTH || y > SIGNATURE_HEIGHT))
    return 'The signature cannot be read. Sign again.';
  return points.length < LEAST_POINTS ? 'The signature is too short. Sign again.' : null;
}

/** Whether a typed name is the person's, without regard to case and spaces. */
export const isNameOf = (typed: string, name: string): boolean => {
  const plain = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase();
  return plain(typed) !== '' && plain(typed) === plain(name);
};
