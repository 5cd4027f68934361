/** Links: managers and manufacturers of hubs, hubs and products of distributors (API.md 4.7, 4.8). */
import { sql } from 'kysely';
import { distributorProduct, distributorSeller } from '#contract/network/distributorLinks.ts';
import { sellerManager, sellerManufacturer } from '#contract/network/sellerLinks.ts';
import { hubsManagedBy, MANAGER_ROLES } from '#domain/permissions.ts';
import { newestLink } from '../auth/hubOfAccount.ts';
import type { Ctx } from '../calls/handler.ts';
import { invalid } from '../calls/refusal.ts';
import type { Row } from '../db/tables.ts';
import { holdOwner } from '../resources/linked.ts';
import { linkResource, otherNamed, productLinkResource } from '../resources/linkResource.ts';
import type { Resource, StoredRow } from '../resources/resource.ts';
import { holdLinks, updateRow } from '../resources/write.ts';

/**
 * Marks the owner as modified, because the owner's row shows its links and delta reads must return it. The version stays, because nobody edited the
 * owner.
 */
const tellOwner =
  (owner: 'seller' | 'distributor'): NonNullable<Resource['after']> =>
  async (_id, input, ctx, stored) => {
    const id = (stored ?? input)[`${owner}_id`];
    await sql`update ${sql.table(owner)} set modified = ${ctx.now} where _id = ${id} and modified < ${ctx.now}`.execute(
      ctx.db,
    );
  };

const MANAGING = MANAGER_ROLES.filter((role) => hubsManagedBy(role) > 0);

/** The condition on `manager m` that the person may manage a hub (A48). */
export const mayManage = sql`m.status = 'active' and m.role = any(${MANAGING}) and m.deleted_at is null`;

export const sellerManagerResource: Resource = linkResource(sellerManager, 'manager', otherNamed, {
  unique: { seller_manager_one_active: ['This hub already has a manager.', 'manager_id'] },
  async hold(id, ctx) {
    const link = await ctx.db
      .selectFrom('seller_manager')
      .select(['seller_id', 'manager_id'])
      .where('_id', '=', id)
      .executeTakeFirst();
    if (link) await holdHubs(link, ctx);
  },
  async before(input, ctx, stored) {
    if (input.status === 'active') await makeRoom(stored ?? input, !stored, ctx);
    return undefined;
  },
  after: tellOwner('seller'),
});

const active = sql`l.status = 'active' and l.deleted_at is null`;

/**
 * Locks before a change of who manages what: the person first, then this hub and all hubs of the person in ascending _id. Locks on links come after
 * these.
 */
async function holdHubs({ seller_id, manager_id }: StoredRow, ctx: Ctx): Promise<void> {
  await sql`select 1 from manager where _id = ${manager_id} for update`.execute(ctx.db);
  await sql`select 1 from seller where _id = ${seller_id}
    or _id in (select l.seller_id from seller_manager l where ${active} and l.manager_id = ${manager_id}) order by _id for update`.execute(
    ctx.db,
  );
}

/** Locks for a hub that is changed together with its manager, in the order of a call that only names the manager. */
export async function lockManager(seller_id: string, manager_id: string, ctx: Ctx): Promise<void> {
  await holdLinks(sellerManagerResource, [[seller_id, manager_id]], ctx);
  await holdHubs({ seller_id, manager_id }, ctx);
}

/**
 * Prepares a new active link. When it is `named`, the hub's previous link becomes inactive in the same call (API.md 4.7). A seller manager has one
 * hub (B10.4a), so a new hub replaces the previous one. The person's role is read after locking, so that a second call sees the result of the first.
 * Throws 422 for a person who may not manage.
 */
async function makeRoom({ seller_id, manager_id }: StoredRow, named: boolean, ctx: Ctx): Promise<void> {
  await holdHubs({ seller_id, manager_id }, ctx);
  const { rows: able } = await sql`select 1 from manager m where m._id = ${manager_id} and ${mayManage}`.execute(
    ctx.db,
  );
  if (able.length === 0) throw invalid({ manager_id: 'Choose an active seller manager or staff.' });
  const left = sql`l.manager_id = ${manager_id} and l.seller_id <> ${seller_id}
    and exists (select 1 from manager m where m._id = l.manager_id and m.role = 'seller.manager')`;
  const replaced = named ? sql`(l.seller_id = ${seller_id} and l.manager_id <> ${manager_id})` : sql`false`;
  const { rows } = await sql<Pick<Row<'seller_manager'>, '_id'>>`select l._id from seller_manager l
    where ${active} and (${replaced} or (${left}))`.execute(ctx.db);
  await switchOff(rows, ctx);
}

/** After a change of role a person keeps as many hubs as the new role may manage, the most recently linked ones (A48, B10.4a). */
export async function dropExtraHubs(role: string, manager_id: string, ctx: Ctx): Promise<void> {
  const most = hubsManagedBy(role);
  if (most === Number.POSITIVE_INFINITY) return;
  await holdHubs({ seller_id: null, manager_id }, ctx);
  const { rows } = await sql<
    Pick<Row<'seller_manager'>, '_id'>
  >`select l._id from seller_manager l where ${active} and l.manager_id = ${manager_id}
    order by ${newestLink} offset ${most}`.execute(ctx.db);
  await switchOff(rows, ctx);
}

async function switchOff(links: readonly { _id: string }[], ctx: Ctx): Promise<void> {
  for (const { _id } of links) await updateRow(sellerManagerResource, { _id, status: 'inactive' }, ctx, 'set_status');
}

export const sellerManufacturerResource = linkResource(sellerManufacturer, 'manufacturer', otherNamed, {
  after: tellOwner('seller'),
});

/** Hubs of distributors. Changes lock the distributor, so that one call cannot set all hubs while another call adds one. */
export const distributorSellerResource: Resource = linkResource(distributorSeller, 'seller', otherNamed, {
  async hold(id, ctx) {
    const link = await ctx.db
      .selectFrom('distributor_seller')
      .select('distributor_id')
      .where('_id', '=', id)
      .executeTakeFirst();
    if (link) await holdOwner(distributorSellerResource, link.distributor_id, ctx);
  },
  async before(input, ctx, stored) {
    await holdOwner(distributorSellerResource, String((stored ?? input).distributor_id), ctx);
    return undefined;
  },
  after: tellOwner('distributor'),
});

export const distributorProductResource = productLinkResource(distributorProduct, { after: tellOwner('distributor') });
