/** Reads the parties and the size of a transfer of the outbox. */

import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { oneQuery, queryClient, queryFor } from '#client/reads/queries.ts';
import { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import { stocktakeOne } from '#contract/stock/stocktakeCalls.ts';
import { showNaira } from '#domain/money.ts';
import { plural } from '#domain/plural.ts';
import { sizeText } from '#domain/units.ts';
import { isLocal, type TransferHeader } from '#offline/outbox/op.ts';
import { theQueue } from '#offline/queue.ts';
import { recordOf } from '../../stock/parts/queue/recordOf.ts';
import { partiesOf } from './OfTransfer.tsx';
import {
  hasLinesHere,
  isStocktake,
  type OutboxTransfer,
  type Parties,
  partiesBack,
  partiesTaken,
  type ReversalRead,
  reversalIn,
  type Size,
  type StocktakeRead,
  sizeOf,
} from './transfers.ts';

/** The parties and the size, from this tablet's changes, otherwise from the record of the transfer. */
export function useFacts(
  one: OutboxTransfer,
  head: TransferHeader | undefined,
): { parties: Parties | null; size: Size | null } {
  const isTransfer = !isStocktake(one);
  const reversal = reversalIn(one);
  const taken = partiesTaken(one);
  const hasLines = hasLinesHere(one);
  const { data: found } = useQuery({
    queryKey: ['parties of a transfer', one.transfer],
    queryFn: () => partiesOf(one.transfer),
    enabled: isTransfer && head === undefined && reversal === null && taken === null,
  });
  const { data: read = null } = useQuery({
    queryKey: ['record of a transfer of the outbox', one.transfer],
    queryFn: () => recordOf(one.transfer),
    enabled: isTransfer && !hasLines,
  });
  const size = useMemo(() => sizeOf(one, read), [one, read]);
  return { parties: (reversal ? partiesBack(reversal) : (head ?? taken ?? found)) ?? null, size };
}

/** The reversal of a receipt by the newest reading. `receipt`: the receipt's id, or null for none. Null: nothing was read. */
export function useReversalRead(receipt: string | null): ReversalRead | null {
  const { data } = useQuery({ ...oneQuery(purchaseOrder, receipt ?? ''), enabled: receipt !== null });
  const row = data?.data[0];
  return useMemo(
    () => (data && row?.reversal !== undefined ? { reversal: row.reversal, at: data.at } : null),
    [data, row],
  );
}

/** The stocktakes by their lane, as the server or the saved copy has them. Unknown stocktakes are missing. */
export function useStocktakeReads(lanes: readonly string[]): ReadonlyMap<string, StocktakeRead> {
  return useQueries({
    queries: lanes.map((lane) => ({ queryKey: ['stocktake of the outbox', lane], queryFn: () => stocktakeIn(lane) })),
    combine: (found) =>
      new Map(found.flatMap(({ data }, n) => (data ? [[lanes[n] ?? '', data] as const] : []))) as ReadonlyMap<
        string,
        StocktakeRead
      >,
  });
}

async function stocktakeIn(lane: string): Promise<StocktakeRead | null> {
  const id = isLocal(lane) ? (await theQueue().store.read((tx) => tx.known(lane)))?.id : lane;
  if (!id) return null;
  const read = await queryClient.fetchQuery(queryFor(stocktakeOne, { _id: id })).catch(() => null);
  return read && { status: read.data.status, closed_at: read.data.closed_at };
}

/** "10 lines, 61 cases, ₦1,922,100" */
export function sizeWords({ lines, cases, units, value }: Size): string {
  if (lines === 0) return 'No lines yet';
  const parts = [plural(lines, '# line', '# lines'), sizeText({ cases, units, products: lines })];
  return [...parts, ...(value === null ? [] : [showNaira(value)])].join(', ');
}
