/** Managers and manufacturers of hubs, hubs and products of distributors (API.md 4.7, 4.8). */
import { sql } from 'kysely';
import { distributorProduct, distributorSeller } from '#contract/network/distributorLinks.ts';
import { sellerManager, sellerManufacturer } from '#contract/network/sellerLinks.ts';
import type { Ctx } from '../answer.ts';
import { linkView, otherNamed, productLinkView } from '../models/linkView.ts';
import type { Stored, View } from '../models/view.ts';
import { updateRow } from '../models/write.ts';
import { invalid } from '../refusal.ts';

/** The owner's own row shows what is linked, so whoever asks what changed since gets it too. Its version stays: nobody edited it. */
const tellOwner =
  (owner: 'seller' | 'distributor'): NonNullable<View['after']> =>
  async (_id, input, ctx, stored) => {
    const id = (stored ?? input)[`${owner}_id`];
    await sql`update ${sql.table(owner)} set modified = ${ctx.now} where _id = ${id} and modified < ${ctx.now}`.execute(
      ctx.db,
    );
  };

/** A48: who may manage a hub. Said of `manager m`. */
export const mayManage = sql`m.status = 'active' and m.role in ('seller.manager', 'manager.staff') and m.deleted_at is null`;

export const sellerManagerView: View = linkView(sellerManager, 'manager', otherNamed, {
  unique: { seller_manager_one_active: 'This hub already has a manager.' },
  async before(input, ctx, stored) {
    if (input.status !== 'active') return undefined;
    if (!stored) {
      const { rows } = await sql`select 1 from manager m where m._id = ${input.manager_id} and ${mayManage}`.execute(
        ctx.db,
      );
      if (rows.length === 0) throw invalid({ manager_id: 'Choose an active seller manager or staff.' });
    }
    await makeRoom(stored ?? input, !stored, ctx);
    return undefined;
  },
  after: tellOwner('seller'),
});

/**
 * API.md 4.7: a new active link (`replaces`) sets the hub's old one inactive in the same call. A seller manager has one hub (B10.4a), so
 * whoever is given another leaves the one he had. Two at once: the second waits, on the person and then on the hubs in one order.
 */
async function makeRoom({ seller_id, manager_id }: Stored, replaces: boolean, ctx: Ctx): Promise<void> {
  await sql`select 1 from manager where _id = ${manager_id} for update`.execute(ctx.db);
  const left = sql`l.manager_id = ${manager_id} and l.seller_id <> ${seller_id}
    and exists (select 1 from manager m where m._id = l.manager_id and m.role = 'seller.manager')`;
  const active = sql`l.status = 'active' and l.deleted_at is null`;
  await sql`select 1 from seller where _id = ${seller_id}
    or _id in (select l.seller_id from seller_manager l where ${active} and ${left}) order by _id for update`.execute(
    ctx.db,
  );
  const replaced = replaces ? sql`(l.seller_id = ${seller_id} and l.manager_id <> ${manager_id})` : sql`false`;
  const { rows } = await sql<{ _id: string }>`select l._id from seller_manager l
    where ${active} and (${replaced} or (${left}))`.execute(ctx.db);
  for (const { _id } of rows) await updateRow(sellerManagerView, { _id, status: 'inactive' }, ctx, 'set_status');
}

export const sellerManufacturerView = linkView(sellerManufacturer, 'manufacturer', otherNamed, {
  after: tellOwner('seller'),
});

export const distributorSellerView = linkView(distributorSeller, 'seller', otherNamed, {
  after: tellOwner('distributor'),
});

export const distributorProductView = productLinkView(distributorProduct, { after: tellOwner('distributor') });
