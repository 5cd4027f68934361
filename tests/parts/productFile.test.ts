/** The product CSV of nine columns in order: which rows are used, and what is said of the others (PROD-38, PROD-39, B8.10). */
import { describe, expect, test } from 'vitest';
import { checkCsv } from '#crud/csv/checkCsv.ts';
import { type CsvRow, readCsv } from '#crud/csv/readCsv.ts';
import { skuKey } from '#domain/sku.ts';
import { type NewProduct, PRODUCT_COLUMNS, productReader } from '#features/catalogue/products/productFile.ts';

const HEAD = 'Code;What;About;Pieces;Least;Cost;W;S;On\n';
async function check(text: string, taken: readonly string[] = []) {
  const rows: CsvRow[] = [];
  const { broken } = readCsv(new TextEncoder().encode(text), (more) => rows.push(...more));
  return checkCsv(rows, broken, PRODUCT_COLUMNS, 'in order', productReader(new Set(taken.map(skuKey))));
}
const values = ({ good }: { good: { value: NewProduct }[] }) => good.map(({ value }) => value);

describe('product CSV', () => {
  test('the heading is skipped whatever it says; the price loses blanks, plus signs and commas', {
    tags: ['PROD-38', 'CONST-15'],
  }, async () => {
    const checked = await check(`${HEAD}A-1;Bar soap;A soap to wash with;24;6;+ 14,500.50;0;1.5;ACTIVE\n`);
    expect(checked.bad).toEqual([]);
    expect(values(checked)).toEqual([
      {
        sku_id: 'A-1',
        name: 'Bar soap',
        description: 'A soap to wash with',
        case_count: '24',
        mpu: '6',
        price: '14500.50',
        weight: '0',
        size: '1.5',
        status: 'active',
      },
    ]);
  });
  test('a decimal comma is a bad cell, never another number', { tags: ['D1'] }, async () => {
    const row = (price: string) => `A;Bar soap;A soap to wash with;12;6;${price};0;0;active\n`;
    for (const price of ['43,75', '1.500,50', '1,5', '1.500', '1 5'])
      expect(
        (await check(HEAD + row(price))).bad.map((one) => [one.column, one.cell]),
        price,
      ).toEqual([['Price (F)', price]]);
    const read = await check(
      HEAD + row('1,500') + row('1 500.50').replace('A;', 'B;') + row('₦ 7').replace('A;', 'C;'),
    );
    expect(values(read).map((one) => one.price)).toEqual(['1500', '1500.50', '7']);
  });
  test('SKUs that differ by case are one SKU, in the file and on the server', { tags: ['D2'] }, async () => {
    const row = (sku: string) => `${sku};Bar soap;A soap to wash with;12;6;10;0;0;active\n`;
    const { bad } = await check(HEAD + row('B1') + row('b1') + row('É2'.normalize('NFD')), ['é2']);
    expect(bad.map(({ line, why }) => [line, why])).toEqual([
      [3, 'SKU is already in row 2.'],
      [4, 'SKU is already in use.'],
    ]);
  });
  test('columns go by their place: a heading that names them in another order is told apart', {
    tags: ['PROD-38', 'B8.10'],
  }, async () => {
    const row = 'A-1,Bar soap,A soap to wash with,24,6,100,0,0,active\n';
    expect((await check(`${HEAD}${row.replaceAll(',', ';')}`)).order).toBe('kept');
    expect((await check(`sku_id,NAME,description,case count,mpu,price,weight,size,status\n${row}`)).order).toBe('kept');
    const turned = await check(`Name,SKU,Description,Case count,MPU,Price,Weight,Size,Status\n${row}`);
    expect([turned.order, turned.good.length]).toEqual(['other', 1]);
  });
  test('a status that is none is not called missing', { tags: ['PROD-38', 'B8.10'] }, async () => {
    const { bad } = await check(`${HEAD}A;Name A;Description A is long;12;1;100;0;0;maybe\n`);
    expect(bad.map(({ column, why }) => [column, why])).toEqual([['Status (I)', 'Status must be active or inactive.']]);
  });
  test('column 1 may be empty, columns 2 to 9 may not, and nine cells it must be', {
    tags: ['PROD-38', 'CONST-15'],
  }, async () => {
    const checked = await check(
      [
        `${HEAD};No code;Has no code at all;12;1;100;0;0;active`,
        'B;;Has no name at all;12;1;100;0;0;active',
        'C;Name C;Description C is long;12;1;100;0;0;',
        'D;Name D;Description D is long;12;1;100;0;0',
        'E;Name E;Description E is long;12;1;100;0;0;active;more',
      ].join('\n'),
    );
    expect(values(checked).map((one) => one.name)).toEqual(['No code']);
    expect(checked.refused.map((row) => row.line)).toEqual([3, 4, 5, 6]);
    expect(checked.bad.map(({ line, column, why }) => [line, column, why])).toEqual([
      [3, 'Name (B)', 'Name field is required.'],
      [4, 'Status (I)', 'Status field is required.'],
      [5, '', 'This row has 8 cells.'],
      [6, '', 'This row has 10 cells.'],
    ]);
  });
  test('every wrong cell is named with its column and what was expected', { tags: ['PROD-38'] }, async () => {
    const checked = await check(
      [
        `${HEAD}A;ab;short;0;1.5;free;heavy;big;maybe`,
        'B;Name B;Description B is long;12;5;100;0;0;active',
        'C;Name C;Description C is long;12;5;-1;0;0;active',
        'X;Name X;Description X is long;12;1;100;0;0;active',
        'D;Name D;Description D is long;12;1;100;0;0;active',
        'D;Name D2;Description D is long;12;1;100;0;0;active',
      ].join('\n'),
      ['X'],
    );
    expect(checked.bad.filter((cell) => cell.line === 2).map((cell) => cell.column)).toEqual([
      'Name (B)',
      'Description (C)',
      'Case count (D)',
      'MPU (E)',
      'Price (F)',
      'Weight (G)',
      'Size (H)',
      'Status (I)',
    ]);
    expect(checked.bad.filter((cell) => cell.line > 2).map(({ line, why }) => [line, why])).toEqual([
      [3, 'Case count must be multiple of MPU'],
      // The price is refused as it is read, before the whole row is looked at (K29).
      [4, 'Price must not be less than 0'],
      [4, 'Case count must be multiple of MPU'],
      [5, 'SKU is already in use.'],
      [7, 'SKU is already in row 6.'],
    ]);
    expect(values(checked).map((one) => one.sku_id)).toEqual(['D']);
  });
  test('a heading alone holds no product', { tags: ['PROD-39'] }, async () => {
    expect((await check(HEAD)).good).toEqual([]);
  });
});
