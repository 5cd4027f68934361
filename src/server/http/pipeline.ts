/**
 * The only place that builds an envelope (DESIGN 2.5), in the order of API.md 1.8: route, size, rate, token, must change, stored answer of
 * the key, permission, shape, values, then the handler's own existence, state and work.
 */
import * as v from 'valibot';
import { ERRORS } from '#contract/envelope.ts';
import { type Params, TooManyFields } from '#contract/form.ts';
import { mayAsk, refuseGated } from '../auth/mayAsk.ts';
import { type Actor, ANONYMOUS, actorOf } from '../auth/session.ts';
import { countedAddress } from '../calls/addresses.ts';
import type { ApiRequest, ApiResponse } from '../calls/apiRequest.ts';
import { writeAudit } from '../calls/audit.ts';
import { checkedInput } from '../calls/checkedInput.ts';
import type { AuditEntry, Ctx, Fingerprint, Handler } from '../calls/handler.ts';
import { perMinute } from '../calls/rate.ts';
import { Refusal, refusalIn, verdictOf } from '../calls/refusal.ts';
import type { Registry } from '../calls/registry.ts';
import type { Config } from '../config.ts';
import type { Database, Db } from '../db/open.ts';
import { enter } from '../db/underWay.ts';
import { knownRows, runRows } from '../keys/bulk.ts';
import { dryRun, isDry } from '../keys/dryRun.ts';
import { checkKey, type StoredVerdict, storedVerdict } from '../keys/idempotency.ts';
import { once } from '../keys/once.ts';
import { errorText, type Log } from '../log.ts';
import { partAsked, rowsIn } from '../resources/shortLists.ts';
import {
  bearer,
  readParams,
  refuseBeforeOwn,
  refuseForeign,
  refuseOldApp,
  refuseOtherStore,
  secondsOf,
} from './guards.ts';
import { oneAddressWarning, watchesAddress } from './oneAddress.ts';
import { type ReportTurns, reportTurns } from './reportTurns.ts';

export interface Deps {
  database: Database;
  config: Config;
  registry: Registry;
  log: Log;
  now: () => number;
  newId: () => string;
  storeEpoch: string;
  fingerprint: Fingerprint;
}

const NO_FILES: NonNullable<ApiRequest['files']> = new Map();

/** An unpaged list of more rows costs as much of a person's minute as so many calls (S6). */
const LONG_ROWS = 500;
const LONG_COSTS = 10;

export function createHandler(deps: Deps): (request: ApiRequest) => Promise<ApiResponse> {
  const rate = perMinute(deps.config.callsPerMinute);
  const oneAddress = watchesAddress(deps.config) ? oneAddressWarning(deps.log) : null;
  const reports = reportTurns();
  return async (request) => {
    const requestId = deps.newId();
    const headers: Record<string, string> = { 'X-Request-Id': requestId };
    oneAddress?.(request.address);
    const started = performance.now();
    let verdict: StoredVerdict;
    let who: Actor = ANONYMOUS;
    try {
      verdict = await pipeline(deps, rate, reports, request, requestId, headers, (asker) => {
        who = asker;
        // S14: strangers are told nothing of the store.
        if (asker.user_id) headers['X-Store-Epoch'] = deps.storeEpoch;
      });
    } catch (error) {
      verdict = refused(error, requestId, headers, deps.log);
    }
    const key = request.headers['idempotency-key'];
    if (key && /^[\w-]{1,128}$/.test(key)) headers['Idempotency-Key'] = key;
    deps.log({
      event: 'call',
      method: request.method,
      path: request.path.slice(0, 120),
      code: verdict.code,
      ms: Math.round(performance.now() - started),
      user_id: who.user_id || undefined,
      key,
      request_id: requestId,
    });
    return tell(verdict, headers, request);
  };
}

function tell(verdict: StoredVerdict, headers: Record<string, string>, request: ApiRequest): ApiResponse {
  if (verdict.code === 200 && headers.ETag && request.headers['if-none-match'] === headers.ETag)
    return { status: 304, headers, body: '' };
  headers['Content-Type'] = 'application/json; charset=utf-8';
  headers['Cache-Control'] ??= 'no-store';
  return {
    status: verdict.code,
    headers,
    body: JSON.stringify({ code: verdict.code, message: verdict.message, data: verdict.data ?? null }),
  };
}

async function pipeline(
  deps: Deps,
  rate: ReturnType<typeof perMinute>,
  reports: ReportTurns,
  request: ApiRequest,
  requestId: string,
  headers: Record<string, string>,
  sawWho: (who: Actor) => void,
): Promise<StoredVerdict> {
  const { config, fingerprint } = deps;
  const now = deps.now();
  // What is written counts from when its transaction began, however long the call waited before; no delta's `as_of` goes beyond it meanwhile.
  let begun = now;
  const database: Database = {
    ...deps.database,
    transaction: (work, options) =>
      deps.database.transaction(async (tx) => {
        begun = deps.now();
        await enter(deps.database, tx, begun);
        return work(tx);
      }, options),
  };
  const found = deps.registry.find(request.method, request.path);
  if (!found) throw new Refusal('no_such_call');
  if ('allow' in found) {
    headers.Allow = found.allow.join(', ');
    throw new Refusal('method');
  }
  const { answer } = found;
  const { call } = answer;
  refuseForeign(request, call.write, config);
  const token = bearer(request);
  // What needs no session is counted by address, whatever token comes along: made-up ones would be new counts for ever (SEC-13).
  const session = call.allow === 'open' ? null : token;
  if (!answer.ownCount) rate.count(session ?? countedAddress(request.address), now);
  let params: Params;
  let delegate: string | undefined;
  let holder: Actor | null = null;
  try {
    refuseOldApp(request.headers['x-app-version'], config.minAppVersion);
    params = readParams(request);
    found.pathParams(params);
    delegate =
      config.tokenInAddress && call.path === 'administrator/read_delegate' ? params.get('token')?.values[0] : undefined;
    holder = await actorOf(database, token ?? delegate ?? null, call.allow, now, call.path, config);
  } finally {
    // Guessing tokens is counted by address, whatever the token, and whatever was refused before anybody looked for it.
    if (session && !holder?.user_id) rate.recount(session, countedAddress(request.address), now);
  }
  if (!holder) throw new Refusal('unauthorized');
  const who = holder;
  sawWho(who);
  // S6: a person with many sessions has one count; each session's own was looked at before anybody looked for it.
  if (who.user_id) rate.count(`person:${who.user_id}`, now);
  // Once it is known who asks: the answer names the store, which strangers are not told.
  refuseOtherStore(request, call.write, deps.storeEpoch);
  refuseBeforeOwn(who, call);

  const dry = isDry(answer, params);
  const rowKeys = !dry && hasRowKeys(answer, params);
  const keyed = call.write && !answer.keyless && !dry && !rowKeys;
  const key = keyed ? (request.headers['idempotency-key'] ?? null) : null;
  const print = key ? fingerprint(call.path, params) : '';
  if (key) {
    checkKey(key);
    const stored = await storedVerdict(database.kysely, key, who.user_id, print);
    if (stored) {
      headers['Idempotent-Replay'] = '1';
      return stored;
    }
  }
  if (!mayAsk(call.allow, who)) {
    const known = rowKeys ? await knownRows({ answer, params, who, fingerprint, database }) : null;
    if (!known) throw new Refusal('forbidden');
    headers['Idempotent-Replay'] = '1';
    return known;
  }

  let message = 'OK';
  const context = (db: Db, ownKey: string | null = key): Ctx => {
    const ctx: Ctx = {
      db,
      database,
      who,
      // Looked up each time: an answer with transactions of its own writes in each from when that one began.
      get now() {
        return begun;
      },
      newId: deps.newId,
      requestId,
      key: ownKey,
      fingerprint,
      deviceId: request.headers['x-device-id']?.slice(0, 100) ?? null,
      appVersion: request.headers['x-app-version']?.slice(0, 60) ?? null,
      clientTime: secondsOf(request.headers['x-client-time']),
      savedTime: secondsOf(request.headers['x-saved-time']),
      address: request.address,
      origin: request.origin,
      userAgent: request.headers['user-agent']?.slice(0, 200) ?? null,
      token: token ?? delegate ?? null,
      files: request.files ?? NO_FILES,
      setMessage(text) {
        message = text;
      },
      setHeader(name, value) {
        headers[name] = value;
      },
      audit: (entry: AuditEntry) => writeAudit(ctx, entry),
    };
    return ctx;
  };

  if (call.write) {
    const writable = database.writable();
    if (!writable.ok) throw new Refusal('unavailable', writable.reason);
  }
  if (call.row) {
    const rows = await runRows({ answer, params, who, now, key, print, fingerprint, context, database, dry });
    if (rows.replay) headers['Idempotent-Replay'] = '1';
    return rows.verdict;
  }
  const part = partAsked(call, params);
  refuseGated(call.input, params, who);
  const input = checkedInput(answer, params);
  if (!call.write || answer.outer) {
    const told = await reports(call, who.session_id, () => answer.handle(input, context(database.kysely)));
    const data = part(checked(answer, told, config));
    const rows = rowsIn(call, data);
    if (rows !== null) headers['X-Total-Count'] = String(rows);
    if (rows !== null && rows > LONG_ROWS) rate.add(`person:${who.user_id}`, now, LONG_COSTS - 1);
    return { code: 200, message, data };
  }
  if (answer.dry?.(input as never))
    return dryRun(
      database,
      async (tx) => ({ code: 200, message, data: await answer.handle(input, context(tx)) }),
      () => message,
    );
  const ahead = await answer.ahead?.(input, context(database.kysely));
  return database.transaction(async (tx) => {
    message = 'OK';
    const work = async (): Promise<StoredVerdict> => {
      const data = await answer.handle(input, context(tx), ahead);
      return { code: 200, message, data: checked(answer, data, config) };
    };
    if (!key) return work();
    const claim = { key, user_id: who.user_id, route: call.path, fingerprint: print, now: begun };
    const { verdict, replay } = await once(tx, claim, work);
    if (replay) headers['Idempotent-Replay'] = '1';
    return verdict;
  });
}

/** API.md 1.6: rows with keys of their own are known by them, in whatever batch they come; a queue's header repeats one of them. */
function hasRowKeys({ call }: Handler, params: Params): boolean {
  const keys = params.get('op_key')?.values ?? [];
  return call.row !== undefined && keys.length > 0 && keys.every((key) => key !== '');
}

function checked(answer: Handler, data: unknown, config: Config): unknown {
  if (!config.checkAnswers) return data;
  const result = v.safeParse(answer.call.output, data);
  if (!result.success) {
    const issue = result.issues[0];
    throw new Error(
      `The answer of ${answer.call.path} breaks its contract at ${v.getDotPath(issue) ?? ''}: ${issue.message}`,
    );
  }
  return data;
}

function refused(error: unknown, requestId: string, headers: Record<string, string>, log: Log): StoredVerdict {
  if (error instanceof TooManyFields) return verdictOf(new Refusal('too_large', error.message));
  const known = refusalIn(error);
  if (known) {
    if (known.code === 503) headers['Retry-After'] ??= '5';
    if (typeof known.extra.retry_after === 'number') headers['Retry-After'] = String(known.extra.retry_after);
    return verdictOf(known);
  }
  log({
    level: 'error',
    event: 'internal',
    request_id: requestId,
    text: errorText(error),
  });
  return verdictOf(new Refusal('internal', `${ERRORS.internal[1]} Reference ${requestId}.`));
}
