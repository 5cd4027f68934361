/** What somebody ticked and unticked for a hub, until the server has it: each change keeps its key, a refused one stays with its reason. */
import { useRef, useState } from 'react';
import { type BulkResult, type BulkRow, writeRows } from '#client/bulk.ts';
import { messageOf } from '#client/callError.ts';
import type { sellerProduct } from '#contract/catalogue/sellerProduct.ts';
import type { RowOf } from '#contract/model.ts';
import { SELLER_PRODUCT_QUANTITY } from '#domain/limits.ts';
import { type Changes, mark } from '#parts/products/carried.ts';
import { toast } from '#ui/toasts.ts';

type Link = RowOf<typeof sellerProduct>;

export interface Choosing {
  changes: Changes;
  /** By product: why the server did not take it at the last save. */
  failures: ReadonlyMap<string, string>;
  busy: boolean;
  set: (ids: readonly string[], on: boolean) => void;
  discard: () => void;
  /** true: nothing is left to save. */
  save: () => Promise<boolean>;
}

const newKey = () => crypto.randomUUID();

export function useChoosing(hub: string, name: string, links: ReadonlyMap<string, Link>): Choosing {
  const [changes, setChanges] = useState<Changes>(new Map());
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map());
  const [busy, setBusy] = useState(false);
  const running = useRef(false);

  const save = async () => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    const refused = new Map<string, string>();
    let left: Changes = changes;
    try {
      const { create, update, productOf } = rowsFor(changes, links, hub);
      const told: BulkResult[] = [];
      // A line that was cut between two batches keeps what was said before it.
      const send = async (path: string, rows: BulkRow[]) => {
        if (rows.length > 0) told.push(await writeRows(path, {}, rows));
      };
      await send('seller_product/create_bulk', create);
      await send('seller_product/update_bulk', update);
      const verdicts = new Map(told.flatMap((one) => [...one.verdicts]));
      for (const [key, verdict] of verdicts)
        if (verdict.code !== 200) refused.set(productOf.get(key) ?? '', verdict.message);
      left = new Map(
        [...changes].flatMap(([id, change]): [string, { on: boolean; key: string }][] => {
          const code = verdicts.get(change.key)?.code;
          if (code === 200) return [];
          // A refusal is that key's answer for ever; the next try is a new wish.
          return [[id, code === undefined ? change : { ...change, key: newKey() }]];
        }),
      );
      if (left.size === 0) toast('good', `${name} products successfully updated.`);
      else toast('bad', `${left.size} of ${changes.size} changes were not saved.`);
    } catch (error) {
      toast('bad', messageOf(error));
    } finally {
      setChanges(left);
      setFailures(refused);
      setBusy(false);
      running.current = false;
    }
    return left.size === 0;
  };
  return {
    changes,
    failures,
    busy,
    save,
    set(ids, on) {
      setChanges((before) => mark(ids, on, links, before, newKey));
      setFailures((before) => new Map([...before].filter(([id]) => !ids.includes(id))));
    },
    discard() {
      setChanges(new Map());
      setFailures(new Map());
    },
  };
}

/** PROD-30: what has no record is created with 500 and, by the server, the list price and MPU; what has one changes its status. */
function rowsFor(changes: Changes, links: ReadonlyMap<string, Link>, hub: string) {
  const create: BulkRow[] = [];
  const update: BulkRow[] = [];
  const productOf = new Map<string, string>();
  const quantity = String(SELLER_PRODUCT_QUANTITY.switched);
  for (const [id, { on, key }] of changes) {
    const status = on ? 'active' : 'inactive';
    const link = links.get(id);
    productOf.set(key, id);
    if (link) update.push({ key, fields: { _id: link._id, status } });
    else create.push({ key, fields: { seller_id: hub, product_id: id, quantity, status } });
  }
  return { create, update, productOf };
}
