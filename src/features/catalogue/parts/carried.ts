/** Which products a distributor carries or a category holds, while somebody changes it (DIST-06 to DIST-08, B8.15). Pure. */
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

/** Wanted statuses by product; only those that differ from what is stored. Each change has its key from the moment it was made. */
export type CarriedChanges = ReadonlyMap<string, { on: boolean; key: string }>;

/** Products to choose from: active ones, and whatever is carried already (B8.13). */
export function offered<P extends Carriable>(products: readonly P[], links: ReadonlyMap<string, CarriedLink>): P[] {
  return products.filter((product) => product.status === 'active' || links.get(product._id)?.status === 'active');
}

export const isOn = (id: string, links: ReadonlyMap<string, CarriedLink>, changes: CarriedChanges) =>
  changes.get(id)?.on ?? links.get(id)?.status === 'active';

/** DIST-07: all, some or none of a brand or manufacturer. */
export function triState(ids: readonly string[], on: (id: string) => boolean): 'all' | 'some' | 'none' {
  const count = ids.filter(on).length;
  return count === 0 ? 'none' : count === ids.length ? 'all' : 'some';
}

/** Marks products; a mark that says what is stored already is no change. */
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

/** What the server holds by now is no change any more: of an earlier save the answer may have been lost, not the work. */
export const stillWanted = (wishes: CarriedChanges, links: ReadonlyMap<string, CarriedLink>): CarriedChanges =>
  new Map([...wishes].filter(([id, { on }]) => on !== (links.get(id)?.status === 'active')));

/**
 * What is left after a save; `verdicts` by key. A refusal is that key's answer for ever, so the next try is a new wish with a new key;
 * what had no verdict is asked again as the same one.
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

/** DIST-08: newly active ones without a record are created, all others updated. */
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
