/** What a file of counted stock holds, row by row (B2.10): which product, how much is there now, what a case of it was bought for. */
import type { AdjustReason } from '#contract/stock/stockCalls.ts';
import { MAX_QUANTITY } from '#domain/limits.ts';
import { parseMoney } from '#domain/money.ts';
import { searchable } from '#domain/text.ts';
import { unitsFromCases } from '#domain/units.ts';
import type { CsvColumns, RowReader } from '#parts/csv/checkCsv.ts';

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
    expected: 'the name of a product as it is in Kasuwa; may be empty where the SKU stands',
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
/** At least one heading of each group. */
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
}

/** One product's count: units there now by the books, units counted, buy price per case as the wire's text ('' for none). */
export interface Count {
  product: CountedProduct;
  reason: AdjustReason;
  held: number;
  counted: number;
  price: string;
  note: string;
}

/** Begins a reading of rows over these products and this stock (units by product id); each reading takes a product once. */
export function countReader(
  products: readonly CountedProduct[],
  stock: ReadonlyMap<string, number>,
  reason: AdjustReason,
): () => (row: RowReader<Name>) => Count | null {
  const byCode = new Map<string, CountedProduct>();
  const byName = new Map<string, CountedProduct | 'several'>();
  for (const product of products) {
    for (const code of [product.sku_id, product.barcode_unit, product.barcode_case])
      if (code) byCode.set(code.trim().toLowerCase(), product);
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
        row.bad(row.cell('sku') ? 'sku' : 'product', `${product.name} stands in row ${before} already.`);
      else seen.set(product._id, row.line);
      if (counted === null || price === null) return null;
      return { product, reason, held: stock.get(product._id) ?? 0, counted, price, note };
    };
  };
}

const nameKey = (name: string) => searchable(name).replace(/\s+/gu, ' ').trim();

function productOf(
  row: RowReader<Name>,
  byCode: ReadonlyMap<string, CountedProduct>,
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
  const found = byCode.get(code.toLowerCase());
  if (!found) {
    row.bad('sku', 'There is no product with this SKU or barcode.');
    return null;
  }
  // A shifted column would count one product's stock as another's.
  if (name && nameKey(name) !== nameKey(found.name)) {
    row.bad('product', `This SKU is ${found.name}.`);
    return null;
  }
  return found;
}

/** Units of both columns together, or null when one of them is bad. */
function unitsOf(row: RowReader<Name>, caseCount: number): number | null {
  const cases = row.cell('cases');
  const units = row.cell('units');
  if (!cases && !units) {
    row.bad('cases', 'No quantity is given. Write 0 for none.');
    return null;
  }
  let sum = 0;
  let good = true;
  if (cases) {
    const whole = /^\d{1,9}(\.\d{1,6})?$/.test(cases) ? unitsFromCases(Number(cases), caseCount) : null;
    if (whole === null) {
      row.bad(
        'cases',
        /^\d+\.\d+$/.test(cases) ? `This is no whole number of units: a case holds ${caseCount}.` : notNumber(cases),
      );
      good = false;
    } else sum += whole;
  }
  if (units) {
    if (/^\d{1,9}$/.test(units)) sum += Number(units);
    else {
      row.bad('units', /^\d+\.\d+$/.test(units) ? 'Quantity must be a whole number of units.' : notNumber(units));
      good = false;
    }
  }
  if (good && sum > MAX_QUANTITY) {
    row.bad(units ? 'units' : 'cases', `Quantity must be between 0 - ${MAX_QUANTITY}`);
    return null;
  }
  return good ? sum : null;
}

/** '' for none, the wire's text, or null when it is bad. */
function priceOf(row: RowReader<Name>, reason: AdjustReason): string | null {
  const price = row.cell('price').replace(/^(₦|NGN)\s*/i, '');
  if (!price) return '';
  if (reason !== 'opening') {
    row.bad('price', 'Buy price can be given for opening stock only.');
    return null;
  }
  const kobo = parseMoney(price);
  if (kobo === null || kobo < 0) {
    row.bad('price', kobo === null ? notNumber(price) : 'Buy price must not be less than 0');
    return null;
  }
  return price;
}

/** Grouped and decimal commas look alike ("1,000"), so neither is guessed. */
function notNumber(text: string): string {
  if (/^-\d/.test(text)) return 'This is below 0.';
  return /^[\d.,\s]+$/.test(text) ? 'Write the number without commas or blanks.' : 'This is not a number.';
}
