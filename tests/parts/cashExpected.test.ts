/** "Reconcile" of an associate opens a deposit with the cash to hand in. */
import { expect, test } from 'vitest';
import { deposit } from '#contract/wallet/depositCalls.ts';
import { issueOf } from '#crud/form/formValues.ts';
import { depositErrors } from '#domain/deposit.ts';
import { koboOf } from '#domain/money.ts';
import { depositFact, expectedText, handedIn } from '#features/wallet/parts/cashExpected.ts';

test('the prefilled deposit is complete by the rules of the documents', { tags: ['LED-05', 'LED-06'] }, () => {
  const begun = handedIn(73_447_400, 'Ebuka Ụmụnna');
  expect(begun).toEqual({ tag: 'cash', value: '734474', description: 'Cash handed in by Ebuka Ụmụnna' });
  expect(handedIn(50, 'Ada').value).toBe('0.50');
  const { tag, value, description } = deposit.input;
  for (const issue of [issueOf(tag, begun.tag), issueOf(value, begun.value), issueOf(description, begun.description)])
    expect(issue).toBeUndefined();
  expect(depositErrors({ value: koboOf(begun.value), description: begun.description })).toEqual({});
});

test('beside the value stands what is expected and how far the typed value is from it', { tags: ['LED-04'] }, () => {
  const textOf = (typed: string) => expectedText(73_447_400, typed);
  expect(textOf('734474')).toBe('Cash to hand in: ₦734,474. All of it is handed in.');
  expect(textOf('700000')).toBe('Cash to hand in: ₦734,474. This is ₦34,474 less.');
  expect(textOf('734474.5')).toBe('Cash to hand in: ₦734,474. This is ₦0.50 more.');
  expect(textOf('')).toBe('Cash to hand in: ₦734,474.');
  expect(textOf('ten')).toBe('Cash to hand in: ₦734,474.');
});

test('a retailer pays what is owed outside orders', { tags: ['LED-04'] }, () => {
  expect(handedIn(50_000, 'Iya Basira Stores', 'retailer')).toEqual({
    ...{ tag: 'cash', value: '500', description: 'Cash paid by Iya Basira Stores' },
  });
  expect(expectedText(50_000, '500', 'retailer')).toBe('Owed outside orders: ₦500. All of it is paid.');
  expect(expectedText(50_000, '400', 'retailer')).toBe('Owed outside orders: ₦500. This is ₦100 less.');
});

test('the toast of a deposit says what was recorded, or taken out', { tags: ['LED-07'] }, () => {
  expect(depositFact(73_447_400, 'Ada')).toBe('₦734,474 recorded for Ada.');
  expect(depositFact(-5_000, 'Ada')).toBe('₦50 taken out: Ada.');
});
