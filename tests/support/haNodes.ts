/** Three PostgreSQL nodes under Patroni with synchronous replication, and three members of etcd. All are processes of this machine. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asOwner, freePort, ownedFile } from './cluster.ts';
import { asAdmin } from './postgres.ts';
import { type Service, service } from './service.ts';

/** The programs of Debian's packages. */
const PROGRAMS = {
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
};
/** The names of packages that are not installed. */
export const missingPackages = Object.entries(PROGRAMS)
  .filter(([, path]) => !existsSync(path))
  .map(([name]) => name);

export interface Node {
  readonly name: string;
  readonly port: number;
  /** The port of Patroni's own API. */
  readonly rest: number;
  readonly dir: string;
  readonly patroni: Service;
  /** The file with Patroni's and PostgreSQL's output. */
  readonly log: string;
}

export interface Nodes {
  readonly nodes: readonly Node[];
  readonly etcd: readonly (Service & { readonly client: number })[];
  /** The leader and the synchronous standby, as Patroni says. */
  roles(): Promise<{ leader: Node | null; sync: Node | null; running: number }>;
}

/** An election of etcd's members takes longer than the stalls of a slow machine. */
const ELECTION = ['--heartbeat-interval=250', '--election-timeout=2500'];

async function makeEtcd(dir: string) {
  const members = await Promise.all(
    [1, 2, 3].map(async (at) => ({ name: `etcd${at}`, client: await freePort(), peer: await freePort() })),
  );
  const cluster = members.map(({ name, peer }) => `${name}=http://127.0.0.1:${peer}`).join(',');
  return members.map(({ name, client, peer }) => {
    const made = service(
      name,
      [
        ...[PROGRAMS['etcd-server'], `--name=${name}`, `--data-dir=${join(dir, name)}`, '--logger=zap'],
        ...[`--listen-client-urls=http://127.0.0.1:${client}`, `--advertise-client-urls=http://127.0.0.1:${client}`],
        ...[`--listen-peer-urls=http://127.0.0.1:${peer}`, `--initial-advertise-peer-urls=http://127.0.0.1:${peer}`],
        ...[`--initial-cluster=${cluster}`, '--log-level=error', ...ELECTION],
      ],
      { log: join(dir, `${name}.log`) },
    );
    return Object.assign(made, { client });
  });
}

/** The settings of a node's PostgreSQL, and of Patroni. Patroni replaces a leader that did not renew its key for `ttl` seconds. */
const BOOTSTRAP = `
bootstrap:
  dcs:
    ttl: 7
    loop_wait: 1
    retry_timeout: 3
    primary_start_timeout: 0
    maximum_lag_on_failover: 1048576
    synchronous_mode: true
    synchronous_mode_strict: true
    failsafe_mode: true
    postgresql:
      use_pg_rewind: true
      parameters:
        shared_buffers: 32MB
        max_connections: 80
        wal_level: replica
        wal_log_hints: 'on'
        hot_standby: 'on'
        synchronous_commit: 'on'
        max_wal_senders: 8
        max_replication_slots: 8
        wal_keep_size: 96MB
        max_wal_size: 128MB
        wal_sender_timeout: 5s
        wal_receiver_timeout: 5s
        max_worker_processes: 4
        max_parallel_workers: 0
  initdb:
    - encoding: UTF8
    - locale: C
    - auth: trust
`;

const patroniFile = (node: Omit<Node, 'patroni' | 'log'>, hosts: readonly number[], bin: string) => `
scope: kasuwa
name: ${node.name}
restapi:
  listen: 127.0.0.1:${node.rest}
  connect_address: 127.0.0.1:${node.rest}
etcd3:
  hosts: [${hosts.map((port) => `'127.0.0.1:${port}'`).join(', ')}]
${BOOTSTRAP}
postgresql:
  listen: 127.0.0.1:${node.port}
  connect_address: 127.0.0.1:${node.port}
  data_dir: ${node.dir}
  bin_dir: ${bin}
  pgpass: ${node.dir}.pass
  use_unix_socket: false
  authentication:
    superuser: {username: postgres}
    replication: {username: replicator}
    rewind: {username: postgres}
  parameters:
    unix_socket_directories: ''
  pg_hba:
    - host all all 127.0.0.1/32 trust
    - host replication all 127.0.0.1/32 trust
  create_replica_methods: [basebackup]
  basebackup: [{checkpoint: fast}]
watchdog: {mode: off}
`;

async function binDir(): Promise<string> {
  return asAdmin(async (admin) => {
    const { rows } = await admin.query("select setting from pg_config where name = 'BINDIR'");
    return String(rows[0]?.setting);
  });
}

const mounts: string[] = [];
/** Removes the small disks. No program may use them any more. */
export function dropDisks(): void {
  for (const mount of mounts.splice(0)) execFileSync('umount', ['-l', mount]);
}

/** The megabytes of a node's disk that can be filled. Only root can make such a disk. */
const DISK = 700;

/** Starts everything in `dir`, if asked with a small disk for each node. Resolves when there are a leader and a synchronous standby. */
export async function startNodes(dir: string, smallDisks = false): Promise<Nodes> {
  const etcd = await makeEtcd(dir);
  for (const member of etcd) member.start();
  const bin = await binDir();
  const nodes = await Promise.all(
    [1, 2, 3].map(async (at): Promise<Node> => {
      const plain = {
        name: `node${at}`,
        port: await freePort(),
        rest: await freePort(),
        dir: join(dir, `node${at}`, 'data'),
      };
      mkdirSync(join(dir, plain.name), { mode: 0o755 });
      if (smallDisks) {
        execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}m`, 'tmpfs', join(dir, plain.name)]);
        mounts.push(join(dir, plain.name));
      }
      if (asOwner.uid !== undefined) execFileSync('chown', [`${asOwner.uid}:${asOwner.gid}`, join(dir, plain.name)]);
      const file = join(dir, `${plain.name}.yml`);
      ownedFile(
        file,
        patroniFile(
          plain,
          etcd.map(({ client }) => client),
          bin,
        ),
      );
      const log = join(dir, `${plain.name}.log`);
      const patroni = service(`patroni of ${plain.name}`, [PROGRAMS.patroni, file], { log });
      return { ...plain, patroni, log };
    }),
  );
  for (const node of nodes) node.patroni.start();
  const roles = async () => {
    for (const { rest } of nodes) {
      const cluster = await fetch(`http://127.0.0.1:${rest}/cluster`, { signal: AbortSignal.timeout(2_000) })
        .then((answer) => answer.json() as Promise<{ members: { name: string; role: string; state: string }[] }>)
        .catch(() => null);
      if (!cluster) continue;
      const of = (role: string) =>
        nodes.find(({ name }) =>
          cluster.members.some((one) => one.name === name && one.role === role && one.state === 'running'),
        ) ?? null;
      const running = cluster.members.filter(({ state }) => state === 'running' || state === 'streaming').length;
      return { leader: of('leader'), sync: of('sync_standby'), running };
    }
    return { leader: null, sync: null, running: 0 };
  };
  return { nodes, etcd, roles };
}

/** The process number of a node's PostgreSQL; null while it does not run. */
export function postmasterOf({ dir }: Node): number | null {
  try {
    return Number(readFileSync(join(dir, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return null;
  }
}

/** Sends a signal; 0 only checks. Returns false if there is no such process. */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** Lines that a node writes each second while it starts, and what Patroni's own HTTP server says of callers that did not wait. */
const USUAL =
  /^(?:Traceback| {2}|ConnectionResetError|BrokenPipeError|localhost:)|Exception happened|Traceback|Lock owner|connection problems|falling back to cached role|establishing a new patroni|is starting up|no action\. I am|Still starting/;

/** The end of a node's output without the usual lines. */
const endOf = ({ name, log }: Node) =>
  `${name}:\n${readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line && !USUAL.test(line))
    .slice(-60)
    .join('\n')}`;

/** Waits for the whole cluster: a leader, a synchronous standby and `count` running nodes. Throws an Error with the end of each node's output after `ms`. */
export async function wholeCluster(
  { roles, nodes }: Pick<Nodes, 'roles' | 'nodes'>,
  ms: number,
  count = 3,
): Promise<void> {
  const end = Date.now() + ms;
  for (;;) {
    const { leader, sync, running } = await roles();
    if (leader && sync && running >= count) return;
    if (Date.now() > end)
      throw new Error(
        `After ${ms} ms: leader ${leader?.name}, standby ${sync?.name}, ${running} nodes run.\n${nodes.map(endOf).join('\n')}`,
      );
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}
