/** The server as a process of its own, for starts, stops and kills. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const folders: string[] = [];
const children: ChildProcess[] = [];

/** Ends what is still running and removes the folders. */
export function tidyUp(): void {
  for (const child of children) child.kill('SIGKILL');
  for (const made of folders) rmSync(made, { recursive: true, force: true });
}

/** A data folder of its own. */
export function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'kasuwa-main-'));
  folders.push(made);
  return made;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

export interface Running {
  url: string;
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
}

/** Resolves when the port answers or the process ended. */
export async function start(env: Record<string, string>): Promise<Running> {
  const port = await freePort();
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/server/main.ts'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', PORT: String(port), KASUWA_API_ONLY: '1', KASUWA_SCRYPT_COST: '1024', ...env },
  });
  children.push(child);
  let output = '';
  child.stdout?.on('data', (text) => {
    output += String(text);
  });
  child.stderr?.on('data', (text) => {
    output += String(text);
  });
  const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)));
  await new Promise<void>((resolve) => {
    void ended.then(() => resolve());
    const look = setInterval(() => {
      if (!output.includes('is ready at')) return;
      clearInterval(look);
      resolve();
    }, 50);
    void ended.then(() => clearInterval(look));
  });
  return { url: `http://127.0.0.1:${port}`, child, output: () => output, ended };
}
