/** Links of a distributor: its hubs and its products (DIST-04, DIST-13, API.md 4.8). */
import { TRANSFER_PERMISSIONS } from '#domain/permissions.ts';
import { productRef } from '../catalogue/product.ts';
import { link } from '../link.ts';
import { named } from '../model.ts';
import { NEEDS } from '../needs.ts';

const { view, create, update } = NEEDS.distributor;

export const distributorSeller = link('distributor_seller', ['distributor_id', 'Distributor'], ['seller_id', 'Hub'], {
  label: 'Hub of the distributor',
  needs: { view, create: [create, update], update },
  extra: { seller: named },
  bulk: false,
});

export const distributorProduct = link(
  'distributor_product',
  ['distributor_id', 'Distributor'],
  ['product_id', 'Product'],
  {
    label: 'Product of the distributor',
    needs: { view, create: update, update },
    reads: [view, ...TRANSFER_PERMISSIONS],
    extra: { product: productRef },
  },
);
