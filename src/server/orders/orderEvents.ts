/** The events of orders for webhooks. */
import { sql } from 'kysely';
import { formatMoney } from '#domain/money.ts';
import type { OrderTag } from '#domain/order.ts';
import type { Ctx } from '../calls/handler.ts';
import { announce } from '../events/announce.ts';
import { totalKobo } from './figureRules.ts';
import type { Group } from './settleGroup.ts';

/** Announces that an order was placed or changed its tag. `from`: the tag before. A cart that is emptied away was no order yet. */
export async function announceOrder(ctx: Ctx, group: Group, from: OrderTag): Promise<void> {
  if (from === 'draft' && group.tag !== 'pending') return;
  await announce(ctx, from === 'draft' ? 'order.created' : 'order.changed', async () => {
    const { rows } = await sql<{
      buyer: string;
      seller: string | null;
    }>`select b.name as buyer, s.name as seller from buyer b
      left join seller s on s._id = ${group.seller_id} where b._id = ${group.buyer_id}`.execute(ctx.db);
    return {
      order_group: {
        _id: group._id,
        ref: group.ref,
        tag: group.tag,
        previous_tag: from,
        version: group.version,
        placed_at: group.placed_at,
        buyer: { _id: group.buyer_id, name: rows[0]?.buyer ?? '' },
        seller: group.seller_id === null ? null : { _id: group.seller_id, name: rows[0]?.seller ?? '' },
        sales_officer_id: group.sales_officer_id,
        total: formatMoney(totalKobo(group)),
        paid: formatMoney(group.cash_kobo + group.transfer_kobo),
      },
    };
  });
}
