/** A process of a test that is started again after a kill, as systemd does. */
import { type ChildProcess, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { asOwner } from './cluster.ts';

export interface Service {
  readonly name: string;
  readonly pid: number | undefined;
  start(): void;
  /** Kills the process. `SIGSTOP` and `SIGCONT` stop and continue it. */
  kill(signal?: NodeJS.Signals): void;
  /** Kills the process and starts it again after `ms`. */
  down(ms: number): void;
  /** Kills the process for good. */
  stop(): Promise<void>;
}

/** Put before a program, so that the program ends with its parent, even if the parent is killed. */
export const ENDS_WITH_US = ['setpriv', '--pdeathsig', 'KILL'] as const;

/** The time after which an ended process is started again. */
const AGAIN_MS = 1_000;

const all: Service[] = [];

/** Ends all processes, the last started one first. */
export async function stopServices(): Promise<void> {
  for (const service of all.splice(0).reverse()) await service.stop();
}

/**
 * @param log the file of its output
 * @param ours runs the process as the account of the tests, and not as the account of PostgreSQL
 */
export function service(
  name: string,
  command: readonly string[],
  { log, env = {}, cwd, ours = false }: { log: string; env?: Record<string, string>; cwd?: string; ours?: boolean },
): Service {
  let child: ChildProcess | null = null;
  let isWanted = false;
  let againMs = AGAIN_MS;
  const made: Service = {
    name,
    get pid() {
      return child?.pid;
    },
    start() {
      isWanted = true;
      if (child) return;
      const out = openSync(log, 'a');
      const [first, ...more] = ENDS_WITH_US;
      const started = spawn(first, [...more, ...command], {
        ...(ours ? {} : asOwner),
        ...(cwd && { cwd }),
        env: { PATH: process.env.PATH, LC_ALL: 'C', HOME: '/tmp', ...env },
        stdio: ['ignore', out, out],
      });
      child = started;
      started.once('exit', () => {
        if (child === started) child = null;
        if (isWanted) setTimeout(() => isWanted && made.start(), againMs);
        againMs = AGAIN_MS;
      });
    },
    kill(signal = 'SIGKILL') {
      child?.kill(signal);
    },
    down(ms) {
      againMs = ms;
      child?.kill('SIGKILL');
    },
    async stop() {
      isWanted = false;
      const running = child;
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      const ended = new Promise((resolve) => running.once('exit', resolve));
      running.kill('SIGKILL');
      await ended;
    },
  };
  all.push(made);
  return made;
}
