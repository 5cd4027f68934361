/** Migrations over databases that hold what an older version let in. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readMigrations } from '#server/db/migrate.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { makeOrderWorld } from '#tests/support/orderWorld.ts';
import { NOW, putRow, startServer } from '#tests/support/server.ts';

describeEachEngine('152_wallet_check.sql', (database) => {
  test('a cohort’s link to a retailer that never was is refused from now on; one that is there already goes, the others stay', {
    tags: ['COH-07'],
  }, async () => {
    const world = await makeOrderWorld(database(), await startServer(database()));
    const db = database().kysely;
    await sql`insert into cohort (_id, created, modified, title, description) values ('c', ${NOW}, ${NOW}, 'Tuesday', 'Of a test')`.execute(
      db,
    );
    const link = (id: string, buyer: string) =>
      sql`insert into cohort_buyer (_id, created, cohort_id, buyer_id) values (${id}, ${NOW}, 'c', ${buyer})`.execute(
        db,
      );
    await expect(link('l1', 'nobody')).rejects.toMatchObject({ code: '23503' });
    // The database as the version before had it.
    await sql`alter table cohort_buyer drop constraint cohort_buyer_buyer_id_fkey`.execute(db);
    await link('l1', 'nobody');
    await link('l2', world.shop);
    const text = readMigrations().find(({ name }) => name === '152_wallet_check.sql')?.text ?? '';
    const statements = text.split(';').filter((one) => one.includes('cohort_buyer'));
    expect(statements).toHaveLength(2);
    for (const statement of statements) await sql.raw(statement).execute(db);
    const { rows } = await sql<{ _id: string }>`select _id from cohort_buyer`.execute(db);
    expect(rows).toEqual([{ _id: 'l2' }]);
    await expect(link('l3', 'nobody')).rejects.toMatchObject({ code: '23503' });
  });
});

describeEachEngine('160_one_rep.sql', (database) => {
  test('of several active reps of an area the newest stays; two are refused from now on', {
    tags: ['AREA-09'],
  }, async () => {
    const put = (table: string, row: Record<string, unknown>) => putRow(database(), table, row);
    const db = database().kysely;
    await put('seller', { _id: 'hub', name: 'Hub', address: 'Road' });
    await put('manufacturer', { _id: 'maker', name: 'Maker' });
    for (const _id of ['one', 'two', 'three'])
      await put('sales_officer', {
        ...{ _id, name: _id, user_id: _id, phone: _id, email: _id, role: 'sales_officer.rep', seller_id: 'hub' },
      });
    for (const _id of ['doubled', 'alone'])
      await put('area', { _id, name: _id, phone: _id, manufacturer_id: 'maker', seller_id: 'hub' });
    const link = (area_id: string, sales_officer_id: string, more: Record<string, unknown> = {}) =>
      put('sales_officer_area', {
        ...{ _id: `${area_id}_${sales_officer_id}`, area_id, sales_officer_id, seller_id: 'hub', ...more },
      });
    // The database as the version before had it.
    await sql`drop index sales_officer_area_one_active`.execute(db);
    await link('doubled', 'one', { modified: 20 });
    await link('doubled', 'two', { modified: 10 });
    await link('doubled', 'three', { modified: 30, deleted_at: 30 });
    await link('alone', 'one');
    await link('alone', 'two', { modified: NOW + 2, status: 'inactive' });
    const text = readMigrations().find(({ name }) => name === '160_one_rep.sql')?.text ?? '';
    for (const statement of text.split(/;\n/)) if (statement.trim()) await sql.raw(statement).execute(db);
    const { rows } = await sql`select _id, version from sales_officer_area
      where status = 'active' and deleted_at is null order by 1`.execute(db);
    expect(rows).toEqual([
      { _id: 'alone_one', version: 1 },
      { _id: 'doubled_one', version: 1 },
    ]);
    const { rows: out } = await sql`select status, version, modified > 10 as told from sales_officer_area
      where _id = 'doubled_two'`.execute(db);
    expect(out).toEqual([{ status: 'inactive', version: 2, told: true }]);
    await expect(link('alone', 'three')).rejects.toMatchObject({ code: '23505' });
  });
});

describeEachEngine('174_device_rows.sql', (database) => {
  test('a device of before is as old as its history says, else as when it was last seen', {
    tags: ['B1.9', 'B9.7'],
  }, async () => {
    const db = database().kysely;
    // The database as the version before had it.
    await sql`alter table device drop column created, drop column modified`.execute(db);
    await putRow(database(), 'user_account', { _id: 'one', name: 'One', role: 'manager.staff' });
    await sql`insert into device (_id, user_id, device_id, version, platform, standalone, last_seen) values
      ('told', 'one', 'tablet', '12', 'Android', true, 90), ('silent', 'one', 'desk', '12', 'Windows', false, 80)`.execute(
      db,
    );
    await sql`insert into audit_log (_id, created, action, model, record_id) values
      ('a1', 20, 'create', 'device', 'told'), ('a2', 50, 'update', 'device', 'told'), ('a3', 10, 'create', 'hub', 'silent')`.execute(
      db,
    );
    const text = readMigrations().find(({ name }) => name === '174_device_rows.sql')?.text ?? '';
    for (const statement of text.split(/;\n/)) if (statement.trim()) await sql.raw(statement).execute(db);
    const { rows } = await sql`select _id, created, modified from device order by 1`.execute(db);
    expect(rows).toEqual([
      { _id: 'silent', created: 80, modified: 80 },
      { _id: 'told', created: 20, modified: 50 },
    ]);
  });
});
