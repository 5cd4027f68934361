/** Every answer of the server, by area: the generic calls of each view and the special calls. */
import type { Handler } from './answer.ts';
import { catalogueHandlers } from './catalogue/catalogueAnswers.ts';
import {
  brandResource,
  categoryProductResource,
  categoryResource,
  manufacturerResource,
  storeTypeResource,
} from './catalogue/catalogueViews.ts';
import { historyHandler } from './catalogue/historyAnswer.ts';
import { productHandlers } from './catalogue/productAnswers.ts';
import { productTagResource } from './catalogue/productTagView.ts';
import { productResource } from './catalogue/productView.ts';
import { sellerProductResource } from './catalogue/sellerProductView.ts';
import type { Config } from './config.ts';
import { notificationHandlers } from './messages/notificationAnswers.ts';
import { pushHandlers } from './messages/pushAnswers.ts';
import { modelHandlers } from './models/modelAnswers.ts';
import { locationResource } from './network/locationView.ts';
import { partyHandlers } from './network/partyAnswers.ts';
import {
  distributorProductResource,
  distributorSellerResource,
  sellerManagerResource,
  sellerManufacturerResource,
} from './network/partyLinkViews.ts';
import { distributorResource, sellerResource } from './network/partyViews.ts';
import { orderHandlers } from './orders/orderAnswers.ts';
import { orderGroupResource } from './orders/orderGroupView.ts';
import { orderResource } from './orders/orderView.ts';
import { agentHandlers } from './people/agentAnswers.ts';
import { agentResource } from './people/agentView.ts';
import { areaHandlers } from './people/areaAnswers.ts';
import { areaResource, locationAreaResource, salesOfficerAreaResource } from './people/areaViews.ts';
import { buyerResource } from './people/buyerView.ts';
import { cohortHandlers, cohortResource } from './people/cohortAnswers.ts';
import { distributorOfficerResource } from './people/distributorOfficerView.ts';
import { managerResource } from './people/managerView.ts';
import { retentionHandlers } from './people/retentionAnswers.ts';
import { routePlanHandlers, routePlanResource } from './people/routePlanAnswers.ts';
import { salesOfficerResource } from './people/salesOfficerView.ts';
import { purchasingHandlers } from './purchasing/purchaseOrderAnswers.ts';
import { purchaseOrderResource } from './purchasing/purchaseOrderView.ts';
import { referenceHandlers } from './reference/referenceAnswers.ts';
import { searchHandler } from './search/searchAnswer.ts';
import { bootstrapHandler } from './session/bootstrapAnswer.ts';
import { deviceHandlers } from './session/deviceAnswers.ts';
import { importHandler } from './session/importAnswer.ts';
import { passkeyHandlers } from './session/passkeyAnswers.ts';
import { passkeySignInHandlers } from './session/passkeySignIn.ts';
import { resetHandlers } from './session/passwordReset.ts';
import { sessionHandlers } from './session/sessionAnswers.ts';
import { signInHandler } from './session/signIn.ts';
import { syncHandlers } from './session/syncAnswers.ts';
import { workHandler } from './session/workAnswer.ts';
import { configHandlers, configResource } from './settings/configAnswers.ts';
import { serviceHandler } from './settings/serviceAnswer.ts';
import { adjustHandlers } from './stock/adjustAnswers.ts';
import { reportHandlers } from './stock/reportAnswers.ts';
import { stockHandlers } from './stock/stockAnswers.ts';
import { warehouseResource } from './stock/warehouseView.ts';
import { uploadHandlers } from './uploads/uploadAnswers.ts';
import { bankHandlers } from './wallet/bankAnswers.ts';
import { checkWalletsHandler } from './wallet/checkWallets.ts';
import { depositHandlers } from './wallet/depositAnswers.ts';
import { reconciliationHandlers } from './wallet/reconciliationAnswers.ts';
import { virtualAccountHandlers } from './wallet/virtualAccounts.ts';
import { walletHandlers } from './wallet/walletAnswers.ts';

/** Views of plain models. */
const VIEWS = [
  agentResource,
  areaResource,
  brandResource,
  buyerResource,
  categoryProductResource,
  categoryResource,
  cohortResource,
  configResource,
  distributorOfficerResource,
  distributorProductResource,
  distributorSellerResource,
  distributorResource,
  locationAreaResource,
  locationResource,
  managerResource,
  manufacturerResource,
  productTagResource,
  productResource,
  routePlanResource,
  salesOfficerAreaResource,
  salesOfficerResource,
  sellerManagerResource,
  sellerManufacturerResource,
  sellerProductResource,
  sellerResource,
  storeTypeResource,
  warehouseResource,
];

/** Those that stand in their own answers. */
const ORDER_VIEWS = [purchaseOrderResource, orderGroupResource, orderResource];

export function allHandlers(config: Config): Handler[] {
  return [
    signInHandler(config),
    ...passkeyHandlers(config),
    ...passkeySignInHandlers(config),
    ...sessionHandlers(config.scryptCost),
    ...resetHandlers(config),
    ...deviceHandlers,
    workHandler,
    ...syncHandlers,
    bootstrapHandler([...VIEWS, ...ORDER_VIEWS]),
    searchHandler([...VIEWS, ...ORDER_VIEWS]),
    importHandler(purchasingHandlers),
    ...referenceHandlers,
    ...VIEWS.flatMap(modelHandlers),
    ...catalogueHandlers,
    ...partyHandlers,
    ...cohortHandlers,
    ...configHandlers,
    serviceHandler(config),
    ...productHandlers,
    historyHandler,
    ...uploadHandlers(config),
    ...orderHandlers,
    ...retentionHandlers,
    ...purchasingHandlers,
    ...stockHandlers,
    ...adjustHandlers,
    ...reportHandlers,
    ...depositHandlers,
    ...reconciliationHandlers,
    ...agentHandlers,
    ...areaHandlers,
    ...routePlanHandlers,
    ...notificationHandlers(config),
    ...pushHandlers(config),
    ...virtualAccountHandlers(config),
    ...bankHandlers(config),
    ...walletHandlers,
    checkWalletsHandler,
  ];
}
