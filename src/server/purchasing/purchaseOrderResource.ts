/** The resource of purchase orders for the generic calls (PO-18, B3.1 to B3.4). */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import { formatMoney } from '#domain/money.ts';
import { isPurchaseOrderRef, makeRef } from '#domain/orderRef.ts';
import { can } from '#domain/permissions.ts';
import {
  historicTimestamp,
  KINDS,
  keptTimestamp,
  kindOf,
  labelOf,
  mayTransfer,
  type PartyType,
  type TransferKind,
} from '#domain/transfer.ts';
import type { Ctx } from '../calls/handler.ts';
import { invalid, Refusal } from '../calls/refusal.ts';
import type { Row } from '../db/tables.ts';
import { resource, type StoredRow } from '../resources/resource.ts';
import { findParty } from '../stock/party.ts';
import { reversalJson } from './reversal/reversalRow.ts';

export const purchaseOrderResource = resource(purchaseOrder, {
  columns: {
    label: sql`m.kind`,
    source_obj: sql`json_build_object('_id', m.source, 'name', m.source_name)`,
    destination_obj: sql`json_build_object('_id', m.destination, 'name', m.destination_name)`,
    amount: sql`m.amount_kobo`,
    amount_accepted: sql`m.amount_accepted_kobo`,
    source_warehouse: sql`case when m.source_warehouse_id is null then null else json_build_object('_id', m.source_warehouse_id, 'name', m.source_name) end`,
    destination_warehouse: sql`case when m.destination_warehouse_id is null then null
      else json_build_object('_id', m.destination_warehouse_id, 'name', m.destination_name) end`,
    executed_by: sql`case when m.executed_by is null then null else json_build_object('_id', m.executed_by, 'name', coalesce((select name from user_account where _id = m.executed_by), m.executed_by)) end`,
    reverses: sql`(select json_build_object('_id', r._id, 'ref', r.ref) from purchase_order r where r._id = m.reverses)`,
    reversed_by: sql`(select coalesce(json_agg(json_build_object('_id', r._id, 'ref', r.ref) order by r.created, r._id), '[]'::json) from purchase_order r
      where r.reverses = m._id and r.deleted_at is null)`,
    // Receipts alone have one: the reversal of this receipt, or the one that this receipt is.
    reversal: sql`case when m.tag = 'receipt' then coalesce((select ${reversalJson} from reversal v where v.receipt_id = m._id and v.status <> 'refused'),
      (select ${reversalJson} from reversal v where v.order_id = m._id)) end`,
    handover: sql`case when m.tag = 'receipt' then (select json_build_object('giver', h.giver_name, 'given_at', h.given_at, 'taker', h.taker_name,
      'taken_at', h.taken_at, 'answer', encode(sha256(convert_to(h.answer, 'UTF8')), 'hex')) from handover h where h.order_id = m._id limit 1) end`,
    // The goods that are still to move. A receipt has none, so lists of receipts cost no more.
    goods: sql`case when m.tag = 'purchase_order' then (select json_build_object('cases', coalesce(sum(coalesce(i.quantity_accepted, i.quantity) / p.case_count), 0),
        'units', coalesce(sum(coalesce(i.quantity_accepted, i.quantity) % p.case_count), 0), 'counted', count(i.quantity_accepted),
        'counters', (select coalesce(json_agg(json_build_object('_id', c.by, 'name', coalesce(u.name, c.by))), '[]'::json) from (select distinct n.modified_by as by
          from purchase_order_item n where n.purchase_order_id = m._id and n.deleted_at is null and n.quantity_accepted is not null and n.version > 1 and n.modified_by is not null
          order by 1 limit 3) c left join user_account u on u._id = c.by),
        'begun', m.client_id is not null, 'differs', count(*) filter (where i.quantity_accepted <> i.quantity),
        'names', coalesce(to_json((array_agg(p.name order by i.amount_kobo desc, i._id))[1:3]), '[]'::json))
      from purchase_order_item i join product p on p._id = i.product_id where i.purchase_order_id = m._id and i.deleted_at is null) end`,
    items: sql`null`,
  },
  sort: {
    amount: sql`m.amount_kobo`,
    source: sql`searchable(m.source_name) collate "C"`,
    destination: sql`searchable(m.destination_name) collate "C"`,
    ref: sql`m.ref collate "C"`,
    tag: sql`m.tag collate "C"`,
  },
  sums: {
    amount: { kobo: sql`m.amount_kobo` },
    amount_accepted: { kobo: sql`m.amount_accepted_kobo` },
    ...Object.fromEntries(
      Object.keys(KINDS).map((kind) => [kind, { kobo: sql`case when m.kind = ${kind} then m.amount_kobo else 0 end` }]),
    ),
  },
  filter: {
    sources: sql`m.source`,
    destinations: sql`m.destination`,
    from_timestamp: ([from]) => sql`m.timestamp >= ${epoch(from)}`,
    to_timestamp: ([to]) => sql`m.timestamp <= ${epoch(to)}`,
    warehouse_id: (ids) => sql`(m.source_warehouse_id = any(${ids}) or m.destination_warehouse_id = any(${ids}))`,
  },
  labelOf: (row) => String(row.ref),
  unwritten: ['tag', 'amount', 'ref', 'timestamp'],
  watched: ['tag', 'timestamp', 'ref'],
  shape: (row) => {
    const { items, ...rest } = row;
    const reversal = row.reversal as StoredRow | null;
    return {
      ...rest,
      label: labelOf(row.kind as TransferKind),
      amount: money(row.amount),
      amount_accepted: money(row.amount_accepted),
      reversal: reversal && { ...reversal, amount: money(reversal.amount) },
    };
  },
  before: (input, ctx, stored) => (stored ? changeHeader(input, ctx, stored) : newHeader(input, ctx)),
});

function epoch(sent: string | undefined): number {
  if (!/^\d{1,12}$/.test(sent ?? '')) throw new Refusal('bad_request', 'A timestamp must be a number.');
  return Number(sent);
}

function money(value: unknown): unknown {
  return typeof value === 'number' ? formatMoney(value) : value;
}

async function newHeader(input: StoredRow, ctx: Ctx): Promise<StoredRow> {
  if (input.tag !== 'purchase_order') throw invalid({ tag: 'Tag can only be changed by completing the transfer.' });
  const kind = kindOf(String(input.source_type), String(input.destination_type));
  if (!mayTransfer(kind, 'create', ctx.who)) throw new Refusal('forbidden');
  const parties = await partiesOf(input, ctx);
  const ref = String(input.ref ?? '*');
  if (ref !== '*' && !isPurchaseOrderRef(ref)) throw invalid({ ref: 'Ref is not valid.' });
  return {
    ...parties,
    kind,
    ref: ref === '*' ? makeRef('PO', randomBytes(8)) : ref,
    timestamp: dateOf(kind, Number(input.timestamp), ctx, isHistory(input, ctx)),
    asked_timestamp: Number(input.timestamp),
    reverses: await reversedBy(namedIn(String(input.meta)), input, ctx),
    items_digest: EMPTY_DIGEST,
  };
}

/** SHA-256 of an empty list of lines. */
const EMPTY_DIGEST = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

async function changeHeader(input: StoredRow, ctx: Ctx, stored: StoredRow): Promise<StoredRow> {
  const before = stored.kind as TransferKind;
  if (!mayTransfer(before, 'update', ctx.who)) throw new Refusal('forbidden');
  if (stored.tag === 'receipt') throw new Refusal('receipt_locked');
  if (input.tag !== undefined && input.tag !== 'purchase_order')
    throw invalid({ tag: 'Tag can only be changed by completing the transfer.' });
  if (input.ref !== undefined && input.ref !== stored.ref) throw invalid({ ref: 'Ref cannot be changed.' });
  const merged = { ...stored, ...input };
  const kind = kindOf(String(merged.source_type), String(merged.destination_type));
  // A person who may only make transfers of one kind must not turn one into another kind.
  if (!mayTransfer(kind, 'update', ctx.who)) throw new Refusal('forbidden');
  if (kind !== before && !mayTransfer('transfer', 'update', ctx.who)) throw new Refusal('forbidden');
  const history = isHistory(input, ctx) || (saysHistory(merged) && isAdministrator(ctx));
  const parties = await partiesOf(merged, ctx);
  const reverses = stored.reverses as { _id: string } | null;
  return {
    ...parties,
    kind,
    // If the parties changed, the order no longer takes the named receipt back.
    ...(reverses ? { reverses: await reversedBy(reverses._id, merged, ctx) } : {}),
    ...(input.timestamp === undefined ? {} : changedDate(kind, input, ctx, stored, history)),
  };
}

/**
 * The stored date of a changed order (B3.3). A date that is sent back unchanged comes from the server, so no clock correction applies, and in the
 * same kind no check.
 */
function changedDate(kind: TransferKind, input: StoredRow, ctx: Ctx, stored: StoredRow, history: boolean): StoredRow {
  const sent = Number(input.timestamp);
  if (history || sent !== stored.timestamp)
    return { timestamp: dateOf(kind, sent, ctx, history), asked_timestamp: sent };
  // The date that was originally sent stays, because a confirmation of the transfer may still name it.
  if (kind === stored.kind) return {};
  return { timestamp: dateOf(kind, sent, { ...ctx, clientTime: null }), asked_timestamp: sent };
}

/** The date to store (B3.3, K21). Throws 422. `history`: the date comes from another system's books and is stored unchanged. */
function dateOf(kind: TransferKind, sent: number, ctx: Ctx, history = false): number {
  const kept = history
    ? historicTimestamp({ sent, now: ctx.now })
    : keptTimestamp({ kind, sent, now: ctx.now, clientTime: ctx.clientTime, savedTime: ctx.savedTime });
  if ('error' in kept) throw invalid({ timestamp: kept.error });
  return kept.timestamp;
}

async function partiesOf(input: StoredRow, ctx: Ctx): Promise<StoredRow> {
  if (input.source_type === input.destination_type && input.source === input.destination) {
    throw invalid({ destination: 'Source and destination cannot be the same.' });
  }
  const source = await findParty(ctx.db, input.source_type as PartyType, String(input.source));
  const destination = await findParty(ctx.db, input.destination_type as PartyType, String(input.destination));
  for (const party of [source, destination]) {
    if (party.status !== 'active') throw new Refusal('conflict', `${party.name} is inactive.`);
  }
  return { source_name: source.name, destination_name: destination.name };
}

/**
 * The receipt that an opposite transfer takes back (B3.23), or null. The parties must be exactly swapped: the receipt shows the opposite transfer to
 * everybody, and a person with the right for one kind of transfer must not attach something to receipts of other kinds.
 */
async function reversedBy(named: string | null, input: StoredRow, ctx: Ctx): Promise<string | null> {
  if (named === null || named.includes('\0')) return null;
  const { rows } = await sql<
    Pick<Row<'purchase_order'>, '_id'>
  >`select _id from purchase_order where _id = ${named} and tag = 'receipt' and deleted_at is null
    and source_type = ${input.destination_type} and source = ${input.destination}
    and destination_type = ${input.source_type} and destination = ${input.source}`.execute(ctx.db);
  return rows[0]?._id ?? null;
}

function namedIn(meta: string): string | null {
  const { reverses } = parsedMeta(meta);
  return typeof reverses === 'string' ? reverses : null;
}

/** Whether `meta` holds {"history":true}: the order comes from another system's books. */
const saysHistory = (order: StoredRow): boolean => parsedMeta(String(order.meta)).history === true;

const isAdministrator = (ctx: Ctx): boolean => can(ctx.who, 'update_config');

/** Throws 403 when the order claims to come from other books and the caller is no administrator. */
function isHistory(input: StoredRow, ctx: Ctx): boolean {
  if (input.meta === undefined || !saysHistory(input)) return false;
  if (!isAdministrator(ctx)) throw new Refusal('forbidden', 'Only an administrator may bring orders of the past.');
  return true;
}

function parsedMeta(meta: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(meta);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
