/**
 * Reads numbers in uploaded files, for every import (D1). A point begins the decimals; commas or blanks separate groups of three digits. A number
 * with two possible meanings is an error, never a guess.
 */

/** The kind of a column: whole numbers, naira (two decimals are kept), or numbers with more decimals (cases, weights). */
export type FileNumberKind = 'whole' | 'money' | 'decimal';

export interface FileNumberRule {
  kind: FileNumberKind;
  /** The file's format says that a point always begins the decimals, so "2.555" cannot mean 2,555. */
  pointIsDecimal?: boolean;
}

/** `text`: digits, at most one point, and a minus sign for a negative number. `why`: the reason for the refusal, a sentence for users. */
export type FileNumber = { text: string } | { why: string };

const BLANK = '[ \\u00A0\\u2007\\u2009\\u202F]';
const PLAIN = /^\d+(\.\d+)?$/;
const IN_COMMAS = /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/;
const IN_BLANKS = new RegExp(`^[1-9]\\d{0,2}(${BLANK}\\d{3})+(\\.\\d+)?$`);
/** The sign or the letters of the naira in front of a price. */
const NAIRA = /^(₦|NGN|N)\s*(?=[\d+-])/iu;

/** Reads one cell. An empty cell is refused, so the caller must check for it where it is allowed. */
export function readFileNumber(cell: string, { kind, pointIsDecimal = false }: FileNumberRule): FileNumber {
  const bare = kind === 'money' ? cell.trim().replace(NAIRA, '') : cell.trim();
  const [, sign = '', digits = ''] = /^([+-]?)\s*(.*)$/su.exec(bare.replace(/^−/u, '-')) ?? [];
  const minus = sign === '-' ? '-' : '';
  if (PLAIN.test(digits)) {
    if (!pointIsDecimal && /^[1-9]\d{0,2}\.\d{3}$/.test(digits)) return { why: twoMeanings(digits) };
    return { text: minus + digits };
  }
  if (IN_BLANKS.test(digits)) return { text: minus + digits.replace(new RegExp(BLANK, 'g'), '') };
  if (IN_COMMAS.test(digits)) {
    // Whole numbers and naira never have three decimals, so three digits after a comma are thousands.
    if (kind === 'decimal' && /^\d+,\d{3}$/.test(digits)) return { why: twoMeanings(digits) };
    return { text: minus + digits.replaceAll(',', '') };
  }
  return { why: whyNone(digits) };
}

/** "1.500" and "1,500" are one and a half in some countries and fifteen hundred in others. */
function twoMeanings(digits: string): string {
  const [whole = '', part = ''] = digits.split(/[.,]/);
  const short = `${whole}.${part}`.replace(/\.?0+$/, '');
  return `This can mean ${short} or ${whole}${part}. Type it without commas between thousands, and with a point for decimals.`;
}

function whyNone(digits: string): string {
  const european = /^(\d+|[1-9]\d{0,2}(?:[.\s]\d{3})+),(\d+)$/u.exec(digits);
  if (european)
    return `Use a point for decimals. Type ${(european[1] ?? '').replace(/[.\s]/gu, '')}.${european[2]} if you mean that.`;
  return /^[\d.,\s]*\d[\d.,\s]*$/u.test(digits)
    ? 'Commas and spaces belong only between thousands. Type the number without them.'
    : 'This is not a number.';
}
