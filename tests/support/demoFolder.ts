/** A data folder with the fresh demo, seeded once a day for all journeys of the same server code; each takes its own copy. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
// @ts-expect-error plain JavaScript of our tools
import { serverArgs } from '../../src/tools/bootstrap.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PLACE = join(tmpdir(), 'kasuwa-tests');
/** Fewer rounds than in production: the journeys are not about guessing passwords. */
// A script does in a second what a person does in a minute.
const ENV = { KASUWA_SCRYPT_COST: '1024', KASUWA_CALLS_PER_MINUTE: '6000', KASUWA_ENV: 'demo', KASUWA_QUIET: '1' };

/** The server on this data folder, once it is ready. */
export async function startOn(
  dir: string,
  more: Readonly<Record<string, string>> = {},
): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, [...serverArgs, 'src/server/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, ...ENV, PORT: '0', KASUWA_DATA: dir, DATABASE_URL: '', ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      // To the end of the line: a number may come in two pieces.
      const found = /is ready at http:\/\/[^:]+:(\d+)\n/.exec(text);
      if (found) resolve(Number(found[1]));
    });
    child.once('exit', (code) => reject(new Error(`The server ended (${code}): ${text}`)));
  });
  return { child, port };
}

/** What the demo's data hangs on: the code that writes it, and the day, for its dates are counted back from today. */
function name(): string {
  const hash = createHash('sha256').update(String(Math.floor(Date.now() / 86_400_000)));
  for (const part of ['src/server', 'src/domain', 'src/contract']) {
    for (const file of readdirSync(join(ROOT, part), { recursive: true, encoding: 'utf8' }).sort())
      if (/\.(ts|mjs|sql|json)$/.test(file)) hash.update(readFileSync(join(ROOT, part, file)));
  }
  return `demo-${hash.digest('hex').slice(0, 20)}`;
}

const isMade = (folder: string) => /^demo-[0-9a-f]+$/.test(folder);
const madeAt = (folder: string) => statSync(join(PLACE, folder)).mtimeMs;
let chosen: string | null = null;

/** The seeded folder; made before the journeys by {@link seedDemoFolder}. */
export function demoFolder(): string {
  if (!chosen) {
    const wanted = name();
    // Midnight may have passed since it was seeded.
    const newest = readdirSync(PLACE)
      .filter(isMade)
      .sort((a, b) => madeAt(b) - madeAt(a))[0];
    chosen = join(PLACE, existsSync(join(PLACE, wanted)) ? wanted : (newest ?? wanted));
  }
  return chosen;
}

/** A first start on an empty folder, then a stop as a supervisor asks for it; nothing if this code's demo is there already. */
export async function seedDemoFolder(): Promise<void> {
  const dir = join(PLACE, name());
  mkdirSync(PLACE, { recursive: true });
  for (const old of readdirSync(PLACE))
    if (old.startsWith('demo-') && Date.now() - madeAt(old) > 86_400_000)
      rmSync(join(PLACE, old), { recursive: true, force: true });
  if (existsSync(dir)) return;
  const fresh = `${dir}.${randomBytes(4).toString('hex')}`;
  const { child } = await startOn(fresh);
  child.removeAllListeners('exit');
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const code = await ended;
  if (code !== 0) throw new Error(`The server that seeded the demo ended with ${code}`);
  if (existsSync(dir)) rmSync(fresh, { recursive: true, force: true });
  else renameSync(fresh, dir);
}
