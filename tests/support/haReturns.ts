/**
 * A primary that is cut off for 30 s, goes on as a primary meanwhile, and comes back (decision 1120). Marks, which are rows of a table of their own, show on every node which work is there
 * and which is gone. Each play resolves with the look at the marks, for the time when the cluster is whole again.
 */
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type Node, postmasterOf, signal } from './haNodes.ts';
import type { HaSite } from './haSite.ts';

const CUT_MS = 30_000;
/** The time in ms for which an asynchronous primary acknowledges work that no standby gets. A standby asks for a new connection after 5 s. */
const ALONE_MS = 4_000;
const PATIENCE_MS = 60_000;

/** Looks at the marks. Resolves with what is wrong. */
export type Look = () => Promise<string[]>;

/** Commits wait for a standby: what the old primary took alone is gone, what the others acknowledged stays, and then an operator gives the lead back. */
export async function leadReturns(site: HaSite): Promise<Look> {
  const old = await cutOff(site);
  await old.mark('alone');
  await marked(site, 'acknowledged');
  await old.back();
  await settled(site);
  await switchTo(site, old.node);
  return () => marks(site, { there: ['before', 'acknowledged'], gone: ['alone'], leader: old.node });
}

/**
 * The same without the operator: Patroni before 3.0.3 writes its name over the name of the standby that took over if it stood still in the middle of its loop. The play writes the name, as that
 * Patroni would. The standby steps down, and what it acknowledged is gone: the store needs another epoch.
 */
export async function leadTakenBack(site: HaSite): Promise<Look> {
  const old = await cutOff(site);
  await old.mark('alone');
  await marked(site, 'acknowledged');
  await old.goOn();
  await taken(site, old.node);
  return () => marks(site, { there: ['before', 'alone'], gone: ['acknowledged'], leader: old.node });
}

/** No commit waits for a standby: the primary acknowledges work for some seconds that no standby gets, and it is gone. The store needs another epoch. */
export async function leadReturnsLate(site: HaSite): Promise<Look> {
  await configure(site, { synchronous_mode: false, synchronous_mode_strict: false, maximum_lag_on_failover: 1 << 28 });
  await until(
    'commits wait for nobody',
    async () => (await ask(site.directUrl, 'show synchronous_standby_names')) === '',
  );
  // Each server asks every five seconds whether commits wait.
  await wait(6_000);
  const old = await cutOff(site, ALONE_MS);
  await old.mark('alone');
  await marked(site, 'acknowledged');
  await old.back();
  await configure(site, { synchronous_mode: true, synchronous_mode_strict: true, maximum_lag_on_failover: 1 << 20 });
  await settled(site);
  await switchTo(site, old.node);
  return () => marks(site, { there: ['before', 'acknowledged'], gone: ['early', 'alone'], leader: old.node });
}

interface Old {
  readonly node: Node;
  /** Writes a mark over a connection that was open before the cut. The old primary takes it without a standby. */
  mark(what: string): Promise<void>;
  /** Ends the cut. Patroni begins anew, as after its supervisor started it, and finds another leader. PostgreSQL still runs as a primary. */
  back(): Promise<void>;
  /** Ends the cut. Patroni goes on where it stood. */
  goOn(): Promise<void>;
}

/**
 * Cuts the primary off: nobody connects to it, no standby gets its log, its Patroni stands still. Connections that are open go on until HAProxy ends them. Resolves when another node leads
 * and 30 s are over. `alone`: the time in ms from the last log that a standby got until Patroni stands still.
 */
async function cutOff(site: HaSite, alone = 0): Promise<Old> {
  if (alone > 0) await marked(site, 'before');
  else await steady(site);
  const { leader: node } = await site.roles();
  const postmaster = node && postmasterOf(node);
  if (!node || !postmaster) throw new Error('No node leads.');
  const inside = new pg.Client({ connectionString: urlOf(node) });
  inside.on('error', () => undefined);
  await inside.connect();
  await inside.query(`set synchronous_commit = 'local'`);
  const { rows } = await inside.query<{ pid: number }>('select pid from pg_stat_replication');
  const stopped = [postmaster, ...rows.map(({ pid }) => pid)];
  const mark = async (what: string) => void (await inside.query(MARK, [what]));
  const began = Date.now();
  for (const pid of stopped) signal(pid, 'SIGSTOP');
  if (alone > 0) {
    await mark('early');
    await wait(alone);
  }
  node.patroni.kill('SIGSTOP');
  await until('another node leads', async () => {
    const { leader } = await site.roles();
    return leader !== null && leader !== node;
  });
  await wait(Math.max(0, CUT_MS - (Date.now() - began)));
  const again = async () => {
    await inside.end().catch(() => undefined);
    for (const pid of stopped) signal(pid, 'SIGCONT');
  };
  return {
    node,
    mark,
    async back() {
      node.patroni.kill();
      await again();
    },
    async goOn() {
      await lead(site, node);
      node.patroni.kill('SIGCONT');
      await again();
    },
  };
}

const TABLE = 'create table if not exists ha_mark (what text primary key, at timestamptz not null default now())';
const MARK = 'insert into ha_mark (what) values ($1) on conflict (what) do update set at = now()';
const urlOf = ({ port }: Node) => `postgres://postgres@127.0.0.1:${port}/kasuwa`;

/** The first column of the first row; null: there is no row. */
async function ask(url: string, text: string, values: unknown[] = []): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<Record<string, string>>(text, values);
    return Object.values(rows[0] ?? {})[0] ?? null;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Writes a mark at the primary and waits until it is acknowledged. The first one of a play empties the table. */
async function marked(site: HaSite, what: string): Promise<void> {
  await until(`the primary takes the mark "${what}"`, async () => {
    if (what === 'before') {
      await ask(site.directUrl, TABLE);
      await ask(site.directUrl, 'delete from ha_mark');
    }
    await ask(site.directUrl, MARK, [what]);
    return true;
  });
}

/** Compares the marks of every node, and who leads. */
async function marks(
  site: HaSite,
  { there, gone, leader }: { there: readonly string[]; gone: readonly string[]; leader: Node },
): Promise<string[]> {
  const wanted = [...there].sort().join(', ');
  const findings: string[] = [];
  for (const node of site.nodes) {
    const has = async () => (await ask(urlOf(node), `select string_agg(what, ', ' order by what) from ha_mark`)) ?? '';
    await until('', async () => (await has()) === wanted, 15_000).catch(() => undefined);
    const found = (await has().catch(String)).split(', ');
    findings.push(
      ...there.filter((what) => !found.includes(what)).map((what) => `${node.name} lost the mark "${what}"`),
      ...gone.filter((what) => found.includes(what)).map((what) => `${node.name} still has the mark "${what}"`),
    );
  }
  const { leader: now } = await site.roles();
  if (now !== leader) findings.push(`${now?.name ?? 'nobody'} leads, and not ${leader.name}`);
  return findings;
}

/** Polls until it holds. A failed poll does not count. Throws an Error after `ms`. */
export async function until(what: string, holds: () => Promise<boolean>, ms = PATIENCE_MS): Promise<void> {
  const end = Date.now() + ms;
  while (!(await holds().catch(() => false))) {
    if (Date.now() > end) throw new Error(`After ${ms} ms still not: ${what}.`);
    await wait(200);
  }
}

/** Longer than the time after which Patroni forgets a node that says nothing. */
const STEADY_MS = 8_000;

/** Waits until the same node has led and the same one was its synchronous standby for some seconds, and a commit waited for it. Just after a failover Patroni has named no standby that may lead. */
export async function steady(site: HaSite): Promise<void> {
  let known = '';
  let since = Date.now();
  await until('the cluster is steady', async () => {
    const { leader, sync, running } = await site.roles();
    const now = leader && sync && running === site.nodes.length ? `${leader.name} ${sync.name}` : '';
    if (now !== known) since = Date.now();
    known = now;
    return now !== '' && Date.now() - since > STEADY_MS;
  });
  await marked(site, 'before');
}

/** Waits until all nodes follow one leader. */
const settled = (site: HaSite) =>
  until(
    'three nodes run',
    async () => {
      const { leader, running } = await site.roles();
      return leader !== null && running === site.nodes.length;
    },
    180_000,
  );

/** Changes settings of Patroni for all nodes, by the API of the first that answers. */
async function configure({ nodes }: HaSite, settings: Readonly<Record<string, unknown>>): Promise<void> {
  await until('Patroni takes the settings', async () => {
    for (const { rest } of nodes) {
      const answer = await patroni(rest, 'config', settings, 'PATCH').catch(() => null);
      if (answer?.ok) return true;
    }
    return false;
  });
}

const patroni = (rest: number, path: string, body: unknown, method = 'POST') =>
  fetch(`http://127.0.0.1:${rest}/${path}`, {
    ...{ method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
    signal: AbortSignal.timeout(30_000),
  });

/** Gives the lead to a node, as an operator does (`patronictl switchover`). Patroni gives it only to a synchronous standby, so for that time both are. */
async function switchTo(site: HaSite, node: Node): Promise<void> {
  await configure(site, { synchronous_node_count: 2 });
  await until(`${node.name} leads again`, async () => {
    const { leader } = await site.roles();
    if (leader === node) return true;
    if (leader) await patroni(leader.rest, 'switchover', { leader: leader.name, candidate: node.name });
    return false;
  });
  await configure(site, { synchronous_node_count: null });
}

/** Writes who leads into etcd. */
async function lead({ etcd }: HaSite, node: Node): Promise<void> {
  const text = (one: string) => Buffer.from(one).toString('base64');
  await until('etcd takes the name', async () => {
    const body = JSON.stringify({ key: text('/service/kasuwa/leader'), value: text(node.name) });
    const answers = etcd.map(({ client }) => fetch(`http://127.0.0.1:${client}/v3/kv/put`, { method: 'POST', body }));
    return (await Promise.any(answers)).ok;
  });
}

/** Waits until the node leads. The other one may write its own name once more in between. */
async function taken(site: HaSite, node: Node): Promise<void> {
  let tries = 0;
  await until(`${node.name} has the lead back`, async () => {
    const { leader } = await site.roles();
    tries += 1;
    if (leader !== node && tries % 10 === 0) await lead(site, node);
    return leader === node;
  });
}
