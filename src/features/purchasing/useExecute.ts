/** Executes a purchase order from its own screen (PO-33): first a dry run that checks every line, then the execute after the confirmation. */
import { useState } from 'react';
import { invalidateAll } from '#client/reads/queries.ts';
import { sha256Hex } from '#client/session/sha256.ts';
import { callApi } from '#client/transport.ts';
import {
  type Executed,
  type ExecuteError,
  execute,
  type PurchaseOrderItem,
} from '#contract/purchasing/purchasingCalls.ts';
import { useIdempotencyKey } from '#crud/command/useIdempotencyKey.ts';
import { lotsDigestText } from '#domain/lots.ts';
import { headerText } from '#domain/transfer.ts';
import { toast } from '#ui/feedback/toasts.ts';
import type { OrderHead } from './orderValues.ts';
import { tellRefusal } from './tellRefusal.ts';

/** `items`: the lines on the screen. */
export function useExecute(order: OrderHead, items: readonly PurchaseOrderItem[]) {
  const keys = useIdempotencyKey();
  const [busy, setBusy] = useState(false);
  /** The result of a dry run without errors, which waits for the confirmation. */
  const [planned, setPlanned] = useState<Executed | null>(null);
  const [failed, setFailed] = useState<{ digest: string; message: string; errors: ExecuteError[] } | null>(null);

  const run = async (commit: boolean) => {
    // The digests cover the lines, their lots, parties and date on this screen. The server executes exactly those or nothing.
    const expect_header = sha256Hex(headerText(order));
    const expect_lots = sha256Hex(lotsDigestText(items));
    const body = {
      ...{ _id: order._id, commit, error_on_empty: true, expect_digest: order.items_digest },
      ...{ expect_header, expect_lots },
    };
    const reply = { message: '' };
    setBusy(true);
    setFailed(null);
    try {
      const ways = { key: keys.keyFor(body), onMessage: (message: string) => Object.assign(reply, { message }) };
      const result = await callApi(execute, body, ways);
      keys.done();
      if (result.errors.length > 0) {
        setPlanned(null);
        setFailed({ digest: order.items_digest, message: reply.message, errors: result.errors });
        toast('bad', reply.message);
      } else if (commit) {
        setPlanned(null);
        toast('good', reply.message);
        await invalidateAll();
      } else setPlanned(result);
    } catch (error) {
      keys.failed(error);
      setPlanned(null);
      tellRefusal(error);
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    planned,
    // If the lines changed since, the errors about the old ones no longer apply.
    failed: failed?.digest === order.items_digest ? failed : null,
    check: () => run(false),
    commit: () => run(true),
    cancel: () => setPlanned(null),
  };
}
