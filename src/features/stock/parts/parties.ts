/** The parties and products of a transfer, loaded once and kept for offline use. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type LongRows, listed } from '#client/reads/longRows.ts';
import { allQuery, lazyQuery } from '#client/reads/queries.ts';
import { distributor } from '#contract/network/distributor.ts';
import { seller } from '#contract/network/seller.ts';
import { salesOfficer } from '#contract/people/salesOfficer.ts';
import { type Pickable, productsForTransfer } from '#contract/stock/stockCalls.ts';
import { comesBack, kindOf, PARTY_TYPES, type PartyType } from '#domain/transfer.ts';
import type { TransferHeader } from '#offline/outbox/op.ts';

export interface PartyOption {
  value: string;
  label: string;
}

export function partiesQuery(type: PartyType) {
  return type === 'distributor' ? allQuery(distributor) : type === 'seller' ? allQuery(seller) : allQuery(salesOfficer);
}

/** The active parties of a type as options, by name. */
export function usePartyOptions(type: PartyType) {
  const query = useQuery(partiesQuery(type) as ReturnType<typeof allQuery<typeof seller>>);
  const rows = (query.data?.data ?? []) as { _id: string; name: string; status: string }[];
  const options: PartyOption[] = rows
    .filter((row) => row.status === 'active')
    .map((row) => ({ value: row._id, label: row.name }));
  return { options, rows, query };
}

export const productsOfQuery = (type: PartyType, parent: string) =>
  lazyQuery(productsForTransfer, { parent_type: type, parent });

type Ends = Pick<TransferHeader, 'source_type' | 'source' | 'destination_type' | 'destination'>;

/** The query for the products that the source of a transfer can give to its destination. */
export const pickablesQuery = (ends: Ends) =>
  lazyQuery(productsForTransfer, {
    parent_type: ends.source_type,
    parent: ends.source,
    destination_type: ends.destination_type,
    destination: ends.destination,
  });

const NOTHING: LongRows<Pickable> = listed([]);
const NOBODY: Ends = { source_type: 'seller', source: '', destination_type: 'seller', destination: '' };

export interface Pickables {
  /** All products that the source holds or carries. */
  products: LongRows<Pickable>;
  /** The products for a new line; inactive products are offered only for returns (PO-34, B8.13). */
  offered: LongRows<Pickable>;
  /** The product with this id, from all products. */
  of(productId: string): Pickable | undefined;
  at: number | null;
  copy: boolean;
  failed: boolean;
  /** The error of the exact query, if there is nothing to show. */
  error: unknown;
  pending: boolean;
  again(): void;
}

/** The products that the source can give. The exact query is tried first; if it fails, the data prepared for the source alone is used. */
export function usePickables(header: Ends | null): Pickables {
  const exact = useQuery({ ...pickablesQuery(header ?? NOBODY), enabled: header !== null });
  const prepared = useQuery({
    ...productsOfQuery(header?.source_type ?? 'seller', header?.source ?? ''),
    enabled: header !== null && exact.isError,
  });
  const found = exact.data ?? prepared.data;
  const answered = found?.data.products;
  const products = useMemo(() => (Array.isArray(answered) ? listed(answered) : (answered ?? NOTHING)), [answered]);
  const back = header !== null && comesBack(kindOf(header.source_type, header.destination_type));
  const offered = useMemo(
    () => (back || products.inactive.size === 0 ? products : products.only((id) => !products.inactive.has(id))),
    [back, products],
  );
  const of = useMemo(() => byProduct(products), [products]);
  return {
    products,
    offered,
    of,
    at: found?.at ?? null,
    copy: found?.copy ?? false,
    failed: exact.isError && prepared.isError,
    error: exact.error,
    again: () => void exact.refetch(),
    pending: !found && !(exact.isError && prepared.isError),
  };
}

/** A lookup by product id. All callers share one index, built on first use: for ten thousand products it takes a quarter of a megabyte. */
function byProduct(products: LongRows<Pickable>): (productId: string) => Pickable | undefined {
  let index: Map<string, number> | null = null;
  return (productId) => {
    if (productId === '') return undefined;
    index ??= new Map(products.ids.map((id, place) => [id, place]));
    const place = index.get(productId);
    return place === undefined ? undefined : products.slice(place, place + 1)[0];
  };
}

/**
 * Every party that may be on a purchase order, with its type, for filters over all types. Inactive ones are included, because they have a history
 * (PO-02).
 */
export function useAllParties() {
  const found = [usePartyOptions('distributor'), usePartyOptions('seller'), usePartyOptions('sales_officer')];
  const options = found.flatMap(({ rows }, index) =>
    rows.map((row) => ({
      value: row._id,
      label: row.status === 'active' ? row.name : `${row.name} (inactive)`,
      type: PARTY_TYPES[index] ?? 'seller',
    })),
  );
  return {
    options,
    pending: found.some(({ query }) => query.isPending),
    /** Not all parties could be loaded: an id that is not in `options` may still exist. */
    failed: found.some(({ query }) => query.isError && !query.data),
  };
}
