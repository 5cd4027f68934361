/** The metrics of a process for Prometheus. Labels contain only names of registered calls, codes and kinds: no typed text, no person, no hub. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../db/open.ts';
import { readSite, type SiteFigures } from './siteFigures.ts';
import { kindOf } from './statementKind.ts';
import type { CallListener, StatementEnd, Watch, WorkListener } from './watch.ts';

/** Upper limits, in seconds. A list must answer within 0.3 s (API.md 1.5). */
const CALL_SECONDS = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30];
const STATEMENT_SECONDS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 10];
/** The label of a request for which no call is registered. */
const NO_CALL = 'none';

export interface Measured {
  readonly database: Database;
  readonly watch: Watch;
  readonly version: string;
  readonly environment: string;
  /** Epoch seconds. */
  readonly now: () => number;
}

export interface Metrics {
  readonly listener: WorkListener;
  /** The text of a scrape. A database that does not answer within two seconds leaves its figures out, and `kasuwa_database_up` is 0. */
  scrape(of: Measured): Promise<string>;
  readonly contentType: string;
}

export function makeMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const tell = fillSite(registry);
  return {
    listener: listenerOf(registry),
    async scrape(of) {
      const isUp = await of.database.healthy(2_000);
      tell(of, isUp ? await readSite(of.database, of.now()).catch(() => null) : null);
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

function listenerOf(registry: Registry): WorkListener {
  const registers = [registry];
  const calls = new Counter({
    name: 'kasuwa_calls_total',
    help: 'Calls answered, by call and code',
    labelNames: ['call', 'code'],
    registers,
  });
  const seconds = new Histogram({
    name: 'kasuwa_call_seconds',
    help: 'Time from a request to its answer',
    labelNames: ['call'],
    buckets: CALL_SECONDS,
    registers,
  });
  const ofCalls = new Counter({
    name: 'kasuwa_call_statements_total',
    help: 'SQL statements of calls',
    labelNames: ['call'],
    registers,
  });
  const ofCallsSeconds = new Counter({
    name: 'kasuwa_call_statement_seconds_total',
    help: 'Time that calls waited for their SQL statements',
    labelNames: ['call'],
    registers,
  });
  const statements = new Histogram({
    name: 'kasuwa_statement_seconds',
    help: 'Time of SQL statements: read, write, commit, other',
    labelNames: ['kind'],
    buckets: STATEMENT_SECONDS,
    registers,
  });
  const failed = new Counter({
    name: 'kasuwa_statements_failed_total',
    help: 'SQL statements that failed',
    labelNames: ['kind'],
    registers,
  });
  const note = ({ text, ms, failed: isFailed }: StatementEnd) => {
    const kind = kindOf(text);
    statements.observe({ kind }, ms / 1_000);
    if (isFailed) failed.inc({ kind });
  };
  const begin = (): CallListener => {
    let count = 0;
    let waited = 0;
    return {
      statement(end) {
        note(end);
        count += 1;
        waited += end.ms;
      },
      end({ call: named, code, ms }) {
        const call = named ?? NO_CALL;
        calls.inc({ call, code: String(code) });
        seconds.observe({ call }, ms / 1_000);
        ofCalls.inc({ call }, count);
        ofCallsSeconds.inc({ call }, waited / 1_000);
      },
    };
  };
  return { begin, statement: note };
}

/** The figures that are read at each scrape. An unknown figure is left out, which differs from zero. */
const FIGURES = {
  kasuwa_database_bytes: ['Size of the database', (site: SiteFigures) => site.bytes],
  kasuwa_keys_kept: ['Idempotency keys kept, as the planner estimates', (site: SiteFigures) => site.keys],
  kasuwa_sessions: ['Sessions that are open', (site: SiteFigures) => site.sessions],
  kasuwa_messages_waiting: ['Messages that wait to be sent', (site: SiteFigures) => site.messagesWaiting],
  kasuwa_messages_oldest_seconds: [
    'How long the oldest waiting message is due',
    (site: SiteFigures) => site.messagesOldest,
  ],
  kasuwa_messages_failed_day: ['Messages of the last 24 hours that failed', (site: SiteFigures) => site.messagesFailed],
  kasuwa_backup_age_seconds: ['Time since the last backup', (site: SiteFigures) => site.backupAge],
  kasuwa_restored_age_seconds: ['Time since the last restore', (site: SiteFigures) => site.restoredAge],
  kasuwa_migrations_applied: ['Migrations that the database has', (site: SiteFigures) => site.migrations],
  kasuwa_transaction_oldest_seconds: [
    'Age of the oldest open transaction',
    (site: SiteFigures) => site.oldestTransaction,
  ],
  kasuwa_archive_failed_total: [
    'WAL files that PostgreSQL could not archive',
    (site: SiteFigures) => site.archiveFailed,
  ],
} as const;

function fillSite(registry: Registry): (of: Measured, site: SiteFigures | null) => void {
  const registers = [registry];
  const info = new Gauge({
    name: 'kasuwa_info',
    help: 'Which Kasuwa, over which store',
    labelNames: ['version', 'environment', 'engine', 'epoch'],
    registers,
  });
  const up = new Gauge({ name: 'kasuwa_database_up', help: 'Whether the database answered', registers });
  const pool = new Gauge({
    name: 'kasuwa_pool_connections',
    help: 'Connections of this process to the database',
    labelNames: ['state'],
    registers,
  });
  const waiting = new Gauge({ name: 'kasuwa_pool_waiting', help: 'Statements that wait for a connection', registers });
  const streams = new Gauge({ name: 'kasuwa_live_streams', help: 'Streams of changes that are open', registers });
  const figures = Object.entries(FIGURES).map(([name, [help, read]]) => ({
    gauge: new Gauge({ name, help, registers }),
    read,
  }));
  return ({ database, watch, version, environment }, site) => {
    const { open, idle, waiting: queue } = database.pool();
    pool.set({ state: 'in_use' }, open - idle);
    pool.set({ state: 'idle' }, idle);
    waiting.set(queue);
    streams.set(watch.held.get('live_streams')?.() ?? 0);
    up.set(site ? 1 : 0);
    info.reset();
    info.set({ version, environment, engine: database.engine, epoch: site?.epoch.slice(0, 8) ?? '' }, 1);
    for (const { gauge, read } of figures) {
      gauge.remove();
      const value = site && read(site);
      if (typeof value === 'number') gauge.set(value);
    }
  };
}
