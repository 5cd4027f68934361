/** Product codes as scanners send them, and whose they are. */

export type Counts = 'unit' | 'case';

/** Characters of a code that a product may carry. */
export const CODE_LENGTH = { least: 4, most: 32 } as const;

/** What a scanner sent, without the symbology identifier (`]E0`) that some put in front; null: not a code. */
export function readCode(sent: string): string | null {
  const code = sent.trim().replace(/^\][A-Za-z][0-9]/, '');
  return /^[\x21-\x7e]+$/.test(code) && code.length >= CODE_LENGTH.least && code.length <= CODE_LENGTH.most
    ? code
    : null;
}

/** The same number in another length is the same code (GTIN-8, -12, -13, -14); any other code is its own text. */
export function codeKey(code: string): string {
  return /^(\d{8}|\d{12,14})$/.test(code) ? code.padStart(14, '0') : code;
}

/** Every text under which a product may carry this code: for a search in a database. */
export function codeTexts(code: string): string[] {
  const key = codeKey(code);
  if (!/^\d{14}$/.test(key)) return [code];
  return [8, 12, 13, 14].filter((size) => /^0*$/.test(key.slice(0, 14 - size))).map((size) => key.slice(14 - size));
}

/** GS1: the ITF-14 of a case is an indicator digit, the unit's GTIN-13 without its check digit, and a new one; null: no GTIN-13. */
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
  /** Units that one scan adds. */
  units: number;
}

/** Rows by their places, which may be read as they are looked at. */
export interface CodedRows<Row> {
  readonly length: number;
  slice(from: number, to: number): readonly Row[];
}

/**
 * Products by code. A code that stands on two products finds both: no scan may book the wrong goods. Kept are codes and places; what is found is
 * read again (performance goal 12). `makeReady`: the first so many rows are read, if they are not; true: all are. `find` reads those left.
 */
export function codeIndex<Row, P extends Coded>(rows: CodedRows<Row>, productOf: (row: Row) => P) {
  // Twice the place of the row, and one more where the code is that of a case; a list only where rows share a code.
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
    // A product sold by the piece may carry one code for both; that is one unit.
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

/** A code must be out of sight this long (ms) before a camera counts it again: it sees the same one many times a second. */
const OUT_OF_SIGHT = 1_500;

/** Gives the codes of a picture that came into sight with it; `now` in ms. */
export function makeSightings(): (codes: readonly string[], now: number) => string[] {
  const lastSeen = new Map<string, number>();
  return (codes, now) =>
    [...new Set(codes)].filter((code) => {
      const before = lastSeen.get(code);
      lastSeen.set(code, now);
      return before === undefined || now - before >= OUT_OF_SIGHT;
    });
}
