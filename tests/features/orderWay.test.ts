/** The card of a purchase order: what it says of a date that is not the day of entry. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { OrderWay } from '#features/purchasing/OrderWay.tsx';

vi.mock('#crud/query/useSession.ts', () => ({ useCan: () => false }));

const party = { _id: 'x', name: 'Yusuf' };
const order = {
  ...{ _id: 'po', ref: 'PO-1', kind: 'stock_out', label: 'Stock Issued', items: [], item_count: 0 },
  ...{ timestamp: 1_700_000_000, created: 1_700_090_000, modified: 1_700_090_000, executed_at: 1_700_090_000 },
  ...{ amount: '10', amount_accepted: '10', source_obj: party, destination_obj: party },
  ...{ source_warehouse: null, destination_warehouse: null },
};
const shown = (tag: string) => renderToStaticMarkup(createElement(OrderWay, { order: { ...order, tag } } as never));

test('the card says when goods actually moved, and only of goods that moved', { tags: ['PO-07'] }, () => {
  expect(shown('receipt')).toContain('Actual: ');
  expect(shown('pending')).not.toContain('Actual');
  // When it was entered is the first step.
  expect(shown('pending')).toContain('Created');
});
