/** The state of one call, which its steps read and fill in. */
import type { Params } from '#contract/form.ts';
import { type Actor, ANONYMOUS } from '../auth/session.ts';
import type { ApiRequest } from '../calls/apiRequest.ts';
import { writeAudit } from '../calls/audit.ts';
import type { AuditEntry, Ctx, Fingerprint, Handler } from '../calls/handler.ts';
import type { Rate } from '../calls/rate.ts';
import type { Registry } from '../calls/registry.ts';
import type { Config } from '../config.ts';
import type { Database, Db } from '../db/open.ts';
import type { ClusterGate } from '../db/postgres/clusterGate.ts';
import { registerTransaction } from '../db/runningTransactions.ts';
import type { KeyedCall, KeyRow, KeyUse } from '../keys/keyedCall.ts';
import type { Log } from '../log.ts';
import type { Watch } from '../watch/watch.ts';
import { bearer, secondsOf } from './guards.ts';
import type { ReportTurns } from './reportTurns.ts';

export interface Deps {
  database: Database;
  config: Config;
  registry: Registry;
  log: Log;
  /** Epoch seconds. */
  now: () => number;
  newId: () => string;
  storeEpoch: string;
  fingerprint: Fingerprint;
  watch: Watch;
  /** After an outage no call is answered before it; undefined: the database is one node. */
  gate?: ClusterGate | undefined;
}

/** Shared by all calls of one server: rate counts and report turns. */
export interface Shared extends Deps {
  readonly rate: Rate;
  readonly reports: ReportTurns;
}

const NO_FILES: NonNullable<ApiRequest['files']> = new Map();

export class CallContext implements KeyedCall {
  readonly shared: Shared;
  readonly request: ApiRequest;
  readonly requestId: string;
  /** The headers of the answer. */
  readonly headers: Record<string, string>;
  /** The arrival of the call, epoch seconds. */
  readonly arrived: number;
  /** The start of the call's last transaction; before the first one, the arrival of the call. Epoch seconds. */
  began: number;
  /** Records the start of each of the call's transactions in `began`. */
  readonly database: Database;
  /** The token of the Authorization header. */
  readonly token: string | null;
  /** A token in the address, if the site allows that. */
  tokenInAddress: string | null = null;
  params: Params = new Map();
  /** Adds the values in the path. */
  addPathParams: (params: Params) => void = () => undefined;
  who: Actor = ANONYMOUS;
  keyUse: KeyUse = { kind: 'none' };
  /** The stored row of the key, which the session query has read; undefined: not read. */
  storedKey: KeyRow | null | undefined;
  input: Record<string, unknown> = {};
  /** Cuts the requested part out of a list. */
  part: (data: unknown) => unknown = (data) => data;
  /** The message of a successful answer. */
  message = 'OK';
  #handler: Handler | null = null;

  constructor(shared: Shared, request: ApiRequest, requestId: string) {
    this.shared = shared;
    this.request = request;
    this.requestId = requestId;
    this.headers = { 'X-Request-Id': requestId };
    this.arrived = shared.now();
    this.began = this.arrived;
    this.token = bearer(request);
    this.database = this.#stamped(shared.database);
  }

  /** The registered path of the call; null before routing, or if no call is registered. */
  get named(): string | null {
    return this.#handler?.call.path ?? null;
  }

  get handler(): Handler {
    if (!this.#handler) throw new Error('The call has no route yet.');
    return this.#handler;
  }

  set handler(handler: Handler) {
    this.#handler = handler;
  }

  get fingerprint(): Fingerprint {
    return this.shared.fingerprint;
  }

  /** The Idempotency-Key header. */
  get sentKey(): string | null {
    return this.request.headers['idempotency-key'] ?? null;
  }

  /** Creates the handler's context over `db`; `key`: the key that its audit lines carry. */
  contextIn(db: Db, key: string | null): Ctx {
    const { request, headers } = this;
    const began = () => this.began;
    const ctx: Ctx = {
      db,
      database: this.database,
      who: this.who,
      // Read on each access: each transaction of a handler writes with the time at which that transaction began.
      get now() {
        return began();
      },
      newId: this.shared.newId,
      requestId: this.requestId,
      key,
      fingerprint: this.fingerprint,
      deviceId: request.headers['x-device-id']?.slice(0, 100) ?? null,
      appVersion: request.headers['x-app-version']?.slice(0, 60) ?? null,
      clientTime: secondsOf(request.headers['x-client-time']),
      savedTime: secondsOf(request.headers['x-saved-time']),
      address: request.address,
      origin: request.origin,
      userAgent: request.headers['user-agent']?.slice(0, 200) ?? null,
      token: this.token ?? this.tokenInAddress,
      files: request.files ?? NO_FILES,
      setMessage: (text) => {
        this.message = text;
      },
      setHeader(name, value) {
        headers[name] = value;
      },
      audit: (entry: AuditEntry) => writeAudit(ctx, entry),
    };
    return ctx;
  }

  /** Written rows carry the start of their transaction as their time, however long the call waited. Until it ends, no delta's `as_of` passes that time. */
  #stamped(database: Database): Database {
    return {
      ...database,
      transaction: (work, options) =>
        database.transaction(
          (tx) => {
            this.began = this.shared.now();
            registerTransaction(database, tx, this.began);
            return work(tx);
          },
          { by: this.who.session_id, ...options },
        ),
    };
  }
}
