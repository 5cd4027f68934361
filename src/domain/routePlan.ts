/** The visits of a route plan while a user edits them (RTE-06, B9.16). */
import { lagos } from './time.ts';

export interface Visit {
  on: boolean;
  /** 1 to 6, Monday to Saturday. */
  day: number;
  /** 0 = every week, 1 to 4 = that week. */
  week: number;
  index: number;
}

export interface PlannedVisit extends Visit {
  /** The id of the stored plan, or of the retailer who has none yet. */
  key: string;
  buyerId: string;
  /** null if no visit to this retailer is stored yet. */
  planId: string | null;
}

export const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
export const WEEKS = ['Every week', 'Week 1', 'Week 2', 'Week 3', 'Week 4'] as const;

/**
 * The weekday and the week of a day, as route plans count them: 1 to 6 for Monday to Saturday, 0 for Sunday, when nobody visits. Week 1 has the days 1 to 7 of
 * the month, and week 4 all days from 22 on. `at`: epoch seconds.
 */
export function visitDay(at: number): { day: number; week: number } {
  const date = lagos(at);
  return { day: date.getUTCDay(), week: Math.min(4, Math.ceil(date.getUTCDate() / 7)) };
}

/** The visit of a retailer who is switched on without a day: Monday of every week, after the last visit (B9.16). */
export function firstVisit(selected: readonly Visit[]): Visit {
  return { on: true, day: 1, week: 0, index: Math.max(0, ...selected.map((one) => one.index)) + 1 };
}

export function sameVisit(one: Visit, other: Visit): boolean {
  if (!one.on && !other.on) return true;
  return one.on === other.on && one.day === other.day && one.week === other.week && one.index === other.index;
}

/** The requests of Save: new plans, changed plans and plans to delete. Unchanged plans are left out. */
export function planChanges(stored: readonly PlannedVisit[], now: (key: string) => Visit | undefined) {
  const create: (PlannedVisit & Visit)[] = [];
  const update: (PlannedVisit & Visit)[] = [];
  const remove: PlannedVisit[] = [];
  for (const one of stored) {
    const next = now(one.key);
    if (!next || sameVisit(one, next)) continue;
    if (one.planId === null) {
      if (next.on) create.push({ ...one, ...next });
    } else if (next.on) update.push({ ...one, ...next });
    else remove.push(one);
  }
  return { create, update, remove };
}

/**
 * The changes that the stored plans do not contain yet, by their original keys. A save without an answer may have been done; the plans read
 * afterwards then hold the visit under another key, or no longer.
 */
export function stillToSave<V extends Visit>(
  stored: readonly PlannedVisit[],
  changes: ReadonlyMap<string, V>,
): ReadonlyMap<string, V> {
  const byKey = new Map(stored.map((one) => [one.key, one]));
  const there = (key: string, wanted: Visit): boolean => {
    const one = byKey.get(key);
    if (one) return sameVisit(one, wanted);
    // A removal is done when the visit is gone. A new visit is found by its retailer.
    return !wanted.on || stored.some((visit) => visit.buyerId === key && sameVisit(visit, wanted));
  };
  return new Map([...changes].filter(([key, wanted]) => !there(key, wanted)));
}

/**
 * The changes to keep after the plans were read: changes already done are dropped, so that a later removal of the visit is not undone. Returns the
 * same map if all changes remain or nothing was read.
 */
export function keptChanges<V extends Visit>(
  read: readonly PlannedVisit[] | null,
  changes: ReadonlyMap<string, V>,
): ReadonlyMap<string, V> {
  const open = read ? stillToSave(read, changes) : changes;
  return open.size < changes.size ? open : changes;
}
