/** Nodes that fall out of the cluster: a disk that is full until PostgreSQL ends, and a standby that does not come back by itself (decision 1121). */
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { asOwner } from './cluster.ts';
import { type Node, postmasterOf, signal } from './haNodes.ts';
import { steady, until } from './haReturns.ts';
import type { HaSite } from './haSite.ts';

const FULL_MS = 20_000;
const AWAY_MS = 40_000;
/** The time in ms for which a standby that lacks its log is watched. */
const WATCHED_MS = 15_000;

/** The disk of the primary is full and its log needs a new file: PostgreSQL ends, and cannot write before there is room again. Another node leads, and the first one comes back by itself. */
export async function fullUntilItEnds(site: HaSite): Promise<void> {
  await steady(site);
  const { leader: node } = await site.roles();
  if (!node) throw new Error('No node leads.');
  const empty = fill(node);
  try {
    await until(`another node leads than ${node.name}, whose disk is full`, async () => {
      const { leader } = await site.roles();
      if (leader && leader !== node) return true;
      await grow(node, 20);
      return false;
    });
    await wait(FULL_MS);
  } finally {
    empty();
  }
}

/**
 * A standby is away for so long that the primary no longer has the log that it needs. It stays "starting" until an operator copies it anew, as docs/operations.md says. Throws an Error if it
 * comes back before that.
 */
export async function copiedAnew(site: HaSite): Promise<void> {
  await steady(site);
  const { leader, sync } = await site.roles();
  const node = site.nodes.find((one) => one !== leader && one !== sync);
  if (!leader || !node) throw new Error('There is no third node.');
  const postmaster = postmasterOf(node);
  node.patroni.down(AWAY_MS);
  if (postmaster) signal(postmaster, 'SIGKILL');
  const away = wait(AWAY_MS);
  await wait(1_000);
  const log = join(node.dir, 'pg_wal');
  for (const name of readdirSync(log).filter((one) => /^[\dA-F]{24}$/.test(one))) rmSync(join(log, name));
  await until(`the primary keeps no log for ${node.name}`, async () => {
    const { rowCount } = await on(leader, (client) =>
      client.query('select 1 from pg_replication_slots where slot_name = $1', [node.name]),
    );
    return rowCount === 0;
  });
  for (let turn = 0; turn < 3; turn += 1) await grow(leader, 8);
  await away;
  await wait(WATCHED_MS);
  const { running } = await site.roles();
  if (running === site.nodes.length) throw new Error(`${node.name} came back by itself.`);
  const file = join(node.dir, '..', '..', `${node.name}.yml`);
  await until(`${node.name} is copied anew`, async () => {
    execFileSync('/usr/bin/patronictl', ['-c', file, 'reinit', 'kasuwa', node.name, '--force'], {
      ...asOwner,
      stdio: 'pipe',
      env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', HOME: '/tmp' },
    });
    return true;
  });
}

/** Fills the disk of a node to its last block. Returns a function that makes room again. */
export function fill({ dir }: Node): () => void {
  const file = join(dir, '..', 'fill');
  const at = openSync(file, 'w');
  const block = Buffer.alloc(1 << 20);
  for (let size = 1 << 20; size >= 4_096; size >>= 2) {
    try {
      for (;;) writeSync(at, block, 0, size);
    } catch {
      // The disk has no space for a block of this size.
    }
  }
  closeSync(at);
  return () => rmSync(file, { force: true });
}

/** Makes the log of a node grow by so many files of 16 MB, and lets it remove those that nobody needs. Rejects if PostgreSQL ends meanwhile. */
const grow = (node: Node, files: number) =>
  on(node, async (client) => {
    for (let turn = 0; turn < files; turn += 1)
      await client.query(`select pg_logical_emit_message(false, 'kasuwa', repeat('x', 100000)), pg_switch_wal()`);
    await client.query('checkpoint');
  });

async function on<T>(node: Node, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: `postgres://postgres@127.0.0.1:${node.port}/postgres`,
    connectionTimeoutMillis: 2_000,
    query_timeout: 10_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
