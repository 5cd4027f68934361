/** The server as a process of its own, for starts, stops and kills. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const folders: string[] = [];
const children: ChildProcess[] = [];

/** Ends what is still running and removes the folders. */
export function tidyUp(): void {
  for (const child of children) child.kill('SIGKILL');
  // A process that is just being killed may still write: its folder is tried again.
  for (const made of folders) rmSync(made, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/** A data folder of its own. */
export function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'kasuwa-main-'));
  folders.push(made);
  return made;
}

export interface Running {
  url: string;
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
}

/** Resolves when the port answers or the process ended. The system chooses the port: one looked for before could be taken meanwhile. */
export async function start(env: Record<string, string>): Promise<Running> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/server/main.ts'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', PORT: '0', KASUWA_API_ONLY: '1', KASUWA_SCRYPT_COST: '1024', ...env },
  });
  children.push(child);
  let output = '';
  child.stdout?.on('data', (text) => {
    output += String(text);
  });
  child.stderr?.on('data', (text) => {
    output += String(text);
  });
  const ended = new Promise<number | null>((resolve) =>
    child.on('exit', (code) => {
      // Its last lines may still be on the way; a grandchild that holds the line is not waited for.
      child.once('close', () => resolve(code));
      setTimeout(() => resolve(code), 5_000).unref();
    }),
  );
  const port = () => / is ready at http:\/\/\S+:(\d+)\n/.exec(output)?.[1];
  await new Promise<void>((resolve) => {
    void ended.then(() => resolve());
    const look = setInterval(() => {
      if (!port()) return;
      clearInterval(look);
      resolve();
    }, 50);
    void ended.then(() => clearInterval(look));
  });
  return { url: `http://127.0.0.1:${port() ?? 0}`, child, output: () => output, ended };
}
