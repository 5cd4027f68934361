import { fieldRefusal } from '#contract/gate.ts';
import {
  createOrder,
  deleteGroup,
  PRICER,
  updateGroupTag,
  updateOrderOfficer,
  updateOrderTag,
} from '#contract/orders/orderCalls.ts';
import type { OrderGroupRow, OrderRow } from '#contract/orders/orderRows.ts';
import { formatMoney, parseMoney, showNaira } from '#domain/money.ts';
import {
  asksOfPayment,
  type DeliveryOutcome,
  deliveryOutcomeOf,
  isBilled,
  isCancelledOrDeleted,
  mayEditGroup,
  mayMove,
  mayMoveOrder,
  moveOf,
  type OrderTag,
  type PaymentOutcome,
  partTag,
  REASON_NOT_DELIVERED,
} from '#domain/order.ts';
import { type MetaFields, type MetaTag, metaErrors, paymentOf } from '#domain/orderMeta.ts';
import { can } from '#domain/permissions.ts';
import { cleanText } from '#domain/text.ts';
import { type Ctx, type Handler, handle } from '../calls/handler.ts';
import { invalid, notFound, Refusal, refusedAt } from '../calls/refusal.ts';
import { isLive } from '../db/reads.ts';
import { rowById } from '../resources/rows.ts';
import { conflict } from '../resources/write.ts';
import { defaultOrderSource } from '../settings/configValue.ts';
import { changeOfficer, officerOf, officerSent, refuseSecondCart } from './groupOfficer.ts';
import { announceOrder } from './orderEvents.ts';
import { orderGroupResource } from './orderGroupResource.ts';
import { makeOrder } from './orderOfMaker.ts';
import { orderResource } from './orderResource.ts';
import { tagLiveOrders, tagOrders } from './orderTags.ts';
import { refuseUnorderable } from './reports/sold.ts';
import { type Group, lockGroup, logTag, settleGroup, writeMeta } from './settleGroup.ts';
import { hasLiveItem } from './settleOrders.ts';
import { storedMeta } from './storedMeta.ts';

/** The group as the person may read it. Throws 404 if there is none. */
export const readGroup = async (ctx: Ctx, id: string) => (await rowById(orderGroupResource, id, ctx)) as OrderGroupRow;
/** The order as the person may read it. Throws 404 if there is none. */
export const readOrder = async (ctx: Ctx, id: string) => (await rowById(orderResource, id, ctx)) as OrderRow;

/** Throws 409 with the current group when the caller saw an older version (API.md 1.4). Call it only for a request that changes something. */
export async function refuseStale(ctx: Ctx, group: Group, baseVersion: number | undefined): Promise<void> {
  if (baseVersion !== undefined && baseVersion !== group.version)
    throw conflict(orderGroupResource, await readGroup(ctx, group._id));
}

/** Throws 409 with the current order when the caller saw an older version (API.md 1.4). */
export async function refuseStaleOrder(
  ctx: Ctx,
  order: { _id: string; version: number },
  baseVersion: number | undefined,
): Promise<void> {
  if (baseVersion !== undefined && baseVersion !== order.version)
    throw conflict(orderResource, await readOrder(ctx, order._id));
}

/** The refusal for a caller whose old tag is no longer the current one. */
async function alreadyMoved(tag: OrderTag, current: () => Promise<unknown>): Promise<Refusal> {
  return new Refusal('conflict', `This order is already ${tag}.`, { current: await current() });
}

interface TagChange {
  new_tag: OrderTag;
  meta?: string;
  outcome?: DeliveryOutcome;
  reason?: string;
  payment_outcome?: PaymentOutcome;
}

async function moveGroup(ctx: Ctx, group: Group, request: TagChange): Promise<Group> {
  const from = group.tag;
  const to = request.new_tag;
  const move = moveOf(from, to);
  if (!move) throw new Refusal('bad_transition', `An order that is ${from} cannot become ${to}.`);
  if (!mayMove(move, ctx.who)) throw new Refusal('forbidden');
  const sent = metaOf(request.meta);
  // A role that only has the cart right may place an order but may not set a payment.
  const paid = Object.keys(sent.payment)[0];
  if (paid && !can(ctx.who, PRICER)) throw refusedAt(paid, 'forbidden', fieldRefusal('Payment'));
  const reason = reasonOf(group, move.reason === true, request);
  if (move.items && !(await hasLiveItem(ctx, group._id))) throw invalid({ new_tag: 'Oops! No items in cart' });
  const placing = to === 'pending';
  if (placing) await refuseUnorderable(ctx, group);
  const restoring = move.items === true && !placing;
  const outcome = to === 'delivered' ? (request.outcome ?? deliveryOutcomeOf(group.placed_at, ctx.now)) : null;
  // A source that is sent while placing wins over the source that the cart was opened with.
  const source = sent.source || group.source || (await defaultOrderSource(ctx.db));
  if (placing || move.items) await tagLiveOrders(ctx, group, to, source);
  const { payment, answered } = answeredPayment(group, request, await paymentIn(ctx, group, sent.payment));
  const next = await settleGroup(ctx, group, {
    tag: to,
    ...(placing ? { placed_at: ctx.now, source, amountFollows: true } : {}),
    ...(outcome ? { delivery_outcome: outcome } : {}),
    ...(to === 'cancelled' && reason in REASON_NOT_DELIVERED ? { delivery_outcome: 'not_delivered' } : {}),
    ...(restoring ? { delivery_outcome: await deliveredOutcome(ctx, group._id) } : {}),
    ...(payment ?? {}),
  });
  await writeMeta(ctx, group._id, [
    ...(placing
      ? [
          { tag: 'created_by', value: ctx.who.user_id },
          { tag: 'source', value: source },
        ]
      : []),
    ...(placing ? [{ tag: 'item_case_count', value: String(await casesOf(ctx, group._id)) }] : []),
    ...(placing ? [] : [{ tag: `${to}_by`, value: ctx.who.user_id }]),
    ...(restoring ? [{ tag: 'restored_from', value: from }] : []),
    ...(reason ? [{ tag: 'reason', value: reason }] : []),
    ...(outcome ? [{ tag: 'delivery_outcome', value: outcome }] : []),
    ...(answered ? [{ tag: 'payment_outcome', value: answered }] : []),
    ...(payment !== null || (isBilled(to) && (next.payment_method !== null || next.cash_kobo + next.transfer_kobo > 0))
      ? [
          { tag: 'payment_method', value: next.payment_method ?? '' },
          { tag: 'payment_cash', value: formatMoney(next.cash_kobo) },
          { tag: 'payment_transfer', value: formatMoney(next.transfer_kobo) },
        ]
      : []),
  ]);
  const sum = placing && { total: formatMoney(next.amount_kobo) };
  await logTag(ctx, next, group, reason, { ...sum, ...(answered && { payment_outcome: answered }) });
  await announceOrder(ctx, next, from);
  return next;
}

type Payment = Pick<Group, 'payment_method' | 'cash_kobo' | 'transfer_kobo'>;

/**
 * Decides what happens to money that was received for an order that is being cancelled or deleted (K4). The retailer keeps it as credit (settleGroup
 * posts it), or it is paid back and the payment becomes 0. `sent`: the payment that came with the tag. Returns the payment to store and the answer to
 * record. Throws 409 when the payment is not posted yet and the request does not say what happens to it.
 */
function answeredPayment(group: Group, request: TagChange, sent: Payment | null) {
  const { cash_kobo, transfer_kobo, payment_method } = sent ?? group;
  const paid = cash_kobo + transfer_kobo;
  const { new_tag: to, payment_outcome: answer } = request;
  if (!isCancelledOrDeleted(to) || paid === 0) return { payment: sent, answered: null };
  if (answer === undefined && asksOfPayment(group.tag, to, paid))
    throw refusedAt(
      'payment_outcome',
      'conflict',
      `${showNaira(paid)} was received for this order. Say what happens to it.`,
    );
  const payment = answer === 'paid_back' ? { payment_method, cash_kobo: 0, transfer_kobo: 0 } : sent;
  return { payment, answered: answer ?? null };
}

/** A restored order gets back the delivery outcome that its meta holds, instead of "not delivered" (ORD-26). */
async function deliveredOutcome(ctx: Ctx, id: string): Promise<string | null> {
  const rows = await ctx.db
    .selectFrom('order_group_meta')
    .select('value')
    .where('order_group_id', '=', id)
    .where('tag', '=', 'delivery_outcome')
    .execute();
  return rows[0]?.value ?? null;
}

async function casesOf(ctx: Ctx, id: string): Promise<number> {
  const rows = await ctx.db.selectFrom('order_group').select('cases').where('_id', '=', id).execute();
  return rows[0]?.cases ?? 0;
}

/**
 * The cleaned reason. Undoing a billed order needs at least three characters. Cancelling a pending order may name why it was not delivered (B5.1).
 * Throws 422.
 */
function reasonOf(group: Group, needed: boolean, { new_tag, reason = '' }: TagChange): string {
  const text = cleanText(reason);
  if (needed && text.length < 3) throw invalid({ reason: 'Reason field is required.' });
  if (!needed && group.tag === 'pending' && new_tag === 'cancelled' && text !== '' && !(text in REASON_NOT_DELIVERED))
    throw invalid({ reason: 'Reason is not valid.' });
  return text;
}

/** The source and the payment that the documented client sends in `meta` beside the tag (ORD-30, ORD-32). Other entries of `meta` are ignored. */
function metaOf(text: string | undefined): { source: string; payment: MetaFields } {
  let parsed: unknown = null;
  try {
    parsed = JSON.parse(text ?? '{}');
  } catch {
    // `meta` is not JSON but a plain note, so there is nothing to read from it.
  }
  const fields = (typeof parsed === 'object' && parsed !== null ? parsed : {}) as Record<string, unknown>;
  const word = (name: string) =>
    typeof fields[name] === 'string' || typeof fields[name] === 'number' ? String(fields[name]) : '';
  const payment: MetaFields = Object.fromEntries(
    (['payment_method', 'payment_cash', 'payment_transfer'] as const)
      .filter((name) => word(name) !== '')
      .map((name) => [name, { value: word(name), meta: '' }]),
  );
  return { source: cleanText(word('source')).slice(0, 60), payment };
}

/** The stored payment with the sent parts merged in (PAY-08), or null when none was sent. Throws 422 when the result breaks a rule. */
async function paymentIn(ctx: Ctx, group: Group, sent: MetaFields) {
  if (Object.keys(sent).length === 0) return null;
  const { payment_method, payment_cash, payment_transfer } = await storedMeta(ctx, group._id);
  // A new method leaves one side at zero. That side is left out, so that the rules ask for its amount. Otherwise received money would disappear.
  const side = (entry: MetaFields[MetaTag]) =>
    sent.payment_method && parseMoney(entry?.value ?? '') === 0 ? undefined : entry;
  const fields = {
    payment_method,
    payment_cash: side(payment_cash),
    payment_transfer: side(payment_transfer),
    ...sent,
  };
  const errors = metaErrors(fields);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const { method, cash, transfer } = paymentOf(fields);
  return { payment_method: method, cash_kobo: cash, transfer_kobo: transfer };
}

/** Locks an order and its group, the group first. Throws 404 when there is no such order. */
export async function lockOrder(ctx: Ctx, id: string) {
  const find = () =>
    ctx.db
      .selectFrom('order')
      .select(['_id', 'tag', 'order_group_id', 'version', 'amount_kobo'])
      .where('_id', '=', id)
      .where('deleted_at', 'is', null)
      .$narrowType<{ tag: OrderTag }>()
      .executeTakeFirst();
  const first = await find();
  if (!first) throw notFound('Order');
  const group = await lockGroup(ctx, first.order_group_id);
  const order = await find();
  if (!order) throw notFound('Order');
  return { order: { ...order, tag: partTag(order.tag, group.tag) }, group };
}

export const tagHandlers: Handler[] = [
  handle(updateGroupTag, async ({ _id, base_version, old_tag, new_tag, ...more }, ctx) => {
    const group = await lockGroup(ctx, _id);
    ctx.setMessage('Order successfully updated.');
    if (group.tag === new_tag) return readGroup(ctx, _id);
    if (group.tag !== old_tag) throw await alreadyMoved(group.tag, () => readGroup(ctx, _id));
    await refuseStale(ctx, group, base_version);
    await moveGroup(ctx, group, { new_tag, ...more });
    return readGroup(ctx, _id);
  }),
  handle(deleteGroup, async ({ _id, base_version, payment_outcome }, ctx) => {
    const group = await lockGroup(ctx, _id);
    if (group.tag === 'deleted') return { _id };
    await refuseStale(ctx, group, base_version);
    await moveGroup(ctx, group, { new_tag: 'deleted', payment_outcome });
    return { _id };
  }),
  handle(createOrder, async ({ order_group_id, manufacturer_id, client_id }, ctx) => {
    const group = await lockGroup(ctx, order_group_id);
    if (!mayEditGroup(group.tag, ctx.who)) throw new Refusal('forbidden');
    if (!(await isLive(ctx.db, 'manufacturer', manufacturer_id))) throw notFound('Manufacturer');
    const { _id, made } = await makeOrder(ctx, group, manufacturer_id, client_id ?? null);
    if (made)
      await ctx.audit({
        action: 'create',
        model: 'order',
        record_id: _id,
        record_label: group.ref,
        after: { order_group_id, manufacturer_id },
      });
    return _id;
  }),
  handle(updateOrderTag, async ({ _id, base_version, old_tag, new_tag, meta, sales_officer_id }, ctx) => {
    const { order, group } = await lockOrder(ctx, _id);
    if (!mayMoveOrder(group.tag, ctx.who)) throw new Refusal('forbidden');
    ctx.setMessage('Order successfully updated.');
    if (order.tag !== new_tag && order.tag !== old_tag) throw await alreadyMoved(order.tag, () => readOrder(ctx, _id));
    const officer = sales_officer_id === undefined ? undefined : await officerOf(ctx, sales_officer_id);
    const another = officer && officer._id !== group.sales_officer_id ? officer._id : null;
    if (order.tag === new_tag && another === null) return readOrder(ctx, _id);
    await refuseStaleOrder(ctx, order, base_version);
    // The parts of a cancelled order count as cancelled. Each part gets its own tag back when the order is restored.
    if (order.tag !== new_tag && group.tag === 'cancelled')
      throw new Refusal('bad_transition', 'This order is cancelled, and its parts with it. Restore the order first.');
    if (officer) await refuseSecondCart(ctx, group, officer.seller_id);
    if (order.tag !== new_tag) await tagOrders(ctx, group, [order], new_tag, metaOf(meta).source || group.source);
    if (another !== null) await changeOfficer(ctx, group, another);
    else await settleGroup(ctx, group);
    return readOrder(ctx, _id);
  }),
  handle(updateOrderOfficer, async ({ _id, base_version, sales_officer_id }, ctx) => {
    const officer = officerSent(sales_officer_id);
    const { order, group } = await lockOrder(ctx, _id);
    if (group.sales_officer_id !== officer) await refuseStaleOrder(ctx, order, base_version);
    await changeOfficer(ctx, group, officer);
    return readOrder(ctx, _id);
  }),
];
