/** From ops to requests: references are resolved here, at the moment of sending (rules 12, 14, 19). */
import { createFields, executeFields, headerFields, lineFields } from '#contract/purchasing/changeFields.ts';
import { isLocal, type Op } from './op.ts';
import type { Request, Tx } from './ports.ts';

/** The server's id of a transfer, or null while its create is unanswered. */
export async function orderId(tx: Tx, transfer: string): Promise<string | null> {
  if (!isLocal(transfer)) return transfer;
  return (await tx.known(transfer))?.id ?? null;
}

/**
 * The id a line has on the server, or null: it is new. What this tablet's own ops made comes before what a screen once showed, because a
 * restored server gives other ids.
 */
export async function itemId(tx: Tx, op: Op): Promise<string | null> {
  if (!op.item || op.item.fresh) return null;
  return (await tx.known(op.chain))?.id || op.item.id;
}

/** Resolves "the result of op k" to the version it made. Without one, no version is claimed. */
export async function resolveBase(tx: Tx, op: Op): Promise<number | null> {
  if (op.base === null) return null;
  if ('version' in op.base) return op.base.version;
  return (await tx.known(`op:${op.base.after}`))?.version ?? null;
}

/** null: the transfer is not known here. 'nothing': the line was never on the server, its add was given up before (a removal of nothing). */
export async function toRequest(tx: Tx, unit: readonly Op[]): Promise<Request | 'nothing' | null> {
  const [first] = unit;
  if (!first) return null;
  if (first.type === 'create') {
    return {
      user_id: first.user_id,
      path: 'purchase_order/create',
      key: first.key,
      fields: createFields((first as Op<'create'>).payload, first.transfer),
    };
  }
  const order = await orderId(tx, first.transfer);
  if (order === null) return null;
  switch (first.type) {
    case 'header':
      return {
        user_id: first.user_id,
        path: 'purchase_order/update',
        key: first.key,
        fields: {
          _id: order,
          ...headerFields((first as Op<'header'>).payload),
          base_version: first.frozen_base ?? undefined,
        },
      };
    case 'remove': {
      const item = await itemId(tx, first);
      if (!item) return 'nothing';
      return {
        user_id: first.user_id,
        path: 'purchase_order_item/remove',
        key: first.key,
        fields: { _id: item, base_version: first.frozen_base ?? undefined },
      };
    }
    case 'execute':
      return {
        user_id: first.user_id,
        path: 'purchase_order/execute',
        key: first.key,
        fields: executeFields(order, (first as Op<'execute'>).payload.expect_digest),
      };
    default:
      return upsertRequest(tx, order, unit as readonly Op<'upsert'>[]);
  }
}

async function upsertRequest(tx: Tx, order: string, unit: readonly Op<'upsert'>[]): Promise<Request> {
  const columns: Record<string, unknown[]> = { op_key: unit.map((op) => op.key) };
  for (const op of unit) {
    const place = { id: await itemId(tx, op), client_id: op.item?.client_id ?? '', base_version: op.frozen_base };
    for (const [name, cell] of Object.entries(lineFields(op.payload, place))) {
      columns[name] ??= [];
      columns[name].push(cell);
    }
  }
  return {
    user_id: unit[0]?.user_id ?? '',
    path: 'purchase_order_item/upsert_bulk',
    key: unit[0]?.key ?? '',
    fields: { purchase_order_id: order, ...columns },
  };
}

/** The key of the op whose result this one stands on, if any (rule 19). */
export function standsOn(op: Op): string | null {
  return op.base && 'after' in op.base ? op.base.after : null;
}

/** Asks that a key takes effect nowhere any more (rule 34). `key`: of this call itself. */
export function cancelRequest(op: { key: string; user_id: string }, key: string, epoch: string | undefined): Request {
  return { user_id: op.user_id, path: 'sync/cancel', fields: { key: op.key }, key, epoch };
}
