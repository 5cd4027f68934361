/** Migrations over databases that hold what an older version let in. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readMigrations } from '#server/db/migrate.ts';
import { describeEachEngine } from '#tests/support/database.ts';
import { makeOrderWorld } from '#tests/support/orderWorld.ts';
import { NOW, startServer } from '#tests/support/server.ts';

describeEachEngine('152_wallet_check.sql', (database) => {
  test('COH-07 a cohort’s link to a retailer that never was is refused from now on; one that is there already goes, the others stay', async () => {
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
