/** The server as a Fastify instance: used by main.ts on a port and by tests through inject. */
import { createHash, randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { addParam, MAX_PARAMETERS, type Params, TooManyFields } from '#contract/form.ts';
import { MAX_BODY, MAX_IMAGE, MAX_IMAGE_TEXT, MAX_UPLOAD_BODY } from '#domain/limits.ts';
import { secretKey } from '../auth/secretKey.ts';
import { actorOfToken } from '../auth/session.ts';
import { nearestOf } from '../calls/addresses.ts';
import type { ApiRequest, SentFile } from '../calls/apiRequest.ts';
import type { Handler } from '../calls/handler.ts';
import { makeRegistry } from '../calls/registry.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/open.ts';
import { fingerprintWith } from '../keys/idempotency.ts';
import { errorText, type Log } from '../log.ts';
import { fileStore } from '../uploads/fileStore.ts';
import { serveUploads } from '../uploads/serveUploads.ts';
import { bearerIn } from './guards.ts';
import { serveHooks } from './hooks.ts';
import { createHandler } from './pipeline.ts';
import { REQUEST_TIMEOUT, refuseRaw } from './rawRefusal.ts';
import { keepReleased } from './released.ts';
import { isScreenAddress, securityHeaders, serveApp } from './static.ts';

export interface AppParts {
  database: Database;
  config: Config;
  answers: readonly Handler[];
  log: Log;
  /** Epoch seconds. */
  now: () => number;
  newId: () => string;
}

const CORS_HEADERS =
  'Authorization, Content-Type, Idempotency-Key, X-Device-Id, X-App-Version, X-Client-Time, X-Saved-Time, X-Store-Epoch';
const EXPOSED = 'Idempotency-Key, Idempotent-Replay, X-Request-Id, X-Store-Epoch, X-Total-Count, Retry-After, Date';

export async function createServer(parts: AppParts): Promise<FastifyInstance> {
  const { config, database, now } = parts;
  const { rows } = await sql<{ epoch: string }>`select epoch from store`.execute(database.kysely);
  const storeEpoch = rows[0]?.epoch ?? '';
  const registry = makeRegistry(parts.answers);
  const fingerprint = fingerprintWith(await secretKey(database.kysely, 'fingerprint', config));
  const handle = createHandler({ ...parts, registry, storeEpoch, fingerprint });
  let stopping = false;
  const underWay = new Set<FastifyRequest>();
  // Rule 37: what is under way ends first; lines that are only kept open, used or never used, hold nobody up.
  const closeRest = () => {
    if (stopping && underWay.size === 0) server.server.closeAllConnections();
  };

  const server = Fastify({
    bodyLimit: MAX_BODY,
    trustProxy: nearestOf(config.trustProxy),
    requestTimeout: REQUEST_TIMEOUT,
    clientErrorHandler: refuseRaw,
    // A broken escape in an address is a path that nothing answers.
    frameworkErrors: (_error, request, reply) => {
      // No hook runs before it.
      securityHeaders(reply, config);
      void refuse(request, reply, 404, 'no_such_call', 'There is no such call.');
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  await server.register(multipart, {
    limits: { fileSize: MAX_BODY, fieldSize: MAX_BODY, fields: MAX_PARAMETERS, files: 1 },
  });
  await server.register(compress, { global: false, threshold: 1_400, encodings: ['br', 'gzip'] });

  server.addHook('onRequest', async (request, reply) => {
    underWay.add(request);
    // Also for who went away before his answer: no hook of the framework tells of him once his body was read. A file that is sent brings ten listeners
    // of its own.
    reply.raw.setMaxListeners(20).once('close', () => {
      underWay.delete(request);
      closeRest();
    });
    securityHeaders(reply, config);
    // Pages of other origins that may ask show pictures too.
    if (config.origins.length > 0 && request.url.startsWith('/api/upload/file/'))
      reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
    const { origin } = request.headers;
    if (!origin || !config.origins.includes(origin)) return;
    reply
      .header('Access-Control-Allow-Origin', origin)
      .header('Vary', 'Origin')
      .header('Access-Control-Expose-Headers', EXPOSED);
  });
  server.addHook('preClose', async () => {
    stopping = true;
    closeRest();
  });
  server.setErrorHandler((error: { statusCode?: number; message: string; said?: string }, request, reply) => {
    const code = error.statusCode ?? 500;
    const word = code === 413 ? 'too_large' : code === 415 ? 'media_type' : code < 500 ? 'bad_request' : 'internal';
    const text =
      error.said ??
      (code === 413
        ? 'The request is too large.'
        : code < 500
          ? 'The request is not valid.'
          : 'Something went wrong on the server.');
    if (code >= 500) parts.log({ level: 'error', event: 'internal', text: errorText(error) });
    return refuse(request, reply, code, word, text);
  });

  // S14: strangers hear whether it works. A demo, where everybody may come in, says that it is one, before anybody signs in.
  const health = async (token: string | null) => {
    const ok = !stopping && (await database.healthy(2_000));
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
  };
  for (const path of ['/health', '/api/health']) {
    server.get(path, async (request, reply) => {
      const answer = await health(bearerIn(request.headers.authorization));
      if (answer.code === 503) reply.header('Retry-After', '5');
      return reply.code(answer.code).header('Cache-Control', 'no-store').send(answer);
    });
  }
  server.get('/api/health/live', async (_request, reply) =>
    reply.header('Cache-Control', 'no-store').send({ code: 200, message: 'OK', data: { status: 'ok' } }),
  );
  server.get('/api/health/ready', async (_request, reply) => {
    const code = stopping ? 503 : 200;
    if (stopping) reply.header('Retry-After', '5');
    return reply
      .code(code)
      .header('Cache-Control', 'no-store')
      .send({
        code,
        message: code === 200 ? 'OK' : 'Stopping',
        data: { migrations: 'applied', seeded: true, lock: true },
      });
  });

  serveUploads(server, fileStore(config));
  await serveHooks(server, parts);
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
      const call = path.replace(/^\/api\//, '').replace(/\/+$/, '');
      const found = registry.find(request.method, call);
      const takesFile = Boolean(found && 'answer' in found && found.answer.call.file);
      const response = await handle({
        method: request.method,
        path: call,
        query,
        body: typeof request.body === 'string' ? request.body : '',
        ...(request.isMultipart() ? await readMultipart(request, takesFile) : {}),
        contentType: request.headers['content-type'] ?? '',
        headers: request.headers as Record<string, string | undefined>,
        address: request.ip,
        origin: `${request.protocol}://${request.host}`,
      });
      for (const [name, value] of Object.entries(response.headers)) reply.header(name, value);
      reply.code(response.status);
      return response.body.length > 1_400 ? reply.compress(response.body) : reply.send(response.body);
    },
  });

  const { dist, releasedDir } = config;
  if (dist)
    await serveApp(server, dist, () => (releasedDir ? keepReleased(dist, releasedDir, now()) : null), parts.log);
  server.setNotFoundHandler((request, reply) => {
    const path = splitOnce(request.raw.url ?? '', '?')[0] ?? '';
    if (config.dist && isScreenAddress(request.method, path))
      return reply.header('Cache-Control', 'no-cache').sendFile('index.html');
    return reply
      .code(404)
      .header('Cache-Control', 'no-store')
      .send({ code: 404, message: 'There is no such call.', data: { error: 'no_such_call' } });
  });
  return server;
}

/**
 * What is refused before the pipeline sees it. The key is echoed here too: without it a queue would take the answer for a stranger's
 * and send the same body for ever (SYNC rule 22).
 */
function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  code: number,
  error: string,
  message: string,
): FastifyReply {
  const key = request.headers['idempotency-key'];
  if (typeof key === 'string' && /^[\w-]{1,128}$/.test(key)) reply.header('Idempotency-Key', key);
  return reply
    .code(code)
    .header('X-Request-Id', randomUUID())
    .header('Cache-Control', 'no-store')
    .send({ code, message, data: { error } });
}

/**
 * A multipart body's fields; a file is read as text under its field's name, but where the call takes a file its bytes stay as they are
 * and its field holds their SHA-256. Throws 413 through the plugin's limits.
 */
async function readMultipart(
  request: FastifyRequest,
  takesFile: boolean,
): Promise<Pick<ApiRequest, 'parts' | 'files'>> {
  const params: Params = new Map();
  const files = new Map<string, SentFile>();
  let bytes = 0;
  if (takesFile && Number(request.headers['content-length'] ?? 0) > MAX_UPLOAD_BODY)
    throw Object.assign(new Error(MAX_IMAGE_TEXT), { statusCode: 413, said: MAX_IMAGE_TEXT });
  try {
    const limits = takesFile ? { limits: { fileSize: MAX_IMAGE }, throwFileSizeLimit: false } : {};
    for await (const part of request.parts(limits)) {
      let value = part.type === 'file' ? '' : String(part.value ?? '');
      if (part.type === 'file' && takesFile) {
        const content = await part.toBuffer();
        files.set(part.fieldname, { bytes: content, truncated: part.file.truncated });
        if (content.length > 0) value = createHash('sha256').update(content).digest('hex');
      } else if (part.type === 'file') value = (await part.toBuffer()).toString('utf8');
      bytes += value.length;
      if (bytes > MAX_BODY) throw new TooManyFields('The body is too large.');
      addParam(params, part.fieldname, value);
    }
  } catch (error) {
    // Without a boundary, cut off, or over a limit: the sender's mistake, never ours.
    const statusCode = error instanceof TooManyFields ? 413 : ((error as { statusCode?: number }).statusCode ?? 400);
    throw Object.assign(new Error('The multipart body could not be read.'), { statusCode });
  }
  return { parts: params, files };
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
