/** UI-03, CONST-14: 0, then 7 to 9, then 0 or 1, then 8 digits. */
const PATTERN = /^0[7-9][01]\d{8}$/;

/** A28: always with the example. */
export const PHONE_MESSAGE = 'Phone number must be valid. Ex. 08021234567';

/** B1.10: spaces, dashes, dots and brackets dropped; +234/234 becomes 0; ten digits get a leading 0. */
export function normalizePhone(raw: string): string {
  const digits = raw.normalize('NFKC').replace(/[\s().\-–—/]/gu, '');
  const local = digits.replace(/^(?:\+|00)?234(?=\d{10}$)/, '0').replace(/^(?:\+|00)?2340(?=\d{10}$)/, '0');
  return /^[1-9]\d{9}$/.test(local) ? `0${local}` : local;
}

export function isPhone(normalized: string): boolean {
  return PATTERN.test(normalized);
}

/** UI-06: +234 and the number without its leading 0. */
export function dial(phone: string): string {
  return `tel:+234${phone.replace(/^0/, '')}`;
}
