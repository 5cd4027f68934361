/** The good rows of a counting file, and the errors of the others (B2.10, B1.6, B4.1). */
import { describe, expect, test } from 'vitest';
import { checkCsv } from '#crud/csv/checkCsv.ts';
import { type CsvRow, readCsv } from '#crud/csv/readCsv.ts';
import { COUNT_COLUMNS, COUNT_NEEDS, countReader } from '#features/stock/openingFile.ts';

const product = (id: string, name: string, caseCount: number, barcode: string | null = null) => ({
  _id: id,
  name,
  sku_id: `SKU-${id}`,
  case_count: caseCount,
  barcode_unit: barcode,
  barcode_case: null,
});
const PRODUCTS = [
  product('milk', 'Peak Milk 12x1L', 12, '6151100030016'),
  product('rice', 'Ofada Rice', 1),
  product('soap', 'Ọṣẹ Dúdú', 7),
  product('twin1', 'Twin', 2),
  product('twin2', 'Twin', 4),
];
const check = (
  text: string,
  reason: 'opening' | 'count' = 'opening',
  reader = countReader(PRODUCTS, new Map([['milk', 30]]), reason),
) => {
  const rows: CsvRow[] = [];
  const { broken } = readCsv(new TextEncoder().encode(text), (more) => rows.push(...more));
  return checkCsv(rows, broken, COUNT_COLUMNS, COUNT_NEEDS, reader());
};
const why = async (text: string, reason: 'opening' | 'count' = 'opening') =>
  (await check(text, reason)).bad.map((one) => `${one.column}: ${one.why}`);

describe('a bad cell', () => {
  test.each([
    ['SKU,Units\nSKU-none,4', 'SKU (A): There is no product with this SKU or barcode.'],
    ['Product,Units\nNobody,4', 'Product (A): There is no product of this name.'],
    ['Product,Units\nTwin,4', 'Product (A): Several products have this name. Give the SKU.'],
    ['SKU,Product,Units\nSKU-milk,Ofada Rice,4', 'Product (B): This SKU is Peak Milk 12x1L.'],
    ['SKU,Product,Units\n,,4', 'SKU (A): No product is named.'],
    ['SKU,Cases,Units\nSKU-milk,,', 'Cases (B): No quantity is given. Write 0 for none.'],
    ['SKU,Units\nSKU-milk,2.5', 'Units (B): Quantity must be a whole number of units.'],
    ['SKU,Units\nSKU-milk,-3', 'Units (B): This is below 0.'],
    ['SKU;Units\nSKU-milk;1,5', 'Units (B): Use a point for decimals. Type 1.5 if you mean that.'],
    [
      'SKU;Cases\nSKU-milk;1,000',
      'Cases (B): This can mean 1 or 1000. Type it without commas between thousands, and with a point for decimals.',
    ],
    ['SKU,Units\nSKU-milk,1234567890', 'Units (B): Quantity must be between 0 - 1000000'],
    ['SKU,Units\nSKU-milk,a dozen', 'Units (B): This is not a number.'],
    ['SKU,Units\nSKU-milk,=2+2', 'Units (B): This is not a number.'],
    ['SKU,Cases\nSKU-soap,2.5', 'Cases (B): This is not a whole number of units: a case holds 7.'],
    ['SKU,Cases,Units\nSKU-rice,999999,2', 'Units (C): Quantity must be between 0 - 1000000'],
    ['SKU,Units,Buy price\nSKU-milk,4,-2', 'Buy price (C): Buy price must not be less than 0'],
    ['SKU,Units,Buy price\nSKU-milk,4,"9,00"', 'Buy price (C): Use a point for decimals. Type 9.00 if you mean that.'],
    ['SKU,Units,Buy price\nSKU-milk,4,9999999999999', 'Buy price (C): Buy price is too large.'],
  ])('%j', async (text, expected) => {
    expect(await why(text)).toEqual([expected]);
    expect((await check(text)).good).toEqual([]);
  });
  test('a buy price without the reason "opening" is refused, and so is a note that is too long', {
    tags: ['B4.1'],
  }, async () => {
    expect(await why('SKU,Units,Cost\nSKU-milk,4,9000', 'count')).toEqual([
      'Buy price (C): Buy price can be given for opening stock only.',
    ]);
    expect(await why(`SKU,Units,Note\nSKU-milk,4,${'x'.repeat(301)}`)).toEqual([
      'Note (C): This is 301 characters long.',
    ]);
  });
  test('a repeated product is refused and names the first row; reading the file again starts anew', async () => {
    const reader = countReader(PRODUCTS, new Map(), 'opening');
    const text = 'SKU,Product,Units\nSKU-milk,,4\n,Ofada Rice,1\n6151100030016,,5\n';
    for (let turn = 0; turn < 2; turn += 1) {
      const { bad, good } = await check(text, 'opening', reader);
      expect(bad.map((one) => [one.line, one.why])).toEqual([[4, 'Peak Milk 12x1L is already in row 2.']]);
      expect(good).toHaveLength(2);
    }
  });
  test('all bad cells of a row are named', async () => {
    expect(await why('SKU,Cases,Units,Buy price\nnone,x,y,z')).toHaveLength(4);
  });
});

describe('a code', () => {
  const twins = [
    { ...product('upper', 'Upper', 1), sku_id: 'B1' },
    { ...product('lower', 'Lower', 1), sku_id: 'b1' },
    { ...product('third', 'Third', 1), sku_id: 'X', barcode_unit: 'B2' },
    { ...product('fourth', 'Fourth', 1), sku_id: 'b2' },
  ];
  const reader = () => countReader(twins, new Map(), 'count');
  test('the product with exactly this code is chosen; a code that differs in case from several products is refused', {
    tags: ['D2'],
  }, async () => {
    const { good, bad } = await check('SKU,Units\nB1,7\nb1,8\nB2,9\nb2,10\n', 'count', reader());
    expect(bad).toEqual([]);
    expect(good.map(({ value }) => [value.product._id, value.counted])).toEqual([
      ['upper', 7],
      ['lower', 8],
      ['third', 9],
      ['fourth', 10],
    ]);
    const mixed = [
      ...twins,
      { ...product('fifth', 'Fifth', 1), sku_id: 'aB' },
      { ...product('sixth', 'Sixth', 1), sku_id: 'Ab' },
    ];
    const checked = await check('SKU,Units\nab,1\n', 'count', countReader(mixed, new Map(), 'count'));
    expect(checked.bad.map((one) => one.why)).toEqual(['Several products have this SKU or barcode.']);
  });
});

describe('a good row', () => {
  test('numbers may have commas or blanks as separators, plus signs and the naira sign, as in every other file', {
    tags: ['D1'],
  }, async () => {
    const { good, bad } = await check(
      'SKU;Cases;Units;Buy price\nSKU-milk;2.5;1,000;₦9,000.50\nSKU-rice;;1 000;NGN 9000\n',
    );
    expect(bad).toEqual([]);
    expect(good.map(({ value }) => [value.counted, value.price])).toEqual([
      [1_030, '9000.50'],
      [1_000, '9000'],
    ]);
  });
  test('cases and units are added, and the product is found by SKU, barcode or name, with or without accents', async () => {
    const text = [
      'Product code;Products;Quantity;Loose units;Buy price',
      'sku-MILK;peak milk 12x1l;2.5;1;₦9000.50',
      ';ose dudu;;9;',
      'SKU-rice;;0;;',
    ].join('\r\n');
    const { good, bad } = await check(text);
    expect(bad).toEqual([]);
    expect(good.map(({ value }) => [value.product._id, value.held, value.counted, value.price])).toEqual([
      ['milk', 30, 31, '9000.50'],
      ['soap', 0, 9, ''],
      ['rice', 0, 0, ''],
    ]);
  });
});
