/** All models, one sorted line each, for the server, the tests and the offline copy. */
import { brand } from './catalogue/brand.ts';
import { category } from './catalogue/category.ts';
import { categoryProduct } from './catalogue/categoryProduct.ts';
import { manufacturer } from './catalogue/manufacturer.ts';
import { product } from './catalogue/product.ts';
import { productTag } from './catalogue/productTag.ts';
import { sellerProduct } from './catalogue/sellerProduct.ts';
import { storeType } from './catalogue/storeType.ts';
import type { Model } from './model.ts';
import { distributor } from './network/distributor.ts';
import { distributorProduct, distributorSeller } from './network/distributorLinks.ts';
import { location } from './network/location.ts';
import { seller } from './network/seller.ts';
import { sellerManager, sellerManufacturer } from './network/sellerLinks.ts';
import { order } from './orders/order.ts';
import { orderGroup } from './orders/orderGroup.ts';
import { agent } from './people/agent.ts';
import { area, locationArea, salesOfficerArea } from './people/area.ts';
import { buyer } from './people/buyer.ts';
import { cohort } from './people/cohort.ts';
import { distributorOfficer } from './people/distributorOfficer.ts';
import { manager } from './people/manager.ts';
import { routePlan } from './people/routePlan.ts';
import { salesOfficer } from './people/salesOfficer.ts';
import { purchaseOrder } from './purchasing/purchaseOrder.ts';
import { config } from './settings/config.ts';
import { warehouse } from './stock/warehouse.ts';

export const models: readonly Model[] = [
  agent,
  area,
  brand,
  buyer,
  category,
  categoryProduct,
  cohort,
  config,
  distributor,
  distributorOfficer,
  distributorProduct,
  distributorSeller,
  location,
  locationArea,
  manager,
  manufacturer,
  order,
  orderGroup,
  product,
  productTag,
  purchaseOrder,
  routePlan,
  salesOfficer,
  salesOfficerArea,
  seller,
  sellerManager,
  sellerManufacturer,
  sellerProduct,
  storeType,
  warehouse,
];
