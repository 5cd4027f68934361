/** The only place that builds an envelope. A call runs through {@link STEPS} in the order of API.md 1.8; the first step that refuses or answers ends it. */
import { ERRORS } from '#contract/envelope.ts';
import { TooManyFields } from '#contract/form.ts';
import type { ApiRequest, ApiResponse } from '../calls/apiRequest.ts';
import { perMinute } from '../calls/rate.ts';
import { Refusal, refusalIn, verdictOf } from '../calls/refusal.ts';
import { isUnavailable } from '../db/unavailable.ts';
import type { StoredVerdict } from '../keys/keyedCall.ts';
import { errorText, type Log } from '../log.ts';
import type { HeardCall } from '../watch/watch.ts';
import { CallContext, type Deps, type Shared } from './callContext.ts';
import { oneAddressWarning, watchesAddress } from './oneAddress.ts';
import { reportTurns } from './reportTurns.ts';
import { admit, authenticate, rate } from './steps/authenticate.ts';
import { authorize, replay, writable } from './steps/authorize.ts';
import { guard, route } from './steps/route.ts';
import { runRead, runRows, runWrite } from './steps/run.ts';
import type { Step } from './steps/step.ts';
import { validate } from './steps/validate.ts';

/** The order is public (API.md 1.8). `runRows` comes before `validate`, because a batch validates its input row by row. */
const STEPS: readonly Step[] = [
  ...[route, guard, rate, authenticate, admit],
  ...[replay, authorize, writable],
  ...[runRows, validate, runRead, runWrite],
];

/** Makes the function that answers each request of the API. It never rejects: errors become responses. */
export function createHandler(deps: Deps): (request: ApiRequest) => Promise<ApiResponse> {
  const shared: Shared = { ...deps, rate: perMinute(deps.config.callsPerMinute), reports: reportTurns() };
  const oneAddress = watchesAddress(deps.config) ? oneAddressWarning(deps.log) : null;
  return (request) => {
    oneAddress?.(request.address);
    const call = new CallContext(shared, request, deps.newId());
    return deps.watch.call({ ...request, requestId: call.requestId }, (heard) => answerHeard(call, heard));
  };
}

/** Answers, writes the log line, and notifies the listener. */
async function answerHeard(call: CallContext, heard: HeardCall): Promise<ApiResponse> {
  const { request, shared: deps } = call;
  const started = performance.now();
  const verdict = await answerOf(call).catch((error: unknown) => {
    if (isUnavailable(error)) deps.gate?.doubt();
    return refused(error, call.requestId, call.headers, deps.log);
  });
  const key = request.headers['idempotency-key'];
  if (key && /^[\w-]{1,128}$/.test(key)) call.headers['Idempotency-Key'] = key;
  const ms = performance.now() - started;
  heard.end({ call: call.named, code: verdict.code, ms });
  deps.log({
    event: 'call',
    method: request.method,
    path: request.path.slice(0, 120),
    code: verdict.code,
    ms: Math.round(ms),
    user_id: call.who.user_id || undefined,
    api_token: call.who.api_token?._id,
    key,
    request_id: call.requestId,
    trace_id: heard.traceId,
  });
  return tell(verdict, call.headers, request);
}

async function answerOf(call: CallContext): Promise<StoredVerdict> {
  await call.shared.gate?.sure();
  for (const step of STEPS) {
    const verdict = await step(call);
    if (verdict) return verdict;
  }
  throw new Error('No step answered the call.');
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
