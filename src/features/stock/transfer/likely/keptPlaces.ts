/**
 * Keeps ids in their places. A new id takes the place of a removed one. Without a new id the last one of the list takes that place, so that no other
 * id moves under a finger. `before`: the former ids in their places. `now`: the ids to show.
 */
export function keptPlaces(before: readonly string[], now: readonly string[]): readonly string[] {
  const isThere = new Set(now);
  const stood = new Set(before);
  const fresh = now.filter((id) => !stood.has(id));
  const places: (string | null)[] = before.map((id) => (isThere.has(id) ? id : null));
  for (const [place, id] of places.entries()) if (id === null) places[place] = fresh.shift() ?? null;
  const left = places.filter((id) => id !== null);
  let last = places.length - 1;
  for (let place = 0; place < left.length; place += 1) {
    if (places[place] !== null) continue;
    while (places[last] === null) last -= 1;
    places[place] = places[last] ?? null;
    places[last] = null;
  }
  return [...places.filter((id) => id !== null), ...fresh];
}
