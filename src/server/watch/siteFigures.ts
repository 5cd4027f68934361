/** The figures of a site for operators, in one statement that counts no long table. */
import { sql } from 'kysely';
import type { Database } from '../db/open.ts';

const DAY = 86_400;

/** null: not available, such as the age of a backup that was never made. Ages and times in seconds. */
export interface SiteFigures {
  readonly epoch: string;
  readonly bytes: number;
  /** The planner's estimate: counting a table that keeps every key for ever takes long. */
  readonly keys: number;
  readonly sessions: number;
  readonly messagesWaiting: number;
  /** Since when the oldest waiting message is due. */
  readonly messagesOldest: number;
  /** In the last 24 hours. */
  readonly messagesFailed: number;
  readonly backupAge: number | null;
  readonly restoredAge: number | null;
  readonly migrations: number;
  /** In other sessions; PostgreSQL only. */
  readonly oldestTransaction: number | null;
  readonly archiveFailed: number | null;
}

/** `now`: epoch seconds. */
export async function readSite({ kysely, engine }: Database, now: number): Promise<SiteFigures> {
  const ofServer =
    engine === 'postgres'
      ? sql`(select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend') as "oldestTransaction",
        (select failed_count from pg_stat_archiver) as "archiveFailed"`
      : sql`null as "oldestTransaction", null as "archiveFailed"`;
  const { rows } = await sql<SiteFigures>`select s.epoch, pg_database_size(current_database()) as bytes,
      (select greatest(reltuples, 0)::float8 from pg_class where oid = 'idempotency'::regclass) as keys,
      (select count(*) from session where expires_at > ${now}::int8) as sessions,
      (select count(*) from notification_recipient where status = 'queued') as "messagesWaiting",
      (select coalesce(greatest(${now}::int8 - min(due), 0), 0) from notification_recipient where status = 'queued') as "messagesOldest",
      (select count(*) from notification n join notification_recipient r on r.notification_id = n._id and r.status = 'failed'
        where n.created > ${now - DAY}::int8) as "messagesFailed",
      ${now}::int8 - s.backed_up as "backupAge", ${now}::int8 - s.restored as "restoredAge",
      (select count(*) from migration) as migrations, ${ofServer} from store s`.execute(kysely);
  const [site] = rows;
  if (!site) throw new Error('The table "store" has no row.');
  return site;
}
