/** The types of every address of the app. Only RECORD_LINKS and the wallet helpers exist at run time. A misspelt link or route is a compile error. */
import type { WalletHead } from '#contract/wallet/walletCalls.ts';
import type { Permission } from '#domain/permissions.ts';

/** Lists with `create` (for people `signup`) and `$id/update` below them. */
export type CrudList =
  | '/agents'
  | '/areas'
  | '/brands'
  | '/buyers'
  | '/categories'
  | '/cohorts'
  | '/distributor-officers'
  | '/distributors'
  | '/locations'
  | '/managers'
  | '/manufacturers'
  | '/products'
  | '/purchase-orders'
  | '/sales-officers'
  | '/sellers'
  | '/store-types'
  | '/warehouses';
/** Lists whose records have tabs. */
export type TabbedList = '/areas' | '/buyers' | '/distributor-officers' | '/distributors' | '/sales-officers';

/** The pattern of a screen's route; `$id` stands for a value. */
export type ScreenPath =
  | '/'
  | '/choose-password'
  | '/register-passkey'
  | '/profile'
  | '/sync'
  | '/game'
  | '/bank-credits'
  | '/config-wizard'
  | '/notification/wizard'
  | CrudList
  | `${CrudList}/${'create' | 'signup'}`
  | `${CrudList}/$id/update`
  | `${TabbedList}/$id/$tab`
  | '/agents/report'
  | '/areas/$id'
  | '/categories/$id/products'
  | '/distributors/$id/products'
  | '/inventory/report'
  | '/inventory/$type/$direction'
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

/** An address that some route matches, without its search: `/order-groups/6b1f…`. */
export type Address = Filled<ScreenPath> | PublicPath;

interface RecordLink {
  /** "Manager" */
  label: string;
  to: (id: string) => Address;
  needs: Permission;
}

const form = (label: string, path: CrudList, needs: Permission): RecordLink => ({
  label,
  to: (id) => `${path}/${id}/update`,
  needs,
});

/** The screen that shows a record of each model, and the permission that the screen needs. */
export const RECORD_LINKS: Readonly<Record<string, RecordLink>> = {
  agent: form('Agent', '/agents', 'update_agent'),
  area: { label: 'Area', to: (id) => `/areas/${id}`, needs: 'view_areas' },
  brand: form('Brand', '/brands', 'update_brand'),
  buyer: { label: 'Retailer', to: (id) => `/buyers/${id}/orders`, needs: 'view_buyers' },
  category: form('Category', '/categories', 'update_category'),
  cohort: form('Cohort', '/cohorts', 'update_cohort'),
  distributor: form('Distributor', '/distributors', 'update_distributor'),
  distributor_officer: form('Distributor Officer', '/distributor-officers', 'update_distributor_officer'),
  location: form('Location', '/locations', 'update_location'),
  manager: form('Manager', '/managers', 'update_manager'),
  manufacturer: form('Manufacturer', '/manufacturers', 'update_manufacturer'),
  order_group: { label: 'Order', to: (id) => `/order-groups/${id}`, needs: 'view_orders' },
  product: form('Product', '/products', 'update_product'),
  purchase_order: { label: 'Purchase Order', to: (id) => `/purchase-orders/${id}`, needs: 'view_purchase_orders' },
  sales_officer: form('Sales Officer', '/sales-officers', 'update_sales_officer'),
  seller: form('Hub', '/sellers', 'update_seller'),
  store_type: form('Store Type', '/store-types', 'update_store_type'),
  warehouse: { label: 'Warehouse', to: (id) => `/warehouses/${id}/products`, needs: 'view_warehouses' },
};

const WALLETS: Readonly<Record<WalletHead, TabbedList>> = {
  buyer: '/buyers',
  distributor: '/distributors',
  distributor_officer: '/distributor-officers',
  sales_officer: '/sales-officers',
};

/** The address of an owner's wallet. */
export const walletPath = ({ head, _id }: { head: WalletHead; _id: string }): Address =>
  `${WALLETS[head]}/${_id}/balance`;

export const isWalletHead = (model: string): model is WalletHead => Object.hasOwn(WALLETS, model);
