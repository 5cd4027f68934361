/** B11: a read on a line that hangs is given up once. What failed at once is tried once more, for a line may blink. */
import '#tests/support/pageGlobals.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { NoAnswer } from '#client/callError.ts';
import { allQuery, queryClient } from '#client/reads/queries.ts';
import { product } from '#contract/catalogue/product.ts';

vi.stubGlobal('navigator', { onLine: true });
// Nothing is tried again on a page that nobody sees.
Object.assign(document, { visibilityState: 'visible' });
let requests = 0;
const reading = () => {
  requests = 0;
  const { queryKey, queryFn } = allQuery(product);
  return queryClient.ensureQueryData({ queryKey, queryFn, retry: queryClient.getDefaultOptions().queries?.retry });
};

afterEach(() => {
  queryClient.clear();
  vi.restoreAllMocks();
});

test('a read that had its whole time is not asked a second time; one that broke off is', {
  tags: ['B11', 'SHELL-06'],
}, async () => {
  vi.stubGlobal('fetch', async () => {
    requests += 1;
    throw new TypeError('Failed to fetch');
  });
  await expect(reading()).rejects.toBeInstanceOf(NoAnswer);
  expect(requests).toBe(2);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const limit = new AbortController();
    setTimeout(() => limit.abort(new DOMException('Too long.', 'TimeoutError')), 30);
    return limit.signal;
  });
  vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => {
    requests += 1;
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  await expect(reading()).rejects.toBeInstanceOf(NoAnswer);
  expect(requests).toBe(1);
});
