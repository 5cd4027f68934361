/** Handlers of the two halves of a handover, which may arrive in either order (decision 0610). */
import { sql } from 'kysely';
import {
  giveHandover,
  openHandovers,
  readHandover,
  settleHandover,
  takeHandover,
} from '#contract/handover/handoverCalls.ts';
import { type Answer, type Offer, type ReadPaper, readAnswer, readOffered } from '#contract/handover/papers.ts';
import { takenText, whyNotNow, whyNotTaker } from '#domain/handover/rules.ts';
import { mayTransfer, type TransferKind } from '#domain/transfer.ts';
import { actorOfUser } from '../../auth/actorOfUser.ts';
import { type Ctx, type Handler, handle } from '../../calls/handler.ts';
import { notFound, Refusal } from '../../calls/refusal.ts';
import { doer } from '../../stock/stocktake/lockedStocktake.ts';
import { findOne, type HandoverRow, openHandoversOf, readOne, seenBy } from './handoverRow.ts';
import { keyHandlers, mustNotBeRevoked, sitePublicKey } from './keyHandlers.ts';
import { type Posted, postForGiver } from './postForGiver.ts';
import { refusedFor } from './refusedFor.ts';

/** Verifies an offer. Throws 422. A half may arrive days after it was made, so the age is measured from its signing to the signing of the answer. */
async function readSent(ctx: Ctx, sent: string): Promise<{ read: ReadPaper<Offer>; site: string }> {
  const site = await sitePublicKey(ctx.db);
  const read = site === null ? ('foreign' as const) : await readOffered(sent, site);
  if (site === null || typeof read === 'string') throw refusedFor(typeof read === 'string' ? read : 'foreign');
  const { given_at } = read.body;
  const late = whyNotNow({ given_at, until: read.by.until, now: given_at });
  if (late) throw refusedFor(late);
  await mustNotBeRevoked(ctx.db, read.by, given_at);
  return { read, site };
}

/** Verifies the answer. Throws 422 if it does not belong to this offer, or if its person may not take these goods. */
async function readTaken(ctx: Ctx, sent: string, to: ReadPaper<Offer>, site: string): Promise<ReadPaper<Answer>> {
  const read = await readAnswer(sent, site, to);
  if (typeof read === 'string') throw refusedFor(read);
  await mustNotBeRevoked(ctx.db, read.by, read.body.taken_at);
  const late = whyNotNow({ given_at: to.body.given_at, until: to.by.until, now: read.body.taken_at });
  if (late) throw refusedFor(late);
  const taker = await actorOfUser(ctx.db, read.by.user);
  if (!taker) throw refusedFor('not_yours');
  const associate = await ctx.db
    .selectFrom('sales_officer')
    .select('_id')
    .where('user_id', '=', taker.user_id)
    .where('_id', '=', to.body.destination)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const why = whyNotTaker(taker, associate?._id ?? null, to.by.user, to.body);
  if (why) throw refusedFor(why);
  return read;
}

/** Locks the handover of the offer, and creates it if neither half has arrived. The second of two simultaneous halves waits. */
async function lockOne(ctx: Ctx, { body, text, by }: ReadPaper<Offer>): Promise<HandoverRow> {
  await sql`insert into handover (_id, created, modified, transfer, giver_id, giver_name, giver_device, offer, offer_digest, destination_type,
      destination, given_at)
    values (${ctx.newId()}, ${ctx.now}, ${ctx.now}, ${body.transfer}, ${by.user}, ${by.name}, ${by.device}, ${text}, ${body.digest},
      ${body.destination_type}, ${body.destination}, ${body.given_at}) on conflict (transfer) do nothing`.execute(
    ctx.db,
  );
  await sql`select 1 from handover where transfer = ${body.transfer} for update`.execute(ctx.db);
  const row = await findOne(ctx.db, sql`h.transfer = ${body.transfer}`);
  if (!row) throw new Error('The handover was not stored');
  // The id of somebody else's transfer is not enough to hand it over.
  if (row.giver_id !== by.user) throw refusedFor('changed');
  return row;
}

const tell = (ctx: Ctx, row: Pick<HandoverRow, '_id' | 'transfer'>, action: string, after: Record<string, unknown>) =>
  ctx.audit({ action, model: 'handover', record_id: row._id, record_label: row.transfer, after });

/** Stores the taker's half. The same half again changes nothing; a different one is refused with who took the goods and when. */
async function keepTaken(
  ctx: Ctx,
  row: HandoverRow,
  to: ReadPaper<Offer>,
  { body, text, by }: ReadPaper<Answer>,
): Promise<void> {
  if (row.answer === text) return;
  if (row.taker_id !== null)
    throw new Refusal('handed_over', takenText({ by: row.taker_name ?? '', at: row.taken_at ?? 0 }), {
      handover: await readOne(ctx.db, row._id),
    });
  await sql`update handover set taker_id = ${by.user}, taker_name = ${by.name}, answer = ${text}, taken_offer_digest = ${to.body.digest},
    taken_at = ${body.taken_at}, taken_seen = ${ctx.now}, counts = ${JSON.stringify(body.counts)}, modified = ${ctx.now}, version = version + 1
    where _id = ${row._id}`.execute(ctx.db);
  await tell(ctx, row, 'take', { taker: by.name, differences: body.counts.length });
}

/** Without a lock: the other half locks the handover before the transfer, so a lock here could deadlock. */
async function mayGive(ctx: Ctx, id: string) {
  const order = await ctx.db
    .selectFrom('purchase_order')
    .select(['_id', 'ref', 'client_id', 'kind'])
    .where('_id', '=', id)
    .where('deleted_at', 'is', null)
    .$narrowType<{ kind: TransferKind }>()
    .executeTakeFirst();
  if (!order) throw notFound('Purchase order');
  if (!mayTransfer(order.kind, 'execute', ctx.who)) throw new Refusal('forbidden');
  return order;
}

const giveHandler = handle(giveHandover, async ({ _id, offer: sent, answer: back }, ctx) => {
  const order = await mayGive(ctx, _id);
  const { read, site } = await readSent(ctx, sent);
  if (read.by.user !== doer(ctx)) throw new Refusal('forbidden');
  if (read.body.transfer !== (read.body.begun ? order.client_id : order._id)) throw refusedFor('changed');
  const answered = back === undefined ? null : await readTaken(ctx, back, read, site);
  const row = await lockOne(ctx, read);
  const isNew = row.given_seen === null || read.body.given_at > row.given_at;
  if (isNew || row.order_id === null) {
    const { body, text } = read;
    await sql`update handover set order_id = ${order._id}, given_seen = coalesce(given_seen, ${ctx.now}), modified = ${ctx.now},
      version = version + 1, offer = ${text}, offer_digest = ${body.digest}, given_at = ${body.given_at} where _id = ${row._id}`.execute(
      ctx.db,
    );
    await tell(ctx, row, 'give', { giver: row.giver_name, ref: order.ref });
  }
  if (answered) await keepTaken(ctx, row, read, answered);
  ctx.setMessage('Handed over.');
  return readOne(ctx.db, row._id);
});

const takeHandler = handle(takeHandover, async ({ offer: sent, answer: back }, ctx) => {
  const { read, site } = await readSent(ctx, sent);
  const taken = await readTaken(ctx, back, read, site);
  if (taken.by.user !== doer(ctx)) throw new Refusal('forbidden');
  const row = await lockOne(ctx, read);
  await keepTaken(ctx, row, read, taken);
  if (row.answer === taken.text && row.tag === 'receipt') return readOne(ctx.db, row._id);
  await keepPosted(ctx, row, await postForGiver(ctx, read));
  ctx.setMessage('Taken.');
  return readOne(ctx.db, row._id);
});

/** Stores the outcome for the transfer. If the giver's own confirmation moved the goods, that outcome is not this call's answer. */
async function keepPosted(ctx: Ctx, row: HandoverRow, { order_id, executed, why }: Posted): Promise<void> {
  await sql`update handover set order_id = coalesce(${order_id}, order_id), not_posted = ${why},
    posted = coalesce(${executed ? JSON.stringify(executed) : null}, posted) where _id = ${row._id}`.execute(ctx.db);
  if (executed) await tell(ctx, row, 'complete', { ref: executed.ref, in_the_name_of: row.giver_name });
}

const readHandler = handle(readHandover, async ({ transfer }, ctx) => {
  const row = await findOne(ctx.db, sql`(h.transfer = ${transfer} or h.order_id = ${transfer}) and ${seenBy(ctx)}`);
  if (!row) throw notFound('Handover');
  return readOne(ctx.db, row._id);
});

const openHandler = handle(openHandovers, async (_input, ctx) =>
  (await openHandoversOf(ctx)).map(({ handover }) => handover),
);

const settleHandler = handle(settleHandover, async ({ _id, note }, ctx) => {
  await sql`select 1 from handover where _id = ${_id} for update`.execute(ctx.db);
  const row = await findOne(ctx.db, sql`h._id = ${_id} and ${seenBy(ctx)}`);
  if (!row) throw notFound('Handover');
  const now = await readOne(ctx.db, _id);
  if (now.state === 'done') throw new Refusal('bad_transition', 'This handover is done already.', { handover: now });
  await sql`update handover set settled_at = ${ctx.now}, settled_by = ${doer(ctx)}, settled_note = ${note}, modified = ${ctx.now},
    version = version + 1 where _id = ${_id}`.execute(ctx.db);
  await tell(ctx, row, 'settle', { note, was: now.state });
  return readOne(ctx.db, _id);
});

export const handoverHandlers: Handler[] = [
  ...keyHandlers,
  giveHandler,
  takeHandler,
  readHandler,
  openHandler,
  settleHandler,
];
