/** Reads product codes from scanners and finds their products. */

export type Counts = 'unit' | 'case';

/** The least and most characters of a product code. */
export const CODE_LENGTH = { least: 4, most: 32 } as const;

/** The code that a scanner sent, without the symbology identifier (`]E0`) that some scanners add; null: not a code. */
export function readCode(sent: string): string | null {
  const code = sent.trim().replace(/^\][A-Za-z][0-9]/, '');
  return /^[\x21-\x7e]+$/.test(code) && code.length >= CODE_LENGTH.least && code.length <= CODE_LENGTH.most
    ? code
    : null;
}

/** The key of a code: the same number in another length is the same code (GTIN-8, -12, -13, -14); any other code is its own key. */
export function codeKey(code: string): string {
  return /^(\d{8}|\d{12,14})$/.test(code) ? code.padStart(14, '0') : code;
}

/** All texts under which a product may store this code, for a database search. */
export function codeTexts(code: string): string[] {
  const key = codeKey(code);
  if (!/^\d{14}$/.test(key)) return [code];
  return [8, 12, 13, 14].filter((size) => /^0*$/.test(key.slice(0, 14 - size))).map((size) => key.slice(14 - size));
}

/** Whether a code has the length and the check digit of a GTIN-8, -12, -13 or -14. */
function isGtin(code: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(code)) return false;
  const sum = [...code.padStart(14, '0')].reduce(
    (total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1),
    0,
  );
  return sum % 10 === 0;
}

/** Whether digits are a code, however slowly they came: no quantity has so many. */
export const isSlowCode = (text: string): boolean => /^\d{8,14}$/.test(text);

/**
 * The whole code whose first digits came so slowly that a field took them for typing. `before`: what the field held. `code`: what came fast.
 * `isKnown`: whether a product has a code. Null: the two do not make one code.
 */
export function joinedCode(before: string, code: string, isKnown: (code: string) => boolean): string | null {
  const whole = before + code;
  if (!/^\d+$/.test(before) || !isSlowCode(whole) || isKnown(code)) return null;
  return isKnown(whole) || (isGtin(whole) && !isGtin(code)) ? whole : null;
}

/** What a code stands on that no product has yet. The first of 14 digits is the level of packing by GS1: 1 to 8 is a case, 0 a unit, 9 goods by weight. */
export const usualCounts = (code: string): Counts => (/^[1-8]\d{13}$/.test(code) ? 'case' : 'unit');

/** The ITF-14 of a case by GS1: an indicator digit, the unit's GTIN-13 without its check digit, and a new check digit; null: not a GTIN-13. */
export function caseCodeOf(unitCode: string, indicator = 1): string | null {
  if (!/^\d{13}$/.test(unitCode)) return null;
  const body = `${indicator}${unitCode.slice(0, 12)}`;
  const sum = [...body].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

export interface Coded {
  readonly _id: string;
  readonly case_count: number;
  readonly barcode_unit?: string | null | undefined;
  readonly barcode_case?: string | null | undefined;
}

export interface Hit<P> {
  product: P;
  counts: Counts;
  /** The number of units that one scan adds. */
  units: number;
}

/** Rows by index, which may be parsed only when they are used. */
export interface CodedRows<Row> {
  readonly length: number;
  slice(from: number, to: number): readonly Row[];
}

/**
 * An index of products by code. A code of two products finds both, so that no scan books the wrong goods. The index stores codes and row numbers
 * only, and found rows are parsed again (performance goal 12). `makeReady(count)` indexes the first `count` rows and returns true when all rows are
 * indexed. `find` indexes the rest.
 */
export function codeIndex<Row, P extends Coded>(rows: CodedRows<Row>, productOf: (row: Row) => P) {
  // The value is twice the row number, plus one for a case code; a list only where several rows share a code.
  const index = new Map<string, number | number[]>();
  const hitOf = (mark: number): Hit<P>[] =>
    rows.slice(mark >> 1, (mark >> 1) + 1).map((row) => {
      const product = productOf(row);
      return mark % 2 === 0
        ? { product, counts: 'unit', units: 1 }
        : { product, counts: 'case', units: product.case_count };
    });
  const put = (code: string | null | undefined, mark: number, id: string) => {
    if (!code) return;
    const key = codeKey(code);
    const known = index.get(key);
    if (known === undefined) {
      index.set(key, mark);
      return;
    }
    const marks = [known].flat();
    // A product sold by the piece may have the same code for unit and case; it counts as one unit.
    const its = (one: number) => one >> 1 === mark >> 1 || hitOf(one).some(({ product }) => product._id === id);
    if (!marks.some(its)) index.set(key, [...marks, mark]);
  };
  let read = 0;
  const makeReady = (count: number): boolean => {
    if (read < count)
      for (const row of rows.slice(read, count)) {
        const product = productOf(row);
        put(product.barcode_unit, read * 2, product._id);
        put(product.barcode_case, read * 2 + 1, product._id);
        read += 1;
      }
    return read >= rows.length;
  };
  const find = (code: string): Hit<P>[] => {
    makeReady(rows.length);
    return [index.get(codeKey(code)) ?? []].flat().flatMap(hitOf);
  };
  return { makeReady, find };
}

/**
 * A camera sees the same code many times a second. It counts again after it was out of sight this long, and in this many pictures: a slow tablet takes
 * few pictures, and one blurred picture is no absence.
 */
const OUT_OF_SIGHT = { ms: 700, pictures: 3 } as const;

/** Returns a function that gives the codes that newly came into sight in a picture; `now` in ms. A code in two lengths is one code. */
export function makeSightings(): (codes: readonly string[], now: number) => string[] {
  const lastSeen = new Map<string, { at: number; picture: number }>();
  let picture = 0;
  return (codes, now) => {
    picture += 1;
    return [...new Map(codes.map((code) => [codeKey(code), code]))].flatMap(([key, code]) => {
      const before = lastSeen.get(key);
      lastSeen.set(key, { at: now, picture });
      if (before === undefined) return [code];
      return now - before.at >= OUT_OF_SIGHT.ms && picture - before.picture > OUT_OF_SIGHT.pictures ? [code] : [];
    });
  };
}
