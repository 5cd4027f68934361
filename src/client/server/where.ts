/**
 * Where the server is, and what it has shown so far, in the memory of a page or of the service worker. The disk keeps it beside the session
 * (tokenStore.ts), so that a start waits for no file. The file `where.json` is read before the first sign-in and when there is time (findServer.ts).
 */
import { ALL_CAPABILITIES } from '#contract/capabilities.ts';
import type { Where } from '#contract/where.ts';

/** What the disk keeps. `shown`: by base address, the names of the capabilities joined by spaces; '': the server knows the documents' calls alone. */
export interface ServerRecord {
  readonly where?: Where;
  readonly shown: Readonly<Record<string, string>>;
}

let record: ServerRecord | undefined;

export const serverRecord = () => record;

/** What the disk gets: where the next start looks stays as the disk has it. */
export const recordToKeep = (stored: ServerRecord | undefined): ServerRecord => ({
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

/** The names of what the server has shown, joined by spaces; '' for a server that knows the documents' calls alone; undefined: nothing is known yet. */
export const shownHere = (): string | undefined => record?.shown[base()];

/** Notes what the server showed; the next write of the session keeps it. */
export function showHere(names: string): void {
  record = { ...record, shown: { ...record?.shown, [base()]: names } };
}

/**
 * Takes over what the disk has. Where the server is stays the same for the life of a page. A session without a record was stored by an earlier release,
 * which knew our server alone.
 */
export function hearStored(stored: ServerRecord | undefined, hasSession: boolean): void {
  const where = record?.where ?? stored?.where;
  const shown = { ...record?.shown };
  for (const [at, names] of Object.entries(stored?.shown ?? {})) shown[at] ||= names;
  if (!stored && hasSession) shown['/api/'] ??= ALL_CAPABILITIES;
  record = { ...(where ? { where } : {}), shown };
}

/**
 * Whether calls carry the headers of ours (X-Device-Id, X-App-Version, X-Client-Time, Idempotency-Key). A server of another origin refuses them before the
 * call, so it must have shown that it knows them; while nothing is known, a server of the app's own origin gets them, because ours counts tries to sign
 * in by them.
 */
export const takesOurHeaders = (): boolean => (shownHere() !== undefined ? shownHere() !== '' : base()[0] === '/');
