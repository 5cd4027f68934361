/** Runs the server in a process of its own, for starts, stops and kills. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverCommand } from './serverBundle.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const folders: string[] = [];
const children: ChildProcess[] = [];

/** Ends running processes and removes the folders. */
export function tidyUp(): void {
  for (const child of children) child.kill('SIGKILL');
  // A process that is ending may still write.
  for (const made of folders) rmSync(made, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** A new data folder. */
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

/**
 * Resolves when the port answers or the process ended. The system chooses the port, because a port that was only looked up may be taken meanwhile.
 * `fromSource`: starts like `npm start`, and not from the bundle.
 */
export async function start(env: Record<string, string>, { fromSource = false } = {}): Promise<Running> {
  const cheap = env.KASUWA_ENV === 'production' ? {} : { KASUWA_SCRYPT_COST: '1024' };
  const child = spawn(process.execPath, await serverCommand('main', fromSource), {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      KASUWA_API_ONLY: '1',
      KASUWA_SECRET: 'kept apart',
      ...cheap,
      ...env,
    },
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
      // Its last output may still arrive. A grandchild that keeps the pipe open is not awaited.
      child.once('close', () => resolve(code));
      setTimeout(() => resolve(code), 5_000).unref();
    }),
  );
  const port = await new Promise<string>((resolve) => {
    void ended.then(() => resolve('0'));
    child.stdout?.on('data', () => {
      const found = /is ready at http:\/\/\S+:(\d+)\n/.exec(output);
      if (found?.[1]) resolve(found[1]);
    });
  });
  return { url: `http://127.0.0.1:${port}`, child, output: () => output, ended };
}
