/** Every answer of the server, by area: the generic calls of each view and the special calls. */
import type { Answer } from './answer.ts';
import { catalogueAnswers } from './catalogue/catalogueAnswers.ts';
import {
  brandView,
  categoryProductView,
  categoryView,
  manufacturerView,
  productView,
  storeTypeView,
} from './catalogue/catalogueViews.ts';
import type { Config } from './config.ts';
import { modelAnswers } from './models/modelAnswers.ts';
import { locationView } from './network/locationView.ts';
import { partyAnswers } from './network/partyAnswers.ts';
import {
  distributorProductView,
  distributorSellerView,
  sellerManagerView,
  sellerManufacturerView,
} from './network/partyLinkViews.ts';
import { distributorView, sellerView } from './network/partyViews.ts';
import { distributorOfficerView } from './people/distributorOfficerView.ts';
import { managerView } from './people/managerView.ts';
import { salesOfficerView } from './people/salesOfficerView.ts';
import { purchasingAnswers } from './purchasing/purchaseOrderAnswers.ts';
import { purchaseOrderView } from './purchasing/purchaseOrderView.ts';
import { referenceAnswers } from './reference/referenceAnswers.ts';
import { bootstrapAnswer } from './session/bootstrapAnswer.ts';
import { deviceAnswers } from './session/deviceAnswers.ts';
import { sessionAnswers } from './session/sessionAnswers.ts';
import { signInAnswer } from './session/signIn.ts';
import { syncAnswers } from './session/syncAnswers.ts';
import { reportAnswers } from './stock/reportAnswers.ts';
import { stockAnswers } from './stock/stockAnswers.ts';
import { warehouseView } from './stock/warehouseView.ts';
import { walletAnswers } from './wallet/walletAnswers.ts';

/** Views of plain models; purchase_order's stands in its own answers. */
const VIEWS = [
  brandView,
  categoryProductView,
  categoryView,
  distributorOfficerView,
  distributorProductView,
  distributorSellerView,
  distributorView,
  locationView,
  managerView,
  manufacturerView,
  productView,
  salesOfficerView,
  sellerManagerView,
  sellerManufacturerView,
  sellerView,
  storeTypeView,
  warehouseView,
];

export function allAnswers(config: Config): Answer[] {
  return [
    signInAnswer(config.scryptCost),
    ...sessionAnswers(config.scryptCost),
    ...deviceAnswers,
    ...syncAnswers,
    bootstrapAnswer([...VIEWS, purchaseOrderView]),
    ...referenceAnswers,
    ...VIEWS.flatMap(modelAnswers),
    ...catalogueAnswers,
    ...partyAnswers,
    ...purchasingAnswers,
    ...stockAnswers,
    ...reportAnswers,
    ...walletAnswers,
  ];
}
