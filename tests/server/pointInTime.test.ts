/**
 * Recovery to a point in time, by the steps of docs/operations.md: an archive of the log, a base backup, work, a mistake, and the time before it. Runs in
 * `npm run prove -- --only=pitr`.
 */
import { chownSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { drain } from '#offline/drain/drain.ts';
import { noticeEpoch } from '#offline/drain/epoch.ts';
import { confirmationOf } from '#offline/outbox/confirmed.ts';
import type { TransferHeader } from '#offline/outbox/op.ts';
import { overlay } from '#offline/outbox/overlay.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { noteCluster } from '#server/db/postgres/presence.ts';
import { readEpoch } from '#server/db/reads.ts';
import { dropClusters, makeCluster, ownedFolder, runProgram } from '#tests/support/cluster.ts';
import { ENGINES } from '#tests/support/database.ts';
import { NOW, startServer } from '#tests/support/server.ts';
import { brokenBooks, makeWorld } from '#tests/support/stockWorld.ts';
import { fetchOf, makeTablet, netAs } from '#tests/support/tablet.ts';

afterAll(dropClusters, 120_000);

describe.runIf(process.env.KASUWA_PITR === '1' && ENGINES.includes('postgres'))('a recovery to a point in time', () => {
  test('the mistake is gone, the store has a new epoch, and a tablet brings back what came after the point, once', {
    tags: ['OPS-10', 'OPS-09', 'SYNC-35'],
    timeout: 300_000,
  }, async () => {
    const archive = ownedFolder();
    const primary = await makeCluster();
    primary.set({
      archive_mode: 'on',
      archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
      wal_level: 'replica',
    });
    await primary.start();
    await primary.query('create database kasuwa');
    let database = await openDatabase({ url: primary.url('kasuwa') });
    await migrate(database);
    await noteCluster(database);
    let server = await startServer(database);
    const world = await makeWorld(database, server);
    let line = netAs(world.officer.token, fetchOf(server));
    const tablet = makeTablet('officer', () => line);
    const head: TransferHeader = {
      ...{ timestamp: NOW, source_type: 'distributor', source: world.distributor, destination_type: 'seller' },
      ...{ destination: world.hub, meta: '{}', source_name: 'D', destination_name: 'S' },
    };
    const send = () => drain(tablet.ports, tablet.owner, { forced: true });
    const receive = async (product_id: string, quantity: number) => {
      const transfer = await tablet.outbox.createTransfer(head);
      const about = { name: product_id, case_count: 1 };
      const row = {
        product_id,
        quantity,
        quantity_accepted: quantity,
        amount: '100.00',
        reason: null,
        note: '',
        about,
      };
      await tablet.outbox.saveLine(transfer, row, { item_id: null, version: null });
      const view = await tablet.ports.store.read(async (tx) =>
        overlay(transfer, null, await tx.opsOf(transfer), null, []),
      );
      await tablet.outbox.complete(transfer, confirmationOf(view));
      await send();
      expect(await tablet.waiting()).toEqual([]);
    };
    await receive(world.milk, 24);
    const early = await world.stock(world.hub);
    const epoch = await readEpoch(database.kysely);

    // The base backup, and the point in time. Then work that the recovery loses, and the mistake.
    const recovered = await makeCluster((dir) =>
      runProgram('pg_basebackup', ['-d', primary.url(), '-D', dir, '-c', 'fast', '-X', 'none']),
    );
    const [point] = await primary.query<{ at: string }>('select clock_timestamp()::text as at');
    await receive(world.rice, 3);
    const whole = await world.stock(world.hub);
    expect(whole).not.toEqual(early);
    await primary.query('update warehouse_product set quantity = 0', 'kasuwa');
    await primary.query('drop table close_out', 'kasuwa');
    const [last] = await primary.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name');
    await expect.poll(() => readdirSync(archive)).toContain(last?.name);
    await server.close();
    await database.close();
    await primary.stop();

    recovered.set({
      ...{
        restore_command: `cp ${archive}/%f %p`,
        recovery_target_time: point?.at ?? '',
        recovery_target_action: 'promote',
      },
      archive_mode: 'off',
    });
    const signal = join(recovered.dir, 'recovery.signal');
    writeFileSync(signal, '');
    const { uid, gid } = statSync(recovered.dir);
    chownSync(signal, uid, gid);
    await recovered.start();
    const recovering = () => recovered.query<{ on: boolean }>('select pg_is_in_recovery() as on');
    await expect.poll(async () => (await recovering())[0]?.on).toBe(false);

    database = await openDatabase({ url: recovered.url('kasuwa') });
    expect(await readEpoch(database.kysely)).toBe(epoch);
    expect((await noteCluster(database)).newEpoch).toBe(true);
    const again = await startServer(database);
    server = again;
    const stockNow = async () => {
      const rows = await database.kysely
        .selectFrom('warehouse_product as p')
        .innerJoin('warehouse as w', 'w._id', 'p.warehouse_id')
        .where('w.parent', '=', world.hub)
        .select(['p.product_id', 'p.quantity'])
        .execute();
      return Object.fromEntries(rows.map((row) => [row.product_id, row.quantity]));
    };
    expect(await stockNow()).toEqual(early);
    line = netAs(world.officer.token, fetchOf(again));
    const { data } = await again.call('GET', 'health', {}, { token: world.officer.token });
    expect(data.store_epoch).not.toBe(epoch);
    expect(await noticeEpoch(tablet.ports, data.store_epoch)).toBe(true);
    await send();
    expect(await tablet.waiting()).toEqual([]);
    expect(await stockNow()).toEqual(whole);
    expect(await brokenBooks(database)).toEqual([]);
    await again.close();
    await database.close();
  });
});
