/** Nigerian mobile numbers: kept as 0 and ten digits, dialled with +234 (CONST-14, UI-03..06, DECISIONS B1.10, A28). */

import { MAX_SEARCH } from './limits.ts';

/** The documents' prefix, shown before phone fields. */
export const PHONE_PREFIX = '+234';

/** A28: always with the example; it contains the documents' short form. */
export const PHONE_MESSAGE = 'Phone number must be valid. Ex. 08021234567';

/**
 * B1.10: spaces, dashes, brackets (dots, slashes) dropped, +234/234 becomes 0, ten digits get a leading 0. What a phone's
 * address book adds invisibly (direction marks) goes too, and digits of other scripts become 0-9. The result is not
 * checked: anything else stays in it and fails isPhone.
 */
export function normalizePhone(text: string): string {
  const bare = plainDigits(text).replace(/[\s\p{Pd}\p{Cf}()./[\]{}−]/gu, '');
  const national = bare.replace(/^(?:\+234|(?:00)?234(?=0?\d{10}$))/, '');
  // "+234 0802 ..." and "+234 (0)802 ..." carry the 0 already.
  return national.length === 10 && /^\d+$/.test(national) ? `0${national}` : national;
}

/** UI-03: 11 digits, 0, then 7-9, then 0 or 1, then 8 digits. Give it a normalised number. */
export function isPhone(phone: string): boolean {
  return /^0[789][01]\d{8}$/.test(phone);
}

/** UI-06: link for dialling, +234 and the number without its leading 0; a number that is not Nigerian is dialled as it stands. */
export function dial(phone: string): string {
  const normal = normalizePhone(phone);
  return isPhone(normal) ? `tel:${PHONE_PREFIX}${normal.slice(1)}` : `tel:${normal.replace(/[^\d+]/g, '')}`;
}

/** NOTIF-09: a typed list; lines, blanks around numbers and commas part it, each is normalised, doubles and empties go. */
export function phoneList(text: string): string[] {
  const parts = text.split(/[,;\n\r]+/).flatMap((part) => (isPhone(normalizePhone(part)) ? [part] : part.split(/\s+/)));
  return [...new Set(parts.map(normalizePhone).filter((phone) => phone !== ''))];
}

/**
 * The words of a search. A number with its prefix, as forms show it (UI-05), is sought as it is kept; without one it is words like any other, for
 * codes of goods are digits too.
 */
export function wordsSought(text: string): string[] {
  const cut = text.slice(0, MAX_SEARCH);
  // Asked once a row: most searches are no numbers.
  if (!cut.includes('234')) return cut.split(/\s+/u).filter(Boolean);
  const isPrefixed = /^\P{Nd}*(?:\+|00)\s*234/u.test(cut);
  const bare = isPrefixed ? normalizePhone(cut) : '';
  if (isPhone(bare)) return [bare];
  // As far as it is typed, and beside other words.
  const national = cut.replace(
    /\+\s*234[\s()./\p{Pd}]*0?(\d[\d\s()./\p{Pd}]*)/gu,
    (_all, rest: string) => ` 0${rest.replace(/\D/g, '')} `,
  );
  return national.split(/\s+/u).filter(Boolean);
}

/** Full-width, Arabic-Indic and other decimal digits -> 0-9. */
function plainDigits(text: string): string {
  return text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    if (code < 128) return digit;
    // Unicode keeps each script's ten digits together, from 0 to 9; the 0 is the first of the run.
    let zero = code;
    while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String(code - zero);
  });
}
