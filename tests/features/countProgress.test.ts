/** STK-35: what was counted stays counted, also where somebody counts it again. */
import { expect, test } from 'vitest';
import { againText, countedText, finishedText, leftText, recountsOf } from '#features/stock/count/countWords.ts';
import type { CountLine } from '#offline/outbox/countOverlay.ts';

const line = (state: CountLine['state'], needs_another = false) => ({ state, needs_another }) as CountLine;

test('the progress counts what is to be counted again', { tags: ['STK-35'] }, () => {
  expect(countedText({ products: 21, counted: 8, recounts: 0 })).toBe('8 of 21 products counted');
  expect(countedText({ products: 21, counted: 1, recounts: 7 })).toBe('8 of 21 products counted');
  expect(countedText({ products: 1, counted: 0, recounts: 0 })).toBe('0 of 1 product counted');
});

test('who counts again is said: this person, somebody else, or both', { tags: ['STK-35', 'STK-08'] }, () => {
  const others = [line('recount', true), line('recount', true), line('counted')];
  expect(recountsOf({ lines: others })).toEqual({ mine: 0, others: 2 });
  expect(againText({ lines: others })).toBe('2 again by somebody else');
  expect(againText({ lines: [line('recount')] })).toBe('1 to recount');
  expect(againText({ lines: [...others, line('recount')] })).toBe('1 to recount, 2 by others');
});

test('an end that waits is finished on this tablet alone', { tags: ['STK-35'] }, () => {
  expect(finishedText({ finishing: null })).toBe('Your part is finished.');
  expect(finishedText({ finishing: 'waiting' })).toBe('Your part is finished on this tablet.');
});

test('the end says that every product is counted only where none is to be counted again', { tags: ['STK-35'] }, () => {
  const of = (counted: number, recounts: number) => leftText({ products: 21, counted, recounts }, false);
  expect(of(18, 3)).toBe('');
  expect(of(21, 0)).toBe('Every product is counted.');
  expect(of(17, 3)).toBe('1 product is not counted by anybody. It keeps its stock in the books.');
  expect(leftText({ products: 21, counted: 10, recounts: 3 }, true)).toBe('8 products are left to others.');
});
