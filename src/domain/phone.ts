/** Nigerian mobile numbers: stored as 0 and ten digits, shown and dialled with +234 (GEN-06, CONST-14, UI-03..06, B1.10, A28). */

import { MAX_SEARCH } from './limits.ts';

/** The prefix that phone fields show. */
export const PHONE_PREFIX = '+234';

/** The message for a wrong number, always with an example (A28). */
export const PHONE_MESSAGE = 'Phone number must be valid. Ex. 08021234567';

/**
 * Normalises a phone number: spaces, dashes, brackets, dots and slashes are removed, +234/234 becomes 0, and ten digits get a leading 0 (B1.10).
 * Invisible direction marks from an address book are removed, and digits of other scripts become 0-9.
 * The function does not check its result: every other character stays in it, and `isPhone` then returns false.
 */
export function normalizePhone(text: string): string {
  const bare = plainDigits(text).replace(/[\s\p{Pd}\p{Cf}()./[\]{}−]/gu, '');
  const national = bare.replace(/^(?:\+234|(?:00)?234(?=0?\d{10}$))/, '');
  // "+234 0802 ..." and "+234 (0)802 ..." have the leading 0 already.
  return national.length === 10 && /^\d+$/.test(national) ? `0${national}` : national;
}

/** true: 11 digits: 0, then 7-9, then 0 or 1, then 8 digits (UI-03). Expects a normalised number. */
export function isPhone(phone: string): boolean {
  return /^0[789][01]\d{8}$/.test(phone);
}

/** The part after the prefix: a whole number without its leading 0, every other text unchanged. */
export function afterPrefix(phone: string): string {
  return isPhone(phone) ? phone.slice(1) : phone;
}

/** The blank inside a shown number. A line never breaks there. */
const FIXED_BLANK = '\u00A0';

/**
 * A number as screens and papers show it (GEN-06): "+234 803 498 3257", with blanks that do not break. A number that is not Nigerian, and every other
 * text, stays as it is written.
 */
export function shownPhone(phone: string): string {
  const normal = normalizePhone(phone);
  if (!isPhone(normal)) return phone;
  return [PHONE_PREFIX, normal.slice(1, 4), normal.slice(4, 7), normal.slice(7)].join(FIXED_BLANK);
}

/** The text with the stored form of each shown number in it, so that a search in the text finds the number however it is typed. */
export function withStoredPhones(text: string): string {
  if (!text.includes(PHONE_PREFIX)) return text;
  return text.replace(/\+234\s([789][01]\d)\s(\d{3})\s(\d{4})(?!\d)/gu, '0$1$2$3');
}

/** The link for dialling: +234 and the number without its leading 0 (UI-06). A number that is not Nigerian is dialled as it is written. */
export function dial(phone: string): string {
  const normal = normalizePhone(phone);
  return isPhone(normal) ? `tel:${PHONE_PREFIX}${normal.slice(1)}` : `tel:${normal.replace(/[^\d+]/g, '')}`;
}

/**
 * The normalised numbers of a typed list without duplicates and empty entries. Commas, semicolons, line breaks and spaces around numbers separate
 * them (NOTIF-09).
 */
export function phoneList(text: string): string[] {
  const parts = withStoredPhones(text)
    .split(/[,;\n\r]+/)
    .flatMap((part) => (isPhone(normalizePhone(part)) ? [part] : part.split(/\s+/)));
  return [...new Set(parts.map(normalizePhone).filter((phone) => phone !== ''))];
}

/**
 * The words of a search. A phone number with its prefix, as screens show it (GEN-06, UI-05), becomes the stored form, also partly typed. So does a whole
 * number with 234 and without the plus, as chat programs hand it over. Without the prefix it is an ordinary word, because product codes are digits too; the
 * groups of a shown number are words of their own.
 */
export function wordsSought(text: string): string[] {
  const cut = text.slice(0, MAX_SEARCH);
  // Called once for each row, and most searches contain no number.
  if (!cut.includes('234')) return cut.split(/\s+/u).filter(Boolean);
  const isPrefixed = /^\P{Nd}*(?:(?:\+|00)\s*234|234\s)/u.test(cut);
  const bare = isPrefixed ? normalizePhone(cut) : '';
  if (isPhone(bare)) return [bare];
  // Also converts a partly typed number, a number beside other words, and the prefix alone, with which every shown number begins.
  const national = cut.replace(
    /\+\s*234[\s()./\p{Pd}]*0?(\d[\d\s()./\p{Pd}]*)?/gu,
    (_all, rest = '') => ` 0${rest.replace(/\D/g, '')} `,
  );
  return national.split(/\s+/u).filter(Boolean).map(storedIfPlain);
}

/** "2348046925109" is 08046925109. Codes with 13 digits that begin with 2 are given by a shop for its own use, so no maker's product has one. */
const storedIfPlain = (word: string) => word.replace(/^234(?=[789][01]\d{8}$)/u, '0');

/** Converts full-width, Arabic-Indic and other decimal digits to 0-9. */
function plainDigits(text: string): string {
  return text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    if (code < 128) return digit;
    // Unicode places the ten digits of each script in one run from 0 to 9.
    let zero = code;
    while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String(code - zero);
  });
}
