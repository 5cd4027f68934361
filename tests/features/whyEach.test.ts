/** The question why goods go back: it names the products that have no reason. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { WhyEach } from '#features/stock/transfer/end/WhyEach.tsx';
import type { LineView } from '#offline/outbox/overlay.ts';

const line = (name: string, quantity: number) =>
  ({ product_id: name, name, case_count: 12, quantity, quantity_accepted: quantity, reason: null }) as LineView;
const shown = (lines: LineView[], more: { isMixed?: boolean; isMissed?: boolean; chosen?: Record<string, string> }) =>
  renderToStaticMarkup(
    createElement(WhyEach, {
      ...{ kind: 'shipment_out', lines, isMixed: false, isMissed: false, chosen: {}, ...more },
      onChange: () => undefined,
    }),
  )
    .replace(/<button.*?<\/button>/g, '')
    .replace(/<[^>]*>/g, '|')
    .replace(/\|+/g, '|');

test('a product without a reason is named, and the reasons of the others are said to stay', {
  tags: ['TRF-07', 'B3.5'],
}, () => {
  const one = shown([line('Arome Maggi', 84)], { isMixed: true });
  expect(one).toContain('|Arome Maggi|, 7 cases: why?|');
  expect(one).toContain('The other products keep their reasons.');
  expect(shown([line('Arome Maggi', 84)], {})).not.toContain('keep their reasons');
});

test('two products are asked about one by one, and a missing answer is marked at its product', {
  tags: ['TRF-07'],
}, () => {
  const two = shown([line('Arome Maggi', 84), line('Oreo', 24)], { isMissed: true, chosen: { Oreo: 'damaged' } });
  expect(two).toContain('|Arome Maggi|, 7 cases: why?|Choose a reason, or “No reason given”.|');
  expect(two).toContain('|Oreo|, 2 cases: why?|');
  expect(two.split('Choose a reason')).toHaveLength(2);
});

test('for more products one press answers for all, and another button lists each of them', { tags: ['TRF-07'] }, () => {
  const three = shown([line('Arome Maggi', 84), line('Oreo', 24), line('Milo', 12)], { isMissed: true });
  expect(three).toContain('· 3 products|Choose a reason, or “No reason given”.|');
  expect(three).toContain('|Milo|, 1 case: why?|');
});
