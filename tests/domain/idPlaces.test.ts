import { describe, expect, test } from 'vitest';
import { idPlaces } from '#domain/idPlaces.ts';
import { without } from '#ui/finder/without.ts';

describe('the places of ids in a long list', { tags: ['PO-34'] }, () => {
  test('each id has its place, also ids with one end; others have none', () => {
    const ids = Array.from({ length: 3_000 }, (_, n) => `${n}-of-the-same-end`);
    const placeOf = idPlaces(ids);
    expect(ids.map(placeOf)).toEqual(ids.map((_, place) => place));
    expect(['', '3000-of-the-same-end', 'of-the-same-end'].map(placeOf)).toEqual([-1, -1, -1]);
    expect(idPlaces(ids)).toBe(placeOf);
    expect(idPlaces([])('1')).toBe(-1);
    expect(idPlaces([''])('')).toBe(0);
  });

  test('a list without some of its rows is what a filter leaves, however it is cut', () => {
    const ids = Array.from({ length: 12 }, (_, n) => `p${n}`);
    const rows = { length: 12, ids, slice: (from: number, to: number) => ids.slice(from, to) };
    for (const taken of [[], ['p0'], ['p11'], ['p0', 'p1', 'p4', 'p11'], ['p5', 'other', 'p3'], ids]) {
      const left = ids.filter((id) => !taken.includes(id));
      const found = without(rows, new Set(taken));
      expect(found.length).toBe(left.length);
      for (let from = 0; from <= 13; from += 1)
        for (let to = from; to <= 13; to += 1)
          expect(found.slice(from, to), `${taken} ${from} ${to}`).toEqual(left.slice(from, to));
    }
    expect(without(rows, new Set(['other']))).toBe(rows);
  });
});
