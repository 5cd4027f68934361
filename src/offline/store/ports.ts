/**
 * The interfaces through which the queue engine reaches clock, randomness, network and storage, so that tests can replace all of them (SYNC "How it
 * is tested").
 */
import type { Known, Op, Past } from '../outbox/op.ts';

/** The operations inside one store transaction, which is all or nothing. No fetch, timer or foreign promise may be awaited in it (rule 4). */
export interface Tx {
  /** All unfinished ops, sorted by seq. */
  ops(): Promise<Op[]>;
  opsOf(transfer: string): Promise<Op[]>;
  /** The ops of these chains only, sorted by seq: as fast in a transfer of a thousand lines as in one of ten. */
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
  /** Forgets all records whose ref begins with `start`. */
  forgetPrefix(start: string): Promise<void>;
  past(key: string): Promise<Past | undefined>;
  pastSince(at: number): Promise<Past[]>;
  keepPast(past: Past): Promise<void>;
  /**
   * Deletes and returns the finished ops that are older than `before` (epoch ms) by both clocks: this device's and the server's as last heard when
   * the op finished. For an op finished later than `now` the device's clock was wrong, so only the server's clock counts.
   */
  forgetPast(before: number, now: number): Promise<Past[]>;
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
  /** The owner of the op. The request is never sent in the name of another user (rule 41). */
  user_id: string;
  path: string;
  fields: Readonly<Record<string, unknown>>;
  /** The value of the Idempotency-Key header. Rows of a bulk request carry their own keys in `op_key`. */
  key: string;
  /** When the change was saved, epoch seconds of this device (X-Saved-Time). The date of a return depends on it (K21). */
  saved?: number | undefined;
  /** The epoch of the store that this request was made for, if known. A server whose store was restored since refuses the request (rule 35). */
  epoch?: string | undefined;
}

/** A verified answer (rule 22), or none. */
export type Reply = VerifiedReply | Silent;

export interface Silent {
  verified: false;
  /** true: a batch got no answer although the server can be reached, so a smaller batch may succeed. Not set when the connection is dead. */
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
  /** The server's clock at the answer, epoch ms; absent when the answer had no date. */
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

/** The user who is signed in on this page. The engine sends only this user's ops (rule 41). */
export interface QueueOwner {
  user_id: string;
  user_name: string;
  device_id: string;
  app_version: string;
}

export interface Ports {
  store: Store;
  net: Net;
  clock: Clock;
  chance: Chance;
}
