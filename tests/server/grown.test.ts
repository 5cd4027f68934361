/** The embedded engine has nobody who looks after its tables: what only grows must not be planned as it was when it was small. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { vacuumIfDue } from '#server/db/upkeep.ts';
import { describeEachEngine } from '#tests/support/database.ts';

describeEachEngine('a table that only grows', (database) => {
  test('it is counted anew once a tenth of it is new, and left alone before', async () => {
    const db = database().kysely;
    await sql`create table grown_test (n int4) with (autovacuum_enabled = false)`.execute(db);
    const put = async (rows: number) => {
      await sql`insert into grown_test select n from generate_series(1, ${rows}::int4) n`.execute(db);
      // What a session did is told to the others a little later, or at once when asked for.
      await sql`select pg_stat_force_next_flush()`.execute(db);
    };
    const counted = async () => {
      await vacuumIfDue(db);
      const { rows } = await sql<{
        n: number;
      }>`select reltuples as n from pg_class where relname = 'grown_test'`.execute(db);
      return rows[0]?.n;
    };
    await put(900);
    expect(await counted()).toBe(-1);
    await put(19_100);
    expect(await counted()).toBe(20_000);
    await put(1_900);
    expect(await counted()).toBe(20_000);
    await put(1_000);
    expect(await counted()).toBe(22_900);
    await sql`drop table grown_test`.execute(db);
  });
});
