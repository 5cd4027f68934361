/**
 * The interfaces through which the engine reaches storage, network, clock and randomness. The engine has none of its own, so that tests can replace all of
 * them.
 */
import type { FinishedOp, Known, Op, OpType } from '../outbox/op.ts';

/** One transaction of the store: all of its writes are kept or none. A transaction must not wait for a fetch, a timer or another promise (rule 4). */
export interface Tx {
  /** All unfinished ops, sorted by seq. */
  ops(): Promise<Op[]>;
  opsOf(transfer: string): Promise<Op[]>;
  /** The ops of these chains, by seq. The time does not depend on how many lines the transfer has. */
  opsOfChains(chains: readonly string[]): Promise<Op[]>;
  op(seq: number): Promise<Op | undefined>;
  add(op: Omit<Op, 'seq'>): Promise<number>;
  put(op: Op): Promise<void>;
  remove(seq: number): Promise<void>;
  known(ref: string): Promise<Known | undefined>;
  /** Reads the records of all `refs` in one request, so that each later call of {@link known} needs no disk access. */
  prefetch(refs: readonly string[]): Promise<void>;
  rememberId(known: Known): Promise<void>;
  forgetId(ref: string): Promise<void>;
  /** Forgets every id whose ref begins with `start`. */
  forgetPrefix(start: string): Promise<void>;
  past(key: string): Promise<FinishedOp | undefined>;
  pastSince(at: number): Promise<FinishedOp[]>;
  keepPast(past: FinishedOp): Promise<void>;
  /**
   * Removes and returns the entries that are older than `before` (epoch ms) by both clocks: this device's, and the server's as it was known then. An entry with
   * a time later than `now` was written while this device's clock was wrong; only the server's clock counts for it.
   */
  forgetPast(before: number, now: number): Promise<FinishedOp[]>;
  forgetOne(key: string): Promise<void>;
  meta(name: string): Promise<unknown>;
  setMeta(name: string, value: unknown): Promise<void>;
}

export interface Store {
  /** Resolves only when the transaction is on disk, otherwise rejects (P1). */
  change<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

export interface Request {
  /** The person who saved the change. The change is sent in no other name (rule 41). */
  user_id: string;
  path: string;
  fields: Readonly<Record<string, unknown>>;
  /** The value of the Idempotency-Key header. Rows of a bulk request carry their own keys in `op_key`. */
  key: string;
  /** When the change was saved, epoch seconds of this device (X-Saved-Time). The date of a return depends on it (K21). */
  saved?: number | undefined;
  /** The database that this request was made for, once the tablet knows it. A database that was restored since then refuses the request (rule 35). */
  epoch?: string | undefined;
}

/** A response that is certainly the server's (rule 22), or none. */
export type Reply = VerifiedReply | Silent;

export interface Silent {
  verified: false;
  /** The request got no response although the server answers others: a smaller batch of lines may go through. Absent when the network is dead. */
  late?: true;
}

export interface VerifiedReply {
  verified: true;
  code: number;
  message: string;
  data: unknown;
  /** The server's X-Store-Epoch. */
  epoch: string | null;
  /** Seconds. */
  retryAfter: number | null;
  /** The server's clock at the time of the response, epoch ms. Absent: the response had no date. */
  date?: number | undefined;
}

export interface Net {
  send(request: Request): Promise<Reply>;
}

export interface Clock {
  /** Epoch milliseconds of this device. */
  now(): number;
}

export interface Chance {
  /** A random number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  uuid(): string;
}

/** The person who is signed in on this page. The engine sends the ops of no one else (rule 41). */
export interface QueueOwner {
  user_id: string;
  user_name: string;
  device_id: string;
  app_version: string;
}

/** An envelope of a server at the configured address. `replay`: the answer showed that the server recognises repeats. */
export type PlainReply = Silent | (VerifiedReply & { replay?: boolean });

/** The calls to a server that knows only the documents: without keys, so nothing is sent twice without a look-up (rule 82). */
export interface PlainNet {
  /** Reads the profile of the signed-in person: the first request of each pass. */
  greet(user_id: string): Promise<PlainReply>;
  /** Sends a read of the documents. */
  read(user_id: string, path: string, query: Readonly<Record<string, string>>): Promise<PlainReply>;
  send(user_id: string, path: string, fields: Readonly<Record<string, unknown>>): Promise<PlainReply>;
}

/** The reason why a pass ends. */
export interface Ending {
  stopped: 'sign_in' | 'update' | 'no_answer' | null;
}

export interface Pass extends Ending {
  /** Ops that got a verdict in this pass. */
  finished: number;
  /** Time of the next try, epoch ms. null: no op waits for a time. */
  retryAt: number | null;
}

export interface DrainOptions {
  /** A person pressed the button or signed in, or the browser came online: the waiting times are ignored (rule 24). */
  forced?: boolean;
  /** The server answered another request: this pass starts at once. Ops with a waiting time of their own keep it. */
  woken?: boolean;
}

/** The result of cancelling a key (rule 34). */
export type CancelResult =
  /** The key had taken effect already; this is its stored response. */
  | { word: 'taken'; message: string; data: unknown }
  /** The key is cancelled and will never take effect. */
  | { word: 'closed' }
  /** The server refused the request itself. */
  | { word: 'refused' }
  /** No response, or one that is not about this key: the caller tries again later. */
  | { word: 'later' };

/** The queue at a server that does not recognise repeats (section 16 of docs/queue.md). */
export interface PlainEngine {
  pass(ports: Ports, owner: QueueOwner, options: DrainOptions): Promise<Pass>;
  /**
   * Whether an op of this person was sent without a key, got no answer, and can be processed now. The reads must show whether it took effect before it gets a
   * key.
   */
  isInDoubt(ports: Ports, userId: string): Promise<boolean>;
  /** Whether an op without an answer may be discarded: the documents' reads show whether it took effect. */
  close(ports: Ports, key: string): Promise<CancelResult>;
  /** Throws TransferLocked, with a text for the person, if the server is known as a plain server and cannot process this kind of change. */
  refuse(ports: Ports, type: OpType): Promise<void>;
}

/** The capabilities that the server has shown so far. */
export interface QueueServer {
  /** The address of the API, as it is configured. */
  address: string;
  /** Whether the server recognises repeats (Idempotency-Key). null: no answer has shown it yet. */
  replay: boolean | null;
}

export interface ServerPort {
  facts(): Promise<QueueServer>;
  /** The code for a server that does not recognise repeats, loaded when one is met. */
  engine(): Promise<PlainEngine>;
}

export interface Ports {
  store: Store;
  net: Net;
  clock: Clock;
  chance: Chance;
  /** Absent: the server recognises repeats, as ours does. */
  server?: ServerPort;
}
