/**
 * `GET /api/live`: the stream of changes (docs/decisions/0245). It is refused in the envelope, like any call. An accepted stream stays open until the reader
 * leaves, the session ends or the server stops.
 */
import { randomBytes } from 'node:crypto';
import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { get } from '#contract/call.ts';
import { LIVE_PATH } from '#contract/live.ts';
import { isApiSecret } from '../auth/apiTokens.ts';
import { type Actor, actorOfToken, actorsOfSessions } from '../auth/session.ts';
import { countedAddress } from '../calls/addresses.ts';
import type { Handler } from '../calls/handler.ts';
import { perMinute, type Rate } from '../calls/rate.ts';
import { Refusal, refusalIn, verdictOf } from '../calls/refusal.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/open.ts';
import { whoMayHear } from '../live/kinds.ts';
import { makeStreams, type Stream, type Streams } from '../live/streams.ts';
import { errorText, type Log } from '../log.ts';
import type { Watch } from '../watch/watch.ts';
import { bearerIn, refuseBeforeOwn, refuseOldApp } from './guards.ts';

interface Parts {
  database: Database;
  config: Config;
  answers: readonly Handler[];
  log: Log;
  /** Epoch seconds. */
  now: () => number;
  newId: () => string;
  watch: Watch;
}

/** The stream as a call, for the refusals that all calls share. Every signed-in account may listen; what each receives is decided per kind. */
const listening = get(LIVE_PATH, { input: {}, output: v.null(), allow: 'any' });

/** Streams of one person: a desktop, a tablet, a phone, and some broken connections that were not noticed yet. */
const PER_PERSON = 8;
/** Streams that may be opened per minute, by session or, for unknown tokens, by address. */
const OPENED = 60;
/** A reader with this much unread data has left or is too slow, bytes. */
const MOST_UNREAD = 16_384;

/** Serves the stream, unless it is switched off (`liveStreams`). */
export function serveLive(server: FastifyInstance, parts: Parts): void {
  const { database, config, log, now } = parts;
  if (config.liveStreams === 0) return;
  const demanded = config.passkeys === 'demanded';
  const streams = makeStreams({
    now,
    boot: randomBytes(6).toString('hex'),
    hears: whoMayHear(parts.answers),
    holders: (ids) => actorsOfSessions(database.kysely, ids, now(), demanded),
    limits: { all: config.liveStreams, perPerson: PER_PERSON },
  });
  parts.watch.holds('live_streams', streams.count);
  const endListening = database.changes.listen(streams.hear);
  // Runs before the server waits for open calls: a stream would never end by itself.
  server.addHook('preClose', async () => {
    endListening();
    streams.stop();
  });
  const rate = perMinute(Math.min(OPENED, config.callsPerMinute));
  server.get(`/api/${LIVE_PATH}`, { exposeHeadRoute: false }, async (request, reply) => {
    const requestId = parts.newId();
    reply.header('X-Request-Id', requestId);
    const entry = { event: 'live', request_id: requestId };
    try {
      const who = await admitted(request, parts, { rate, streams, demanded });
      log({ ...entry, code: 200, user_id: who.user_id });
      return open(request, reply, who, streams);
    } catch (error) {
      const known = refusalIn(error);
      if (!known) log({ level: 'error', event: 'internal', request_id: requestId, text: errorText(error) });
      const refusal = known ?? new Refusal('internal');
      const wait = refusal.extra.retry_after ?? (refusal.code === 503 ? 60 : null);
      if (wait !== null) reply.header('Retry-After', String(wait));
      log({ ...entry, code: refusal.code });
      return reply.code(refusal.code).header('Cache-Control', 'no-store').send(verdictOf(refusal));
    }
  });
}

/** Finds the actor. Throws the refusals of API.md 1.8 in their order: 426, 429, 401, 403, and 503 if all streams are in use. */
async function admitted(
  request: FastifyRequest,
  { database, config, now }: Parts,
  { rate, streams, demanded }: { rate: Rate; streams: Streams; demanded: boolean },
): Promise<Actor> {
  const version = request.headers['x-app-version'];
  const address = countedAddress(request.ip);
  const token = bearerIn(request.headers.authorization);
  rate.count(token ?? address, now());
  refuseOldApp(typeof version === 'string' ? version : undefined, config.minAppVersion);
  // A stream belongs to a session and ends with it; programs use webhooks.
  if (token && isApiSecret(token)) throw new Refusal('token_not_allowed');
  const who = token ? await actorOfToken(database.kysely, token, now(), demanded) : null;
  if (!who) {
    if (token) rate.recount(token, address, now());
    throw new Refusal('unauthorized');
  }
  refuseBeforeOwn(who, listening);
  if (streams.room() !== 'free') throw new Refusal('unavailable');
  return who;
}

function open(request: FastifyRequest, reply: FastifyReply, who: Actor, streams: Streams): FastifyReply {
  const body = new PassThrough();
  const stream: Stream = {
    session_id: who.session_id,
    user_id: who.user_id,
    who,
    send(text) {
      if (body.destroyed || body.writableLength > MOST_UNREAD) return false;
      body.write(text);
      return true;
    },
    // Unsent data would keep the connection open.
    end: () => void (body.writableLength > MOST_UNREAD ? body.destroy() : body.end()),
  };
  body.on('error', () => undefined);
  reply.raw.once('close', () => {
    streams.remove(stream);
    body.destroy();
  });
  const lastId = request.headers['last-event-id'];
  streams.add(stream, typeof lastId === 'string' ? lastId : null);
  return (
    reply
      .type('text/event-stream; charset=utf-8')
      // A proxy that buffers or compresses answers would delay events.
      .header('Cache-Control', 'no-store, no-transform')
      .header('X-Accel-Buffering', 'no')
      .send(body)
  );
}
