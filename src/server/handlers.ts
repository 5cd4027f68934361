/** All handlers of the server, by area: the generic calls of each resource and the special calls. */
import { models } from '#contract/index.ts';
import { signInMemory } from './auth/signInMemory.ts';
import type { Handler } from './calls/handler.ts';
import { catalogueHandlers } from './catalogue/catalogueHandlers.ts';
import {
  brandResource,
  categoryProductResource,
  categoryResource,
  manufacturerResource,
} from './catalogue/catalogueResources.ts';
import { productHandlers } from './catalogue/productHandlers.ts';
import { productResource } from './catalogue/productResource.ts';
import { productTagResource } from './catalogue/productTagResource.ts';
import { sellerProductResource } from './catalogue/sellerProductResource.ts';
import { closeOutHandlers } from './closeout/closeOutHandlers.ts';
import type { Config } from './config.ts';
import { homeFirstReads, homeHandlers } from './home/homeHandlers.ts';
import { notificationHandlers } from './messages/notificationHandlers.ts';
import { pushHandlers } from './messages/pushHandlers.ts';
import { serviceHandler } from './messages/serviceHandler.ts';
import { locationResource } from './network/locationResource.ts';
import { partyHandlers } from './network/partyHandlers.ts';
import {
  distributorProductResource,
  distributorSellerResource,
  sellerManagerResource,
  sellerManufacturerResource,
} from './network/partyLinkResources.ts';
import { distributorResource, sellerResource } from './network/partyResources.ts';
import { orderGroupResource } from './orders/orderGroupResource.ts';
import { orderHandlers } from './orders/orderHandlers.ts';
import { orderResource } from './orders/orderResource.ts';
import { historyHandler } from './orders/reports/historyHandler.ts';
import { reconciliationHandlers } from './orders/reports/reconciliationHandlers.ts';
import { weeksHandler } from './orders/reports/weeksHandler.ts';
import { agentHandlers } from './people/agentHandlers.ts';
import { agentResource } from './people/agentResource.ts';
import { areaHandlers } from './people/areaHandlers.ts';
import { areaResource, locationAreaResource, salesOfficerAreaResource } from './people/areaResources.ts';
import { buyerGlanceHandler } from './people/buyerGlance.ts';
import { buyerResource } from './people/buyerResource.ts';
import { cohortHandlers, cohortResource } from './people/cohortHandlers.ts';
import { distributorOfficerResource } from './people/distributorOfficerResource.ts';
import { managerResource } from './people/managerResource.ts';
import { retentionHandlers } from './people/retentionHandlers.ts';
import { routePlanHandlers, routePlanResource } from './people/routePlanHandlers.ts';
import { salesOfficerResource } from './people/salesOfficerResource.ts';
import { coverHandlers } from './purchasing/cover/coverHandlers.ts';
import { claimHandlers } from './purchasing/discrepancies/claimHandlers.ts';
import { claimResource } from './purchasing/discrepancies/claimResource.ts';
import { discrepancyHandlers } from './purchasing/discrepancies/discrepancyHandlers.ts';
import { purchasingHandlers } from './purchasing/purchaseOrderHandlers.ts';
import { purchaseOrderResource } from './purchasing/purchaseOrderResource.ts';
import { referenceHandlers } from './reference/referenceHandlers.ts';
import { modelHandlers } from './resources/modelHandlers.ts';
import { resource } from './resources/resource.ts';
import { namesHandler } from './search/namesHandler.ts';
import { searchHandler } from './search/searchHandler.ts';
import { bootstrapHandler } from './session/bootstrapHandler.ts';
import { deviceHandlers } from './session/deviceHandlers.ts';
import { importHandler } from './session/importHandler.ts';
import { passkeyHandlers } from './session/passkeyHandlers.ts';
import { passkeySignInHandlers } from './session/passkeySignIn.ts';
import { resetHandlers } from './session/passwordReset.ts';
import { sessionHandlers } from './session/sessionHandlers.ts';
import { signInHandler } from './session/signIn.ts';
import { syncHandlers } from './session/syncHandlers.ts';
import { tokenHandlers } from './session/tokenHandlers.ts';

import { configHandlers, configResource } from './settings/configHandlers.ts';
import { adjustHandlers } from './stock/adjustHandlers.ts';
import { lotHandlers } from './stock/lotHandlers.ts';
import { productStockHandlers } from './stock/productStockHandlers.ts';
import { reportHandlers } from './stock/reportHandlers.ts';
import { stockHandlers } from './stock/stockHandlers.ts';
import { stocktakeHandlers } from './stock/stocktake/stocktakeHandlers.ts';
import { warehouseResource } from './stock/warehouseResource.ts';
import { uploadHandlers } from './uploads/uploadHandlers.ts';
import { bankHandlers } from './wallet/bankHandlers.ts';
import { checkWalletsHandler } from './wallet/checkWallets.ts';
import { depositHandlers } from './wallet/depositHandlers.ts';
import { virtualAccountHandlers } from './wallet/virtualAccounts.ts';
import { walletHandlers } from './wallet/walletHandlers.ts';
import { webhookHandlers } from './webhooks/webhookHandlers.ts';

/** Models with rules, joins or columns of their own. */
const OWN_VIEWS = [
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
];

/** Resources with their own handlers file. */
const ORDER_VIEWS = [purchaseOrderResource, orderGroupResource, orderResource, claimResource];

const named = new Set([...OWN_VIEWS, ...ORDER_VIEWS, warehouseResource].map((own) => own.model.name));
const PLAIN_VIEWS = models.filter((model) => !named.has(model.name)).map((model) => resource(model));
/** In the order of search results. */
const VIEWS = [...OWN_VIEWS, ...PLAIN_VIEWS, warehouseResource];

/** The handlers of every call, one list for each area. */
export function allHandlers(config: Config): Handler[] {
  const memory = signInMemory(config.callsPerMinute);
  return [
    signInHandler(config, memory, homeFirstReads),
    ...passkeyHandlers(config),
    ...passkeySignInHandlers(config, memory),
    ...sessionHandlers(config.scryptCost),
    ...tokenHandlers,
    ...resetHandlers(config),
    ...deviceHandlers,
    ...homeHandlers,
    ...syncHandlers,
    bootstrapHandler([...VIEWS, ...ORDER_VIEWS]),
    searchHandler([...VIEWS, ...ORDER_VIEWS]),
    namesHandler(VIEWS),
    importHandler([...purchasingHandlers, ...stocktakeHandlers]),
    ...referenceHandlers,
    ...VIEWS.flatMap(modelHandlers),
    ...catalogueHandlers,
    ...partyHandlers,
    ...cohortHandlers,
    ...configHandlers,
    serviceHandler(config),
    ...webhookHandlers(config),
    ...productHandlers,
    historyHandler,
    weeksHandler,
    ...uploadHandlers(config),
    ...orderHandlers,
    ...retentionHandlers,
    buyerGlanceHandler,
    ...purchasingHandlers,
    ...coverHandlers,
    ...discrepancyHandlers,
    ...claimHandlers,
    ...closeOutHandlers,
    ...stockHandlers,
    ...productStockHandlers,
    ...lotHandlers,
    ...adjustHandlers,
    ...stocktakeHandlers,
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
