/** Figures that a person sets on a group: amounts, fee, associate, discount, returns, payment (ORD-35, ORD-39, PAY rows). */
import { sql } from 'kysely';
import {
  updateGroupAmount,
  updateGroupDeliveryFee,
  updateGroupOfficer,
  updateGroupSubtotal,
  updateOrderAmount,
  upsertGroupMeta,
  upsertOrderMeta,
} from '#contract/orders/orderCalls.ts';
import { formatMoney, koboOf } from '#domain/money.ts';
import {
  cleanMetaValue,
  EDITABLE_META,
  META_TAGS,
  type MetaFields,
  type MetaTag,
  metaErrors,
  paymentOf,
} from '#domain/orderMeta.ts';
import { type Ctx, type Handler, handle } from '../calls/handler.ts';
import { invalid, Refusal } from '../calls/refusal.ts';
import { totalKobo } from './figureRules.ts';
import { changeOfficer, officerSent } from './groupOfficer.ts';
import { lockOrder, readGroup, readOrder, refuseStale, refuseStaleOrder } from './groupTags.ts';
import { type Group, type GroupChanges, lockGroup, settleGroup, writeMeta } from './settleGroup.ts';
import { storedMeta } from './storedMeta.ts';

/** Changes one figure of a group. `changesOf` returns null when the group has the requested value already. */
async function setFigure(
  ctx: Ctx,
  input: { _id: string; base_version?: number },
  changesOf: (group: Group) => GroupChanges | null,
) {
  const group = await lockGroup(ctx, input._id);
  const changes = changesOf(group);
  ctx.setMessage('Order successfully updated.');
  if (changes === null) return readGroup(ctx, group._id);
  await refuseStale(ctx, group, input.base_version);
  await settleGroup(ctx, group, changes);
  await auditFigures(ctx, group, changes);
  return readGroup(ctx, group._id);
}

async function auditFigures(ctx: Ctx, group: Group, changes: GroupChanges): Promise<void> {
  const { amountFollows: _follows, line: _line, field: _field, ...set } = changes;
  const shown = (of: Partial<Group>) =>
    Object.fromEntries(
      Object.keys(set).map((name) => {
        const value = of[name as keyof Group];
        return [name.replace(/_kobo$/, ''), typeof value === 'number' ? formatMoney(value) : value];
      }),
    );
  await ctx.audit({
    action: 'update',
    model: 'order_group',
    record_id: group._id,
    record_label: group.ref,
    before: shown(group),
    after: shown(set as Partial<Group>),
  });
}

interface MetaInput {
  tag: string[];
  value?: (string | null)[];
  meta?: (string | null)[];
}

/**
 * The meta entries of a request. Throws when the lists differ in length (API.md 1.6) and 422 for an unknown tag. Tags that only the server writes are
 * accepted and ignored, because the documented client sends them after a change of a tag (ORD-38, API.md 1.1).
 */
function entriesOf({ tag, value = [], meta = [] }: MetaInput) {
  const lengths = [value, meta].filter((list) => list.length > 0).map((list) => list.length);
  if (tag.length === 0 || lengths.some((length) => length !== tag.length)) throw new Refusal('unequal_arrays');
  return tag.flatMap((name, index) => {
    const known = META_TAGS.find((one) => one === name);
    if (!known) throw invalid({ tag: `Unknown tag: ${name}.` });
    if (!EDITABLE_META.some((one) => one === known)) return [];
    return [{ tag: known, value: cleanMetaValue(known, value[index] ?? ''), meta: (meta[index] ?? '').trim() }];
  });
}

const isStored = (stored: MetaFields, { tag, value, meta }: { tag: MetaTag; value: string; meta: string }) =>
  (stored[tag]?.value ?? '') === value && (stored[tag]?.meta ?? '') === meta;

/** Replaces the sent meta entries of a group. The rules check the result of the merge (PAY-08). */
async function upsertMeta(
  {
    order_group_id,
    update_amounts_too = false,
    base_version,
    ...sent
  }: MetaInput & {
    order_group_id: string;
    update_amounts_too?: boolean;
    base_version?: number;
  },
  ctx: Ctx,
) {
  const group = await lockGroup(ctx, order_group_id);
  const entries = entriesOf(sent);
  const stored = await storedMeta(ctx, group._id);
  const merged: MetaFields = {
    ...stored,
    ...Object.fromEntries(entries.map(({ tag, value, meta }) => [tag, { value, meta }])),
  };
  const discount = entries.find((entry) => entry.tag === 'discount');
  // The discount is checked only when the request sets one. A stored discount that is too large must not keep anybody from recording a payment.
  const errors = metaErrors(merged, discount ? totalKobo({ ...group, discount_kobo: 0 }) : null);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  ctx.setMessage('Order successfully updated.');
  const same = entries.every((entry) => isStored(stored, entry));
  const follows = update_amounts_too && discount !== undefined;
  if (same && (!follows || group.amount_kobo === totalKobo(group))) return readGroup(ctx, group._id);
  await refuseStale(ctx, group, base_version);
  const { method, cash, transfer } = paymentOf(merged);
  const paid = entries.some((entry) => entry.tag.startsWith('payment_'));
  const changes: GroupChanges = {
    ...(discount
      ? {
          discount_kobo: discount.value.trim() === '' ? 0 : koboOf(discount.value),
          discount_reason: discount.value === '' ? '' : discount.meta,
        }
      : {}),
    ...(paid ? { payment_method: method, cash_kobo: cash, transfer_kobo: transfer } : {}),
    ...(follows ? { amountFollows: true } : {}),
  };
  await writeMeta(ctx, group._id, entries);
  if (paid && merged.payment_method?.value) {
    // The side that was not chosen becomes zero in the meta too.
    await writeMeta(ctx, group._id, [
      { tag: 'payment_cash', value: formatMoney(cash) },
      { tag: 'payment_transfer', value: formatMoney(transfer) },
    ]);
  }
  await settleGroup(ctx, group, changes);
  await ctx.audit({
    action: 'update',
    model: 'order_group',
    record_id: group._id,
    record_label: group.ref,
    before: Object.fromEntries(entries.map(({ tag }) => [tag, stored[tag]?.value ?? ''])),
    after: Object.fromEntries(entries.map(({ tag, value }) => [tag, value])),
  });
  return readGroup(ctx, group._id);
}

export const paymentHandlers: Handler[] = [
  handle(updateGroupAmount, (input, ctx) =>
    setFigure(ctx, input, (group) => (group.amount_kobo === input.amount ? null : { amount_kobo: input.amount })),
  ),
  handle(updateGroupSubtotal, (input, ctx) => {
    if (input.subtotal === 0) throw invalid({ subtotal: 'Subtotal must be a number, not zero.' });
    return setFigure(ctx, input, (group) => {
      const adjustment = input.subtotal - group.orders_kobo;
      return group.adjustment_kobo === adjustment ? null : { adjustment_kobo: adjustment, field: 'subtotal' };
    });
  }),
  handle(updateGroupDeliveryFee, (input, ctx) =>
    setFigure(ctx, input, (group) =>
      group.delivery_fee_kobo === input.delivery_fee
        ? null
        : { delivery_fee_kobo: input.delivery_fee, field: 'delivery_fee' },
    ),
  ),
  handle(updateGroupOfficer, async ({ _id, base_version, sales_officer_id }, ctx) => {
    const officer = officerSent(sales_officer_id);
    const group = await lockGroup(ctx, _id);
    if (group.sales_officer_id !== officer) await refuseStale(ctx, group, base_version);
    await changeOfficer(ctx, group, officer);
    return readGroup(ctx, _id);
  }),
  handle(upsertGroupMeta, upsertMeta),
  handle(updateOrderAmount, async ({ _id, base_version, amount }, ctx) => {
    const { order, group } = await lockOrder(ctx, _id);
    ctx.setMessage('Order successfully updated.');
    if (order.amount_kobo === amount) return readOrder(ctx, _id);
    await refuseStaleOrder(ctx, order, base_version);
    await ctx.db
      .updateTable('order')
      .set({
        amount_kobo: amount,
        amount_edited: true,
        modified: ctx.now,
        modified_by: ctx.who.user_id,
        version: sql<number>`version + 1`,
      })
      .where('_id', '=', _id)
      .execute();
    await settleGroup(ctx, group, { field: 'amount' });
    await ctx.audit({
      action: 'update',
      model: 'order',
      record_id: _id,
      record_label: group.ref,
      before: { amount: formatMoney(order.amount_kobo) },
      after: { amount: formatMoney(amount) },
    });
    return readOrder(ctx, _id);
  }),
  handle(upsertOrderMeta, async ({ order_id, base_version, ...sent }, ctx) => {
    const { order, group } = await lockOrder(ctx, order_id);
    const entries = entriesOf(sent);
    const errors = metaErrors(Object.fromEntries(entries.map(({ tag, value, meta }) => [tag, { value, meta }])));
    if (Object.keys(errors).length > 0) throw invalid(errors);
    ctx.setMessage('Order successfully updated.');
    const stored = await storedMeta(ctx, order_id, 'order');
    // When a tag was sent twice, the last entry counts.
    const last = [...new Map(entries.map((entry) => [entry.tag, entry])).values()];
    const changed = last.filter((entry) => !isStored(stored, entry));
    if (changed.length === 0) return readOrder(ctx, order_id);
    await refuseStaleOrder(ctx, order, base_version);
    await writeMeta(ctx, order_id, changed, 'order');
    await ctx.db
      .updateTable('order')
      .set({ modified: ctx.now, modified_by: ctx.who.user_id, version: sql<number>`version + 1` })
      .where('_id', '=', order_id)
      .execute();
    await ctx.audit({
      action: 'update',
      model: 'order',
      record_id: order_id,
      record_label: group.ref,
      before: Object.fromEntries(changed.map(({ tag }) => [tag, stored[tag]?.value ?? ''])),
      after: Object.fromEntries(changed.map(({ tag, value }) => [tag, value])),
    });
    return readOrder(ctx, order_id);
  }),
];
