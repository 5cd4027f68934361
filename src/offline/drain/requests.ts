/** Turns ops into requests. References to other ops are resolved here, at the moment of sending (rules 12, 14, 19). */
import {
  createFields,
  executeFields,
  giveFields,
  headerFields,
  lineFields,
  reverseFields,
  takeFields,
} from '#contract/purchasing/changeFields.ts';
import { countFields, openFields } from '#contract/stock/countFields.ts';
import { positionOf } from '#domain/lanePositions.ts';
import { isLocal, type Op, type SentBody } from '../outbox/op.ts';
import type { Request, Tx } from '../store/ports.ts';

/** The server's id of a transfer or stocktake; null while its create has no answer. */
export async function orderId(tx: Tx, transfer: string): Promise<string | null> {
  if (!isLocal(transfer)) return transfer;
  return (await tx.known(transfer))?.id ?? null;
}

/** The server's id of a line; null for a new line. If the writer saw no id, the id that the previous op created is used. */
export async function itemId(tx: Tx, op: Op): Promise<string | null> {
  if (!op.item || op.item.fresh) return null;
  return op.item.id ?? ((await tx.known(op.chain))?.id || null);
}

/** The version to which the base of an op resolves: the version that another op created, or the version that the writer saw. null: the op claims no version. */
export async function resolveBase(tx: Tx, op: Op): Promise<number | null> {
  if (op.base === null) return null;
  if ('version' in op.base) return op.base.version;
  return (await tx.known(`op:${op.base.after}`))?.version ?? null;
}

/** The refs that {@link freeze} reads for an op, so that those of a whole unit can be read in one query. */
export function refersTo({ type, transfer, chain, item, base }: Op): string[] {
  return [
    ...(positionOf({ type }) === 'begins' || !isLocal(transfer) ? [] : [transfer]),
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
  reverse: 'purchase_order/reverse',
  give: 'handover/give',
  take: 'handover/take',
  open: 'stocktake/open',
  count: 'stocktake/count',
  finish: 'stocktake/finish',
};

/** The field that all rows of a request share. */
const SHARED = { upsert: 'purchase_order_id', count: 'stocktake_id' } as const;

/** An op with resolved references and the body that is sent (rule 12). */
export interface Frozen {
  item: Op['item'];
  frozen_base: number | null;
  sent_body: SentBody;
}

/**
 * Resolves the references of an op at its first try. null: this tablet does not know the op's transfer. 'nothing': the line was never on the server, because
 * its add was discarded (the removal has nothing to remove).
 */
export async function freeze(tx: Tx, op: Op): Promise<Frozen | 'nothing' | null> {
  const frozen_base = op.attempts === 0 ? await resolveBase(tx, op) : op.frozen_base;
  if (op.attempts > 0 && op.sent_body) return { item: op.item, frozen_base, sent_body: op.sent_body };
  const order = positionOf(op) === 'begins' ? '' : await orderId(tx, op.transfer);
  if (order === null) return null;
  const id = await itemId(tx, op);
  if (op.type === 'remove' && id === null) return 'nothing';
  const item = op.item && id !== null ? { ...op.item, id } : op.item;
  return { item, frozen_base, sent_body: bodyOf({ ...op, item, frozen_base }, order, id) };
}

/** The body of an op. `id`: the line's id on the server, null for a new line. */
export function bodyOf(op: Omit<Op, 'seq'>, order: string, id: string | null): SentBody {
  const base_version = op.frozen_base ?? undefined;
  switch (op.type) {
    case 'create':
      return createFields((op as Op<'create'>).payload, op.transfer);
    case 'header':
      return { _id: order, ...headerFields((op as Op<'header'>).payload), base_version };
    case 'remove':
      return { _id: id, base_version };
    case 'execute':
      return executeFields(order, (op as Op<'execute'>).payload);
    case 'reverse':
      return reverseFields(order, (op as Op<'reverse'>).payload, op.item?.client_id ?? '');
    case 'give':
      return giveFields(order, (op as Op<'give'>).payload);
    case 'take':
      return takeFields((op as Op<'take'>).payload);
    case 'upsert': {
      const place = { id, client_id: op.item?.client_id ?? '', base_version: op.frozen_base };
      return { purchase_order_id: order, ...lineFields((op as Op<'upsert'>).payload, place) };
    }
    case 'open':
      return openFields((op as Op<'open'>).payload, op.transfer, op.item?.client_id);
    case 'count':
      return { stocktake_id: order, ...countFields((op as Op<'count'>).payload) };
    case 'finish':
      return { stocktake_id: order };
  }
}

/** Builds one request for ops that are sent together (rule 25), each with its `sent_body`. */
export function toRequest(unit: readonly Op[]): Request {
  const [first] = unit;
  const { user_id = '', key = '', type = 'create' } = first ?? {};
  const path = PATHS[type];
  if (type !== 'upsert' && type !== 'count') {
    const isDated = type === 'create' || type === 'header' || type === 'reverse';
    const saved = first && isDated ? Math.floor(first.saved_at / 1_000) : undefined;
    return { user_id, path, key, saved, fields: first?.sent_body ?? {} };
  }
  // All columns have one length. A row of an older release may lack a field; its cell is empty, which means "not given".
  const names = new Set(unit.flatMap((op) => Object.keys(op.sent_body ?? {})));
  const shared = SHARED[type];
  names.delete(shared);
  const column = (name: string) => unit.map((op) => op.sent_body?.[name] ?? '');
  return {
    user_id,
    path,
    key,
    fields: {
      [shared]: first?.sent_body?.[shared],
      op_key: unit.map((op) => op.key),
      ...Object.fromEntries([...names].map((name) => [name, column(name)])),
    },
  };
}

/** The key of the op on which this op depends; null: none (rule 19). */
export function dependsOn(op: Op): string | null {
  return op.base && 'after' in op.base ? op.base.after : null;
}

/** The request that cancels the key of `op` (rule 34). `key`: the key of this request itself. */
export function cancelRequest(op: { key: string; user_id: string }, key: string, epoch: string | undefined): Request {
  return { user_id: op.user_id, path: 'sync/cancel', fields: { key: op.key }, key, epoch };
}
