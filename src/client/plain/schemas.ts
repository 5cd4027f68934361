/** The shape of each answer, by the path of its call. */
import * as v from 'valibot';
import * as history from '#contract/catalogue/historyCalls.ts';
import * as products from '#contract/catalogue/productCalls.ts';
import { upload } from '#contract/catalogue/uploadCalls.ts';
import * as messages from '#contract/messages/notificationCalls.ts';
import { type Model, rowSchema } from '#contract/model.ts';
import * as all from '#contract/models.ts';
import * as fulfilment from '#contract/orders/fulfilmentCalls.ts';
import * as orders from '#contract/orders/orderCalls.ts';
import * as orderItems from '#contract/orders/orderItemCalls.ts';
import * as orderReads from '#contract/orders/orderReadCalls.ts';
import * as orderReports from '#contract/orders/orderReportCalls.ts';
import * as agents from '#contract/people/agentCalls.ts';
import * as retention from '#contract/people/retentionCalls.ts';
import * as routePlans from '#contract/people/routePlanCalls.ts';
import * as purchasing from '#contract/purchasing/purchasingCalls.ts';
import * as devices from '#contract/session/deviceCalls.ts';
import * as reference from '#contract/session/referenceCalls.ts';
import * as config from '#contract/settings/configCalls.ts';
import * as stock from '#contract/stock/stockCalls.ts';
import * as deposits from '#contract/wallet/depositCalls.ts';
import * as reconciliation from '#contract/wallet/reconciliationCalls.ts';
import * as wallets from '#contract/wallet/walletCalls.ts';

const MODELS = new Map<string, Model>(Object.values(all).map((model: Model) => [model.name, model]));

export const modelOf = (name: string): Model | undefined => MODELS.get(name);

const isCall = (one: unknown): one is { path: string; output: v.GenericSchema } =>
  typeof one === 'object' && one !== null && 'path' in one && 'output' in one && typeof one.path === 'string';

const OUTPUTS = new Map<string, v.GenericSchema>([
  ['upload/upload', upload],
  ...[
    history,
    products,
    messages,
    fulfilment,
    orders,
    orderItems,
    orderReads,
    orderReports,
    agents,
    retention,
    routePlans,
    purchasing,
  ]
    .flatMap((area) => Object.values<unknown>(area))
    .concat(
      [devices, reference, config, stock, deposits, reconciliation, wallets].flatMap((area) =>
        Object.values<unknown>(area),
      ),
    )
    .filter(isCall)
    .map((call): [string, v.GenericSchema] => [call.path, call.output]),
]);

const rows = new Map<string, v.GenericSchema>();
/** The schema of a row of this model; null: no such model. */
export function rowOf(name: string): v.GenericSchema | null {
  const model = MODELS.get(name);
  if (!model) return null;
  const known = rows.get(name) ?? rowSchema(model);
  rows.set(name, known);
  return known;
}

/** The schema of a call's answer; null: the contract promises nothing about it. */
export function outputOf(path: string): v.GenericSchema | null {
  const own = OUTPUTS.get(
    path
      .replace(/^buyer\/order_retention_.*/, 'buyer/order_retention_{kind}')
      .replace(/^states\/.+\/lgas$/, 'states/{state}/lgas'),
  );
  if (own) return own;
  const [name = '', call = ''] = path.split('/');
  const row = rowOf(name);
  if (!row) return null;
  if (call === 'read') return v.tuple([row]);
  if (call === 'read_by_ref') return row;
  return call.startsWith('read_') ? v.array(row) : null;
}
