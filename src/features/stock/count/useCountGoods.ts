/** The products that a person can find while counting: those of the stocktake and of the hub, and on request the whole catalogue. */
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { type LongRows, listed, longOf } from '#client/reads/longRows.ts';
import { allQuery, queryClient } from '#client/reads/queries.ts';
import { type ProductRef, product } from '#contract/catalogue/product.ts';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { codeIndex } from '#domain/barcode.ts';
import type { CountLine } from '#offline/outbox/countOverlay.ts';
import { foretold, movedAndComing } from '../parts/foretold.ts';
import { productsOfQuery, useBroughtRows } from '../parts/parties.ts';
import { useWaiting } from '../parts/queue/expectedRefusals.ts';
import { rowsAfter, withNew } from '../parts/stockHere.ts';

const NO_ROWS: readonly Pickable[] = [];

/** A product as a row without a stock, because a person who counts sees no figure of the books. */
const rowOf = (one: ProductRef): Pickable => ({
  _id: null,
  warehouse_id: null,
  product_id: one._id,
  product: one,
  quantity: null,
  rate: '0',
});

export interface CountGoods {
  /** The goods of the hub, as far as this tablet knows them. */
  held: readonly Pickable[];
  rows: LongRows<Pickable>;
  of(productId: string): ProductRef | undefined;
  /** The goods are still loading, so that nothing can be found. */
  pending: boolean;
  /** True if `rows` includes the whole catalogue. */
  isWhole: boolean;
  /** Adds the whole catalogue to `rows`. */
  widen(): void;
  /**
   * The products of the catalogue with this code. Empty: no product has it, or neither server nor saved lists can be read. A product that was found
   * can be chosen from then on.
   */
  findBeyond(code: string): Promise<ProductRef[]>;
}

/**
 * `hub`: the id of the hub whose goods are counted; null: the warehouse is of no hub. `before`: a product that a scan found on an earlier visit, or
 * null.
 */
export function useCountGoods(
  hub: string | null,
  lines: readonly CountLine[],
  before: ProductRef | null = null,
): CountGoods {
  const held = useQuery({ ...productsOfQuery('seller', hub ?? ''), enabled: hub !== null });
  const [isWhole, setWhole] = useState(false);
  const [found, setFound] = useState<readonly ProductRef[]>(before ? [before] : []);
  const all = useQuery({ ...allQuery(product), enabled: isWhole });
  const queue = useWaiting();
  const { products: answer } = held.data?.data ?? {};
  const since = held.data?.at ?? 0;
  const waiting = useMemo(() => foretold(queue, { party: hub ?? '', since }), [queue, hub, since]);
  const brought = useBroughtRows(waiting.sources);
  const own: readonly Pickable[] = useMemo(() => {
    if (!answer) return NO_ROWS;
    // Goods of a transfer that this tablet completed are on the shelf and are counted, whether the transfer was sent or not.
    const after = rowsAfter(longOf(answer), movedAndComing(waiting), null, false);
    const all = brought.reduce((so, from) => withNew(so, from, waiting.coming), after);
    return all.slice(0, all.length);
  }, [answer, waiting, brought]);
  const rows = useMemo(() => {
    const known = new Map<string, Pickable>();
    const named = lines.filter((line) => line.product.name !== '').map((line) => line.product);
    for (const one of named) known.set(one._id, rowOf(one));
    for (const one of own) if (one.product.status === 'active') known.set(one.product._id, rowOf(one.product));
    for (const one of [...found, ...(all.data?.data ?? [])])
      if (!known.has(one._id) && one.status === 'active') known.set(one._id, rowOf(one));
    return listed([...known.values()]);
  }, [own, lines, found, all.data]);
  const byId = useMemo(() => new Map(rows.slice(0, rows.length).map((row) => [row.product_id, row.product])), [rows]);
  const isRead = hub === null || !held.isPending;
  const findBeyond = useCallback(
    async (code: string) => {
      // A scan may come before the goods of the hub are read.
      const goods = isRead ? null : await queryClient.fetchQuery(productsOfQuery('seller', hub)).catch(() => null);
      const here = goods ? codeIndex(longOf(goods.data.products), (row) => row.product).find(code) : [];
      const answer = here.length > 0 ? null : await queryClient.fetchQuery(allQuery(product)).catch(() => null);
      const hits = answer ? codeIndex(answer.data, (row) => row).find(code) : here;
      const products = hits.map((hit) => hit.product).filter((one) => one.status === 'active');
      setFound((before) => [...before, ...products]);
      return products;
    },
    [hub, isRead],
  );
  return {
    held: own,
    rows,
    of: useCallback((id: string) => byId.get(id), [byId]),
    pending: hub !== null && held.isPending && rows.length === 0,
    isWhole: isWhole && !all.isPending,
    widen: useCallback(() => setWhole(true), []),
    findBeyond,
  };
}
