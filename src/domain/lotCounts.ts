/** Compares a count by lot with the books, lot by lot (decision 0720). All quantities are units. */
import { firstExpired, type LotUnits } from './lots.ts';

/** Signed units of a lot; `code` '' is the unknown lot. */
export type LotChange = Pick<LotUnits, 'code' | 'expires' | 'units'>;

/** A lot of a product that was counted by lot. */
export interface LotResult {
  code: string;
  expires: string;
  /** Units that were counted of it by name; null: nobody named it. */
  counted: number | null;
  /** Units that the books had of it at the time of the count. */
  book: number;
  /** The correction to apply to the books. The differences of all lots sum to the difference of the product. */
  difference: number;
}

const keyOf = ({ code, expires }: Pick<LotChange, 'code' | 'expires'>): string => `${expires} ${code}`;

/** The signed units of each lot, those of one lot as one sum. Lots of 0 units stay. */
export function sumsByLot(changes: readonly LotChange[]): Map<string, LotChange> {
  const sums = new Map<string, LotChange>();
  for (const { code, expires, units } of changes) {
    const key = keyOf({ code, expires });
    sums.set(key, { code, expires, units: units + (sums.get(key)?.units ?? 0) });
  }
  return sums;
}

/**
 * The differences of a product whose count names lots. A named lot has what was counted of it. What was counted without a lot (`rest`) may be of any lot: it
 * is first taken to be what the books have beyond the named lots, so that what is missing expired first, and "unknown" beyond that. `book`: of each lot at the
 * time of the count.
 */
export function lotResults(book: readonly LotChange[], named: readonly LotUnits[], rest: number): LotResult[] {
  const [booked, counted] = [sumsByLot(book), sumsByLot(named)];
  const unknown: LotChange = { code: '', expires: '', units: 0 };
  const all = new Map([...booked, ...counted]);
  if (!all.has(keyOf(unknown))) all.set(keyOf(unknown), unknown);
  let left = rest;
  const kept = new Map<string, number>();
  for (const lot of firstExpired([...all.values()]).reverse()) {
    const key = keyOf(lot);
    const there = counted.get(key)?.units ?? 0;
    const part = Math.min(left, Math.max(0, (booked.get(key)?.units ?? 0) - there));
    left -= part;
    kept.set(key, there + part);
  }
  kept.set(keyOf(unknown), (kept.get(keyOf(unknown)) ?? 0) + left);
  return firstExpired([...all.values()]).flatMap(({ code, expires }) => {
    const key = keyOf({ code, expires });
    const was = booked.get(key)?.units ?? 0;
    const one = { code, expires, counted: counted.get(key)?.units ?? null, book: was };
    const difference = (kept.get(key) ?? 0) - was;
    return one.counted === null && was === 0 && difference === 0 ? [] : [{ ...one, difference }];
  });
}

/**
 * Units by which a count contradicts the lots of the books: the larger one of what named lots lose and what they gain. Goods of which the books know no lot
 * contradict nothing when somebody names theirs.
 */
export function contradicted(lots: readonly Pick<LotResult, 'code' | 'difference'>[]): number {
  const sum = (sign: 1 | -1, isKnown: boolean) =>
    lots.reduce(
      (all, { code, difference }) => all + ((code !== '') === isKnown ? Math.max(0, sign * difference) : 0),
      0,
    );
  return Math.max(sum(-1, true), sum(1, true) - sum(-1, false));
}

/**
 * The signed units that each lot moves by, where the differences are laid over what the lots have now. Goods that left after the count may have been booked on
 * a lot that has too little by now: then "unknown" and after it what expires first gives in its place. The sum is that of the differences as long as the lots have
 * as much together.
 */
export function lotsToMove(held: readonly LotChange[], differences: readonly LotChange[]): LotChange[] {
  const now = sumsByLot(held);
  const after = sumsByLot([...held, ...differences]);
  let owed = 0;
  for (const lot of after.values()) {
    owed += Math.max(0, -lot.units);
    lot.units = Math.max(0, lot.units);
  }
  const all = firstExpired([...after.values()]);
  for (const lot of [...all.filter(({ code }) => code === ''), ...all.filter(({ code }) => code !== '')]) {
    const part = Math.min(owed, lot.units);
    owed -= part;
    lot.units -= part;
  }
  return all.flatMap((lot) => {
    const units = lot.units - (now.get(keyOf(lot))?.units ?? 0);
    return units === 0 ? [] : [{ ...lot, units }];
  });
}
