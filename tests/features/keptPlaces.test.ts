/** Offered goods keep their places while some of them become lines. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keptPlaces } from '#features/stock/transfer/likely/keptPlaces.ts';

test('goods that stay do not move; the place of a removed one goes to a new one, otherwise to the last one', {
  tags: ['UI-28'],
}, () => {
  expect(keptPlaces([], ['a', 'b'])).toEqual(['a', 'b']);
  expect(keptPlaces(['a', 'b', 'c', 'd'], ['a', 'c', 'd'])).toEqual(['a', 'd', 'c']);
  expect(keptPlaces(['a', 'b', 'c'], ['a', 'b'])).toEqual(['a', 'b']);
  expect(keptPlaces(['a', 'b', 'c'], ['a', 'c', 'x', 'y'])).toEqual(['a', 'x', 'c', 'y']);
  expect(keptPlaces(['a', 'b'], [])).toEqual([]);
});

test('after any changes every offered product is shown once, and at most as many moved as were removed', {
  tags: ['UI-28'],
}, () => {
  const some = fc.uniqueArray(fc.constantFrom(...'abcdefghij'));
  fc.assert(
    fc.property(some, some, (before, now) => {
      const after = keptPlaces(before, now);
      expect([...after].sort()).toEqual([...now].sort());
      const gone = before.filter((id) => !now.includes(id)).length;
      const moved = before.filter((id, at) => now.includes(id) && after[at] !== id).length;
      expect(moved).toBeLessThanOrEqual(gone);
    }),
  );
});

test('when a product is taken, no place moves, and newly offered products come last', {
  tags: ['UI-28'],
}, () => {
  const some = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { minLength: 1 });
  fc.assert(
    fc.property(some, some, fc.nat(), (before, others, at) => {
      const taken = before[at % before.length] as string;
      // As the desk asks (LikelyGoods.tsx): what was taken is no more among the goods that are offered, and keeps its place.
      const offered = [...before.filter((id) => id !== taken), ...others.filter((id) => !before.includes(id))];
      const now = [...before.filter((id) => id === taken), ...offered];
      expect(keptPlaces(before, now).slice(0, before.length)).toEqual(before);
    }),
  );
});
