import { idPlaces } from '#domain/idPlaces.ts';
import type { Keyed } from '../fields/useFinder.ts';

/** The rows but those with these ids, which are few; the same list if there is none. No other row is looked at. */
export function without<Row>(rows: Keyed<Row>, taken: ReadonlySet<string>): Pick<Keyed<Row>, 'length' | 'slice'> {
  const placeOf = idPlaces(rows.ids);
  const left = [...taken]
    .map(placeOf)
    .filter((place) => place >= 0)
    .sort((one, other) => one - other);
  if (left.length === 0) return rows;
  return {
    length: rows.length - left.length,
    slice(from, to) {
      const until = Math.min(to, rows.length - left.length);
      const found: Row[] = [];
      let place = from;
      let next = 0;
      const skip = () => {
        while ((left[next] ?? rows.length) <= place && next < left.length) {
          place += 1;
          next += 1;
        }
      };
      for (let n = from; n < until; ) {
        skip();
        const end = Math.min(place + until - n, left[next] ?? rows.length);
        found.push(...rows.slice(place, end));
        n += end - place;
        place = end;
      }
      return found;
    },
  };
}
