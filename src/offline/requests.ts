/** From ops to requests: references are resolved here, at the moment of sending (rules 12, 14, 19). */
import { isLocal, type Line, type Op } from './op.ts';
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
      path: 'purchase_order/create',
      key: first.key,
      fields: {
        ...headerFields(first),
        ref: '*',
        tag: 'purchase_order',
        amount: '0',
        client_id: clientUuid(first.transfer),
      },
    };
  }
  const order = await orderId(tx, first.transfer);
  if (order === null) return null;
  switch (first.type) {
    case 'header':
      return {
        path: 'purchase_order/update',
        key: first.key,
        fields: { _id: order, ...headerFields(first), base_version: first.frozen_base ?? undefined },
      };
    case 'remove': {
      const item = await itemId(tx, first);
      if (!item) return 'nothing';
      return {
        path: 'purchase_order_item/remove',
        key: first.key,
        fields: { _id: item, base_version: first.frozen_base ?? undefined },
      };
    }
    case 'execute':
      return {
        path: 'purchase_order/execute',
        key: first.key,
        fields: {
          _id: order,
          commit: true,
          error_on_empty: true,
          expect_digest: (first as Op<'execute'>).payload.expect_digest,
        },
      };
    default:
      return upsertRequest(tx, order, unit as readonly Op<'upsert'>[]);
  }
}

async function upsertRequest(tx: Tx, order: string, unit: readonly Op<'upsert'>[]): Promise<Request> {
  const rows: { op: Op<'upsert'>; id: string | null }[] = [];
  for (const op of unit) rows.push({ op, id: await itemId(tx, op) });
  const column = (value: (line: Line) => unknown) => rows.map(({ op }) => value(op.payload) ?? '');
  return {
    path: 'purchase_order_item/upsert_bulk',
    key: unit[0]?.key ?? '',
    fields: {
      purchase_order_id: order,
      op_key: rows.map(({ op }) => op.key),
      product_id: column((line) => line.product_id),
      quantity: column((line) => line.quantity),
      quantity_accepted: column((line) => line.quantity_accepted),
      amount: column((line) => line.amount),
      reason: column((line) => line.reason),
      note: column((line) => line.note),
      client_id: rows.map(({ op, id }) => (id === null ? (op.item?.client_id ?? '') : '')),
      _id: rows.map(({ id }) => id ?? ''),
      base_version: rows.map(({ op, id }) => (id === null ? '' : (op.frozen_base ?? ''))),
    },
  };
}

function headerFields(op: Op): Record<string, unknown> {
  const { timestamp, source_type, source, destination_type, destination, meta } = (op as Op<'create'>).payload;
  return { timestamp, meta, source_type, source, destination_type, destination };
}

/** `local-<uuid>` -> the uuid that the server keeps as client_id. */
export function clientUuid(transfer: string): string {
  return transfer.replace(/^local-/, '');
}

/** The key of the op whose result this one stands on, if any (rule 19). */
export function standsOn(op: Op): string | null {
  return op.base && 'after' in op.base ? op.base.after : null;
}
