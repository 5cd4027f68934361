/** The PostgreSQL server of the tests. This file is separate from database.ts, which needs Vitest, because journeys use it too. */
import pg from 'pg';

/** The address without a database name. `off`: no PostgreSQL is used. */
export const SERVER = process.env.KASUWA_TEST_POSTGRES ?? 'postgres://postgres@127.0.0.1:5432';

/** A short connection to the server itself, for making and dropping databases. */
export async function asAdmin<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: `${SERVER}/postgres`, connectionTimeoutMillis: 30_000 });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

export async function postgresAnswers(): Promise<boolean> {
  if (SERVER === 'off') return false;
  try {
    await asAdmin((admin) => admin.query('select 1'));
    return true;
  } catch {
    return false;
  }
}
