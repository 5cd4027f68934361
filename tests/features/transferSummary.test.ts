/** The differences in the confirmation dialog of a transfer: each line says how much, if its group has more than one. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { discrepancies } from '#domain/receiving.ts';
import { TransferSummary } from '#features/stock/transfer/summary.tsx';
import type { LineView } from '#offline/outbox/overlay.ts';

const line = (name: string, quantity: number, quantity_accepted: number) =>
  ({ product_id: name, name, case_count: 12, quantity, quantity_accepted, amount: quantity * 100 }) as LineView;
const rows = (...lines: LineView[]) => {
  const comparison = discrepancies(lines, () => 0);
  const html = renderToStaticMarkup(
    createElement(TransferSummary, {
      ...{
        kind: 'shipment_in',
        comparison,
        isNothingCounted: false,
        isAllThere: false,
        reasons: new Map(),
        needReason: [],
      },
      onReason: () => undefined,
    }),
  );
  return html
    .split('<li class="grid')
    .slice(1)
    .map((row) =>
      row
        .replace(/<select.*/s, '')
        .replace(/<[^>]*>/g, '|')
        .replace(/\|+/g, '|'),
    );
};

test('lines with more than expected show their cases in the same column as short lines; a group of one line does not repeat them', {
  tags: ['B3.5', 'TRF-12'],
}, () => {
  const [knorrox, nescafe, lipton] = rows(
    line('Knorrox', 144, 120),
    line('Nescafé', 144, 132),
    line('Lipton', 144, 156),
  );
  expect(knorrox).toContain('|−2 cases|−₦24|');
  expect(nescafe).toContain('|−1 case|−₦12|');
  // The value stands in the heading of the group.
  expect(lipton).toMatch(/\|\+1 case\|$/);
  const [alone] = rows(line('Lipton', 144, 156), line('Knorrox', 12, 12));
  expect(alone).toContain('12 cases expected');
  expect(alone).not.toContain('+1 case');
});
