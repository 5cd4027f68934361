/** What outlives what on PostgreSQL (SYNC rule 36): asked of the server, never assumed. */
import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * What acknowledged work survives. `full`: a power cut. `process-crash`: a crash of the process, but not of the machine. `clean-stop`: only an
 * orderly stop, because commits are acknowledged before they reach the operating system.
 */
export type Durability = 'full' | 'process-crash' | 'clean-stop';

const NAMES = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;
export type DurabilitySettings = Readonly<Record<(typeof NAMES)[number], string>>;

/** The settings as they hold for a connection of this pool. */
export async function askSettings(db: Kysely<Tables>): Promise<DurabilitySettings> {
  const columns = NAMES.map((name) => sql`current_setting(${sql.lit(name)}) as ${sql.id(name)}`);
  const { rows } = await sql<DurabilitySettings>`select ${sql.join(columns)}`.execute(db);
  const [settings] = rows;
  if (!settings) throw new Error('PostgreSQL did not say its settings.');
  return settings;
}

/** `local`, `remote_write` and `remote_apply` of synchronous_commit write a commit to the local disk, as `on` does. */
export function durabilityOf(settings: DurabilitySettings): Durability {
  if (settings.synchronous_commit === 'off') return 'clean-stop';
  return settings.fsync === 'off' || settings.full_page_writes === 'off' ? 'process-crash' : 'full';
}

/** Logs one warning if the server may lose acknowledged work, otherwise nothing. */
export function tellSettings(settings: DurabilitySettings, log: (line: Record<string, unknown>) => void): void {
  const off = NAMES.filter((name) => settings[name] === 'off');
  if (off.length === 0) return;
  log({
    level: 'error',
    event: 'durability',
    durability: durabilityOf(settings),
    text: `POSTGRESQL MAY LOSE ACKNOWLEDGED WORK: ${off.join(', ')} ${off.length > 1 ? 'are' : 'is'} off. Switch on what is off.`,
  });
}
