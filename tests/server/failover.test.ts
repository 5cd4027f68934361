/** A standby takes over under servers that run (decision 0761): they go on where nothing is lost, and end where something may be. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { type Database, openDatabase } from '#server/db/open.ts';
import { clusterGate } from '#server/db/postgres/clusterGate.ts';
import { type ClusterLook, followCluster } from '#server/db/postgres/failover.ts';
import { clusterOf, noteCluster } from '#server/db/postgres/presence.ts';
import { readEpoch } from '#server/db/reads.ts';
import { isUnavailable } from '#server/db/unavailable.ts';
import { type Cluster, dropClusters, makeCluster } from '#tests/support/cluster.ts';
import { ENGINES } from '#tests/support/database.ts';
import { startServer } from '#tests/support/server.ts';

describe.runIf(ENGINES.includes('postgres'))('a standby takes over', () => {
  let cluster: Cluster;
  const open: Database[] = [];
  let one: Database;
  let other: Database;
  const another = async () => {
    const database = await openDatabase({ url: cluster.url('kasuwa'), waitForDisk: true });
    open.push(database);
    return database;
  };
  const setting = async (name: string, value: string) => {
    await cluster.query(`alter system set ${name} = '${value}'`);
    await cluster.query('select pg_reload_conf()');
  };
  const waitingFor = async () =>
    (await sql<{ who: string }>`select current_setting('synchronous_standby_names') as who`.execute(one.kysely)).rows[0]
      ?.who;
  /** A new timeline, as a promoted standby begins one. */
  const takeOver = async () => {
    await setting('synchronous_standby_names', '');
    await cluster.stop();
    writeFileSync(join(cluster.dir, 'standby.signal'), '');
    await cluster.start();
    await cluster.query('select pg_promote()');
  };
  const keep = (key: string) =>
    sql`insert into idempotency (key, user_id, route, fingerprint, state, created, code, message)
      values (${key}, 'u', 'r', 'f', 'done', 1, 200, 'OK')`.execute(one.kysely);
  const follow = async (database: Database) => followCluster(database, (await clusterOf(database.kysely)) ?? '');

  beforeAll(async () => {
    cluster = await makeCluster();
    cluster.set({ fsync: 'off', autovacuum: 'off', max_wal_senders: 4, wal_level: 'replica' });
    await cluster.start();
    await cluster.query('create database kasuwa');
    one = await another();
    await migrate(one);
    other = await another();
    await noteCluster(one);
  }, 120_000);
  beforeEach(async () => {
    await noteCluster(one);
  });
  afterAll(async () => {
    for (const database of open) await database.close();
    await dropClusters();
  }, 120_000);

  test('where commits waited for a standby and the last keys are there, servers go on with the same epoch', {
    tags: ['OPS-14'],
    timeout: 120_000,
  }, async () => {
    const epoch = await readEpoch(one.kysely);
    await keep('kept-1');
    one.acknowledged.note(['kept-1']);
    await setting('synchronous_standby_names', 'somebody');
    await expect.poll(() => waitingFor()).toBe('somebody');
    const followers = [await follow(one), await follow(other)];
    // The second one has only just started.
    expect(await followers[0]?.look()).toBe('same');
    await takeOver();
    // The new primary has no standby yet: a look that waited for one would keep every desk waiting.
    await setting('synchronous_standby_names', 'nobody');
    await expect.poll(() => waitingFor()).toBe('nobody');
    for (const follower of followers) expect(await follower.look()).toBe('followed');
    for (const follower of followers) expect(await follower.look()).toBe('same');
    expect((await noteCluster(one)).newEpoch).toBe(false);
    expect(await readEpoch(one.kysely)).toBe(epoch);
  });

  test('where one server misses a key that it acknowledged, all end, and the next start gives a new epoch', {
    tags: ['OPS-14', 'OPS-09'],
    timeout: 120_000,
  }, async () => {
    const epoch = await readEpoch(one.kysely);
    await setting('synchronous_standby_names', 'somebody');
    const followers = [await follow(one), await follow(other)];
    for (const follower of followers) await expect.poll(() => follower.look()).toBe('same');
    other.acknowledged.note(['gone-1']);
    await takeOver();
    // The first finds all of its own and goes on, until the other has looked.
    expect(await followers[0]?.look()).toBe('followed');
    expect(await followers[1]?.look()).toBe('lost');
    expect(await followers[0]?.look()).toBe('lost');
    expect((await noteCluster(one)).newEpoch).toBe(true);
    expect(await readEpoch(one.kysely)).not.toBe(epoch);
  });

  test('after an outage no call is answered before the server has looked, so nothing is refused by a database that lacks acknowledged work', {
    tags: ['OPS-14', 'SYNC-36'],
    timeout: 120_000,
  }, async () => {
    const seen: string[] = [];
    const gate = clusterGate(await follow(one), (what) => seen.push(what));
    const server = await startServer(one, {}, [], undefined, gate);
    const { token } = await server.signInAs('administrator.administrator');
    const ask = async () => (await server.call('GET', 'administrator/read_delegate', {}, { token })).code;
    await setting('synchronous_standby_names', 'somebody');
    await expect.poll(() => waitingFor()).toBe('somebody');
    await gate.look();
    expect(await ask()).toBe(200);
    await cluster.stop();
    expect(await ask()).toBe(503);
    await cluster.start();
    // The same node came back: its answers count again.
    await expect.poll(ask).toBe(200);
    one.acknowledged.note(['gone-2']);
    await cluster.stop();
    expect(await ask()).toBe(503);
    await cluster.start();
    await takeOver();
    // Nobody looks every five seconds here: the first call does.
    await expect.poll(() => ask().then(() => seen)).toEqual(['lost']);
    expect(await ask()).toBe(503);
    await server.close();
  });

  test('where no commit waited for a standby, servers end', { tags: ['OPS-14'], timeout: 120_000 }, async () => {
    const follower = await follow(one);
    expect(await follower.look()).toBe('same');
    await takeOver();
    expect(await follower.look()).toBe('lost');
  });

  test('a commit that no longer waits for its standby, because somebody cancelled it, is not acknowledged', {
    tags: ['OPS-14', 'SYNC-36'],
    timeout: 60_000,
  }, async () => {
    await setting('synchronous_standby_names', 'somebody');
    const cancels = async () => {
      const { rows } = await sql<{ pid: number }>`select pg_cancel_backend(pid) as pid from pg_stat_activity
        where wait_event = 'SyncRep'`.execute(other.kysely);
      return rows.length;
    };
    const alone = keep('waits-1');
    const refusal = expect(alone).rejects.toSatisfy(isUnavailable);
    await expect.poll(cancels).toBeGreaterThan(0);
    await refusal;
    const together = one.transaction(async (tx) => {
      await sql`update store set restored = restored`.execute(tx);
    });
    const alsoRejected = expect(together).rejects.toSatisfy(isUnavailable);
    await expect.poll(cancels).toBeGreaterThan(0);
    await alsoRejected;
    await setting('synchronous_standby_names', '');
    await expect.poll(() => sql`update store set restored = restored`.execute(one.kysely).then(() => 1)).toBe(1);
  });
});

describe('after an outage', { tags: ['OPS-14'] }, () => {
  /** A gate over looks that the test answers one by one. */
  const gateOver = (...answers: (Awaited<ReturnType<ClusterLook['look']>> | Error)[]) => {
    const seen: string[] = [];
    let looks = 0;
    const gate = clusterGate(
      {
        async look() {
          looks += 1;
          const answer = answers.shift() ?? 'same';
          if (answer instanceof Error) throw answer;
          return answer;
        },
      },
      (what) => seen.push(what),
    );
    return { gate, seen, looks: () => looks };
  };

  test('a call is refused while nobody can look, and after acknowledged work was found missing', async () => {
    const away = gateOver(new Error('away'));
    away.gate.doubt();
    await expect(away.gate.sure()).rejects.toSatisfy(isUnavailable);
    await expect(away.gate.sure()).resolves.toBeUndefined();
    const lost = gateOver('lost', 'same');
    lost.gate.doubt();
    await expect(lost.gate.sure()).rejects.toSatisfy(isUnavailable);
    await expect(lost.gate.sure()).rejects.toSatisfy(isUnavailable);
    expect(lost.seen).toEqual(['lost']);
    expect(lost.looks()).toBe(1);
  });

  test('without an outage nobody looks; calls that wait share one look', async () => {
    const { gate, seen, looks } = gateOver('followed');
    await gate.sure();
    expect(looks()).toBe(0);
    gate.doubt();
    await Promise.all([gate.sure(), gate.sure(), gate.sure()]);
    expect(looks()).toBe(1);
    expect(seen).toEqual(['followed']);
    await gate.sure();
    expect(looks()).toBe(1);
  });

  test('an outage during a look asks for another look', async () => {
    let answer: (seen: 'same') => void = () => undefined;
    const gate = clusterGate({ look: () => new Promise((resolve) => (answer = resolve)) }, () => undefined);
    gate.doubt();
    const first = expect(gate.sure()).rejects.toSatisfy(isUnavailable);
    gate.doubt();
    answer('same');
    await first;
    const second = gate.sure();
    answer('same');
    await second;
  });
});
