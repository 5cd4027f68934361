/**
 * The types of the queue: an op (one queued write, SYNC section 2) and what is stored about it. Payloads are absolute values, never deltas (rule
 * 9), and references are resolved only when the op is sent.
 */
import type { ConfirmedHeader, PartyType } from '#domain/transfer.ts';

export type OpType = 'create' | 'header' | 'upsert' | 'remove' | 'execute';
/** The states of SYNC section 10. `done`, `superseded` and `discarded` appear only in the history; "blocked" is derived, never stored. */
export type OpState =
  | 'queued'
  | 'sending'
  | 'paused_auth'
  | 'paused_update'
  | 'conflict'
  | 'attention'
  | 'done'
  | 'superseded'
  | 'discarded';

const TYPES: ReadonlySet<string> = new Set<OpType>(['create', 'header', 'upsert', 'remove', 'execute']);
/** false: newer code wrote the op. It is left alone until that newer code runs again, and never sent in a wrong form (rule 45). */
export const isKnown = (op: Pick<Op, 'type' | 'schema'>): boolean => op.schema === 1 && TYPES.has(op.type);

export interface TransferHeader {
  /** Epoch seconds. */
  timestamp: number;
  source_type: PartyType;
  source: string;
  destination_type: PartyType;
  destination: string;
  meta: string;
  /** For the screen while offline; not sent. */
  source_name: string;
  destination_name: string;
}

export interface TransferLine {
  product_id: string;
  /** Units. */
  quantity: number;
  quantity_accepted: number | null;
  /** Naira text with two decimals. */
  amount: string;
  /** The price per case as naira text with two decimals (K1). Absent: nothing was ordered, or a build from before prices saved the line. */
  rate?: string | undefined;
  reason: string | null;
  note: string;
  /** For the screen while offline; not sent. */
  about: { name: string; case_count: number };
}

/** The confirmed details and lines, shown beside the current ones after a refusal (K40); not sent. */
export interface Confirmed {
  header: ConfirmedHeader & Pick<TransferHeader, 'source_name' | 'destination_name'>;
  lines: ConfirmedLine[];
}

export interface ConfirmedLine {
  product_id: string;
  name: string;
  case_count: number;
  /** Units. */
  quantity: number;
  quantity_accepted: number | null;
  /** Kobo. */
  amount: number;
}

export interface Payloads {
  create: TransferHeader;
  header: TransferHeader;
  upsert: TransferLine;
  remove: Pick<TransferLine, 'product_id' | 'about'>;
  /** `expect_header` and `confirmed` are absent in a confirmation that a release before K40 saved. */
  execute: { expect_digest: string; lines: number; expect_header?: string; confirmed?: Confirmed };
}

/** The fields of an op's request. */
export type SentBody = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** The row version that the user saw: a number, or the result of the op with the key `after` (rule 19). null: no version is claimed. */
export type Base = { version: number } | { after: string } | null;

/** The line of an upsert or remove: its server id, or the client id with which it was created. */
export interface ItemRef {
  id: string | null;
  client_id: string;
  /** true: this op creates the line. */
  fresh: boolean;
}

export interface Failure {
  /** The key that was refused. An op may have got another key since (tried again, edited), which was not refused: use {@link refusalOfOp}. */
  key: string;
  code: number;
  message: string;
  /** The current row of a conflict, the error list of an execute. */
  data: unknown;
  /** true: the server stored this answer under the key, so sending the same key again cannot change it. */
  stored: boolean;
}

export interface Silence {
  /** The number of the unanswered request on this tablet; the smallest number is the oldest. A counter, not a time (rule 10). */
  turn: number;
  /** How many tries of the op timed out while the server could be reached, so that its batch may be too large for the connection. */
  late: number;
}

export interface Op<T extends OpType = OpType> {
  /** Order is seq, never a clock (rule 10). */
  seq: number;
  /** Minted once, before any send (rule 8). */
  key: string;
  schema: 1;
  app_version: string;
  user_id: string;
  user_name: string;
  device_id: string;
  /** The local id of the transfer, or its server id when it was not created on this tablet. */
  transfer: string;
  chain: string;
  type: T;
  payload: Payloads[T];
  item: ItemRef | null;
  base: Base;
  /** The base version as resolved at the first attempt; it never changes afterwards (rule 12). The same holds for the id of `item`. */
  frozen_base: number | null;
  /**
   * The request fields of the first attempt. Every later attempt sends the same fields, also under a newer release (rule 12). The server computes
   * the fingerprint from them.
   * Absent: the op was never tried, a build that stored no fields tried it, or the server's store was restored since.
   */
  sent_body?: SentBody | undefined;
  state: OpState;
  attempts: number;
  /** The number of consecutive tries that the server answered with 500. */
  failures: number;
  /**
   * How many of these failures count against the op, because the server did other work in between (K42). Absent: all of them; the op was saved by
   * an earlier release.
   */
  counted?: number | undefined;
  /** The tablet's count of other work done by the server, as of the last failure. Absent: that failure is counted already. */
  well?: number | undefined;
  /** How often the op got a new key because a stranger had used or closed its key (S15). */
  rekeyed?: number;
  first_failure: number | null;
  /** The last refusal, of this key or an earlier one. Read it through {@link refusalOfOp}. */
  last_error: Failure | null;
  /** true: the op was exported to a file or imported from one, so this tablet cannot know that it was never sent. */
  copied?: boolean;
  /** Epoch ms before which this op is not tried again. */
  next_try: number;
  /** The last unanswered tries; absent: the last try was answered, or there was none. Decides only the order of transfers (rule 18). */
  silence?: Silence | undefined;
  /** When the op was saved, epoch ms of this device, for information only. */
  saved_at: number;
}

/** A finished op, kept seven days (rule 35). */
export interface Past {
  key: string;
  op: Op;
  at: number;
  /** The server's clock as last heard when the op finished, epoch ms; 0 or absent: not heard yet. */
  heard?: number | undefined;
  answer: unknown;
}

/**
 * true: the finished op may be dropped, because it is older than `before` by both clocks. If it is dated after `now` (the device's clock was
 * wrong), only the server's clock counts.
 */
export const isOver = ({ at, heard = 0 }: Past, before: number, now: number): boolean =>
  heard < before && (at < before || (at > now && heard > 0));

/** What is known of a reference: the id on the server, and the version of the row after the op. */
export interface Known {
  ref: string;
  id: string;
  version: number | null;
  /** For a line: the revision of the order's lines in this state (revisions.ts), and the key of the op whose answer reported the state. */
  revision?: number | undefined;
  key?: string | undefined;
}

/**
 * The refusal of the op's present key; null when this key has none, whatever happened to an earlier key.
 * The first builds stored no key with a refusal. If such an op still waits for a decision, the refusal counts as its own, but not as stored by the
 * server (rule 45).
 */
export function refusalOfOp(op: Op): Failure | null {
  const said: (Omit<Failure, 'key'> & { key?: string }) | null = op.last_error;
  if (said === null) return null;
  if (said.key === undefined)
    return op.state === 'attention' || op.state === 'conflict' ? { ...said, key: op.key, stored: false } : null;
  return said.key === op.key ? op.last_error : null;
}

/** true: the op's key cannot take effect on the server, so the op may be removed without asking the server (rule 34). */
export function isSettledHere(op: Op): boolean {
  return refusalOfOp(op)?.stored === true || (op.attempts === 0 && !op.copied);
}

export const LIVE: ReadonlySet<OpState> = new Set([
  'queued',
  'sending',
  'paused_auth',
  'paused_update',
  'conflict',
  'attention',
]);

/** The prefix of ids that a tablet made, also in the wizard's address (rule 15). */
export const LOCAL = 'local-';
export const isLocal = (id: string) => id.startsWith(LOCAL);

/** The row in an answer. The server drops the bodies of answers after 180 days, and then only the id is left (rule 31). */
export function rowOf(answer: unknown): { _id?: string; version?: number; items_revision?: number } {
  const data = (answer as { data?: unknown } | null)?.data;
  if (typeof data === 'string') return { _id: data };
  return typeof data === 'object' && data !== null ? data : {};
}
