/** What the steps of one call know and find out. */
import type { Params } from '#contract/form.ts';
import { type Actor, ANONYMOUS } from '../auth/session.ts';
import type { ApiRequest } from '../calls/apiRequest.ts';
import { writeAudit } from '../calls/audit.ts';
import type { AuditEntry, Ctx, Fingerprint, Handler } from '../calls/handler.ts';
import type { Rate } from '../calls/rate.ts';
import type { Registry } from '../calls/registry.ts';
import type { Config } from '../config.ts';
import type { Database, Db } from '../db/open.ts';
import { enter } from '../db/underWay.ts';
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
}

/** What all calls of one server share: who asked how often, and who reads reports. */
export interface Shared extends Deps {
  readonly rate: Rate;
  readonly reports: ReportTurns;
}

const NO_FILES: NonNullable<ApiRequest['files']> = new Map();

export class CallContext implements KeyedCall {
  readonly shared: Shared;
  readonly request: ApiRequest;
  readonly requestId: string;
  /** Of the answer. */
  readonly headers: Record<string, string>;
  /** When the call came, epoch seconds. */
  readonly arrived: number;
  /** When the call's transaction began, of several the last one; before there is one, when the call came. Epoch seconds. */
  began: number;
  /** Notes in `began` when each of its transactions begins. */
  readonly database: Database;
  /** Of the Authorization header. */
  readonly token: string | null;
  /** A token that stood in the address, where the site allows that. */
  tokenInAddress: string | null = null;
  params: Params = new Map();
  /** Adds the values that stood in the path. */
  addPathParams: (params: Params) => void = () => undefined;
  who: Actor = ANONYMOUS;
  keyUse: KeyUse = { kind: 'none' };
  /** What is stored of the key, as the look for the session found it; undefined: nobody looked. */
  storedKey: KeyRow | null | undefined;
  input: Record<string, unknown> = {};
  /** Makes the part of a list that was asked for. */
  part: (data: unknown) => unknown = (data) => data;
  /** The message of a success. */
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

  /** The registered path of the call; null before there is one, or where nothing is registered. */
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

  /** What a handler works with in `db`; `key`: the key that its audit lines carry. */
  contextIn(db: Db, key: string | null): Ctx {
    const { request, headers } = this;
    const began = () => this.began;
    const ctx: Ctx = {
      db,
      database: this.database,
      who: this.who,
      // Read each time: a handler with transactions of its own writes in each from when that one began.
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

  /** What is written counts from when its transaction began, however long the call waited before; no delta's `as_of` goes beyond it meanwhile. */
  #stamped(database: Database): Database {
    return {
      ...database,
      transaction: (work, options) =>
        database.transaction(
          (tx) => {
            this.began = this.shared.now();
            enter(database, tx, this.began);
            return work(tx);
          },
          { by: this.who.session_id, ...options },
        ),
    };
  }
}
