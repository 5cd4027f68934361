/** How the server answers a call: `answer(call, handler)`, typed by the contract (DESIGN 2.3). */
import type { Call } from '#contract/call.ts';
import type { Fields, InputOf } from '#contract/fields.ts';
import type { Params } from '#contract/form.ts';
import type { Who } from '#domain/permissions.ts';
import type { Database, Db } from '../db/open.ts';
import type { SentFile } from './apiRequest.ts';
import { Refusal } from './refusal.ts';

/** One line of the audit log (B12.1). `before` and `after` hold changed fields only; never hashes, tokens or files. */
export interface AuditEntry {
  action: string;
  model: string;
  record_id: string;
  record_label: string;
  before?: Readonly<Record<string, unknown>> | null;
  after?: Readonly<Record<string, unknown>> | null;
}

/** The digest of a call's route and fields, by which the fields of a key are known again. */
export type Fingerprint = (route: string, fields: Params) => string;

/** What a handler works with. Time and ids are arguments, so that rules can be replayed (DESIGN style 20). */
export interface Ctx {
  /** The transaction of a write; for reads a handle that may be used for several queries. Never touch `database` inside a write. */
  readonly db: Db;
  readonly database: Database;
  /** Who asks, with today's role (SEC-04). For open calls: user_id is ''. */
  readonly who: Who & { readonly name: string; readonly session_id: string; readonly must_register: boolean };
  /** The officer whose change an administrator takes in from a file (`sync/import`). */
  readonly behalf?: string;
  /** Epoch seconds: when the call's transaction began, of several the last one; before there is one, when the call came. A copy keeps its moment. */
  readonly now: number;
  /** UUIDv7 (B1.7). */
  readonly newId: () => string;
  readonly requestId: string;
  readonly key: string | null;
  /** How a key's fields are known again. */
  readonly fingerprint: Fingerprint;
  readonly deviceId: string | null;
  readonly appVersion: string | null;
  /** X-Client-Time, epoch seconds; information only (SYNC rule 10), used by B3.3 alone. */
  readonly clientTime: number | null;
  /** X-Saved-Time, epoch seconds of the device: when a tablet saved the change that it sends now (K21). null: nothing says so. */
  readonly savedTime: number | null;
  readonly address: string;
  /** {@link PriceChoice.origin}. */
  readonly origin: string;
  readonly userAgent: string | null;
  /** The token this call came with; only the session calls look at it. */
  readonly token: string | null;
  /** Files of a multipart body, by field; empty for calls that take none. */
  readonly files: ReadonlyMap<string, SentFile>;
  /** The success message of the envelope; "OK" unless said. */
  setMessage(message: string): void;
  /** An answer header: X-Total-Count, ETag, Cache-Control. */
  setHeader(name: string, value: string): void;
  /** Written in the same transaction as the work. */
  audit(entry: AuditEntry): Promise<void>;
}

export interface Handler {
  readonly call: Call;
  readonly handle: (input: Record<string, unknown>, ctx: Ctx, prepared?: unknown) => Promise<unknown>;
  /**
   * Slow work of a write that must not hold the database (scrypt): done before its transaction, on the outer handle, and given to `handle`.
   * It refuses nothing, because the key may turn out to be answered already; what it read is looked at again by `handle`.
   */
  readonly prepare?: (input: Record<string, unknown>, ctx: Ctx) => Promise<unknown>;
  /** A write that this input turns into a dry run: nothing is kept, no key is stored (B3.11). Bulk rows: asked for the shared fields. */
  readonly dry?: (input: Record<string, unknown>) => boolean;
  /** The answer holds a secret or makes a session: its key is not stored (API.md 4.1). */
  readonly keyless?: boolean;
  /** The handler opens its own transactions: slow work stands between them. `ctx.db` is then the outer handle. */
  readonly ownTransactions?: boolean;
  /** An open call that counts by itself who asks it how often; the count of open calls by address leaves it alone. */
  readonly ownCount?: boolean;
  /** Bulk rows: the single call that a row's `op_key` also protects, so that a line resent alone is known again (SYNC rule 26). */
  readonly sharesKeysWith?: string;
  /** Bulk rows that are answered in a few statements for all of them ({@link handleBatch}). */
  readonly batch?: (rows: readonly BatchRow[], ctx: Ctx) => Promise<RowOutcome[]>;
}

/** A row of a batch that is worked together with the others; its audit lines carry its own key. */
export interface BatchRow<Input = Record<string, unknown>> {
  readonly input: Input;
  readonly key: string | null;
}

/** What a row of such a batch came to; a refused row must have left no trace. */
export type RowOutcome = Refusal | { readonly message: string; readonly data: unknown };

interface HandlerOptions<In extends Fields, Prepared> {
  prepare?: (input: InputOf<In>, ctx: Ctx) => Promise<Prepared>;
  dry?: (input: InputOf<In>) => boolean;
  keyless?: boolean;
  ownTransactions?: boolean;
  ownCount?: boolean;
}

/** Answers one call. The handler throws `Refusal` for what a person should read; anything else becomes a 500. */
export function handle<In extends Fields, Out, Prepared = undefined>(
  call: Call<In, Out>,
  handle: (input: InputOf<In>, ctx: Ctx, prepared: Prepared) => Promise<Out>,
  options: HandlerOptions<In, Prepared> = {},
): Handler {
  return {
    call: call as unknown as Call,
    handle: handle as Handler['handle'],
    ...(options as Omit<Handler, 'call' | 'handle'>),
  };
}

/**
 * Answers a bulk call row by row (API.md 1.6): the http layer opens a savepoint per row, dedupes by `op_key[]` and counts.
 * The handler gets shared and row fields in one object and returns the row's `data`.
 */
export function handleRows<In extends Fields, Row extends Fields>(
  call: Call<In> & { readonly row: Row },
  handle: (input: InputOf<In> & InputOf<Row>, ctx: Ctx) => Promise<unknown>,
  options: { sharesKeysWith?: string; dry?: (input: InputOf<In>) => boolean } = {},
): Handler {
  return {
    call: call as unknown as Call,
    handle: handle as Handler['handle'],
    ...(options as Omit<Handler, 'call' | 'handle'>),
  };
}

/**
 * Answers a bulk call for all rows at once, where savepoints and statements per row would be too slow (SYNC rule 27: 1,000 lines in a
 * second). The handler gives one outcome per row, in order. If it throws a `Refusal`, the transaction is taken back and each row is worked alone
 * in another one, so that only those that are refused alone are refused.
 */
export function handleBatch<In extends Fields, Row extends Fields>(
  call: Call<In> & { readonly row: Row },
  batch: (rows: readonly BatchRow<InputOf<In> & InputOf<Row>>[], ctx: Ctx) => Promise<RowOutcome[]>,
  options: { sharesKeysWith?: string } = {},
): Handler {
  const alone = async (input: InputOf<In> & InputOf<Row>, ctx: Ctx) => {
    const [outcome] = await batch([{ input, key: ctx.key }], ctx);
    if (!outcome) throw new Error('A row was not answered');
    if (outcome instanceof Refusal) throw outcome;
    ctx.setMessage(outcome.message);
    return outcome.data;
  };
  return {
    call: call as unknown as Call,
    handle: alone as Handler['handle'],
    batch: batch as unknown as NonNullable<Handler['batch']>,
    ...options,
  };
}
