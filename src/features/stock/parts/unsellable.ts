/** The goods of a hub that came back damaged or expired, grouped by the distributor who brought them, as far as this tablet knows. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Unsellable } from '#contract/stock/unsellableCalls.ts';
import { unsellableQuery } from './parties.ts';
import { useForetold } from './queue/expectedRefusals.ts';

interface OfDistributor {
  to: { _id: string; name: string };
  /** The goods with the most units come first. */
  rows: Unsellable[];
}

export interface UnsellableHere {
  groups: OfDistributor[];
  /** Goods that no distributor brought to this hub. */
  unknown: Unsellable[];
}

/** Goods that left since the answer, or wait on this tablet to leave, are not offered again. `going`: units by product id. */
export function unsellableHere(rows: readonly Unsellable[], going: ReadonlyMap<string, number>): UnsellableHere {
  const groups = new Map<string, OfDistributor>();
  const unknown: Unsellable[] = [];
  for (const row of rows) {
    const units = row.units - (going.get(row.product_id) ?? 0);
    if (units <= 0) continue;
    const left = { ...row, units };
    const of = row.from && (groups.get(row.from._id) ?? { to: row.from, rows: [] });
    if (!of) unknown.push(left);
    else {
      of.rows.push(left);
      groups.set(of.to._id, of);
    }
  }
  return { groups: [...groups.values()].sort((a, b) => b.rows.length - a.rows.length), unknown };
}

const NOTHING = { groups: [], unknown: [], isKnown: false };

/** `hub`: the id of the hub, or '' to read nothing. `isKnown`: false until there is an answer. */
export function useUnsellable(hub: string): UnsellableHere & { isKnown: boolean } {
  const { data } = useQuery({ ...unsellableQuery(hub), enabled: hub !== '' });
  const { moved, going } = useForetold({ party: hub, since: data?.at ?? 0 });
  return useMemo(() => {
    if (hub === '') return NOTHING;
    const left = new Map(going);
    for (const [product, units] of moved) if (units < 0) left.set(product, (left.get(product) ?? 0) - units);
    return { ...unsellableHere(data?.data ?? [], left), isKnown: data !== undefined };
  }, [data, moved, going, hub]);
}
