/** The verbs and acts of the command bar, each with its address and right. `synonyms.ts` has the further words that find them. */
import { type Address, OVERVIEW } from '#crud/paths.ts';
import type { FoundRecord } from '#domain/found.ts';
import { OWED } from '#domain/order.ts';
import type { Permission } from '#domain/permissions.ts';
import { ALWAYS, dateInput } from '#domain/time.ts';
import type { IconName } from '#ui/Icon.tsx';

export interface Act {
  title: string;
  note: string;
  icon: IconName;
  to: Address;
  search?: Record<string, string>;
  /** The text that the bar continues with. The act needs a name, so the bar asks for one instead of opening `to`. */
  asks?: string;
  /** The act that is done instead of opening `to`. */
  does?: 'dark' | 'light' | 'system' | 'tour' | 'logout';
}

/** An act about one record: the verb, and the models whose records complete the sentence. */
export interface Verb {
  /** "Receive from" */
  verb: string;
  icon: IconName;
  models: readonly string[];
  needs: Permission;
  act: (record: FoundRecord) => { to: Address; search?: Record<string, string> };
  /** The address of the verb without a record. The screen asks for the record; if no screen does, the bar asks (`whose`). */
  alone: Address;
  aloneSearch?: Record<string, string>;
  note: string;
  /** The question of the bar for the name: "Type the name of the retailer". */
  whose?: string;
  /** The act is offered only after the words of its verb. The name alone finds the record, which is the same page. */
  spoken?: true;
}

const UNPAID = { payment: 'unpaid', from: 'open', to: 'open' };
const OWING = { ...OWED, from: 'open', to: 'open' };

export const VERBS: readonly Verb[] = [
  {
    verb: 'Receive from',
    icon: 'download',
    models: ['distributor'],
    needs: 'create_shipment_in',
    act: ({ _id }) => ({ to: '/inventory/shipment/in', search: { party: _id } }),
    alone: '/inventory/shipment/in',
    note: 'Receive Shipment',
  },
  {
    verb: 'Issue to',
    icon: 'upload',
    models: ['sales_officer'],
    needs: 'create_stock_out',
    act: ({ _id }) => ({ to: '/inventory/stock/out', search: { party: _id } }),
    alone: '/inventory/stock/out',
    note: 'Issue Stock',
  },
  {
    verb: 'Return from',
    icon: 'giveBack',
    models: ['sales_officer'],
    needs: 'create_stock_in',
    act: ({ _id }) => ({ to: '/inventory/stock/in', search: { party: _id } }),
    alone: '/inventory/stock/in',
    note: 'Return Stock',
  },
  {
    verb: 'Reject to',
    icon: 'reject',
    models: ['distributor'],
    needs: 'create_shipment_out',
    act: ({ _id }) => ({ to: '/inventory/shipment/out', search: { party: _id } }),
    alone: '/inventory/shipment/out',
    note: 'Reject Shipment',
  },
  {
    verb: 'Unpaid orders of',
    icon: 'orders',
    models: ['buyer'],
    needs: 'view_orders',
    act: ({ title }) => ({ to: '/order-groups', search: { ...UNPAID, search: title } }),
    alone: '/order-groups',
    note: 'Retailer',
    whose: 'Type the name of the retailer',
  },
  {
    verb: 'Reset password of',
    icon: 'key',
    models: ['manager'],
    needs: 'signup_manager',
    act: ({ _id }) => ({ to: `/managers/${_id}/update`, search: { act: 'password' } }),
    alone: '/managers',
    note: 'A temporary password to hand over',
    whose: 'Type the name of the person',
  },
  {
    verb: 'Reset password of',
    icon: 'key',
    models: ['sales_officer'],
    needs: 'signup_sales_officer',
    act: ({ _id }) => ({ to: `/sales-officers/${_id}/update`, search: { act: 'password' } }),
    alone: '/sales-officers',
    note: 'A temporary password to hand over',
    whose: 'Type the name of the person',
  },
  {
    verb: 'Stock of',
    icon: 'box',
    models: ['product'],
    needs: 'view_products',
    act: ({ _id }) => ({ to: `/products/${_id}/update`, search: OVERVIEW }),
    alone: '/products',
    note: 'Product',
    whose: 'Type the name of the product',
    spoken: true,
  },
  {
    verb: 'Stock of',
    icon: 'warehouse',
    models: ['warehouse'],
    needs: 'view_warehouses',
    act: ({ _id }) => ({ to: `/warehouses/${_id}/products` }),
    alone: '/warehouses',
    note: 'Warehouse',
    whose: 'Type the name of the hub',
    spoken: true,
  },
  {
    verb: 'Change price of',
    icon: 'edit',
    models: ['product'],
    needs: 'update_product',
    act: ({ _id }) => ({ to: `/products/${_id}/update`, search: OVERVIEW }),
    alone: '/products',
    note: 'Prices by hub',
    whose: 'Type the name of the product',
    spoken: true,
  },
  {
    verb: 'Record payment of',
    icon: 'orders',
    models: ['buyer'],
    needs: 'update_order',
    act: ({ title }) => ({ to: '/order-groups', search: { ...OWING, search: title } }),
    alone: '/order-groups',
    aloneSearch: OWING,
    note: 'Orders that are not paid in full',
    spoken: true,
  },
  {
    verb: 'Take an order of',
    icon: 'plus',
    models: ['buyer'],
    needs: 'buyer_cart',
    act: ({ _id }) => ({ to: `/buyers/${_id}/cart` }),
    alone: '/buyers',
    note: 'Cart',
    whose: 'Type the name of the retailer',
    spoken: true,
  },
  {
    verb: 'Count stock of',
    icon: 'edit',
    models: ['warehouse'],
    needs: 'adjust_stock',
    act: ({ _id }) => ({ to: `/warehouses/${_id}/opening` }),
    alone: '/warehouses',
    note: 'Warehouse',
    whose: 'Type the name of the hub',
    spoken: true,
  },
  {
    verb: 'Route plan of',
    icon: 'truck',
    models: ['sales_officer'],
    needs: 'update_category',
    act: ({ _id }) => ({ to: `/sales-officers/${_id}/buyers` }),
    alone: '/sales-officers',
    note: 'Sales Officer',
    whose: 'Type the name of the associate',
    spoken: true,
  },
];

/** An act without a record. `needs` null: everybody may do it. */
export interface Plain extends Act {
  needs: Permission | null;
}

const here = (does: NonNullable<Act['does']>, title: string, icon: IconName): Plain => ({
  title,
  note: 'This device',
  icon,
  to: '/',
  does,
  needs: null,
});
/** The acts of the user menu. */
const ON_THIS_DEVICE: readonly Plain[] = [
  here('dark', 'Dark theme', 'moon'),
  here('light', 'Light theme', 'sun'),
  here('system', 'Theme as the system', 'screen'),
  here('tour', 'Show me around', 'pin'),
  here('logout', 'Logout', 'logout'),
];

/** Lists whose columns dialog can be opened directly: title, screen, address and right. */
const EXPORTS: readonly (readonly [string, string, Plain['to'], Permission])[] = [
  ['Export orders', 'All Orders', '/order-groups', 'view_orders'],
  ['Export products', 'Products', '/products', 'view_products'],
  ['Export retailers', 'Retailers', '/buyers', 'view_buyers'],
  ['Export purchase orders', 'Purchase Orders', '/purchase-orders', 'view_purchase_orders'],
  ['Export warehouses', 'Warehouses', '/warehouses', 'view_warehouses'],
  ['Export sales officers', 'Sales Officers', '/sales-officers', 'view_sales_officers'],
  ['Export managers', 'Managers', '/managers', 'view_managers'],
];

/** `now` in epoch seconds. */
export const plainActs = (now: number): readonly Plain[] => {
  const today = dateInput(now);
  return [
    {
      title: 'Unpaid orders today',
      note: 'Orders',
      icon: 'orders',
      to: '/order-groups',
      search: { payment: 'unpaid', from: today, to: today },
      needs: 'view_orders',
    },
    {
      title: 'Unpaid orders of all days',
      note: 'Orders',
      icon: 'orders',
      to: '/order-groups',
      search: UNPAID,
      needs: 'view_orders',
    },
    {
      title: 'Orders to deliver',
      note: 'Orders',
      icon: 'truck',
      to: '/pending-orders',
      needs: 'view_orders',
    },
    {
      title: 'Owing retailers',
      note: 'Orders, the delivered and completed ones that are not paid',
      icon: 'orders',
      to: '/order-groups',
      search: { ...OWED, from: ALWAYS },
      needs: 'view_orders',
    },
    {
      title: 'Paid orders today',
      note: 'Orders',
      icon: 'orders',
      to: '/order-groups',
      search: { payment: 'paid', from: today, to: today },
      needs: 'view_orders',
    },
    {
      title: 'Create a product',
      note: 'Products',
      icon: 'plus',
      to: '/products/create',
      needs: 'create_product',
    },
    {
      title: 'Create a purchase order',
      note: 'Purchase Orders',
      icon: 'plus',
      to: '/purchase-orders/create',
      needs: 'create_purchase_order',
    },
    {
      title: 'Sign up a retailer',
      note: 'Retailers',
      icon: 'plus',
      to: '/buyers/signup',
      needs: 'signup_buyer',
    },
    {
      title: 'Sign up a manager',
      note: 'Managers',
      icon: 'plus',
      to: '/managers/signup',
      needs: 'signup_manager',
    },
    {
      title: 'Send a notification',
      note: 'Notifications',
      icon: 'phone',
      to: '/notification/wizard',
      needs: 'send_notification',
    },
    {
      title: 'Mark delivered',
      note: 'Pending Orders',
      icon: 'truck',
      to: '/pending-orders',
      needs: 'update_order_tag',
    },
    ...EXPORTS.map(
      ([title, note, to, needs]): Plain => ({ title, note, icon: 'download', to, search: { act: 'export' }, needs }),
    ),
    { title: 'Goods that run out first', note: 'Home', icon: 'box', to: '/', needs: 'view_warehouses' },
    ...ON_THIS_DEVICE,
  ];
};
