/** The lists of purchasing. */
import { claim } from '#contract/purchasing/claim.ts';
import { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import type { AreaLists } from '#crud/list/firstPage.ts';

export const PURCHASING_LISTS = {
  '/purchase-orders': {
    of: purchaseOrder,
    size: 30,
    filters: { tag: '', source_type: '', sources: '', destination_type: '', destinations: '' },
    sums: true,
  },
  '/claims': { of: claim, size: 30, filters: { status: '', distributor_id: '' }, sums: true },
} satisfies AreaLists;
