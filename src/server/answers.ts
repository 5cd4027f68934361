/** Every answer of the server, by area: the generic calls of each view and the special calls. */
import type { Answer } from './answer.ts';
import { brandView, manufacturerView, productView, storeTypeView } from './catalogue/catalogueViews.ts';
import type { Config } from './config.ts';
import { modelAnswers } from './models/modelAnswers.ts';
import { distributorView, sellerView } from './network/partyViews.ts';
import { managerView } from './people/managerView.ts';
import { salesOfficerView } from './people/salesOfficerView.ts';
import { purchasingAnswers } from './purchasing/purchaseOrderAnswers.ts';
import { purchaseOrderView } from './purchasing/purchaseOrderView.ts';
import { referenceAnswers } from './reference/referenceAnswers.ts';
import { searchAnswer } from './search/searchAnswer.ts';
import { bootstrapAnswer } from './session/bootstrapAnswer.ts';
import { deviceAnswers } from './session/deviceAnswers.ts';
import { importAnswer } from './session/importAnswer.ts';
import { sessionAnswers } from './session/sessionAnswers.ts';
import { signInAnswer } from './session/signIn.ts';
import { syncAnswers } from './session/syncAnswers.ts';
import { adjustAnswers } from './stock/adjustAnswers.ts';
import { reportAnswers } from './stock/reportAnswers.ts';
import { stockAnswers } from './stock/stockAnswers.ts';
import { warehouseView } from './stock/warehouseView.ts';

/** Views of plain models; purchase_order's stands in its own answers. */
const VIEWS = [
  brandView,
  distributorView,
  managerView,
  manufacturerView,
  productView,
  salesOfficerView,
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
    searchAnswer([...VIEWS, purchaseOrderView]),
    importAnswer(purchasingAnswers),
    ...referenceAnswers,
    ...VIEWS.flatMap(modelAnswers),
    ...purchasingAnswers,
    ...stockAnswers,
    ...adjustAnswers,
    ...reportAnswers,
  ];
}
