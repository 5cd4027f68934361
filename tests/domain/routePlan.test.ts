import { describe, expect, test } from 'vitest';
import {
  firstVisit,
  keptChanges,
  type PlannedVisit,
  planChanges,
  sameVisit,
  stillToSave,
  type Visit,
} from '#domain/routePlan.ts';

const visit = (more: Partial<Visit> = {}): Visit => ({ on: true, day: 2, week: 0, index: 3, ...more });
const stored = (key: string, planId: string | null, more: Partial<Visit> = {}): PlannedVisit => ({
  key,
  buyerId: `buyer of ${key}`,
  planId,
  ...visit({ on: planId !== null, ...more }),
});

describe('route plans on screen', () => {
  test('switched on without a day: Monday of every week, after the last', { tags: ['B9.16'] }, () => {
    expect(firstVisit([])).toEqual({ on: true, day: 1, week: 0, index: 1 });
    expect(firstVisit([visit({ index: 4 }), visit({ index: 9 })])).toMatchObject({ index: 10 });
  });
  test('two visits that are off are the same, whatever their day', { tags: ['RTE-06'] }, () => {
    expect(sameVisit(visit({ on: false }), visit({ on: false, day: 5 }))).toBe(true);
    expect(sameVisit(visit(), visit({ day: 5 }))).toBe(false);
    expect(sameVisit(visit(), visit())).toBe(true);
  });
  test('new ones are created, those without are deleted, changed ones updated, the rest left alone', {
    tags: ['RTE-06'],
  }, () => {
    const all = [
      stored('new', null),
      stored('never', null),
      stored('kept', 'p1'),
      stored('gone', 'p2'),
      stored('moved', 'p3'),
    ];
    const now = new Map<string, Visit>([
      ['new', visit({ day: 1 })],
      ['never', visit({ on: false, day: 6 })],
      ['kept', visit()],
      ['gone', visit({ on: false })],
      ['moved', visit({ week: 4 })],
    ]);
    const { create, update, remove } = planChanges(all, (key) => now.get(key));
    expect(create).toMatchObject([{ key: 'new', buyerId: 'buyer of new', day: 1 }]);
    expect(update).toMatchObject([{ planId: 'p3', week: 4 }]);
    expect(remove).toMatchObject([{ planId: 'p2' }]);
    expect(planChanges(all, () => undefined)).toEqual({ create: [], update: [], remove: [] });
  });
  test('what the plans hold by now is no change any more, also under another key; what a colleague removed still is', {
    tags: ['RTE-07', 'B12.7'],
  }, () => {
    const changes = new Map<string, Visit>([
      ['other day', visit({ day: 5 })],
      ['kept', visit()],
      ['gone', visit({ on: false })],
      ['not gone', visit({ on: false })],
      ['removed by a colleague', visit({ day: 4 })],
      ['buyer of p8', visit({ day: 1 })],
      ['buyer of p9', visit({ day: 1 })],
    ]);
    const plans = [
      stored('other day', 'p1'),
      stored('kept', 'p2'),
      stored('not gone', 'p3'),
      stored('p8', 'p8', { day: 1 }),
      stored('p9', 'p9', { day: 6 }),
    ];
    const open = stillToSave(plans, changes);
    expect([...open.keys()]).toEqual(['other day', 'not gone', 'removed by a colleague', 'buyer of p9']);
    expect(open.get('other day')).toBe(changes.get('other day'));
  });
  test('what was done is wanted no more, also when it is taken back later; before the plans are read nothing is', {
    tags: ['RTE-07', 'B12.7'],
  }, () => {
    const typed = new Map<string, Visit>([
      ['moved', visit({ day: 5 })],
      ['other', visit({ day: 6 })],
    ]);
    const before = [stored('moved', 'p1'), stored('other', 'p2')];
    // Nothing is drawn anew for it: the very map.
    expect(keptChanges(null, typed)).toBe(typed);
    expect(keptChanges(before, typed)).toBe(typed);
    const kept = keptChanges([stored('moved', 'p1', { day: 5 }), stored('other', 'p2')], typed);
    expect([...kept.keys()]).toEqual(['other']);
    // A colleague takes it back.
    expect(keptChanges(before, kept)).toBe(kept);
  });
});
