/**
 * Every address of the app, as types: a misspelt link or route is a compiler error and adds nothing to the first load. The lists of plain models and the
 * links to their records follow from `domain/records.ts`.
 */
import type { WalletHead } from '#contract/wallet/walletCalls.ts';
import type { Permission } from '#domain/permissions.ts';
import { type ListOf, listOf, RECORD_RIGHTS, RECORDS, type RecordName } from '#domain/records.ts';

/** Lists with `create` (for people also `signup`) and `$id/update` below them. */
export type CrudList = ListOf<RecordName> | '/claims' | '/products' | '/purchase-orders';
/** Lists whose records have tabs. */
export type TabbedList = '/areas' | '/buyers' | '/distributor-officers' | '/distributors' | '/sales-officers';

/** The pattern of a screen's route. `$id` is the place of a value. */
export type ScreenPath =
  | '/'
  | '/choose-password'
  | '/register-passkey'
  | '/profile'
  | '/sync'
  | '/game'
  | '/bank-credits'
  | '/config-wizard'
  | '/webhooks'
  | '/notification/wizard'
  | CrudList
  | `${CrudList}/${'create' | 'signup'}`
  | `${CrudList}/$id/update`
  | `${TabbedList}/$id/$tab`
  | '/agents/report'
  | '/areas/$id'
  | '/categories/$id/products'
  | '/claims/$id'
  | '/close-outs'
  | '/close-outs/$id'
  | '/discrepancies'
  | '/discrepancies/trend'
  | '/distributors/$id/products'
  | '/expiring'
  | '/handovers'
  | '/inventory/count'
  | '/inventory/count/$id'
  | '/inventory/report'
  | '/inventory/stocktakes'
  | '/inventory/stocktakes/$id'
  | '/inventory/$type/$direction'
  | '/lots/$id'
  | '/order-fulfilment'
  | '/order-groups'
  | '/order-groups/$id'
  | '/order-reconciliation'
  | '/order-summary'
  | '/order-value-summary'
  | '/pending-orders'
  | '/products/choose'
  | '/products/history'
  | '/purchase-orders/$id'
  | '/report-buyer-retention'
  | '/report-buyer-reconciliation'
  | '/report-sales-officer-reconciliation'
  | '/running-out'
  | '/sales-officers/$id/buyers'
  | '/sellers/$id/manufacturers'
  | '/warehouses/$id/opening'
  | '/warehouses/$id/products';
/** Screens for people who are not signed in. */
export type PublicPath = '/login' | '/forgot-password' | '/reset-password';

/** A pattern with a text in place of each `$name`. */
type Filled<P extends string> = P extends `${infer Before}/$${string}/${infer Rest}`
  ? `${Before}/${string}${Filled<`/${Rest}`>}`
  : P extends `${infer Before}/$${string}`
    ? `${Before}/${string}`
    : P;

/** An address that a route matches, without its search: `/order-groups/6b1f…`. */
export type Address = Filled<ScreenPath> | PublicPath;

interface RecordLink {
  /** "Manager" */
  label: string;
  to: (id: string) => Address;
  needs: Permission;
  search?: { tab: string };
}

const form = (label: string, path: CrudList, needs: Permission): RecordLink => ({
  label,
  to: (id) => `${path}/${id}/update`,
  needs,
});

/** "store_type" gives "Store Type". */
const titleOf = (model: string): string =>
  model.replace(/(^|_)([a-z])/g, (_, before: string, letter: string) => (before && ' ') + letter.toUpperCase());

const forms = Object.fromEntries(
  (Object.keys(RECORDS) as RecordName[]).map((one) => [
    one,
    form(titleOf(one), listOf(one), RECORD_RIGHTS[one].update),
  ]),
);

/** The tab of a record's page that is looked at. Without it the address is the form, as the documents have it (decision 0370). */
export const OVERVIEW = { tab: 'overview' } as const;

/** The address of a record per model, and the permission for that screen: the form, unless the records have a page. */
export const RECORD_LINKS: Readonly<Record<string, RecordLink>> = {
  ...forms,
  agent: { ...form('Agent', '/agents', 'update_agent'), search: OVERVIEW },
  area: { label: 'Area', to: (id) => `/areas/${id}`, needs: 'view_areas' },
  buyer: { label: 'Retailer', to: (id) => `/buyers/${id}/orders`, needs: 'view_buyers' },
  claim: { label: 'Claim', to: (id) => `/claims/${id}`, needs: 'manage_claims' },
  order_group: { label: 'Order', to: (id) => `/order-groups/${id}`, needs: 'view_orders' },
  product: { ...form('Product', '/products', 'update_product'), search: OVERVIEW },
  purchase_order: { label: 'Purchase Order', to: (id) => `/purchase-orders/${id}`, needs: 'view_purchase_orders' },
  seller: { ...form('Hub', '/sellers', 'update_seller'), search: OVERVIEW },
  warehouse: { label: 'Warehouse', to: (id) => `/warehouses/${id}/products`, needs: 'view_warehouses' },
};

const WALLETS: Readonly<Record<WalletHead, TabbedList>> = {
  buyer: '/buyers',
  distributor: '/distributors',
  distributor_officer: '/distributor-officers',
  sales_officer: '/sales-officers',
};

/** The address of this owner's wallet. */
export const walletPath = ({ head, _id }: { head: WalletHead; _id: string }): Address =>
  `${WALLETS[head]}/${_id}/balance`;

export const isWalletHead = (model: string): model is WalletHead => Object.hasOwn(WALLETS, model);
