/**
 * The form fields of a transfer's changes, as a queue sends them (SYNC section 2). One place for the tablet and for the server's import of
 * an exported queue: a body that differed by one field would be another request, and its key would not be known again.
 */

export interface HeaderValues {
  timestamp: number;
  source_type: string;
  source: string;
  destination_type: string;
  destination: string;
  meta: string;
}

export interface LineValues {
  product_id: string;
  quantity: number;
  quantity_accepted: number | null;
  amount: string;
  /** Naira text a case (K1); absent: nothing was ordered, or a build before prices saved it. */
  rate?: string | undefined;
  reason: string | null;
  note: string;
}

/** Where a line stands: its id on the server, or null and the client's id of a new one. */
export interface LinePlace {
  id: string | null;
  client_id: string;
  /** The version that was seen; null claims none. */
  base_version: number | null;
}

/** `local-<uuid>` -> the uuid that the server keeps as client_id. */
export function clientUuid(transfer: string): string {
  return transfer.replace(/^local-/, '');
}

export function headerFields({ timestamp, meta, source_type, source, destination_type, destination }: HeaderValues) {
  return { timestamp, meta, source_type, source, destination_type, destination };
}

export function createFields(header: HeaderValues, transfer: string) {
  return {
    ref: '*',
    ...headerFields(header),
    tag: 'purchase_order',
    amount: '0',
    client_id: clientUuid(transfer),
  };
}

export function lineFields(line: LineValues, { id, client_id, base_version }: LinePlace) {
  return {
    product_id: line.product_id,
    quantity: line.quantity,
    quantity_accepted: line.quantity_accepted ?? '',
    amount: line.amount,
    ...(line.rate === undefined ? {} : { rate: line.rate }),
    reason: line.reason ?? '',
    note: line.note,
    client_id: id === null ? client_id : '',
    _id: id ?? '',
    base_version: id === null ? '' : (base_version ?? ''),
  };
}

/** Ids and versions that a change refers to: resolved when it is sent; the rest of a body is what the change shows. */
const REFS: ReadonlySet<string> = new Set(['_id', 'purchase_order_id', 'client_id', 'base_version']);

type Body = Readonly<Record<string, unknown>>;

/** What is said of a change in a file whose body is another one (SEC-20: anybody may have written the file). */
export const NOT_AS_SHOWN = 'What was sent of this change is not what it shows.';

/** Whether a body that came in a file says what its change shows. What it aims at, {@link aimsAtItsTransfer} and {@link lineAimedAt} tell. */
export function saysWhatItShows(sent: Body, made: Body): boolean {
  const names = new Set([...Object.keys(sent), ...Object.keys(made)]);
  return [...names].every((name) => REFS.has(name) || (sent[name] ?? '') === (made[name] ?? ''));
}

/**
 * Whether a body names its change's transfer and no other. `order`: the transfer's id on the server, by the word of whoever looks, never by the
 * file's. A removal names a line alone; a new line's client_id is its own.
 */
export function aimsAtItsTransfer(type: string, sent: Body, transfer: string, order: string | undefined): boolean {
  const wanted: Readonly<Record<string, Body>> = {
    create: { _id: '', purchase_order_id: '', client_id: clientUuid(transfer) },
    header: { _id: order, purchase_order_id: '', client_id: '' },
    execute: { _id: order, purchase_order_id: '', client_id: '' },
    upsert: { purchase_order_id: order },
    remove: { purchase_order_id: '', client_id: '' },
  };
  return Object.entries(wanted[type] ?? {}).every(([name, value]) => (sent[name] ?? '') === value);
}

/** The line that a body is about, by its id on the server; null: a new one, or none. */
export function lineAimedAt(type: string, { _id }: Body): string | null {
  return (type === 'upsert' || type === 'remove') && _id !== null && _id !== undefined && _id !== ''
    ? String(_id)
    : null;
}

/** `header`: digest of the details that were confirmed; undefined of a confirmation by a release that kept none (K40). */
export function executeFields(order: string, digest: string, header: string | undefined) {
  return { _id: order, commit: true, error_on_empty: true, expect_digest: digest, expect_header: header };
}
