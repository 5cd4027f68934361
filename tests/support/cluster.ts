/** A PostgreSQL cluster for one test, for work that would disturb the shared server: standbys, archives, recoveries, settings of the whole server. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { asAdmin } from './postgres.ts';

/** The account that runs PostgreSQL. PostgreSQL refuses to run as root, so root uses the owner of the shared server's programs. */
export const asOwner = (() => {
  if (process.getuid?.() !== 0) return {};
  const [uid = '', gid = ''] = ['-u', '-g'].map((flag) =>
    execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }).trim(),
  );
  return { uid: Number(uid), gid: Number(gid) };
})();

let found: Promise<string> | null = null;
/** The folder of PostgreSQL's programs, asked from the shared server. */
const programs = () => {
  found ??= asAdmin(async (admin) => {
    const { rows } = await admin.query("select setting from pg_config where name = 'BINDIR'");
    return String(rows[0]?.setting ?? '');
  });
  return found;
};

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export interface Cluster {
  readonly dir: string;
  readonly port: number;
  /** The address of a database in the cluster. */
  url(name?: string): string;
  query<T extends pg.QueryResultRow>(text: string, name?: string): Promise<T[]>;
  set(settings: Readonly<Record<string, string | number>>): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const folders: string[] = [];
const running = new Set<Cluster>();

/** Stops every cluster and removes its files. */
export async function dropClusters(): Promise<void> {
  for (const cluster of [...running].reverse()) await cluster.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

/** Writes a file for the clusters' account. The process of the tests may create files that only its own account can read. */
export function ownedFile(path: string, text: string): void {
  writeFileSync(path, text);
  if (asOwner.uid !== undefined) chownSync(path, asOwner.uid, asOwner.gid);
}

/** A folder that the clusters' account owns. */
export function ownedFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'kasuwa-cluster-'));
  if (asOwner.uid !== undefined) chownSync(made, asOwner.uid, asOwner.gid);
  folders.push(made);
  return made;
}

export async function runProgram(name: string, args: readonly string[]): Promise<void> {
  execFileSync(join(await programs(), name), args, {
    ...asOwner,
    stdio: 'pipe',
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  });
}

/** A stopped cluster. `from` makes its files, for example with pg_basebackup; without `from` the cluster is empty. */
export async function makeCluster(from?: (dir: string) => Promise<void>): Promise<Cluster> {
  const dir = join(ownedFolder(), 'data');
  if (from) await from(dir);
  else
    await runProgram('initdb', ['-D', dir, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']);
  const port = await freePort();
  const bin = await programs();
  const url = (name = 'postgres') => `postgres://postgres@127.0.0.1:${port}/${name}`;
  const cluster: Cluster = {
    dir,
    port,
    url,
    async query<T extends pg.QueryResultRow>(text: string, name?: string) {
      const client = new pg.Client({ connectionString: url(name) });
      await client.connect();
      try {
        return (await client.query<T>(text)).rows;
      } finally {
        await client.end();
      }
    },
    set(settings) {
      const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
      appendFileSync(join(dir, 'postgresql.conf'), lines.join(''));
    },
    async start() {
      cluster.set({ port, unix_socket_directories: '', listen_addresses: '127.0.0.1' });
      // -w waits until the cluster answers. A standby answers once it can be read.
      const child = spawn(join(bin, 'pg_ctl'), ['-D', dir, '-w', '-t', '60', '-l', join(dir, 'log.txt'), 'start'], {
        ...asOwner,
        stdio: 'ignore',
      });
      const [code] = (await once(child, 'exit')) as [number | null];
      if (code !== 0) throw new Error(`The cluster of ${dir} did not start.`);
      running.add(cluster);
    },
    async stop() {
      running.delete(cluster);
      if (existsSync(join(dir, 'postmaster.pid'))) await runProgram('pg_ctl', ['-D', dir, '-w', '-m', 'fast', 'stop']);
    },
  };
  return cluster;
}
