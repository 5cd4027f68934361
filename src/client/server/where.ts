/**
 * The address of the server and its known capabilities, in the memory of a page or of the service worker. The disk stores them beside the session
 * (tokenStore.ts), so that a start waits for no file. `where.json` is read before the first sign-in and when the page is idle (findServer.ts).
 */
import type { Where } from '#contract/where.ts';

/** The stored record. `shown`: by base address, the names of the capabilities joined by spaces; '': a plain server. */
export interface ServerRecord {
  readonly where?: Where;
  readonly shown: Readonly<Record<string, string>>;
}

/** All capabilities: the value for a session of an earlier release, which knew only our server. */
export const EVERYTHING = '*';

let record: ServerRecord | undefined;

export const serverRecord = () => record;

/** The record to write to the disk. The address for the next start stays as the disk has it. */
export const recordToStore = (stored: ServerRecord | undefined): ServerRecord => ({
  shown: {},
  ...record,
  ...(stored?.where && { where: stored.where }),
});

export function setServerRecord(next: ServerRecord): void {
  record = next;
}

const base = () => record?.where?.api ?? '/api/';

/** The address of a call: `apiUrl('purchase_order/create')`. */
export const apiUrl = (path: string): string => base() + path;

/** The header that carries the session's token; none without a token. */
export function tokenHeader(token: string | null | undefined): Record<string, string> {
  const { header = 'Authorization', scheme = 'Bearer ' } = record?.where ?? {};
  return token ? { [header]: scheme + token } : {};
}

/** The capabilities that the server has shown, joined by spaces; '' for a plain server; undefined: nothing is known yet. */
export const knownCapabilities = (): string | undefined => record?.shown[base()];

/** Records the server's capabilities; the next write of the session stores them. */
export function noteCapabilities(names: string): void {
  record = { ...record, shown: { ...record?.shown, [base()]: names } };
}

/**
 * Adopts the stored record. The address of the server stays the same for the life of a page. A session without a record comes from an earlier release, which
 * knew only our server.
 */
export function adoptStoredRecord(stored: ServerRecord | undefined, hasSession: boolean): void {
  const where = record?.where ?? stored?.where;
  const shown = { ...record?.shown };
  for (const [at, names] of Object.entries(stored?.shown ?? {})) shown[at] ||= names;
  if (!stored && hasSession) shown['/api/'] ??= EVERYTHING;
  record = { ...(where ? { where } : {}), shown };
}

/**
 * Whether calls carry the headers of ours (X-Device-Id, X-App-Version, X-Client-Time, Idempotency-Key). A server of another origin refuses them before the
 * call, so it must have shown that it knows them; while nothing is known, a server of the app's own origin gets them, because ours counts tries to sign
 * in by them.
 */
export const takesOurHeaders = (): boolean =>
  knownCapabilities() !== undefined ? knownCapabilities() !== '' : base()[0] === '/';
