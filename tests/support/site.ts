/** A whole site for a browser journey: the built app on a real server process, behind a connection that can be cut. */
import { type ChildProcess, execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page, test } from '@playwright/test';
// @ts-expect-error plain JavaScript of our tools
import { NO_TIME } from '../../src/tools/summary.mjs';
import { demoDatabase } from './demoDatabase.ts';
import { demoFolder, startOn } from './demoFolder.ts';
import { askOver, signInOver } from './overHttp.ts';
import { postgresAnswers } from './postgres.ts';
import { serverCommand } from './serverBundle.ts';
import { watchLine } from './settled.ts';

export interface Site {
  url: string;
  /** Stops the server with SIGKILL, as a power cut would. */
  stopServer(): Promise<void>;
  startServer(): Promise<void>;
  /** Writes a backup file between two starts of the server, like `npm run backup`. */
  backUp(): Promise<void>;
  /** Starts the server with the last {@link backUp}, as after `npm run restore`. Nobody is signed in any more. */
  restore(): Promise<void>;
  /** The server does the next call of this path, but its answer never arrives. */
  loseAnswer(path: string): void;
  /** A captive portal answers everything with a page. */
  portal(on: boolean): void;
  /** While true, the API cannot be reached, but the files of the app can. */
  cutApi(on: boolean): void;
  /** Serves another build of the app from now on: `<meta name="build">` of its page and its worker differ. */
  deploy(build: string): void;
  /** Makes a call as a user. */
  api(
    user: string,
    method: 'GET' | 'POST',
    path: string,
    fields?: Record<string, string | readonly string[]>,
  ): Promise<unknown>;
  close(): Promise<void>;
}

const LIVE = '/api/live';

const SHM = '/dev/shm';
/**
 * Sites are in memory if there is space: a site writes 70 MB before its first test, and a commit waits 2 ms for a disk. A kill leaves the same data in
 * memory.
 */
const PLACE = existsSync(SHM) && roomIn(SHM) > 4 * 1_024 ** 3 ? SHM : tmpdir();
function roomIn(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

/**
 * For a file of journeys that never cuts the connection. A service worker stores the whole app in each fresh browser, which costs each journey a second of
 * processor time. `KASUWA_JOURNEYS_WORKER=1` allows the worker (`npm run prove -- --only=worker`).
 */
export const noWorker = process.env.KASUWA_JOURNEYS_WORKER === '1' ? {} : ({ serviceWorkers: 'block' } as const);

/** For files of journeys about movement, and for the officer's main job: animations run as for most people. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const;

/**
 * The site of a file of journeys. It opens before the first test and closes after the last one. `embedded`: for a file about a tablet without a server, or
 * a killed server; the site then has the embedded database, like `npm start`.
 */
export function siteOfFile(embedded?: 'embedded'): Site {
  let site: Site | undefined;
  test.beforeAll(async () => {
    site = await openSite({}, embedded ? copyFreshDemo : freshDemo);
  });
  test.afterAll(async () => {
    await site?.close();
  });
  return new Proxy({} as Site, { get: (_, name) => site && Reflect.get(site, name) });
}

/**
 * The time in epoch ms at which no further file starts. `npm test` sets it, so that a slow machine ends within the hour (decision 0690). Without it there
 * is no limit.
 */
const UNTIL = Number(process.env.KASUWA_UNTIL ?? Number.POSITIVE_INFINITY);

/** The data of a site: variables with which the server finds its data, and a function that removes it. Undefined: the data is in the folder. */
type Filled = { env: Record<string, string>; drop(): Promise<unknown> };

/** The same fresh demo, seeded once, in the embedded database of the folder. */
export async function copyFreshDemo(dir: string): Promise<undefined> {
  cpSync(demoFolder(), dir, { recursive: true });
}

/**
 * The fresh demo on PostgreSQL if it answers. Journeys test what people see, and a statement there costs a fifth of the processor time. The server's own
 * tests use both databases. `KASUWA_TEST_POSTGRES=off`: all journeys use the embedded one.
 */
async function freshDemo(dir: string): Promise<Filled | undefined> {
  if (!(await postgresAnswers())) {
    await copyFreshDemo(dir);
    return undefined;
  }
  const { url, drop } = await demoDatabase();
  return { env: { DATABASE_URL: url }, drop };
}

/** `more`: environment variables of this site only. `fill`: writes the site's data. */
export async function openSite(
  more: Readonly<Record<string, string>> = {},
  fill: (dir: string) => Promise<Filled | undefined> = freshDemo,
): Promise<Site> {
  // `npm test` counts these skipped journeys and names their files (src/tools/summary.mjs).
  if (Date.now() > UNTIL) test.skip(true, NO_TIME);
  const dir = mkdtempSync(join(PLACE, 'kasuwa-'));
  const filled = await fill(dir);
  const state = {
    child: null as ChildProcess | null,
    port: 0,
    lose: new Set<string>(),
    portal: false,
    cut: false,
    build: '',
  };

  const startServer = async () => {
    const { child, port } = await startOn(dir, { ...filled?.env, ...more });
    state.child = child;
    state.port = port;
  };
  const stopServer = async () => {
    const { child } = state;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.removeAllListeners('exit');
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
    state.child = null;
  };

  /** The open streams of changes. Cutting the connection closes them too. */
  const streams = new Set<ServerResponse>();
  const cutStreams = () => {
    for (const one of streams) one.destroy();
  };
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const path = (incoming.url ?? '').split('?')[0] ?? '';
    if (state.portal) {
      incoming.resume();
      outgoing.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Please sign in to the Wi-Fi</h1>');
      return;
    }
    if (state.cut && path.startsWith('/api/')) {
      incoming.resume();
      outgoing.destroy();
      return;
    }
    const lost = state.lose.delete(path);
    const built = state.build !== '' && (path === '/sw.js' || path === '/index.html');
    const headers = { ...incoming.headers };
    if (built) for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since']) delete headers[name];
    const onward = request(
      // Each request has its own connection. The server may close a kept one at the moment of its next use, which would lose the call.
      { port: state.port, host: '127.0.0.1', path: incoming.url, method: incoming.method, headers, agent: false },
      (answer) => {
        if (built) {
          sendBuild(answer, outgoing, state.build);
          return;
        }
        if (lost) {
          answer.resume().on('end', () => outgoing.destroy());
          return;
        }
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        // A server that is killed in the middle of an answer breaks the browser's connection too. `pipe` alone would leave the connection hanging.
        answer.once('close', () => {
          if (!answer.complete) outgoing.destroy();
        });
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    // The browser may be gone before the answer.
    outgoing.on('error', () => undefined);
    if (path === LIVE) {
      streams.add(outgoing);
      outgoing.once('close', () => {
        streams.delete(outgoing);
        onward.destroy();
      });
    }
    incoming.pipe(onward);
  };
  const line: Server = createServer(forward);
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  await startServer();
  const url = `http://localhost:${(line.address() as AddressInfo).port}`;
  const tokens = new Map<string, string>();
  /** Runs a command of the server on the data of this site, between two starts. */
  const between = async (command: 'backup' | 'restore', ...args: string[]) => {
    await stopServer();
    const env = { ...process.env, KASUWA_DATA: dir, DATABASE_URL: '', KASUWA_BACKUP_PASSPHRASE: '', ...filled?.env };
    await promisify(execFile)(process.execPath, [...(await serverCommand(command)), ...args], { env });
    await startServer();
  };
  const saved = join(dir, 'saved.backup');
  return {
    url,
    startServer,
    stopServer,
    backUp: () => between('backup', saved),
    restore: async () => {
      await between('restore', saved, '--replace');
      tokens.clear();
    },
    loseAnswer: (path) => state.lose.add(`/api/${path}`),
    cutApi: (on) => {
      state.cut = on;
      if (on) cutStreams();
    },
    deploy: (build) => {
      state.build = build;
    },
    portal: (on) => {
      state.portal = on;
      if (on) cutStreams();
    },
    async api(user, method, path, fields = {}) {
      const at = `http://127.0.0.1:${state.port}`;
      if (!tokens.has(user)) tokens.set(user, (await signInOver(at, user)).data.token);
      const answer = await askOver(at, method, path, fields, { token: tokens.get(user) });
      if (answer.code !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`);
      return answer.data;
    },
    async close() {
      line.closeAllConnections();
      line.close();
      await stopServer();
      await filled?.drop();
      removeFolder(dir);
    },
  };
}

/** Changes the page or the worker as the next release would: another text, another revision in the worker's list. */
function sendBuild(answer: IncomingMessage, outgoing: ServerResponse, build: string): void {
  const chunks: Buffer[] = [];
  answer.on('data', (chunk: Buffer) => chunks.push(chunk));
  answer.on('end', () => {
    const text = Buffer.concat(chunks)
      .toString()
      .replace('<head>', `<head><meta name="build" content="${build}">`)
      .replace(/"revision":"[^"]*","url":"index\.html"/, `"revision":"${build}","url":"index.html"`);
    const { etag: _, 'last-modified': __, 'content-length': ___, ...headers } = answer.headers;
    outgoing.writeHead(answer.statusCode ?? 502, headers).end(text);
  });
}

export async function signIn(page: Page, site: Site, user: string): Promise<void> {
  watchLine(page);
  await page.goto(`${site.url}/login`);
  await page.getByLabel('Email').fill(`${user}@example.test`);
  await page.getByLabel('Password').fill(`${user}-Passw0rd`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await welcomed(page);
}

/** Expects the home after a sign-in. The first screen of a fresh browser arrives with the whole app. */
export const welcomed = (page: Page) =>
  expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible({ timeout: 30_000 });

/**
 * Opens an address on a tablet on which this person signed in before, with the session that the form would have stored. A journey then needs neither the
 * form nor the home. Journeys about signing in, the lock and the effects of a sign-in use `signIn`.
 */
export async function openAs(page: Page, site: Site, user: string, url: string): Promise<void> {
  watchLine(page);
  // A server may close a connection that was open for long, even at the moment of its next use.
  const { data } = await signInOver(site.url, user).catch(() => signInOver(site.url, user));
  const profile = { ...data.profile, permissions: data.permissions };
  const session = {
    token: data.token,
    user_id: profile.user_id,
    remember: true,
    profile,
    last_used: now(),
    verifier: null,
  };
  // A file of the site that starts no app, because storage belongs to the site's origin.
  await page.goto(`${site.url}/packs.svg`);
  await page.evaluate(
    (stored) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('session', 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore('keep');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const work = opening.result.transaction('keep', 'readwrite');
          work.objectStore('keep').put(stored, 'session');
          work.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    session,
  );
  await page.goto(url);
  await expect(page.getByRole('banner')).toBeVisible({ timeout: 30_000 });
}

const now = () => Math.floor(Date.now() / 1_000);

/** Waits until the service worker controls the page, so that the app opens without a server. */
export async function installed(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 50));
  });
}

/**
 * Waits until the tablet has the app and everything that the kind of transfer needs without a network. The tablet loads these by itself, which takes a
 * slow machine some time.
 */
export async function preparedFor(page: Page): Promise<void> {
  await expect(page.getByText(/^Ready for offline/)).toBeVisible({ timeout: 120_000 });
}

export async function choose(page: Page, label: string, option: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label, exact: true });
  // The first screen of a transfer folds its form if the person's hub is known.
  const folded = page.getByRole('button', { name: 'Change: another hub or date', expanded: false });
  await expect(box.or(folded).first()).toBeVisible({ timeout: 30_000 });
  if (!(await box.isVisible()) && (await folded.isVisible())) await folded.click();
  await box.click();
  await box.fill(option);
  await page.getByRole('option', { name: option }).first().click();
}

/** Waits for the end of the last minute and a half of a Lagos day. A test that computes dates beside the page would see two days. */
export async function clearOfMidnight(): Promise<void> {
  const left = 86_400_000 - ((Date.now() + 3_600_000) % 86_400_000);
  if (left < 90_000) await new Promise((resolve) => setTimeout(resolve, left + 1_000));
}

/** Kills every process of the browser with that profile folder, as when a tablet's battery is removed. Resolves when all are gone. */
export async function killBrowser(profile: string): Promise<void> {
  let left = true;
  while (left) {
    left = false;
    for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        // A dead process that nobody has waited for has no command line.
        if (!readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(profile)) continue;
        left = true;
        process.kill(Number(id), 'SIGKILL');
      } catch {
        // The process ended meanwhile.
      }
    }
    // The next browser with this profile would find the old one still using it.
    if (left) await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Removes a folder into which an ending process may still write. */
export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
