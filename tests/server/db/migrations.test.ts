/** Databases and backups of the 51 former migrations (decision 0200), and what the schema itself refuses. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { migrate, readMigrations } from '#server/db/migrate.ts';
import type { Database } from '#server/db/open.ts';
import { describeEachEngine, ENGINES } from '#tests/support/database.ts';
import { withEmptyDatabase, withFormerDatabase } from '#tests/support/formerDatabase.ts';
import { NOW, putRow } from '#tests/support/server.ts';

interface Listed {
  name: string;
  checksum: string;
  applied: number;
}

const listed = async (database: Database) =>
  (await sql<Listed>`select name, checksum, applied from migration order by name`.execute(database.kysely)).rows;

/** Names, types and order of columns, constraints, indexes, triggers and functions, as the engine says them. */
async function schemaOf(database: Database): Promise<Record<string, unknown[]>> {
  const parts = {
    columns: `select c.relname, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull, a.attidentity, a.attgenerated,
      pg_get_expr(d.adbin, d.adrelid) as value from pg_class c join pg_attribute a on a.attrelid = c.oid
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 order by 1, 2`,
    constraints: `select conrelid::regclass::text as on_table, conname, pg_get_constraintdef(oid) as says from pg_constraint
      where connamespace = 'public'::regnamespace order by 1, 2`,
    indexes: `select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1`,
    triggers: 'select tgname, pg_get_triggerdef(oid) as says from pg_trigger where not tgisinternal order by 1',
    functions: `select p.proname, pg_get_functiondef(p.oid) as says from pg_proc p where p.pronamespace = 'public'::regnamespace
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`,
  };
  const schema: Record<string, unknown[]> = {};
  for (const [name, text] of Object.entries(parts)) schema[name] = (await sql.raw(text).execute(database.kysely)).rows;
  return schema;
}

describe.each(ENGINES)(
  'a database of the former migrations (%s)',
  { timeout: 120_000, tags: ['SYNC-45'] },
  (engine) => {
    test('one that stands in the middle of them, or has a changed one, is refused and stays as it is', () =>
      withFormerDatabase(engine, async (database) => {
        await sql`delete from migration where name = '240_asked_timestamp.sql'`.execute(database.kysely);
        const before = await listed(database);
        expect(before).toHaveLength(50);
        await expect(migrate(database)).rejects.toThrow(
          'This database is of an older version of Kasuwa and stands at 233_delivery_reports.sql. Start the version of commit c919d419 on it once',
        );
        expect(await listed(database)).toEqual(before);
        await sql`delete from migration where name > '001_core.sql'`.execute(database.kysely);
        await expect(migrate(database)).rejects.toThrow('stands at 001_core.sql');
      }));

    test('one whose last migration has another text is refused', () =>
      withFormerDatabase(engine, async (database) => {
        await sql`update migration set checksum = 'another' where name = '240_asked_timestamp.sql'`.execute(
          database.kysely,
        );
        await expect(migrate(database)).rejects.toThrow('stands at 240_asked_timestamp.sql');
        expect(await listed(database)).toHaveLength(51);
      }));

    test('one that has all of them lists the ten files instead, with the time of its last migration, once', () =>
      withFormerDatabase(engine, async (database) => {
        const before = await listed(database);
        expect(before).toHaveLength(51);
        const at = Math.max(...before.map(({ applied }) => applied));
        // As two servers that start at once.
        const results = await Promise.all([migrate(database), migrate(database)]);
        expect(results.flat().filter((name) => name <= '010_messages.sql')).toEqual([]);
        const replaced = readMigrations().filter(({ name }) => name <= '010_messages.sql');
        expect(replaced).toHaveLength(10);
        expect((await listed(database)).slice(0, 10)).toEqual(
          replaced.map(({ name, checksum }) => ({ name, checksum, applied: at })),
        );
        expect(await migrate(database)).toEqual([]);
      }));

    test('the ten files make the schema that the 51 made, column by column', () =>
      withFormerDatabase(engine, async (former) => {
        await migrate(former);
        await withEmptyDatabase(engine, async (fresh) => {
          await migrate(fresh);
          expect(await schemaOf(former)).toEqual(await schemaOf(fresh));
        });
      }));
  },
);

describeEachEngine('what the schema refuses', (database) => {
  const put = (table: string, row: Record<string, unknown>) => putRow(database(), table, row);

  test('a cohort’s link to a retailer that never was', { tags: ['COH-07'] }, async () => {
    await put('cohort', { _id: 'c', title: 'Tuesday', description: 'Of a test' });
    const link = sql`insert into cohort_buyer (_id, created, cohort_id, buyer_id) values ('l', ${NOW}, 'c', 'nobody')`;
    await expect(link.execute(database().kysely)).rejects.toMatchObject({ code: '23503' });
  });

  test('two active reps of one area', { tags: ['AREA-09'] }, async () => {
    await put('seller', { _id: 'hub', name: 'Hub', address: 'Road' });
    await put('manufacturer', { _id: 'maker', name: 'Maker' });
    await put('area', { _id: 'area', name: 'Area', phone: 'area', manufacturer_id: 'maker', seller_id: 'hub' });
    const rep = (_id: string) =>
      put('sales_officer', {
        ...{ _id, name: _id, user_id: _id, phone: _id, email: _id, role: 'sales_officer.rep', seller_id: 'hub' },
      });
    const link = (sales_officer_id: string, status: string) =>
      put('sales_officer_area', {
        ...{ _id: `l_${sales_officer_id}`, area_id: 'area', sales_officer_id, seller_id: 'hub', status },
      });
    for (const name of ['one', 'two', 'three']) await rep(name);
    await link('one', 'active');
    await link('two', 'inactive');
    await expect(link('three', 'active')).rejects.toMatchObject({ code: '23505' });
  });
});
