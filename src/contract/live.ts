/**
 * The stream of changes, `GET /api/live` (docs/api.md 4.16): server-sent events that name the kinds of records that changed and contain no data. A page
 * refetches what it shows of these kinds by its usual calls, so that permissions and shapes are handled in one place.
 */

export const KINDS = [
  'agent',
  'area',
  'audit_log',
  'bank',
  'brand',
  'buyer',
  'category',
  'claim',
  'close_out',
  'cohort',
  'config',
  'device',
  'distributor',
  'distributor_officer',
  'ledger',
  'location',
  'manager',
  'manufacturer',
  'notification',
  'order_group',
  'product',
  'purchase_order',
  'route_plan',
  'sales_officer',
  'seller',
  'seller_product',
  'stocktake',
  'store_type',
  'warehouse',
  'warehouse_product',
] as const;
export type Kind = (typeof KINDS)[number];

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
