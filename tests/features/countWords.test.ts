/** Counts of outgoing and of incoming goods have different words. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { COUNT_WORDS, CountDirection, differenceLabel } from '#features/stock/transfer/countWords.ts';
import { Counted } from '#features/stock/transfer/desk/LineCells.tsx';
import type { LineView } from '#offline/outbox/overlay.ts';

/** The cells of a line of `expected` units, of which `came` units are counted. Null: not counted. */
function cells(value: 'in' | 'out', expected: number, came: number | null): string {
  const line = {
    product_id: 'p',
    name: 'Milk',
    case_count: 12,
    quantity: expected,
    quantity_accepted: came,
  } as LineView;
  const row = createElement(Counted, { line, came, isHidden: false, isChosen: false });
  const table = createElement('table', null, createElement('tbody', null, createElement('tr', null, row)));
  return renderToStaticMarkup(createElement(CountDirection, { value }, table)).replace(/<[^>]*>/g, ' ');
}

describe('the words of a count', { tags: ['B3.5'] }, () => {
  test.each([
    ['in', 24, null, 'Not counted'],
    ['in', 24, 24, 'All there'],
    ['out', 24, 24, 'All taken'],
    ['in', 0, 12, 'Not expected'],
    ['out', 0, 12, 'Not planned'],
    ['out', 24, 12, '1 case'],
  ] as const)('%s: of %s units are counted %s: %s', (value, expected, came, text) => {
    expect(cells(value, expected, came)).toContain(text);
  });

  test('the column and its texts use one word', () => {
    for (const words of [COUNT_WORDS.in, COUNT_WORDS.out]) {
      expect(words.rest).toBe(`The rest as ${words.expected.toLowerCase()}`);
      expect(differenceLabel('unexpected', words)).toBe(`Not ${words.expected.toLowerCase()}`);
      expect(differenceLabel('short', words)).toBe('Short');
    }
  });
});
