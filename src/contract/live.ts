/**
 * The stream of changes, `GET /api/live` (docs/api.md 4.16): server-sent events that name the kinds of records that changed and contain no data. A page
 * refetches what it shows of these kinds by its usual calls, so that permissions and shapes are handled in one place.
 */
import { RECORDS, type RecordName } from '#domain/records.ts';

/** The kinds besides the plain models (`domain/records.ts`), each of which is a kind of its own. */
const OTHER_KINDS = [
  'audit_log',
  'bank',
  'claim',
  'close_out',
  'config',
  'device',
  'ledger',
  'notification',
  'order_group',
  'product',
  'purchase_order',
  'route_plan',
  'seller_product',
  'stocktake',
  'warehouse_product',
] as const;
export type Kind = RecordName | (typeof OTHER_KINDS)[number];

const allKinds = (): readonly Kind[] => [...(Object.keys(RECORDS) as RecordName[]), ...OTHER_KINDS].sort();
/** All kinds, sorted. */
export const KINDS = /* @__PURE__ */ allKinds();

/** The path of the stream, without `/api/`. */
export const LIVE_PATH = 'live';

/** The server sends something at least this often, ms: what is silent for longer than twice that has been cut. */
export const BEAT_MS = 20_000;

/**
 * The data of an event. `hello` comes first, with what was missed since the `Last-Event-ID` that was sent; `change` whenever something was committed.
 * '*' means that anything may have changed. `own`: kinds that only the session of this stream has changed.
 */
export interface Changed {
  readonly kinds: readonly Kind[] | '*';
  readonly own: readonly Kind[];
}

/** The data of `bye`, the last event. Only after `stopping` another server answers soon. */
export interface Bye {
  readonly why: 'ended' | 'stopping' | 'crowded';
}
