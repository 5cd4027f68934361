/** Quantities are whole units; people see cases (B1.6, UI-22, UI-23). */
import { MAX_QUANTITY } from './limits.ts';

/** UI-22: full cases and what is left. */
export function casesAndUnits(quantity: number, caseCount: number): { cases: number; units: number } {
  const size = Math.abs(quantity);
  const sign = quantity < 0 ? -1 : 1;
  return { cases: sign * Math.floor(size / caseCount) + 0, units: sign * (size % caseCount) + 0 };
}

/** Cases with so many decimals: 2 in tables, 1 in exports and banners. */
export function showCases(quantity: number, caseCount: number, decimals = 2): string {
  return (quantity / caseCount).toLocaleString('en-NG', { minimumFractionDigits: 0, maximumFractionDigits: decimals });
}

/** Cases as a number rounded to so many decimals: for exports, where a figure stays a figure. */
export function casesNumber(quantity: number, caseCount: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round((quantity / caseCount) * scale) / scale;
}

const plural = (count: number, one: string) => `${count.toLocaleString('en-NG')} ${one}${count === 1 ? '' : 's'}`;

/** "3 cases 4 units", "1 case", "0 cases" (B3.14). */
export function casesText(quantity: number, caseCount: number): string {
  const { cases, units } = casesAndUnits(quantity, caseCount);
  if (cases === 0 && units !== 0) return plural(units, 'unit');
  return units === 0 ? plural(cases, 'case') : `${plural(cases, 'case')} ${plural(units, 'unit')}`;
}

/** Units of typed cases; null when they are no whole number of units (B1.6). */
export function unitsFromCases(cases: number, caseCount: number): number | null {
  const units = cases * caseCount;
  const whole = Math.round(units);
  return Math.abs(units - whole) < 1e-6 ? whole : null;
}

/** UI-15: typed arithmetic, `12*3+4`; null when it is none. No eval: a small recursive descent. */
export function evaluateTyped(text: string): number | null {
  const source = text.replace(/[\s,]/g, '').replace(/[x×]/gi, '*').replace(/÷/g, '/');
  if (source === '' || source.length > 60 || /[^\d.+\-*/()]/.test(source)) return null;
  let at = 0;
  const sum = (): number => {
    let value = product();
    while (source[at] === '+' || source[at] === '-') value = source[at++] === '+' ? value + product() : value - product();
    return value;
  };
  const product = (): number => {
    let value = atom();
    while (source[at] === '*' || source[at] === '/') value = source[at++] === '*' ? value * atom() : value / atom();
    return value;
  };
  const atom = (): number => {
    if (source[at] === '-') {
      at += 1;
      return -atom();
    }
    if (source[at] === '(') {
      at += 1;
      const value = sum();
      if (source[at++] !== ')') return Number.NaN;
      return value;
    }
    const found = /^\d+(\.\d+)?|^\.\d+/.exec(source.slice(at));
    if (!found) return Number.NaN;
    at += found[0].length;
    return Number(found[0]);
  };
  const value = sum();
  return at === source.length && Number.isFinite(value) ? value : null;
}

/** UI-14: the documents' text for a value outside its limits. */
export function stepperError(value: number, min: number, max: number | null = MAX_QUANTITY): string | null {
  if (max !== null && (value < min || value > max)) return `Quantity must be between ${min} - ${max}`;
  return value < min ? `Quantity must not be less than ${min}` : null;
}
