/** Pure functions for editing the products of a distributor or category (DIST-06 to DIST-08, B8.15). */
import type { BulkResult, BulkRow } from '#client/bulk.ts';
import { CallError } from '#client/callError.ts';

export interface Carriable {
  _id: string;
  name: string;
  status: string;
  brand: { _id: string; name: string };
  manufacturer: { _id: string; name: string };
}

export interface CarriedLink {
  _id: string;
  product_id: string;
  status: string;
}

/** Wanted statuses by product id, only those that differ from the stored ones. Each change gets its key when it is made. */
export type CarriedChanges = ReadonlyMap<string, { on: boolean; key: string }>;

/** The products to choose from: active ones, and inactive ones that are already carried (B8.13). */
export function offered<P extends Carriable>(products: readonly P[], links: ReadonlyMap<string, CarriedLink>): P[] {
  return products.filter((product) => product.status === 'active' || links.get(product._id)?.status === 'active');
}

export const isOn = (id: string, links: ReadonlyMap<string, CarriedLink>, changes: CarriedChanges) =>
  changes.get(id)?.on ?? links.get(id)?.status === 'active';

/** Whether all, some or none of the products of a brand or manufacturer are on (DIST-07). */
export function triState(ids: readonly string[], on: (id: string) => boolean): 'all' | 'some' | 'none' {
  const count = ids.filter(on).length;
  return count === 0 ? 'none' : count === ids.length ? 'all' : 'some';
}

/** Marks products. A mark that equals the stored status is not a change. */
export function mark(
  ids: readonly string[],
  on: boolean,
  links: ReadonlyMap<string, CarriedLink>,
  changes: CarriedChanges,
  newKey: () => string,
): CarriedChanges {
  const next = new Map(changes);
  for (const id of ids) {
    if (on === (links.get(id)?.status === 'active')) next.delete(id);
    else if (next.get(id)?.on !== on) next.set(id, { on, key: newKey() });
  }
  return next;
}

/** Removes the changes that the server has already stored, because a save may have taken effect without a response. */
export const stillWanted = (wishes: CarriedChanges, links: ReadonlyMap<string, CarriedLink>): CarriedChanges =>
  new Map([...wishes].filter(([id, { on }]) => on !== (links.get(id)?.status === 'active')));

/**
 * The changes left after a save; `verdicts` are by key. A refusal is stored under its key for ever, so the next attempt gets a new key. A change
 * without a verdict keeps its key.
 */
export function leftOver(
  changes: CarriedChanges,
  verdicts: BulkResult['verdicts'],
  newKey: () => string,
): CarriedChanges {
  const settled = (key: string) => {
    const verdict = verdicts.get(key);
    return verdict !== undefined && new CallError(verdict.code, verdict.message, verdict.data).settled;
  };
  const left = [...changes].filter(([, { key }]) => verdicts.get(key)?.code !== 200);
  return new Map(left.map(([id, change]) => [id, settled(change.key) ? { ...change, key: newKey() } : change]));
}

/** The rows to send: newly active products without a record are created, all others are updated (DIST-08). */
export function toSend(
  changes: CarriedChanges,
  links: ReadonlyMap<string, CarriedLink>,
): { create: BulkRow[]; update: BulkRow[] } {
  const create: BulkRow[] = [];
  const update: BulkRow[] = [];
  for (const [product_id, { on, key }] of changes) {
    const status = on ? 'active' : 'inactive';
    const link = links.get(product_id);
    if (link) update.push({ key, fields: { _id: link._id, status } });
    else create.push({ key, fields: { product_id, status } });
  }
  return { create, update };
}
