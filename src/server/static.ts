/** The built app: hashed files for ever, the shell asked anew each time, and security headers on everything (SEC-01). */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** SEC-01: nothing inline, nothing from elsewhere. */
const CONTENT_SECURITY_POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; connect-src 'self'; img-src 'self' data: blob:; worker-src 'self'; manifest-src 'self'";

/** On every answer, whoever gives it. */
export const SECURITY_HEADERS = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(self), microphone=(), geolocation=()',
};

export function securityHeaders(reply: FastifyReply): void {
  reply.headers(SECURITY_HEADERS);
}

export async function serveApp(server: FastifyInstance, dist: string): Promise<void> {
  if (!existsSync(join(dist, 'index.html'))) throw new Error(`The app is not built: ${dist} has no index.html.`);
  await server.register(fastifyStatic, {
    root: dist,
    preCompressed: true,
    cacheControl: false,
    // index.html is answered by the fallback below too, so that every screen's address opens the app.
    setHeaders: (reply, path) => {
      reply.header(
        'Cache-Control',
        path.includes(`${join('/', 'assets')}/`) ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
}

/** Addresses of screens open the app; a missing file never answers with HTML (SYNC rule 44). */
export function isScreenAddress(method: string, path: string): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (path.startsWith('/api/') || path.startsWith('/assets/')) return false;
  return !/\.[a-z0-9]{2,12}$/i.test(path);
}
