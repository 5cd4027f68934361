/** The built app on the server's port: SYNC rule 44, SEC-01. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#server/db/open.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

const SCRIPT = `export const text = '${'kasuwa '.repeat(500)}';`;
let dist: string;
let database: Database;
let server: TestServer;

beforeAll(async () => {
  // A house may keep its programs in a folder of this name: only the one inside holds files whose names change.
  dist = join(mkdtempSync(join(tmpdir(), 'kasuwa-dist-')), 'assets', 'kasuwa');
  mkdirSync(join(dist, 'assets'), { recursive: true });
  writeFileSync(join(dist, 'index.html'), '<!doctype html><title>Kasuwa</title>');
  writeFileSync(join(dist, 'sw.js'), 'self.x = 1;');
  writeFileSync(join(dist, 'manifest.webmanifest'), '{"name":"Kasuwa"}');
  writeFileSync(join(dist, 'assets', 'app-1a2b3c.js'), SCRIPT);
  writeFileSync(join(dist, 'assets', 'app-1a2b3c.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(dist, 'assets', 'app-1a2b3c.js.gz'), gzipSync(SCRIPT));
  writeFileSync(join(dist, 'assets', 'codeWorker-1a2b3c.js'), SCRIPT);
  writeFileSync(join(dist, 'assets', 'codeWorker-1a2b3c.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(dist, 'assets', 'zxing_reader-1a2b3c.wasm'), Buffer.from([0, 97, 115, 109, 1, 0, 0, 0]));
  database = await openTestDatabase('pglite');
  server = await startServer(database, { dist });
});
afterAll(async () => {
  await server.close();
  await database.close();
  rmSync(join(dist, '..', '..'), { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  server.send({ method, url, headers });

test.each(['/assets/app-0000.js', '/assets/', '/assets/none.css', '/icon.png', '/sw.js.map', '/none.webmanifest'])(
  'a missing file never answers with HTML: %s is 404 JSON',
  { tags: ['SYNC-44'] },
  async (url) => {
    const response = await get(url);
    expect([response.status, response.code]).toEqual([404, 404]);
    expect(response.text).not.toContain('<');
    expect(response.headers['cache-control']).toBe('no-store');
  },
);
test.each([
  '/..%2f..%2fpackage.json',
  '/assets/..%2f..%2fpackage.json',
  '/%2e%2e/%2e%2e/etc/passwd',
  '//etc/passwd',
  '/assets/%00.js',
  '/.env',
  '/.git/config',
])('nothing outside the folder: %s', { tags: ['SEC-01'] }, async (url) => {
  const response = await get(url);
  expect(response.text).not.toMatch(/root:|dependencies|\[core\]/);
  expect(response.status).not.toBe(500);
});
test('writes to a screen address are no screens', { tags: ['SYNC-44'] }, async () => {
  expect((await get('/warehouses', {}, 'POST')).status).toBe(404);
});
test.each([
  '/',
  '/login',
  '/warehouses',
  '/warehouses/01a/products',
  '/inventory/stock/out?transfer=local-1',
  '/purchase-orders/PO-ABCDEFGH',
])('%s opens the app, asked anew each time', { tags: ['SYNC-44'] }, async (url) => {
  const response = await get(url);
  expect([response.status, response.headers['cache-control']]).toEqual([200, 'no-cache']);
  expect(response.text).toContain('<title>Kasuwa</title>');
  expect(response.headers['content-type']).toMatch('text/html');
});
test.each(['/index.html', '/sw.js', '/manifest.webmanifest'])(
  '%s is asked anew each time, and not changed is 304',
  { tags: ['SYNC-44'] },
  async (url) => {
    const response = await get(url);
    expect([response.status, response.headers['cache-control']]).toEqual([200, 'no-cache']);
    const etag = response.headers.etag ?? '';
    expect(etag).not.toBe('');
    expect((await get(url, { 'if-none-match': etag })).status).toBe(304);
  },
);
test('hashed files are kept for ever, compressed as the browser likes', { tags: ['SYNC-44'] }, async () => {
  for (const [accept, encoding] of [
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ] as const) {
    const response = await get('/assets/app-1a2b3c.js', { 'accept-encoding': accept });
    expect(response.status).toBe(200);
    expect(response.headers['content-encoding']).toBe(encoding);
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(response.headers['content-type']).toMatch('javascript');
  }
});
let builds = 0;
function writePage(more: string): void {
  const html = `<!doctype html><title>Kasuwa</title>${more}`;
  writeFileSync(join(dist, 'index.html'), html);
  writeFileSync(join(dist, 'index.html.br'), brotliCompressSync(html));
  // A build is known by its time, and a disk may tell two writes of one moment the same one.
  builds += 1;
  for (const file of ['index.html', 'index.html.br'])
    utimesSync(join(dist, file), 1_700_000_000, 1_700_000_000 + builds);
}
function writePlainPage(): void {
  writeFileSync(join(dist, 'index.html'), '<!doctype html><title>Kasuwa</title>');
  rmSync(join(dist, 'index.html.br'));
}
/** The values of a directive. */
const directiveOf = (name: string, headers: Record<string, string | undefined>) =>
  new RegExp(`${name} ([^;]*);`).exec(headers['content-security-policy'] ?? '')?.[1];
/** `'self'` and the hash of an inline text. */
const named = (text: string) => `'self' 'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('the script that stands in the page', { tags: ['SEC-01'] }, () => {
  const FIRST = "document.documentElement.dataset.theme = 'dark';";
  const inPage = (script: string) =>
    `<script data-font="/a.woff2">${script}</script><script src="/assets/a.js"></script>`;
  const scriptSrc = (headers: Record<string, string | undefined>) => directiveOf('script-src', headers);
  beforeAll(() => writePage(inPage(FIRST)));
  afterAll(writePlainPage);

  test.each(['/sw.js', '/assets/app-1a2b3c.js', '/assets/none.js', '/api/health', '/api/docs', '/api/none'])(
    '%s, which is not the page of the app, allows no inline script',
    { tags: ['SEC-01'] },
    async (url) => {
      expect(scriptSrc((await get(url)).headers)).toBe("'self'");
    },
  );
  test('a second script of the page, and one without a text, get no hash', { tags: ['SEC-01'] }, async () => {
    writePage(`${inPage(FIRST)}<script>alert(1)</script>`);
    expect(scriptSrc((await get('/')).headers)).toBe(named(FIRST));
    writePage('<script type="module" src="/assets/a.js"></script>');
    expect(scriptSrc((await get('/')).headers)).toBe("'self'");
    writePage(inPage(FIRST));
  });
  test.each([
    ['/', 'br'],
    ['/', 'identity'],
    ['/index.html', 'br'],
    ['/warehouses', 'identity'],
  ])('%s as %s names its one script and nothing that is unsafe', { tags: ['SEC-01'] }, async (url, accept) => {
    const response = await get(url, { 'accept-encoding': accept });
    expect(scriptSrc(response.headers)).toBe(named(FIRST));
    expect(response.headers['content-security-policy']).not.toContain('unsafe');
    const again = await get(url, { 'accept-encoding': accept, 'if-none-match': response.headers.etag ?? '' });
    expect([again.status, scriptSrc(again.headers)]).toEqual([304, named(FIRST)]);
  });
  test('a build made while the server runs names its new script', { tags: ['SEC-01'] }, async () => {
    writePage(inPage('globalThis.x = 1;'));
    expect(scriptSrc((await get('/')).headers)).toBe(named('globalThis.x = 1;'));
  });
});

describe('the style that stands in the page', { tags: ['SEC-01'] }, () => {
  const page = (style: string) => writePage(`<style>${style}</style>`);
  const styleSrc = (headers: Record<string, string | undefined>) => directiveOf('style-src', headers);
  beforeAll(() => page('html{color:#111}'));
  afterAll(writePlainPage);

  test.each(['/sw.js', '/assets/app-1a2b3c.js', '/assets/none.js', '/api/health', '/api/none'])(
    '%s, which is no page, allows no inline style',
    { tags: ['SEC-01'] },
    async (url) => {
      expect(styleSrc((await get(url)).headers)).toBe("'self'");
    },
  );
  test.each([
    ['/', 'br'],
    ['/', 'identity'],
    ['/index.html', 'br'],
    ['/warehouses', 'identity'],
  ])('%s as %s names its own style and no other', { tags: ['SEC-01'] }, async (url, accept) => {
    const response = await get(url, { 'accept-encoding': accept });
    expect(styleSrc(response.headers)).toBe(named('html{color:#111}'));
    // A browser takes the header of "not changed" for its copy.
    const again = await get(url, { 'accept-encoding': accept, 'if-none-match': response.headers.etag ?? '' });
    expect([again.status, styleSrc(again.headers)]).toEqual([304, named('html{color:#111}')]);
  });
  test('a build made while the server runs names its new style', { tags: ['SEC-01'] }, async () => {
    page('html{color:#222}');
    expect(styleSrc((await get('/')).headers)).toBe(named('html{color:#222}'));
  });
});
test.each([
  '/',
  '/sw.js',
  '/assets/app-1a2b3c.js',
  '/assets/none.js',
  '/manifest.webmanifest',
  '/api/health',
  '/api/none',
])('%s carries the policy: no inline script, nothing from elsewhere, no frame', { tags: ['SEC-01'] }, async (url) => {
  const { headers } = await get(url);
  const policy = Object.fromEntries(
    (headers['content-security-policy'] ?? '').split(';').map((part) => {
      const [name = '', ...values] = part.trim().split(' ');
      return [name, values.join(' ')];
    }),
  );
  expect(policy).toMatchObject({
    'default-src': "'self'",
    'script-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'connect-src': "'self'",
    'img-src': "'self' data: blob:",
  });
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['referrer-policy']).toBe('no-referrer');
  // It would delete the queue of a tablet (SEC-19).
  expect(headers['clear-site-data']).toBeUndefined();
});

describe('WebAssembly', () => {
  const policyOf = async (url: string, accept = '') =>
    String((await get(url, { 'accept-encoding': accept })).headers['content-security-policy']);

  test.each(['/', '/index.html', '/sw.js', '/assets/app-1a2b3c.js', '/assets/codeWorker-none.js', '/api/none'])(
    '%s may not compile it',
    { tags: ['SEC-01'] },
    async (url) => {
      expect(await policyOf(url)).toContain("script-src 'self';");
    },
  );
  test('the worker that reads codes may, and its policy is the same otherwise', { tags: ['SEC-01'] }, async () => {
    const page = await policyOf('/sw.js');
    for (const accept of ['', 'br'])
      expect(await policyOf('/assets/codeWorker-1a2b3c.js', accept)).toBe(
        page.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"),
      );
  });
  test('its program is answered as WebAssembly, which browsers compile while it arrives', async () => {
    const response = await get('/assets/zxing_reader-1a2b3c.wasm');
    expect([response.status, response.headers['content-type']]).toEqual([200, 'application/wasm']);
  });
});

test('the policy of pages and workers lets them ask the origins that where.json names and no others', {
  tags: ['PLAIN-11'],
}, async () => {
  const file = join(dist, 'where.json');
  const originsOf = async (path: string) => {
    const policy = (await get(path)).headers['content-security-policy'] ?? '';
    return ['connect-src', 'img-src'].map((name) => new RegExp(`${name} ([^;]*)`).exec(policy)?.[1]);
  };
  const own = ["'self'", "'self' data: blob:"];
  expect(await originsOf('/')).toEqual(own);
  // A broken file opens nothing.
  writeFileSync(file, '{"api":"https://api.example.test; script-src *"}');
  expect(await originsOf('/sw.js')).toEqual(own);
  writeFileSync(file, '{"api":"https://api.example.test/v1/","pictures":"https://cdn.example.test/"}');
  utimesSync(file, 1_000, 1_000);
  const named = [
    "'self' https://api.example.test",
    "'self' https://api.example.test https://cdn.example.test data: blob:",
  ];
  for (const path of ['/', '/warehouses', '/sw.js', '/assets/app-1a2b3c.js'])
    expect(await originsOf(path)).toEqual(named);
  rmSync(file);
  expect(await originsOf('/')).toEqual(own);
});
