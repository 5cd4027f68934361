/**
 * The place that a person counts. The person names it once, and this tablet stores it. Two persons who name the same place count the same goods, so
 * the name matters.
 */
import { useState } from 'react';
import { readLocal, writeLocal } from '#client/keptLocally.ts';

const KEY = 'count_place';
/** The number of earlier places that are offered. */
const MOST = 6;

interface Places {
  /** The current place. '' if no place was named. */
  here: string;
  /** The places that this person named, the newest first. */
  before: string[];
}

/** A place as it is stored: one space between words, and no space around them. */
export const placeName = (typed: string): string => typed.trim().replace(/\s+/g, ' ').slice(0, 60);

/** The place where a person counts. It belongs to one warehouse. */
export function useCountPlace(user: string, warehouse: string) {
  const name = `${KEY}:${user}:${warehouse}`;
  const [places, setPlaces] = useState<Places>(() => readLocal<Places>(name, { here: '', before: [] }));
  return {
    ...places,
    go(typed: string): void {
      const here = placeName(typed);
      const before = [here, ...places.before.filter((one) => one !== here)].filter(Boolean).slice(0, MOST);
      writeLocal(name, { here, before });
      setPlaces({ here, before });
    },
  };
}
