/** Reports the server's health to supervisors and to the app (security S14). */
import type { FastifyInstance } from 'fastify';
import { actorOfToken } from '../auth/session.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/open.ts';
import { bearerIn } from './guards.ts';

interface Parts {
  database: Database;
  config: Config;
  /** Epoch seconds. */
  now: () => number;
  storeEpoch: string;
  isStopping: () => boolean;
}

/** /health and /api/health query the database; /api/health/live and /api/health/ready serve a container's supervisor. */
export function serveHealth(server: FastifyInstance, parts: Parts): void {
  for (const path of ['/health', '/api/health']) {
    server.get(path, async (request, reply) => {
      const answer = await healthFor(bearerIn(request.headers.authorization), parts);
      if (answer.code === 503) reply.header('Retry-After', '5');
      return reply.code(answer.code).header('Cache-Control', 'no-store').send(answer);
    });
  }
  server.get('/api/health/live', async (_request, reply) =>
    reply.header('Cache-Control', 'no-store').send({ code: 200, message: 'OK', data: { status: 'ok' } }),
  );
  server.get('/api/health/ready', async (_request, reply) => {
    const code = parts.isStopping() ? 503 : 200;
    if (code === 503) reply.header('Retry-After', '5');
    return reply
      .code(code)
      .header('Cache-Control', 'no-store')
      .send({
        code,
        message: code === 200 ? 'OK' : 'Stopping',
        data: { migrations: 'applied', seeded: true, lock: true },
      });
  });
}

/** Strangers only learn whether the server works. A demo, which anybody may enter, also says that it is one. */
async function healthFor(token: string | null, { database, config, now, storeEpoch, isStopping }: Parts) {
  const ok = !isStopping() && (await database.healthy(2_000));
  const status = ok ? 'ok' : 'unavailable';
  const isKnown = ok && token !== null && (await actorOfToken(database.kysely, token, now(), false)) !== null;
  const toAll = config.environment === 'demo' ? { status, environment: config.environment } : { status };
  const toKnown = {
    status,
    environment: config.environment,
    version: config.version,
    time: now(),
    store_epoch: storeEpoch,
    database: database.engine,
    durability: database.durability(),
    min_app_version: config.minAppVersion,
  };
  const data = isKnown ? toKnown : toAll;
  return { code: ok ? 200 : 503, message: ok ? 'OK' : 'The server is busy. Please try again.', data };
}
