/** Rights in words: what a person has, and what a screen needs. */
import type { Permission } from '#domain/matrix.ts';
import { RECORD_RIGHTS, RECORDS, type RecordName } from '#domain/records.ts';
import { rolesWith } from '#domain/rolesWith.ts';

/** The words that screens use for the records of a right. */
const RECORD_WORDS: Readonly<Record<RecordName, string>> = {
  agent: 'agents',
  area: 'areas',
  brand: 'brands',
  buyer: 'retailers',
  category: 'categories',
  cohort: 'cohorts',
  distributor: 'distributors',
  distributor_officer: 'distributor officers',
  location: 'locations',
  manager: 'managers',
  manufacturer: 'manufacturers',
  sales_officer: 'sales officers',
  seller: 'hubs',
  store_type: 'store types',
  warehouse: 'warehouses',
};

/** Other rights in words. Missing rights only open a part of the menu, or are included in another right. */
const SEES: Readonly<Record<string, string>> = {
  view_orders: 'orders',
  view_purchase_orders: 'purchase orders',
  view_products: 'products',
  view_warehouse_logs: 'movements of stock',
  view_discrepancies: 'discrepancies',
  view_cover: 'goods that run out',
  view_handovers: 'handovers',
  view_close_outs: 'close-outs',
  view_order_fulfilment: 'fulfilment',
  view_reports: 'reports',
  view_audit_log: 'who changed what',
};
const CHANGES: Readonly<Record<string, string>> = {
  update_product: 'products and prices',
  update_order: 'orders and their payments',
  update_purchase_order: 'purchase orders',
  update_config: 'the configuration',
};
const DOES: Readonly<Record<string, string>> = {
  create_shipment_in: 'receives shipments',
  create_stock_out: 'issues stock',
  create_stock_in: 'takes returns',
  create_shipment_out: 'rejects shipments',
  execute_purchase_order: 'completes purchase orders',
  update_order_tag: 'delivers and completes orders',
  buyer_cart: 'takes orders for retailers',
  create_deposit: 'records and takes back deposits',
  close_day: 'closes days',
  reopen_day: 'opens closed days again',
  count_stock: 'counts stock',
  adjust_stock: 'corrects stock',
  approve_stocktake: 'approves stocktakes',
  reverse_transfer: 'reverses receipts',
  approve_reversal: 'approves reversals',
  manage_claims: 'claims from suppliers',
  order_goods: 'orders goods that run out',
  take_handover: 'takes goods over by code',
  settle_handover: 'ends handovers',
  send_notification: 'sends notifications',
};

/** The rights in three lines: what the person sees, changes and does. */
export function accessWords(permissions: readonly string[]): { sees: string[]; changes: string[]; does: string[] } {
  const records = Object.keys(RECORD_WORDS) as RecordName[];
  const has = (right: string) => permissions.includes(right);
  const words = (of: Readonly<Record<string, string>>) =>
    Object.entries(of).flatMap(([right, word]) => (has(right) ? [word] : []));
  return {
    sees: [...words(SEES), ...records.filter((one) => has(RECORD_RIGHTS[one].view)).map((one) => RECORD_WORDS[one])],
    changes: [
      ...words(CHANGES),
      ...records.filter((one) => has(RECORD_RIGHTS[one].update)).map((one) => RECORD_WORDS[one]),
    ],
    does: words(DOES),
  };
}

/** "receives shipments" is "receive shipments" after "may". */
const asVerb = (does: string) => does.replace(/^(\w+)s\b/, '$1').replace(/ and (\w+)s\b/, ' and $1');

/** What the right allows, after "may": "see purchase orders". */
function mayWords(right: Permission): string {
  if (SEES[right]) return `see ${SEES[right]}`;
  if (CHANGES[right]) return `change ${CHANGES[right]}`;
  if (DOES[right]) return asVerb(DOES[right]);
  const named = (Object.keys(RECORDS) as RecordName[]).find((one) =>
    Object.values<string>(RECORD_RIGHTS[one]).includes(right),
  );
  if (named) {
    const { view, create } = RECORD_RIGHTS[named];
    return `${right === view ? 'see' : right === create ? 'create' : 'change'} ${RECORD_WORDS[named]}`;
  }
  return OTHERS[right] ?? '';
}

/** Rights that the lines above do not name, because they go with another right. */
const OTHERS: Readonly<Record<string, string>> = {
  create_product: 'create products',
  create_purchase_order: 'create purchase orders',
  create_order: 'take orders for retailers',
  signup_area: 'create areas',
  signup_brand: 'create brands',
  view_order: 'see orders',
};

/** What opens a screen that needs one of these rights, and whose roles have it. Both are empty if nobody gets such a right by a role. */
export function neededWords(needs: readonly Permission[]): { may: string; roles: string[] } {
  const may = [...new Set(needs.map(mayWords))].filter(Boolean).join(' or ');
  return { may, roles: rolesWith(needs) };
}
