/** Who visits whom on which day, while a plan is being changed on screen (RTE-06, B9.16). */

export interface Visit {
  on: boolean;
  /** 1 to 6, Monday to Saturday. */
  day: number;
  /** 0 every week, 1 to 4. */
  week: number;
  index: number;
}

export interface PlannedVisit extends Visit {
  /** Of the stored plan, or of the retailer who has none yet. */
  key: string;
  buyerId: string;
  /** null: nobody visits this retailer yet. */
  planId: string | null;
}

export const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
export const WEEKS = ['Every week', 'Week 1', 'Week 2', 'Week 3', 'Week 4'] as const;

/** B9.16: switched on without a day: Monday of every week, after the last one. */
export function firstVisit(selected: readonly Visit[]): Visit {
  return { on: true, day: 1, week: 0, index: Math.max(0, ...selected.map((one) => one.index)) + 1 };
}

export function sameVisit(one: Visit, other: Visit): boolean {
  if (!one.on && !other.on) return true;
  return one.on === other.on && one.day === other.day && one.week === other.week && one.index === other.index;
}

/** What Save sends: new plans, changed plans, plans to delete; what stands as stored is left alone. */
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
 * The changes, by the key they were made under, without those that the stored plans hold already: a save whose answer was lost may have been done,
 * and what is read after it has the visit under another key, or no longer.
 */
export function stillToSave<V extends Visit>(
  stored: readonly PlannedVisit[],
  changes: ReadonlyMap<string, V>,
): ReadonlyMap<string, V> {
  const byKey = new Map(stored.map((one) => [one.key, one]));
  const there = (key: string, wanted: Visit): boolean => {
    const one = byKey.get(key);
    if (one) return sameVisit(one, wanted);
    // A visit that is gone is what was wanted of one to be removed; a new one is looked for by its retailer.
    return !wanted.on || stored.some((visit) => visit.buyerId === key && sameVisit(visit, wanted));
  };
  return new Map([...changes].filter(([key, wanted]) => !there(key, wanted)));
}

/**
 * The changes that are kept once the plans have been read: done is done, and a visit that is taken back later is not wanted again. The very map
 * where all of it is still to do, and before anything was read.
 */
export function keptChanges<V extends Visit>(
  read: readonly PlannedVisit[] | null,
  changes: ReadonlyMap<string, V>,
): ReadonlyMap<string, V> {
  const open = read ? stillToSave(read, changes) : changes;
  return open.size < changes.size ? open : changes;
}
