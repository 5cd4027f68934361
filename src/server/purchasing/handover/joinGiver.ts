/**
 * Handles the giver's changes to a transfer that the taker's half has already completed (decision 0612). The giver's signature covers all of them, so they join
 * the finished transfer and change nothing. Until the giver's half arrives they are recognised by person and tablet; everybody else gets the refusal that a
 * receipt does not change.
 */
import { sql } from 'kysely';
import type { Executed } from '#contract/purchasing/purchasingCalls.ts';
import type { BatchRow, Ctx, Handler, RowOutcome } from '../../calls/handler.ts';
import { Refusal } from '../../calls/refusal.ts';
import { rowById } from '../../resources/rows.ts';
import { doer } from '../../stock/stocktake/lockedStocktake.ts';
import { isHeader } from '../confirmed.ts';
import { type OrderTotals, orderAfter, purchaseOrderItems } from '../orderLines.ts';
import { purchaseOrderResource } from '../purchaseOrderResource.ts';

type OrderHeader = Parameters<typeof isHeader>[0];
type Joined = OrderHeader & OrderTotals & { posted: string };

/** Finds the transfer with this id or client id if these changes of the giver join it. */
async function joined(ctx: Ctx, id: unknown): Promise<Joined | null> {
  const device = ctx.behalf === undefined ? sql`h.giver_device = ${ctx.deviceId ?? ''}` : sql`true`;
  const { rows } =
    await sql<Joined>`select o._id, o.timestamp, o.asked_timestamp, o.source_type, o.source, o.source_name, o.destination_type,
      o.destination, o.destination_name, o.items_digest,
      o.items_revision, o.amount_kobo, h.posted
    from handover h join purchase_order o on o._id = h.order_id
    where (o._id = ${String(id)} or o.client_id = ${String(id)}) and o.tag = 'receipt' and h.posted is not null and h.given_seen is null
      and h.giver_id = ${doer(ctx)} and ${device}`.execute(ctx.db);
  return rows[0] ?? null;
}

/** A line as it was moved. If the giver removed the line before the confirmation, its id is empty. */
async function movedLine(ctx: Ctx, order: Joined, product: unknown): Promise<unknown> {
  const [line] = await purchaseOrderItems(
    ctx.db,
    sql`i.purchase_order_id = ${order._id} and i.product_id = ${String(product)} and i.deleted_at is null`,
  );
  return { ...(line ?? { _id: '' }), ...orderAfter(order) };
}

type Answer = (input: Record<string, unknown>, ctx: Ctx) => Promise<unknown>;

/**
 * Per call: the refusal which says that the transfer is already completed, and the answer that the giver's change gets instead; undefined: the refusal stays.
 */
const JOINS: Readonly<Record<string, { word: string; answer: Answer }>> = {
  'purchase_order/create': {
    word: 'duplicate_client_id',
    answer: async ({ client_id }, ctx) => (await joined(ctx, client_id))?._id,
  },
  'purchase_order/update': {
    word: 'receipt_locked',
    answer: async ({ _id }, ctx) => {
      const order = await joined(ctx, _id);
      return order ? rowById(purchaseOrderResource, order._id, ctx) : undefined;
    },
  },
  'purchase_order_item/upsert': { word: 'receipt_locked', answer: joinLine },
  'purchase_order_item/upsert_bulk': { word: 'receipt_locked', answer: joinLine },
  'purchase_order/execute': {
    word: 'already_executed',
    answer: async ({ _id, expect_digest, expect_header }, ctx) => {
      const order = await joined(ctx, _id);
      if (order?.items_digest !== expect_digest) return undefined;
      if (!order || (expect_header !== undefined && !isHeader(order, String(expect_header)))) return undefined;
      ctx.setMessage('Transfer successful.');
      return JSON.parse(order.posted) as Executed;
    },
  },
};

async function joinLine({ purchase_order_id, product_id }: Record<string, unknown>, ctx: Ctx): Promise<unknown> {
  const order = await joined(ctx, purchase_order_id);
  return order ? movedLine(ctx, order, product_id) : undefined;
}

/** A refusal from the locks and first reads of the handler, which {@link joinsHandover} answers. */
class Late {
  readonly refusal: unknown;
  constructor(refusal: unknown) {
    this.refusal = refusal;
  }
}

/** Wraps a handler: the giver's changes to such a transfer get the answer of the finished transfer. */
export function joinsHandover(handler: Handler): Handler {
  const joins = JOINS[handler.call.path];
  if (!joins) return handler;
  const isJoined = (error: unknown) => error instanceof Refusal && error.word === joins.word;
  const { opens } = handler;
  const opensFirst: Handler['opens'] =
    opens &&
    ((input, ctx) =>
      opens(input, ctx).catch((error: unknown) => {
        if (isJoined(error)) return new Late(error);
        throw error;
      }));
  const alone: Handler['handle'] = async (input, ctx, prepared) => {
    try {
      if (prepared instanceof Late) throw prepared.refusal;
      return await handler.handle(input, ctx, prepared);
    } catch (error) {
      const answer = isJoined(error) ? await joins.answer(input, ctx) : undefined;
      if (answer === undefined) throw error;
      return answer;
    }
  };
  const { batch } = handler;
  const joining = { ...handler, handle: alone, ...(opensFirst ? { opens: opensFirst } : {}) };
  if (!batch) return joining;
  const together = async (rows: readonly BatchRow[], ctx: Ctx): Promise<RowOutcome[]> => {
    try {
      return await batch(rows, ctx);
    } catch (error) {
      if (!isJoined(error)) throw error;
      const outcomes: RowOutcome[] = [];
      for (const { input } of rows) {
        const data = await joins.answer(input, ctx);
        if (data === undefined) throw error;
        outcomes.push({ message: 'OK', data });
      }
      return outcomes;
    }
  };
  return { ...joining, batch: together };
}
