/** The products of the catalogue that a distributor does not sell. They are offered on request, because a distributor may bring any product. */
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { type LongRows, listed } from '#client/reads/longRows.ts';
import { allQuery } from '#client/reads/queries.ts';
import { type ProductRef, product } from '#contract/catalogue/product.ts';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import type { TransferHeader } from '#offline/outbox/op.ts';
import { soldElsewhere } from './catalogue.ts';
import type { Pickables } from './parties.ts';
import { followedBy } from './stockHere.ts';

/** A product that the source does not sell. Its stock there is unknown. */
const unlistedOf = (one: ProductRef, rate: string): Pickable => ({
  ...{ _id: null, warehouse_id: null, product_id: one._id, product: one },
  ...{ quantity: null, rate },
});

/**
 * The active products of the catalogue that are not in `known`, with the price of the catalogue or of another distributor. `catalogue` undefined: it
 * cannot be read, so only the saved goods of other distributors are listed.
 */
export function unlistedProducts(
  catalogue: readonly ProductRef[] | undefined,
  elsewhere: ReadonlyMap<string, Pickable>,
  known: readonly string[],
): Pickable[] {
  const all = catalogue ?? [...elsewhere.values()].map((one) => one.product);
  const isKnown = new Set(known);
  return all
    .filter(({ _id, status }) => status === 'active' && !isKnown.has(_id))
    .map((one) => unlistedOf(one, one.price ?? elsewhere.get(one._id)?.rate ?? '0'));
}

export interface WholeCatalogue {
  /** The products that the search can find. */
  offered: LongRows<Pickable>;
  /** Whether the source does not sell this product. */
  isUnlisted(productId: string): boolean;
  /** Includes the whole catalogue in the search. Null: it is included already, or the source can give only what it holds. */
  widen: (() => void) | null;
  /** True if `offered` has the whole catalogue. */
  isWhole: boolean;
  /** True while the catalogue is being read. */
  pending: boolean;
}

/** Adds to `pickables` the products beyond the goods of the source that a person asked for. */
export function useWholeCatalogue(
  pickables: Pickables,
  { source_type }: Pick<TransferHeader, 'source_type'>,
): { pickables: Pickables; whole: WholeCatalogue } {
  const [isWanted, setWanted] = useState(false);
  const all = useQuery({ ...allQuery(product), enabled: isWanted });
  const elsewhere = useQuery({
    queryKey: ['goods of other distributors on this tablet'],
    queryFn: soldElsewhere,
    enabled: isWanted,
    gcTime: 0,
    staleTime: 0,
  });
  const { products, of: ofSource, offered } = pickables;
  const pending = isWanted && (all.isPending || elsewhere.isPending);
  const catalogue = all.data?.data;
  const others = elsewhere.data;
  const unlistedGoods = useMemo(
    () => (pending || !isWanted ? NOTHING : listed(unlistedProducts(catalogue, others ?? new Map(), products.ids))),
    [pending, isWanted, catalogue, others, products],
  );
  const byId = useMemo(
    () => new Map(unlistedGoods.slice(0, unlistedGoods.length).map((one) => [one.product_id, one])),
    [unlistedGoods],
  );
  const of = useCallback((id: string) => ofSource(id) ?? byId.get(id), [ofSource, byId]);
  return {
    pickables: unlistedGoods.length === 0 ? pickables : { ...pickables, of },
    whole: {
      offered: useMemo(
        () => (unlistedGoods.length === 0 ? offered : followedBy(offered, unlistedGoods)),
        [offered, unlistedGoods],
      ),
      isUnlisted: useCallback((id: string) => byId.has(id), [byId]),
      widen: source_type === 'distributor' && !isWanted ? () => setWanted(true) : null,
      isWhole: isWanted && !pending,
      pending,
    },
  };
}

const NOTHING: LongRows<Pickable> = listed([]);
