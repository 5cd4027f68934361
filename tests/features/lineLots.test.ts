/** The lots that the desk writes: typed ones, scanned ones, or those that expire first. */
import { expect, test } from 'vitest';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { lotPieces } from '#domain/lotLine.ts';
import { lotsOfRows, rowsOf } from '#features/stock/parts/lines/LotRows.tsx';
import { lineAfterScan } from '#features/stock/transfer/lines.ts';
import { daylessOf, daylessTexts, keptDayless } from '#features/stock/transfer/lots/dayless.ts';
import {
  lotlessLines,
  withLotName,
  withLots,
  withNamedLots,
  withTypedLot,
} from '#features/stock/transfer/lots/lineLots.ts';
import { isStepToLot, needsLot } from '#features/stock/transfer/lots/lotFields.ts';
import { line } from '#tests/support/scripted.ts';

const HELD = [
  ['A12', '2027-03-01', 24],
  ['B7', '2027-06-01', 12],
] as const;

const of = (units: number, lots?: string) => ({
  ...line('p1', units),
  quantity_accepted: units,
  ...(lots && { lots }),
});

test('impossible rows give an error and no lots', { tags: ['LOT-13'] }, () => {
  const row = { code: 'a1', expires: '0327', units: '5' };
  expect(lotsOfRows([{ ...row, expires: '9999' }], 9)).toEqual({
    error: 'No such day for lot A1. Type 0327 or 010327.',
  });
  expect(lotsOfRows([{ ...row, units: '' }], 9)).toEqual({ error: 'Type the units of lot A1.' });
  expect(lotsOfRows([row], 4)).toEqual({ error: 'The lots add up to more than the line.' });
  expect(lotsOfRows([row, { code: ' ', expires: '', units: '' }], 5)).toEqual({ text: '[["A1","2027-03-31",5]]' });
  expect(rowsOf('[["A1","2027-03-31",5]]')).toEqual([{ code: 'A1', expires: '2027-03-31', units: '5' }]);
});

test('a typed lot covers the typed units, added to the line or replacing it', { tags: ['LOT-13'] }, () => {
  const lot = { code: 'b1', expires: '0527' };
  const before = of(24, '[["A1","2027-03-01",24]]');
  expect(withNamedLots(of(36), before, before.lots, lot, 12).lots).toBe(
    '[["A1","2027-03-01",24],["B1","2027-05-31",12]]',
  );
  expect(withTypedLot(of(12), before, { lot, units: 12 }).lots).toBe('[["B1","2027-05-31",12]]');
  const none = { code: '', expires: '' };
  expect(withNamedLots(of(12), null, undefined, none, 12).lots).toBeUndefined();
  expect(withTypedLot(of(12), before, { lot: none, units: 12 }).lots).toBe('');
  expect(withTypedLot(of(12), null, { lot: { ...lot, expires: '9999' }, units: 12 }).lots).toBe('[["B1","",12]]');
});

test('added units join a lot only if a person or a code named it', {
  tags: ['LOT-13'],
}, () => {
  // 24 units without a lot and 2 of lot 55.
  const before = of(26, '[["55","2027-03-31",2]]');
  const none = { code: '', expires: '' };
  const named = (lot: typeof none | null, units = 3) =>
    withNamedLots(of(26 + units), before, before.lots, lot, units).lots;
  expect(named({ code: '55', expires: '2027-03-31' })).toBe('[["55","2027-03-31",5]]');
  expect(named(none)).toBe('[["55","2027-03-31",2]]');
  expect(named(null)).toBe('[["55","2027-03-31",2]]');
  // A line never names more units than it moves.
  expect(withNamedLots(of(3), before, '[["55","2027-03-31",9]]', { code: 'B1', expires: '' }, 2).lots).toBe(
    '[["B1","",2],["55","2027-03-31",1]]',
  );
});

test('a line shows its units without a lot', { tags: ['LOT-13'] }, () => {
  const one = '[["55","2027-03-31",48]]';
  const whole = [{ name: 'Lot 55', day: 'expires 31 Mar 2027', size: '' }];
  expect(lotPieces(one, 24)).toEqual(whole);
  expect(lotPieces(one, 24, 48)).toEqual(whole);
  expect(lotPieces(one, 24, 96)).toEqual([
    { name: '55', day: 'expires 31 Mar 2027', size: '2 cases' },
    { name: 'no lot', day: '', size: '2 cases' },
  ]);
  expect(lotPieces('', 24, 48)).toEqual([]);
});

test('outgoing goods take the lots that expire first, until a person chooses another lot', {
  tags: ['LOT-14'],
}, () => {
  const first = withLots(of(12), null, HELD);
  expect(first.lots).toBe('[["A12","2027-03-01",12]]');
  expect(withLots(of(30), first, HELD).lots).toBe('[["A12","2027-03-01",24],["B7","2027-06-01",6]]');
  const lot = { code: 'B7', expires: '2027-06-01', why: 'reach' } as const;
  const other = withTypedLot(of(6), null, { lot, units: 6 }, HELD);
  expect(other.lots).toBe('[["B7","2027-06-01",6,"reach"]]');
  expect(withLots(of(8), other, HELD).lots).toBe('[["B7","2027-06-01",8,"reach"]]');
  expect(withLots(of(5), null).lots).toBeUndefined();
});

test('a scanned lot is added to the lots of the line', { tags: ['LOT-13'] }, () => {
  const product = {
    ...{ _id: 'p1', name: 'Milk', case_count: 12, status: 'active', tracks_lots: true },
    ...{ brand: { _id: 'b', name: 'B', status: 'active' }, manufacturer: { _id: 'm', name: 'M', status: 'active' } },
    upload: null,
  };
  const ways = { rate: 100, counting: false, isBack: false };
  const one = lineAfterScan(null, product, 24, { ...ways, lot: { code: 'a1', expires: '2027-03-01' } });
  expect(one).toMatchObject({ quantity: 24, lots: '[["A1","2027-03-01",24]]' });
  const two = lineAfterScan(one, product, 12, { ...ways, lot: { code: 'B1', expires: '' } });
  expect(two).toMatchObject({ quantity: 36, lots: '[["B1","",12],["A1","2027-03-01",24]]' });
  expect(lineAfterScan(two, product, 12, ways).lots).toBe(two.lots);
  // A code that names no lot joins none, also if the line has one lot only.
  expect(lineAfterScan(one, product, 12, ways)).toMatchObject({ quantity: 36, lots: one.lots });
  // What the office announced as a lot is not what came: the scans say that.
  const announced = { ...one, quantity: 48, quantity_accepted: null, lots: '[["A1","2027-03-01",48]]' };
  const count = { ...ways, counting: true };
  expect(lineAfterScan(announced, product, 12, count)).toMatchObject({ quantity_accepted: 12, lots: '' });
  expect(lineAfterScan(announced, product, 12, { ...count, lot: { code: 'A1', expires: '2027-03-01' } }).lots).toBe(
    '[["A1","2027-03-01",12]]',
  );
});

test('the question before a transfer names goods that are tracked by lot and move without one', {
  tags: ['LOT-13'],
}, () => {
  const goods = (id: string, more: object = {}) => ({
    ...of(12),
    product_id: id,
    name: `Goods ${id}`,
    case_count: 12,
    ...more,
  });
  const picks: Record<string, object> = {
    tracked: { product: { tracks_lots: true } },
    also: { product: { tracks_lots: true } },
    third: { product: { tracks_lots: true } },
    plain: { product: { tracks_lots: false } },
    held: { product: { tracks_lots: true }, lots: HELD },
  };
  const pickables = { of: (id: string) => picks[id] as Pickable | undefined };
  const text = (...lines: ReturnType<typeof goods>[]) =>
    lotlessLines(lines, pickables).map(({ name, words }) => `${name}: ${words}`);
  // Not tracked, not known here, nothing of it moves, it has a lot, or it takes the lot that expires first.
  expect(text(goods('plain'), goods('unknown'), goods('tracked', { quantity_accepted: 0 }))).toEqual([]);
  expect(text(goods('tracked', { lots: '[["A1","",12]]' }), goods('held'))).toEqual([]);
  expect(text(goods('plain'), goods('tracked'))).toEqual(['Goods tracked: Without a lot']);
  expect(text(goods('tracked', { lots: '[["A1","",5]]' }))).toEqual(['Goods tracked: 7 units without a lot']);
  expect(text(goods('tracked'), goods('also'), goods('third'))).toHaveLength(3);
});

test('goods that are added to a line with one lot go to that lot once more, an opened line does not', {
  tags: ['LOT-13'],
}, () => {
  const pick = { product: { tracks_lots: true } } as Pickable;
  const entry = (how: 'add' | 'set', lots: string, lot: { code: string; expires: string } | null = null) =>
    ({
      ...{ chosen: { productId: 'p1', how, start: null, before: 0, round: 1, choice: 1, isMeant: false } },
      ...{ line: { ...line('p1', 24), quantity_accepted: 24, ...(lots && { lots }) }, pick, lot, quantity: 12 },
    }) as unknown as Parameters<typeof isStepToLot>[0];
  const one = '[["A1","2027-03-31",24]]';
  const two = '[["A1","2027-03-31",12],["B1","2027-04-30",12]]';
  expect(isStepToLot(entry('add', one), { at: null })).toBe(true);
  expect(isStepToLot(entry('set', one), { at: null })).toBe(false);
  expect(isStepToLot(entry('add', two), { at: null })).toBe(true);
  expect(needsLot({ ...entry('add', one), quantity: 0 })).toBe(false);
  // In the lot of the line Enter adds the goods; another lot goes on to its day.
  expect(isStepToLot(entry('add', one), { at: 'code' })).toBe(false);
  expect(isStepToLot(entry('add', one, { code: 'b', expires: '' }), { at: 'code' })).toBe(true);
  expect(isStepToLot(entry('add', one, { code: 'b', expires: '' }), { at: 'expires' })).toBe(false);
  // A text that is no day comes before saving.
  expect(isStepToLot(entry('set', one, { code: 'A1', expires: '9999' }), { at: null })).toBe(true);
});

test('a day goes with its lot and comes back with it', { tags: ['LOT-13'] }, () => {
  const known = { code: 'A1', expires: '2027-03-31' };
  expect(withLotName(known, 'B', known)).toEqual({ code: 'B', expires: '' });
  expect(withLotName({ code: 'B', expires: '' }, 'a1 ', known)).toEqual({ code: 'a1 ', expires: '2027-03-31' });
  // The name of the lot grows through that of the known one.
  expect(withLotName(withLotName(known, 'A', known), 'A12', known)).toEqual({ code: 'A12', expires: '' });
  // A day that a person typed stays when the name is corrected.
  expect(withLotName({ code: 'B1', expires: '0427' }, 'B2', known)).toEqual({ code: 'B2', expires: '0427' });
  expect(withLotName({ code: 'A1', expires: '0427' }, 'A2', known)).toEqual({ code: 'A2', expires: '0427' });
  expect(withLotName({ code: 'x', expires: '0427' }, 'y', undefined)).toEqual({ code: 'y', expires: '0427' });
});

test('a line whose typed day was no day says so until its lot has a day', { tags: ['LOT-13'] }, () => {
  const lot = { code: 'rr2702', expires: ' 9999 ' };
  expect(daylessOf(null)).toBeNull();
  expect(daylessOf({ code: '', expires: '9999' })).toBeNull();
  expect(daylessOf({ ...lot, expires: '0327' })).toBeNull();
  expect(daylessOf({ ...lot, expires: '' })).toBeNull();
  const one = daylessOf(lot);
  expect(one).toEqual({ code: 'RR2702', typed: '9999' });
  if (!one) return;
  const texts = (lots: string) => [...daylessTexts(new Map([['p1', one]]), [{ product_id: 'p1', lots }])];
  expect(texts('')).toEqual([]);
  expect(texts('[["RR2702","2027-03-31",12]]')).toEqual([]);
  expect(texts('[["OTHER","",12]]')).toEqual([]);
  expect(texts('[["RR2702","",12]]')).toEqual([['p1', 'Lot RR2702 has no day: 9999 is no day.']]);
});

test('the texts that are no day outlast a reload, and a stored text of another form is dropped', {
  tags: ['LOT-13'],
}, () => {
  const all = new Map([['p1', { code: 'A1', typed: '9999' }]]);
  expect(keptDayless(JSON.stringify([...all]))).toEqual(all);
  for (const text of [undefined, '', '{}', '[["p1",{}]]', '[1]', 'null']) expect(keptDayless(text).size, text).toBe(0);
});
