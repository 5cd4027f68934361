/** At our own server nothing of the app's part for plain servers runs: an answer takes the way that it always took. */
import '#tests/support/pageGlobals.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { pageQuery, queryClient } from '#client/reads/queries.ts';
import { setPlainServer } from '#client/server/plainServer.ts';
import { setServerRecord } from '#client/server/where.ts';
import { callPath } from '#client/transport.ts';
import { ALL_CAPABILITIES } from '#contract/capabilities.ts';
import { brand } from '#contract/catalogue/brand.ts';
import { ourAnswer } from '#tests/support/ourAnswer.ts';

afterEach(() => {
  vi.restoreAllMocks();
  queryClient.clear();
  setServerRecord({ shown: {} });
});

test.each([
  ['has shown what it can', { '/api/': ALL_CAPABILITIES }],
  ['is not known yet', {}],
])(
  'a server that %s is asked once and its answer is used as it came',
  {
    tags: ['PLAIN-19'],
  },
  async (_which, shown) => {
    const plain = vi.fn();
    setPlainServer(plain);
    setServerRecord({ shown });
    const rows = [{ _id: 'brand_1', name: 'Peak', extra: 7 }];
    const fetched = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async () => ourAnswer({ code: 200, message: 'OK', data: { rows, total: 1 } }));
    expect(await callPath('GET', 'brand/read_all', { page: '2', sort: '-name' })).toEqual({ rows, total: 1 });
    expect(fetched.mock.calls.map(([url]) => url)).toEqual(['/api/brand/read_all?page=2&sort=-name']);
    expect(Object.keys((fetched.mock.calls[0]?.[1]?.headers ?? {}) as object)).toContain('X-Device-Id');
    const page = (await queryClient.fetchQuery(pageQuery(brand, { page: 1 }))) as { data: unknown };
    expect(page.data).toEqual({ rows, total: 1 });
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(plain).not.toHaveBeenCalled();
  },
);
