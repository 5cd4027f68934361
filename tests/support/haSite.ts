/**
 * A whole site of three nodes (decision 0762): PostgreSQL under Patroni, HAProxy before the primary and before three servers, PgBouncer between the
 * servers and HAProxy. All parts are small processes of this machine that are started again after a kill.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { freePort, ownedFile, ownedFolder } from './cluster.ts';
import { demoDatabase } from './demoDatabase.ts';
import { dropDisks, type Node, type Nodes, postmasterOf, signal, startNodes, wholeCluster } from './haNodes.ts';
import { listens, makePgBouncer, type PgBouncer } from './pgbouncer.ts';
import { serverCommand } from './serverBundle.ts';
import { type Service, service, stopServices } from './service.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface HaSite extends Nodes {
  /** The address of HAProxy, which tablets and desks open. */
  readonly url: string;
  readonly dir: string;
  readonly apps: readonly (Service & { readonly port: number })[];
  readonly haproxy: Service;
  readonly pgbouncer: PgBouncer;
  /** The address of the primary's database without the pooler. */
  readonly directUrl: string;
}

const haproxyFile = (port: number, database: number, apps: readonly number[], nodes: readonly Node[]) => `
global
  maxconn 1000
defaults
  timeout connect 2s
  timeout client 90s
  timeout server 90s
  timeout check 2s
listen site
  bind 127.0.0.1:${port}
  mode http
  option redispatch 1
  retries 3
  option httpchk GET /health
  # Without its database a server needs two seconds to say so.
  timeout check 4s
  # A server without its database answers 503 itself, in the form that apps read.
  http-check expect rstatus ^(200|503)$
  default-server check inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${apps.map((one, at) => `  server app${at + 1} 127.0.0.1:${one}`).join('\n')}
listen primary
  bind 127.0.0.1:${database}
  mode tcp
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s downinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, port: one, rest }) => `  server ${name} 127.0.0.1:${one} check port ${rest}`).join('\n')}
`;

/** A copy of the demo in the cluster. */
async function fill(direct: (name: string) => string): Promise<void> {
  const admin = new pg.Client({ connectionString: direct('postgres') });
  admin.on('error', () => undefined);
  await admin.connect();
  await admin.query('create database kasuwa');
  await admin.end();
  const demo = await demoDatabase();
  try {
    execFileSync('bash', [
      '-c',
      'set -o pipefail; pg_dump --no-owner "$1" | psql -q -v ON_ERROR_STOP=1 --single-transaction "$2" > /dev/null',
      ...['fill', demo.url, direct('kasuwa')],
    ]);
  } finally {
    await demo.drop();
  }
}

/** Ends everything at once. PostgreSQL continues without its Patroni, so it is ended separately. */
export async function stopHaSite(site: HaSite | null): Promise<void> {
  await site?.pgbouncer.kill();
  await stopServices();
  const numbers = (site?.nodes ?? []).map(postmasterOf).filter((number): number is number => number !== null);
  for (const number of numbers) for (const name of ['SIGCONT', 'SIGQUIT'] as const) signal(number, name);
  for (let tries = 0; tries < 50 && numbers.some((number) => signal(number, 0)); tries += 1) await wait(100);
  dropDisks();
}

/** Starts everything with the demo, and resolves when the site answers. {@link stopHaSite} stops the site, also after a failed start. */
export async function startHaSite({ smallDisks = false } = {}): Promise<HaSite> {
  const dir = ownedFolder();
  const nodes = await startNodes(dir, smallDisks);
  await wholeCluster(nodes, 120_000);
  const [port, database, ...appPorts] = await Promise.all(Array.from({ length: 5 }, freePort));
  const file = join(dir, 'haproxy.cfg');
  ownedFile(file, haproxyFile(port ?? 0, database ?? 0, appPorts, nodes.nodes));
  const haproxy = service('haproxy', ['/usr/sbin/haproxy', '-db', '-f', file], { log: join(dir, 'haproxy.log') });
  haproxy.start();
  await listens(database ?? 0);
  const direct = (name: string) => `postgres://postgres@127.0.0.1:${database}/${name}`;
  const { leader } = await nodes.roles();
  await fill((name) => `postgres://postgres@127.0.0.1:${leader?.port}/${name}`);
  await untilPrimary(direct('kasuwa'));
  const pgbouncer = await makePgBouncer(database ?? 0, { more: 'query_wait_timeout = 10\nserver_connect_timeout = 3' });
  await pgbouncer.start();
  const [program = '', ...args] = [process.execPath, ...(await serverCommand('main', false))];
  const apps = appPorts.map((one, at) =>
    Object.assign(
      service(`app${at + 1}`, [program, ...args], {
        log: join(dir, `app${at + 1}.log`),
        cwd: ROOT,
        ours: true,
        env: {
          ...{ PORT: String(one), KASUWA_API_ONLY: '1', KASUWA_ENV: 'demo', KASUWA_SECRET: 'kept apart' },
          ...{ KASUWA_SCRYPT_COST: '1024', KASUWA_CALLS_PER_MINUTE: '1000000', KASUWA_DATA: join(dir, `app${at}`) },
          ...{ DATABASE_URL: pgbouncer.url('kasuwa'), DATABASE_DIRECT_URL: direct('kasuwa') },
        },
      }),
      { port: one },
    ),
  );
  for (const app of apps) app.start();
  for (const app of apps) await listens(app.port, 60_000);
  await untilAnswered(`http://127.0.0.1:${port}/api/health`);
  return { ...nodes, url: `http://127.0.0.1:${port}`, dir, apps, haproxy, pgbouncer, directUrl: direct('kasuwa') };
}

/** Resolves when HAProxy has found all servers: ten answers in a row, each by the next server in turn. Throws an Error after a minute. */
async function untilAnswered(url: string): Promise<void> {
  for (let good = 0, tries = 0; good < 10; tries += 1) {
    const isGood = await fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
      ({ status }) => status === 200,
      () => false,
    );
    good = isGood ? good + 1 : 0;
    if (tries > 300) throw new Error(`${url} does not answer.`);
    await wait(200);
  }
}

/** Resolves when HAProxy has excluded the standbys. HAProxy treats each node as good until it has checked it twice. */
async function untilPrimary(url: string): Promise<void> {
  for (let good = 0, tries = 0; good < 6; tries += 1) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ reads: boolean }>('select pg_is_in_recovery() as reads');
      good = rows[0]?.reads === false ? good + 1 : 0;
    } catch (error) {
      good = 0;
      if (tries > 100) throw error;
    } finally {
      await client.end().catch(() => undefined);
    }
    await wait(300);
  }
}
