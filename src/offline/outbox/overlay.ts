/**
 * Computes what a screen shows of a transfer: the server's snapshot with this tablet's ops laid over it at read time (rule 2). Ops never edit the
 * snapshot, so an op is undone by removing it.
 */
import { sha256Hex } from '#client/session/sha256.ts';
import type { LineState } from '#domain/lineWords.ts';
import { type Kobo, koboOf, parseMoney, typedKobo } from '#domain/money.ts';
import { compareNames } from '#domain/nameOrder.ts';
import { priceOfUnexpected } from '#domain/receiving.ts';
import { digestText, movedQuantity } from '#domain/transfer.ts';
import {
  type FinishedOp,
  isKnown,
  LIVE,
  type Op,
  refusalOfOp,
  rowOf,
  type TransferHeader,
  type TransferLine,
  unexpectedRateOf,
} from './op.ts';
import { blockers, stepName } from './queueRules.ts';
import { inTheirOrder, isAtLeast, type LineRevision, refOf, revisionOfAnswer } from './revisions.ts';

/** The transfer as the server knows it, from the stored copy. */
export interface Snapshot {
  order: {
    _id: string;
    ref: string;
    tag: string;
    version: number;
    amount: string;
    executed_at: number | null;
    /** Absent: the copy is from before revisions existed. */
    items_revision?: number;
  } & TransferHeader;
  items: SnapshotLine[];
}

export interface SnapshotLine {
  _id: string;
  version: number;
  product_id: string;
  quantity: number;
  quantity_accepted: number | null;
  amount: string;
  /** Absent: the copy is of an older build. */
  amount_accepted?: string;
  /** Absent: the copy is from before lines stored their price. */
  rate?: string | null;
  reason: string | null;
  note: string;
  lots?: string | null;
  client_id: string | null;
  name: string;
  case_count: number;
}

export interface LineView {
  product_id: string;
  name: string;
  case_count: number;
  /** Units. */
  quantity: number;
  quantity_accepted: number | null;
  /** Kobo. */
  amount: Kobo;
  /** Kobo per case as a person gave it (K1). null: not known. */
  rate: Kobo | null;
  /** Kobo per case of goods that nobody expected: the server's, or what this tablet knew. Null and absent: expected, or not known. */
  unexpectedRate?: Kobo | null;
  reason: string | null;
  note: string;
  /** The lots that somebody named (domain/lots.ts); '' and absent: none. */
  lots?: string | undefined;
  item_id: string | null;
  version: number | null;
  state: LineState;
  waitingFor: string | null;
  message: string | null;
  /** The op to show for this line. */
  op: Op | null;
  /** The revision of the order's lines that the id and the version belong to (revisions.ts). */
  revision: number;
}

/** The transfer states of SYNC section 10. */
export type TransferState =
  | 'draft'
  | 'creating'
  | 'open'
  | 'pending'
  | 'completing'
  | 'executing'
  | 'attention'
  | 'receipt'
  | 'elsewhere';

export interface TransferView {
  transfer: string;
  /** null while the create has no response. */
  order_id: string | null;
  ref: string | null;
  header: TransferHeader | null;
  header_version: number | null;
  lines: LineView[];
  state: TransferState;
  /** How many changes of this transfer the server does not have. */
  waiting: number;
  /** The confirmation while it waits or after it was refused; null: there is none. */
  completing: Op<'execute'> | null;
  /** Kobo. Provisional while any change waits. */
  total: number;
  units: number;
  /** SHA-256 over these lines (B3.21). */
  digest: string;
  /** The revision of the order's lines in the stored copy; 0: there is none. */
  revision: number;
}

/**
 * The transfer with this tablet's ops applied. `ops`: live ops of the transfer in order of seq. `settled`: ops that the server answered in the last days; they
 * are applied too where the snapshot is older than they are.
 */
export function overlay(
  transfer: string,
  snapshot: Snapshot | null,
  ops: readonly Op[],
  orderIdKnown: string | null,
  settled: readonly FinishedOp[] = [],
): TransferView {
  // Neither the reversal nor the handover of a receipt changes its lines.
  const live = ops.filter((op) => LIVE.has(op.state) && op.type !== 'reverse' && op.type !== 'give');
  // Ops of newer code are not applied. They wait and block the ops behind them.
  const known = live.filter(isKnown);
  const done = [...settled]
    .filter((past) => past.op.state === 'done' && isKnown(past.op))
    .sort((a, b) => a.op.seq - b.op.seq);
  // A receipt never changes again: what waits for it cannot take effect, and the figures are the server's.
  const applied = snapshot?.order.tag === 'receipt' ? [] : known;
  const heads = [...done.filter((past) => !isIn(snapshot, past)).map((past) => past.op), ...applied].filter(
    (op): op is Op<'create' | 'header'> => op.type === 'create' || op.type === 'header',
  );
  const create = live.find((op): op is Op<'create'> => op.type === 'create');
  const execute = live.findLast((op): op is Op<'execute'> => op.type === 'execute') ?? null;
  const executed = done.findLast((past) => past.op.type === 'execute');
  const lines = new Map<string, LineView>();
  const revision = snapshot?.order.items_revision ?? 0;
  for (const item of snapshot?.items ?? []) lines.set(item.product_id, fromServer(item, revision));
  for (const { op, answer } of inTheirOrder(done)) {
    const product = (op.payload as TransferLine).product_id;
    const under = lines.get(product);
    const answered = revisionOfAnswer(answer);
    if (op.type === 'upsert' && !isAtLeast(under ?? { item_id: null, version: null, revision }, answered))
      lines.set(product, fromSettled(op as Op<'upsert'>, answered, under?.lots));
    // Another user may have added the product again under another id. The server never reuses an id.
    if (op.type === 'remove' && answered.item_id === under?.item_id) lines.delete(product);
  }
  const waits = blockers(live);
  for (const op of applied) {
    if (op.type === 'upsert')
      lines.set(
        (op.payload as TransferLine).product_id,
        fromOp(op as Op<'upsert'>, lines.get((op.payload as TransferLine).product_id), waits.get(op.seq)),
      );
    if (op.type === 'remove') lines.delete((op.payload as TransferLine).product_id);
  }
  const shown = [...lines.values()].sort(byName);
  return {
    transfer,
    order_id: snapshot?.order._id ?? orderIdKnown,
    ref: snapshot?.order.ref ?? refOf(executed?.answer),
    header: heads.at(-1)?.payload ?? snapshot?.order ?? null,
    header_version: snapshot?.order.version ?? null,
    lines: shown,
    state: stateOf(snapshot, create, live, execute, executed !== undefined, orderIdKnown !== null),
    waiting: live.length,
    completing: execute,
    total: shown.reduce((sum, line) => sum + line.amount, 0),
    units: shown.reduce((sum, line) => sum + movedQuantity(line), 0),
    digest: sha256Hex(digestText(shown)),
    revision,
  };
}

/** The order of the lines of a transfer. */
export const byName = (a: LineView, b: LineView): number =>
  compareNames(a.name, b.name) || (a.product_id < b.product_id ? -1 : 1);

/** Whether the snapshot contains these details already. */
function isIn(snapshot: Snapshot | null, { op, answer }: FinishedOp): boolean {
  return snapshot !== null && (op.type === 'create' || snapshot.order.version > (rowOf(answer).version ?? 0));
}

function fromSettled(
  op: Op<'upsert'>,
  { item_id, version, revision = 0 }: LineRevision,
  before: string | undefined,
): LineView {
  const line = fromOp(op, undefined, null);
  const lots = line.lots ?? before;
  return {
    ...line,
    ...(lots === undefined ? {} : { lots }),
    state: 'sent',
    item_id: item_id ?? line.item_id,
    version,
    revision,
    op: null,
  };
}

function stateOf(
  snapshot: Snapshot | null,
  create: Op | undefined,
  live: readonly Op[],
  execute: Op<'execute'> | null,
  executed: boolean,
  known: boolean,
): TransferState {
  if (snapshot?.order.tag === 'receipt' || executed) return live.length > 0 ? 'elsewhere' : 'receipt';
  if (execute) {
    if (execute.state === 'attention' || execute.state === 'conflict')
      return isElsewhere(execute) ? 'elsewhere' : 'attention';
    return execute.state === 'sending' ? 'executing' : 'completing';
  }
  if (create) return create.state === 'attention' || create.state === 'conflict' ? 'attention' : 'creating';
  if (live.length > 0) return 'pending';
  return snapshot || known ? 'open' : 'draft';
}

function isElsewhere(op: Op): boolean {
  const data = refusalOfOp(op)?.data as { error?: string } | null;
  return data?.error === 'already_executed';
}

function fromServer(item: SnapshotLine, revision: number): LineView {
  return {
    product_id: item.product_id,
    name: item.name,
    case_count: item.case_count,
    quantity: item.quantity,
    quantity_accepted: item.quantity_accepted,
    amount: koboOf(item.amount),
    rate: parseMoney(item.rate ?? ''),
    unexpectedRate: priceOfUnexpected(item, item.case_count),
    reason: item.reason,
    note: item.note,
    ...(item.lots ? { lots: item.lots } : {}),
    item_id: item._id,
    version: item.version,
    state: 'sent',
    waitingFor: null,
    message: null,
    op: null,
    revision,
  };
}

function fromOp(op: Op<'upsert'>, under: LineView | undefined, waits: Op | null | undefined): LineView {
  const { payload } = op;
  const lots = payload.lots ?? under?.lots;
  const blocker = op.state === 'queued' ? (waits ?? null) : null;
  // A waiting create is not shown at every line: the transfer itself shows that it waits.
  const blocked = blocker !== null && blocker.type !== 'create';
  // A newer figure of the same line decides nothing: the person still has to choose between both values.
  const undecided = blocker?.state === 'conflict' && blocker.chain === op.chain ? blocker : null;
  const { state: now } = op;
  const waiting: LineState = undecided ? 'conflict' : blocked ? 'blocked' : 'queued';
  const state = now === 'sending' || now === 'conflict' || now === 'attention' ? now : waiting;
  return {
    product_id: payload.product_id,
    name: payload.about.name,
    case_count: payload.about.case_count,
    quantity: payload.quantity,
    quantity_accepted: payload.quantity_accepted,
    // An op from a file may hold any text. The server refuses it, and its message is shown at the line.
    amount: typedKobo(payload.amount),
    rate: parseMoney(payload.rate ?? ''),
    unexpectedRate: payload.quantity === 0 ? (unexpectedRateOf(payload.about) ?? under?.unexpectedRate ?? null) : null,
    reason: payload.reason,
    note: payload.note,
    ...(lots === undefined ? {} : { lots }),
    item_id: under?.item_id ?? op.item?.id ?? null,
    version: under?.version ?? null,
    state,
    waitingFor: blocked && blocker ? stepName(blocker) : null,
    message: refusalOfOp(undecided ?? op)?.message ?? null,
    op,
    revision: under?.revision ?? 0,
  };
}

/** The state of the line that an edit on this screen starts from. */
export const atOf = ({ item_id, version, revision }: LineView): LineRevision => ({ item_id, version, revision });
