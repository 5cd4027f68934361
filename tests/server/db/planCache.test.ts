/** Plans that the database keeps (decision 0740): which statements have one, and what becomes of it when a table changes or a statement fails. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/db/open.ts';
import { GENERIC_PLAN, MAX_PLANS } from '#server/db/planCache.ts';
import { withOtherKey } from '#tests/support/pooler.ts';
import { addressOf, describeEachEngine, ENGINES, openTestDatabase } from '../../support/database.ts';

type Statement = (db: Kysely<never>) => RawBuilder<unknown>;

/** The kept plans of the one connection that a transaction has, after `ask` was asked that often. */
async function plansAfter(database: Database, times: number, ask: Statement): Promise<string[]> {
  return database.transaction(async (tx) => {
    for (let time = 0; time < times; time += 1) await ask(tx as never).execute(tx);
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(tx);
    return rows.map(({ statement }) => statement);
  });
}

describeEachEngine('kept plans', (database) => {
  beforeAll(async () => {
    await sql`create table kept_goods (name text constraint kept_goods_key primary key, units int4)`.execute(
      database().kysely,
    );
    await sql`insert into kept_goods select 'good ' || n, n from generate_series(1, 50) n`.execute(database().kysely);
  });

  test('a range, a pattern, a statement without values and one that was asked twice have none', {
    tags: ['API-32'],
  }, async () => {
    const statements: Statement[] = [
      () => sql`select name from kept_goods where units > ${10}`,
      () => sql`select name from kept_goods where units between ${10} and ${12}`,
      () => sql`select name from kept_goods where name like ${'good 1%'}`,
      () => sql`select name from kept_goods where name ~ ${'1'}`,
      () => sql`select name from kept_goods`,
    ];
    for (const ask of statements)
      expect((await plansAfter(database(), 6, ask)).filter((text) => text.includes('kept_goods'))).toEqual([]);
    const twice = await plansAfter(database(), 2, () => sql`select units from kept_goods where name = ${'good 1'}`);
    expect(twice.filter((text) => text.includes('kept_goods'))).toEqual([]);
  });

  test('a statement that compares by equality has one from the third time on, and so has one that says that a plan fits all values', {
    tags: ['API-32'],
  }, async () => {
    const equal = await plansAfter(
      database(),
      3,
      () => sql`select units as u from kept_goods where name = ${'good 1'}`,
    );
    expect(equal).toContain('select units as u from kept_goods where name = $1');
    const marked = await plansAfter(
      database(),
      3,
      () => sql`select ${sql.raw(GENERIC_PLAN)} units from kept_goods where name = ${'good 2'} and units > ${1}`,
    );
    expect(marked.some((text) => text.includes(GENERIC_PLAN))).toBe(true);
    const arrows = await plansAfter(
      database(),
      3,
      () => sql`select ${'{"a":1}'}::json ->> 'a' as a from kept_goods where name = ${'good 3'}`,
    );
    expect(arrows.some((text) => text.includes('->>'))).toBe(true);
  });

  test('a statement that fails is asked again, in a transaction and after it', { tags: ['API-32'] }, async () => {
    const add = (name: string) => sql`insert into kept_goods (name, units) values (${name}, ${1})`;
    for (const name of ['new 1', 'new 2', 'new 3', 'new 4']) await add(name).execute(database().kysely);
    for (let time = 0; time < 3; time += 1) {
      await expect(add('new 1').execute(database().kysely)).rejects.toMatchObject({ code: '23505' });
      await expect(
        database().transaction(async (tx) => {
          await add(`lost ${time}`).execute(tx);
          await add('new 1').execute(tx);
        }),
      ).rejects.toMatchObject({ code: '23505', constraint: 'kept_goods_key' });
    }
    await add('new 5').execute(database().kysely);
    const { rows } = await sql<{ name: string }>`select name from kept_goods where units = ${1}`.execute(
      database().kysely,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual(['good 1', 'new 1', 'new 2', 'new 3', 'new 4', 'new 5']);
  });

  test('after a table got other columns, the same statement tells them: alone, and in a transaction with a write before it', {
    tags: ['API-32'],
  }, async () => {
    const { kysely } = database();
    await sql`create table kept_wide (id text, n int4)`.execute(kysely);
    await sql`insert into kept_wide values ('a', 1)`.execute(kysely);
    const all = sql<Record<string, unknown>>`select * from kept_wide where id = ${'a'}`;
    const more = sql`update kept_wide set n = n + ${1} where id = ${'a'}`;
    for (let time = 0; time < 6; time += 1) await all.execute(kysely);
    await sql`alter table kept_wide add column lot text default 'L1'`.execute(kysely);
    expect((await all.execute(kysely)).rows).toEqual([{ id: 'a', n: 1, lot: 'L1' }]);
    for (let time = 0; time < 6; time += 1) await all.execute(kysely);
    await sql`alter table kept_wide drop column lot`.execute(kysely);
    const seen = await database().transaction(async (tx) => {
      await more.execute(tx);
      return (await all.execute(tx)).rows;
    });
    expect(seen).toEqual([{ id: 'a', n: 2 }]);
  });

  test('however many texts there are, a connection keeps at most the stated number of plans', {
    tags: ['API-32'],
  }, async () => {
    const kept = await database().transaction(async (tx) => {
      let most = 0;
      for (let text = 0; text < MAX_PLANS * 2 + 20; text += 1) {
        const ask = sql`select ${text}::int4 as ${sql.id(`c${text}`)} from kept_goods where name = ${'good 1'}`;
        for (let time = 0; time < 3; time += 1) await ask.execute(tx);
        if (text % 50 > 0) continue;
        const { rows } = await sql<{ n: number }>`select count(*) as n from pg_prepared_statements`.execute(tx);
        most = Math.max(most, Number(rows[0]?.n));
      }
      return most;
    });
    expect(kept).toBeGreaterThan(MAX_PLANS / 2);
    expect(kept).toBeLessThanOrEqual(MAX_PLANS);
  });
});

describe.runIf(ENGINES.includes('postgres'))('a pooler before PostgreSQL', () => {
  test('where the connection that answers is not the one that was opened, no plan is kept, and the log says so', {
    tags: ['API-32'],
  }, async () => {
    const lines: Record<string, unknown>[] = [];
    const direct = await openTestDatabase('postgres');
    const pooler = await withOtherKey(addressOf(direct));
    const database = await openDatabase({
      url: pooler.url,
      directUrl: addressOf(direct),
      log: (line) => lines.push(line),
    });
    const plans = await plansAfter(database, 6, () => sql`select 1 as one where ${'a'} = ${'a'}`);
    expect(plans).toEqual([]);
    expect(lines.map(({ event }) => event)).toContain('pooler');
    await database.close();
    pooler.close();
    await direct.close();
  });
});
