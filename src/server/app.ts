/** The server as a Fastify instance: used by main.ts on a port and by tests through inject. */
import { sql } from 'kysely';
import Fastify, { type FastifyInstance } from 'fastify';
import compress from '@fastify/compress';
import { MAX_BODY } from '#domain/limits.ts';
import type { Answer } from './answer.ts';
import type { Config } from './config.ts';
import type { Database } from './db/open.ts';
import { createHandler } from './http.ts';
import type { Log } from './log.ts';
import { makeRegistry } from './registry.ts';
import { isScreenAddress, securityHeaders, serveApp } from './static.ts';

export interface AppParts {
  database: Database;
  config: Config;
  answers: readonly Answer[];
  log: Log;
  /** Epoch seconds. */
  now: () => number;
  newId: () => string;
}

const CORS_HEADERS = 'Authorization, Content-Type, Idempotency-Key, X-Device-Id, X-App-Version, X-Client-Time';
const EXPOSED = 'Idempotency-Key, Idempotent-Replay, X-Request-Id, X-Store-Epoch, X-Total-Count, Retry-After, Date';

export async function createServer(parts: AppParts): Promise<FastifyInstance> {
  const { config, database, now } = parts;
  const { rows } = await sql<{ epoch: string }>`select epoch from store`.execute(database.kysely);
  const storeEpoch = rows[0]?.epoch ?? '';
  const handle = createHandler({ ...parts, registry: makeRegistry(parts.answers), storeEpoch });
  let stopping = false;

  const server = Fastify({
    bodyLimit: MAX_BODY,
    trustProxy: 'loopback',
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  await server.register(compress, { global: false, threshold: 1_400, encodings: ['br', 'gzip'] });

  server.addHook('onRequest', async (request, reply) => {
    securityHeaders(reply);
    const { origin } = request.headers;
    if (!origin || !config.origins.includes(origin)) return;
    reply.header('Access-Control-Allow-Origin', origin).header('Vary', 'Origin').header('Access-Control-Expose-Headers', EXPOSED);
  });
  server.addHook('preClose', async () => {
    stopping = true;
  });
  server.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) => {
    const code = error.statusCode ?? 500;
    const word = code === 413 ? 'too_large' : code === 415 ? 'media_type' : code < 500 ? 'bad_request' : 'internal';
    const text = code === 413 ? 'The request is too large.' : code < 500 ? 'The request is not valid.' : 'Something went wrong on the server.';
    if (code >= 500) parts.log({ level: 'error', event: 'internal', text: error.message });
    return reply.code(code).send({ code, message: text, data: { error: word } });
  });

  const health = async () => {
    const ok = !stopping && (await database.healthy(2_000));
    const data = {
      status: ok ? 'ok' : 'unavailable',
      environment: config.environment,
      version: config.version,
      time: now(),
      store_epoch: storeEpoch,
      database: database.engine,
      durability: database.durability,
      min_app_version: config.minAppVersion,
    };
    return { code: ok ? 200 : 503, message: ok ? 'OK' : 'The server is busy. Please try again.', data };
  };
  for (const path of ['/health', '/api/health']) {
    server.get(path, async (_request, reply) => {
      const answer = await health();
      return reply.code(answer.code).header('Cache-Control', 'no-store').send(answer);
    });
  }
  server.get('/api/health/live', async (_request, reply) => reply.header('Cache-Control', 'no-store').send({ code: 200, message: 'OK', data: { status: 'ok' } }));
  server.get('/api/health/ready', async (_request, reply) => {
    const code = stopping ? 503 : 200;
    return reply.code(code).header('Cache-Control', 'no-store').send({ code, message: code === 200 ? 'OK' : 'Stopping', data: { migrations: 'applied', seeded: true, lock: true } });
  });

  server.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'],
    url: '/api/*',
    handler: async (request, reply) => {
      if (request.method === 'OPTIONS') {
        return reply
          .code(204)
          .header('Access-Control-Allow-Methods', 'GET, POST, OPTIONS')
          .header('Access-Control-Allow-Headers', CORS_HEADERS)
          .header('Access-Control-Max-Age', '600')
          .send();
      }
      const [path = '', query = ''] = splitOnce(request.raw.url ?? '', '?');
      const told = await handle({
        method: request.method,
        path: path.replace(/^\/api\//, '').replace(/\/+$/, ''),
        query,
        body: typeof request.body === 'string' ? request.body : '',
        contentType: request.headers['content-type'] ?? '',
        headers: request.headers as Record<string, string | undefined>,
        address: request.ip,
      });
      for (const [name, value] of Object.entries(told.headers)) reply.header(name, value);
      reply.code(told.status);
      return told.body.length > 1_400 ? reply.compress(told.body) : reply.send(told.body);
    },
  });

  if (config.dist) await serveApp(server, config.dist);
  server.setNotFoundHandler((request, reply) => {
    const path = splitOnce(request.raw.url ?? '', '?')[0] ?? '';
    if (config.dist && isScreenAddress(request.method, path)) return reply.header('Cache-Control', 'no-cache').sendFile('index.html');
    return reply.code(404).header('Cache-Control', 'no-store').send({ code: 404, message: 'There is no such call.', data: { error: 'no_such_call' } });
  });
  return server;
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
