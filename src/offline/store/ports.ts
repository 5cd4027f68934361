/** What the engine needs of the world (SYNC "How it is tested"): no clock, chance, network or storage of its own. */
import type { Known, Op, Past } from '../outbox/op.ts';

/** Inside one store transaction: all or nothing. No fetch, timer or foreign promise in here (rule 4). */
export interface Tx {
  /** Every op that is not finished, by seq. */
  ops(): Promise<Op[]>;
  opsOf(transfer: string): Promise<Op[]>;
  /** Of these chains alone, by seq: as quick in a transfer of a thousand lines as in one of ten. */
  opsOfChains(chains: readonly string[]): Promise<Op[]>;
  op(seq: number): Promise<Op | undefined>;
  add(op: Omit<Op, 'seq'>): Promise<number>;
  put(op: Op): Promise<void>;
  remove(seq: number): Promise<void>;
  known(ref: string): Promise<Known | undefined>;
  /** Reads what is known under all of these in one go; each {@link known} is then answered without the disk. */
  prefetch(refs: readonly string[]): Promise<void>;
  rememberId(known: Known): Promise<void>;
  forgetId(ref: string): Promise<void>;
  /** All whose ref begins so. */
  forgetPrefix(start: string): Promise<void>;
  past(key: string): Promise<Past | undefined>;
  pastSince(at: number): Promise<Past[]>;
  keepPast(past: Past): Promise<void>;
  /**
   * Drops what both clocks, this device's and the server's as it was heard then, call older than `before`, and gives it; epoch ms. Of what lies
   * ahead of `now` this device's clock was wrong: only the server's counts.
   */
  forgetPast(before: number, now: number): Promise<Past[]>;
  forgetOne(key: string): Promise<void>;
  meta(name: string): Promise<unknown>;
  setMeta(name: string, value: unknown): Promise<void>;
}

export interface Store {
  /** Resolves only when the transaction is on disk; rejects when it is not (P1). */
  change<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

export interface Request {
  /** Whose it is: it goes out in nobody else's name (rule 41). */
  user_id: string;
  path: string;
  fields: Readonly<Record<string, unknown>>;
  /** Header key; bulk rows carry their own in `op_key`. */
  key: string;
  /** When the change was saved, epoch seconds of this device (X-Saved-Time): the date of a return depends on it (K21). */
  saved?: number | undefined;
  /** The store this was made for, once known: one that was restored since does nothing with it (rule 35). */
  epoch?: string | undefined;
}

/** A verified answer (rule 22), or nothing. */
export type Reply = VerifiedReply | Silent;

export interface Silent {
  verified: false;
  /** Lines sent together, and the server is there all the same: fewer at once may go through. A line that is dead does not say so. */
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
  /** The server's clock at the answer, epoch ms; absent: it did not say. */
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
  /** 0 to 1. */
  next(): number;
  uuid(): string;
}

/** Who is signed in on this page; the engine sends nobody else's ops (rule 41). */
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
