/** The built app: hashed files for ever, the shell asked anew each time, and security headers on everything (SEC-01). */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { OURS, originsOf, readWhere } from '#contract/where.ts';
import type { Config } from '../config.ts';
import { errorText, type Log } from '../log.ts';

/** SEC-01: nothing inline, nothing from elsewhere; the page adds the one style that stands in it. */
const CONTENT_SECURITY_POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; connect-src 'self'; img-src 'self' data: blob:; worker-src 'self'; manifest-src 'self'";

/** The worker that reads codes for the camera may compile WebAssembly, and nothing else may (docs/decisions/0210). */
const CODE_WORKER = /^assets[/\\]codeWorker-[^/\\]+\.js(\.(br|gz))?$/;
const CODE_WORKER_POLICY = CONTENT_SECURITY_POLICY.replace("script-src 'self'", "$& 'wasm-unsafe-eval'");

/** On every answer, whoever gives it. */
export const SECURITY_HEADERS = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(self), microphone=(), geolocation=()',
};

/** A browser that was here once over TLS comes by nothing else for a year (S14); over plain HTTP it is not looked at. */
const HSTS = { 'Strict-Transport-Security': 'max-age=31536000' };

export function securityHeaders(reply: FastifyReply, { environment }: Pick<Config, 'environment'>): void {
  reply.headers(SECURITY_HEADERS);
  if (environment === 'production') reply.headers(HSTS);
}

/** The policy of a page: its own style is named by its hash, every other inline style stays refused. */
export function pagePolicy(page: string): string {
  const hashes = [...page.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(
    ([, style = '']) => ` 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  );
  return CONTENT_SECURITY_POLICY.replace("style-src 'self'", `$&${hashes.join('')}`);
}

/** The policy with the origins where calls and pictures go. Pages and workers need them; a worker has the policy of its own file. */
function withOrigins(policy: string, { calls, pictures }: ReturnType<typeof originsOf>): string {
  const more = (origins: readonly string[]) => origins.map((origin) => ` ${origin}`).join('');
  return policy.replace("connect-src 'self'", `$&${more(calls)}`).replace("img-src 'self'", `$&${more(pictures)}`);
}

/** The origins of `where.json` in a folder. A file that is not valid is as none: the app says so to who signs in. */
function originsBeside(dist: string): ReturnType<typeof originsOf> {
  try {
    return originsOf(readWhere(JSON.parse(readFileSync(join(dist, 'where.json'), 'utf8'))));
  } catch {
    return originsOf(OURS);
  }
}

/** The policy of the page `file`, or of any other file (null). A new build is noticed, and a new `where.json`. */
function policyOfFiles(dist: string): (file: string | null) => string {
  const known = new Map<string | null, { at: string; policy: string }>();
  return (file) => {
    const times = [join(dist, 'where.json'), file].map(
      (path) => path && statSync(path, { throwIfNoEntry: false })?.mtimeMs,
    );
    const at = times.join(' ');
    const before = known.get(file);
    if (before?.at === at) return before.policy;
    const own = file === null ? CONTENT_SECURITY_POLICY : pagePolicy(readFileSync(file, 'utf8'));
    const policy = withOrigins(own, originsBeside(dist));
    known.set(file, { at, policy });
    return policy;
  };
}

/** `kept`: puts away this release's files and answers a second root, with those of earlier ones. A site without them is better than none. */
export async function serveApp(
  server: FastifyInstance,
  dist: string,
  kept: () => string | null,
  log: Log,
): Promise<void> {
  if (!existsSync(join(dist, 'index.html'))) throw new Error(`The app is not built: ${dist} has no index.html.`);
  const policyOf = policyOfFiles(dist);
  let released: string | null = null;
  try {
    released = kept();
  } catch (error) {
    log({ level: 'error', event: 'released', text: errorText(error) });
  }
  const roots = released ? [dist, released] : [dist];
  await server.register(fastifyStatic, {
    root: roots,
    preCompressed: true,
    cacheControl: false,
    // index.html is answered by `answerRest` too, so that every screen's address opens the app.
    setHeaders: (reply, path) => {
      // As each root sees it: the folders above are named as the house likes.
      const names = roots.map((root) => relative(root, path));
      const hashed = names.some((name) => name.startsWith(join('assets', '/')));
      reply.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      const page = /^.*index\.html(?=$|\.(br|gz)$)/.exec(path)?.[0];
      reply.header('Content-Security-Policy', policyOf(page ?? null));
      if (names.some((name) => CODE_WORKER.test(name))) reply.header('Content-Security-Policy', CODE_WORKER_POLICY);
    },
  });
}

/** Answers what nothing else answers: addresses of screens open the app, if `dist` has one; the rest is no call. */
export function answerRest(server: FastifyInstance, dist: string | null): void {
  server.setNotFoundHandler((request, reply) => {
    const [path = ''] = (request.raw.url ?? '').split('?', 1);
    if (dist && isScreenAddress(request.method, path))
      return reply.header('Cache-Control', 'no-cache').sendFile('index.html');
    return reply
      .code(404)
      .header('Cache-Control', 'no-store')
      .send({ code: 404, message: 'There is no such call.', data: { error: 'no_such_call' } });
  });
}

/** Whether the app answers the address. A missing file never answers with HTML (SYNC rule 44). */
function isScreenAddress(method: string, path: string): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (path.startsWith('/api/') || path.startsWith('/assets/')) return false;
  return !/\.[a-z0-9]{2,12}$/i.test(path);
}
