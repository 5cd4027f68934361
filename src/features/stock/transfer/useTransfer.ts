/** One transfer as this tablet sees it: the server's copy, later verdicts, and waiting ops (overlay.ts). */
import { replaceEqualDeep, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { oneQuery } from '#client/reads/queries.ts';
import { deviceId } from '#client/session/device.ts';
import type { RowOf } from '#contract/model.ts';
import { clientUuid } from '#contract/purchasing/changeFields.ts';
import { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import type { PurchaseOrderItem } from '#contract/purchasing/purchasingCalls.ts';
import { useSession } from '#crud/query/useSession.ts';
import { isLocal, type Op, type Past } from '#offline/outbox/op.ts';
import { overlay, type Snapshot, settledFor, type TransferView } from '#offline/outbox/overlay.ts';
import { theQueue } from '#offline/queue.ts';
import { type SharedObserver, sharedObserver } from '#offline/sharedObserver.ts';
import { watchStore } from '#offline/store/watchStore.ts';

interface Local {
  /** The transfer's name in its ops: `local-<uuid>` if this tablet made it. */
  transfer: string;
  order_id: string | null;
  ops: Op[];
  past: Past[];
  /** Whether the outbox could be read. */
  sure: boolean;
}

/** The ops of a transfer on this tablet, for one person. Only the last requested transfer is kept, the one on screen. */
let here: { name: string; look: SharedObserver<Local> } | null = null;

export function transferHere(asked: string, me: string): SharedObserver<Local> {
  const name = `${me} ${asked}`;
  if (here?.name !== name) here = { name, look: sharedObserver((tell, failed) => lookAt(asked, me, tell, failed)) };
  return here.look;
}

const lookAt = (asked: string, me: string, tell: (found: Local) => void, failed: (shown: Local) => void) =>
  watchStore(
    theQueue().store,
    (db): Promise<Local> =>
      db.transaction('r', [db.known, db.ops, db.past], async () => {
        const known = isLocal(asked)
          ? await db.known.get(asked)
          : (await db.known.where('id').equals(asked).toArray()).find((one) => isLocal(one.ref));
        const transfer = isLocal(asked) ? asked : (known?.ref ?? asked);
        const [ops, past] = await Promise.all([
          db.ops.where('transfer').equals(transfer).sortBy('seq'),
          db.past.where('op.transfer').equals(transfer).toArray(),
        ]);
        return {
          transfer,
          order_id: isLocal(asked) ? (known?.id ?? null) : asked,
          ops: ops.filter((op) => op.user_id === me),
          past,
          sure: true,
        };
      }),
    tell,
    () => failed({ transfer: asked, order_id: isLocal(asked) ? null : asked, ops: [], past: [], sure: false }),
  );

/**
 * `asked` is the purchase_order_id of the address, the local id or the server's; both lead to the same transfer for ever (SYNC rule 15). Ops that
 * another officer saved on this tablet are not read, even with the right address (rule 40).
 */
export function useTransfer(asked: string) {
  const me = useSession().profile?.user_id ?? '';
  const look = transferHere(asked, me);
  const found = useSyncExternalStore(look.subscribe, look.read);
  // Under its other id the transfer is the same: the known state stays until the lookup is done.
  const [local, setLocal] = useState(found);
  if (found !== null && found !== local) setLocal(found);

  const query = useQuery({ ...oneQuery(purchaseOrder, local?.order_id ?? ''), enabled: Boolean(local?.order_id) });
  const row = query.data?.data[0];
  const before = useRef<TransferView | null>(null);
  const view = useMemo<TransferView | null>(() => {
    if (!local) return null;
    const settled = settledFor(local.past, row !== undefined, me);
    const now = overlay(local.transfer, row ? toSnapshot(row) : null, local.ops, local.order_id, settled);
    // Unchanged lines keep their identity: adding a line takes ten state changes, and each would render all lines.
    return replaceEqualDeep(before.current, now);
  }, [local, row, me]);
  useEffect(() => {
    before.current = view;
  }, [view]);
  const known = view !== null && (view.header !== null || !local?.order_id);
  // The reference on papers: the client id of this tablet, or of the tablet that began the transfer.
  const device = local && isLocal(local.transfer) ? clientUuid(local.transfer) : (row?.client_id ?? deviceId());
  // The transfer was discarded, begun on another tablet, or belongs to another officer.
  const missing = local?.sure === true && view?.header === null && !local.order_id;
  return { view: known ? view : null, missing, query, at: query.data?.copy ? query.data.at : null, device };
}

export function toSnapshot(row: RowOf<typeof purchaseOrder>): Snapshot {
  const items = (row.items ?? []) as PurchaseOrderItem[];
  return {
    order: {
      _id: row._id,
      ref: row.ref,
      tag: row.tag,
      version: row.version,
      amount: row.amount,
      executed_at: row.executed_at,
      items_revision: row.items_revision,
      timestamp: row.timestamp,
      source_type: row.source_type,
      source: row.source,
      source_name: row.source_obj.name,
      destination_type: row.destination_type,
      destination: row.destination,
      destination_name: row.destination_obj.name,
      meta: row.meta,
    },
    items: items.map((item) => ({
      _id: item._id,
      version: item.version,
      product_id: item.product_id,
      quantity: item.quantity,
      quantity_accepted: item.quantity_accepted,
      amount: item.amount,
      rate: item.rate,
      reason: item.reason,
      note: item.note,
      client_id: item.client_id,
      name: item.product.name,
      case_count: item.product.case_count,
    })),
  };
}
