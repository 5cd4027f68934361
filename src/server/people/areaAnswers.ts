import { sql } from 'kysely';
import { MAX_ROWS } from '#contract/call.ts';
import { addLocations, duplicateArea } from '#contract/people/areaCalls.ts';
import { type Answer, answer, type Ctx } from '../answer.ts';
import { listRows } from '../models/list.ts';
import { rowById } from '../models/rows.ts';
import type { Stored } from '../models/view.ts';
import { createRow } from '../models/write.ts';
import { notFound, Refusal } from '../refusal.ts';
import { areaView, locationAreaView, mustBeRepOf, salesOfficerAreaView } from './areaViews.ts';

export const areaAnswers: Answer[] = [
  answer(duplicateArea, async ({ _id, sales_officer_id, client_id, ...fields }, ctx) => {
    const source = await rowById(areaView, _id, ctx);
    const known = client_id ? await copyMade(ctx, client_id) : null;
    if (known) {
      // B1.8: the same again, or somebody else's id.
      const wanted: Readonly<Record<string, unknown>> = { ...fields, sales_officer_id, phone: source.phone };
      if (Object.entries(wanted).some(([name, value]) => known[name] !== value))
        throw new Refusal('duplicate_client_id');
      return String(known._id);
    }
    await mustBeRepOf(ctx, sales_officer_id, fields.seller_id);
    const made = String(
      await createRow(areaView, { ...fields, phone: source.phone, status: 'active', client_id }, ctx),
    );
    const rep = { area_id: made, sales_officer_id, seller_id: fields.seller_id, status: 'active' };
    await createRow(salesOfficerAreaView, rep, ctx);
    await copyLocations(ctx, _id, made, fields.manufacturer_id);
    return made;
  }),
  answer(addLocations, async ({ area_id, manufacturer_id, status, location_id }, ctx) => {
    if (location_id.length > MAX_ROWS) throw new Refusal('too_large', `At most ${MAX_ROWS} rows can be sent at once.`);
    await rowById(areaView, area_id, ctx);
    const wanted = [...new Set(location_id)];
    const { rows: known } = await sql`select 1 from location where _id = any(${wanted}) and deleted_at is null`.execute(
      ctx.db,
    );
    if (known.length < wanted.length) throw notFound('Location');
    const { rows: there } = await sql<{ location_id: string }>`select location_id from location_area
      where area_id = ${area_id} and deleted_at is null`.execute(ctx.db);
    const linked = new Set(there.map((row) => row.location_id));
    const added: string[] = [];
    for (const location of wanted)
      if (!linked.has(location))
        added.push(
          String(await createRow(locationAreaView, { area_id, location_id: location, manufacturer_id, status }, ctx)),
        );
    return (await listRows(locationAreaView, {}, ctx, sql`m._id = any(${added})`)) as Record<string, unknown>[];
  }),
];

/** The area of that client_id with the rep it was made with; waits for a copy that is being made. null: there is none. */
async function copyMade(ctx: Ctx, clientId: string): Promise<Stored | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`area:${clientId}`}, 0))`.execute(ctx.db);
  const { rows } = await sql<Stored>`select a.*, (select l.sales_officer_id from sales_officer_area l
      where l.area_id = a._id order by l.created, l._id limit 1) as sales_officer_id
    from area a where a.client_id = ${clientId}`.execute(ctx.db);
  return rows[0] ?? null;
}

/** AREA-15: the links of the source, switched as they are there, for the new area's maker. */
async function copyLocations(ctx: Ctx, from: string, to: string, manufacturerId: string): Promise<void> {
  const { rows } = await sql<{ location_id: string; status: string }>`select location_id, status from location_area
    where area_id = ${from} and deleted_at is null order by _id`.execute(ctx.db);
  for (const row of rows)
    await createRow(locationAreaView, { ...row, area_id: to, manufacturer_id: manufacturerId }, ctx);
}
