/** Answers /api/openapi.json for programs and /api/docs for people. Both are open to everybody: they hold no data of the site. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from '#contract/call.ts';
import { openApiDocument } from './openApiDocument.ts';
import { openApiPage } from './openApiPage.ts';

interface Text {
  readonly body: string;
  /** Compressed once: compressing a megabyte per request would be cheap for the sender and expensive for the server. */
  readonly gzip: Buffer;
  readonly etag: string;
}

/**
 * `policyOf` returns the content policy of a page with its own styles. The texts are built at the first request and cached, because most servers are never
 * asked for them.
 */
export function serveOpenApi(
  server: FastifyInstance,
  calls: readonly Call[],
  version: string,
  policyOf: (page: string) => string,
): void {
  const document = once(() => openApiDocument(calls, version));
  const json = once(() => withTag(JSON.stringify(document())));
  const page = once(() => withTag(openApiPage(document())));
  server.get('/api/openapi.json', (request, reply) => tell(request, reply, json(), 'application/json; charset=utf-8'));
  server.get('/api/docs', (request, reply) => {
    reply.header('Content-Security-Policy', policyOf(page().body));
    return tell(request, reply, page(), 'text/html; charset=utf-8');
  });
}

function tell(request: FastifyRequest, reply: FastifyReply, { body, gzip, etag }: Text, type: string): FastifyReply {
  reply.header('ETag', etag).header('Cache-Control', 'no-cache').type(type);
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  reply.header('Vary', 'Accept-Encoding');
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(body);
  return reply.header('Content-Encoding', 'gzip').send(gzip);
}

const withTag = (body: string): Text => ({
  body,
  gzip: gzipSync(body),
  etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
});

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
