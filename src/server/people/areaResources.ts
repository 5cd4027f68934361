import { type RawBuilder, sql } from 'kysely';
import { area, locationArea, salesOfficerArea } from '#contract/people/area.ts';
import { can, isHubSide } from '#domain/permissions.ts';
import type { Ctx } from '../calls/handler.ts';
import { invalid, notFound } from '../calls/refusal.ts';
import type { Row } from '../db/tables.ts';
import { linkResource } from '../resources/linkResource.ts';
import { type Resource, resource, type StoredRow } from '../resources/resource.ts';
import { changed, touchLinked } from '../resources/touchLinked.ts';
import { createRow, holdLinks, updateRow } from '../resources/write.ts';

export const areaResource: Resource = resource(area, {
  joins: sql`join manufacturer maker on maker._id = m.manufacturer_id join seller hub on hub._id = m.seller_id`,
  columns: {
    manufacturer: sql`json_build_object('_id', maker._id, 'name', maker.name)`,
    seller: sql`json_build_object('_id', hub._id, 'name', hub.name)`,
    sales_officer: sql`(select json_build_object('_id', o._id, 'name', o.name, 'seller_id', o.seller_id) from sales_officer_area l
      join sales_officer o on o._id = l.sales_officer_id
      where l.area_id = m._id and l.status = 'active' and l.deleted_at is null order by l.modified desc, l._id desc limit 1)`,
    // The same, as `shape` says it.
    sales_officer_id: sql`null`,
  },
  alsoFoundBy: (
    like: RawBuilder<unknown>,
  ) => sql`(m.manufacturer_id = any(array(select _id from manufacturer where name_key like ${like}))
    or m.seller_id = any(array(select _id from seller where name_key like ${like})))`,
  filter: { sales_officer_id: servedBy },
  // API.md 4.9: everyone may read the names.
  shape(row, ctx) {
    const rep = shownRep(row, ctx);
    const phone = can(ctx.who, 'view_areas') ? {} : { phone: '' };
    return { ...row, sales_officer: rep, sales_officer_id: rep?._id ?? null, ...phone };
  },
  async hold(id, ctx, { sales_officer_id, seller_id }) {
    if (sales_officer_id) {
      // In the order of a call that names a rep alone.
      await holdLinks(salesOfficerAreaResource, [[id, String(sales_officer_id)]], ctx);
      // The hub before the area also where it stays: a rename of the hub holds them in this order.
      await holdRep(ctx, sales_officer_id, seller_id ?? sql`(select seller_id from area where _id = ${id})`);
    }
    await holdAreas([id], ctx);
  },
  async before(input, ctx, stored) {
    const { sales_officer_id, seller_id } = { ...stored, ...input };
    // AREA-12, K22: nobody makes an area that no rep serves; one is left without a rep only when its rep goes.
    if (!stored && !sales_officer_id) throw invalid({ sales_officer_id: 'Sales rep field is required.' });
    if (input.sales_officer_id) await mustBeRepOf(ctx, String(sales_officer_id), String(seller_id));
    return undefined;
  },
  async after(id, input, ctx, stored) {
    const moved = changed(['seller_id'], input, stored);
    // An area that goes to another hub leaves the rep of the one before.
    if (moved || input.sales_officer_id === null) await stepBack(sql`l.area_id = ${id}`, ctx);
    if (!input.sales_officer_id || (input.sales_officer_id === stored?.sales_officer_id && !moved)) return;
    const { sales_officer_id, seller_id } = { ...stored, ...input };
    await createRow(salesOfficerAreaResource, { area_id: id, sales_officer_id, seller_id, status: 'active' }, ctx);
  },
});

/** The areas that these serve, as far as the reader may know it: see {@link shownRep}. */
function servedBy(wanted: string[], { who }: Ctx): RawBuilder<unknown> {
  const own = isHubSide(who.role) ? sql`o.seller_id = ${who.seller_id} and m.seller_id = o.seller_id` : sql`true`;
  return sql`exists (select 1 from sales_officer_area l join sales_officer o on o._id = l.sales_officer_id
    where l.area_id = m._id and l.sales_officer_id = any(${wanted}) and l.status = 'active' and l.deleted_at is null and ${own})`;
}

/** B10.4a: an associate of another hub is not there for a hub's accounts, wherever his name stands. */
function shownRep(row: StoredRow, { who }: Ctx) {
  const rep = row.sales_officer as { _id: string; name: string; seller_id: string } | null;
  const foreign = isHubSide(who.role) && (row.seller_id !== who.seller_id || rep?.seller_id !== who.seller_id);
  return rep && !foreign ? { _id: rep._id, name: rep.name } : null;
}

const place = sql`json_build_object('_id', other._id, 'name', other.name)`;

export const locationAreaResource = linkResource(locationArea, 'location', place);

const officer = sql`json_build_object('_id', other._id, 'name', other.name, 'phone', other.phone)`;

/** The area's own row names its rep, so copies of it hear of a change; after the links, as every call that switches one holds them. */
const tellArea: NonNullable<Resource['after']> = async (_id, input, ctx, stored) => {
  const { area_id } = { ...stored, ...input };
  await touchLinked('area', sql`m._id = ${area_id}`, ctx);
};

export const salesOfficerAreaResource: Resource = linkResource(salesOfficerArea, 'sales_officer', officer, {
  unique: { sales_officer_area_one_active: ['This area already has a sales rep.', 'sales_officer_id'] },
  async hold(id, ctx) {
    const { rows } =
      await sql<StoredRow>`select area_id, sales_officer_id, seller_id from sales_officer_area where _id = ${id}`.execute(
        ctx.db,
      );
    if (rows[0]) await holdReps(rows[0], ctx);
  },
  // One at a time: the one before him steps back.
  async before(input, ctx, stored) {
    const link = { ...stored, ...input };
    if (link.status !== 'active') return undefined;
    await holdReps(link, ctx);
    await mustBeRepOf(ctx, String(link.sales_officer_id), String(link.seller_id));
    await mustBeHubOf(ctx, String(link.area_id), String(link.seller_id));
    await stepBack(sql`l.area_id = ${link.area_id} and l.sales_officer_id <> ${link.sales_officer_id}`, ctx);
    return undefined;
  },
  after: tellArea,
});

/**
 * Whoever changes the reps of an area waits for the others before any of its links; and before that on the hub and the person, as calls do that
 * change those.
 */
async function holdReps({ area_id, sales_officer_id, seller_id }: StoredRow, ctx: Ctx): Promise<void> {
  await holdRep(ctx, sales_officer_id, seller_id);
  await holdAreas([String(area_id)], ctx);
}

/** Until the transaction ends he is what he is now: nobody who is switched off meanwhile is named. */
async function holdRep(ctx: Ctx, officer: unknown, hub: unknown): Promise<void> {
  await sql`select 1 from seller where _id = ${hub} for key share`.execute(ctx.db);
  await sql`select 1 from sales_officer where _id = ${officer} for share`.execute(ctx.db);
}

const holdAreas = (ids: readonly string[], ctx: Ctx) =>
  holdLinks(
    salesOfficerAreaResource,
    ids.map((id) => [id]),
    ctx,
  );

/** A link of an area that is held already, by somebody who may not wait for its rep any more. */
const heldLink = linkResource(salesOfficerArea, 'sales_officer', officer, { after: tellArea });

/** Whoever of these links (`l`) is rep steps back, as if he were switched off by hand; their areas are held. */
async function stepBack(which: RawBuilder<unknown>, ctx: Ctx): Promise<void> {
  const { rows } = await sql<Pick<Row<'sales_officer_area'>, '_id'>>`select l._id from sales_officer_area l
    where ${which} and l.status = 'active' and l.deleted_at is null order by l.area_id`.execute(ctx.db);
  for (const { _id } of rows) await updateRow(heldLink, { _id, status: 'inactive' }, ctx, 'set_status');
}

/** AREA-12: who is no active delivery associate of his hub any more serves none of its areas. His own record must be held. */
export async function leaveAreas(officer: string, ctx: Ctx): Promise<void> {
  const rows = await ctx.db
    .selectFrom('sales_officer_area')
    .select('area_id')
    .where('sales_officer_id', '=', officer)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .execute();
  await holdAreas(
    rows.map((row) => row.area_id),
    ctx,
  );
  await stepBack(sql`l.sales_officer_id = ${officer}`, ctx);
}

const foreignRep = () => invalid({ sales_officer_id: 'Sales rep must belong to the chosen distributor.' });

/** AREA-12: a rep is named for the hub that the area has now, which is held, not for one that it had or may get. */
async function mustBeHubOf(ctx: Ctx, areaId: string, sellerId: string): Promise<void> {
  const { rows } =
    await sql<StoredRow>`select seller_id from area where _id = ${areaId} and deleted_at is null`.execute(ctx.db);
  if (!rows[0]) throw notFound('Area');
  if (rows[0].seller_id !== sellerId) throw foreignRep();
}

/** AREA-12, A25: an active delivery associate of that hub. */
export async function mustBeRepOf(ctx: Ctx, officerId: string, sellerId: string): Promise<void> {
  await holdRep(ctx, officerId, sellerId);
  const { rows } = await sql`select 1 from sales_officer where _id = ${officerId} and seller_id = ${sellerId}
    and role = 'sales_officer.rep' and status = 'active' and deleted_at is null`.execute(ctx.db);
  if (rows.length === 0) throw foreignRep();
}
