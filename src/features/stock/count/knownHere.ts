/**
 * What is to be counted in a stocktake that began on this tablet and that the server does not know yet: the goods of the hub as this tablet knows
 * them, limited by the scope. The server's first answer replaces this list.
 */
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { compareNames } from '#domain/nameOrder.ts';
import type { CountLine, CountSession } from '#offline/outbox/countOverlay.ts';
import type { OpenPayload } from '#offline/outbox/op.ts';

const lineOf = ({ product_id, product }: Pickable): CountLine => ({
  ...{ product_id, product, state: 'to_count', round: 1, why: null, needs_another: false, moved_at: null },
  ...{ places: [], own: [], book: null, queued: null, message: null },
});

function isCovered({ scope, scope_id }: OpenPayload, { product, quantity }: Pickable): boolean {
  if ((quantity ?? 0) <= 0 || product.status !== 'active') return false;
  if (scope === 'brand') return product.brand._id === scope_id;
  if (scope === 'manufacturer') return product.manufacturer._id === scope_id;
  return scope === 'all';
}

/** `openings`: this person's openings that the server has not answered. `held`: the goods of the hub. */
export function withGoodsHere(
  session: CountSession,
  openings: readonly OpenPayload[],
  held: readonly Pickable[],
): CountSession {
  const goods = new Map(held.map((one) => [one.product_id, one]));
  // An uncounted line of a chosen list has no name, so the name comes from the goods of the hub.
  const named = session.lines.map((line) => {
    const known = line.product.name === '' ? goods.get(line.product_id) : undefined;
    return known ? { ...line, product: known.product } : line;
  });
  const there = new Set(named.map((line) => line.product_id));
  const more = held.filter((one) => !there.has(one.product_id) && openings.some((opening) => isCovered(opening, one)));
  const lines = [...named, ...more.map(lineOf)].sort((a, b) => compareNames(a.product.name, b.product.name));
  return { ...session, lines, products: lines.length };
}
