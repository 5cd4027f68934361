/**
 * The faults of a site of three nodes while people work on it (decision 0762). Each fault resolves when all parts may run again, some with a look for the time when the cluster is whole.
 */
import { execFileSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Chance } from './chance.ts';
import { copiedAnew, fill, fullUntilItEnds } from './haFallen.ts';
import { type Node, postmasterOf, signal } from './haNodes.ts';
import { leadReturns, leadReturnsLate, leadTakenBack } from './haReturns.ts';
import type { HaSite } from './haSite.ts';
import type { Service } from './service.ts';

/** The time in ms for which a machine is switched off. It is longer than Patroni waits. */
const OFF_MS = 12_000;
const CUT_MS = 30_000;
const FULL_MS = 20_000;

export const FAULTS = {
  /** Ends the primary's PostgreSQL and Patroni at once and keeps them away, so that a standby takes over. */
  'primary, machine off': async (site: HaSite) => off(await leader(site), OFF_MS),
  /** Ends both and starts them at once. The old primary recovers, or a standby is faster. */
  'primary, crash': async (site: HaSite) => off(await leader(site), 1_000),
  standby: async (site: HaSite) => {
    const { sync } = await site.roles();
    if (sync) await off(sync, 3_000);
  },
  app: async (site: HaSite, chance: Chance) => void chance.pick(site.apps).kill(),
  pgbouncer: async (site: HaSite) => {
    await site.pgbouncer.kill();
    await wait(1_000);
    await site.pgbouncer.start();
  },
  haproxy: async (site: HaSite) => void site.haproxy.kill(),
  'leader of etcd': async (site: HaSite) => (await etcdLeader(site)).down(3_000),
  /** The machine of the primary answers nobody. Its watchdog resets it meanwhile, as docs/operations.md asks. */
  'primary cut off for 30 s': async (site: HaSite) => {
    const node = await leader(site);
    const pids = frozen(node);
    await wait(CUT_MS);
    node.patroni.down(1_000);
    for (const pid of pids) signal(pid, 'SIGKILL');
  },
  /**
   * The machine of the primary stands still and goes on, as a virtual machine that is moved, and has no watchdog. Patroni before 3.0.3 then may take the lead
   * back from the standby that took over, and what the standby acknowledged is lost to the database.
   */
  'primary frozen for 30 s': async (site: HaSite) => {
    const pids = frozen(await leader(site));
    await wait(CUT_MS);
    for (const pid of pids) signal(pid, 'SIGCONT');
  },
  'the lead returns': leadReturns,
  'the lead is taken back': leadTakenBack,
  'the lead returns, nobody waited': leadReturnsLate,
  'disk of the primary full': async (site: HaSite) => {
    const empty = fill(await leader(site));
    await wait(FULL_MS);
    empty();
  },
  'disk of the primary full until it ends': fullUntilItEnds,
  'a standby that does not come back': copiedAnew,
  /** Adds a column, then restarts each server in order, one after the other. */
  'a new version': async (site: HaSite) => {
    const client = new pg.Client({ connectionString: site.directUrl });
    client.on('error', () => undefined);
    await client.connect();
    await client.query(`set lock_timeout = '5s'`);
    await client.query('alter table purchase_order_item add column if not exists of_a_newer_version text');
    await client.end();
    for (const app of site.apps) {
      app.kill('SIGTERM');
      await wait(6_000);
    }
  },
} as const satisfies Record<string, (site: HaSite, chance: Chance) => Promise<unknown>>;

export type Fault = keyof typeof FAULTS;

/** The faults after which the database lacks acknowledged work, so that the store must have another epoch; `any`: it may. All others keep the epoch. */
export const EPOCHS: Readonly<Partial<Record<Fault, 'other' | 'any'>>> = {
  'primary frozen for 30 s': 'any',
  'the lead is taken back': 'other',
  'the lead returns, nobody waited': 'other',
};

async function leader(site: HaSite): Promise<Node> {
  const { leader: found } = await site.roles();
  if (!found) throw new Error('No node leads.');
  return found;
}

async function off(node: Node, ms: number): Promise<void> {
  const postmaster = postmasterOf(node);
  node.patroni.down(ms);
  if (postmaster) signal(postmaster, 'SIGKILL');
  await wait(ms);
}

/** Patroni, and PostgreSQL with its children. */
function processesOf(node: Node): number[] {
  const postmaster = postmasterOf(node);
  const children = postmaster
    ? execFileSync('bash', ['-c', 'pgrep -P "$1" || true', 'children', String(postmaster)], { encoding: 'utf8' })
    : '';
  return [node.patroni.pid, postmaster, ...children.split('\n').filter(Boolean).map(Number)].filter(
    (pid): pid is number => Boolean(pid),
  );
}

/** Stops everything of a node where it stands. Returns the stopped processes. */
function frozen(node: Node): number[] {
  const pids = processesOf(node);
  for (const pid of pids) signal(pid, 'SIGSTOP');
  return pids;
}

async function etcdLeader({ etcd }: HaSite): Promise<Service> {
  for (const member of etcd) {
    const status = await fetch(`http://127.0.0.1:${member.client}/v3/maintenance/status`, {
      method: 'POST',
      body: '{}',
    })
      .then((answer) => answer.json() as Promise<{ leader?: string; header?: { member_id?: string } }>)
      .catch(() => null);
    if (status?.leader && status.leader === status.header?.member_id) return member;
  }
  throw new Error('No member of etcd leads.');
}
