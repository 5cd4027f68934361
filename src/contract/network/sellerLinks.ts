/** Links of a hub: its manager (one at a time) and its manufacturers (HUB-06, API.md 4.7). */
import { link } from '../link.ts';
import { named } from '../model.ts';
import { NEEDS } from '../needs.ts';

const { view, create, update } = NEEDS.seller;

/** A new active manager replaces the previous one. */
export const sellerManager = link('seller_manager', ['seller_id', 'Hub'], ['manager_id', 'Manager'], {
  label: 'Manager of the hub',
  needs: { view, create: [create, update], update },
  extra: { manager: named },
  bulk: false,
});

export const sellerManufacturer = link(
  'seller_manufacturer',
  ['seller_id', 'Hub'],
  ['manufacturer_id', 'Manufacturer'],
  {
    label: 'Manufacturer of the hub',
    needs: { view, create: update, update },
    extra: { manufacturer: named },
  },
);
