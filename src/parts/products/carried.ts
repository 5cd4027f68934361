/** Which products a distributor carries or a category holds, while somebody changes it (DIST-06 to DIST-08, B8.15). Pure. */
import type { BulkRow } from '#client/bulk.ts';

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
export type Changes = ReadonlyMap<string, { on: boolean; key: string }>;

/** Products to choose from: active ones, and whatever is carried already (B8.13). */
export function offered<P extends Carriable>(products: readonly P[], links: ReadonlyMap<string, CarriedLink>): P[] {
  return products.filter((product) => product.status === 'active' || links.get(product._id)?.status === 'active');
}

export const isOn = (id: string, links: ReadonlyMap<string, CarriedLink>, changes: Changes) =>
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
  changes: Changes,
  newKey: () => string,
): Changes {
  const next = new Map(changes);
  for (const id of ids) {
    if (on === (links.get(id)?.status === 'active')) next.delete(id);
    else if (next.get(id)?.on !== on) next.set(id, { on, key: newKey() });
  }
  return next;
}

/** DIST-08: newly active ones without a record are created, all others updated. */
export function toSend(
  changes: Changes,
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
