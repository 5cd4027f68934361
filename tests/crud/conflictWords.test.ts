/** The words for differing values in the dialog of a conflict (B12.6): names of records, words of choices. */
import { describe, expect, test } from 'vitest';
import { salesOfficer } from '#contract/people/salesOfficer.ts';
import { warehouse } from '#contract/stock/warehouse.ts';
import { fieldDifferences, namesFor } from '#crud/form/formValues.ts';
import { shownPhone } from '#domain/phone.ts';

const TYPES = [
  { value: 'seller', label: 'Hub' },
  { value: 'distributor', label: 'Distributor' },
];
const offered = new Map([
  ['parent_type', TYPES],
  ['parent', [{ value: 'd1', label: 'Kuto Traders' }]],
  ['hubs', [{ value: 'h1', label: 'Bodija Hub' }]],
]);
const theirs = { _id: 'w1', parent: { _id: 'h2', name: 'Mushin Hub' }, sellers: [{ _id: 'h3', name: 'Wuse Hub' }] };
const called = namesFor(offered, null, theirs);

describe('the words of a conflict', { tags: ['B12.6'] }, () => {
  test('an id without a name, and a typed value, are shown as they are', () => {
    expect(called('parent', 'x9')).toBe('x9');
    expect(called('name', 'Salt, 1 kg')).toBeUndefined();
    expect(called('parent', '')).toBeUndefined();
  });

  test('a phone number is shown with its prefix, and a text that is no whole number as it was typed', {
    tags: ['GEN-06'],
  }, () => {
    const none = namesFor(new Map(), null);
    const words = (mine: string) =>
      fieldDifferences(salesOfficer, { phone: mine }, { phone: '08031234567' }, { phone: '08039876543' }, none)[0];
    expect(words('0803')).toMatchObject({ mine: '0803', theirs: shownPhone('08039876543') });
    expect(words('08030000000')?.mine).toBe(shownPhone('08030000000'));
  });

  test.each([
    ['as the field offers it', 'parent', 'd1', 'Kuto Traders'],
    ['as their row names it, where the field does not offer it', 'parent', 'h2', 'Mushin Hub'],
    ['where the field is not on the screen', 'owner', 'h2', 'Mushin Hub'],
    ['several', 'hubs', 'h1,h3,x9', 'Bodija Hub, Wuse Hub, x9'],
  ])('a record has its name: %s', (_how, field, value, words) => {
    expect(called(field, value)).toBe(words);
  });

  test('a warehouse shows type and owner in words, and only what differs', { tags: ['WH-12'] }, () => {
    expect(
      fieldDifferences(
        warehouse,
        { status: 'active', parent_type: 'distributor', parent: 'd1' },
        { status: 'active', parent_type: 'sales_officer', parent: 's1' },
        { status: 'active', parent_type: 'seller', parent: 'h2' },
        called,
      ),
    ).toEqual([
      { label: 'Warehouse type', mine: 'Distributor', theirs: 'Hub', typed: true },
      { label: 'Warehouse owner', mine: 'Kuto Traders', theirs: 'Mushin Hub', typed: true },
    ]);
  });
});
