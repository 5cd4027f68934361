/** Purchase orders: the generic calls, reads of one order with its items (API.md 4.4), and deletion of orders that are not receipts. */
import { sql } from 'kysely';
import { mayTransfer } from '#domain/transfer.ts';
import type { Handler } from '../calls/handler.ts';
import { Refusal } from '../calls/refusal.ts';
import { modelHandlers } from '../resources/modelHandlers.ts';
import type { StoredRow } from '../resources/resource.ts';
import { executeHandler } from './executeHandler.ts';
import { handoverHandlers } from './handover/handoverHandlers.ts';
import { joinsHandover } from './handover/joinGiver.ts';
import { purchaseItemHandlers } from './itemHandlers.ts';
import { oppositeHandler } from './oppositeHandler.ts';
import { purchaseOrderItems as itemsOf } from './orderLines.ts';
import { purchaseOrderResource } from './purchaseOrderResource.ts';
import { reversalHandlers } from './reversal/reversalHandlers.ts';

const generic = modelHandlers(purchaseOrderResource).map((one): Handler => {
  const path = one.call.path;
  if (path === 'purchase_order/read') {
    return {
      ...one,
      handle: async (input, ctx) => {
        const [row] = (await one.handle(input, ctx)) as [StoredRow];
        return [{ ...row, items: await itemsOf(ctx.db, sql`i.purchase_order_id = ${row._id}`) }];
      },
    };
  }
  if (path === 'purchase_order/read_by_ref') {
    return {
      ...one,
      handle: async (input, ctx) => {
        const row = (await one.handle(input, ctx)) as StoredRow;
        return { ...row, items: await itemsOf(ctx.db, sql`i.purchase_order_id = ${row._id}`) };
      },
    };
  }
  if (path === 'purchase_order/update') {
    return {
      ...one,
      // The documented client sends `*` as the ref when it creates and repeats it when it updates. `*` does not change the ref.
      handle: ({ ref, ...input }, ctx) =>
        one.handle(ref === undefined || ref === '*' ? input : { ...input, ref: String(ref).toUpperCase() }, ctx),
    };
  }
  if (path === 'purchase_order/delete' || path === 'purchase_order/restore') {
    return {
      ...one,
      // Only holders of the general permission may delete or restore, and never a receipt.
      handle: async (input, ctx) => {
        if (!mayTransfer('transfer', 'update', ctx.who)) throw new Refusal('forbidden');
        const order = await ctx.db
          .selectFrom('purchase_order')
          .select('tag')
          .where('_id', '=', String(input._id))
          .executeTakeFirst();
        if (order?.tag === 'receipt') throw new Refusal('receipt_locked');
        return one.handle(input, ctx);
      },
    };
  }
  return one;
});

export const purchasingHandlers: Handler[] = [
  ...[...generic, ...purchaseItemHandlers, executeHandler].map(joinsHandover),
  ...handoverHandlers,
  oppositeHandler,
  ...reversalHandlers,
];
