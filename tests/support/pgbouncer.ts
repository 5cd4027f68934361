/** PgBouncer in transaction mode as a process of one test, before a PostgreSQL. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { CONNECT_QUERY } from '#server/db/postgres/pooler.ts';
import { asOwner, freePort, ownedFile, ownedFolder } from './cluster.ts';
import { ENDS_WITH_US } from './service.ts';

const PROGRAM = '/usr/sbin/pgbouncer';
/** Debian's package `pgbouncer`. */
export const hasPgBouncer = existsSync(PROGRAM);

export interface PgBouncer {
  readonly port: number;
  /** The address of a database through PgBouncer. */
  url(name: string): string;
  /** Starts the process if needed, and waits until its port answers. */
  start(): Promise<void>;
  kill(): Promise<void>;
}

/** Resolves when a process listens on that port of this machine. Throws after `ms`. */
export async function listens(port: number, ms = 20_000): Promise<void> {
  const end = Date.now() + ms;
  for (;;) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (open) return;
    if (Date.now() > end) throw new Error(`Nothing listens on port ${port}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * A stopped PgBouncer before the PostgreSQL at `port`.
 * @param connectQuery for the line of each database; '' for none
 * @param ignored startup parameters that PgBouncer accepts and drops
 */
export function makePgBouncer(
  behind: number,
  { connectQuery = CONNECT_QUERY, ignored = '', more = '' } = {},
): Promise<PgBouncer> {
  return freePort().then((port) => {
    const dir = ownedFolder();
    const file = join(dir, 'pgbouncer.ini');
    ownedFile(join(dir, 'users.txt'), '"postgres" ""\n');
    ownedFile(
      file,
      `[databases]
* = host=127.0.0.1 port=${behind} user=postgres ${connectQuery}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(dir, 'users.txt')}
pool_mode = transaction
max_client_conn = 200
default_pool_size = 12
server_login_retry = 0.3
${ignored && `ignore_startup_parameters = ${ignored}\n`}${more}
`,
    );
    let child: ChildProcess | null = null;
    return {
      port,
      url: (name) => `postgres://postgres@127.0.0.1:${port}/${name}`,
      async start() {
        if (child) return;
        const [first, ...more] = ENDS_WITH_US;
        const started = spawn(first, [...more, PROGRAM, '-q', file], { ...asOwner, stdio: 'ignore' });
        child = started;
        started.once('exit', () => {
          if (child === started) child = null;
        });
        await listens(port);
      },
      async kill() {
        const running = child;
        child = null;
        if (!running || running.exitCode !== null) return;
        const ended = new Promise((resolve) => running.once('exit', resolve));
        running.kill('SIGKILL');
        await ended;
      },
    };
  });
}
