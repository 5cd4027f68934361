/** Reads the rows of a file with counted stock (B2.10): the product, its quantity now, and its buy price per case. */
import type { AdjustReason } from '#contract/stock/stockCalls.ts';
import type { CsvColumns, RowReader } from '#crud/csv/checkCsv.ts';
import { type FileNumberKind, readFileNumber } from '#domain/fileNumber.ts';
import { MAX_QUANTITY } from '#domain/limits.ts';
import { moneyError, parseMoney } from '#domain/money.ts';
import { skuKey } from '#domain/sku.ts';
import { searchable } from '#domain/text.ts';
import { unitsFromCases } from '#domain/units.ts';

type Name = 'sku' | 'product' | 'cases' | 'units' | 'price' | 'note';

export const COUNT_COLUMNS: CsvColumns<Name> = {
  sku: {
    title: 'SKU',
    also: ['sku_id', 'code', 'barcode', 'product code'],
    expected: 'the SKU or barcode of a product',
    example: 'SKU-1',
  },
  product: {
    title: 'Product',
    also: ['products', 'name', 'product name'],
    expected: 'the name of a product as it is in Kasuwa; optional if the SKU is given',
    example: 'Name of the product',
  },
  cases: {
    title: 'Cases',
    also: ['quantity', 'quantity (cases)'],
    expected: 'full cases that are there, such as 12; empty is 0',
    example: '12',
  },
  units: {
    title: 'Units',
    also: ['loose units', 'pieces'],
    expected: 'single units besides the cases, such as 5; empty is 0',
    example: '5',
  },
  price: {
    title: 'Buy price',
    also: ['cost', 'cost price', 'buy price per case'],
    expected: 'what a case was bought for in naira, such as 12500.00; only for opening stock; empty: the list price',
    example: '',
  },
  note: { title: 'Note', also: ['comment'], expected: 'up to 300 characters', example: '' },
};
/** The file must have at least one heading of each group. */
export const COUNT_NEEDS: readonly (readonly Name[])[] = [
  ['sku', 'product'],
  ['cases', 'units'],
];

export interface CountedProduct {
  _id: string;
  name: string;
  sku_id: string;
  case_count: number;
  barcode_unit?: string | null;
  barcode_case?: string | null;
  /** The product's brand and photo, for its picture. */
  brand?: { name: string };
  upload?: { path: string } | null;
}

/** The count of one product. `held` and `counted` are units. `price` is the buy price per case in the format of calls, '' for none. */
export interface Count {
  product: CountedProduct;
  reason: AdjustReason;
  held: number;
  counted: number;
  price: string;
  note: string;
}

/** Makes readers for rows of a file. `stock` is units by product id. Each reader accepts a product once. */
export function countReader(
  products: readonly CountedProduct[],
  stock: ReadonlyMap<string, number>,
  reason: AdjustReason,
): () => (row: RowReader<Name>) => Count | null {
  const byCode = new Map<string, CountedProduct[]>();
  const byName = new Map<string, CountedProduct | 'several'>();
  for (const product of products) {
    for (const code of codesOf(product)) byCode.set(skuKey(code), [...(byCode.get(skuKey(code)) ?? []), product]);
    const key = nameKey(product.name);
    byName.set(key, byName.has(key) ? 'several' : product);
  }
  return () => {
    const seen = new Map<string, number>();
    return (row) => {
      const product = productOf(row, byCode, byName);
      const counted = unitsOf(row, product?.case_count ?? 1);
      const price = priceOf(row, reason);
      const note = row.cell('note');
      if (note.length > 300) row.bad('note', `This is ${note.length} characters long.`);
      if (!product) return null;
      const before = seen.get(product._id);
      if (before !== undefined)
        row.bad(row.cell('sku') ? 'sku' : 'product', `${product.name} is already in row ${before}.`);
      else seen.set(product._id, row.line);
      if (counted === null || price === null) return null;
      return { product, reason, held: stock.get(product._id) ?? 0, counted, price, note };
    };
  };
}

const nameKey = (name: string) => searchable(name).replace(/\s+/gu, ' ').trim();

function productOf(
  row: RowReader<Name>,
  byCode: ReadonlyMap<string, readonly CountedProduct[]>,
  byName: ReadonlyMap<string, CountedProduct | 'several'>,
): CountedProduct | null {
  const code = row.cell('sku');
  const name = row.cell('product');
  if (!code && !name) {
    row.bad('sku', 'No product is named.');
    return null;
  }
  if (!code) {
    const found = byName.get(nameKey(name));
    if (found === 'several') row.bad('product', 'Several products have this name. Give the SKU.');
    else if (!found) row.bad('product', 'There is no product of this name.');
    return found === undefined || found === 'several' ? null : found;
  }
  const found = meantByCode(code, byCode.get(skuKey(code)) ?? []);
  if (found === null || found === 'several') {
    row.bad(
      'sku',
      found ? 'Several products have this SKU or barcode.' : 'There is no product with this SKU or barcode.',
    );
    return null;
  }
  // If the columns are shifted, one product's stock would be counted as another's. So the name must match the SKU.
  if (name && nameKey(name) !== nameKey(found.name)) {
    row.bad('product', `This SKU is ${found.name}.`);
    return null;
  }
  return found;
}

const codesOf = ({ sku_id, barcode_unit, barcode_case }: CountedProduct): string[] => [
  ...new Set([sku_id, barcode_unit, barcode_case].filter((code): code is string => Boolean(code))),
];

/** The product with exactly this SKU or barcode, else the only product whose code differs in case only (D2). 'several' when it is ambiguous. */
function meantByCode(code: string, among: readonly CountedProduct[]): CountedProduct | 'several' | null {
  const pairs = among.flatMap((product) => codesOf(product).map((one) => ({ product, code: one })));
  const exact = pairs.filter((one) => one.code.trim() === code);
  const meant = new Set(
    (exact.length > 0 ? exact : pairs.filter((one) => skuKey(one.code) === skuKey(code))).map((one) => one.product),
  );
  const [only] = meant;
  return meant.size > 1 ? 'several' : (only ?? null);
}

/** The units of both columns together, or null when a cell is bad. */
function unitsOf(row: RowReader<Name>, caseCount: number): number | null {
  const cases = row.cell('cases');
  const units = row.cell('units');
  if (!cases && !units) {
    row.bad('cases', 'No quantity is given. Write 0 for none.');
    return null;
  }
  const fromCases = cases ? unitsOfCases(row, cases, caseCount) : 0;
  const loose = units ? looseUnits(row, units) : 0;
  if (fromCases === null || loose === null) return null;
  const sum = fromCases + loose;
  if (sum > MAX_QUANTITY) {
    row.bad(units ? 'units' : 'cases', `Quantity must be between 0 - ${MAX_QUANTITY}`);
    return null;
  }
  return sum;
}

function unitsOfCases(row: RowReader<Name>, cell: string, caseCount: number): number | null {
  const text = numberOf(row, 'cases', cell, 'decimal');
  if (text === null) return null;
  const whole = /^\d{1,9}(\.\d{1,6})?$/.test(text) ? unitsFromCases(Number(text), caseCount) : null;
  if (whole === null)
    row.bad(
      'cases',
      text.includes('.')
        ? `This is not a whole number of units: a case holds ${caseCount}.`
        : `Quantity must be between 0 - ${MAX_QUANTITY}`,
    );
  return whole;
}

function looseUnits(row: RowReader<Name>, cell: string): number | null {
  const text = numberOf(row, 'units', cell, 'whole');
  if (text === null) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  row.bad(
    'units',
    text.includes('.') ? 'Quantity must be a whole number of units.' : `Quantity must be between 0 - ${MAX_QUANTITY}`,
  );
  return null;
}

/** The price in the format of calls, '' for none, null when the cell is bad. */
function priceOf(row: RowReader<Name>, reason: AdjustReason): string | null {
  const cell = row.cell('price');
  if (!cell) return '';
  if (reason !== 'opening') {
    row.bad('price', 'Buy price can be given for opening stock only.');
    return null;
  }
  const price = numberOf(row, 'price', cell, 'money', 'Buy price must not be less than 0');
  if (price !== null && parseMoney(price) === null) {
    row.bad('price', moneyError(price, 'Buy price'));
    return null;
  }
  return price;
}

/** The number in a cell as plain digits (D1), at least 0. Null when the cell is bad; it is then marked. */
function numberOf(
  row: RowReader<Name>,
  name: Name,
  cell: string,
  kind: FileNumberKind,
  below = 'This is below 0.',
): string | null {
  const number = readFileNumber(cell, { kind });
  if ('why' in number) row.bad(name, number.why);
  else if (number.text.startsWith('-')) row.bad(name, below);
  else return number.text;
  return null;
}
