/** The pseudo-language writes everything as English does not: what looks English on its screens did not come through src/domain/locale.ts. */
export const [GROUP, POINT] = ['’', ','];
export const MINUS = '−';
export const NO_VALUE = '–';

export const pluralForm = (n: number): number => (n === 1 ? 0 : 1);

export const moneyText = (sign: string, amount: string): string => `${sign}${amount} ₦`;

export const dayOf = (day: number | string, month = '', year?: number): string =>
  `${month} ${day}${year === undefined ? '' : `/${year}`}`;

export const longMoment = (day: string, month = '', year: number, hour: number, minute: string): string =>
  `${dayOf(day, month, year)} ${hour}h${minute}`;
