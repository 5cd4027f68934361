/** The columns of the inventory report, on the screen and in its file (B4, REP-05). */
import { describe, expect, test } from 'vitest';
import type { ReportRow } from '#contract/stock/stockCalls.ts';
import { CONTEXTS } from '#domain/report.ts';
import { REPORT_COLUMNS, reportSums } from '#features/stock/reportColumns.ts';

const part = (name: string) => ({ _id: name, name, status: 'active' });
/** 37 units in cases of 12. Each figure differs, so that a wrong column is noticed. */
const row: ReportRow = {
  product_id: 'milk',
  product: { ...part('Milk'), case_count: 12, brand: part('Cow'), manufacturer: part('Farm') },
  quantity: 37,
  cases: 3.08,
  issued: 49,
  issued_value: '4900.50',
  returned: 12,
  returned_value: '1200.00',
  total: '3700.00',
  revenue: '3700.50',
  entries: [],
};

describe('the columns of each report', { tags: ['REP-05', 'B4'] }, () => {
  test.each([
    ['current_inventory', 'Product, Brand, Manufacturer, Cases, Units, Buy price, Value'],
    ['shipment_received', 'Product, Brand, Manufacturer, Cases, Units, Value'],
    ['shipment_rejected', 'Product, Brand, Manufacturer, Cases, Units, Value'],
    ['stock_issued', 'Product, Brand, Manufacturer, Cases, Units, Value'],
    ['stock_returned', 'Product, Brand, Manufacturer, Cases, Units, Value'],
    ['sales', 'Product, Issued (cases), Issued value, Returned (cases), Returned value, Sold (cases), Revenue'],
  ] as const)('%s', (context, titles) => {
    expect(REPORT_COLUMNS[context].map((column) => column.title).join(', ')).toBe(titles);
  });
});

test('a figure agrees with its heading: cases have two decimals on the screen and one in the file, where money is a number', {
  tags: ['REP-05', 'REP-11', 'UI-23'],
}, () => {
  const moved = [
    ['Product', 'Milk', 'Milk'],
    ['Brand', 'Cow', 'Cow'],
    ['Manufacturer', 'Farm', 'Farm'],
    ['Cases', '3.08', 3.1],
    ['Units', '37', 37],
    ['Value', '₦3,700', 3700],
  ] as const;
  for (const context of CONTEXTS) {
    const shown = REPORT_COLUMNS[context].map(({ title, show, value }) => [title, show(row), value(row)]);
    if (context === 'sales')
      expect(shown, context).toEqual([
        moved[0],
        ['Issued (cases)', '4.08', 4.1],
        ['Issued value', '₦4,900.50', 4900.5],
        ['Returned (cases)', '1.00', 1],
        ['Returned value', '₦1,200', 1200],
        ['Sold (cases)', '3.08', 3.1],
        ['Revenue', '₦3,700.50', 3700.5],
      ]);
    else
      expect(shown, context).toEqual([
        ...moved.slice(0, 5),
        ...(context === 'current_inventory' ? [['Buy price', '₦1,200', 1200]] : []),
        moved[5],
      ]);
  }
});

test('the figures above the table are the sums of the table’s rows', { tags: ['K28'] }, () => {
  expect(reportSums([])).toEqual({ total: '0.00', skus: 0, cases: 0 });
  const other = {
    ...row,
    product_id: 'rice',
    quantity: -1,
    total: '-0.10',
    product: { ...row.product, case_count: 8 },
  };
  expect(reportSums([row, other])).toEqual({ total: '3699.90', skus: 2, cases: 2.96 });
});
