/** Answers bytes on a connection that are not an HTTP request, with envelope and headers like any answer, before routing. */
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ERRORS, type ErrorWord } from '#contract/envelope.ts';
import { SECURITY_HEADERS } from './static.ts';

/** A body that takes longer occupies a connection for nothing; 4 MB over a slow line take less. Milliseconds. */
export const REQUEST_TIMEOUT = 120_000;

/** Answers and closes the connection (SEC-01: this answer carries the policy too). */
export function refuseRaw(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const word: ErrorWord =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'too_large'
      : // Too slow is no refusal of what was sent: a queue sends it again.
        error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'unavailable'
        : 'bad_request';
  const [code, message] = ERRORS[word];
  const body = JSON.stringify({ code, message, data: { error: word } });
  const headers = {
    ...SECURITY_HEADERS,
    'X-Request-Id': randomUUID(),
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  if (socket.writable) socket.write(`HTTP/1.1 ${code} ${STATUS_CODES[code]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}
