/** The line under the title of a completed order, and the reason in its figures. */
import { expect, test } from 'vitest';
import { completedText, whyBack } from '#features/stock/parts/paper/movedWords.ts';

const line = (quantity: number, reason: string | null = null, accepted: number | null = quantity) => ({
  quantity,
  quantity_accepted: accepted,
  reason,
  product: { case_count: 24 },
});

test('a completed order says what it was, what moved and why it went back', { tags: ['PO-11'] }, () => {
  expect(completedText('shipment_out', [line(24, 'damaged')])).toBe('Rejection, completed. 1 case went back, damaged.');
  expect(completedText('stock_in', [line(48, 'expired'), line(5, 'expired')])).toBe(
    'Return, completed. 2 cases and 5 loose units came back, expired.',
  );
  expect(completedText('shipment_in', [line(240), line(24, 'damaged', 0)])).toBe('Shipment, completed. 10 cases came.');
  expect(completedText('stock_out', [line(24)])).toBe('Issue, completed. 1 case went out.');
  expect(completedText('transfer', [line(24)])).toBe('Transfer, completed. 1 case moved.');
  expect(completedText('shipment_in', [line(24, 'short', 0)])).toBe('Shipment, completed. Nothing came.');
});

test('goods that went back for several reasons, or some without one, have no reason in the sentence', () => {
  expect(completedText('shipment_out', [line(24, 'damaged'), line(24, 'expired')])).toBe(
    'Rejection, completed. 2 cases went back.',
  );
  expect(completedText('stock_in', [line(24, 'damaged'), line(24)])).toBe('Return, completed. 2 cases came back.');
});

test('the reason of goods that went back stands in the place of "As expected"', () => {
  expect(whyBack([line(24, 'damaged')], 'shipment_out')).toBe('Damaged');
  expect(whyBack([line(24, 'damaged'), line(24, 'expired'), line(24, 'damaged')], 'stock_in')).toBe('Damaged, expired');
  expect(whyBack([line(24)], 'stock_in')).toBe('');
  // Short is a reason of a count, and goods that did not move have no reason to go back.
  expect(whyBack([line(24, 'short', 20), line(24, 'damaged', 0)], 'stock_in')).toBe('');
  expect(whyBack([line(24, 'damaged')], 'shipment_in')).toBe('');
});
