/** Which product of a stocktake a person counts next. */
import { describe, expect, test } from 'vitest';
import { nextToCount, roundKey } from '#features/stock/count/countWords.ts';
import type { CountLine, CountSession } from '#offline/outbox/countOverlay.ts';

const line = (product_id: string, more: Partial<CountLine> = {}) =>
  ({ product_id, state: 'to_count', round: 1, needs_another: false, queued: null, own: [], ...more }) as CountLine;
const session = (...lines: CountLine[]) => ({ lines }) as CountSession;

describe('the product that is counted next', { tags: ['STK-30', 'UI-28'] }, () => {
  const all = session(line('a'), line('b'), line('c'));
  test('is the first of the tab, then the following one, and the first again after the last', () => {
    expect(nextToCount(all, 'to_count', null)).toBe('a');
    expect(nextToCount(all, 'to_count', 'a')).toBe('b');
    expect(nextToCount(all, 'to_count', 'c')).toBe('a');
    expect(nextToCount(session(line('a')), 'to_count', 'a')).toBeNull();
  });
  test('is the first one after goods that are in no list', () => {
    expect(nextToCount(all, 'to_count', 'found on a shelf')).toBe('a');
  });
  test('is none that was just counted, waits to be sent, or must be counted by somebody else', () => {
    const done = new Set([roundKey({ product_id: 'a', round: 1 })]);
    expect(nextToCount(all, 'to_count', 'c', done)).toBe('b');
    const others = session(line('a', { needs_another: true }), line('b', { queued: 'waiting' }), line('c'));
    expect(nextToCount(others, 'to_count', null)).toBe('c');
  });
  test('can be a counted product again, if a new round asks for it', () => {
    const again = session(line('a', { state: 'recount', round: 2 }), line('b'));
    expect(nextToCount(again, 'recount', null, new Set([roundKey({ product_id: 'a', round: 1 })]))).toBe('a');
  });
  test('does not exist in the tab of counted goods', () => {
    expect(nextToCount(session(line('a', { state: 'counted' })), 'counted', null)).toBeNull();
  });
});
