/** A page of a list from stored pages of another size: a window of another height shows another number of rows. */
import { expect, test } from 'vitest';
import { fromOtherPages } from '#offline/reads/otherPages.ts';

/** Stored pages of a list of 25 rows, by page and size, at that time. */
const stored = (...pages: [page: number, size: number, at: number][]) => {
  const all = Array.from({ length: 25 }, (_, n) => n);
  return async (key: readonly unknown[]) => {
    const input = key[1] as { page: number; per_page: number; status?: string };
    const found = pages.find(([page, size]) => page === input.page && size === input.per_page);
    if (!found || input.status === 'inactive') return null;
    const [page, size, at] = found;
    return {
      data: { rows: all.slice((page - 1) * size, page * size), total: 25, page, per_page: size },
      at,
      copy: true,
    };
  };
};
const page = (page: number, per_page: number, more = {}) => ['product/read_all', { page, per_page, ...more }];
const ask = async (key: readonly unknown[], find: ReturnType<typeof stored>) => {
  const found = await fromOtherPages(key, find);
  const data = found?.data as { rows: number[]; total: number; page: number; per_page: number } | undefined;
  return found && data
    ? { from: data.rows[0], n: data.rows.length, total: data.total, page: data.page, size: data.per_page, at: found.at }
    : null;
};

test('a lower window shows the first rows of what a higher one read, and its second page too', {
  tags: ['rule-6'],
}, async () => {
  const twenty = stored([1, 20, 5]);
  expect(await ask(page(1, 10), twenty)).toEqual({ from: 0, n: 10, total: 25, page: 1, size: 10, at: 5 });
  expect(await ask(page(2, 10), twenty)).toEqual({ from: 10, n: 10, total: 25, page: 2, size: 10, at: 5 });
  expect(await ask(page(3, 10), twenty)).toBeNull();
});

test('a higher window shows what is stored of its rows, as old as the oldest page', async () => {
  expect(await ask(page(1, 20), stored([1, 10, 7]))).toMatchObject({ n: 10, at: 7 });
  expect(await ask(page(1, 30), stored([1, 10, 7], [2, 10, 4], [3, 10, 9]))).toMatchObject({ from: 0, n: 25, at: 4 });
  expect(await ask(page(1, 30), stored([1, 10, 7], [1, 20, 4]))).toMatchObject({ from: 0, n: 20, at: 4 });
  // Without its first row nothing of it is shown.
  expect(await ask(page(1, 20), stored([2, 10, 7]))).toBeNull();
});

test('other filters and other reads have no part in it', async () => {
  expect(await ask(page(1, 10, { status: 'inactive' }), stored([1, 20, 5]))).toBeNull();
  expect(await fromOtherPages(['home/figures', {}], stored([1, 20, 5]))).toBeNull();
});
