/** Finds faults in the data of a site, on both engines. Writes nothing. */
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { readMigrations } from '../db/migrate.ts';
import type { Database, Db } from '../db/open.ts';
import { clusterOf } from '../db/postgres/presence.ts';
import { hasAdministrator } from '../people/administrators.ts';
import { openDemoAccounts } from '../seed/demoAccounts.ts';
import { readSite, type SiteFigures } from '../watch/siteFigures.ts';
import { counted, type Finding, showSpan } from './finding.ts';

/** Seconds. A backup a day, and half a day of grace. */
const BACKUP = 129_600;
const MESSAGE = 600;
const FAILED = 10;
const STUCK = 600;
const DAY = 86_400;

/** null: the database has all our migrations and no others. Otherwise no further check is possible. */
export async function checkMigrations(db: Db): Promise<Finding | null> {
  const { rows: there } = await sql`select 1 from pg_class where oid = to_regclass('public.migration')`.execute(db);
  if (there.length === 0)
    return {
      what: 'No server ever prepared this database.',
      todo: 'Start the server once, or see whether DATABASE_URL or KASUWA_DATA names the right place.',
    };
  const applied = new Map(
    (await db.selectFrom('migration').select(['name', 'checksum']).orderBy('name').execute()).map((one) => [
      one.name,
      one.checksum,
    ]),
  );
  const ours = readMigrations();
  const names = new Set(ours.map(({ name }) => name));
  const newer = [...applied.keys()].filter((name) => !names.has(name));
  if (newer.length > 0)
    return {
      what: `A newer version of Kasuwa prepared this database (it has ${newer.join(', ')}).`,
      todo: 'Use that version, or restore a backup of before.',
    };
  const changed = ours.filter(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum);
  if (changed.length > 0)
    return {
      what: `The text of ${changed.map(({ name }) => name).join(', ')} is not the one that was applied.`,
      todo: 'Install a whole release: its files were changed.',
    };
  const missing = ours.filter(({ name }) => !applied.has(name));
  if (missing.length === 0) return null;
  return {
    what: `The database is older than this version: ${missing.length} of ${ours.length} migrations are missing.`,
    todo: 'Make a backup, then start the server: it brings the database up to date.',
  };
}

/** `now`: epoch seconds. The database must have all migrations. */
export async function checkSite(
  database: Database,
  config: Pick<Config, 'environment'>,
  now: number,
): Promise<Finding[]> {
  const site = await readSite(database, now);
  const isReal = config.environment === 'production' || config.environment === 'staging';
  return [
    ...(isReal ? await checkPeople(database, config.environment, now) : []),
    ...(isReal ? await checkBackups(database, site) : []),
    ...checkMessages(site),
    ...(await checkBooks(database.kysely, now)),
    ...(await checkEpoch(database, site)),
  ];
}

async function checkPeople(database: Database, environment: Config['environment'], now: number): Promise<Finding[]> {
  const found: Finding[] = [];
  const open = environment === 'production' ? await openDemoAccounts(database) : [];
  if (open.length > 0)
    found.push({
      what: `${counted(open.length, 'account has', 'accounts have')} the passwords of the demo, which everybody knows: ${open.map(({ email }) => email).join(', ')}.`,
      todo: 'Start the server with KASUWA_ENV=production: it switches them off.',
    });
  if (!(await hasAdministrator(database.kysely, now)))
    found.push({
      what: 'No administrator can sign in.',
      todo: 'Run: npm run admin:first -- EMAIL PHONE "NAME"',
    });
  return found;
}

async function checkBackups(database: Database, { backupAge }: SiteFigures): Promise<Finding[]> {
  if (backupAge !== null && backupAge <= BACKUP) return [];
  if (database.engine === 'postgres' && (await isArchived(database.kysely))) return [];
  return [
    {
      what: backupAge === null ? 'This site was never backed up.' : `The last backup is ${showSpan(backupAge)} old.`,
      todo: 'Run "npm run backup -- FILE" every night, and keep the file on another machine.',
    },
  ];
}

/** A log that reached the archive within the last day is a backup too, with a base backup under it. */
async function isArchived(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_stat_archiver where current_setting('archive_mode') <> 'off'
    and last_archived_time > now() - interval '1 day' and (last_failed_time is null or last_failed_time < last_archived_time)`.execute(
    db,
  );
  return rows.length > 0;
}

function checkMessages({ messagesOldest, messagesWaiting, messagesFailed }: SiteFigures): Finding[] {
  const found: Finding[] = [];
  if (messagesOldest > MESSAGE)
    found.push({
      what: `${counted(messagesWaiting, 'message waits', 'messages wait')}; the oldest is due for ${showSpan(messagesOldest)}.`,
      todo: 'See that a server runs, and what its log says with "event":"messenger".',
    });
  if (messagesFailed >= FAILED)
    found.push({
      what: `${messagesFailed} messages of the last 24 hours failed.`,
      todo: 'The screen "Notifications" has the reason of each; the variables of push and SMS are in docs/operations.md.',
    });
  return found;
}

async function checkBooks(db: Db, now: number): Promise<Finding[]> {
  const { rows } = await sql<{ stuck: number; wallets: number }>`select
    (select count(*) from idempotency where state = 'running' and created < ${now - STUCK}::int8 and created > ${now - 30 * DAY}::int8) as stuck,
    (select count(*) from wallet_check) as wallets`.execute(db);
  const [row] = rows;
  const found: Finding[] = [];
  if (row && row.stuck > 0)
    found.push({
      what: `${counted(row.stuck, 'key is marked', 'keys are marked')} as running for more than ${showSpan(STUCK)}; a tablet that sends one again is told to wait.`,
      todo: 'No release leaves such a row. Keep a backup of the database and ask the makers before anything is deleted.',
    });
  if (row && row.wallets > 0)
    found.push({
      what: `${counted(row.wallets, 'wallet differs from its log', 'wallets differ from their log')}.`,
      todo: 'An administrator sees them under "Work to do"; the log of the server has "event":"wallet".',
    });
  return found;
}

async function checkEpoch(database: Database, { epoch, restoredAge }: SiteFigures): Promise<Finding[]> {
  const found: Finding[] = [];
  if (!/^[\da-f]{32}$/.test(epoch))
    found.push({ what: 'The store has no epoch, so tablets cannot tell a restore.', todo: 'Restore a backup.' });
  if (restoredAge !== null && restoredAge < DAY)
    found.push({
      what: `The store was restored or recovered ${showSpan(restoredAge)} ago: each tablet sends its last seven days again.`,
      todo: 'See that every tablet was online since, and look at the receipts of the lost hours. This line goes away after a day.',
    });
  const { cluster } = await database.kysely.selectFrom('store').select('cluster').executeTakeFirstOrThrow();
  if (database.engine === 'postgres' && cluster && cluster !== (await clusterOf(database.kysely)))
    found.push({
      what: 'The database was recovered, copied or taken over by a standby since a server last started on it.',
      todo: 'Stop all servers and start them: the first gives a new epoch, and each tablet sends its last seven days again.',
    });
  return found;
}
