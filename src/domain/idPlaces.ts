/** Finds the place of an id in a list as long as the catalogue, with one table for all who look in the same list. */

const known = new WeakMap<readonly string[], (id: string) => number>();

/** So many characters at the end of an id make its hash. */
const HASHED = 12;

/** Returns a function that gives the last place of an id; -1: the list does not have it. The table is made at the first look, outside of the JavaScript heap. */
export function idPlaces(ids: readonly string[]): (id: string) => number {
  const there = known.get(ids);
  if (there) return there;
  let table: Int32Array | null = null;
  const placeOf = (id: string) => {
    table ??= tableOf(ids);
    for (let at = hashOf(id) & (table.length - 1); ; at = (at + 1) & (table.length - 1)) {
      const place = (table[at] ?? 0) - 1;
      if (place < 0 || ids[place] === id) return place;
    }
  };
  known.set(ids, placeOf);
  return placeOf;
}

/** Places plus one; 0 is free, as a third is. */
function tableOf(ids: readonly string[]): Int32Array {
  const size = 2 ** Math.ceil(Math.log2(ids.length * 1.5 + 2));
  const table = new Int32Array(size);
  for (let place = 0; place < ids.length; place += 1) {
    const id = ids[place] ?? '';
    let at = hashOf(id) & (size - 1);
    while (table[at] !== 0 && ids[(table[at] ?? 0) - 1] !== id) at = (at + 1) & (size - 1);
    table[at] = place + 1;
  }
  return table;
}

function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = Math.max(0, id.length - HASHED); at < id.length; at += 1)
    hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return hash ^ (hash >>> 15);
}
