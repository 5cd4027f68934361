/** The product CSV (PROD-37 to PROD-40, B8.10): nine columns in a fixed order. The first row is the heading and is skipped. */
import { product } from '#contract/catalogue/product.ts';
import { readValue } from '#contract/read.ts';
import type { CsvColumns, RowReader } from '#crud/csv/checkCsv.ts';
import { type FileNumberKind, readFileNumber } from '#domain/fileNumber.ts';
import { skuKey } from '#domain/sku.ts';

const COLUMN_NAMES = [
  'sku_id',
  'name',
  'description',
  'case_count',
  'mpu',
  'price',
  'weight',
  'size',
  'status',
] as const;
export type ColumnName = (typeof COLUMN_NAMES)[number];
export type NewProduct = Record<ColumnName, string>;

export const PRODUCT_COLUMNS: CsvColumns<ColumnName> = {
  sku_id: { title: 'SKU', expected: 'a code of its own; may be empty, then one is made', example: 'SOAP-190' },
  name: { title: 'Name', expected: 'at least 3 characters', example: 'Bar soap 190 g' },
  description: {
    title: 'Description',
    expected: 'at least 10 characters',
    example: 'Bar soap of 190 g, lemon, in paper',
  },
  case_count: { title: 'Case count', expected: 'units in one case, such as 24', example: '24' },
  mpu: { title: 'MPU', expected: 'a number that the case count can be divided by', example: '6' },
  price: { title: 'Price', expected: 'naira per case, such as 14500.50', example: '14500.50' },
  weight: { title: 'Weight', expected: 'a number, 0 when it does not matter', example: '0' },
  size: { title: 'Size', expected: 'a number, 0 when it does not matter', example: '0' },
  status: { title: 'Status', expected: 'active or inactive', example: 'active' },
};

/** Makes a reader for a dry run. `taken` holds the keys of SKUs that the server has. A SKU may occur in the file once, ignoring case (D2). */
export function productReader(taken: ReadonlySet<string>): (row: RowReader<ColumnName>) => NewProduct | null {
  const seen = new Map<string, number>();
  return ({ line, cell, bad }) => {
    const wrong = new Set<ColumnName>();
    const refuse = (name: ColumnName, why: string) => {
      wrong.add(name);
      bad(name, why);
    };
    const value = {} as NewProduct;
    for (const name of COLUMN_NAMES) {
      value[name] = cleanCell(name, cell(name), (why) => refuse(name, why));
      if (wrong.has(name)) continue;
      // The first column may be empty.
      if (name === 'sku_id' && value.sku_id === '') continue;
      const { issue } = readValue(product.fields[name], value[name]);
      if (issue) refuse(name, name === 'status' && value.status !== '' ? 'Status must be active or inactive.' : issue);
    }
    const [cases, mpu] = [Number(value.case_count), Number(value.mpu)];
    if (!wrong.has('case_count') && !wrong.has('mpu') && cases % mpu !== 0)
      refuse('mpu', 'Case count must be multiple of MPU');
    if (!wrong.has('price') && value.price.startsWith('-')) refuse('price', 'Price must not be less than 0');
    const { sku_id } = value;
    if (sku_id === '') return wrong.size === 0 ? value : null;
    const key = skuKey(sku_id);
    const first = seen.get(key);
    if (first !== undefined) refuse('sku_id', `SKU is already in row ${first}.`);
    else if (taken.has(key)) refuse('sku_id', 'SKU is already in use.');
    seen.set(key, first ?? line);
    return wrong.size === 0 ? value : null;
  };
}

const NUMBERS: Partial<Record<ColumnName, FileNumberKind>> = {
  case_count: 'whole',
  mpu: 'whole',
  price: 'money',
  weight: 'decimal',
  size: 'decimal',
};

/** Cleans a cell (PROD-38). Numbers lose blanks, plus signs, and commas where the number has only one reading (D1). The case of a status is ignored. */
function cleanCell(name: ColumnName, cell: string, refuse: (why: string) => void): string {
  const kind = NUMBERS[name];
  // The field itself refuses an empty cell.
  if (kind === undefined || cell === '') return name === 'status' ? cell.toLowerCase() : cell;
  const number = readFileNumber(cell, { kind });
  if ('text' in number) return number.text;
  refuse(number.why);
  return cell;
}
