/** TRF-12: the facts in the confirmation dialog of a transfer. */
import { describe, expect, test } from 'vitest';
import { returnDated } from '#features/stock/parts/lines/texts.ts';
import { movesText } from '#features/stock/transfer/confirmFacts.tsx';

const ends = (source_type: string, destination_type: string) =>
  ({ source_type, source_name: 'Golden Gate', destination_type, destination_name: 'Wuse Hub' }) as Parameters<
    typeof movesText
  >[0];

describe('what moves', { tags: ['TRF-12'] }, () => {
  test.each([
    ['distributor', 'seller', '48 cases into Wuse Hub', 'from Golden Gate'],
    ['sales_officer', 'seller', '48 cases into Wuse Hub', 'from Golden Gate'],
    ['seller', 'sales_officer', '48 cases out of Golden Gate', 'to Wuse Hub'],
    ['seller', 'distributor', '48 cases out of Golden Gate', 'to Wuse Hub'],
    ['seller', 'seller', '48 cases into Wuse Hub', 'from Golden Gate'],
  ])('%s to %s: %s', (source, destination, what, other) => {
    expect(movesText(ends(source, destination), '48 cases')).toEqual({ what, other });
  });
  test('a blind count names the places and no quantity', () => {
    expect(movesText(ends('distributor', 'seller'), null).what).toBe('Into Wuse Hub');
    expect(movesText(ends('seller', 'distributor'), null).what).toBe('Out of Golden Gate');
  });
});

test('a return says that its date is tomorrow, and later the day alone', { tags: ['PO-22', 'K21'] }, () => {
  const now = Date.UTC(2026, 10, 29, 20) / 1_000;
  expect(returnDated(now + 86_400, now)).toBe('dated tomorrow, 30 Nov');
  expect(returnDated(now + 86_400, now + 86_400)).toBe('dated 30 Nov');
});
