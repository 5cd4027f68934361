/** The calls under /api: from a Fastify request to the pipeline, and its answer back. */
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiRequest, ApiResponse } from '../calls/apiRequest.ts';
import type { Registry } from '../calls/registry.ts';
import { readMultipart } from './bodies.ts';
import { answerPreflight } from './crossOrigin.ts';

/** Bodies from this length on are compressed; characters. */
export const COMPRESSED_FROM = 1_400;

/** Up to this length a body is compressed in one piece, because a stream costs more processor time than compressing one page; characters. */
const AT_ONCE_UP_TO = 200_000;
const compressed = promisify(brotliCompress);
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const takesBrotli = (request: FastifyRequest) =>
  /(?:^|,)\s*br\s*(?:,|$)/.test(String(request.headers['accept-encoding'] ?? ''));

/** Routes every path under /api that has no route of its own to `answer`. */
export function serveCalls(
  server: FastifyInstance,
  registry: Registry,
  answer: (request: ApiRequest) => Promise<ApiResponse>,
): void {
  server.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'],
    url: '/api/*',
    handler: async (request, reply) => {
      if (request.method === 'OPTIONS') return answerPreflight(reply);
      const response = await answer(await apiRequestOf(request, registry));
      for (const [name, value] of Object.entries(response.headers)) reply.header(name, value);
      reply.code(response.status);
      if (response.body.length <= COMPRESSED_FROM) return reply.send(response.body);
      if (response.body.length > AT_ONCE_UP_TO || !takesBrotli(request)) return reply.compress(response.body);
      const packed = await compressed(response.body, BROTLI);
      const vary = [reply.getHeader('Vary'), 'accept-encoding'].filter(Boolean).join(', ');
      return reply.header('Content-Encoding', 'br').header('Vary', vary).send(packed);
    },
  });
}

/** Converts a request for the pipeline. Throws 400 or 413 if a multipart body cannot be read. */
async function apiRequestOf(request: FastifyRequest, registry: Registry): Promise<ApiRequest> {
  const [path = '', query = ''] = splitOnce(request.raw.url ?? '', '?');
  const call = path.replace(/^\/api\//, '').replace(/\/+$/, '');
  const found = registry.find(request.method, call);
  const takesFile = Boolean(found && 'answer' in found && found.answer.call.file);
  return {
    method: request.method,
    path: call,
    query,
    body: typeof request.body === 'string' ? request.body : '',
    ...(request.isMultipart() ? await readMultipart(request, takesFile) : {}),
    contentType: request.headers['content-type'] ?? '',
    headers: request.headers as Record<string, string | undefined>,
    address: request.ip,
    origin: `${request.protocol}://${request.host}`,
  };
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
