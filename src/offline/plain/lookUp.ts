/**
 * Uses the documents' own reads to find out whether an op without an answer took effect, and whether a confirmation still matches the server's state (rules 85
 * to 88).
 */
import { NO_VALUE } from '#domain/locale.ts';
import type { ConfirmedLine, FinishedOp, Op, TransferHeader } from '../outbox/op.ts';
import type { PlainNet, PlainReply } from '../store/ports.ts';
import {
  confirmedLineOf,
  createdAt,
  currentOf,
  idIn,
  isSameHeader,
  isSameLine,
  movesTheSame,
  type PlainRow,
  productOf,
  rowIn,
  rowsIn,
} from './documents.ts';

/** A record of the server that may be the op. */
export interface PossibleMatch {
  _id: string;
  ref: string;
  /** Epoch seconds; null: the server does not say. */
  created: number | null;
  tag: string;
}

export type Found =
  /** The op took effect; `data` is what its answer would have contained. */
  | { word: 'stands'; data: unknown }
  /** The op took no effect. */
  | { word: 'absent'; order?: PlainRow }
  /** Several records may be this op, and no read can tell which. */
  | { word: 'several'; found: PossibleMatch[] }
  /** A different value is there, or the record that the op changes no longer exists. */
  | { word: 'other'; code: 404 | 409; message: string; data: unknown }
  /** The read got no answer or was refused. */
  | { word: 'unknown'; reply: PlainReply };

/** The data of a look-up besides the op: the server's id of the order, and the ids of the orders that other ops created. */
export interface LookUpContext {
  order: string;
  taken: ReadonlySet<string>;
  /** For a confirmation: its transfer as this tablet created it. A duplicate would be another transfer with the same header. */
  made?: { header: TransferHeader; first: number };
}

/** The largest difference between a server's clock and its Date header, ms. */
const CLOCKS_MS = 60_000;

/** Looks up an op. `doubted`: the op was sent before and got no answer. Otherwise only confirmations and headers are checked before they are sent. */
export async function lookUp(net: PlainNet, op: Op, around: LookUpContext, doubted: boolean): Promise<Found> {
  switch (op.type) {
    case 'create':
      return ofCreate(net, op as Op<'create'>, around);
    case 'header':
      return ofHeader(net, op as Op<'header'>, around);
    case 'execute':
      return ofExecute(net, op as Op<'execute'>, around, doubted);
    default:
      return ofLine(net, op as Op<'upsert' | 'remove'>, around);
  }
}

async function ofCreate(net: PlainNet, op: Op<'create'>, { taken }: LookUpContext): Promise<Found> {
  const alike = await ordersLike(net, op, { header: op.payload, first: op.tried?.first ?? 0 }, taken);
  if (!Array.isArray(alike)) return alike;
  const [first] = alike;
  if (!first) return { word: 'absent' };
  // The lines of this transfer wait for its id. An order that has lines, or is a receipt, therefore probably belongs to somebody else.
  const isDoubtful = first.tag === 'receipt' || (Array.isArray(first.items) && first.items.length > 0);
  return alike.length === 1 && !isDoubtful
    ? { word: 'stands', data: idIn(first) }
    : { word: 'several', found: alike.map(possibleMatchOf) };
}

/** The orders that this create may have created. `first`: the server's clock before its first try, epoch ms; 0: unknown. */
async function ordersLike(
  net: PlainNet,
  op: Op,
  { header, first }: { header: TransferHeader; first: number },
  taken: ReadonlySet<string>,
): Promise<PlainRow[] | Found> {
  const reply = await net.read(op.user_id, 'purchase_order/read_all', {});
  const rows = reply.verified && reply.code === 200 ? rowsIn(reply.data) : null;
  if (!rows) return { word: 'unknown', reply };
  const earliest = first === 0 ? 0 : first - CLOCKS_MS;
  return rows.filter((row) => {
    const id = idIn(row);
    if (!isSameHeader(row, header) || taken.has(id) || op.not_mine?.includes(id)) return false;
    return (createdAt(row) ?? earliest) >= earliest;
  });
}

const possibleMatchOf = (row: PlainRow): PossibleMatch => {
  const created = createdAt(row);
  return {
    _id: idIn(row),
    ref: typeof row.ref === 'string' && row.ref !== '' ? row.ref : NO_VALUE,
    created: created === null ? null : created / 1_000,
    tag: String(row.tag),
  };
};

async function readOrder(net: PlainNet, op: Op, order: string): Promise<PlainRow | Found> {
  const reply = await net.read(op.user_id, 'purchase_order/read', { _id: order });
  const row = reply.verified && reply.code === 200 ? rowIn(reply.data) : null;
  if (row) return row;
  if (reply.verified && (reply.code === 200 || reply.code === 404))
    return gone('This transfer is not on the server any more.');
  return { word: 'unknown', reply };
}

const gone = (message: string): Found => ({ word: 'other', code: 404, message, data: null });
const isFound = (one: PlainRow | Found): one is Found => typeof one.word === 'string' && !('_id' in one);

async function ofHeader(net: PlainNet, op: Op<'header'>, { order }: LookUpContext): Promise<Found> {
  const row = await readOrder(net, op, order);
  if (isFound(row)) return row;
  return isSameHeader(row, op.payload) ? { word: 'stands', data: { _id: order } } : { word: 'absent', order: row };
}

async function ofExecute(net: PlainNet, op: Op<'execute'>, around: LookUpContext, doubted: boolean): Promise<Found> {
  const { order, made, taken } = around;
  const row = await readOrder(net, op, order);
  if (isFound(row)) return row;
  if (row.tag === 'receipt')
    return doubted
      ? { word: 'stands', data: { _id: order, ref: row.ref, errors: [] } }
      : changed('This transfer has already been completed.', { error: 'already_executed' });
  if (made) {
    const copies = await ordersLike(net, op, made, new Set([...taken, order]));
    if (!Array.isArray(copies)) return copies;
    if (copies.length > 0) return { word: 'several', found: copies.map(possibleMatchOf) };
  }
  const { confirmed } = op.payload;
  if (!confirmed) return { word: 'absent' };
  if (!isSameHeader(row, confirmed.header))
    return changed('The details of this transfer changed since you confirmed. Please review.', {
      error: 'items_changed',
    });
  const lines = await linesOf(net, op, order);
  if (!Array.isArray(lines)) return lines;
  if (areSame(lines, confirmed.lines)) return { word: 'absent' };
  const items = lines.map((line) => {
    const named = confirmed.lines.find((one) => one.product_id === productOf(line));
    return confirmedLineOf(line, named ?? { name: nameOf(line), case_count: caseCountOf(line) });
  });
  return changed('The products of this transfer changed since you confirmed. Please review.', {
    error: 'items_changed',
    items,
  });
}

const changed = (message: string, data: object): Found => ({ word: 'other', code: 409, message, data });

const nameOf = ({ product }: PlainRow): string => {
  const name = typeof product === 'object' && product !== null && 'name' in product ? product.name : null;
  return typeof name === 'string' ? name : NO_VALUE;
};
const caseCountOf = ({ product }: PlainRow): number => {
  const count = typeof product === 'object' && product !== null && 'case_count' in product ? product.case_count : null;
  return Number(count) || 1;
};

/** Whether the server would move exactly what was confirmed. A product with two lines (a late duplicate can cause that) moves twice. */
const areSame = (there: readonly PlainRow[], confirmed: readonly ConfirmedLine[]): boolean =>
  there.length === confirmed.length &&
  confirmed.every((line) => {
    const rows = there.filter((row) => productOf(row) === line.product_id);
    return rows.length === 1 && rows.every((row) => movesTheSame(row, line));
  });

async function linesOf(net: PlainNet, op: Op, order: string): Promise<PlainRow[] | Found> {
  const reply = await net.read(op.user_id, 'purchase_order_item/read_by_purchase_order', { purchase_order_id: order });
  return (reply.verified && reply.code === 200 ? rowsIn(reply.data) : null) ?? { word: 'unknown', reply };
}

/** Looks up the change of one line. Its figures are absolute, so a line that already has them needs no request, whoever wrote them. */
async function ofLine(net: PlainNet, op: Op<'upsert' | 'remove'>, { order }: LookUpContext): Promise<Found> {
  const lines = await linesOf(net, op, order);
  if (!Array.isArray(lines)) return lines;
  const { product_id } = op.payload;
  const id = op.item?.id ?? null;
  const own = id === null ? undefined : lines.find((row) => idIn(row) === id);
  const others = lines.filter((row) => productOf(row) === product_id && row !== own);
  if (op.type === 'remove') return own ? { word: 'absent' } : { word: 'stands', data: { _id: id } };
  const line = op.payload as Op<'upsert'>['payload'];
  if (own) return isSameLine(own, line) ? { word: 'stands', data: { _id: id } } : { word: 'absent' };
  const [other] = others;
  if (!other) return id === null ? { word: 'absent' } : gone('Product line not found');
  // Two lines may be two tries of this op. Nothing is sent, and the person removes one line.
  if (others.length > 1)
    return gone(`This product stands ${others.length} times in the transfer on the server. Remove the others there.`);
  return isSameLine(other, line)
    ? { word: 'stands', data: { _id: idIn(other) } }
    : changed('Product already exists in this order.', { error: 'duplicate', current: currentOf(other) });
}

/** The ids of the orders that other ops of this tablet created, from its history. */
export function ordersKnown(past: readonly FinishedOp[], lanes: readonly string[]): Set<string> {
  const made = past.flatMap(({ op, answer }) =>
    op.type === 'create' && op.state === 'done' ? [idIn((answer as { data?: unknown } | null)?.data)] : [],
  );
  return new Set([...made, ...lanes]);
}
