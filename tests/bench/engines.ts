/** Both engines for a bench: a database of its own on PostgreSQL where one answers, then the embedded one in memory. */
import { sql } from 'kysely';
import { type Database, openDatabase } from '#server/db/open.ts';

/**
 * ENGINE=postgres or ENGINE=pglite leaves the other one out. KEEP=NAME keeps PostgreSQL's database under this name and takes it again in the next run, so
 * that a change of the code is measured over the same rows.
 */
export async function onEachEngine(measure: (name: string, database: Database) => Promise<void>): Promise<void> {
  const only = process.env.ENGINE;
  if (only !== 'pglite') await onPostgres(measure);
  if (only === 'postgres') return;
  const embedded = await openDatabase({ memory: true });
  await measure('embedded', embedded);
  await embedded.close();
}

async function onPostgres(measure: (name: string, database: Database) => Promise<void>): Promise<void> {
  const url = process.env.DATABASE_URL_TEST ?? 'postgres://postgres@127.0.0.1:5432/postgres';
  const kept = process.env.KEEP;
  const name = `kasuwa_bench_${kept ?? Date.now()}`;
  const admin = await openDatabase({ url }).catch(() => null);
  if (admin && (await admin.healthy(2_000))) {
    const { rows } = await sql`select 1 from pg_database where datname = ${name}`.execute(admin.kysely);
    if (rows.length === 0) await sql`create database ${sql.id(name)}`.execute(admin.kysely);
    const database = await openDatabase({ url: url.replace(/\/[^/]*$/, `/${name}`) });
    try {
      await measure('PostgreSQL', database);
    } finally {
      await database.close();
      if (!kept) await sql`drop database ${sql.id(name)}`.execute(admin.kysely);
    }
  } else process.stdout.write('POSTGRES NOT REACHABLE: only the embedded database was measured\n');
  await admin?.close();
}

export interface Times {
  p50: number;
  p95: number;
  p99: number;
}

export function spread(times: readonly number[]): Times {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
