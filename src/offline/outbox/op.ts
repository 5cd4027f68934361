/** One queued write (SYNC section 2). Payloads are absolute, never deltas (rule 9); references stay references until they are sent. */
import type { ConfirmedHeader, PartyType } from '#domain/transfer.ts';

export type OpType = 'create' | 'header' | 'upsert' | 'remove' | 'execute';
/** SYNC section 10. `done`, `superseded` and `discarded` stand in the history; "blocked" is derived, never stored. */
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
/** false: newer code wrote it; it is left alone until that code is back, never sent in a form that is not its own (rule 45). */
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
  /** Naira text a case, two decimals (K1); absent: nothing was ordered, or a build before prices saved it. */
  rate?: string | undefined;
  reason: string | null;
  note: string;
  /** For the screen while offline; not sent. */
  about: { name: string; case_count: number };
}

/** What a person confirmed, to be shown beside what stands by now (K40); not sent. */
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
  /** `expect_header`, `confirmed`: absent of a confirmation that a release before K40 kept. */
  execute: { expect_digest: string; lines: number; expect_header?: string; confirmed?: Confirmed };
}

/** What is sent of an op, by field. */
export type SentBody = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** The version of a row that the writer saw: a number, or "whatever op k made" (rule 19). */
export type Base = { version: number } | { after: string } | null;

/** The line an upsert or remove is about: its server id, or the client id it was created with. */
export interface ItemRef {
  id: string | null;
  client_id: string;
  /** true: this op makes the line. */
  fresh: boolean;
}

export interface Failure {
  /** The key that was refused. An op that got another key since (tried again, edited) was not refused: ask {@link refusalOfOp}. */
  key: string;
  code: number;
  message: string;
  /** The current row of a conflict, the error list of an execute. */
  data: unknown;
  /** The server keeps this answer for the key: trying the same key again cannot change it. */
  stored: boolean;
}

export interface Silence {
  /** Which silence of this tablet it was: what was asked for longest ago has the smallest. A count, no time (rule 10). */
  turn: number;
  /** How many of its tries took too long, so that a batch it is in may be too much for the line. */
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
  /** Client uuid of the transfer, or its server id when it was begun elsewhere. */
  transfer: string;
  chain: string;
  type: T;
  payload: Payloads[T];
  item: ItemRef | null;
  base: Base;
  /** Resolved at the first attempt, then never again (rule 12). So is the id of `item`. */
  frozen_base: number | null;
  /**
   * As it was first sent; every later try sends the same, also one by a newer release (rule 12). Its fingerprint follows from it and is the
   * server's to work out. Absent: never tried, tried by a build that kept none, or for a store that was restored since.
   */
  sent_body?: SentBody | undefined;
  state: OpState;
  attempts: number;
  /** Tries in a row that the server itself failed (500). */
  failures: number;
  /** How many of them count against this op: between them the server did other work (K42). Absent: all of them, by a release before that. */
  counted?: number | undefined;
  /** How much work of others this tablet had heard of at the last failure; absent: that one is counted already. */
  well?: number | undefined;
  /** How often its key was a stranger's and another one was minted (S15). */
  rekeyed?: number;
  first_failure: number | null;
  /** The last refusal, of this key or of one before it: read it through {@link refusalOfOp}. */
  last_error: Failure | null;
  /** A copy of it left this tablet in a file, or came from one: nobody here can say that it was never sent. */
  copied?: boolean;
  /** Epoch ms before which this op is not tried again. */
  next_try: number;
  /** The last tries that nobody answered; absent: the last one was answered, or there was none. Says only who comes first (rule 18). */
  silence?: Silence | undefined;
  /** Device time, information only. */
  saved_at: number;
}

/** A finished op, kept seven days (rule 35). */
export interface Past {
  key: string;
  op: Op;
  at: number;
  /** The server's clock as it was last heard then, epoch ms; 0 or absent: not yet. */
  heard?: number | undefined;
  answer: unknown;
}

/** Whether it may go: `before` by both clocks; one that lies ahead of `now` by the server's alone. */
export const isOver = ({ at, heard = 0 }: Past, before: number, now: number): boolean =>
  heard < before && (at < before || (at > now && heard > 0));

/** What a reference became: the server's id, and the row's version after it. */
export interface Known {
  ref: string;
  id: string;
  version: number | null;
  /** Of a line: the revision of the order's lines that this is of (newer.ts), and the key of the change whose answer said it. */
  revision?: number | undefined;
  key?: string | undefined;
}

/**
 * What the server said of the op's present key; null when that key has no refusal, whatever became of an earlier one. The first builds kept
 * no key with it: where the op still waits for a person it is theirs, but nobody can say that the server kept it (rule 45).
 */
export function refusalOfOp(op: Op): Failure | null {
  const said: (Omit<Failure, 'key'> & { key?: string }) | null = op.last_error;
  if (said === null) return null;
  if (said.key === undefined)
    return op.state === 'attention' || op.state === 'conflict' ? { ...said, key: op.key, stored: false } : null;
  return said.key === op.key ? op.last_error : null;
}

/** true: its key can still take effect nowhere, so it may go without the server's word (rule 34). */
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

/** Ids that this tablet made carry their origin in the wizard's address (rule 15). */
export const LOCAL = 'local-';
export const isLocal = (id: string) => id.startsWith(LOCAL);

/** What an answer says of the row it made; of one that was kept for half a year only the id is left (rule 31). */
export function rowOf(answer: unknown): { _id?: string; version?: number; items_revision?: number } {
  const data = (answer as { data?: unknown } | null)?.data;
  if (typeof data === 'string') return { _id: data };
  return typeof data === 'object' && data !== null ? data : {};
}
