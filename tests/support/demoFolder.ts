/** A data folder with the fresh demo. The demo is seeded once a day for the same server code, and each journey takes a copy. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverCode, serverCommand } from './serverBundle.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PLACE = join(tmpdir(), 'kasuwa-tests');
/** Fewer rounds of password hashing than in production, because journeys are not about guessing passwords. */
// The limits of requests are high, because a script does in a second what a person does in a minute.
const ENV = { KASUWA_SCRYPT_COST: '1024', KASUWA_CALLS_PER_MINUTE: '6000', KASUWA_ENV: 'demo', KASUWA_QUIET: '1' };

/** Starts the server on a data folder, and resolves when it is ready. */
export async function startOn(
  dir: string,
  more: Readonly<Record<string, string>> = {},
): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, await serverCommand(), {
    cwd: ROOT,
    env: { ...process.env, ...ENV, PORT: '0', KASUWA_DATA: dir, DATABASE_URL: '', ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      // Reads whole lines, because a number may arrive in two pieces.
      const found = /is ready at http:\/\/[^:]+:(\d+)\n/.exec(text);
      if (found) resolve(Number(found[1]));
    });
    child.once('exit', (code) => reject(new Error(`The server ended (${code}): ${text}`)));
  });
  return { child, port };
}

/** The key of the demo's data: the code that writes it, and the day, because its dates are counted back from today. */
export const demoName = () => `demo-${serverCode()}-${Math.floor(Date.now() / 86_400_000)}`;

const isMade = (folder: string) => /^demo-[0-9a-f]+-\d+$/.test(folder);
const madeAt = (folder: string) => statSync(join(PLACE, folder)).mtimeMs;
let chosen: string | null = null;

/** The seeded folder; made before the journeys by {@link seedDemoFolder}. */
export function demoFolder(): string {
  if (!chosen) {
    const wanted = demoName();
    // Midnight may have passed since the demo was seeded.
    const newest = readdirSync(PLACE)
      .filter(isMade)
      .sort((a, b) => madeAt(b) - madeAt(a))[0];
    chosen = join(PLACE, existsSync(join(PLACE, wanted)) ? wanted : (newest ?? wanted));
  }
  return chosen;
}

/** Starts the server on an empty folder and stops it in order. Does nothing if the demo of this code exists. */
export async function seedDemoFolder(): Promise<void> {
  const dir = join(PLACE, demoName());
  mkdirSync(PLACE, { recursive: true });
  for (const old of readdirSync(PLACE))
    if (old.startsWith('demo-') && Date.now() - madeAt(old) > 86_400_000)
      rmSync(join(PLACE, old), { recursive: true, force: true });
  await onlyOne(dir, async () => {
    const fresh = `${dir}.${randomBytes(4).toString('hex')}`;
    await seed(fresh);
    renameSync(fresh, dir);
  });
}

/** Writes the demo into an empty folder, or where `more` says, and stops the server. */
export async function seed(dir: string, more: Readonly<Record<string, string>> = {}): Promise<void> {
  const { child } = await startOn(dir, more);
  child.removeAllListeners('exit');
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const code = await ended;
  if (code !== 0) throw new Error(`The server that seeded the demo ended with ${code}`);
}

/** Copies the seeded demo into an empty folder. */
export async function copyDemoInto(dir: string): Promise<void> {
  await seedDemoFolder();
  cpSync(demoFolder(), dir, { recursive: true });
}

/** The time of the demo for pictures: Tuesday, 24 November 2026, 12:00 in Lagos; epoch seconds. */
export const STILL_AT = 1_795_518_000;

/** Variables for a server whose clock starts `after` seconds later than {@link STILL_AT}. */
export const stillServer = (after: number): Record<string, string> => ({
  KASUWA_TEST_CLOCK: String(STILL_AT + after),
  NODE_OPTIONS: `--import ${new URL('./stillClock.mjs', import.meta.url).href}`,
});

/** Copies a demo whose days are the same in every run into an empty folder. */
export async function copyStillDemo(dir: string): Promise<undefined> {
  const still = join(PLACE, `still-${serverCode()}`);
  mkdirSync(PLACE, { recursive: true });
  await onlyOne(still, async () => {
    const fresh = `${still}.${randomBytes(4).toString('hex')}`;
    await seed(fresh, stillServer(0));
    renameSync(fresh, still);
  });
  cpSync(still, dir, { recursive: true });
}

/** Several runs may need `dir` at the same time. One makes it, and the others wait. A mark that is minutes old was left by a stopped run. */
async function onlyOne(dir: string, make: () => Promise<void>): Promise<void> {
  const mark = `${dir}.making`;
  while (!existsSync(dir)) {
    try {
      mkdirSync(mark);
    } catch {
      const since = statSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
      if (Date.now() - since > 240_000) rmSync(mark, { recursive: true, force: true });
      else await new Promise((resolve) => setTimeout(resolve, 100));
      continue;
    }
    try {
      if (!existsSync(dir)) await make();
    } finally {
      rmSync(mark, { recursive: true, force: true });
    }
  }
}
