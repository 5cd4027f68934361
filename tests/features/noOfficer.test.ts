/** The mark of a pending order that nobody delivers. */
import { createElement, Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { groupColumns } from '#features/orders/parts/groupColumns.tsx';

const officer = groupColumns().find(({ key }) => key === 'officer');
const shown = (row: Partial<OrderGroupRow>) =>
  renderToStaticMarkup(createElement(Fragment, null, officer?.cell(row as OrderGroupRow, 0))).replace(/<[^>]+>/g, '');

test.each([
  ['a mark while it is pending', { tag: 'pending', sales_officer_id: null, sales_officer_name: '' }, 'No associate'],
  ['no mark once it is delivered', { tag: 'delivered', sales_officer_id: null, sales_officer_name: '' }, '–'],
  ['no mark with an associate', { tag: 'pending', sales_officer_id: 'so', sales_officer_name: 'Ada Obi' }, 'Ada Obi'],
] as const)('an order without a delivery associate has %s', { tags: ['ORD-03', 'ORD-39'] }, (_, row, text) => {
  expect(shown(row)).toBe(text);
});
