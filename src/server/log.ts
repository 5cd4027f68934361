/** Structured lines on stdout: never a body, a token or a query string (SEC-21). */
export type Log = (line: Readonly<Record<string, unknown>>) => void;

/** The log text of an unexpected error. In errors about data (class 22) the database quotes sent values; these are left out. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const { code } = (error ?? {}) as { code?: unknown };
  if (typeof code !== 'string' || !/^22[0-9A-Z]{3}$/.test(code)) return text;
  const message = error instanceof Error && text.includes(error.message) ? error.message : text;
  // From the first quote to the last: the value may hold quotes and lines of its own.
  return text.replace(message, () => message.replace(/".*"/s, '"…"'));
}

/** Writes each line of the log as one line of JSON with its time. `now`: epoch seconds. */
export function jsonLog(write: (line: string) => void, now: () => number): Log {
  return (line) => write(`${JSON.stringify({ time: new Date(now() * 1_000).toISOString(), ...line })}\n`);
}
