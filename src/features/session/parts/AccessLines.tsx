import type { RecordName } from '#domain/records.ts';
import { RECORD_RIGHTS } from '#domain/records.ts';

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
function accessWords(permissions: readonly string[]): { sees: string[]; changes: string[]; does: string[] } {
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

const listed = (words: readonly string[]) => {
  const text = words.join(', ');
  return text === '' ? 'Nothing' : text.charAt(0).toUpperCase() + text.slice(1);
};

/** The rights in words. Undefined until they are loaded. A person without these rights uses the home and the game only, which need no right. */
export function AccessLines({ permissions }: { permissions: readonly string[] | undefined }) {
  const words = permissions && accessWords(permissions);
  if (words && Object.values(words).every((one) => one.length === 0))
    return <p className="mt-2 min-h-24 text-sm">Works with their home page and the game only.</p>;
  const lines = [
    ['Sees', words?.sees],
    ['Changes', words?.changes],
    ['Does', words?.does],
  ] as const;
  return (
    <dl className="mt-2 grid min-h-24 grid-cols-[5rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-sm">
      {lines.map(([title, of]) => (
        <div key={title} className="contents">
          <dt className="text-ink-faint">{title}</dt>
          <dd>{of && listed(of)}</dd>
        </div>
      ))}
    </dl>
  );
}
