/** How long a read is believed (CONST-01, API-05), and what a failed call is told by (ERR-01, ERR-02). */
import '#tests/support/pageGlobals.ts';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CallError, messageOf, NoAnswer } from '#client/callError.ts';
import { invalidateAll, queryClient } from '#client/reads/queries.ts';

afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
});

describe('a read', { tags: ['CONST-01', 'API-05'] }, () => {
  const read = async (name: string) => {
    const queryFn = vi.fn(async () => name);
    const again = () => queryClient.fetchQuery({ queryKey: [name], queryFn });
    await again();
    return { times: () => queryFn.mock.calls.length, again };
  };

  test('is not asked again for five minutes, and then it is', { tags: ['CONST-01', 'API-05'] }, async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { times, again } = await read('store_type/read_all');
    vi.setSystemTime(Date.now() + 299_999);
    await again();
    expect(times()).toBe(1);
    vi.setSystemTime(Date.now() + 1);
    await again();
    expect(times()).toBe(2);
  });

  test('is asked again at once after a write, whatever was written', { tags: ['CONST-01', 'API-05'] }, async () => {
    const reads = [await read('store_type/read_all'), await read('brand/read_all')];
    await invalidateAll();
    for (const { again } of reads) await again();
    expect(reads.map(({ times }) => times())).toEqual([2, 2]);
  });

  test('that a lost connection holds keeps nobody waiting: a write is done a second after it was answered', {
    tags: ['API-05'],
  }, async () => {
    vi.useFakeTimers();
    let answers = 0;
    const queryFn = () => {
      answers += 1;
      return answers === 1 ? Promise.resolve('rows') : new Promise<string>(() => undefined);
    };
    const shown = new QueryObserver(queryClient, { queryKey: ['brand/read_all'], queryFn });
    const leave = shown.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    let done = false;
    void invalidateAll().then(() => {
      done = true;
    });
    await vi.advanceTimersByTimeAsync(999);
    expect([answers, done]).toEqual([2, false]);
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toBe(true);
    leave();
  });
});

describe('a call that failed', () => {
  test('the server said no: its own words', { tags: ['ERR-01', 'API-03'] }, () => {
    for (const code of [400, 403, 404, 409, 422, 500, 503])
      expect(messageOf(new CallError(code, 'Store type already exists.', null))).toBe('Store type already exists.');
  });
  test.each([
    ['no answer', new NoAnswer('No answer')],
    ['a mistake of ours', new TypeError('x is undefined')],
    ['no error at all', 'gone'],
  ])('%s is told by the documents’ sentence', { tags: ['ERR-02'] }, (_what, error) => {
    expect(messageOf(error)).toBe('An unexpected error occured!');
  });
});
