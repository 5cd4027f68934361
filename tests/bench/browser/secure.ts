/** TLS and HTTP/2 before a server, as a site's proxy has them: what comes over one connection goes on over plain HTTP. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate of this minute for localhost, made by openssl. */
function certificate(): { key: Buffer; cert: Buffer } {
  const dir = mkdtempSync(join(tmpdir(), 'kasuwa-bench-tls-'));
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
  try {
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
        ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert],
      ],
      { stdio: 'ignore' },
    );
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } catch (error) {
    throw new Error('The secure line needs openssl (apt-get install openssl).', { cause: error });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Names that HTTP/2 has no use for (RFC 9113, 8.2.2). */
const CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'proxy-connection']);

/** Opens the door before the server at this port. */
export async function secureDoor(port: number): Promise<{ port: number; close(): void }> {
  const server = createSecureServer({ ...certificate(), allowHTTP1: true }, (from, to) => passOn(port, from, to));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

function passOn(port: number, from: Http2ServerRequest, to: Http2ServerResponse): void {
  const headers = Object.fromEntries(Object.entries(from.headers).filter(([name]) => !name.startsWith(':')));
  const host = from.headers[':authority'] ?? from.headers.host ?? 'localhost';
  const onward = request(
    {
      host: '127.0.0.1',
      port,
      method: from.method,
      path: from.url,
      headers: { ...headers, host, 'x-forwarded-proto': 'https' },
    },
    (answer) => {
      const passed = Object.entries(answer.headers).filter(([name]) => !CONNECTION.has(name));
      to.writeHead(answer.statusCode ?? 502, Object.fromEntries(passed));
      // What is there goes on at once: a stream of changes never ends.
      answer.on('data', (piece: Buffer) => to.write(piece));
      answer.on('end', () => to.end());
    },
  );
  onward.on('error', () => {
    if (!to.headersSent) to.writeHead(502);
    to.end();
  });
  to.on('close', () => onward.destroy());
  from.pipe(onward);
}
