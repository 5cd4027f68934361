/** The printed paper: the reasons of lines, and the sums of all lines (B11.1). */
import { expect, test } from 'vitest';
import { KINDS, type KindFacts } from '#domain/transfer.ts';
import {
  differenceOnPaper,
  differencesOnPaper,
  movedSize,
  paperOfOrder,
  paperOfView,
  priceText,
} from '#features/stock/parts/paper/paper.ts';
import type { TransferView } from '#offline/outbox/overlay.ts';

const line = (quantity: number, quantity_accepted: number | null, reason: string | null) => ({
  ...{ product_id: `p${quantity}`, name: 'Milk', case_count: 12, amount: 100_00, quantity, quantity_accepted, reason },
  rate: null as number | null,
});
const paper = (...lines: ReturnType<typeof line>[]) => paperOf(KINDS.shipment_in, false, ...lines);
/** `isSure`: the person confirmed it. */
const paperOf = (kind: KindFacts, isSure: boolean, ...lines: ReturnType<typeof line>[]) =>
  paperOfView(
    {
      header: {
        source_type: 'distributor',
        source: 'a',
        destination_type: 'seller',
        destination: 'b',
        source_name: 'A',
        destination_name: 'B',
        timestamp: 0,
      },
      lines,
      ref: null,
      total: 0,
      completing: isSure ? {} : null,
    } as never as TransferView,
    kind,
    'local-1234567890',
    () => 500_00,
    (id) => ({
      ...{ barcode_case: id === 'p24' ? '' : `1${id}`, barcode_unit: id === 'p24' ? null : '2' },
      // This product is tracked by lot.
      ...(id === 'p48' || id === 'p60' ? { tracks_lots: true } : {}),
    }),
  );

test('the paper says "No lot" for moved goods that are tracked by lot and have none, and nothing for other goods', {
  tags: ['LOT-15'],
}, () => {
  const made = paper(
    line(36, 36, null),
    { ...line(48, 48, null), lots: '[["A12","2027-03-01",48]]' } as ReturnType<typeof line>,
    line(60, 60, null),
  );
  expect(made?.lines.map((one) => one.lots)).toEqual(['', 'Lot A12 · expires 1 Mar 2027: 4 cases', 'No lot']);
  expect(paper(line(60, 0, null))?.lines.map((one) => one.lots)).toEqual(['']);
});

test('the paper marks a lot whose day was over when the goods moved', { tags: ['LOT-15'] }, () => {
  const old = { ...line(48, 48, null), lots: '[["A12","2025-10-31",48]]' } as ReturnType<typeof line>;
  expect(paper(old)?.lines[0]?.lots).toBe('Lot A12 · expired 31 Oct 2025: 4 cases');
});

test('a short line has its reason, a complete line has none, and an unknown reason is printed as stored', {
  tags: ['B11.1', 'B3.5'],
}, () => {
  const made = paper(
    line(36, 24, 'damaged'),
    line(48, 48, 'short'),
    line(60, null, 'short'),
    line(12, 0, 'wet'),
    line(72, 60, null),
  );
  expect(made?.lines.map((one) => one.reason)).toEqual(['Damaged', null, null, 'wet', null]);
});

test('returned goods have their reason although no quantity differs', { tags: ['B11.1', 'B3.5'] }, () => {
  for (const kind of [KINDS.stock_in, KINDS.shipment_out])
    expect(paperOf(kind, false, line(36, 36, 'damaged'), line(24, 24, null))?.lines.map((one) => one.reason)).toEqual([
      'Damaged',
      null,
    ]);
  // "Short" is about the quantities in the other columns, and does not say why goods go back.
  expect(
    paperOf(KINDS.stock_in, false, line(36, 24, 'short'), line(24, 12, 'expired'))?.lines.map((one) => one.reason),
  ).toEqual([null, 'Expired']);
  expect(paperOf(KINDS.stock_out, false, line(36, 36, 'damaged'))?.lines.map((one) => one.reason)).toEqual([null]);
});

test('a confirmed rejection says which lines have no reason; a return and a receipt do not', {
  tags: ['B11.1', 'B3.5'],
}, () => {
  const sure = (kind: KindFacts, ...lines: ReturnType<typeof line>[]) => paperOf(kind, true, ...lines);
  const reasons = (made: ReturnType<typeof sure>) => made?.lines.map((one) => one.reason);
  const lines = [line(36, 36, null), line(24, 24, 'expired'), line(12, 0, null)];
  expect(reasons(sure(KINDS.shipment_out, ...lines))).toEqual(['No reason given', 'Expired', null]);
  expect(reasons(sure(KINDS.stock_in, ...lines))).toEqual([null, 'Expired', null]);
  expect(reasons(sure(KINDS.shipment_in, ...lines))).toEqual([null, null, null]);
  expect(reasons(paperOf(KINDS.shipment_out, false, ...lines))).toEqual([null, 'Expired', null]);
});

test('a confirmed paper counts the lines that nobody counted', { tags: ['B11.1', 'B3.8'] }, () => {
  const lines = [line(36, 36, null), line(24, null, null), line(12, null, null)];
  expect(paperOf(KINDS.shipment_in, true, ...lines)?.uncounted).toBe('Not counted: 2 lines, taken as expected.');
  expect(paperOf(KINDS.stock_out, true, line(24, null, null))?.uncounted).toBe(
    'Not counted: 1 line, taken as planned.',
  );
  expect(paperOf(KINDS.shipment_in, true, line(36, 36, null))?.uncounted).toBe('');
  expect(paperOf(KINDS.shipment_in, false, ...lines)?.uncounted).toBe('');
});

test('a line has the code of its case, and the paper says which party is a hub', { tags: ['B11.1'] }, () => {
  const made = paper(line(36, 36, null), line(24, 24, null));
  expect(made?.lines.map((one) => one.code)).toEqual(['1p36', null]);
  expect(made?.hubs).toEqual({ from: null, to: 'b' });
});

test('the total is full cases and remaining units, by the case size of each product', { tags: ['B11.1'] }, () => {
  expect(movedSize(paper(line(36, 25, 'short'), line(48, null, null))?.lines ?? [])).toBe('6 cases and 1 loose unit');
});

test('the paper says how much is short, over or not expected, in each line and in its foot', {
  tags: ['B11.1', 'B3.5'],
}, () => {
  const made = paper(
    line(36, 24, 'short'),
    line(48, 50, 'excess'),
    line(60, null, null),
    line(0, 12, 'excess'),
    line(24, 0, 'damaged'),
  );
  const lines = made?.lines ?? [];
  expect(lines.map(differenceOnPaper)).toEqual([
    '1 case short',
    '2 units over',
    '',
    '1 case not expected',
    '2 cases short',
  ]);
  // The figure says that it is short; a reason beside it says why.
  expect(lines.map((one) => one.reason)).toEqual([null, null, null, null, 'Damaged']);
  expect(differencesOnPaper(lines)).toBe('3 cases short, 2 units over, 1 case not expected');
  expect(differencesOnPaper(paper(line(36, 36, null), line(24, null, null))?.lines ?? [])).toBe('');
});

test('a line has its price per case beside its amount, from the line or computed from the amount', {
  tags: ['B11.1', 'K1'],
}, () => {
  const made = paper(
    { ...line(24, 24, null), amount: 82_000_00, rate: 41_000_00 },
    { ...line(36, null, null), amount: 30_000_00 },
    { ...line(7, null, null), amount: 7_265_42 },
    line(0, 12, null),
  );
  expect(made?.lines.map(priceText)).toEqual([
    '₦41,000 a case',
    '₦10,000 a case',
    'about ₦12,455.01 a case',
    '₦500 a case',
  ]);
  expect(made?.lines.map((one) => one.value)).toEqual([82_000_00, 30_000_00, 7_265_42, 500_00]);
});

test('both papers of a reversal name the other receipt and the reason; a waiting reversal is on no paper', {
  tags: ['B11.1', 'REV-21'],
}, () => {
  const item = { product_id: 'p', product: { name: 'Milk', case_count: 12 }, quantity: 12, quantity_accepted: 12 };
  const order = (_id: string, reversal: unknown, kind = KINDS.shipment_out) =>
    paperOfOrder({
      ...{ _id, ref: _id, label: kind.label, tag: 'receipt', executed_at: 1, modified: 1, timestamp: 1 },
      ...{ source_type: kind.source, destination_type: kind.destination, client_id: null, executed_by: null },
      ...{ source_obj: { name: 'A' }, destination_obj: { name: 'B' }, amount: '1.00', amount_accepted: '1.00' },
      items: [{ ...item, amount: '1.00', amount_accepted: '1.00', rate: '1.00', reason: null }],
      reversal,
    } as never as Parameters<typeof paperOfOrder>[0]);
  const receipt = { _id: 'PO-1', ref: 'PO-1' };
  const done = { receipt, order: { _id: 'PO-2', ref: 'PO-2' }, reason: 'Wrong hub' };
  expect(order('PO-1', done).reversal).toEqual([
    ['Reversed by', 'PO-2'],
    ['Reason', 'Wrong hub'],
  ]);
  const back = order('PO-2', done);
  expect(back.reversal).toEqual([
    ['Reverses', 'PO-1'],
    ['Reason', 'Wrong hub'],
  ]);
  expect(back.lines.map((one) => one.reason)).toEqual([null]);
  expect(order('PO-3', null).lines.map((one) => one.reason)).toEqual(['No reason given']);
  expect(order('PO-1', { ...done, order: null }).reversal).toEqual([]);
});
