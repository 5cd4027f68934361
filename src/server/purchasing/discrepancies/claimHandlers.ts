/** The steps of a claim: create, change, send, settle, cancel (decision 0471). */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import {
  addClaimLines,
  cancelClaim,
  createClaim,
  removeClaimLines,
  sendClaim,
  settleClaim,
  updateClaim,
} from '#contract/purchasing/claimCalls.ts';
import { CLAIM_LABEL, type ClaimStatus } from '#domain/discrepancy.ts';
import { formatMoney, showNaira } from '#domain/money.ts';
import { makeRef } from '#domain/orderRef.ts';
import { plural } from '#domain/plural.ts';
import { type Ctx, type Handler, handle } from '../../calls/handler.ts';
import { invalid, notFound, Refusal } from '../../calls/refusal.ts';
import { mustOwnClientId } from '../../keys/clientIds.ts';
import { modelHandlers } from '../../resources/modelHandlers.ts';
import { rowById } from '../../resources/rows.ts';
import { conflict } from '../../resources/write.ts';
import { addLines, type ClaimSums, claimable, claimSums, linesOf } from './claimedLines.ts';
import { claimLinesHandler } from './claimLinesHandler.ts';
import { claimResource } from './claimResource.ts';
import { isTakenBack } from './discrepancyLines.ts';

interface Head extends ClaimSums {
  _id: string;
  ref: string;
  version: number;
  status: ClaimStatus;
  distributor_id: string;
  note: string;
}

/** The claim in the answer of a step. */
async function claimResponse(ctx: Ctx, id: string) {
  const { rows } =
    await sql<Head>`select _id, ref, version, status, distributor_id, note, amount_kobo, line_count, lines_digest
    from claim where _id = ${id}`.execute(ctx.db);
  const head = rows[0];
  if (!head) throw notFound('Claim');
  const { _id, ref, status, version, line_count, lines_digest } = head;
  return { _id, ref, status, version, amount: formatMoney(head.amount_kobo), line_count, lines_digest };
}

/** The refusals of steps that a state does not allow. */
const REFUSED: Record<
  'change' | 'send' | 'settle' | 'end',
  { from: readonly ClaimStatus[]; text: (head: Head) => string }
> = {
  change: { from: ['open'], text: ({ ref }) => `${ref} was sent, so its lines stay as they are.` },
  send: { from: ['open'], text: ({ ref }) => `${ref} was sent already.` },
  settle: { from: ['sent'], text: ({ ref }) => `${ref} was not sent yet. Send it first.` },
  end: { from: ['open', 'sent'], text: ({ ref, status }) => `${ref} is ${CLAIM_LABEL[status].toLowerCase()}.` },
};

/** Locks a claim for a step. Throws 404, 409 if the person saw another version, 409 if the state does not allow the step. */
async function lockClaim(
  ctx: Ctx,
  { _id, base_version }: { _id: string; base_version?: number },
  step: keyof typeof REFUSED,
): Promise<Head> {
  const { rows } =
    await sql<Head>`select _id, ref, version, status, distributor_id, note, amount_kobo, line_count, lines_digest
    from claim where _id = ${_id} and deleted_at is null for update`.execute(ctx.db);
  const head = rows[0];
  if (!head) throw notFound('Claim');
  if (base_version !== undefined && base_version !== head.version)
    throw conflict(claimResource, await rowById(claimResource, _id, ctx));
  const { from, text } = REFUSED[step];
  if (!from.includes(head.status)) {
    const ended = head.status === 'settled' || head.status === 'cancelled';
    throw new Refusal('bad_transition', ended ? REFUSED.end.text(head) : text(head));
  }
  return head;
}

/** The audit entry of a change to a claim. */
const about = ({ _id, ref }: Pick<Head, '_id' | 'ref'>, action: string) => ({
  action,
  model: 'claim',
  record_id: _id,
  record_label: ref,
});

const changed = (ctx: Ctx) => sql`version = version + 1, modified = ${ctx.now}, modified_by = ${ctx.who.user_id}`;

/** The claim that this client_id created before; null: none. Throws 409 if it was created with other lines. */
async function madeBefore(ctx: Ctx, clientId: string, item_ids: readonly string[]): Promise<string | null> {
  const known = await ctx.db
    .selectFrom('claim')
    .select(['_id', 'created_by'])
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (!known) return null;
  mustOwnClientId(ctx, known.created_by);
  const own = new Set((await linesOf(ctx, known._id)).map((line) => line.item_id));
  if (item_ids.some((id) => !own.has(id))) throw new Refusal('duplicate_client_id');
  return known._id;
}

const createHandler = handle(createClaim, async ({ item_ids, note = '', client_id }, ctx) => {
  const again = client_id === undefined ? null : await madeBefore(ctx, client_id, item_ids);
  if (again !== null) return claimResponse(ctx, again);
  const { supplier, supplier_name, lines } = await claimable(ctx, item_ids);
  const sums = claimSums(lines);
  const _id = ctx.newId();
  const ref = makeRef('CL', randomBytes(8));
  const by = ctx.who.user_id;
  await ctx.db
    .insertInto('claim')
    .values({
      ...{ _id, created: ctx.now, modified: ctx.now, created_by: by, modified_by: by, client_id: client_id ?? null },
      ...{ ref, distributor_id: supplier, distributor_name: supplier_name, note, ...sums },
    })
    .execute();
  await addLines(ctx, _id, lines);
  await ctx.audit({
    ...about({ _id, ref }, 'create'),
    after: { supplier: supplier_name, lines: lines.length, amount: formatMoney(sums.amount_kobo), note },
  });
  ctx.setMessage(`Claim ${ref} made.`);
  return claimResponse(ctx, _id);
});

const updateHandler = handle(updateClaim, async ({ note, ...target }, ctx) => {
  const head = await lockClaim(ctx, target, 'end');
  if (note !== head.note) {
    await sql`update claim set note = ${note}, ${changed(ctx)} where _id = ${head._id}`.execute(ctx.db);
    await ctx.audit({ ...about(head, 'update'), before: { note: head.note }, after: { note } });
  }
  return claimResponse(ctx, head._id);
});

/** Stores the sums of the changed lines, and the history of the change. */
async function keepLines(ctx: Ctx, head: Head, action: string): Promise<void> {
  const sums = claimSums(await linesOf(ctx, head._id));
  await sql`update claim set amount_kobo = ${sums.amount_kobo}, line_count = ${sums.line_count}, lines_digest = ${sums.lines_digest},
    ${changed(ctx)} where _id = ${head._id}`.execute(ctx.db);
  await ctx.audit({
    ...about(head, action),
    before: { lines: head.line_count, amount: formatMoney(head.amount_kobo) },
    after: { lines: sums.line_count, amount: formatMoney(sums.amount_kobo) },
  });
}

const addHandler = handle(addClaimLines, async ({ item_ids, ...target }, ctx) => {
  const head = await lockClaim(ctx, target, 'change');
  const { lines } = await claimable(ctx, item_ids, head.distributor_id);
  await addLines(ctx, head._id, lines);
  await keepLines(ctx, head, 'add_lines');
  return claimResponse(ctx, head._id);
});

const removeHandler = handle(removeClaimLines, async ({ item_ids, ...target }, ctx) => {
  const head = await lockClaim(ctx, target, 'change');
  const { rows } =
    await sql`delete from claim_line where claim_id = ${head._id} and item_id = any(${item_ids}) returning item_id`.execute(
      ctx.db,
    );
  if (rows.length < new Set(item_ids).size) throw notFound('Line', 'item_ids');
  await keepLines(ctx, head, 'remove_lines');
  return claimResponse(ctx, head._id);
});

const sendHandler = handle(sendClaim, async ({ expect_digest, ...target }, ctx) => {
  const head = await lockClaim(ctx, target, 'send');
  if (expect_digest !== undefined && expect_digest !== head.lines_digest)
    throw new Refusal('items_changed', 'The lines of this claim changed since you looked. Please review.', {
      lines_digest: head.lines_digest,
    });
  const { rows: back } = await sql<{
    ref: string;
  }>`select distinct o.ref from claim_line l join purchase_order_item i on i._id = l.item_id
    join purchase_order o on o._id = i.purchase_order_id where l.claim_id = ${head._id} and ${isTakenBack} order by o.ref`.execute(
    ctx.db,
  );
  if (back.length > 0)
    throw new Refusal(
      'bad_transition',
      `${back.map((one) => one.ref).join(', ')} was reversed since. Take its lines out of the claim first.`,
    );
  await sql`update claim set status = 'sent', sent_at = ${ctx.now}, sent_by = ${ctx.who.user_id}, ${changed(ctx)}
    where _id = ${head._id}`.execute(ctx.db);
  await ctx.audit({
    ...about(head, 'send'),
    before: { status: 'open' },
    after: { status: 'sent', lines: head.line_count, amount: formatMoney(head.amount_kobo) },
  });
  ctx.setMessage(`Claim ${head.ref} sent.`);
  return claimResponse(ctx, head._id);
});

/** The receipt that brought a supplier's goods. Throws 422 if there is none from this supplier. */
async function receiptOf(ctx: Ctx, head: Head, ref: string): Promise<string> {
  const { rows } = await sql<{
    _id: string;
    tag: string;
    source: string;
    back: boolean;
    own: boolean;
  }>`select o._id, o.tag, o.source,
      ${isTakenBack} as back, exists (select 1 from claim_line l join purchase_order_item i on i._id = l.item_id
        where l.claim_id = ${head._id} and i.purchase_order_id = o._id) as own
    from purchase_order o where o.ref = ${ref.toUpperCase()} and o.deleted_at is null`.execute(ctx.db);
  const found = rows[0];
  const wrong = (text: string) => invalid({ receipt_ref: text });
  if (!found) throw wrong('Receipt not found.');
  if (found.tag !== 'receipt') throw wrong('This transfer is not completed.');
  if (found.source !== head.distributor_id) throw wrong('This receipt is of another supplier.');
  if (found.own) throw wrong('This is a receipt of the claim itself. Name the one that the missing goods came with.');
  if (found.back) throw wrong('This receipt was reversed.');
  return found._id;
}

const settleHandler = handle(settleClaim, async (input, ctx) => {
  const { settled_by, amount, number = '', receipt_ref = '', note = '' } = input;
  const head = await lockClaim(ctx, input, 'settle');
  const isCredit = settled_by === 'credit';
  if (isCredit && amount === undefined) throw invalid({ amount: 'Amount field is required.' });
  if (isCredit && number === '') throw invalid({ number: 'Number field is required.' });
  if (isCredit && amount !== undefined && amount > head.amount_kobo)
    throw invalid({
      amount: `The claim is ${showNaira(formatMoney(head.amount_kobo))}, so a credit note cannot be more.`,
    });
  if (!isCredit && receipt_ref === '' && note === '')
    throw invalid({ receipt_ref: 'Name a receipt, or say in a note how the goods came.' });
  const order = isCredit || receipt_ref === '' ? null : await receiptOf(ctx, head, receipt_ref);
  const kept = { kobo: isCredit ? (amount ?? null) : null, number: isCredit ? number : '' };
  await sql`update claim set status = 'settled', settled_by = ${settled_by}, settled_kobo = ${kept.kobo}, settled_number = ${kept.number},
    settled_order_id = ${order}, closed_at = ${ctx.now}, closed_by = ${ctx.who.user_id}, closed_note = ${note}, ${changed(ctx)}
    where _id = ${head._id}`.execute(ctx.db);
  await ctx.audit({
    ...about(head, 'settle'),
    before: { status: 'sent' },
    after: {
      status: 'settled',
      settled_by,
      ...(kept.kobo === null ? {} : { amount: formatMoney(kept.kobo), number: kept.number }),
      ...(order === null ? {} : { receipt: receipt_ref.toUpperCase() }),
      note,
    },
  });
  ctx.setMessage(`Claim ${head.ref} settled.`);
  return claimResponse(ctx, head._id);
});

const cancelHandler = handle(cancelClaim, async ({ note, ...target }, ctx) => {
  const head = await lockClaim(ctx, target, 'end');
  await sql`update claim_line set stands = false where claim_id = ${head._id}`.execute(ctx.db);
  await sql`update claim set status = 'cancelled', closed_at = ${ctx.now}, closed_by = ${ctx.who.user_id}, closed_note = ${note}, ${changed(ctx)}
    where _id = ${head._id}`.execute(ctx.db);
  await ctx.audit({ ...about(head, 'cancel'), before: { status: head.status }, after: { status: 'cancelled', note } });
  const free = plural(head.line_count, 'Its line can be claimed anew.', 'Its # lines can be claimed anew.');
  ctx.setMessage(`Claim ${head.ref} cancelled. ${free}`);
  return claimResponse(ctx, head._id);
});

export const claimHandlers: Handler[] = [
  ...modelHandlers(claimResource),
  claimLinesHandler,
  createHandler,
  updateHandler,
  addHandler,
  removeHandler,
  sendHandler,
  settleHandler,
  cancelHandler,
];
