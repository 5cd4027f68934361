/** The lots that the desk writes: typed ones, scanned ones, or those that expire first. */
import { expect, test } from 'vitest';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { lotsShort } from '#domain/lotLine.ts';
import { lotsOfRows, rowsOf } from '#features/stock/parts/lines/LotRows.tsx';
import { lineAfterScan } from '#features/stock/transfer/lines.ts';
import { daylessOf, daylessTexts } from '#features/stock/transfer/lots/dayless.ts';
import { lotToWrite, noLotText, withLotName, withLots, withTypedLot } from '#features/stock/transfer/lots/lineLots.ts';
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
  expect(withTypedLot(of(36), before, { lot, isAdded: true, units: 12 }).lots).toBe(
    '[["A1","2027-03-01",24],["B1","2027-05-31",12]]',
  );
  expect(withTypedLot(of(12), before, { lot, isAdded: false, units: 12 }).lots).toBe('[["B1","2027-05-31",12]]');
  const none = { code: '', expires: '' };
  expect(withTypedLot(of(12), null, { lot: none, isAdded: true, units: 12 }).lots).toBeUndefined();
  expect(withTypedLot(of(12), before, { lot: none, isAdded: false, units: 12 }).lots).toBe('');
  expect(withTypedLot(of(12), null, { lot: { ...lot, expires: '9999' }, isAdded: true, units: 12 }).lots).toBe(
    '[["B1","",12]]',
  );
});

test('added units join the lot that the fields show, or no lot if the person chose that', {
  tags: ['LOT-13'],
}, () => {
  // 24 units without a lot and 2 of lot 55: the fields show 55.
  const before = of(26, '[["55","2027-03-31",2]]');
  const none = { code: '', expires: '' };
  expect(lotToWrite(null, false, before)).toBeUndefined();
  expect(lotToWrite(null, true, of(24))).toBeUndefined();
  expect(lotToWrite(null, true, before, HELD)).toBeUndefined();
  expect(lotToWrite(none, true, before)).toEqual(none);
  const lot = lotToWrite(null, true, before) ?? none;
  expect(withTypedLot(of(29), before, { lot, isAdded: true, units: 3 }).lots).toBe('[["55","2027-03-31",5]]');
  expect(withTypedLot(of(29), before, { lot: none, isAdded: true, units: 3 }).lots).toBe('[["55","2027-03-31",2]]');
});

test('a line shows its units without a lot', { tags: ['LOT-13'] }, () => {
  const one = '[["55","2027-03-31",48]]';
  expect(lotsShort(one, 24)).toBe('Lot 55 · expires 31 Mar 2027');
  expect(lotsShort(one, 24, 48)).toBe('Lot 55 · expires 31 Mar 2027');
  expect(lotsShort(one, 24, 96)).toBe('55 · expires 31 Mar 2027: 2 cases, no lot: 2 cases');
  expect(lotsShort('', 24, 48)).toBe('');
});

test('outgoing goods take the lots that expire first, until a person chooses another lot', {
  tags: ['LOT-14'],
}, () => {
  const first = withLots(of(12), null, HELD);
  expect(first.lots).toBe('[["A12","2027-03-01",12]]');
  expect(withLots(of(30), first, HELD).lots).toBe('[["A12","2027-03-01",24],["B7","2027-06-01",6]]');
  const lot = { code: 'B7', expires: '2027-06-01', why: 'reach' } as const;
  const other = withTypedLot(of(6), null, { lot, isAdded: true, units: 6 }, HELD);
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
  const text = (...lines: ReturnType<typeof goods>[]) => noLotText(lines, pickables);
  // Not tracked, not known here, nothing of it moves, it has a lot, or it takes the lot that expires first.
  expect(text(goods('plain'), goods('unknown'), goods('tracked', { quantity_accepted: 0 }))).toBe('');
  expect(text(goods('tracked', { lots: '[["A1","",12]]' }), goods('held'))).toBe('');
  expect(text(goods('plain'), goods('tracked'))).toBe('Without a lot: Goods tracked.');
  expect(text(goods('tracked', { lots: '[["A1","",5]]' }))).toBe('Without a lot: Goods tracked (7 units).');
  expect(text(goods('tracked'), goods('also'))).toBe('Without a lot: Goods tracked and Goods also.');
  expect(text(goods('tracked'), goods('also'), goods('third'))).toBe('3 products move without a lot.');
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
