/** Recognises errors that mean an unreachable database or a broken connection (K41): an outage that ends by itself, and not a fault of the request. */

/** The database could not be reached, or its connection ended during a query. Message and code are those of the cause. */
export class DatabaseUnavailable extends Error {
  readonly code: string | undefined;

  constructor(cause: unknown) {
    const { message, code } = (cause ?? {}) as { message?: string; code?: string };
    super(message || code || 'The database cannot be reached.', { cause });
    this.code = code;
  }
}

/**
 * PostgreSQL's error codes: 08 connection, 53 too many connections or a full disk, 57P0x starting or stopping, 57014 a query that took too long,
 * 25006 a read-only server, 25P03 an idle session that timed out, 58030 a failing disk. The rest are socket errors.
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
/** Errors of node-postgres and Kysely that have no code. */
const TEXT =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|Cannot use a pool after calling end|driver has already been destroyed)/;

/** Whether an error, or the cause of it, says that the database could not be reached or went away. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  const { code, message, cause } = (error ?? {}) as { code?: unknown; message?: unknown; cause?: unknown };
  if (typeof code === 'string' && (CODES.test(code) || SOCKET.has(code))) return true;
  if (error instanceof Error && TEXT.test(String(message))) return true;
  return cause !== undefined && cause !== error && isUnavailable(cause);
}

/** Whether the database responds within `timeoutMs`. `asks` runs a statement. */
export async function respondsWithin(asks: () => Promise<unknown>, timeoutMs: number): Promise<boolean> {
  const timer = new Promise<false>((resolve) => setTimeout(() => resolve(false), timeoutMs).unref());
  const yes = () => true;
  const no = () => false;
  return Promise.race([asks().then(yes, no), timer]);
}
