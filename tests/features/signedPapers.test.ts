/** The papers of a stocktake and of a close-out, with the posted and signed figures. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { CloseOutDay } from '#contract/closeout/closeOutCalls.ts';
import { CloseOutSheet } from '#features/people/closeOuts/CloseOutPaper.tsx';
import type { Results } from '#features/stock/stocktakes/results.ts';
import { StocktakeSheet } from '#features/stock/stocktakes/StocktakePaper.tsx';

/** The words of a paper in their order, without markup. */
const wordsOf = (html: string) => html.replace(/<[^>]+>/g, '|').replace(/\|+/g, '|');

test('the paper of a stocktake has each difference with books, count, reason, lots and value, the largest value first', {
  tags: ['STK-37', 'LOT-25'],
}, () => {
  const line = (name: string, book: number, counted: number | null, value: string | null, more = {}) => ({
    ...{ product_id: name, product: { name, case_count: 12 }, book, counted, value, reason: null, state: 'counted' },
    ...{ difference: counted === null ? null : counted - book, lots: null, ...more },
  });
  const lots = [
    { code: 'A1', expires: '2027-03-01', difference: -12 },
    { code: 'B1', expires: '2027-04-01', difference: 12 },
    { code: 'C1', expires: '2027-05-01', difference: 0 },
  ];
  const results = {
    lines: [
      line('Right', 24, 24, '0.00'),
      line('Unseen', 24, null, null),
      line('Milk', 36, 48, '12000.00'),
      line('Soap', 25, 12, '-90000.50', { reason: 'damaged' }),
      line('Oreo', 24, 24, '0.00', { lots }),
    ],
  } as unknown as Results;
  const paper = wordsOf(renderToStaticMarkup(createElement(StocktakeSheet, { results })));
  expect(paper).toContain(
    '|1|Soap |(Damaged)|2 cases 1 unit|1 case|−1 case 1 unit|−₦90,000.50|2|Milk |(Count)|3 cases|4 cases|1 case|₦12,000|3|Oreo |(Count)|',
  );
  expect(paper).toContain('|A1 · expires 1 Mar 2027: −1 case|B1 · expires 1 Apr 2027: 1 case|');
  expect(paper).not.toMatch(/Right|Unseen|C1/);
  expect(paper).toContain('|3 products differ|Short ₦90,000.50, over ₦12,000|Counted by|Approved by|');
});

describe('the paper of a close-out', { tags: ['CLO-12', 'CLO-15'] }, () => {
  const line = (name: string, left: number, counted: number | null) => ({
    ...{ product_id: name, name, case_count: 12, price: '12000.00', before: 0, issued: left + 24, returned: 12 },
    ...{ sold: 12, other: 0, left, counted },
  });
  const money = (cash_left: string) => ({
    ...{ cash_before: '0.00', cash_taken: '15000.00', handed_in: '9000.00', cash_left },
    ...{ issued: '120000.00', returned: '36000.00', delivered: '24000.00' },
  });
  const closed = {
    ...{ _id: 'c', ref: 'CO-1', version: 1, status: 'closed', closed_at: 1_795_000_000, taker_id: 't' },
    signed: { money: money('6000.00'), lines: [line('Milk', 60, 58), line('Soap', 24, null)], digest: '' },
    officer: { name: 'Bola', mark: 'M1 1L2 2', typed: false },
    taker: { name: 'Amaka', mark: 'Amaka', typed: true },
    ...{ note: 'Two broke', reopened_at: null, reopened_by: null, reopened_note: '' },
  } as const;
  const day = {
    ...{ officer: { _id: 'o', name: 'Bola' }, hub: { _id: 'h', name: 'Mushin Hub' }, day: 1_794_960_000, closed },
    // A row that was posted after the close is on no paper.
    ...{ now: { money: money('2000.00'), lines: [], digest: '' }, changed_since: true, before: [] },
  } as unknown as CloseOutDay;
  const paperOn = (size: 'a4' | 'roll') =>
    renderToStaticMarkup(
      createElement(CloseOutSheet, { day, closed: closed as never, size, printed: 1_795_000_100, by: 'Funmi Ajayi' }),
    );

  test.each(['a4', 'roll'] as const)('on %s has what both signed, both signatures and the missing goods', (size) => {
    const html = paperOn(size);
    const words = wordsOf(html);
    for (const text of ['Close-out', 'CO-1', 'Mushin Hub', 'Two broke', 'Cash taken|₦15,000', 'Cash handed in|₦9,000'])
      expect(words).toContain(text);
    expect(words).toContain('Still to hand in|₦6,000');
    expect(words).toMatch(/Printed [^|]+ by Funmi Ajayi/);
    expect(words).not.toContain('Still to hand in|₦2,000');
    // Two of twelve units are missing, at ₦12,000 a case. Nobody counted soap, so no soap is missing.
    expect(words).toContain('Missing goods, at the prices of the hub|₦2,000');
    expect(html).toContain('d="M1 1L2 2"');
    expect(words).toContain('Amaka (typed)|Amaka|');
  });

  test('on A4 has a row of all figures for each product, and on a roll leaves zeros out', () => {
    expect(wordsOf(paperOn('a4'))).toContain('|Milk|7 cases|1 case|1 case|5 cases|4 cases 10 units|2 units|');
    // Soap has no missing goods: a dash, as on the screen. Where nobody counted, there is no column of counts.
    expect(wordsOf(paperOn('a4'))).toContain('|Soap|4 cases|1 case|1 case|2 cases|–|');
    expect(wordsOf(paperOn('roll'))).toContain('|Soap|Issued|4 cases|Returned|1 case|Sold|1 case|In hand|2 cases|');
  });
});
