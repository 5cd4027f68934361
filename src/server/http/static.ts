/** Serves the built app: hashed files are cached for ever, the shell is revalidated each time, and every answer has security headers (SEC-01). */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { OURS, originsOf, readWhere } from '#contract/where.ts';
import type { Config } from '../config.ts';
import { errorText, type Log } from '../log.ts';

/** SEC-01: nothing inline and nothing from other origins; a page adds the hash of its one inline style, and the app's page that of its one script. */
const CONTENT_SECURITY_POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; connect-src 'self'; img-src 'self' data: blob:; worker-src 'self'; manifest-src 'self'";

/** The worker that decodes barcodes may compile WebAssembly; nothing else may (docs/decisions/0210). */
const CODE_WORKER = /^assets[/\\]codeWorker-[^/\\]+\.js(\.(br|gz))?$/;
const CODE_WORKER_POLICY = CONTENT_SECURITY_POLICY.replace("script-src 'self'", "$& 'wasm-unsafe-eval'");

/** Set on every answer. */
export const SECURITY_HEADERS = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(self), microphone=(), geolocation=()',
};

/** A browser that used TLS once uses only TLS for a year (S14); over plain HTTP browsers ignore this header. */
const HSTS = { 'Strict-Transport-Security': 'max-age=31536000' };

export function securityHeaders(reply: FastifyReply, { environment }: Pick<Config, 'environment'>): void {
  reply.headers(SECURITY_HEADERS);
  if (environment === 'production') reply.headers(HSTS);
}

const hashOf = (text: string) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The policy of a page: the hash of its own style is allowed, every other inline style stays forbidden. */
export function pagePolicy(page: string): string {
  const hashes = [...page.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, style = '']) => hashOf(style));
  return CONTENT_SECURITY_POLICY.replace("style-src 'self'", `$&${hashes.join('')}`);
}

/** The policy of the app's page: its first inline script is allowed by its hash too (decision 0980), every other one stays forbidden. */
function appPolicy(page: string): string {
  const script = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/.exec(page)?.[1];
  const policy = pagePolicy(page);
  return script ? policy.replace("script-src 'self'", `$&${hashOf(script)}`) : policy;
}

/** Adds the origins of calls and pictures to the policy. Pages and workers need them; a worker has the policy of its own file. */
function withOrigins(policy: string, { calls, pictures }: ReturnType<typeof originsOf>): string {
  const more = (origins: readonly string[]) => origins.map((origin) => ` ${origin}`).join('');
  return policy.replace("connect-src 'self'", `$&${more(calls)}`).replace("img-src 'self'", `$&${more(pictures)}`);
}

/** The origins of `where.json` in a folder. An invalid file counts as none; the app reports it at sign-in. */
function originsBeside(dist: string): ReturnType<typeof originsOf> {
  try {
    return originsOf(readWhere(JSON.parse(readFileSync(join(dist, 'where.json'), 'utf8'))));
  } catch {
    return originsOf(OURS);
  }
}

/** The policy of the page `file`, or of any other file (null). A new build or a new `where.json` is noticed. */
function policyOfFiles(dist: string): (file: string | null) => string {
  const known = new Map<string | null, { at: string; policy: string }>();
  return (file) => {
    const times = [join(dist, 'where.json'), file].map(
      (path) => path && statSync(path, { throwIfNoEntry: false })?.mtimeMs,
    );
    const at = times.join(' ');
    const before = known.get(file);
    if (before?.at === at) return before.policy;
    const own = file === null ? CONTENT_SECURITY_POLICY : appPolicy(readFileSync(file, 'utf8'));
    const policy = withOrigins(own, originsBeside(dist));
    known.set(file, { at, policy });
    return policy;
  };
}

/** `kept`: stores this release's files and returns a second folder with those of earlier releases. A site without earlier files is better than none. */
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
    // `answerRest` also serves index.html, so that every screen's address opens the app.
    setHeaders: (reply, path) => {
      // Paths relative to each root, because the folders above may have any name.
      const names = roots.map((root) => relative(root, path));
      const hashed = names.some((name) => name.startsWith(join('assets', '/')));
      reply.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      const page = /^.*index\.html(?=$|\.(br|gz)$)/.exec(path)?.[0];
      reply.header('Content-Security-Policy', policyOf(page ?? null));
      if (names.some((name) => CODE_WORKER.test(name))) reply.header('Content-Security-Policy', CODE_WORKER_POLICY);
    },
  });
}

/** Handles the remaining paths: addresses of screens open the app, if `dist` has one; others are unknown calls. */
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

/** Whether the app handles the address. A missing file is never answered with HTML (SYNC rule 44). */
function isScreenAddress(method: string, path: string): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (path.startsWith('/api/') || path.startsWith('/assets/')) return false;
  return !/\.[a-z0-9]{2,12}$/i.test(path);
}
