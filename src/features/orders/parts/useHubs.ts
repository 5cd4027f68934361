import { useQuery } from '@tanstack/react-query';
import { allQuery } from '#client/reads/queries.ts';
import { seller } from '#contract/network/seller.ts';
import { useSession } from '#crud/query/useSession.ts';
import { isHubSide } from '#domain/permissions.ts';
import type { PickerOption } from '#ui/fields/options.ts';

/** Hubs as options; an account of a hub has only its own (B10.4a). `open`: only hubs that take new orders (K6). */
export function useHubs({ open = false } = {}) {
  const { profile } = useSession();
  const query = useQuery(allQuery(seller));
  const own = profile && isHubSide(profile.role) ? profile.seller?._id : undefined;
  const options: PickerOption[] = (query.data?.data ?? [])
    .filter((row) => (own === undefined || row._id === own) && (!open || row.status === 'active'))
    .map((row) => ({ value: row._id, label: row.name }));
  return { options, query };
}
