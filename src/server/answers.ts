/** Every answer of the server, by area: the generic calls of each view and the special calls. */
import type { Answer } from './answer.ts';
import { catalogueAnswers } from './catalogue/catalogueAnswers.ts';
import {
  brandView,
  categoryProductView,
  categoryView,
  manufacturerView,
  storeTypeView,
} from './catalogue/catalogueViews.ts';
import { historyAnswer } from './catalogue/historyAnswer.ts';
import { productAnswers } from './catalogue/productAnswers.ts';
import { productTagView } from './catalogue/productTagView.ts';
import { productView } from './catalogue/productView.ts';
import { sellerProductView } from './catalogue/sellerProductView.ts';
import type { Config } from './config.ts';
import { notificationAnswers } from './messages/notificationAnswers.ts';
import { pushAnswers } from './messages/pushAnswers.ts';
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
import { orderAnswers } from './orders/orderAnswers.ts';
import { orderGroupView } from './orders/orderGroupView.ts';
import { orderView } from './orders/orderView.ts';
import { agentAnswers } from './people/agentAnswers.ts';
import { agentView } from './people/agentView.ts';
import { areaAnswers } from './people/areaAnswers.ts';
import { areaView, locationAreaView, salesOfficerAreaView } from './people/areaViews.ts';
import { buyerView } from './people/buyerView.ts';
import { cohortAnswers, cohortView } from './people/cohortAnswers.ts';
import { distributorOfficerView } from './people/distributorOfficerView.ts';
import { managerView } from './people/managerView.ts';
import { retentionAnswers } from './people/retentionAnswers.ts';
import { routePlanAnswers, routePlanView } from './people/routePlanAnswers.ts';
import { salesOfficerView } from './people/salesOfficerView.ts';
import { purchasingAnswers } from './purchasing/purchaseOrderAnswers.ts';
import { purchaseOrderView } from './purchasing/purchaseOrderView.ts';
import { referenceAnswers } from './reference/referenceAnswers.ts';
import { searchAnswer } from './search/searchAnswer.ts';
import { bootstrapAnswer } from './session/bootstrapAnswer.ts';
import { deviceAnswers } from './session/deviceAnswers.ts';
import { importAnswer } from './session/importAnswer.ts';
import { passkeyAnswers } from './session/passkeyAnswers.ts';
import { passkeySignInAnswers } from './session/passkeySignIn.ts';
import { resetAnswers } from './session/passwordReset.ts';
import { sessionAnswers } from './session/sessionAnswers.ts';
import { signInAnswer } from './session/signIn.ts';
import { syncAnswers } from './session/syncAnswers.ts';
import { workAnswer } from './session/workAnswer.ts';
import { configAnswers, configView } from './settings/configAnswers.ts';
import { serviceAnswer } from './settings/serviceAnswer.ts';
import { adjustAnswers } from './stock/adjustAnswers.ts';
import { reportAnswers } from './stock/reportAnswers.ts';
import { stockAnswers } from './stock/stockAnswers.ts';
import { warehouseView } from './stock/warehouseView.ts';
import { uploadAnswers } from './uploads/uploadAnswers.ts';
import { bankAnswers } from './wallet/bankAnswers.ts';
import { checkWalletsAnswer } from './wallet/checkWallets.ts';
import { depositAnswers } from './wallet/depositAnswers.ts';
import { reconciliationAnswers } from './wallet/reconciliationAnswers.ts';
import { virtualAccountAnswers } from './wallet/virtualAccounts.ts';
import { walletAnswers } from './wallet/walletAnswers.ts';

/** Views of plain models. */
const VIEWS = [
  agentView,
  areaView,
  brandView,
  buyerView,
  categoryProductView,
  categoryView,
  cohortView,
  configView,
  distributorOfficerView,
  distributorProductView,
  distributorSellerView,
  distributorView,
  locationAreaView,
  locationView,
  managerView,
  manufacturerView,
  productTagView,
  productView,
  routePlanView,
  salesOfficerAreaView,
  salesOfficerView,
  sellerManagerView,
  sellerManufacturerView,
  sellerProductView,
  sellerView,
  storeTypeView,
  warehouseView,
];

/** Those that stand in their own answers. */
const ORDER_VIEWS = [purchaseOrderView, orderGroupView, orderView];

export function allAnswers(config: Config): Answer[] {
  return [
    signInAnswer(config),
    ...passkeyAnswers(config),
    ...passkeySignInAnswers(config),
    ...sessionAnswers(config.scryptCost),
    ...resetAnswers(config),
    ...deviceAnswers,
    workAnswer,
    ...syncAnswers,
    bootstrapAnswer([...VIEWS, ...ORDER_VIEWS]),
    searchAnswer([...VIEWS, ...ORDER_VIEWS]),
    importAnswer(purchasingAnswers),
    ...referenceAnswers,
    ...VIEWS.flatMap(modelAnswers),
    ...catalogueAnswers,
    ...partyAnswers,
    ...cohortAnswers,
    ...configAnswers,
    serviceAnswer(config),
    ...productAnswers,
    historyAnswer,
    ...uploadAnswers(config),
    ...orderAnswers,
    ...retentionAnswers,
    ...purchasingAnswers,
    ...stockAnswers,
    ...adjustAnswers,
    ...reportAnswers,
    ...depositAnswers,
    ...reconciliationAnswers,
    ...agentAnswers,
    ...areaAnswers,
    ...routePlanAnswers,
    ...notificationAnswers(config),
    ...pushAnswers(config),
    ...virtualAccountAnswers(config),
    ...bankAnswers(config),
    ...walletAnswers,
    checkWalletsAnswer,
  ];
}
