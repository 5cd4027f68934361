/** Managers and manufacturers of hubs, hubs and products of distributors (API.md 4.7, 4.8). */
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

/** The owner's own row shows what is linked, so whoever asks what changed since gets it too. Its version stays: nobody edited it. */
const tellOwner =
  (owner: 'seller' | 'distributor'): NonNullable<Resource['after']> =>
  async (_id, input, ctx, stored) => {
    const id = (stored ?? input)[`${owner}_id`];
    await sql`update ${sql.table(owner)} set modified = ${ctx.now} where _id = ${id} and modified < ${ctx.now}`.execute(
      ctx.db,
    );
  };

const MANAGING = MANAGER_ROLES.filter((role) => hubsManagedBy(role) > 0);

/** A48: who may manage a hub. Said of `manager m`. */
export const mayManage = sql`m.status = 'active' and m.role = any(${MANAGING}) and m.deleted_at is null`;

export const sellerManagerResource: Resource = linkResource(sellerManager, 'manager', otherNamed, {
  unique: { seller_manager_one_active: ['This hub already has a manager.', 'manager_id'] },
  async hold(id, ctx) {
    const { rows } = await sql<StoredRow>`select seller_id, manager_id from seller_manager where _id = ${id}`.execute(
      ctx.db,
    );
    if (rows[0]) await holdHubs(rows[0], ctx);
  },
  async before(input, ctx, stored) {
    if (input.status === 'active') await makeRoom(stored ?? input, !stored, ctx);
    return undefined;
  },
  after: tellOwner('seller'),
});

const active = sql`l.status = 'active' and l.deleted_at is null`;

/** Whoever changes who manages what waits for the others: on the person, then on this hub and all of his in one order, then on links. */
async function holdHubs({ seller_id, manager_id }: StoredRow, ctx: Ctx): Promise<void> {
  await sql`select 1 from manager where _id = ${manager_id} for update`.execute(ctx.db);
  await sql`select 1 from seller where _id = ${seller_id}
    or _id in (select l.seller_id from seller_manager l where ${active} and l.manager_id = ${manager_id}) order by _id for update`.execute(
    ctx.db,
  );
}

/** For a hub that is changed with its manager: in the order of a call that names him alone. */
export async function holdManager(seller_id: string, manager_id: string, ctx: Ctx): Promise<void> {
  await holdLinks(sellerManagerResource, [[seller_id, manager_id]], ctx);
  await holdHubs({ seller_id, manager_id }, ctx);
}

/**
 * API.md 4.7: a new active link (`named`) sets the hub's old one inactive in the same call. A seller manager has one hub (B10.4a), so
 * whoever is given another leaves the one he had. Two at once: the second waits, and only then looks who the person is.
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

/** Somebody who was given this role keeps as many of his hubs as it may manage (A48, B10.4a), those that named him last. */
export async function keepHubsOf(role: string, manager_id: string, ctx: Ctx): Promise<void> {
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

/** Whoever changes the hubs of a distributor waits for the others, or one call could set all of them while another one adds to them. */
export const distributorSellerResource: Resource = linkResource(distributorSeller, 'seller', otherNamed, {
  async hold(id, ctx) {
    const { rows } = await sql<StoredRow>`select distributor_id from distributor_seller where _id = ${id}`.execute(
      ctx.db,
    );
    if (rows[0]) await holdOwner(distributorSellerResource, String(rows[0].distributor_id), ctx);
  },
  async before(input, ctx, stored) {
    await holdOwner(distributorSellerResource, String((stored ?? input).distributor_id), ctx);
    return undefined;
  },
  after: tellOwner('distributor'),
});

export const distributorProductResource = productLinkResource(distributorProduct, { after: tellOwner('distributor') });
