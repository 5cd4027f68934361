/** Quantities: stored in whole units, shown in cases of `case_count` units (DECISIONS B1.6, UI-22, UI-23). */

/** B13: units per line. */
export const MAX_QUANTITY = 1_000_000;

/** UI-22: cases = floor(quantity / case_count), units = the rest. A negative quantity (log rows) gives both parts negative. */
export function casesAndUnits(q: number, caseCount: number): { cases: number; units: number } {
  const units = q % caseCount;
  return { cases: (q - units) / caseCount || 0, units: units || 0 };
}

/** Cases as a number rounded half away from zero: 1 decimal in exports, 2 in answers. */
export function casesNumber(q: number, caseCount: number, decimals: number): number {
  const scale = 10 ** decimals;
  // Doubling keeps the half exact: all three factors are integers.
  const rounded = Math.floor((2 * Math.abs(q) * scale + caseCount) / (2 * caseCount)) / scale;
  return q < 0 && rounded !== 0 ? -rounded : rounded;
}

/** UI-23: cases as text with that many decimals (2 in tables, 1 in exports, stock banners and steppers): 17 of 5 -> "3.40". */
export function showCases(q: number, caseCount: number, decimals: number): string {
  return casesNumber(q, caseCount, decimals).toFixed(decimals);
}

/** "3 cases 4 units", "1 case", "4 units"; nothing at all is "0 cases" (B3.14 "{requested} needed, {available} available."). */
export function casesText(q: number, caseCount: number): string {
  const { cases, units } = casesAndUnits(Math.abs(q), caseCount);
  const parts = [];
  if (cases > 0 || units === 0) parts.push(counted(cases, 'case'));
  if (units > 0) parts.push(counted(units, 'unit'));
  return (q < 0 ? '-' : '') + parts.join(' ');
}

/** B1.6: typed cases -> units; null when they are not whole units ("Quantity must be a whole number of units."). */
export function unitsFromCases(cases: number, caseCount: number): number | null {
  const exact = cases * caseCount;
  const units = Math.round(exact);
  // 2.4 * 5 is not exactly 12 in floating point; anything a person can type differs by far more than this.
  return Number.isSafeInteger(units) && Math.abs(exact - units) < 1e-6 ? units || 0 : null;
}

/**
 * UI-15: what a person typed into a stepper, with + - * / and brackets ("12*3+4", "2 x 6", "1,000"): its value, or null
 * when it is not a sum that makes sense (also division by zero). Own parser, no eval.
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

/** UI-14 texts; `max` null = no maximum. */
export function stepperRule(min: number, max: number | null): string {
  return max === null ? `Quantity must not be less than ${min}` : `Quantity must be between ${min} - ${max}`;
}

/** UI-14 with F21: null when the value is allowed, else the documents' text followed by what was typed. */
export function stepperError(value: number, min: number, max: number | null): string | null {
  if (value >= min && (max === null || value <= max)) return null;
  return `${stepperRule(min, max)}. You typed ${value}.`;
}

function counted(n: number, word: string): string {
  return `${n} ${word}${n === 1 ? '' : 's'}`;
}

/** Numbers (thousands commas allowed) and operators; null for anything else, for nothing, or for more than 100 characters. */
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
