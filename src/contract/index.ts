/** Every model, one sorted line each: data for the server, the tests and the offline copy. */
import { brand } from './catalogue/brand.ts';
import { category } from './catalogue/category.ts';
import { categoryProduct } from './catalogue/categoryProduct.ts';
import { manufacturer } from './catalogue/manufacturer.ts';
import { product } from './catalogue/product.ts';
import { storeType } from './catalogue/storeType.ts';
import type { Model } from './model.ts';
import { distributor } from './network/distributor.ts';
import { distributorProduct, distributorSeller } from './network/distributorLinks.ts';
import { location } from './network/location.ts';
import { seller } from './network/seller.ts';
import { sellerManager, sellerManufacturer } from './network/sellerLinks.ts';
import { distributorOfficer } from './people/distributorOfficer.ts';
import { manager } from './people/manager.ts';
import { salesOfficer } from './people/salesOfficer.ts';
import { purchaseOrder } from './purchasing/purchaseOrder.ts';
import { warehouse } from './stock/warehouse.ts';

export const models: readonly Model[] = [
  brand,
  category,
  categoryProduct,
  distributor,
  distributorOfficer,
  distributorProduct,
  distributorSeller,
  location,
  manager,
  manufacturer,
  product,
  purchaseOrder,
  salesOfficer,
  seller,
  sellerManager,
  sellerManufacturer,
  storeType,
  warehouse,
];
