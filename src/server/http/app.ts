/** Builds the server as a Fastify instance: main.ts runs it on a port, tests use inject. */
import compress from '@fastify/compress';
import Fastify, { type FastifyInstance } from 'fastify';
import { MAX_BODY } from '#domain/limits.ts';
import { secretKey } from '../auth/secretKey.ts';
import { nearestOf } from '../calls/addresses.ts';
import type { Handler } from '../calls/handler.ts';
import { makeRegistry } from '../calls/registry.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/open.ts';
import type { ClusterGate } from '../db/postgres/clusterGate.ts';
import { readEpoch } from '../db/reads.ts';
import { fingerprintWith } from '../keys/idempotency.ts';
import type { Log } from '../log.ts';
import { serveOpenApi } from '../openapi/serveOpenApi.ts';
import { fileStore } from '../uploads/fileStore.ts';
import { serveUploads } from '../uploads/serveUploads.ts';
import { NO_WATCH, type Watch } from '../watch/watch.ts';
import { readBodies } from './bodies.ts';
import { COMPRESSED_FROM, serveCalls } from './calls.ts';
import { crossOriginHeaders } from './crossOrigin.ts';
import { refuseEarly, refuseErrors } from './earlyRefusal.ts';
import { serveHealth } from './health.ts';
import { serveHooks } from './hooks.ts';
import { serveLive } from './live.ts';
import { createHandler } from './pipeline.ts';
import { REQUEST_TIMEOUT, refuseRaw } from './rawRefusal.ts';
import { keepReleased } from './released.ts';
import { answerRest, pagePolicy, securityHeaders, serveApp } from './static.ts';
import { stopInOrder } from './stopping.ts';

export interface AppParts {
  database: Database;
  config: Config;
  answers: readonly Handler[];
  log: Log;
  /** Epoch seconds. */
  now: () => number;
  newId: () => string;
  /** The listener of calls; absent: none. */
  watch?: Watch;
  /** After an outage no call is answered before it; absent: the database is one node. */
  gate?: ClusterGate | undefined;
}

/** Creates the server, which does not listen yet. Throws if the built app or a configured folder is missing. */
export async function createServer(parts: AppParts): Promise<FastifyInstance> {
  const { config, database, log, now, watch = NO_WATCH } = parts;
  const storeEpoch = await readEpoch(database.kysely);
  const registry = makeRegistry(parts.answers);
  const fingerprint = fingerprintWith(await secretKey(database.kysely, 'fingerprint', config));

  const server = emptyServer(config);
  await readBodies(server);
  await server.register(compress, { global: false, threshold: COMPRESSED_FROM, encodings: ['br', 'gzip'] });
  const isStopping = stopInOrder(server);
  server.addHook('onRequest', async (request, reply) => {
    securityHeaders(reply, config);
    crossOriginHeaders(request, reply, config);
  });
  refuseErrors(server, log);

  serveHealth(server, { database, config, now, storeEpoch, isStopping });
  serveUploads(server, fileStore(config));
  await serveHooks(server, parts);
  serveLive(server, { ...parts, watch });
  const calls = registry.answers.map(({ call }) => call);
  serveOpenApi(server, calls, config.version, pagePolicy);
  serveCalls(server, registry, createHandler({ ...parts, watch, registry, storeEpoch, fingerprint }));
  const { dist, releasedDir } = config;
  if (dist) await serveApp(server, dist, () => (releasedDir ? keepReleased(dist, releasedDir, now()) : null), log);
  answerRest(server, dist);
  return server;
}

/** A Fastify instance with our limits. It answers in our envelope even where none of our hooks runs. */
const emptyServer = (config: Config): FastifyInstance =>
  Fastify({
    bodyLimit: MAX_BODY,
    trustProxy: nearestOf(config.trustProxy),
    requestTimeout: REQUEST_TIMEOUT,
    clientErrorHandler: refuseRaw,
    // An invalid escape in an address is treated as an unknown path.
    frameworkErrors: (_error, request, reply) => {
      // No hook runs before it.
      securityHeaders(reply, config);
      void refuseEarly(request, reply, 404, 'no_such_call', 'There is no such call.');
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  });
