/** Quantities are whole units; people see cases of `case_count` units (B1.6, UI-22, UI-23). */
import { MAX_QUANTITY } from './limits.ts';
import { withThousands } from './money.ts';

/** Returns full cases and remaining units (UI-22). Both are negative for a negative quantity (log rows of goods that left). */
export function casesAndUnits(quantity: number, caseCount: number): { cases: number; units: number } {
  const size = Math.abs(quantity);
  const sign = quantity < 0 ? -1 : 1;
  return { cases: sign * Math.floor(size / caseCount) + 0, units: sign * (size % caseCount) + 0 };
}

/** Formats cases with exactly `decimals` decimals (2 in tables, 1 in banners and steppers): 17 units of 5 -> "3.40" (UI-23). */
export function showCases(quantity: number, caseCount: number, decimals = 2): string {
  const [whole = '', part] = casesNumber(quantity, caseCount, decimals).toFixed(decimals).split('.');
  return withThousands(whole) + (part ? `.${part}` : '');
}

/** Returns cases as a number, rounded half away from zero to `decimals` decimals; for exports, where figures stay numbers. */
export function casesNumber(quantity: number, caseCount: number, decimals: number): number {
  const scale = 10 ** decimals;
  // Both sides are doubled, so that the division stays in whole numbers and a half is exactly a half.
  const size = Math.floor((2 * Math.abs(quantity) * scale + caseCount) / (2 * caseCount)) / scale;
  return quantity < 0 ? 0 - size : size;
}

/** Returns "3 cases 4 units", "1 case", "4 units" or "0 cases" (B3.14). */
export function casesText(quantity: number, caseCount: number): string {
  return (quantity < 0 ? '-' : '') + sizeText(casesAndUnits(Math.abs(quantity), caseCount));
}

/** Returns the same text for cases and units that were summed over products of different case sizes. */
export function sizeText({ cases, units }: { cases: number; units: number }): string {
  const parts = [];
  if (cases > 0 || units === 0) parts.push(counted(cases, 'case'));
  if (units > 0) parts.push(counted(units, 'unit'));
  return parts.join(' ');
}

/** Converts typed cases to units; null if the result is no whole number (B1.6 "Quantity must be a whole number of units."). */
export function unitsFromCases(cases: number, caseCount: number): number | null {
  const exact = cases * caseCount;
  const units = Math.round(exact);
  // In floating point, 2.4 * 5 is not quite 12. An input that is really wrong is off by far more than this.
  return Number.isSafeInteger(units) && Math.abs(exact - units) < 1e-6 ? units + 0 : null;
}

/**
 * Evaluates what a person typed into a stepper, with + - * / and brackets ("12*3+4", "2 x 6", "1,000") (UI-15). null if it is no valid sum, or
 * divides by zero. It has its own parser and does not use eval.
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

/** Returns null if the value is allowed, else the error text with the typed value (UI-14, F21). `max` null means no maximum. */
export function stepperError(value: number, min: number, max: number | null = MAX_QUANTITY): string | null {
  if (value >= min && (max === null || value <= max)) return null;
  const rule = max === null ? `Quantity must not be less than ${min}` : `Quantity must be between ${min} - ${max}`;
  return `${rule}. You typed ${value}.`;
}

/** Returns an error text if units are no multiple of the MPU, else null (K5). */
export function multipleError(units: number, mpu: number): string | null {
  return units % mpu === 0 ? null : `Quantity must be a multiple of ${mpu}.`;
}

function counted(n: number, word: string): string {
  return `${n.toLocaleString('en-NG')} ${word}${n === 1 ? '' : 's'}`;
}

/** Returns numbers (thousands commas allowed) and operators; null for any other text, an empty one, or more than 100 characters. */
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
