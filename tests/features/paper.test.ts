/** The printed paper says why a line is short, and how much all lines are (B11.1). */
import { expect, test } from 'vitest';
import { KINDS } from '#domain/transfer.ts';
import { movedSize, paperOfView } from '#features/stock/parts/paper/paper.ts';
import type { TransferView } from '#offline/outbox/overlay.ts';

const line = (quantity: number, quantity_accepted: number | null, reason: string | null) => ({
  ...{ product_id: `p${quantity}`, name: 'Milk', case_count: 12, amount: 100_00, quantity, quantity_accepted, reason },
});
const paper = (...lines: ReturnType<typeof line>[]) =>
  paperOfView(
    {
      header: { source_name: 'A', destination_name: 'B', timestamp: 0 },
      lines,
      ref: null,
      total: 0,
    } as never as TransferView,
    KINDS.shipment_in,
    'local-1234567890',
    () => 0,
  );

test('a short line has its reason, a right one none, an unknown one its own word', { tags: ['B11.1', 'B3.5'] }, () => {
  const made = paper(
    line(36, 24, 'damaged'),
    line(48, 48, 'short'),
    line(60, null, 'short'),
    line(12, 0, 'wet'),
    line(72, 60, null),
  );
  expect(made?.lines.map((one) => one.reason)).toEqual(['Damaged', null, null, 'wet', null]);
});

test('the total is full cases and the units that are left, each by its product', { tags: ['B11.1'] }, () => {
  expect(movedSize(paper(line(36, 25, 'short'), line(48, null, null))?.lines ?? [])).toBe('6 cases 1 unit');
});
