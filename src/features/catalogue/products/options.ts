/** Brands and hubs as options of the product screens, by name; inactive ones only if they are already chosen (B8.13). */
import { useQuery } from '@tanstack/react-query';
import { allQuery } from '#client/reads/queries.ts';
import { brand } from '#contract/catalogue/brand.ts';
import { seller } from '#contract/network/seller.ts';
import { useSession } from '#crud/query/useSession.ts';
import { isHubSide } from '#domain/permissions.ts';

export function useBrandOptions(chosen: readonly string[] = []) {
  const query = useQuery(allQuery(brand));
  const options = (query.data?.data ?? [])
    .filter((row) => row.status === 'active' || chosen.includes(row._id))
    .map((row) => ({ value: row._id, label: row.name, note: row.manufacturer.name }));
  return { options, query };
}

export function useHubOptions(chosen: readonly string[] = [], enabled = true) {
  const query = useQuery({ ...allQuery(seller), enabled });
  const options = (query.data?.data ?? [])
    .filter((row) => row.status === 'active' || chosen.includes(row._id))
    .map((row) => ({ value: row._id, label: row.name }));
  return { options, query };
}

/** What the current person may see of products; a hub-side role sees only its own hub (B10.4a). */
export function useViewer() {
  const { profile } = useSession();
  const role = profile?.role ?? '';
  const has = (permission: string) => profile?.permissions.includes(permission) ?? false;
  return {
    administrator: role === 'administrator.administrator',
    ownHub: isHubSide(role) ? (profile?.seller?._id ?? '') : null,
    ownHubName: profile?.seller?.name ?? '',
    mayOpen: has('update_product'),
    mayOpenBrand: has('update_brand'),
    mayOpenManufacturer: has('update_manufacturer'),
  };
}
