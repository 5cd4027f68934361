/** The age of a page with several saved answers is the age of the oldest, with words for the newer ones. */
import { expect, test } from 'vitest';
import { copiesOfAPage } from '#ui/Page.tsx';

const copy = (at: number, clock: string) => ({ at, words: `from ${clock}`, later: `from ${clock} or later` });

test('a single age is shown as it is, and the oldest of two with "or later"', { tags: ['B11.1'] }, () => {
  const copies = copiesOfAPage();
  expect(copies.oldest()).toBeNull();
  copies.say('figures', copy(60_000, '14:01'));
  // Two copies of the same minute have one age for people.
  const takeBack = copies.say('work', copy(61_000, '14:01'));
  expect(copies.oldest()?.words).toBe('from 14:01');
  takeBack();
  const newer = copies.say('work', copy(600_000, '14:10'));
  expect(copies.oldest()?.words).toBe('from 14:01 or later');
  newer();
  expect(copies.oldest()?.words).toBe('from 14:01');
});
