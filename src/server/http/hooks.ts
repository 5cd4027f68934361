/**
 * Calls of external services: raw, signed bodies, beside the form-encoded calls of /api. They have no session and no key: a call is identified by its signature
 * and its own reference. The answer uses the same envelope.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ANONYMOUS } from '../auth/session.ts';
import { countedAddress } from '../calls/addresses.ts';
import { writeAudit } from '../calls/audit.ts';
import type { Ctx } from '../calls/handler.ts';
import { perMinute } from '../calls/rate.ts';
import { Refusal, refusalIn, verdictOf } from '../calls/refusal.ts';
import type { SignedCall } from '../calls/signedCall.ts';
import type { Config } from '../config.ts';
import type { Database, Db } from '../db/open.ts';
import { registerTransaction } from '../db/runningTransactions.ts';
import { errorText, type Log } from '../log.ts';
import { smsReported } from '../messages/smsHook.ts';
import { bankCalled } from '../wallet/bankHook.ts';
import { bankProvider } from '../wallet/bankProvider.ts';

interface Parts {
  database: Database;
  config: Config;
  log: Log;
  now: () => number;
  newId: () => string;
}

/** Services send far less; bytes. */
const MAX_HOOK = 16_000;
/** Calls per minute and address: each wrong signature costs a write. */
const MOST_CALLS = 300;

/** Handles one call in a transaction. A returned refusal commits what was written; a thrown one rolls it back. */
type Hook = (ctx: Ctx, call: SignedCall) => Promise<Refusal | Readonly<Record<string, unknown>>>;

export async function serveHooks(server: FastifyInstance, parts: Parts): Promise<void> {
  const bank = bankProvider(parts.config);
  const rate = perMinute(Math.min(MOST_CALLS, parts.config.callsPerMinute));
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_HOOK }, (_request, body, done) =>
      done(null, body),
    );
    const serve = (path: string, hook: Hook) =>
      scope.post(`/api/hooks/${path}`, { bodyLimit: MAX_HOOK }, (request, reply) => work(path, hook, request, reply));
    // A simulated bank sends no calls, so its address does not exist.
    if (bank && !bank.simulated) serve('bank', (ctx, call) => bankCalled(ctx, bank, call));
    const { sms } = parts.config;
    if (sms) serve('sms', (ctx, call) => smsReported(ctx, sms.hookSecret, call));
  });

  async function work(path: string, hook: Hook, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const requestId = parts.newId();
    let envelope: { code: number; message: string; data: unknown };
    try {
      rate.count(countedAddress(request.ip), parts.now());
      const writable = parts.database.writable();
      if (!writable.ok) throw new Refusal('unavailable', writable.reason);
      const call = callOf(request);
      const answer = await parts.database.transaction(async (tx) => {
        const begun = parts.now();
        registerTransaction(parts.database, tx, begun);
        return hook(systemCtx(parts, tx, begun, request, requestId), call);
      });
      envelope = answer instanceof Refusal ? verdictOf(answer) : { code: 200, message: 'OK', data: answer };
    } catch (error) {
      const known = refusalIn(error);
      if (!known) parts.log({ level: 'error', event: 'internal', request_id: requestId, text: errorText(error) });
      envelope = verdictOf(known ?? new Refusal('internal'));
    }
    parts.log({ event: 'hook', path: `hooks/${path}`, code: envelope.code, request_id: requestId });
    return reply
      .code(envelope.code)
      .header('X-Request-Id', requestId)
      .header('Cache-Control', 'no-store')
      .send(envelope);
  }
}

function callOf({ headers, body }: FastifyRequest): SignedCall {
  const one = (name: string) => {
    const value = headers[name];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    timestamp: one('x-timestamp'),
    signature: one('x-signature'),
  };
}

/** The server itself is the actor: nobody is signed in. */
function systemCtx(parts: Parts, db: Db, now: number, request: FastifyRequest, requestId: string): Ctx {
  const ctx: Ctx = {
    db,
    database: parts.database,
    who: { ...ANONYMOUS, user_id: 'system', name: 'System' },
    now,
    newId: parts.newId,
    requestId,
    key: null,
    fingerprint: () => '',
    deviceId: null,
    appVersion: null,
    clientTime: null,
    savedTime: null,
    address: request.ip,
    origin: `${request.protocol}://${request.host}`,
    userAgent: null,
    token: null,
    files: new Map(),
    setMessage: () => undefined,
    setHeader: () => undefined,
    audit: (entry) => writeAudit(ctx, entry),
  };
  return ctx;
}
