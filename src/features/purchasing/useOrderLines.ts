/** Writes lines of a purchase order (PO-31), with idempotency keys, toasts and conflicts. */

import { useState } from 'react';
import { CallError, messageOf } from '#client/callError.ts';
import { invalidateAll } from '#client/reads/queries.ts';
import { callApi } from '#client/transport.ts';
import { type PurchaseOrderItem, removeItem, upsertItem } from '#contract/purchasing/purchasingCalls.ts';
import { messageFor } from '#crud/command/messageFor.ts';
import { useIdempotencyKey } from '#crud/command/useIdempotencyKey.ts';
import { currentOf } from '#crud/conflict/ConflictDialog.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { lineTexts } from '../stock/parts/lines/texts.ts';
import { changeOf, type LineChange, lineOver } from './lineOver.ts';

export interface LineConflict {
  message: string;
  /** The line as it was when the person edited it (`seen`) and as it is now (`current`). */
  seen: PurchaseOrderItem;
  current: PurchaseOrderItem;
  /** null: the person wanted to remove the line. */
  mine: LineChange | null;
}

/** Shows the message of a failed write. After an answer from the server all data is reloaded. */
export function tellRefusal(error: unknown): void {
  toast('bad', messageFor(error));
  if (error instanceof CallError) void invalidateAll();
}

export function useOrderLines(orderId: string) {
  const keys = useIdempotencyKey();
  const [conflict, setConflict] = useState<LineConflict | null>(null);

  /** Resolves with true when the server has saved the change. */
  const run = async (
    work: () => Promise<unknown>,
    onConflict: (message: string, current: PurchaseOrderItem) => void,
  ) => {
    try {
      await work();
      keys.done();
      await invalidateAll();
      return true;
    } catch (error) {
      const current =
        error instanceof CallError && error.word === 'conflict' ? currentOf<PurchaseOrderItem>(error.data) : null;
      keys.failed(error);
      if (current) onConflict(messageOf(error), current);
      else tellRefusal(error);
      return false;
    }
  };

  const add = (line: LineChange) => {
    const body = { purchase_order_id: orderId, ...line };
    return run(
      async () => {
        await callApi(upsertItem, body, { key: keys.keyFor(body) });
        toast('good', lineTexts.added);
      },
      (message) => toast('bad', message),
    );
  };
  /** `over` is the line that my change is written over; fields that I did not change keep their values (B12.6). */
  const change = (seen: PurchaseOrderItem, mine: LineChange, over = seen) => {
    const sent = over === seen ? changeOf(mine) : lineOver(mine, seen, over);
    const body = { purchase_order_id: orderId, ...sent, _id: seen._id, base_version: over.version };
    return run(
      async () => {
        await callApi(upsertItem, body, { key: keys.keyFor(body) });
        toast('good', lineTexts.updated);
      },
      (message, current) => setConflict({ message, seen, current, mine }),
    );
  };
  const remove = (seen: PurchaseOrderItem, version = seen.version) => {
    const body = { _id: seen._id, base_version: version };
    return run(
      async () => {
        await callApi(removeItem, body, { key: keys.keyFor(body) });
        // Undo is a new write (B12.4).
        toast('good', lineTexts.removed, { label: 'Undo', run: () => void add(changeOf(seen)) });
      },
      (message, current) => setConflict({ message, seen, current, mine: null }),
    );
  };
  return {
    add,
    change,
    remove,
    conflict,
    /** Resolves with true when the server has saved it; otherwise the typed values are still needed. */
    keepMine: async () => {
      if (!conflict) return false;
      setConflict(null);
      const { seen, current, mine } = conflict;
      return mine ? change(seen, mine, current) : remove(seen, current.version);
    },
    keepTheirs: () => {
      setConflict(null);
      void invalidateAll();
    },
    close: () => setConflict(null),
  };
}
