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
    // `shape` fills it from the rep.
    sales_officer_id: sql`null`,
  },
  alsoFoundBy: (
    like: RawBuilder<unknown>,
  ) => sql`(m.manufacturer_id = any(array(select _id from manufacturer where name_key like ${like}))
    or m.seller_id = any(array(select _id from seller where name_key like ${like})))`,
  filter: { sales_officer_id: servedBy },
  // Everybody may read the names of areas.
  shape(row, ctx) {
    const rep = shownRep(row, ctx);
    const phone = can(ctx.who, 'view_areas') ? {} : { phone: '' };
    return { ...row, sales_officer: rep, sales_officer_id: rep?._id ?? null, ...phone };
  },
  async hold(id, ctx, { sales_officer_id, seller_id }) {
    if (sales_officer_id) {
      // The lock order of calls that only name a rep.
      await holdLinks(salesOfficerAreaResource, [[id, String(sales_officer_id)]], ctx);
      // The hub is locked before the area even if it does not change, because a rename of the hub locks in this order.
      await holdRep(ctx, sales_officer_id, seller_id ?? sql`(select seller_id from area where _id = ${id})`);
    }
    await holdAreas([id], ctx);
  },
  async before(input, ctx, stored) {
    const { sales_officer_id, seller_id } = { ...stored, ...input };
    // An area cannot be created without a rep. It loses its rep only when the rep leaves.
    if (!stored && !sales_officer_id) throw invalid({ sales_officer_id: 'Sales rep field is required.' });
    if (input.sales_officer_id) await mustBeRepOf(ctx, String(sales_officer_id), String(seller_id));
    return undefined;
  },
  async after(id, input, ctx, stored) {
    const moved = changed(['seller_id'], input, stored);
    // An area that moves to another hub loses its rep.
    if (moved || input.sales_officer_id === null) await stepBack(sql`l.area_id = ${id}`, ctx);
    if (!input.sales_officer_id || (input.sales_officer_id === stored?.sales_officer_id && !moved)) return;
    const { sales_officer_id, seller_id } = { ...stored, ...input };
    await createRow(salesOfficerAreaResource, { area_id: id, sales_officer_id, seller_id, status: 'active' }, ctx);
  },
});

/** The areas that these reps serve, as far as the caller may see the reps: see {@link shownRep}. */
function servedBy(wanted: string[], { who }: Ctx): RawBuilder<unknown> {
  const own = isHubSide(who.role) ? sql`o.seller_id = ${who.seller_id} and m.seller_id = o.seller_id` : sql`true`;
  return sql`exists (select 1 from sales_officer_area l join sales_officer o on o._id = l.sales_officer_id
    where l.area_id = m._id and l.sales_officer_id = any(${wanted}) and l.status = 'active' and l.deleted_at is null and ${own})`;
}

/** The rep, or null when an account of a hub may not see it: associates of other hubs are invisible everywhere (B10.4a). */
function shownRep(row: StoredRow, { who }: Ctx) {
  const rep = row.sales_officer as { _id: string; name: string; seller_id: string } | null;
  const foreign = isHubSide(who.role) && (row.seller_id !== who.seller_id || rep?.seller_id !== who.seller_id);
  return rep && !foreign ? { _id: rep._id, name: rep.name } : null;
}

const place = sql`json_build_object('_id', other._id, 'name', other.name)`;

export const locationAreaResource = linkResource(locationArea, 'location', place);

const officer = sql`json_build_object('_id', other._id, 'name', other.name, 'phone', other.phone)`;

/**
 * The area's row shows its rep, so copies of the area must reload. The area is updated after the links, which is the order of all calls that change a
 * link.
 */
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
  // An area has one rep at a time, so the previous one is removed.
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
 * Locks the reps of an area, so that simultaneous changes wait before touching any link. The hub and the person are locked first, which is the order
 * of calls that change those.
 */
async function holdReps({ area_id, sales_officer_id, seller_id }: StoredRow, ctx: Ctx): Promise<void> {
  await holdRep(ctx, sales_officer_id, seller_id);
  await holdAreas([String(area_id)], ctx);
}

/** Locks the rep and the hub until the transaction ends, so that a rep cannot be deactivated while being named. */
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

/** A link of an area that is locked already. It takes no further locks, because waiting for the rep could deadlock. */
const heldLink = linkResource(salesOfficerArea, 'sales_officer', officer, { after: tellArea });

/** Deactivates the active rep links that match (`l`), as if a person switched them off. The areas must be locked. */
async function stepBack(which: RawBuilder<unknown>, ctx: Ctx): Promise<void> {
  const { rows } = await sql<Pick<Row<'sales_officer_area'>, '_id'>>`select l._id from sales_officer_area l
    where ${which} and l.status = 'active' and l.deleted_at is null order by l.area_id`.execute(ctx.db);
  for (const { _id } of rows) await updateRow(heldLink, { _id, status: 'inactive' }, ctx, 'set_status');
}

/**
 * Removes a person from all areas when the person is no longer an active delivery associate of the hub (AREA-12). The person's row must be locked.
 */
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

/** Throws 422 when the area does not belong to this hub, 404 when there is no such area (AREA-12). The area must be locked. */
async function mustBeHubOf(ctx: Ctx, areaId: string, sellerId: string): Promise<void> {
  const { rows } =
    await sql<StoredRow>`select seller_id from area where _id = ${areaId} and deleted_at is null`.execute(ctx.db);
  if (!rows[0]) throw notFound('Area');
  if (rows[0].seller_id !== sellerId) throw foreignRep();
}

/** Throws 422 when the person is no active delivery associate of that hub (AREA-12, A25). */
export async function mustBeRepOf(ctx: Ctx, officerId: string, sellerId: string): Promise<void> {
  await holdRep(ctx, officerId, sellerId);
  const { rows } = await sql`select 1 from sales_officer where _id = ${officerId} and seller_id = ${sellerId}
    and role = 'sales_officer.rep' and status = 'active' and deleted_at is null`.execute(ctx.db);
  if (rows.length === 0) throw foreignRep();
}
