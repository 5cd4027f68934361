/** Reads the parties and products of a transfer, and saves them for use without a server. */
import { useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { readLocal, writeLocal } from '#client/keptLocally.ts';
import { type LongRows, listed } from '#client/reads/longRows.ts';
import { allQuery, lazyQuery, queryFor } from '#client/reads/queries.ts';
import { distributor } from '#contract/network/distributor.ts';
import { seller } from '#contract/network/seller.ts';
import { salesOfficer } from '#contract/people/salesOfficer.ts';
import { ratesOfHub } from '#contract/stock/ratesCalls.ts';
import { type Pickable, productsForTransfer } from '#contract/stock/stockCalls.ts';
import { unsellableOf } from '#contract/stock/unsellableCalls.ts';
import { idPlaces } from '#domain/idPlaces.ts';
import { comesBack, kindOf, PARTY_TYPES, type PartyType } from '#domain/transfer.ts';
import { hubOf } from '#domain/usualRate.ts';
import type { TransferHeader } from '#offline/outbox/op.ts';
import { movedAndComing } from './foretold.ts';
import { pricedBetween } from './preparedPrices.ts';
import { useForetold } from './queue/expectedRefusals.ts';
import { savedHere } from './savedHere.ts';
import { rowsAfter, withNew } from './stockHere.ts';

export interface PartyOption {
  value: string;
  label: string;
}

export function partiesQuery(type: PartyType) {
  return type === 'distributor' ? allQuery(distributor) : type === 'seller' ? allQuery(seller) : allQuery(salesOfficer);
}

/** The active parties of a type, by name. */
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

/** The default prices of a hub, for lines that are typed without a server (B3.6). */
export const ratesQuery = (hub: string) => queryFor(ratesOfHub, { seller_id: hub });

/** The goods of a hub that came back damaged or expired. */
export const unsellableQuery = (hub: string) => queryFor(unsellableOf, { seller_id: hub });

type Ends = Pick<TransferHeader, 'source_type' | 'source' | 'destination_type' | 'destination'>;

/** The products that the source of a transfer can give to its destination. */
export const pickablesQuery = (ends: Ends) =>
  lazyQuery(productsForTransfer, {
    parent_type: ends.source_type,
    parent: ends.source,
    destination_type: ends.destination_type,
    destination: ends.destination,
  });

const NOTHING: LongRows<Pickable> = listed([]);
const NO_ENDS: readonly Ends[] = [];
const NOWHERE = { destination_type: 'seller', destination: '' } as const;
const NOBODY: Ends = { source_type: 'seller', source: '', destination_type: 'seller', destination: '' };

export interface Pickables {
  /** All products that the source holds or carries. */
  products: LongRows<Pickable>;
  /** The products for a new line. Inactive ones are included only where goods come back (PO-34, B8.13). */
  offered: LongRows<Pickable>;
  /** The product with this id, among all of `products`. */
  of(productId: string): Pickable | undefined;
  /**
   * The units that the source has and that waiting transfers bring. 0 for a product that the answer does not have. Null: the stock is outside our books,
   * or unknown.
   */
  stockOf(productId: string): number | null;
  /** The part of these units that confirmed transfers bring which wait on this tablet. */
  waitingOf(productId: string): number;
  /** The part of these units that other transfers take which wait on this tablet (`foretold.ts`). */
  promisedOf(productId: string): number;
  at: number | null;
  copy: boolean;
  failed: boolean;
  /** Why the query for both parties failed, if nothing can be shown. */
  error: unknown;
  pending: boolean;
  again(): void;
}

/**
 * The newest saved answer about a source, for use without a server. It is the one prepared for the source alone, or the last one for a pair of source and
 * destination; its prices may be those of another pair. `than`: the time of a copy that the caller has, epoch ms. Older copies are not read, because each
 * is as long as the catalogue.
 */
export function useNewestOf(type: PartyType, source: string, enabled: boolean, than: number | null = null) {
  const [lately] = useState(() => lastDestination(source));
  const ofPair = pickablesQuery({ source_type: type, source, ...(lately ?? NOWHERE) });
  const ofSource = productsOfQuery(type, source);
  const preparedAge = useIsNewer(ofSource.queryKey, than, enabled);
  const pairedAge = useIsNewer(ofPair.queryKey, than, enabled && lately !== null);
  const prepared = useQuery({ ...ofSource, enabled: preparedAge.isNewer });
  const paired = useQuery({ ...ofPair, enabled: pairedAge.isNewer });
  return {
    found: newestOf([prepared.data, paired.data]),
    isLoading: preparedAge.isLooking || pairedAge.isLooking || prepared.isLoading || paired.isLoading,
    failed: prepared.isError,
  };
}

/** Whether the saved copy is newer than `than`, or `than` is null, so that the copy must be read. The age is known without opening the copy. */
function useIsNewer(key: readonly unknown[], than: number | null, enabled: boolean) {
  const wanted = enabled && than !== null;
  const { data: at, isLoading } = useQuery({
    queryKey: ['saved_at', key, than],
    queryFn: async () => (await savedHere()).savedAt(key),
    enabled: wanted,
    gcTime: 0,
  });
  return { isNewer: enabled && (than === null || (at ?? 0) > than), isLooking: wanted && isLoading };
}

/**
 * The products that the source can give, read for both parties. Without a server the newest saved answer about the source is used, with the prices that
 * the tablet prepared for the hub (B3.6). `transfer`: the transfer that is being typed, whose own lines do not count as promised.
 */
export function usePickables(header: Ends | null, transfer?: string): Pickables {
  const { source_type, source, destination_type, destination } = header ?? NOBODY;
  const exact = useQuery({ ...pickablesQuery(header ?? NOBODY), enabled: header !== null });
  const isAlone = header !== null && (exact.isError || exact.data?.copy === true);
  const kept = useNewestOf(source_type, source, isAlone, exact.data?.at ?? null);
  const hub = hubOf(header ?? NOBODY);
  const rates = useQuery({
    ...ratesQuery(hub ?? ''),
    enabled: isAlone && hub !== null,
    // Another part of the screen reads them too.
    subscribed: isAlone,
  });
  // The list waits until its stocks and prices are final. Only the pair's own answer may still change them.
  const isLooking = isAlone && (kept.isLoading || rates.isLoading);
  const found = !isAlone || isLooking ? exact.data : newestOf([exact.data, kept.found]);
  const isOwn = found === exact.data && (isLooking || !found?.copy || (rates.data?.at ?? 0) <= found.at);
  const answered = found?.data.products;
  const known = rates.data?.data ?? null;
  const isAnswered = exact.data?.copy === false;
  useEffect(() => {
    if (isAnswered) keepDestination(source, { destination_type, destination });
  }, [isAnswered, source, destination_type, destination]);
  const back = header !== null && comesBack(kindOf(header.source_type, header.destination_type));
  // Without a response an associate may bring back anything that the hub has had, because this tablet may not know what the associate holds.
  const isBack = isAlone && source_type === 'sales_officer' && destination_type === 'seller';
  const hubs = useNewestOf('seller', destination, isBack);
  const readAt = found?.at ?? null;
  const since = readAt ?? (isAlone ? 0 : Number.MAX_SAFE_INTEGER);
  const changes = useForetold({ party: source, since, transfer });
  const isOurs = source_type !== 'distributor';
  // With a server no change waits for long, and the server's answer describes the goods.
  const brought = useBroughtRows(isAlone && isOurs ? changes.sources : NO_ENDS);
  const products = useMemo(() => {
    const rows = Array.isArray(answered) ? listed(answered) : (answered ?? NOTHING);
    const ends = { source_type, source, destination_type, destination };
    const more = hubs.found?.data.products;
    const after = rowsAfter(
      rows,
      movedAndComing(changes),
      isBack && more ? (Array.isArray(more) ? listed(more) : more) : null,
      isBack,
    );
    const priced = isOwn ? after : pricedBetween(after, ends, known);
    // The answers about the parties that goods come from describe these goods.
    return brought.reduce((so, from) => withNew(so, pricedBetween(from, ends, known), changes.coming), priced);
  }, [
    answered,
    changes,
    hubs.found,
    isBack,
    isOwn,
    source_type,
    source,
    destination_type,
    destination,
    known,
    brought,
  ]);
  const offered = useMemo(
    () => (back || products.inactive.size === 0 ? products : products.only((id) => !products.inactive.has(id))),
    [back, products],
  );
  const of = useMemo(() => byProduct(products), [products]);
  const isKnown = answered !== undefined && isOurs;
  const stockOf = useCallback((productId: string) => (isKnown ? (of(productId)?.quantity ?? 0) : null), [of, isKnown]);
  return {
    products,
    offered,
    of,
    stockOf,
    waitingOf: useCallback(
      (productId: string) => (isOurs ? (changes.coming.get(productId) ?? 0) : 0),
      [changes, isOurs],
    ),
    promisedOf: useCallback(
      (productId: string) => (isOurs ? (changes.going.get(productId) ?? 0) : 0),
      [changes, isOurs],
    ),
    at: readAt === null ? null : Math.max(readAt, changes.at ?? 0),
    copy: found?.copy ?? false,
    failed: exact.isError && kept.failed && !found,
    error: exact.error,
    again: () => void exact.refetch(),
    pending: !found && !(exact.isError && kept.failed && !isLooking),
  };
}

/** The rows of the saved answers of these sources. */
export function useBroughtRows(sources: readonly Ends[]): readonly LongRows<Pickable>[] {
  return useQueries({
    queries: sources.flatMap((ends) => [pickablesQuery(ends), productsOfQuery(ends.source_type, ends.source)]),
    combine: rowsOf,
  });
}

function rowsOf(
  answers: readonly { data?: { data: { products: Pickable[] | LongRows<Pickable> } } | undefined }[],
): LongRows<Pickable>[] {
  return answers.flatMap(({ data }) =>
    data ? [Array.isArray(data.data.products) ? listed(data.data.products) : data.data.products] : [],
  );
}

/** The newest of the answers. Undefined: there is none. */
export function newestOf<Answer extends { at: number }>(answers: readonly (Answer | undefined)[]): Answer | undefined {
  return answers.reduce((best, one) => (one && (!best || one.at > best.at) ? one : best), undefined);
}

/** The storage key of each source's last destination. The value is by the source's id. */
const LAST_DESTINATIONS = 'asked_for';
type Destination = Pick<Ends, 'destination_type' | 'destination'>;
const lastDestination = (source: string): Destination | null =>
  readLocal<Record<string, Destination>>(LAST_DESTINATIONS, {})[source] ?? null;
const keepDestination = (source: string, to: Destination) =>
  writeLocal(LAST_DESTINATIONS, { ...readLocal(LAST_DESTINATIONS, {}), [source]: to });

/** Finds a product by its id. */
function byProduct(products: LongRows<Pickable>): (productId: string) => Pickable | undefined {
  return (productId) => {
    const place = productId === '' ? -1 : idPlaces(products.ids)(productId);
    return place < 0 ? undefined : products.slice(place, place + 1)[0];
  };
}

/** Every party of a purchase order with its type, for filters over all types. Inactive ones are included, because they have a history (PO-02). */
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
    /** True when some parties could not be read. An id that is missing in `options` may still exist. */
    failed: found.some(({ query }) => query.isError && !query.data),
  };
}
