/** Quantities are stored as whole units; screens show cases of `case_count` units (B1.6, UI-22, UI-23). */
import { MAX_QUANTITY } from './limits.ts';
import { MINUS, POINT } from './locale.ts';
import { showNumber, withThousands } from './number.ts';
import { plural } from './plural.ts';

/** Full cases and the remaining units; both negative for a quantity that left the warehouse (log rows) (UI-22). */
export function casesAndUnits(quantity: number, caseCount: number): { cases: number; units: number } {
  const size = Math.abs(quantity);
  const sign = quantity < 0 ? -1 : 1;
  return { cases: sign * Math.floor(size / caseCount) + 0, units: sign * (size % caseCount) + 0 };
}

/** Cases as text with exactly `decimals` decimals, 2 in tables, 1 in banners and steppers: 17 units in cases of 5 -> "3.40" (UI-23). */
export function showCases(quantity: number, caseCount: number, decimals = 2): string {
  return showFixed(casesNumber(quantity, caseCount, decimals), decimals);
}

/** Cases of one product where no table has room for two decimals in each row, beside a bar or in a plot: "78.75", "7.5", "15" (decision 1057). */
export function casesShort(quantity: number, caseCount: number): string {
  const hundredths = Math.round(casesNumber(quantity, caseCount, 2) * 100);
  return showFixed(hundredths / 100, hundredths % 100 === 0 ? 0 : hundredths % 10 === 0 ? 1 : 2);
}

/** A number with exactly `decimals` decimals: "1,204.50". */
export function showFixed(n: number, decimals: number): string {
  const [whole = '', part] = n.toFixed(decimals).replace('-', MINUS).split('.');
  return withThousands(whole) + (part ? POINT + part : '');
}

/** Cases as a number, rounded half away from zero to `decimals` decimals. For exports, whose cells stay numbers. */
export function casesNumber(quantity: number, caseCount: number, decimals: number): number {
  const scale = 10 ** decimals;
  // Numerator and denominator are doubled, so that both are whole numbers and a half is exactly a half.
  const size = Math.floor((2 * Math.abs(quantity) * scale + caseCount) / (2 * caseCount)) / scale;
  return quantity < 0 ? 0 - size : size;
}

/** Returns "3 cases 4 units", "1 case", "4 units" or "0 cases" (B3.14). */
export function casesText(quantity: number, caseCount: number): string {
  return (quantity < 0 ? MINUS : '') + sizeText(casesAndUnits(Math.abs(quantity), caseCount));
}

/** Cases and units that were summed. `products`: of how many products; absent: one. */
export interface SummedSize {
  cases: number;
  units: number;
  products?: number;
}

/** The sums of full cases and of remaining units, by the case size of each product, and the number of products of which something moves. */
export function sumOf(lines: Iterable<{ moved: number; case_count: number }>): Required<SummedSize> {
  const sum = { cases: 0, units: 0, products: 0 };
  for (const { moved, case_count } of lines) {
    const { cases, units } = casesAndUnits(moved, case_count);
    sum.cases += cases;
    sum.units += units;
    if (moved !== 0) sum.products += 1;
  }
  return sum;
}

/**
 * Like casesText, for a sum: "5 cases and 24 loose units" of several products, because their units make no cases together. Of one product it is "5 cases 4 units"
 * as everywhere.
 */
export function sizeText({ cases, units, products = 1 }: SummedSize): string {
  if (products > 1 && cases > 0 && units > 0)
    return `${plural(cases, '# case', '# cases')} and ${plural(units, '# loose unit', '# loose units')}`;
  const parts = [];
  if (cases > 0 || units === 0) parts.push(plural(cases, '# case', '# cases'));
  if (units > 0) parts.push(plural(units, '# unit', '# units'));
  return parts.join(' ');
}

/**
 * Cases that are summed over products with cases of different sizes, as a figure: whole ones, and a tenth below ten of them. A quantity of one product is
 * `showCases` in a table and `casesText` in words (decision 0403).
 */
export const casesFigure = (cases: number): string => showNumber(roundedCases(cases));
const roundedCases = (cases: number) => (Math.abs(cases) < 10 ? Math.round(cases * 10) / 10 : Math.round(cases));

/** The same in words: "1,428 cases", "7.5 cases", "1 case". */
export const casesSum = (cases: number): string => plural(roundedCases(cases), '# case', '# cases');

/** The units of typed cases; null when they are not a whole number of units (B1.6 "Quantity must be a whole number of units."). */
export function unitsFromCases(cases: number, caseCount: number): number | null {
  const exact = cases * caseCount;
  const units = Math.round(exact);
  // 2.4 * 5 is not exactly 12 in floating point. Wrong input misses a whole number by far more than this tolerance.
  return Number.isSafeInteger(units) && Math.abs(exact - units) < 1e-6 ? units + 0 : null;
}

/**
 * The value of a typed expression in a stepper, with + - * / and brackets ("12*3+4", "2 x 6", "1,000"), or null when it is not valid or divides by
 * zero (UI-15). An own parser, no eval.
 */
export function evaluateTyped(text: string): number | null {
  const tokens = tokensOf(text);
  if (tokens === null) return null;
  let at = 0;
  const value = sum();
  return value !== null && at === tokens.length && Number.isFinite(value) ? value || 0 : null;

  function sum(): number | null {
    let left = product();
    while (left !== null && (tokens?.[at] === '+' || tokens?.[at] === '-')) {
      const minus = tokens[at++] === '-';
      const right = product();
      left = right === null ? null : minus ? left - right : left + right;
    }
    return left;
  }
  function product(): number | null {
    let left = factor();
    while (left !== null && (tokens?.[at] === '*' || tokens?.[at] === '/')) {
      const over = tokens[at++] === '/';
      const right = factor();
      left = right === null ? null : over ? left / right : left * right;
    }
    return left;
  }
  function factor(): number | null {
    const token = tokens?.[at++];
    if (token === undefined) return null;
    if (typeof token === 'number') return token;
    if (token === '-' || token === '+') {
      const value = factor();
      return value === null ? null : token === '-' ? -value : value;
    }
    if (token !== '(') return null;
    const value = sum();
    return tokens?.[at++] === ')' ? value : null;
  }
}

/**
 * null when the value is allowed, else the message of the documents with the typed value; `max` null = no maximum (UI-14, F21). The documents write the
 * limit of a line as 1000000 (B13); every other limit is written like all figures.
 */
export function stepperError(
  value: number,
  min: number,
  max: number | null = MAX_QUANTITY,
  typed = String(value),
): string | null {
  if (value >= min && (max === null || value <= max)) return null;
  const most = max === MAX_QUANTITY ? max : showNumber(max ?? 0);
  const rule = max === null ? `Quantity must not be less than ${min}` : `Quantity must be between ${min} - ${most}`;
  return `${rule}. You typed ${typed}.`;
}

/** null when `units` is a multiple of the MPU, else the message: units are ordered in multiples of the MPU (K5). */
export function multipleError(units: number, mpu: number): string | null {
  return units % mpu === 0 ? null : `Quantity must be a multiple of ${mpu}.`;
}

/** The numbers (thousands commas allowed) and operators of a text; null for any other character, an empty text, or more than 100 characters. */
function tokensOf(text: string): (number | string)[] | null {
  if (text.length > 100) return null;
  const tokens: (number | string)[] = [];
  const pattern = /\s*(?:(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d*)?|\.\d+)(?![\d.,])|([-+*/()×÷x−]))\s*/iy;
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text);
    if (!match) return null;
    tokens.push(match[1] === undefined ? plainOperator(match[2] ?? '') : Number(match[1].replaceAll(',', '')));
  }
  return tokens.length > 0 ? tokens : null;
}

function plainOperator(sign: string): string {
  if (sign === '×' || sign === 'x' || sign === 'X') return '*';
  if (sign === '÷') return '/';
  return sign === '−' ? '-' : sign;
}
