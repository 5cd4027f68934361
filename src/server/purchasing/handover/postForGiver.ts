/** Creates and completes a transfer in the giver's name, if the taker's half arrives first (decision 0612). */
import { sql } from 'kysely';
import { decodeForm, encodeForm } from '#contract/form.ts';
import type { Offer, ReadPaper } from '#contract/handover/papers.ts';
import { createFields, lineFields } from '#contract/purchasing/changeFields.ts';
import { type Executed, upsertItem } from '#contract/purchasing/purchasingCalls.ts';
import { hashOf } from '#domain/handover/signing.ts';
import { lotsDigestText } from '#domain/lots.ts';
import { actorOfUser } from '../../auth/actorOfUser.ts';
import { writeAudit } from '../../calls/audit.ts';
import { checkedRow } from '../../calls/checkedInput.ts';
import { type Ctx, type Handler, handle } from '../../calls/handler.ts';
import { Refusal } from '../../calls/refusal.ts';
import { modelHandlers } from '../../resources/modelHandlers.ts';
import { executeHandler } from '../executeHandler.ts';
import { purchaseOrderResource } from '../purchaseOrderResource.ts';
import { upsertAlone } from '../upsertLines.ts';

const createOrder = modelHandlers(purchaseOrderResource).find(({ call }) => call.path === 'purchase_order/create');
const upsertLine = handle(upsertItem, upsertAlone);

/** The transfer that the offer names: its id, whether its goods moved, and the answer of its completion if this call completed it. */
export interface Posted {
  order_id: string | null;
  executed: Executed | null;
  /** Why no goods moved; '': they moved, now or before. */
  why: string;
}

interface Stored {
  _id: string;
  tag: string;
  items_digest: string;
  created_by: string | null;
  timestamp: number;
  asked_timestamp: number | null;
}

/** An existing transfer is completed if it equals the giver's offer exactly. Otherwise the giver's own changes are on their way and must come first. */
export async function postForGiver(ctx: Ctx, { body, by }: ReadPaper<Offer>): Promise<Posted> {
  // The same lock as a create with this client id, so that the giver's own create waits and finds this transfer.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`purchase_order:${body.transfer}`}, 0))`.execute(ctx.db);
  const order = await findOrder(ctx, body);
  if (order?.tag === 'receipt') return { order_id: order._id, executed: null, why: '' };
  const waits = { order_id: order?._id ?? null, executed: null, why: `The changes of ${by.name} are not sent yet.` };
  const giver = await actorOfUser(ctx.db, by.user);
  if (!giver) return { ...waits, why: `The account of ${by.name} is not active.` };
  const isSame = order?.items_digest === body.digest && order.created_by === giver.user_id && hasSameEnds(order, body);
  if (order ? !isSame : !body.begun) return waits;
  const inner: Ctx = {
    ...ctx,
    ...{ who: giver, behalf: undefined, key: null, deviceId: by.device, clientTime: null, savedTime: body.given_at },
    setMessage: () => undefined,
    audit: (entry) => writeAudit(inner, entry),
  };
  // The digest of the lines does not cover lots, and exactly what the taker was shown must move.
  const expect_lots = await hashOf(lotsDigestText(body.lines));
  await sql`savepoint for_giver`.execute(ctx.db);
  try {
    const id = order?._id ?? (await make(inner, body));
    const executed = (await executeHandler.handle(
      { _id: id, commit: true, error_on_empty: true, expect_digest: body.digest, expect_lots },
      inner,
    )) as Executed;
    if (executed.errors.length === 0) return { order_id: id, executed, why: '' };
    await sql`rollback to savepoint for_giver`.execute(ctx.db);
    return { ...waits, why: executed.errors.map(({ message }) => message).join(' ') };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await sql`rollback to savepoint for_giver`.execute(ctx.db);
    return { ...waits, why: error.message };
  }
}

/** Finds the transfer of a handover by its client id, or by its id if it did not begin on a tablet. */
export async function findOrder(
  ctx: Ctx,
  { transfer, begun }: Pick<Offer, 'transfer' | 'begun'>,
): Promise<(Stored & Ends) | null> {
  const { rows } = await sql<
    Stored & Ends
  >`select _id, tag, items_digest, created_by, timestamp, asked_timestamp, source_type, source, destination_type, destination
    from purchase_order where deleted_at is null and ${begun ? sql`client_id` : sql`_id`} = ${transfer}`.execute(
    ctx.db,
  );
  return rows[0] ?? null;
}

type Ends = Pick<Offer, 'source_type' | 'source' | 'destination_type' | 'destination'>;

const hasSameEnds = (order: Stored & Ends, { source_type, source, destination_type, destination }: Ends): boolean =>
  order.source_type === source_type &&
  order.source === source &&
  order.destination_type === destination_type &&
  order.destination === destination;

/** Creates the transfer and its lines through the calls that the giver's tablet would have sent. */
async function make(ctx: Ctx, body: Offer): Promise<string> {
  if (!createOrder) throw new Error('Nothing creates a purchase order');
  const id = String(await run(createOrder, createFields(body, body.transfer), ctx));
  for (const line of body.lines) {
    const place = { id: null, client_id: line.client_id ?? '', base_version: null };
    await run(upsertLine, { purchase_order_id: id, ...lineFields(line, place) }, ctx);
  }
  return id;
}

const run = (handler: Handler, fields: Record<string, unknown>, ctx: Ctx): Promise<unknown> =>
  handler.handle(checkedRow(handler, decodeForm(encodeForm(fields))), ctx);
