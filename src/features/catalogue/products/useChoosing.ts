/** The unsaved choice of a hub's products. Each change keeps its key until the server has stored it. A refused change stays with its reason. */

import { useMemo, useRef, useState } from 'react';
import { type BulkRow, writeRows } from '#client/bulk.ts';
import { newUuid } from '#client/uuid.ts';
import type { sellerProduct } from '#contract/catalogue/sellerProduct.ts';
import type { RowOf } from '#contract/model.ts';
import { messageFor } from '#crud/command/messageFor.ts';
import { SELLER_PRODUCT_QUANTITY } from '#domain/limits.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { type CarriedChanges, leftOver, mark, stillWanted } from '../parts/carried.ts';

type Link = RowOf<typeof sellerProduct>;

export interface Choosing {
  changes: CarriedChanges;
  /** By product id: why the server refused the change in the last save. */
  failures: ReadonlyMap<string, string>;
  /** Why the last save failed as a whole. */
  problem: string | null;
  busy: boolean;
  set: (ids: readonly string[], on: boolean) => void;
  discard: () => void;
  /** Resolves with true when every change is stored. */
  save: () => Promise<boolean>;
}

const newKey = newUuid;

export function useChoosing(hub: string, name: string, links: ReadonlyMap<string, Link>): Choosing {
  const [wishes, setWishes] = useState<CarriedChanges>(new Map());
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map());
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const changes = useMemo(() => stillWanted(wishes, links), [wishes, links]);

  const save = async () => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    setProblem(null);
    const { create, update } = rowsFor(changes, links, hub);
    const verdicts = new Map<string, { code: number; message: string; data: unknown }>();
    const send = async (path: string, rows: BulkRow[]) => {
      if (rows.length === 0) return;
      const result = await writeRows(path, {}, rows);
      for (const [key, verdict] of result.verdicts) verdicts.set(key, verdict);
    };
    let lost: unknown = null;
    try {
      await send('seller_product/create_bulk', create);
      await send('seller_product/update_bulk', update);
    } catch (error) {
      lost = error;
    }
    const left = leftOver(changes, verdicts, newKey);
    const refused = new Map<string, string>();
    for (const [id, { key }] of changes) {
      const verdict = verdicts.get(key);
      if (verdict && verdict.code !== 200) refused.set(id, verdict.message);
    }
    if (lost !== null) setProblem(messageFor(lost));
    else if (left.size === 0) toast('good', `${name} products successfully updated.`);
    else setProblem(`${left.size} of ${changes.size} changes were not saved.`);
    setWishes(left);
    setFailures(refused);
    setBusy(false);
    running.current = false;
    return left.size === 0;
  };
  return {
    changes,
    failures,
    problem,
    busy,
    save,
    set(ids, on) {
      setWishes((before) => mark(ids, on, links, before, newKey));
      setFailures((before) => new Map([...before].filter(([id]) => !ids.includes(id))));
    },
    discard() {
      setWishes(new Map());
      setFailures(new Map());
      setProblem(null);
    },
  };
}

/** The rows to send (PROD-30). A new row gets 500 units, and from the server the list price and MPU. An existing row only changes its status. */
function rowsFor(changes: CarriedChanges, links: ReadonlyMap<string, Link>, hub: string) {
  const create: BulkRow[] = [];
  const update: BulkRow[] = [];
  const quantity = String(SELLER_PRODUCT_QUANTITY.switched);
  for (const [id, { on, key }] of changes) {
    const status = on ? 'active' : 'inactive';
    const link = links.get(id);
    if (link) update.push({ key, fields: { _id: link._id, status } });
    else create.push({ key, fields: { seller_id: hub, product_id: id, quantity, status } });
  }
  return { create, update };
}
