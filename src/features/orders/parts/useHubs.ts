import { useQuery } from '@tanstack/react-query';
import { allQuery } from '#client/reads/queries.ts';
import { seller } from '#contract/network/seller.ts';
import { useSession } from '#crud/query/useSession.ts';
import { isHubSide } from '#domain/permissions.ts';
import type { PickerOption } from '#ui/fields/options.ts';

/** Hubs to choose from. An account of a hub has only its own hub (B10.4a). `open`: only hubs that accept new orders (K6). */
export function useHubs({ open = false } = {}) {
  const { profile } = useSession();
  const query = useQuery(allQuery(seller));
  const own = profile && isHubSide(profile.role) ? profile.seller?._id : undefined;
  const options: PickerOption[] = (query.data?.data ?? [])
    .filter((row) => (own === undefined || row._id === own) && (!open || row.status === 'active'))
    .map((row) => ({ value: row._id, label: row.name }));
  return { options, query };
}
