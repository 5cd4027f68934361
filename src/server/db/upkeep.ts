/** The maintenance of an embedded database, which has no background processes: checkpoints, vacuums and the check of free disk space. */
import { statfsSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

const DISK_FLOOR = 256 * 1_024 * 1_024;

/** Checkpoints, vacuums and watches the disk of an embedded database while it is open. */
export function startUpkeep(kysely: Kysely<Tables>, dir: string, log: (line: Record<string, unknown>) => void) {
  const every = (milliseconds: number, work: () => void) => setInterval(work, milliseconds).unref();
  const logged = (event: string, work: Promise<unknown>) =>
    void work.catch((error: unknown) => log({ level: 'error', event, text: String(error) }));
  let low = freeBytes(dir) < DISK_FLOOR;
  const timers = [
    every(60_000, () => logged('checkpoint', checkpointIfDue(kysely))),
    every(600_000, () => logged('vacuum', vacuumIfDue(kysely))),
    every(5_000, () => {
      low = freeBytes(dir) < DISK_FLOOR;
    }),
  ];
  return {
    isDiskLow: () => low,
    stop() {
      for (const timer of timers) clearInterval(timer);
    },
  };
}

function freeBytes(dir: string): number {
  const { bavail, bsize } = statfsSync(dir);
  return bavail * bsize;
}

let lastWal = 0;

/** PGlite has no checkpointer; without this its log would grow for ever. */
async function checkpointIfDue(kysely: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ at: string }>`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as at`.execute(
    kysely,
  );
  const at = Number(rows[0]?.at ?? 0);
  if (at - lastWal < 16 * 1_024 * 1_024) return;
  await sql`checkpoint`.execute(kysely);
  lastWal = at;
}

/** PGlite has no autovacuum either: deleted rows would stay on disk, and the planner would take growing tables for small ones. */
export async function vacuumIfDue(kysely: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{
    name: string;
    dead: boolean;
  }>`select relname as name, n_dead_tup > 1000 and n_dead_tup > 0.2 * n_live_tup as dead
    from pg_stat_user_tables where n_dead_tup > 1000 and n_dead_tup > 0.2 * n_live_tup
      or n_mod_since_analyze > 1000 and n_mod_since_analyze > 0.1 * n_live_tup`.execute(kysely);
  for (const { name, dead } of rows)
    await sql`${dead ? sql`vacuum (analyze)` : sql`analyze`} ${sql.id(name)}`.execute(kysely);
}

/** Vacuums the tables that are due and writes a checkpoint, for an embedded database that runs no such work of its own. */
export async function tidyUp(kysely: Kysely<Tables>): Promise<void> {
  await vacuumIfDue(kysely);
  await sql`checkpoint`.execute(kysely);
}
