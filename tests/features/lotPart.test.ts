/** The lot fields beside the quantity. Only goods that are tracked by lot have them. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import type { Entry } from '#features/stock/transfer/desk/entry/useEntry.ts';
import { LotPart } from '#features/stock/transfer/lots/LotPart.tsx';
import type { LotFields } from '#features/stock/transfer/lots/lotFields.ts';
import { line } from '#tests/support/scripted.ts';

const pick = (more: { tracks_lots?: true } = {}, lots?: Pickable['lots']): Pickable => ({
  ...{ _id: 's1', warehouse_id: 'w1', product_id: 'p1', quantity: 60, rate: '10.00' },
  product: {
    ...{ _id: 'p1', name: 'Milk', case_count: 12, status: 'active', upload: null, ...more },
    ...{ brand: { _id: 'b', name: 'B', status: 'active' }, manufacturer: { _id: 'm', name: 'M', status: 'active' } },
  },
  ...(lots && { lots }),
});
const LOTS: Pickable['lots'] = [
  ['A12', '2027-03-01', 24],
  ['B7', '2027-06-01', 12],
];
const nothing = () => undefined;
const wordsOf = (html: string) => html.replace(/<[^>]+>/g, '');

function shown(of: Pickable, more: Partial<Entry> = {}, fields: Partial<LotFields> = {}): string {
  const chosen = { productId: 'p1', how: 'add', start: null, before: 0, round: 1, choice: 1, isMeant: false } as const;
  const entry: Entry = {
    ...{
      chosen,
      quantity: 12,
      reason: null,
      lot: null,
      line: undefined,
      elsewhere: undefined,
      pick: of,
      name: 'Milk',
      unknown: null,
      isUnknown: false,
      refuse: nothing,
      scansIn: 'case',
      caseCount: 12,
      base: 0,
      total: 12,
    },
    ...{ shownIn: 'case', setQuantity: nothing, setShownIn: nothing, countIn: nothing, setReason: nothing },
    ...{
      setLot: nothing,
      choose: nothing,
      setStart: nothing,
      setWhole: nothing,
      open: nothing,
      clear: nothing,
      goOn: nothing,
      dropKept: nothing,
    },
    putBack: (typed) => typed,
    ...more,
  };
  return renderToStaticMarkup(
    createElement(LotPart, {
      entry,
      hidesPad: false,
      onSkip: nothing,
      fields: {
        ...{ code: { current: null }, expires: { current: null }, at: null, setAt: nothing },
        ...{ isRefused: false, setRefused: nothing, ...fields },
      },
    }),
  );
}

test('goods that are not tracked by lot have no lot fields', { tags: ['LOT-13'] }, () => {
  expect(shown(pick())).toBe('');
  expect(shown(pick({ tracks_lots: true }), { chosen: null })).toBe('');
});

test('incoming goods have fields for the lot, and an impossible day shows an error at its field', {
  tags: ['LOT-13'],
}, () => {
  const fields = shown(pick({ tracks_lots: true }));
  expect(fields).toContain('Lot');
  expect(fields).toContain('Expires');
  expect(shown(pick({ tracks_lots: true }), { lot: { code: 'a1', expires: '1399' } })).toContain('No such day');
  expect(shown(pick({ tracks_lots: true }), { lot: { code: 'a1', expires: '010327' } })).toContain(
    'Expires 1 March 2027',
  );
});

test('the fields say that a lot is optional, how to type a month, and which day was understood', {
  tags: ['LOT-13'],
}, () => {
  const of = pick({ tracks_lots: true });
  expect(shown(of)).toContain('Printed on the case. It may be left out.');
  expect(shown(of)).toContain('No lot</button>');
  // Without a quantity there is nothing to enter.
  expect(shown(of, { quantity: null })).toMatch(/disabled=""[^>]*>No lot</);
  expect(shown(of, {}, { at: 'expires' })).toContain('Month and year: 0327 is March 2027.');
  // An incomplete day shows no error until Enter is pressed.
  const begun = { lot: { code: '', expires: '032' } };
  expect(shown(of, begun, { at: 'expires' })).toContain('Month and year: 0327 is March 2027.');
  expect(shown(of, begun, { at: 'expires', isRefused: true })).toContain('No such day');
  expect(shown(of, { lot: { code: '', expires: '0327' } }, { at: 'expires' })).toContain('Expires March 2027');
});

test('outgoing goods show the lot that expires first, and choosing another lot asks why', { tags: ['LOT-14'] }, () => {
  const of = pick({ tracks_lots: true }, LOTS);
  const first = shown(of);
  expect(first).toContain('A12 · expires 1 Mar 2027 · 2 cases there');
  expect(first).not.toContain('Why not');
  expect(shown(of, { lot: { code: 'B7', expires: '2027-06-01' } })).toContain('Why not the lot that expires first?');
  expect(wordsOf(shown(of, { quantity: 30 }))).toContain(
    'A12 · expires 1 Mar 2027: 2 cases, B7 · expires 1 Jun 2027: 6 units',
  );
});

test('goods that are added to a line with one lot show that lot, and that it is the same one until another is typed', {
  tags: ['LOT-13'],
}, () => {
  const of = pick({ tracks_lots: true });
  const lineOf = (lots: string) => ({ ...line('p1', 12), quantity_accepted: 12, lots }) as unknown as Entry['line'];
  const one = { line: lineOf('[["A1","2027-03-31",12]]') };
  const old = { line: lineOf('[["A1","2025-10-31",12]]') };
  expect(shown(of, one)).toContain('placeholder="A1"');
  expect(shown(of, one, { at: 'code' })).toContain('Expires 31 March 2027. Same lot, or type another.');
  expect(shown(of, old, { at: 'code' })).toContain('Expired 31 October 2025. Same lot, or type another.');
  expect(shown(of, { line: lineOf('[["A1","",12]]') }, { at: 'code' })).toContain('>Same lot, or type another.');
  expect(shown(of, { ...one, lot: { code: 'b', expires: '' } }, { at: 'code' })).not.toContain('Same lot');
  expect(shown(of, one, { at: 'expires' })).not.toContain('Same lot');
});
