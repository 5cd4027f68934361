/** The headers for pages of other origins that the site allows (`config.origins`). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

const CORS_HEADERS =
  'Authorization, Content-Type, Idempotency-Key, X-Device-Id, X-App-Version, X-Client-Time, X-Saved-Time, X-Store-Epoch, Last-Event-ID';
const EXPOSED =
  'Idempotency-Key, Idempotent-Replay, X-Request-Id, X-Kasuwa, X-Store-Epoch, X-Total-Count, Retry-After, Date';

/** Lets a page of an allowed origin read the answer. */
export function crossOriginHeaders(request: FastifyRequest, reply: FastifyReply, { origins }: Config): void {
  // Pages of other origins that may ask show pictures too.
  if (origins.length > 0 && request.url.startsWith('/api/upload/file/'))
    reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
  const { origin } = request.headers;
  if (!origin || !origins.includes(origin)) return;
  reply
    .header('Access-Control-Allow-Origin', origin)
    .header('Vary', 'Origin')
    .header('Access-Control-Expose-Headers', EXPOSED);
}

/** Answers the question that a browser asks before it sends a call to another origin. */
export const answerPreflight = (reply: FastifyReply): FastifyReply =>
  reply
    .code(204)
    .header('Access-Control-Allow-Methods', 'GET, POST, OPTIONS')
    .header('Access-Control-Allow-Headers', CORS_HEADERS)
    .header('Access-Control-Max-Age', '600')
    .send();
