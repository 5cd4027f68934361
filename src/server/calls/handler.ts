/** The handlers of calls: `handle(call, handler)`, typed by the contract (DESIGN 2.3). */
import type { Call } from '#contract/call.ts';
import type { Fields, InputOf } from '#contract/fields.ts';
import type { Params } from '#contract/form.ts';
import type { Scope } from '#contract/scopes.ts';
import type { Who } from '#domain/permissions.ts';
import type { Database, Db } from '../db/open.ts';
import type { SentFile } from './apiRequest.ts';
import { Refusal } from './refusal.ts';

/** One line of the audit log (B12.1). `before` and `after` hold changed fields only, and never hashes, tokens or files. */
export interface AuditEntry {
  action: string;
  model: string;
  record_id: string;
  record_label: string;
  before?: Readonly<Record<string, unknown>> | null;
  after?: Readonly<Record<string, unknown>> | null;
}

/** Returns the digest of a call's route and fields, by which a repeated key is compared with its first request. */
export type Fingerprint = (route: string, fields: Params) => string;

/** The context of a handler. Time and ids are arguments, so that tests can replay rules (DESIGN style 20). */
export interface Ctx {
  /** The transaction of a write; for reads a handle that may run several queries. A write must never use `database` instead. */
  readonly db: Db;
  readonly database: Database;
  /** The account that makes the request, with its present role (SEC-04). For open calls user_id is ''. */
  readonly who: Who & {
    readonly name: string;
    /** The id of the session, or of the API token. */
    readonly session_id: string;
    readonly must_register: boolean;
    /** The API token by which a program asks; absent: a person is signed in. */
    readonly api_token?: { readonly _id: string; readonly name: string; readonly scopes: readonly Scope[] };
  };
  /** The officer whose change an administrator imports from a file (`sync/import`). */
  readonly behalf?: string;
  /**
   * Epoch seconds: when the current (or last) transaction of the call began; before the first one, when the request arrived. A copy of the context
   * keeps its value.
   */
  readonly now: number;
  /** UUIDv7 (B1.7). */
  readonly newId: () => string;
  readonly requestId: string;
  readonly key: string | null;
  /** Computes the fingerprint of a key's fields. */
  readonly fingerprint: Fingerprint;
  readonly deviceId: string | null;
  readonly appVersion: string | null;
  /** X-Client-Time in epoch seconds. It is information only (SYNC rule 10); only the business date of a transfer uses it (B3.3). */
  readonly clientTime: number | null;
  /** X-Saved-Time: when the tablet saved the change, in epoch seconds of the device (K21); null if unknown. */
  readonly savedTime: number | null;
  readonly address: string;
  /** {@link ApiRequest.origin}. */
  readonly origin: string;
  readonly userAgent: string | null;
  /** The session token of this request, for the session calls only. */
  readonly token: string | null;
  /** Files of a multipart body, by field; empty for calls that accept none. */
  readonly files: ReadonlyMap<string, SentFile>;
  /** Sets the success message of the envelope; the default is "OK". */
  setMessage(message: string): void;
  /** Sets a response header: X-Total-Count, ETag, Cache-Control. */
  setHeader(name: string, value: string): void;
  /** Writes an audit line in the transaction of the work. */
  audit(entry: AuditEntry): Promise<void>;
}

export interface Handler {
  readonly call: Call;
  readonly handle: (input: Record<string, unknown>, ctx: Ctx, prepared?: unknown) => Promise<unknown>;
  /**
   * Slow work of a write that must not hold the database (scrypt). It runs before the transaction, on the outer handle, and its result goes to
   * `handle`. It must not refuse anything, because the key may have a stored response; `handle` must check again whatever it read.
   */
  readonly prepare?: (input: Record<string, unknown>, ctx: Ctx) => Promise<unknown>;
  /**
   * Locks and reads of a write with one key, in its transaction. They are sent together with the claim of the key, before anybody knows whether the key is
   * new, so they must not write; the result goes to `handle`. What they refuse is the answer of the call if its key is new.
   */
  readonly opens?: (input: Record<string, unknown>, ctx: Ctx) => Promise<unknown>;
  /** Whether this input makes the write a dry run: no change and no key is stored (B3.11). For a bulk call the shared fields are tested. */
  readonly dry?: (input: Record<string, unknown>) => boolean;
  /** True if the response contains a secret or creates a session: its key is not stored (API.md 4.1). */
  readonly keyless?: boolean;
  /** The handler opens its own transactions, because it does slow work between them. `ctx.db` is then the outer handle. */
  readonly ownTransactions?: boolean;
  /** An open call that limits its own rate; the rate count of open calls by address skips it. */
  readonly ownCount?: boolean;
  /** For a bulk call: the single call that shares its keys, so that a row that is sent again alone is recognized by its `op_key` (SYNC rule 26). */
  readonly sharesKeysWith?: string;
  /** For a bulk call: works all rows together in a few statements ({@link handleBatch}). */
  readonly batch?: (rows: readonly BatchRow[], ctx: Ctx) => Promise<RowOutcome[]>;
}

/** A row of a batch that is handled together with the others; its audit lines carry its own key. */
export interface BatchRow<Input = Record<string, unknown>> {
  readonly input: Input;
  readonly key: string | null;
}

/** The outcome of one row of such a batch. A refused row must not have written anything. */
export type RowOutcome = Refusal | { readonly message: string; readonly data: unknown };

interface HandlerOptions<In extends Fields, Prepared> {
  prepare?: (input: InputOf<In>, ctx: Ctx) => Promise<Prepared>;
  opens?: (input: InputOf<In>, ctx: Ctx) => Promise<Prepared>;
  dry?: (input: InputOf<In>) => boolean;
  keyless?: boolean;
  ownTransactions?: boolean;
  ownCount?: boolean;
}

/** Binds a handler to its call. The handler throws `Refusal` for an expected no; any other error becomes a 500. */
export function handle<In extends Fields, Out, Prepared = undefined>(
  call: Call<In, Out>,
  handle: (input: InputOf<In>, ctx: Ctx, prepared: Prepared) => Promise<Out>,
  options: HandlerOptions<In, Prepared> = {},
): Handler {
  return {
    // All handlers stand in one list, so the types of their inputs are erased here. The pipeline reads each input by the schema of its call.
    call: call as Call,
    handle: handle as Handler['handle'],
    ...(options as Omit<Handler, 'call' | 'handle'>),
  };
}

/**
 * Registers the handler of a bulk call that works row by row (API.md 1.6). The http layer opens a savepoint per row, deduplicates by `op_key[]` and
 * counts. The handler gets shared and row fields in one object and returns the row's `data`.
 */
export function handleRows<In extends Fields, Row extends Fields>(
  call: Call<In> & { readonly row: Row },
  handle: (input: InputOf<In> & InputOf<Row>, ctx: Ctx) => Promise<unknown>,
  options: { sharesKeysWith?: string; dry?: (input: InputOf<In>) => boolean } = {},
): Handler {
  return {
    call: call as Call,
    handle: handle as Handler['handle'],
    ...(options as Omit<Handler, 'call' | 'handle'>),
  };
}

/**
 * Registers the handler of a bulk call that works on all rows at once, where savepoints and statements per row would be too slow (SYNC rule 27: 1,000
 * lines in a second). It returns one outcome per row, in order. If it throws a `Refusal`, the transaction is rolled back and each row is handled
 * alone in a new one, so that only rows that fail on their own are refused.
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
    call: call as Call,
    handle: alone as Handler['handle'],
    batch: batch as NonNullable<Handler['batch']>,
    ...options,
  };
}
