/**
 * Reads PostgreSQL's own settings: whether a site can use the server, and which failures acknowledged work survives (SYNC rule 36). The settings are read from
 * the server and never assumed.
 */
import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * The failures that acknowledged work survives. `full`: a power cut. `process-crash`: a crash of the process, but not of the machine. `clean-stop`: only an
 * orderly stop, because commits are acknowledged before they reach the operating system.
 */
export type Durability = 'full' | 'process-crash' | 'clean-stop';

const NAMES = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;
export type DurabilitySettings = Readonly<Record<(typeof NAMES)[number], string>>;

/** Reads the settings that apply to a connection of this pool. */
export async function readSettings(db: Kysely<Tables>): Promise<DurabilitySettings> {
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
export function warnOfSettings(settings: DurabilitySettings, log: (line: Record<string, unknown>) => void): void {
  const off = NAMES.filter((name) => settings[name] === 'off');
  if (off.length === 0) return;
  log({
    level: 'error',
    event: 'durability',
    durability: durabilityOf(settings),
    text: `POSTGRESQL MAY LOSE ACKNOWLEDGED WORK: ${off.join(', ')} ${off.length > 1 ? 'are' : 'is'} off. Switch on what is off.`,
  });
}

/** The oldest major version that is served, as PostgreSQL numbers it. */
const OLDEST = 150_000;

export interface ServerFacts {
  /** Such as "15.20". */
  readonly version: string;
  readonly number: number;
  readonly standby: boolean;
  /** default_transaction_read_only. */
  readonly readOnly: boolean;
  readonly encoding: string;
  /** Whether our account may create tables in the schema "public". */
  readonly mayCreate: boolean;
  /** Whether the extension pg_trgm is available. */
  readonly trigrams: boolean;
}

/** The statement uses nothing that an old server lacks. */
export async function askServer(db: Kysely<Tables>): Promise<ServerFacts> {
  const { rows } = await sql<ServerFacts>`select current_setting('server_version') as version,
    current_setting('server_version_num')::int4 as number, pg_is_in_recovery() as standby,
    current_setting('default_transaction_read_only') = 'on' as "readOnly", current_setting('server_encoding') as encoding,
    has_schema_privilege('public', 'create') as "mayCreate",
    exists (select 1 from pg_available_extensions where name = 'pg_trgm') as trigrams`.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error('PostgreSQL did not say what it is.');
  return facts;
}

/** The reason why a site cannot use this server, as the end of a sentence that begins with DATABASE_URL. null: it can. */
export function unfitReason({
  version,
  number,
  standby,
  readOnly,
  encoding,
  mayCreate,
  trigrams,
}: ServerFacts): string | null {
  if (number < OLDEST) return `must name PostgreSQL 15 or newer; that server is ${version}.`;
  if (standby)
    return 'names a standby, which only reads: name the primary. If the primary is lost, promote the standby first (pg_ctl promote).';
  if (readOnly)
    return 'names a database that only reads (default_transaction_read_only is on). Switch that off, or name another database.';
  if (encoding !== 'UTF8')
    return `names a database that keeps text as ${encoding}. Make one with: createdb -E UTF8 -T template0 NAME.`;
  if (!mayCreate)
    return 'names an account that may not make tables. As an administrator of the database: grant create on schema public to that account.';
  if (!trigrams) return 'names a server without the extension pg_trgm: install the package postgresql-contrib there.';
  return null;
}
