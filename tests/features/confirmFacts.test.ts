/** TRF-12: the facts of the question before a transfer, and what the server will refuse. */
import { describe, expect, test } from 'vitest';
import { movesText, refusalText } from '#features/stock/transfer/confirmFacts.tsx';

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
  test('a blind count says where, and not how much', () => {
    expect(movesText(ends('distributor', 'seller'), null).what).toBe('Into Wuse Hub');
    expect(movesText(ends('seller', 'distributor'), null).what).toBe('Out of Golden Gate');
  });
  test('what the server will refuse is said in the figures that are there', () => {
    expect(refusalText(55 * 12, 99 * 12, 12)).toBe('55 cases there: the server will refuse 99.');
    expect(refusalText(0, 1_000 * 12, 12)).toBe('0 cases there: the server will refuse 1,000.');
    expect(refusalText(13, 27, 12)).toBe('1 case 1 unit there: the server will refuse 2 cases 3 units.');
    expect(refusalText(9 * 12, 12 * 12, 12, 'Blessing Okon')).toBe(
      'Blessing Okon holds 9 cases: the server will refuse 12.',
    );
  });
});
