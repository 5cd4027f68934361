/** Purchase orders: the generic calls, with items where one order is read (API.md 4.4), and deleting an order that is not a receipt. */
import { sql } from 'kysely';
import { type Kind, mayTransfer } from '#domain/transfer.ts';
import type { Answer } from '../answer.ts';
import { modelAnswers } from '../models/modelAnswers.ts';
import type { Stored } from '../models/view.ts';
import { Refusal } from '../refusal.ts';
import { executeAnswer } from './executeAnswer.ts';
import { itemAnswers } from './itemAnswers.ts';
import { oppositeAnswer } from './oppositeAnswer.ts';
import { itemAnswers as itemsOf } from './orderLines.ts';
import { purchaseOrderView } from './purchaseOrderView.ts';

const generic = modelAnswers(purchaseOrderView).map((one): Answer => {
  const path = one.call.path;
  if (path === 'purchase_order/read') {
    return {
      ...one,
      handle: async (input, ctx) => {
        const [row] = (await one.handle(input, ctx)) as [Stored];
        return [{ ...row, items: await itemsOf(ctx.db, sql`i.purchase_order_id = ${row._id}`) }];
      },
    };
  }
  if (path === 'purchase_order/read_by_ref') {
    return {
      ...one,
      handle: async (input, ctx) => {
        const row = (await one.handle(input, ctx)) as Stored;
        return { ...row, items: await itemsOf(ctx.db, sql`i.purchase_order_id = ${row._id}`) };
      },
    };
  }
  if (path === 'purchase_order/update') {
    return {
      ...one,
      // `*` stands in the documents' create fields, which an update repeats: it asks for no other ref.
      handle: ({ ref, ...input }, ctx) =>
        one.handle(ref === undefined || ref === '*' ? input : { ...input, ref: String(ref).toUpperCase() }, ctx),
    };
  }
  if (path === 'purchase_order/delete' || path === 'purchase_order/restore') {
    return {
      ...one,
      // B3.24: door 1 only, never a receipt.
      handle: async (input, ctx) => {
        if (!mayTransfer('transfer', 'update', ctx.who)) throw new Refusal('forbidden');
        const { rows } = await sql<{
          tag: string;
          kind: Kind;
        }>`select tag, kind from purchase_order where _id = ${input._id}`.execute(ctx.db);
        if (rows[0]?.tag === 'receipt') throw new Refusal('receipt_locked');
        return one.handle(input, ctx);
      },
    };
  }
  return one;
});

export const purchasingAnswers: Answer[] = [...generic, ...itemAnswers, executeAnswer, oppositeAnswer];
