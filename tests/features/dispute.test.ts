/** A confirmation whose lines a colleague changed since: which lines differ, and what is written so that mine stands again. */
import { expect, test } from 'vitest';
import { sidesOf } from '#features/stock/parts/queue/ConflictDialog.tsx';
import { mineAgain } from '#features/stock/parts/queue/dispute/dispute.ts';
import { linesInDispute } from '#offline/outbox/confirmed.ts';
import type { ConfirmedLine, Op } from '#offline/outbox/op.ts';

const HEADER = {
  timestamp: 1_000,
  ...{ source_type: 'distributor', source: 'd1', source_name: 'Golden Gate Foods' },
  ...{ destination_type: 'seller', destination: 'h1', destination_name: 'Mushin Hub' },
};
const line = (product_id: string, cases: number, more: Partial<ConfirmedLine> = {}): ConfirmedLine => ({
  ...{ product_id, name: `The ${product_id}`, case_count: 12 },
  ...{ quantity: cases * 12, quantity_accepted: null, amount: cases * 100_000 },
  ...more,
});
const refused = (mine: ConfirmedLine[], items: ConfirmedLine[] | undefined, order: object = HEADER) =>
  ({
    ...{ type: 'execute', schema: 1, key: 'k', state: 'conflict', transfer: 't' },
    payload: { lines: mine.length, confirmed: { header: HEADER, lines: mine } },
    last_error: { key: 'k', code: 409, message: 'Changed.', data: { order: { ...HEADER, ...order }, items } },
  }) as unknown as Op<'execute'>;

test('only the lines that differ are in dispute, and the outbox says both figures', () => {
  const op = refused([line('a', 2), line('b', 6)], [line('a', 2), line('b', 9)]);
  expect(linesInDispute(op)?.map(({ name }) => name)).toEqual(['The b']);
  expect(sidesOf(op)).toMatchObject({ mine: 'The b, 6 cases', theirs: '9 cases' });
});

test('details that changed too, or an answer without lines, are no dispute about lines', () => {
  expect(linesInDispute(refused([line('a', 2)], [line('a', 3)], { destination: 'h2' }))).toBeNull();
  expect(linesInDispute(refused([line('a', 2)], undefined))).toBeNull();
  expect(linesInDispute(refused([line('a', 2)], [line('a', 2)]))).toBeNull();
});

test("the person's lines are written over the current row: a changed line, a removed one and an added one", () => {
  const op = refused([line('a', 6), line('gone', 1)], [line('a', 9), line('new', 4)]);
  const item = (product_id: string, cases: number) => ({
    ...{ _id: `i-${product_id}`, version: 3, product_id, quantity: cases * 12, quantity_accepted: null },
    ...{ amount: `${cases * 1_000}.00`, rate: '1000.00', reason: null, note: 'by hand', lots: null },
    product: { name: `The ${product_id}`, case_count: 12 },
  });
  const row = { items_revision: 7, items: [item('a', 9), item('new', 4)] } as unknown as Parameters<
    typeof mineAgain
  >[2];
  const again = mineAgain(op, linesInDispute(op) ?? [], row);
  const of = (id: string) => again.find(({ about }) => about.product_id === id);
  expect(of('a')).toMatchObject({
    line: { quantity: 72, amount: '6000.00', rate: '1000.00', note: 'by hand' },
    at: { item_id: 'i-a', version: 3, revision: 7 },
  });
  expect(of('gone')).toMatchObject({ line: { quantity: 12, amount: '1000.00' }, at: { item_id: null, version: null } });
  expect(of('new')).toMatchObject({ line: null, at: { item_id: 'i-new', version: 3 } });
});
