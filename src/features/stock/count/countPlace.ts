/** The place that a person counts, named once and stored on this tablet. The name matters, because two persons who counted one place counted the same goods. */
import { useState } from 'react';
import { readLocal, writeLocal } from '#client/keptLocally.ts';

const KEY = 'count_place';
/** Places that are offered again. */
const MOST = 6;

interface Places {
  /** '': no place was named. */
  here: string;
  /** The places of this person, the newest first. */
  before: string[];
}

/** A place as it is stored: one space between words, and none around them. */
export const placeName = (typed: string): string => typed.trim().replace(/\s+/g, ' ').slice(0, 60);

/** `stocktake`: the place belongs to one warehouse, so it is kept for each stocktake. */
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
