/** "Newest first" is by the second, then by id: rows of one moment must not change places by chance. */
import { afterEach, expect, test, vi } from 'vitest';
import { newId } from '#server/calls/ids.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const many = (count: number) => Array.from({ length: count }, () => newId());

test('ids sort in the order they were made, however many in one millisecond', { tags: ['B1.7'] }, () => {
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now + 1);
  // More than one millisecond's numbers.
  const ids = many(10_000);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual([...ids].sort());
});

test('a clock that is put back a little keeps the order; one that is put right is believed', { tags: ['B1.7'] }, () => {
  const now = Date.now() + 60_000;
  const at = vi.spyOn(Date, 'now').mockReturnValue(now);
  const first = newId();
  at.mockReturnValue(now - 500);
  expect(newId() > first).toBe(true);
  at.mockReturnValue(now - 60_000);
  expect(newId() < first).toBe(true);
});
