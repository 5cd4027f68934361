/** The real server as a process of its own, so that it can be killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { encodeForm } from '#contract/form.ts';
import type { Data } from './server.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface ServerProcess {
  url: string;
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
}

/** Resolves when the port answers; throws with the output when the process ended instead. */
export async function startProcess(env: Record<string, string>): Promise<ServerProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/server/main.ts'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', PORT: String(port), KASUWA_API_ONLY: '1', KASUWA_SCRYPT_COST: '1024', ...env },
  });
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)));
  await new Promise<void>((resolve, reject) => {
    const hear = (text: unknown) => {
      output += String(text);
      if (output.includes('is ready at')) resolve();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    void ended.then((code) => reject(new Error(`The server ended with ${code}: ${output}`)));
  });
  return { url: `http://127.0.0.1:${port}`, child, output: () => output, ended };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

export interface Heard {
  code: number;
  message: string;
  data: Data;
  replay: boolean;
}

/** One call over the wire; null when no answer came. */
export async function askProcess(
  server: ServerProcess,
  method: 'GET' | 'POST',
  path: string,
  fields: Readonly<Record<string, unknown>>,
  headers: Record<string, string> = {},
): Promise<Heard | null> {
  const body = encodeForm(fields);
  try {
    const told =
      method === 'GET'
        ? await fetch(`${server.url}/api/${path}?${body}`, { headers })
        : await fetch(`${server.url}/api/${path}`, { method, body: new URLSearchParams(body), headers });
    return {
      ...((await told.json()) as Omit<Heard, 'replay'>),
      replay: told.headers.get('idempotent-replay') === '1',
    };
  } catch {
    return null;
  }
}
