import { useQuery } from '@tanstack/react-query';
import { allQuery } from '#client/reads/queries.ts';
import { seller } from '#contract/network/seller.ts';
import type { KindFacts } from '#domain/transfer.ts';
import type { TransferHeader } from '#offline/outbox/op.ts';
import { hubSideOf } from '../begin/remembered.ts';

/** Whether the hub of a transfer has its goods counted blind. The stored copy of the hubs answers without a connection. */
export function useBlindCount(kind: KindFacts, header: TransferHeader): boolean {
  const id = header[hubSideOf(kind)];
  // What else the list of hubs says draws no desk again.
  const { data: isBlind = false } = useQuery({
    ...allQuery(seller),
    select: ({ data }) => data.some((hub) => hub._id === id && hub.blind_count),
  });
  return isBlind;
}
