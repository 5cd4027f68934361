/** Reads product codes from scanners and finds their products. */
import { MAX_QUANTITY } from './limits.ts';

export type Counts = 'unit' | 'case';

/** The least and most characters of a product code. */
export const CODE_LENGTH = { least: 4, most: 32 } as const;

/** Recognises GS1 elements: a symbology identifier, or a GTIN followed by another element. */
const GS1 =
  /^(?:\](?:d2|Q3|C1|e0|J1) ?\d\d[\x20-\x7e]+| ?0[12]\d{14}\d\d[\x20-\x7e]+|\(0[12]\)\d{14}\(\d{2,4}\)[\x21-\x7e]+)$/;
/** Ends a GS1 element; the pattern above uses a space for it. */
const SEPARATOR = '\u001d';
/** The most characters of a code of GS1 elements. */
export const GS1_LONGEST = 120;

/** The code that a scanner sent, without the symbology identifier (`]E0`) that some scanners add; null: not a code. */
export function readCode(sent: string): string | null {
  // A code of GS1 elements is longer and has separators; it is read as it was sent.
  const whole = sent.replace(/^\s+|[\r\n\t ]+$/g, '');
  const isGs1 = !whole.includes(' ') && GS1.test(whole.replaceAll(SEPARATOR, ' '));
  if (isGs1 && whole.length <= GS1_LONGEST) return whole;
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
export const isSlowCode = (text: string): boolean => /^\d{8,}$/.test(text) && readCode(text) !== null;

/** Digits that no line can have as its quantity. */
const isNoFigure = (text: string): boolean => Number(text) > MAX_QUANTITY;

/**
 * The whole code if its first digits came so slowly that a field took them for typing. `before`: the contents of the field. `code`: the part that came fast.
 * `isKnown`: whether a product has a code. `isFree`: digits in that field are no figure. Null: the two do not form one code.
 */
export function joinedCode(
  before: string,
  code: string,
  isKnown: (code: string) => boolean,
  isFree = false,
): string | null {
  const whole = before + code;
  if (!/^\d+$/.test(before) || !/^\d{8,14}$/.test(whole) || isKnown(code)) return null;
  return isKnown(whole) || ((isFree || isNoFigure(before) || isGtin(whole)) && !isGtin(code)) ? whole : null;
}

/**
 * A figure and the code behind it, where the first digits of the code came so slowly that the field has them behind the figure. `before`: the contents of the field. `code`: the part that came
 * fast. Null: they are no figure and code, for example because `code` is a whole code by itself. Digits are taken from a figure only for a code that a product has, or for a GTIN of 13 or 14 digits.
 */
export function figureAndTorn(
  before: string,
  code: string,
  isKnown: (code: string) => boolean,
): { figure: string; code: string } | null {
  if (!/^[1-9]\d+$/.test(before) || !/^\d+$/.test(code) || isKnown(code)) return null;
  for (let at = 1; at < before.length; at += 1) {
    const whole = before.slice(at) + code;
    if (isKnown(whole) || (/^\d{13,14}$/.test(whole) && isGtin(whole) && !isGtin(code)))
      return { figure: before.slice(0, at), code: whole };
  }
  return null;
}

/**
 * The code in digits that came slowly ({@link isSlowCode}), and the figure that a person typed before it; '': none. A figure is before a code only where a product has that
 * code, and the whole is none.
 */
export function splitCode(text: string, isKnown: (code: string) => boolean): { figure: string; code: string } {
  const isWhole = isKnown(text) || isGtin(text);
  const length = isWhole
    ? undefined
    : [14, 13, 12, 8].find((size) => /^[1-9]\d{0,5}$/.test(text.slice(0, -size)) && isKnown(text.slice(-size)));
  return length === undefined
    ? { figure: '', code: text }
    : { figure: text.slice(0, -length), code: text.slice(-length) };
}

/** Guesses what a code without a product is printed on. By GS1 the first of 14 digits is the packing level: 1 to 8 is a case, 0 a unit, 9 goods by weight. */
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

/** A number of 32 bits for a code; different codes seldom have the same. */
function hashOf(code: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < code.length; at += 1) hash = Math.imul(hash ^ code.charCodeAt(at), 0x01000193);
  return hash ^ (hash >>> 15);
}

/**
 * An index of products by code. A code of two products finds both, so that no scan books the wrong goods. The index stores hashes of codes and row numbers
 * only, outside of the JavaScript heap, and found rows are parsed again (performance goal 12). `makeReady(count)` indexes the first `count` rows and returns
 * true when all rows are indexed. `find` indexes the rest.
 */
export function codeIndex<Row, P extends Coded>(rows: CodedRows<Row>, productOf: (row: Row) => P) {
  // Each row has two codes at most, and a third of the places stays free.
  const places = 2 ** Math.ceil(Math.log2(rows.length * 3 + 2));
  const hashes = new Int32Array(places);
  // Twice the row number, plus one for a case code, plus one more: 0 is a free place.
  const marks = new Int32Array(places);
  const put = (code: string | null | undefined, mark: number) => {
    if (!code) return;
    const hash = hashOf(codeKey(code));
    let at = hash & (places - 1);
    while (marks[at] !== 0) at = (at + 1) & (places - 1);
    hashes[at] = hash;
    marks[at] = mark + 1;
  };
  let read = 0;
  const makeReady = (count: number): boolean => {
    if (read < count)
      for (const row of rows.slice(read, count)) {
        const product = productOf(row);
        put(product.barcode_unit, read * 2);
        put(product.barcode_case, read * 2 + 1);
        read += 1;
      }
    return read >= rows.length;
  };
  const find = (code: string): Hit<P>[] => {
    makeReady(rows.length);
    const key = codeKey(code);
    const hash = hashOf(key);
    // A product sold by the piece may have the same code for unit and case; it counts as one unit.
    const hits = new Map<string, Hit<P>>();
    // Codes with the same hash are stored in the order of their rows.
    for (let at = hash & (places - 1); marks[at] !== 0; at = (at + 1) & (places - 1)) {
      const mark = (marks[at] ?? 0) - 1;
      const [row] = hashes[at] === hash ? rows.slice(mark >> 1, (mark >> 1) + 1) : [];
      if (row === undefined) continue;
      const product = productOf(row);
      const isCase = mark % 2 === 1;
      const own = isCase ? product.barcode_case : product.barcode_unit;
      if (!own || codeKey(own) !== key || hits.has(product._id)) continue;
      hits.set(
        product._id,
        isCase ? { product, counts: 'case', units: product.case_count } : { product, counts: 'unit', units: 1 },
      );
    }
    return [...hits.values()];
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
