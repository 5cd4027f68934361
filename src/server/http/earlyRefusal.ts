/** The answers to requests that fail before the pipeline: a broken address, an unreadable or too large body. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorText, type Log } from '../log.ts';

/**
 * Answers in the envelope and echoes the key. Without the key a queue would take the answer for a stranger's and send the same body for ever (SYNC
 * rule 22).
 */
export function refuseEarly(
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

/** Gives every error that Fastify or a plugin throws an answer; errors of ours (500) are logged. `text` is the message for people, if there is one. */
export function refuseErrors(server: FastifyInstance, log: Log): void {
  server.setErrorHandler((error: { statusCode?: number; message: string; text?: string }, request, reply) => {
    const code = error.statusCode ?? 500;
    const word = code === 413 ? 'too_large' : code === 415 ? 'media_type' : code < 500 ? 'bad_request' : 'internal';
    const text =
      error.text ??
      (code === 413
        ? 'The request is too large.'
        : code < 500
          ? 'The request is not valid.'
          : 'Something went wrong on the server.');
    if (code >= 500) log({ level: 'error', event: 'internal', text: errorText(error) });
    return refuseEarly(request, reply, code, word, text);
  });
}
