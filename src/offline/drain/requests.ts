/** Builds requests from ops. References are resolved here, at the time of sending (rules 12, 14, 19). */
import { createFields, executeFields, headerFields, lineFields } from '#contract/purchasing/changeFields.ts';
import { isLocal, type Op, type SentBody } from '../outbox/op.ts';
import type { Request, Tx } from '../store/ports.ts';

/** The server's id of a transfer, or null while its create is unanswered. */
export async function orderId(tx: Tx, transfer: string): Promise<string | null> {
  if (!isLocal(transfer)) return transfer;
  return (await tx.known(transfer))?.id ?? null;
}

/** The server's id of a line, or null for a new line. If the op has no id, the id that is known of its chain is used. */
export async function itemId(tx: Tx, op: Op): Promise<string | null> {
  if (!op.item || op.item.fresh) return null;
  return op.item.id ?? ((await tx.known(op.chain))?.id || null);
}

/** Resolves "the result of op k" to the version that op k made. null: no version is claimed. */
export async function resolveBase(tx: Tx, op: Op): Promise<number | null> {
  if (op.base === null) return null;
  if ('version' in op.base) return op.base.version;
  return (await tx.known(`op:${op.base.after}`))?.version ?? null;
}

/** The refs that {@link freeze} looks up for an op, so that those of a whole unit can be read in one request. */
export function refersTo({ type, transfer, chain, item, base }: Op): string[] {
  return [
    ...(type === 'create' || !isLocal(transfer) ? [] : [transfer]),
    ...(item && !item.fresh && item.id === null ? [chain] : []),
    ...(base && 'after' in base ? [`op:${base.after}`] : []),
  ];
}

const PATHS: Readonly<Record<Op['type'], string>> = {
  create: 'purchase_order/create',
  header: 'purchase_order/update',
  upsert: 'purchase_order_item/upsert_bulk',
  remove: 'purchase_order_item/remove',
  execute: 'purchase_order/execute',
};

/** The resolved references and the request fields of an op (rule 12). */
export interface Frozen {
  item: Op['item'];
  frozen_base: number | null;
  sent_body: SentBody;
}

/**
 * Resolves the references of an op at its first try.
 * null: the transfer is not known on this tablet. 'nothing': a removal of a line that was never on the server, because its add was discarded.
 */
export async function freeze(tx: Tx, op: Op): Promise<Frozen | 'nothing' | null> {
  const frozen_base = op.attempts === 0 ? await resolveBase(tx, op) : op.frozen_base;
  if (op.attempts > 0 && op.sent_body) return { item: op.item, frozen_base, sent_body: op.sent_body };
  const order = op.type === 'create' ? '' : await orderId(tx, op.transfer);
  if (order === null) return null;
  const id = await itemId(tx, op);
  if (op.type === 'remove' && id === null) return 'nothing';
  const item = op.item && id !== null ? { ...op.item, id } : op.item;
  return { item, frozen_base, sent_body: bodyOf({ ...op, item, frozen_base }, order, id) };
}

/** The request fields of an op; `id` is null for a new line. */
export function bodyOf(op: Omit<Op, 'seq'>, order: string, id: string | null): SentBody {
  const base_version = op.frozen_base ?? undefined;
  switch (op.type) {
    case 'create':
      return createFields((op as Op<'create'>).payload, op.transfer);
    case 'header':
      return { _id: order, ...headerFields((op as Op<'header'>).payload), base_version };
    case 'remove':
      return { _id: id, base_version };
    case 'execute': {
      const { expect_digest, expect_header } = (op as Op<'execute'>).payload;
      return executeFields(order, expect_digest, expect_header);
    }
    case 'upsert': {
      const place = { id, client_id: op.item?.client_id ?? '', base_version: op.frozen_base };
      return { purchase_order_id: order, ...lineFields((op as Op<'upsert'>).payload, place) };
    }
  }
}

/** One request for the ops of a unit (rule 25), from their `sent_body` fields. */
export function toRequest(unit: readonly Op[]): Request {
  const [first] = unit;
  const { user_id = '', key = '', type = 'create' } = first ?? {};
  const path = PATHS[type];
  if (type !== 'upsert') {
    const saved = first && (type === 'create' || type === 'header') ? Math.floor(first.saved_at / 1_000) : undefined;
    return { user_id, path, key, saved, fields: first?.sent_body ?? {} };
  }
  // All columns must have equal length (rule 27). If an earlier release sent a row first and did not know a field, the row's cell is empty, which
  // the server ignores.
  const names = new Set(unit.flatMap((op) => Object.keys(op.sent_body ?? {})));
  names.delete('purchase_order_id');
  const column = (name: string) => unit.map((op) => op.sent_body?.[name] ?? '');
  return {
    user_id,
    path,
    key,
    fields: {
      purchase_order_id: first?.sent_body?.purchase_order_id,
      op_key: unit.map((op) => op.key),
      ...Object.fromEntries([...names].map((name) => [name, column(name)])),
    },
  };
}

/** The key of the op whose result this op is based on, or null (rule 19). */
export function dependsOn(op: Op): string | null {
  return op.base && 'after' in op.base ? op.base.after : null;
}

/** The request that closes the key of `op` (rule 34). `key` is the key of the cancel request itself. */
export function cancelRequest(op: { key: string; user_id: string }, key: string, epoch: string | undefined): Request {
  return { user_id: op.user_id, path: 'sync/cancel', fields: { key: op.key }, key, epoch };
}
