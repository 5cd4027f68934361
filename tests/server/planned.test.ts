/** Statements that keep their plan (server/db/planned.ts). */
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { planned } from '#server/db/planned.ts';
import { describeEachEngine } from '#tests/support/database.ts';

describeEachEngine('a statement that keeps its plan', (database) => {
  const ask = (db = database().kysely) =>
    sql<{ amount: unknown }>`${planned} select amount from planned_test`.execute(db);

  beforeEach(async () => {
    const db = database().kysely;
    await sql`drop table if exists planned_test`.execute(db);
    await sql`create table planned_test (_id int4 primary key, amount int4 not null)`.execute(db);
    await sql`insert into planned_test values (1, 5)`.execute(db);
  });

  test('SYNC-28 what it is refused for is told, and the next one is answered', async () => {
    const put = (id: number) => sql`${planned} insert into planned_test values (${id}, 6)`.execute(database().kysely);
    await expect(put(1)).rejects.toMatchObject({ code: '23505' });
    await put(2);
    expect((await ask()).rows).toHaveLength(2);
  });

  test.each(['read', 'transaction'])(
    'SYNC-28 a migration beside a %s gave a column another type: it is planned anew',
    async (place) => {
      const db = database().kysely;
      // Whichever connection answers has it.
      for (let turn = 0; turn < 8; turn += 1) await ask();
      for (const type of ['int8', 'text']) {
        await sql`alter table planned_test alter column amount type ${sql.raw(type)}`.execute(db);
        const { rows } = await (place === 'read' ? ask() : database().transaction((tx) => ask(tx)));
        expect(rows).toEqual([{ amount: type === 'text' ? '5' : 5 }]);
      }
    },
  );

  test('SYNC-28 it stands once on a connection, with each value', async () => {
    await database().transaction(async (tx) => {
      for (const id of [1, 2, 1, 2, 1, 2]) {
        const { rows } = await sql`${planned} select _id from planned_test where _id = ${id}`.execute(tx);
        expect(rows).toHaveLength(id === 1 ? 1 : 0);
      }
      const { rows } = await sql<{ n: number }>`select count(*)::int4 as n from pg_prepared_statements
        where statement = '/* planned */ select _id from planned_test where _id = $1'`.execute(tx);
      expect(rows).toEqual([{ n: 1 }]);
    });
  });
});
