/**
 * The form fields of transfer ops (SYNC section 2). The tablet and the server's import of an exported queue share them: a body that differs in one
 * field has another fingerprint, so the server would not recognise its key.
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
  /** Naira text per case (K1); absent if the quantity is 0, or if an older build saved the op. */
  rate?: string | undefined;
  reason: string | null;
  note: string;
  /** domain/lots.ts; '': no lot. Absent: the line keeps the lots that it has. */
  lots?: string | undefined;
}

/** The place of a line: its id on the server, or null and the client id of a new line. */
export interface LineTarget {
  id: string | null;
  client_id: string;
  /** The version that the person saw; null skips the check. */
  base_version: number | null;
}

/** Returns the UUID in `local-<uuid>`, which the server stores as client_id. */
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

export function lineFields(line: LineValues, { id, client_id, base_version }: LineTarget) {
  return {
    product_id: line.product_id,
    quantity: line.quantity,
    quantity_accepted: line.quantity_accepted ?? '',
    amount: line.amount,
    ...(line.rate === undefined ? {} : { rate: line.rate }),
    reason: line.reason ?? '',
    note: line.note,
    // In a batch an empty cell is a field that was not given, so no lot is an empty list.
    ...(line.lots === undefined ? {} : { lots: line.lots || '[]' }),
    client_id: id === null ? client_id : '',
    _id: id ?? '',
    base_version: id === null ? '' : (base_version ?? ''),
  };
}

/** Ids and versions of other records, which are resolved when the op is sent. The other fields of a body are those that the op shows. */
const REFS: ReadonlySet<string> = new Set(['_id', 'purchase_order_id', 'stocktake_id', 'client_id', 'base_version']);

type Body = Readonly<Record<string, unknown>>;

/** The refusal of an imported op whose sent body differs from the op (SEC-20: the file may be forged). */
export const NOT_AS_SHOWN = 'What was sent of this change is not what it shows.';

/** True if an imported body has the same values as its op, apart from references, which {@link aimsAtItsTransfer} and {@link lineAimedAt} check. */
export function saysWhatItShows(sent: Body, made: Body): boolean {
  const names = new Set([...Object.keys(sent), ...Object.keys(made)]);
  return [...names].every((name) => REFS.has(name) || isSame(sent[name] ?? '', made[name] ?? ''));
}

/** A list and no list are the same where the list is empty: neither sends a field. */
function isSame(sent: unknown, made: unknown): boolean {
  if (!Array.isArray(sent) && !Array.isArray(made)) return sent === made;
  const [a, b] = [sent, made].map((one) => (one === '' ? [] : one));
  return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((one, at) => one === b[at]);
}

/**
 * True if a body refers to the transfer or stocktake of its op and to no other. `order` is its id on the server; the caller must find it itself
 * and never take it from the file. A removal refers to a line only. The client_id of a new line is its own. `again`: the client id of a further opening of
 * a stocktake in the same lane, or of a reversal.
 */
export function aimsAtItsTransfer(
  type: string,
  sent: Body,
  { transfer, order, again }: { transfer: string; order: string | undefined; again?: string | undefined },
): boolean {
  const none = { _id: '', purchase_order_id: '', client_id: '' };
  const wanted: Readonly<Record<string, Body>> = {
    create: { ...none, client_id: clientUuid(transfer) },
    header: { _id: order, purchase_order_id: '', client_id: '' },
    execute: { _id: order, purchase_order_id: '', client_id: '' },
    reverse: { _id: order, purchase_order_id: '', stocktake_id: '', client_id: again },
    give: { _id: order, purchase_order_id: '', stocktake_id: '', client_id: '' },
    take: { ...none, stocktake_id: '' },
    upsert: { purchase_order_id: order },
    remove: { purchase_order_id: '', client_id: '' },
    open: { ...none, stocktake_id: '', client_id: again ?? clientUuid(transfer) },
    count: { ...none, stocktake_id: order },
    finish: { ...none, stocktake_id: order },
  };
  return Object.entries(wanted[type] ?? {}).every(([name, value]) => (sent[name] ?? '') === value);
}

/** Returns the server id of the line that a body changes; null for a new line or none. */
export function lineAimedAt(type: string, { _id }: Body): string | null {
  return (type === 'upsert' || type === 'remove') && _id !== null && _id !== undefined && _id !== ''
    ? String(_id)
    : null;
}

/** The digests of a confirmation, as the op has them. */
export interface ConfirmedDigests {
  expect_digest: string;
  /** The digest of the confirmed header; absent if an older release saved the confirmation (K40). */
  expect_header?: string | undefined;
  /** The digest of the confirmed lots; absent if an older release saved the confirmation. */
  expect_lots?: string | undefined;
}

/** Returns the fields of an execute. */
export function executeFields(order: string, { expect_digest, expect_header, expect_lots }: ConfirmedDigests) {
  return { _id: order, commit: true, error_on_empty: true, expect_digest, expect_header, expect_lots };
}

/** Returns the fields of a reversal. `client_id` stays when the op gets a new key. */
export function reverseFields(
  order: string,
  { reason, expect_digest }: { reason: string; expect_digest: string },
  client_id: string,
) {
  return { _id: order, reason, expect_digest, client_id };
}

/** The fields of the giver's half of a handover. */
export const giveFields = (order: string, { offer, answer }: { offer: string; answer?: string | undefined }) => ({
  _id: order,
  offer,
  ...(answer === undefined ? {} : { answer }),
});

/** The fields of the taker's half. */
export const takeFields = ({ offer, answer }: { offer: string; answer: string }) => ({ offer, answer });
