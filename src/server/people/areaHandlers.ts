import { sql } from 'kysely';
import { MAX_ROWS } from '#contract/call.ts';
import { addLocations, duplicateArea } from '#contract/people/areaCalls.ts';
import { writeAudits } from '../calls/audit.ts';
import { type Ctx, type Handler, handle } from '../calls/handler.ts';
import { notFound, Refusal } from '../calls/refusal.ts';
import type { Row } from '../db/tables.ts';
import { mustOwnClientId } from '../keys/clientIds.ts';
import { listRows } from '../resources/list.ts';
import type { StoredRow } from '../resources/resource.ts';
import { rowById } from '../resources/rows.ts';
import { createRow, holdLinks, refusalOfDatabase } from '../resources/write.ts';
import { areaResource, locationAreaResource } from './areaResources.ts';

export const areaHandlers: Handler[] = [
  handle(duplicateArea, async ({ _id, sales_officer_id, client_id, ...fields }, ctx) => {
    const source = await rowById(areaResource, _id, ctx);
    const known = client_id ? await copyMade(ctx, client_id) : null;
    if (known) {
      mustOwnClientId(ctx, known.created_by);
      // Either the same request again, or another record's client_id.
      const wanted: Readonly<Record<string, unknown>> = { ...fields, sales_officer_id, phone: source.phone };
      if (Object.entries(wanted).some(([name, value]) => known[name] !== value))
        throw new Refusal('duplicate_client_id');
      return String(known._id);
    }
    const copy = { ...fields, sales_officer_id, phone: source.phone, status: 'active', client_id };
    const made = String(await createRow(areaResource, copy, ctx));
    await copyLocations(ctx, _id, made, fields.manufacturer_id);
    return made;
  }),
  handle(addLocations, async ({ area_id, manufacturer_id, status, location_id }, ctx) => {
    if (location_id.length > MAX_ROWS) throw new Refusal('too_large', `At most ${MAX_ROWS} rows can be sent at once.`);
    await rowById(areaResource, area_id, ctx);
    const wanted = [...new Set(location_id)];
    const { rows: known } = await sql`select 1 from location where _id = any(${wanted}) and deleted_at is null`.execute(
      ctx.db,
    );
    if (known.length < wanted.length) throw notFound('Location');
    await holdLinks(
      locationAreaResource,
      wanted.map((location) => [area_id, location]),
      ctx,
    );
    const { rows: there } = await sql<Pick<Row<'location_area'>, 'location_id'>>`select location_id from location_area
      where area_id = ${area_id} and location_id = any(${wanted}) and deleted_at is null`.execute(ctx.db);
    const linked = new Set(there.map((row) => row.location_id));
    const missing = wanted.filter((location) => !linked.has(location));
    const links = missing.map((location) => ({ area_id, location_id: location, manufacturer_id, status }));
    const added = await linkAll(ctx, links);
    return (await listRows(locationAreaResource, {}, ctx, sql`m._id = any(${added})`)) as Record<string, unknown>[];
  }),
];

/** The area with this client_id and its first rep, or null. Waits for a copy that is being made. */
async function copyMade(ctx: Ctx, clientId: string): Promise<StoredRow | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`area:${clientId}`}, 0))`.execute(ctx.db);
  const { rows } = await sql<StoredRow>`select a.*, (select l.sales_officer_id from sales_officer_area l
      where l.area_id = a._id order by l.created, l._id limit 1) as sales_officer_id
    from area a where a.client_id = ${clientId}`.execute(ctx.db);
  return rows[0] ?? null;
}

/**
 * Copies the location links of an area, with their status, for the new area's manufacturer (AREA-15). Other transactions cannot see the new area, so
 * no locks are needed.
 */
async function copyLocations(ctx: Ctx, from: string, to: string, manufacturer_id: string): Promise<void> {
  const rows = await ctx.db
    .selectFrom('location_area')
    .select(['location_id', 'status'])
    .where('area_id', '=', from)
    .where('deleted_at', 'is', null)
    .orderBy('_id')
    .execute();
  await linkAll(
    ctx,
    rows.map((row) => ({ ...row, area_id: to, manufacturer_id })),
  );
}

interface Link {
  area_id: string;
  location_id: string;
  manufacturer_id: string;
  status: string;
}

/**
 * Creates new links, each with an audit entry like {@link createRow}, and returns their ids. One statement does it, because an area may have a
 * thousand links.
 */
async function linkAll(ctx: Ctx, links: readonly Link[]): Promise<string[]> {
  if (links.length === 0) return [];
  const made = links.map((link) => ({ _id: ctx.newId(), link }));
  const each = (name: keyof Link) => links.map((link) => link[name]);
  try {
    await sql`insert into location_area (_id, created, modified, created_by, modified_by, area_id, location_id, manufacturer_id, status)
      select _id, ${ctx.now}::int8, ${ctx.now}::int8, ${ctx.who.user_id}, ${ctx.who.user_id}, area_id, location_id, manufacturer_id, status
      from unnest(${made.map((one) => one._id)}::text[], ${each('area_id')}::text[], ${each('location_id')}::text[],
        ${each('manufacturer_id')}::text[], ${each('status')}::text[])
        with ordinality as link (_id, area_id, location_id, manufacturer_id, status, at) order by at`.execute(ctx.db);
  } catch (error) {
    throw refusalOfDatabase(locationAreaResource, error);
  }
  const { rows } = await sql<Pick<Row<'location'>, '_id' | 'name'>>`select _id, name from location
    where _id = any(${each('location_id')})`.execute(ctx.db);
  const names = new Map(rows.map((row) => [row._id, row.name]));
  const lines = made.map(({ _id, link }) => ({
    key: ctx.key,
    entry: {
      action: 'create',
      model: 'location_area',
      record_id: _id,
      record_label: names.get(link.location_id) ?? _id,
      after: { ...link },
    },
  }));
  await writeAudits(ctx, lines);
  return made.map((one) => one._id);
}
