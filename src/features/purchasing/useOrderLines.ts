/** Writes lines of a purchase order (PO-31), with one idempotency key per request, the documents' toasts, and the state of a conflict. */

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
  /** The line as it was when the change was typed (`seen`), and as it is now (`current`). */
  seen: PurchaseOrderItem;
  current: PurchaseOrderItem;
  /** Null: the line was to be removed. */
  mine: LineChange | null;
}

/** Shows the message of a failed write. After a refusal the screen's data is read again. */
export function tellRefusal(error: unknown): void {
  toast('bad', messageFor(error));
  if (error instanceof CallError) void invalidateAll();
}

export function useOrderLines(orderId: string) {
  const keys = useIdempotencyKey();
  const [conflict, setConflict] = useState<LineConflict | null>(null);

  /** Resolves true when the server has stored the change. */
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
  /** `over`: the line that is written over. Fields that were not typed here keep that line's value (B12.6). */
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
        // Undo is a new write.
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
    /** Resolves true when the server has stored the change. Otherwise the typed values are still needed. */
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
