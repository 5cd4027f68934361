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

/** The code of a product at the end of a text that no quantity stands in, such as the name of a lot. Null: the text ends with no such code. */
export function codeAtEnd(text: string, isKnown: (code: string) => boolean): string | null {
  const codes = [14, 13, 12, 8].map((size) => text.slice(-size)).filter((code) => /^\d{8,}$/.test(code));
  return codes.find(isKnown) ?? null;
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
  /** Where the rows stand. Lists in the same line have equal codes at equal places; a changed row stands at a new one. */
  readonly standing?: {
    readonly line: object;
    readonly room: number;
    order(): Uint32Array | null;
    row(place: number): Row;
  };
}

/** A number of 32 bits for a code; different codes seldom have the same. */
function hashOf(code: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < code.length; at += 1) hash = Math.imul(hash ^ code.charCodeAt(at), 0x01000193);
  return hash ^ (hash >>> 15);
}

/** The hashes of codes, and the places of the rows that have them, outside of the JavaScript heap. */
function codeTable(line: object) {
  let size = 1;
  let hashes = new Int32Array(size);
  // Twice the place of the row, plus one for a case code, plus one more: 0 is free.
  let marks = new Int32Array(size);
  const set = (hash: number, mark: number) => {
    let at = hash & (size - 1);
    while (marks[at] !== 0) at = (at + 1) & (size - 1);
    hashes[at] = hash;
    marks[at] = mark;
  };
  return {
    line,
    /** How many places were read. */
    read: 0,
    /** Each row has two codes at most, and a third of the table stays free. */
    makeRoom(rows: number) {
      const wanted = 2 ** Math.ceil(Math.log2(rows * 3 + 2));
      if (wanted <= size) return;
      const old = { hashes, marks };
      [size, hashes, marks] = [wanted, new Int32Array(wanted), new Int32Array(wanted)];
      for (const [at, mark] of old.marks.entries()) if (mark !== 0) set(old.hashes[at] ?? 0, mark);
    },
    put(code: string | null | undefined, mark: number) {
      if (code) set(hashOf(codeKey(code)), mark + 1);
    },
    /** The marks of codes with this hash. */
    *of(hash: number): Generator<number> {
      for (let at = hash & (size - 1); marks[at] !== 0; at = (at + 1) & (size - 1))
        if (hashes[at] === hash) yield (marks[at] ?? 0) - 1;
    },
  };
}

/**
 * An index of products by code. A code of two products finds both, so that no scan books the wrong goods. The index stores hashes of codes and row numbers
 * only, and found rows are parsed again (performance goal 12). `makeReady(count)` indexes the first `count` rows and returns true when all rows are
 * indexed. `find` indexes the rest. `before`: the index of an earlier list, whose rows are not read again where they stand in the same line.
 */
export function codeIndex<Row, P extends Coded>(
  rows: CodedRows<Row>,
  productOf: (row: Row) => P,
  before: { readonly table: ReturnType<typeof codeTable> } | null = null,
) {
  const {
    line,
    room,
    order: orderOf,
    row: rowAt,
  } = rows.standing ?? { line: rows, room: rows.length, order: () => null, row: null };
  const table = before?.table.line === line ? before.table : codeTable(line);
  table.makeRoom(room);
  const makeReady = (count: number): boolean => {
    const until = Math.min(count, room);
    const read = (row: Row) => {
      const product = productOf(row);
      table.put(product.barcode_unit, table.read * 2);
      table.put(product.barcode_case, table.read * 2 + 1);
      table.read += 1;
    };
    if (rowAt) while (table.read < until) read(rowAt(table.read));
    else if (table.read < until) for (const row of rows.slice(table.read, count)) read(row);
    return table.read >= room;
  };
  const find = (code: string): Hit<P>[] => {
    makeReady(room);
    const key = codeKey(code);
    const order = orderOf();
    // The row of the list at a place of the table; an earlier state of a row is in no place of the list.
    const inList = [...table.of(hashOf(key))]
      .map((mark) => ({ isCase: mark % 2 === 1, place: order ? order.indexOf(mark >> 1) : mark >> 1 }))
      .filter(({ place }) => place >= 0 && place < rows.length)
      .sort((one, other) => one.place - other.place || Number(one.isCase) - Number(other.isCase));
    // A product sold by the piece may have the same code for unit and case; it counts as one unit.
    const hits = new Map<string, Hit<P>>();
    for (const { isCase, place } of inList) {
      const [row] = rows.slice(place, place + 1);
      if (row === undefined) continue;
      const product = productOf(row);
      const own = isCase ? product.barcode_case : product.barcode_unit;
      if (!own || codeKey(own) !== key || hits.has(product._id)) continue;
      hits.set(
        product._id,
        isCase ? { product, counts: 'case', units: product.case_count } : { product, counts: 'unit', units: 1 },
      );
    }
    return [...hits.values()];
  };
  return { makeReady, find, table };
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
