import { sql } from 'kysely';
import { location } from '#contract/network/location.ts';
import { invalid } from '../calls/refusal.ts';
import { LGAS } from '../reference/referenceHandlers.ts';
import { resource } from '../resources/resource.ts';
import { changed, touchLinked } from '../resources/touchLinked.ts';

/** Locations. Throws 422 when the LGA is not in the state (LOC-08). */
export const locationResource = resource(location, {
  filter: { states: sql`m.state`, lgas: sql`m.lga` },
  async before(input, _ctx, stored) {
    const { state, lga } = { ...stored, ...input };
    if (!LGAS.rows.some((known) => known.state === state && known.name === lga))
      throw invalid({ lga: 'LGA must be in the chosen state.' });
    return undefined;
  },
  async after(id, input, ctx, stored) {
    if (!changed(['name'], input, stored)) return;
    for (const table of ['location_area', 'buyer', 'agent']) await touchLinked(table, sql`m.location_id = ${id}`, ctx);
  },
});
