/** The value of goods that nobody expected and that the source does not sell: one figure on the desk, in the outbox and from the server. */
import { expect, test } from 'vitest';
import { acceptedValue } from '#domain/receiving.ts';
import { outboxLists, sizeOf } from '#features/session/sync/transfers.ts';
import { newLine } from '#features/stock/transfer/desk/deskLines.ts';
import { lineOf } from '#features/stock/transfer/lines.ts';
import type { FinishedOp, Op, TransferLine } from '#offline/outbox/op.ts';
import { overlay } from '#offline/outbox/overlay.ts';
import { copy, item, sent } from '#tests/support/copies.ts';
import { HEADER } from '#tests/support/simulationPlace.ts';

const biscuits = {
  ...{ _id: null, warehouse_id: null, product_id: 'p1', quantity: null, rate: '30100.00' },
  product: { _id: 'p1', name: 'Biscuits', case_count: 12, brand: { name: 'Bakers' } },
} as never as Parameters<typeof newLine>[0];
const unknown = () => 0;
const seen = (past: FinishedOp[], items: Parameters<typeof copy>[1] = []) =>
  overlay('order-1', copy(1, items), [], 'order-1', past).lines[0];

test('a line of unknown price says no value, and its card none', { tags: ['B3.7'] }, () => {
  const line = newLine({ ...biscuits, rate: '0' }, 12, true);
  expect(line.about).toEqual({ name: 'Biscuits', case_count: 12 });
  const view = seen([sent('upsert', line, { _id: 'x', version: 1 })]);
  expect(view && acceptedValue(view, unknown)).toBe(0);
});

test('the price that the tablet knew stays with the line, also through its next change', { tags: ['B3.7'] }, () => {
  const line = newLine(biscuits, 18, true);
  expect(line).toMatchObject({ quantity: 0, quantity_accepted: 18, amount: '0.00' });
  const view = seen([sent('upsert', line, { _id: 'x', version: 1 })]);
  expect(view && acceptedValue(view, unknown)).toBe(45_150_00);
  // What the source sells has the price of the source.
  expect(view && acceptedValue(view, () => 20_000_00)).toBe(30_000_00);
  expect(view && lineOf({ ...view, quantity_accepted: 12 }).about).toEqual(line.about);
});

test('the server says the price of a line that came from another tablet', { tags: ['B3.7'] }, () => {
  const ofServer = {
    ...item('x', 1, 0),
    quantity_accepted: 18,
    case_count: 12,
    amount: '0',
    amount_accepted: '45150.00',
  };
  const view = seen([], [ofServer]);
  expect(view && acceptedValue(view, unknown)).toBe(45_150_00);
});

test('the outbox has the value of such a line, and none where a price is unknown', {
  tags: ['SYNC-10', 'B3.7'],
}, () => {
  const card = (line: TransferLine) => {
    const begins = sent('create', HEADER, 'order-1');
    const op = sent('upsert', line, { _id: 'x', version: 1 });
    const [one] = outboxLists([] as Op[], [op, begins]).sent;
    return one && sizeOf(one, null);
  };
  expect(card(newLine({ ...biscuits, rate: '0' }, 12, true))?.value).toBeNull();
  expect(card(newLine(biscuits, 12, true))?.value).toBe(30_100_00);
});
