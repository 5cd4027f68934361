import type { Pickable } from '#contract/stock/stockCalls.ts';

type Goods = Pick<Pickable, 'product_id'> & { product: { brand: { name: string } } };

/**
 * Sorts ids: one product of each brand, then a second one of each, in the order of `rows`, because packs of one brand look alike. `before`: goods
 * that stand before these. Their brands count as shown already.
 */
export function brandsFirst(rows: readonly Goods[], before: readonly Goods[]): string[] {
  const turns = new Map<string, number>();
  const turnOf = ({ product }: Goods) => {
    const turn = turns.get(product.brand.name) ?? 0;
    turns.set(product.brand.name, turn + 1);
    return turn;
  };
  for (const one of before) turnOf(one);
  const isBefore = new Set(before.map(({ product_id }) => product_id));
  return rows
    .filter(({ product_id }) => !isBefore.has(product_id))
    .map((one) => ({ id: one.product_id, turn: turnOf(one) }))
    .sort((a, b) => a.turn - b.turn)
    .map(({ id }) => id);
}
