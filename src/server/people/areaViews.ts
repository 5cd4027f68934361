import { type RawBuilder, sql } from 'kysely';
import { area, locationArea, salesOfficerArea } from '#contract/people/area.ts';
import { can, isHubSide } from '#domain/permissions.ts';
import type { Ctx } from '../answer.ts';
import { linkView } from '../models/linkView.ts';
import { type Stored, type View, view } from '../models/view.ts';
import { holdLinks } from '../models/write.ts';
import { invalid } from '../refusal.ts';

export const areaView = view(area, {
  joins: sql`join manufacturer maker on maker._id = m.manufacturer_id join seller hub on hub._id = m.seller_id`,
  columns: {
    manufacturer: sql`json_build_object('_id', maker._id, 'name', maker.name)`,
    seller: sql`json_build_object('_id', hub._id, 'name', hub.name)`,
    sales_officer: sql`(select json_build_object('_id', o._id, 'name', o.name, 'seller_id', o.seller_id) from sales_officer_area l
      join sales_officer o on o._id = l.sales_officer_id
      where l.area_id = m._id and l.status = 'active' and l.deleted_at is null order by l.modified desc, l._id desc limit 1)`,
  },
  alsoFoundBy: (
    like: RawBuilder<unknown>,
  ) => sql`(m.manufacturer_id = any(array(select _id from manufacturer where name_key like ${like}))
    or m.seller_id = any(array(select _id from seller where name_key like ${like})))`,
  // API.md 4.9: everyone may read the names.
  shape: (row, ctx) => ({
    ...row,
    sales_officer: shownRep(row, ctx),
    ...(can(ctx.who, 'view_areas') ? {} : { phone: '' }),
  }),
});

/** B10.4a: an associate of another hub is not there for a hub's accounts, wherever his name stands. */
function shownRep(row: Stored, { who }: Ctx) {
  const rep = row.sales_officer as { _id: string; name: string; seller_id: string } | null;
  const foreign = isHubSide(who.role) && (row.seller_id !== who.seller_id || rep?.seller_id !== who.seller_id);
  return rep && !foreign ? { _id: rep._id, name: rep.name } : null;
}

const place = sql`json_build_object('_id', other._id, 'name', other.name)`;

export const locationAreaView = linkView(locationArea, 'location', place);

const officer = sql`json_build_object('_id', other._id, 'name', other.name, 'phone', other.phone)`;

export const salesOfficerAreaView: View = linkView(salesOfficerArea, 'sales_officer', officer, {
  unique: { sales_officer_area_one_active: 'This area already has a sales rep.' },
  async hold(id, ctx) {
    const { rows } = await sql<Stored>`select area_id from sales_officer_area where _id = ${id}`.execute(ctx.db);
    if (rows[0]) await holdReps(rows[0], ctx);
  },
  // One at a time: the one before him steps back.
  async before(input, ctx, stored) {
    const { area_id, sales_officer_id, seller_id, status } = { ...stored, ...input };
    if (status !== 'active') return undefined;
    await holdReps({ area_id }, ctx);
    await mustBeRepOf(ctx, String(sales_officer_id), String(seller_id));
    await sql`update sales_officer_area set status = 'inactive', modified = ${ctx.now}, modified_by = ${ctx.who.user_id}, version = version + 1
      where area_id = ${area_id} and sales_officer_id <> ${sales_officer_id} and status = 'active' and deleted_at is null`.execute(
      ctx.db,
    );
    return undefined;
  },
  async after(_id, input, ctx, stored) {
    const { area_id } = { ...stored, ...input };
    // The area's own row names its rep, so copies of it hear of this; nobody edited it, so its version stays. After the links, as every
    // call that switches one holds them.
    await sql`update area set modified = ${ctx.now} where _id = ${area_id} and modified < ${ctx.now}`.execute(ctx.db);
  },
});

/** Whoever changes the reps of an area waits for the others, before any of its links. */
const holdReps = ({ area_id }: Stored, ctx: Ctx) => holdLinks(salesOfficerAreaView, [[String(area_id)]], ctx);

/** AREA-12, A25: an active delivery associate of that hub. */
export async function mustBeRepOf(ctx: Ctx, officerId: string, sellerId: string): Promise<void> {
  const { rows } = await sql`select 1 from sales_officer where _id = ${officerId} and seller_id = ${sellerId}
    and role = 'sales_officer.rep' and status = 'active' and deleted_at is null`.execute(ctx.db);
  if (rows.length === 0) throw invalid({ sales_officer_id: 'Sales rep must belong to the chosen distributor.' });
}
