/** A database as the last of the 51 former migrations left it (tests/fixtures/early/README.md), on either engine. */
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { type Database, openDatabase } from '#server/db/open.ts';
import type { Engine } from './database.ts';
import { asAdmin, SERVER } from './postgres.ts';
import { newKey } from './server.ts';

const DUMP = new URL('../fixtures/early/server.sql', import.meta.url);

/** Calls `work` with an empty database that was never migrated, and drops the database afterwards. */
export async function withEmptyDatabase(engine: Engine, work: (database: Database) => Promise<void>): Promise<void> {
  const name = `kasuwa_test_empty_${newKey().slice(0, 8)}`;
  if (engine === 'postgres') await asAdmin((admin) => admin.query(`create database ${name}`));
  const database = await openDatabase(engine === 'postgres' ? { url: `${SERVER}/${name}` } : { memory: true });
  try {
    await work(database);
  } finally {
    await database.close();
    if (engine === 'postgres') await asAdmin((admin) => admin.query(`drop database if exists ${name} with (force)`));
  }
}

/** The same with the old database, loaded from its dump. */
export function withFormerDatabase(engine: Engine, work: (database: Database) => Promise<void>): Promise<void> {
  return withEmptyDatabase(engine, async (database) => {
    await database.transaction(async (tx) => {
      // A dump names functions before the tables that the functions read.
      await sql`set local check_function_bodies = off`.execute(tx);
      for (const statement of statementsOf(readFileSync(DUMP, 'utf8'))) await sql.raw(statement).execute(tx);
    });
    await work(database);
  });
}

/** Keeps the bodies of functions between $$ whole. */
function statementsOf(dump: string): string[] {
  const statements = [''];
  for (const [at, part] of dump.split('$$').entries()) {
    const [first = '', ...more] = at % 2 === 0 ? part.split(/;\n/) : [`$$${part}$$`];
    statements[statements.length - 1] += first;
    statements.push(...more);
  }
  return statements.filter((statement) => statement.trim());
}
