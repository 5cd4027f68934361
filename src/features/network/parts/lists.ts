/** The lists of the network that do not begin with ten rows and no filter. */
import { location } from '#contract/network/location.ts';
import type { AreaLists } from '#crud/list/firstPage.ts';

export const NETWORK_LISTS = {
  '/locations': { of: location, size: 30, filters: { status: 'all', states: '', lgas: '' } },
} satisfies AreaLists;
