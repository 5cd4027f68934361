/** One transfer as this tablet knows it: the server's copy, the later answers of the server, and the waiting changes (overlay.ts). */
import { replaceEqualDeep, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { oneQuery } from '#client/reads/queries.ts';
import { deviceId } from '#client/session/device.ts';
import type { RowOf } from '#contract/model.ts';
import { clientUuid } from '#contract/purchasing/changeFields.ts';
import { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import type { PurchaseOrderItem } from '#contract/purchasing/purchasingCalls.ts';
import { useSession } from '#crud/query/useSession.ts';
import { type FinishedOp, isLocal, type Op, type TransferHeader } from '#offline/outbox/op.ts';
import { overlay, type Snapshot, type TransferView } from '#offline/outbox/overlay.ts';
import { settledFor } from '#offline/outbox/revisions.ts';
import { theQueue } from '#offline/queue.ts';
import { type SharedObserver, sharedObserver } from '#offline/sharedObserver.ts';
import { BEGUN, type Begun } from '#offline/store/begun.ts';
import { watchStore } from '#offline/store/watchStore.ts';

interface Local {
  /** The id that its ops use: `local-<uuid>` if the transfer began on this tablet. */
  transfer: string;
  order_id: string | null;
  ops: Op[];
  past: FinishedOp[];
  /** The header of a transfer that the person began with one press and that has no line yet (begun.ts). */
  begun: TransferHeader | null;
  /** True when the store could be read. */
  sure: boolean;
}

/**
 * This tablet's data of one transfer for one person, as an observer. Only the last requested observer is kept, because one transfer is on the screen.
 */
let here: { name: string; look: SharedObserver<Local> } | null = null;

export function transferHere(idOrRef: string, me: string): SharedObserver<Local> {
  const name = `${me} ${idOrRef}`;
  if (here?.name !== name) here = { name, look: sharedObserver((tell, failed) => lookAt(idOrRef, me, tell, failed)) };
  return here.look;
}

/** How long changes of lines may be on their way before the transfer says so, ms. The answer is there before in most cases, and the screen is drawn once less. */
const ON_THEIR_WAY_MS = 250;

/** Whether lines were sent since, and nothing else happened. */
export function isOnlySent(before: Local, now: Local): boolean {
  const { ops, past, ...rest } = now;
  const { ops: waited, past: had, ...known } = before;
  return (
    past.length === had.length &&
    ops.length === waited.length &&
    JSON.stringify(rest) === JSON.stringify(known) &&
    ops.every((op, at) => {
      const was = waited[at];
      const isSame = op.key === was?.key && JSON.stringify(op.payload) === JSON.stringify(was.payload);
      const isLine = op.type === 'upsert' || op.type === 'remove';
      return isSame && (op.state === was.state || (isLine && was.state === 'queued' && op.state === 'sending'));
    })
  );
}

/** `tell`, later for what {@link isOnlySent}. `stop` forgets what was to be told. */
function unhurried(tell: (found: Local) => void): { tell: (found: Local) => void; stop: () => void } {
  let shown: Local | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    tell(found) {
      clearTimeout(timer);
      const now = () => {
        shown = found;
        tell(found);
      };
      if (shown && isOnlySent(shown, found)) timer = setTimeout(now, ON_THEIR_WAY_MS);
      else now();
    },
    stop: () => clearTimeout(timer),
  };
}

const lookAt = (idOrRef: string, me: string, tell: (found: Local) => void, failed: (shown: Local) => void) => {
  const later = unhurried(tell);
  const end = watchStore(
    theQueue().store,
    (db): Promise<Local> =>
      db.transaction('r', [db.known, db.ops, db.past, db.meta], async () => {
        const known = isLocal(idOrRef)
          ? await db.known.get(idOrRef)
          : (await db.known.where('id').equals(idOrRef).toArray()).find((one) => isLocal(one.ref));
        const transfer = isLocal(idOrRef) ? idOrRef : (known?.ref ?? idOrRef);
        const [ops, past, begun] = await Promise.all([
          db.ops.where('transfer').equals(transfer).sortBy('seq'),
          db.past.where('op.transfer').equals(transfer).toArray(),
          isLocal(transfer) ? db.meta.get(BEGUN) : undefined,
        ]);
        const mine = (one: Begun) => one.transfer === transfer && one.user_id === me;
        return {
          transfer,
          order_id: isLocal(idOrRef) ? (known?.id ?? null) : idOrRef,
          ops: ops.filter((op) => op.user_id === me),
          past,
          begun: ((begun?.value ?? []) as Begun[]).find(mine)?.header ?? null,
          sure: true,
        };
      }),
    later.tell,
    () => {
      later.stop();
      failed({
        transfer: idOrRef,
        order_id: isLocal(idOrRef) ? null : idOrRef,
        ops: [],
        past: [],
        begun: null,
        sure: false,
      });
    },
  );
  return () => {
    later.stop();
    end();
  };
};

/**
 * `idOrRef`: the purchase_order_id of the address, local or the server's. Both always lead to the same transfer (SYNC rule 15). Changes of other
 * officers on this tablet are not shown (SYNC rule 40).
 */
export function useTransfer(idOrRef: string) {
  const me = useSession().profile?.user_id ?? '';
  const look = transferHere(idOrRef, me);
  const found = useSyncExternalStore(look.subscribe, look.read);
  // When the address changes to the other id of the same transfer, the known data stays until the new id is looked up.
  const [local, setLocal] = useState(found);
  if (found !== null && found !== local) setLocal(found);

  const query = useQuery({ ...oneQuery(purchaseOrder, local?.order_id ?? ''), enabled: Boolean(local?.order_id) });
  const row = query.data?.data[0];
  const before = useRef<TransferView | null>(null);
  const view = useMemo<TransferView | null>(() => {
    if (!local) return null;
    const settled = settledFor(local.past, row !== undefined, me);
    const now = overlay(local.transfer, row ? toSnapshot(row) : null, local.ops, local.order_id, settled);
    const shown = now.header ? now : { ...now, header: local.begun };
    // Unchanged lines keep their identity. Adding a line changes the state in ten steps, each of which would otherwise render all lines.
    return replaceEqualDeep(before.current, shown);
  }, [local, row, me]);
  useEffect(() => {
    before.current = view;
  }, [view]);
  const known = view !== null && (view.header !== null || !local?.order_id);
  // The device reference on papers: the id that this tablet gave, else the one of the tablet where the transfer began.
  const device = local && isLocal(local.transfer) ? clientUuid(local.transfer) : (row?.client_id ?? deviceId());
  // The transfer was discarded, began on another tablet, or belongs to another officer.
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
      amount_accepted: item.amount_accepted,
      rate: item.rate,
      reason: item.reason,
      note: item.note,
      ...(item.lots ? { lots: item.lots } : {}),
      client_id: item.client_id,
      name: item.product.name,
      case_count: item.product.case_count,
    })),
  };
}
