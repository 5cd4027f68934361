/** One queued write (SYNC section 2). Its payload holds absolute values, never differences (rule 9). References are resolved when it is sent. Over 300 lines: the payloads of all kinds are one table of types. */
import { type ChangeType, positionOf } from '#domain/lanePositions.ts';
import { type Kobo, koboOf, parseMoney, typedKobo } from '#domain/money.ts';
import type { CountedLine } from '#domain/receiving.ts';
import type { StocktakeScope } from '#domain/stocktake.ts';
import type { ConfirmedHeader, PartyType } from '#domain/transfer.ts';

/** The kinds of changes; `domain/lanePositions.ts` says the position of each in its lane. */
export type OpType = ChangeType;
/** The states of SYNC section 10. `done`, `superseded` and `discarded` exist only in the history. "Blocked" is computed and never stored. */
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

/** false: a newer release wrote the op. This release neither changes nor sends it (rule 45). */
export const isKnown = (op: Pick<Op, 'type' | 'schema'>): boolean => op.schema === 1 && positionOf(op) !== null;

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
  /** Price per case, naira text with two decimals (K1). Absent: nothing was ordered, or an older build saved the line. */
  rate?: string | undefined;
  reason: string | null;
  note: string;
  /** The lots that a person named (domain/lots.ts); '': none. Absent: the product is not tracked by lot, or an older build saved the line. */
  lots?: string | undefined;
  about: AboutLine;
}

/**
 * For the screen while offline; not sent. `opens`: a count began and made the line open, so nobody typed anything. `price`: naira text per case of goods that
 * nobody expected, as this tablet knew it; absent: unknown, or an older build saved the line.
 */
export interface AboutLine {
  name: string;
  case_count: number;
  opens?: true;
  price?: string;
}

/** `price`: naira text per case of goods that nobody expected. Undefined and zero: they were expected, or the price is unknown. */
export const aboutOf = (
  { name, case_count }: Pick<AboutLine, 'name' | 'case_count'>,
  price: string | undefined,
): AboutLine => ({ name, case_count, ...(price && koboOf(price) > 0 ? { price } : {}) });

/** The line as counts and values read it, in kobo. A file may hold any text as an amount. */
export const valuedLine = ({ about, amount, ...line }: TransferLine): CountedLine => ({
  ...{ ...line, name: about.name, case_count: about.case_count },
  ...{ amount: typedKobo(amount), unexpectedRate: unexpectedRateOf(about) },
});

/** The price in {@link AboutLine}, kobo per case. Null: unknown, or no amount of money. */
export const unexpectedRateOf = ({ price = '' }: AboutLine): Kobo | null => parseMoney(price);

/** The confirmed details and lines, shown beside the server's present state (K40). Not sent. */
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
  /** Absent: no lot was named. */
  lots?: string;
}

/**
 * The reversal of a receipt. The op's `item` holds the client id. A new key does not change the client id, so the server creates one reversal for all tries.
 */
export interface ReversePayload {
  reason: string;
  /** The lines of the receipt that the person saw. */
  expect_digest: string;
  /** For the screen and for the order of sending; not sent. `goods`: what goes back, with the parties the other way round. */
  about: { receipt_id: string; ref: string; goods: Confirmed };
}

/** The giver's half of a handover (decision 0610): the signed offer, and the signed answer if this tablet read it. Neither ever changes. */
export interface GivePayload {
  offer: string;
  answer?: string | undefined;
}

/** The taker's half, with the offer to which it responds. */
export interface TakePayload {
  offer: string;
  answer: string;
  /** For the screen; not sent. `transfer`: its client id, as both papers name it. `goods`: what was offered. */
  about: { transfer: string; giver_name: string; differences: number; goods: Confirmed };
}

/** The beginning of a stocktake on this tablet. */
export interface OpenPayload {
  warehouse_id: string;
  scope: StocktakeScope;
  /** The manufacturer or the brand of the scope. */
  scope_id: string | null;
  /** The products of the scope `list` and `plan`. */
  product_ids: string[];
  blind: boolean;
  note: string;
  /** For the screen while offline; not sent. */
  about: { warehouse_name: string; scope_name: string };
}

/** The whole figure of one person for a product in a place and round, never a difference (rule 9). */
export interface CountPayload {
  product_id: string;
  /** '': no place was named. */
  place: string;
  /** 1 is the first count. */
  round: number;
  /** Units. */
  quantity: number;
  /** When the person counted, epoch seconds: of this tablet's clock as a screen gives it, and corrected by the server's clock in the queue (rule 60). */
  counted_at: number;
  /** The lots that the person named (domain/lots.ts), at most the quantity together; '' or absent: none. */
  lots?: string;
  /** For the screen while offline; not sent. */
  about: { name: string; case_count: number; warehouse_name: string };
}

export interface Payloads {
  create: TransferHeader;
  header: TransferHeader;
  upsert: TransferLine;
  remove: Pick<TransferLine, 'product_id' | 'about'>;
  /** `expect_header`, `confirmed`: absent in confirmations of a release before K40; `expect_lots`: of one before lots. */
  execute: {
    expect_digest: string;
    lines: number;
    expect_header?: string;
    expect_lots?: string;
    confirmed?: Confirmed;
  };
  reverse: ReversePayload;
  give: GivePayload;
  take: TakePayload;
  open: OpenPayload;
  count: CountPayload;
  /** The end of a person's part. The payload is empty: the op itself says whose part it is. */
  finish: Readonly<Record<string, never>>;
}

/** The body of a request by field name. */
export type SentBody = Readonly<Record<string, string | number | boolean | null | undefined | readonly string[]>>;

/** The version of a row that the writer saw: a number, or the result of the op with the key `after` (rule 19). */
export type Base = { version: number } | { after: string } | null;

/**
 * The line of an upsert or a removal: its server id, or the client id with which it was created. For a reversal: its client id. For a further opening of a
 * stocktake that waits on this tablet: the client id of that opening, because the lane has the client id of the first opening.
 */
export interface ItemRef {
  id: string | null;
  client_id: string;
  /** true: this op creates the line. */
  fresh: boolean;
}

export interface Failure {
  /** The key that was refused. The op may have another key by now and is not refused then: use {@link refusalOfOp}. */
  key: string;
  code: number;
  message: string;
  /** The current row of a conflict, the error list of an execute. */
  data: unknown;
  /** The server stored this response under the key: sending the same key again gives the same response. */
  stored: boolean;
  /** When this tablet heard it, epoch ms; for the screen. Absent: an earlier release did. */
  at?: number;
}

export interface Silence {
  /** The sequence number of this silence on this tablet; the oldest silence has the smallest number. A number and not a time (rule 10). */
  turn: number;
  /** How many tries got no response although the server was reachable. A batch with this op may be too large for the network. */
  late: number;
}

export interface Op<T extends OpType = OpType> {
  /** The order of ops. No clock decides it (rule 10). */
  seq: number;
  /** Made once, before the first request (rule 8). */
  key: string;
  schema: 1;
  app_version: string;
  user_id: string;
  user_name: string;
  device_id: string;
  /**
   * The lane: the client uuid of the transfer or stocktake, or its server id when it was begun elsewhere. A stocktake that a person opened here keeps its
   * local id for that person, and the queue finds it by either id (stocktakes.ts).
   */
  transfer: string;
  chain: string;
  type: T;
  payload: Payloads[T];
  item: ItemRef | null;
  base: Base;
  /** The base version, resolved at the first attempt and never again (rule 12). The id of `item` is resolved in the same way. */
  frozen_base: number | null;
  /**
   * The body of the first request. Every later try sends the same body, also a newer release (rule 12), because the server compares its fingerprint. Absent:
   * the op was never sent, an older build sent it, or the database was restored since.
   */
  sent_body?: SentBody | undefined;
  state: OpState;
  attempts: number;
  /** How many tries in a row the server failed (500). */
  failures: number;
  /** How many of these failures count against this op, because the server did other work in between (K42). Absent: all of them (older release). */
  counted?: number | undefined;
  /** How many other requests had worked at the last failure. Absent: that failure is counted already. */
  well?: number | undefined;
  /** How often the op got a new key because a stranger had used its key (S15). */
  rekeyed?: number;
  first_failure: number | null;
  /** The last refusal, of this key or of an earlier key of the op. Read it with {@link refusalOfOp}. */
  last_error: Failure | null;
  /** A copy of the op left this tablet in a file or came from one, so it may have been sent elsewhere. */
  copied?: boolean;
  /** Epoch ms before which this op is not tried again. */
  next_try: number;
  /** The last tries without a response. Absent: the last try got one, or there was no try. It only decides the order of transfers (rule 18). */
  silence?: Silence | undefined;
  /** The last try at a server that does not recognise repeats (rule 85). Absent: there was no such try. */
  tried?: Tried | undefined;
  /** The refusal of such a server after an earlier try without an answer: that try may have taken effect (rule 87). */
  doubted?: Failure | undefined;
  /** Ids of records on the server that resemble this op and that a person rejected as matches (rule 88). */
  not_mine?: readonly string[] | undefined;
  /** Time of the device, epoch ms; for information only. */
  saved_at: number;
}

/** Epoch ms of two clocks, because this tablet's clock may jump (rule 10); 0: the server's time is unknown. */
export interface Tried {
  /** When the last try began, or ended without an answer, by this tablet's clock. */
  at: number;
  /** The server's clock at the last response before that try. */
  heard: number;
  /** The server's clock at the last response before the first try. */
  first: number;
}

/** A finished op, kept seven days (rule 35). */
export interface FinishedOp {
  key: string;
  op: Op;
  at: number;
  /** The server's clock as this tablet knew it then, epoch ms. 0 or absent: not known. */
  heard?: number | undefined;
  answer: unknown;
  /** Set when the person resolved a conflict: whose value stays. The op keeps its own value and, in `last_error`, the other value. */
  kept?: 'mine' | 'theirs';
}

/** Whether an entry is older than `before` (epoch ms) by both clocks. For an entry with a time later than `now`, only the server's clock counts. */
export const isOver = ({ at, heard = 0 }: FinishedOp, before: number, now: number): boolean =>
  heard < before && (at < before || (at > now && heard > 0));

/** The server's result for a reference: the id, and the version of the row afterwards. */
export interface Known {
  ref: string;
  id: string;
  version: number | null;
  /** For a line: the revision of the order's lines (revisions.ts), and the key of the change whose response had it. */
  revision?: number | undefined;
  key?: string | undefined;
}

/** The error word of an op for which a person must choose the matching record of a plain server (rule 88). */
export const POSSIBLE_MATCHES = 'look_alikes';

/**
 * The refusal of the op's present key; null when this key was not refused. The first builds stored no key with a refusal: it then belongs to an op that waits
 * for a person, and it is not known whether the server stored it (rule 45).
 */
export function refusalOfOp(op: Op): Failure | null {
  const failure: (Omit<Failure, 'key'> & { key?: string }) | null = op.last_error;
  if (failure === null) return null;
  if (failure.key === undefined)
    return op.state === 'attention' || op.state === 'conflict' ? { ...failure, key: op.key, stored: false } : null;
  return failure.key === op.key ? op.last_error : null;
}

/** true: the op's key can have no effect on the server, so it may be discarded without a request (rule 34). */
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

/** The prefix of transfer ids that this tablet made, as they stand in the wizard's address (rule 15). */
export const LOCAL = 'local-';
/** true: the id was made by a tablet for a record that the server has not answered yet. */
export const isLocal = (id: string) => id.startsWith(LOCAL);

/** The row in the response to a change. After half a year the server keeps only its id (rule 31). */
export function rowOf(answer: unknown): { _id?: string; version?: number; items_revision?: number } {
  const data = (answer as { data?: unknown } | null)?.data;
  if (typeof data === 'string') return { _id: data };
  return typeof data === 'object' && data !== null ? data : {};
}
