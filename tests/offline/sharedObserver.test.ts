/** One look at the store for all who watch, also ahead of them (goal 6: a start draws its screen once). */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sharedObserver } from '#offline/sharedObserver.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A store that is looked at by hand. */
function byHand() {
  const looks: { tell: (found: string) => void; failed: (shown: string, over?: boolean) => void; ended: boolean }[] =
    [];
  const look = sharedObserver<string>((tell, failed) => {
    const mine = { tell, failed, ended: false };
    looks.push(mine);
    return () => {
      mine.ended = true;
    };
  });
  return { look, looks };
}

describe('a look that fails', { tags: ['SYNC-49'] }, () => {
  test('is shown and ended; whoever watches gets another one in three seconds', () => {
    const { look, looks } = byHand();
    const tell = vi.fn();
    look.subscribe(tell);
    looks[0]?.failed('broken');
    expect([look.read(), looks[0]?.ended, tell.mock.calls.length]).toEqual(['broken', true, 1]);
    vi.advanceTimersByTime(2_999);
    expect(looks.length).toBe(1);
    vi.advanceTimersByTime(1);
    looks[1]?.tell('whole');
    expect([look.read(), looks.length]).toEqual(['whole', 2]);
  });

  test('is looked at anew by whoever comes next, once', () => {
    const { look, looks } = byHand();
    look.subscribe(() => undefined);
    looks[0]?.failed('broken');
    look.subscribe(() => undefined);
    expect(looks.length).toBe(2);
    vi.advanceTimersByTime(10_000);
    expect(looks.length).toBe(2);
  });

  test('is not looked at again for nobody, nor where it is over', () => {
    const { look, looks } = byHand();
    const leave = look.subscribe(() => undefined);
    looks[0]?.failed('broken');
    leave();
    vi.advanceTimersByTime(10_000);
    expect([looks.length, look.read()]).toEqual([1, null]);
    look.subscribe(() => undefined);
    looks[1]?.failed('newer', true);
    vi.advanceTimersByTime(10_000);
    expect([looks.length, look.read()]).toEqual([2, 'newer']);
  });
});

describe('what is looked up ahead', { tags: ['SYNC-2'] }, () => {
  test('is there for whoever draws it, and watched on without a second look', async () => {
    const { look, looks } = byHand();
    const ahead = look.preload();
    looks[0]?.tell('first');
    await ahead;
    expect(look.read()).toBe('first');
    const tell = vi.fn();
    const leave = look.subscribe(tell);
    vi.advanceTimersByTime(5_000);
    looks[0]?.tell('second');
    expect([look.read(), looks.length, tell.mock.calls.length]).toEqual(['second', 1, 1]);
    leave();
    expect([looks[0]?.ended, look.read()]).toEqual([true, null]);
  });

  test('is let go when nobody comes', async () => {
    const { look, looks } = byHand();
    const ahead = look.preload();
    looks[0]?.failed('broken');
    await ahead;
    vi.advanceTimersByTime(5_000);
    expect(look.read()).toBeNull();
    expect(looks.every((one) => one.ended)).toBe(true);
  });

  test('is not waited for where it is known', async () => {
    const { look, looks } = byHand();
    look.subscribe(() => undefined);
    looks[0]?.tell('first');
    await look.preload();
    expect(looks.length).toBe(1);
  });
});
