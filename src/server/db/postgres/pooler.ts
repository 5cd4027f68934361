/**
 * The connections of a process to PostgreSQL, directly or through a pooler such as PgBouncer in transaction mode (docs/decisions/0760). Behind a pooler each
 * transaction may use another connection. Features of a connection (LISTEN, long-held locks, limits set at its opening) therefore need either an address
 * without the pooler or the pooler's own configuration.
 */
import pg from 'pg';

/** Limits of each connection. They are set at its opening, and behind a pooler by `connect_query`. */
const LIMITS = {
  statement_timeout: '60000',
  lock_timeout: '5000',
  idle_in_transaction_session_timeout: '30000',
  jit: 'off',
  work_mem: '16384',
};
/** The values that PostgreSQL reports for limits that nobody set, and for commits that do not wait. */
const UNSET: Readonly<Record<string, string>> = {
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  synchronous_commit: 'off',
};

/** The line for the database's entry in `pgbouncer.ini`. */
export const CONNECT_QUERY = `connect_query='${Object.entries({ ...LIMITS, synchronous_commit: 'on' })
  .map(([name, value]) => `set ${name}=${value}`)
  .join('; ')}'`;

/** `options` in the URL would replace those of the pool, so both are merged. */
function poolConfig(url: string, waitForDisk: boolean): pg.PoolConfig {
  const [whole = '', mark = '', own = ''] = /([?&])options=([^&]*)/.exec(url) ?? [];
  const wanted = new URLSearchParams(`own=${own}`).get('own');
  const limits = Object.entries(LIMITS).map(([name, value]) => `-c ${name}=${value}`);
  return {
    connectionString: whole ? url.replace(whole, mark) : url,
    max: 12,
    pipeline: true,
    // If the host is gone without an error, no request waits for a connection longer than a tablet waits for its response.
    connectionTimeoutMillis: 15_000,
    keepAlive: true,
    // synchronous_commit comes last, so that it wins: a response is sent only after its commit is on disk.
    options: `${limits.join(' ')} ${wanted} -c synchronous_commit=${waitForDisk ? 'on' : 'off'}`,
  };
}

/** Creates a pool in which a broken connection affects nothing else. */
export function makePool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  // A connection that breaks while idle is replaced by the next query.
  pool.on('error', () => undefined);
  // A connection that breaks during a query rejects that query; without a listener the error would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Connections to a standby, opened by the first read. A read that gets no connection within two seconds goes to the primary. */
export const standbyPool = (url: string): pg.Pool =>
  makePool({ ...poolConfig(url, true), max: 6, connectionTimeoutMillis: 2_000 });

interface Opening {
  url: string;
  waitForDisk: boolean;
  Client: typeof pg.Client;
}

export function unreachable(name: string, error: unknown): Error {
  // If both addresses of a name (::1 and 127.0.0.1) fail, the error has no message.
  const { message, code } = error as { message: string; code?: string };
  return new Error(`${name} must name a PostgreSQL that can be reached (${message || code}).`, { cause: error });
}

/** Opens the pool and its first connection. `isPooled`: the session that answers is not the connection that was opened, so there is a pooler. */
export async function openPool({ url, waitForDisk, Client }: Opening): Promise<{ pool: pg.Pool; isPooled: boolean }> {
  const config = { ...poolConfig(url, waitForDisk), Client };
  const first = makePool(config);
  try {
    return { pool: first, isPooled: await isPooled(first) };
  } catch (error) {
    await first.end();
    // PgBouncer's refusal of a parameter that it would have to set for each transaction.
    if (!/unsupported startup parameter/.test(String((error as Error).message)))
      throw unreachable('DATABASE_URL', error);
  }
  const pool = makePool({ ...config, options: '' });
  try {
    return { pool, isPooled: await isPooled(pool) };
  } catch (error) {
    await pool.end();
    throw unreachable('DATABASE_URL', error);
  }
}

/** The process id that PostgreSQL named when the client connected. node-postgres stores it, but its types leave it out. */
const processIdOf = (client: pg.ClientBase): number => (client as unknown as { processID: number }).processID;

async function isPooled(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return rows[0]?.pid !== processIdOf(client);
  } finally {
    client.release();
  }
}

const WHICH = `select system_identifier || '/' || current_database() as which, pg_backend_pid() as pid from pg_control_system()`;
interface Which {
  which: string;
  pid: number;
}

/** Why a process cannot use these two addresses: a sentence that says what to do. null: it can. `pool`: over DATABASE_URL. */
export async function poolerProblem(
  pool: pg.Pool,
  { isPooled, directUrl }: { isPooled: boolean; directUrl: string | undefined },
): Promise<string | null> {
  if (!directUrl)
    return isPooled
      ? 'DATABASE_URL names a pooler, such as PgBouncer. Set DATABASE_DIRECT_URL to the address of the same database without the pooler: over it processes hear of changes and take turns at their start.'
      : null;
  const { rows: here } = await pool.query<Which>(WHICH);
  const direct = new pg.Client({ connectionString: directUrl, connectionTimeoutMillis: 15_000 });
  direct.on('error', () => undefined);
  try {
    await direct.connect();
    const { rows: there } = await direct.query<Which>(WHICH);
    if (there[0]?.pid !== processIdOf(direct))
      return 'DATABASE_DIRECT_URL names a pooler too. It must name PostgreSQL itself.';
    if (there[0]?.which !== here[0]?.which)
      return 'DATABASE_DIRECT_URL names another database than DATABASE_URL. Both must lead to the same one.';
  } catch (error) {
    return unreachable('DATABASE_DIRECT_URL', error).message;
  } finally {
    await direct.end().catch(() => undefined);
  }
  return isPooled ? whyUnlimited(pool) : null;
}

async function whyUnlimited(pool: pg.Pool): Promise<string | null> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [Object.keys(UNSET)],
  );
  const missing = rows.filter(({ name, setting }) => setting === UNSET[name]).map(({ name }) => name);
  if (missing.length === 0) return null;
  return `DATABASE_URL names a pooler whose connections do not have ${missing.sort().join(', ')} set. Add this to the line of the database in pgbouncer.ini: ${CONNECT_QUERY}`;
}

/** The connections of a pool. */
export const poolOf = ({ totalCount, idleCount, waitingCount }: pg.Pool) => ({
  open: totalCount,
  idle: idleCount,
  waiting: waitingCount,
});
