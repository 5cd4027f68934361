/** Which errors say that the database is away or cut the connection (K41): an outage, that ends by itself, and no fault of what was asked. */

/** The database could not be reached, or ended under a query. Message and code are its cause's. */
export class DatabaseAway extends Error {
  readonly code: string | undefined;

  constructor(cause: unknown) {
    const { message, code } = (cause ?? {}) as { message?: string; code?: string };
    super(message || code || 'The database cannot be reached.', { cause });
    this.code = code;
  }
}

/**
 * PostgreSQL's own words: 08 the connection, 53 no room for one more or on its disk, 57P0x it stops or starts, 57014 a query that took too long, 25006
 * a server that only reads for now, 25P03 a session that idled too long, 58030 a disk that fails. The rest are the socket's.
 */
const CODES = /^(08...|53...|57P0.|57014|25006|25P03|58000|58030)$/;
const SOCKET = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
/** What node-postgres and Kysely say without a code. */
const TEXT =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|Cannot use a pool after calling end|driver has already been destroyed)/;

export function isAway(error: unknown): boolean {
  if (error instanceof DatabaseAway) return true;
  const { code, message, cause } = (error ?? {}) as { code?: unknown; message?: unknown; cause?: unknown };
  if (typeof code === 'string' && (CODES.test(code) || SOCKET.has(code))) return true;
  if (error instanceof Error && TEXT.test(String(message))) return true;
  return cause !== undefined && cause !== error && isAway(cause);
}
