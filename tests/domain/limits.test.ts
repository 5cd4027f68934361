import { describe, expect, test } from 'vitest';
import { AGENT_REPORT_PERIODS, AGENT_SOURCES, DEPOSIT_TAGS, PRODUCT_TAGS } from '#domain/choices.ts';
import * as limits from '#domain/limits.ts';
import { MAX_KOBO } from '#domain/money.ts';

describe('limits', { tags: ['B13'] }, () => {
  test.each([
    ['units per line', limits.MAX_QUANTITY, 1_000_000],
    ['lines per transfer', limits.MAX_LINES, 2_000],
    ['kobo', MAX_KOBO, 99_999_999_999_999],
    ['rows per bulk call', limits.BULK_ROWS, 125],
    ['bytes of a body', limits.MAX_BODY, 1_000_000],
    ['per_page', limits.MAX_PER_PAGE, 500],
    ['rows of an unpaged read', limits.MAX_UNPAGED, 200_000],
    ['entries of a wallet that is answered whole', limits.MAX_WALLET_LOGS, 50_000],
    ['characters of a search', limits.MAX_SEARCH, 100],
    ['days of a report', limits.MAX_REPORT_DAYS, 400],
    ['rows of an export', limits.MAX_EXPORT_ROWS, 100_000],
    ['recipients', limits.MAX_RECIPIENTS, 50_000],
    ['bytes of an image and its body', limits.MAX_UPLOAD_BODY, 4_024_000 + 64_000],
  ])('%s', (_limit, value, expected) => {
    expect(value).toBe(expected);
  });

  test('the texts', () => {
    expect(limits.MAX_LINES_TEXT).toBe('A transfer can hold at most 2000 products.');
    expect(limits.MAX_EXPORT_TEXT).toBe('The first 100000 rows were exported.');
  });
});

describe('business constants', () => {
  test('bulk 125, products 120', { tags: ['CONST-02'] }, () =>
    expect([limits.BULK_ROWS, limits.PRODUCT_BULK_ROWS]).toEqual([125, 120]),
  );
  test('product pages have these sizes', { tags: ['CONST-08'] }, () =>
    expect([...limits.PRODUCT_PAGE_SIZES]).toEqual([10, 20, 50, 75, 100, 150, 200, 250, 300]),
  );
  test('fulfilment pages have these sizes', { tags: ['CONST-09'] }, () =>
    expect([...limits.FULFILMENT_PAGE_SIZES]).toEqual([10, 20, 50, 100, 200]),
  );
  test('every default page size can be chosen', { tags: ['CONST-03', 'CONST-06'] }, () =>
    expect([...limits.PAGE_SIZES]).toEqual(expect.arrayContaining([10, 20, 30, 50])),
  );

  test('pauses: search 750, autocomplete 250 from 3 characters, quantity 1500', {
    tags: ['CONST-13', 'UI-07', 'UI-08', 'UI-15'],
  }, () => {
    expect([
      limits.SEARCH_PAUSE_MS,
      limits.AUTOCOMPLETE_PAUSE_MS,
      limits.AUTOCOMPLETE_MIN,
      limits.QUANTITY_PAUSE_MS,
    ]).toEqual([750, 250, 3, 1_500]);
  });

  test('texts have these lengths', { tags: ['CONST-15'] }, () => {
    expect(limits.LENGTHS).toEqual({
      titleMin: 3,
      messageMin: 3,
      messageMax: 160,
      account: 10,
      bvn: 11,
    });
  });

  test.each([
    [0, '0'],
    [50, '50'],
    [51, '50+'],
    [400, '50+'],
  ])('%s logs are counted as %s', { tags: ['CONST-16'] }, (count, label) =>
    expect(limits.logsCount(count)).toBe(label),
  );

  test('an image has at most 4024000 bytes', { tags: ['CONST-17'] }, () => expect(limits.MAX_IMAGE).toBe(4_024_000));

  test('seller product quantity -1 in the form, 500 from the switch; weight and size 0', { tags: ['CONST-18'] }, () => {
    expect(limits.SELLER_PRODUCT_QUANTITY).toEqual({ form: -1, switched: 500 });
    expect(limits.WEIGHT_AND_SIZE).toBe(0);
  });

  test('tags that a deposit may carry', { tags: ['CONST-22', 'A43'] }, () => {
    expect([...DEPOSIT_TAGS]).toEqual(['cash', 'transfer', 'order', 'signup']);
  });

  test('agents come from these sources', { tags: ['CONST-23', 'B9.10'] }, () =>
    expect([...AGENT_SOURCES]).toEqual([
      'BUYER',
      'AGENCY',
      'WHATSAPP',
      'FACEBOOK',
      'TWITTER',
      'STAFF_1',
      'STAFF_2',
      'SMS',
    ]),
  );
  test('agent report by day or week', { tags: ['CONST-24'] }, () =>
    expect([...AGENT_REPORT_PERIODS]).toEqual(['day', 'week']),
  );
  test('product tags are of these kinds', { tags: ['CONST-25'] }, () =>
    expect([...PRODUCT_TAGS]).toEqual(['LOWER_UNIT', 'HIGHER_UNIT', 'MARKUP', 'CLASS']),
  );
});
