/**
 * The goods that a transfer is probably about, so that an officer taps them instead of searching: what an associate still holds, what a distributor
 * brought before, what the hub can give.
 */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { longOf } from '#client/reads/longRows.ts';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import type { KindFacts } from '#domain/transfer.ts';
import type { TransferHeader } from '#offline/outbox/op.ts';
import type { LineView } from '#offline/outbox/overlay.ts';
import { type Pickables, productsOfQuery, ratesQuery } from '../../parts/parties.ts';
import { useUnsellable } from '../../parts/unsellable.ts';

/**
 * The most products: `looked`, those that are examined; `listed`, those listed in a return; `offered`, those listed in other kinds, which is about
 * three windows. For a distributor, the other products that it sells follow.
 */
const MOST = { looked: 400, listed: 40, offered: 24 } as const;
/** A distributor that sells at most this number of products has all of them listed. */
const SHORT_LIST = 60;

export interface Likely {
  title: string;
  hint: string;
  /** The products without a line, those with the largest stock first. */
  rows: readonly Pickable[];
  /** The other products that the distributor sells, and their heading. */
  more: readonly Pickable[];
  moreTitle: string;
  /** The list has everything that the party holds, so one press can take all of it. */
  isAll: boolean;
  /** True: the party holds nothing, as far as this tablet knows. */
  isNothing: boolean;
}

const NONE: readonly Pickable[] = [];
const NOTHING: Likely = { title: '', hint: '', rows: [], more: [], moreTitle: '', isAll: false, isNothing: false };

export function useLikely(
  kind: KindFacts,
  header: TransferHeader,
  lines: readonly LineView[],
  { offered, of, promisedOf, pending }: Pickables,
): Likely {
  const { source, source_name, destination, destination_name } = header;
  const isReturn = kind.kind === 'stock_in';
  const isShipped = kind.type === 'shipment';
  const isIn = kind.direction === 'in';
  // Only the goods: each saved line brings the same answer anew, with another time.
  const rates = useQuery({
    ...ratesQuery(isIn ? destination : source),
    enabled: isShipped,
    select: ({ data }) => data.shipped,
  });
  const brought = rates.data?.[isIn ? source : destination];
  const before = useMemo(
    () => (isShipped ? Object.keys(brought ?? {}).slice(0, MOST.looked) : []).flatMap((id) => of(id) ?? []),
    [isShipped, of, brought],
  );
  /** The distributor has not brought anything to this hub yet, or nothing of it is left there. */
  const isFirst = isShipped && !rates.isLoading && !(isIn ? before.length > 0 : before.some(isThere));
  // Goods go back to who sells them, so a distributor who brought nothing is offered what it sells.
  const ofSeller = useQuery({ ...productsOfQuery('distributor', destination), enabled: isFirst && !isIn });
  const sells = useMemo(() => {
    const goods = ofSeller.data?.data.products;
    const ids = goods ? longOf(goods).ids : [];
    return ids.slice(0, MOST.looked).flatMap((id) => of(id) ?? []);
  }, [ofSeller.data, of]);
  const isSold = isFirst && !isIn && sells.some(isThere);
  const held = useMemo(() => {
    const left = (row: Pickable) => withoutPromised(row, promisedOf(row.product_id));
    const leftOf = (rows: readonly Pickable[]) => rows.map(left).filter(isThere);
    if (isFirst && isIn) return offered.length <= SHORT_LIST ? offered.slice(0, SHORT_LIST) : [];
    if (isShipped && !isFirst) return isIn ? before : leftOf(before);
    if (isSold) return leftOf(sells);
    // The first products of a long list would be arbitrary.
    return isReturn || offered.length <= MOST.looked ? leftOf(offered.slice(0, MOST.looked)) : [];
  }, [isShipped, isReturn, isIn, isFirst, isSold, sells, offered, before, promisedOf]);
  // A distributor who brought two products sells others too.
  const sold = isShipped && isIn && !isFirst && offered.length <= SHORT_LIST ? offered.slice(0, SHORT_LIST) : NONE;
  const { groups } = useUnsellable(kind.kind === 'shipment_out' ? source : '');
  const spoilt = useMemo(
    () => new Set(groups.find(({ to }) => to._id === destination)?.rows.map((row) => row.product_id)),
    [groups, destination],
  );
  return useMemo(() => {
    if (pending || (!isReturn && held.length === 0)) return NOTHING;
    const present = new Set(lines.map((line) => line.product_id));
    const rows = held.filter(({ product }) => !present.has(product._id));
    // Damaged and expired goods come first, because they are the usual reason for a rejection.
    const isSpoilt = ({ product_id }: Pickable) => Number(spoilt.has(product_id));
    rows.sort((a, b) => isSpoilt(b) - isSpoilt(a) || casesOf(b) - casesOf(a));
    const listed = rows.slice(0, isReturn || (isIn && isFirst) ? MOST.listed : MOST.offered);
    const isBrought = new Set(held.map(({ product_id }) => product_id));
    const more = sold.filter(({ product_id }) => !isBrought.has(product_id) && !present.has(product_id));
    return {
      title: {
        shipment_in: isFirst ? `Sold by ${source_name}` : `Brought by ${source_name} before`,
        stock_in: `${source_name} holds`,
        stock_out: `${source_name} holds`,
        shipment_out: isSold
          ? `Sold by ${destination_name}`
          : isFirst
            ? `${source_name} holds`
            : `Brought by ${destination_name}`,
      }[kind.kind],
      hint: {
        shipment_in: 'Tap what came.',
        stock_in: 'Tap what comes back.',
        stock_out: 'Tap what goes out.',
        shipment_out:
          rows[0] && isSpoilt(rows[0]) > 0
            ? 'Tap what goes back. What came back damaged or expired is first.'
            : isFirst && !isSold
              ? `As far as this tablet knows, ${destination_name} brought none of this. Tap what goes back.`
              : 'Tap what goes back. Beside it is what the hub holds.',
      }[kind.kind],
      rows: listed,
      moreTitle: `Sold by ${source_name}`,
      more: more.slice(0, Math.max(0, MOST.listed - listed.length)),
      isAll: isReturn && rows.length > 1 && rows.length <= MOST.listed && offered.length <= MOST.looked,
      isNothing: isReturn && held.length === 0,
    };
  }, [
    pending,
    kind,
    isReturn,
    isIn,
    isFirst,
    isSold,
    held,
    sold,
    lines,
    offered,
    source_name,
    destination_name,
    spoilt,
  ]);
}

/** The row without the units that waiting transfers take, so that these are not offered twice. */
const withoutPromised = (row: Pickable, promised: number): Pickable =>
  promised === 0 || row.quantity === null ? row : { ...row, quantity: Math.max(0, row.quantity - promised) };
const isThere = ({ quantity }: Pickable) => (quantity ?? 0) > 0;
const casesOf = ({ quantity, product }: Pickable) => (quantity ?? 0) / product.case_count;
