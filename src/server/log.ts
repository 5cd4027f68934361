/** Structured lines on stdout: never a body, a token or a query string (SEC-21). */
export type Log = (line: Readonly<Record<string, unknown>>) => void;

export function jsonLog(write: (line: string) => void, now: () => number): Log {
  return (line) => write(`${JSON.stringify({ time: new Date(now() * 1_000).toISOString(), ...line })}\n`);
}
