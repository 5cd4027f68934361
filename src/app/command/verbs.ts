/** The verbs of the command bar, each with its address and right. `synonyms.ts` has the further words that find them. */
import { type Address, OVERVIEW, walletPath } from '#crud/paths.ts';
import type { FoundRecord } from '#domain/found.ts';
import { OWED, TAKING } from '#domain/order.ts';
import type { Permission } from '#domain/permissions.ts';
import { listOf } from '#domain/records.ts';
import type { IconName } from '#ui/Icon.tsx';

export interface Act {
  title: string;
  note: string;
  icon: IconName;
  to: Address;
  search?: Record<string, string>;
  /** The text that the bar continues with. The act needs a name, so the bar asks for one instead of opening `to`. */
  asks?: string;
  /** The phone number that is dialled, beside opening `to`. */
  dials?: string;
  /** The act that is done instead of opening `to`. */
  does?: 'dark' | 'light' | 'system' | 'tour' | 'shortcuts' | 'logout';
  /** The act needs the server, and is not offered without it. */
  online?: true;
  /** The text names only the record and no verb, so the record itself comes first. */
  isByName?: true;
}

/** An act about one record: the verb, and the models whose records complete the sentence. */
export interface Verb {
  /** "Receive from" */
  verb: string;
  icon: IconName;
  models: readonly string[];
  needs: Permission;
  act: (record: FoundRecord) => { to: Address; search?: Record<string, string>; dials?: string };
  /** The address of the verb without a record. The screen asks for the record; if no screen does, the bar asks (`whose`). */
  alone: Address;
  aloneSearch?: Record<string, string>;
  note: string;
  /** The question of the bar for the name: "Type the name of the retailer". */
  whose?: string;
  /** The act needs the server, and is not offered without it. */
  online?: true;
  /** A transfer: the words after its verb may also name goods and a figure, and its first screen asks for the party. */
  takesGoods?: true;
  /** A payment: the words after its verb may also name an amount. `unused`: its form does not take the amount over. */
  takesAmount?: true | 'unused';
  /** A further word of the verb may also stand between two names: "milo price wuse". */
  isAnywhere?: true;
  /** Further words that mean the verb beside a name: "hauwa owes", "hauwa paid 20000". */
  aliases?: readonly string[];
  /** Only records whose title begins with the words count, because an order is also found by the name of its retailer. */
  byTitle?: true;
  /** The act is about a debt: who owes comes first, with the amount. */
  ofDebt?: true;
  /** The act is what a person who calls wants, so a phone number alone offers it. */
  ofCall?: true;
  /** The act is offered only after the words of its verb. The name alone finds the record, which is the same page. */
  spoken?: true;
}

export const UNPAID = { payment: 'unpaid', from: 'open', to: 'open' };
const OWING = { ...OWED, from: 'open', to: 'open' };
const OWES = ['owe', 'owes', 'owed', 'owing', 'debt', 'debts'];
const PAYS = ['pay', 'pays', 'paid', 'paying', 'payment'];

/** allVerbs.ts has them all. */
export const MOST_VERBS: readonly Verb[] = [
  {
    verb: 'Receive from',
    icon: 'download',
    models: ['distributor'],
    needs: 'create_shipment_in',
    act: ({ _id }) => ({ to: '/inventory/shipment/in', search: { party: _id } }),
    alone: '/inventory/shipment/in',
    note: 'Receive Shipment',
    takesGoods: true,
  },
  {
    verb: 'Issue to',
    icon: 'upload',
    models: ['sales_officer'],
    needs: 'create_stock_out',
    act: ({ _id }) => ({ to: '/inventory/stock/out', search: { party: _id } }),
    alone: '/inventory/stock/out',
    note: 'Issue Stock',
    takesGoods: true,
  },
  {
    verb: 'Return from',
    icon: 'giveBack',
    models: ['sales_officer'],
    needs: 'create_stock_in',
    act: ({ _id }) => ({ to: '/inventory/stock/in', search: { party: _id } }),
    alone: '/inventory/stock/in',
    note: 'Return Stock',
    takesGoods: true,
  },
  {
    verb: 'Reject to',
    icon: 'reject',
    models: ['distributor'],
    needs: 'create_shipment_out',
    act: ({ _id }) => ({ to: '/inventory/shipment/out', search: { party: _id } }),
    alone: '/inventory/shipment/out',
    note: 'Reject Shipment',
    takesGoods: true,
  },
  {
    verb: 'Statement of',
    icon: 'orders',
    models: ['buyer'],
    needs: 'view_buyers',
    act: ({ _id }) => ({ to: `/buyers/${_id}/balance` }),
    alone: '/buyers',
    note: 'What the retailer owes',
    ofDebt: true,
    whose: 'Type the name of the retailer or the associate',
    aliases: [...OWES, 'balance', 'wallet', 'reconcile'],
    spoken: true,
  },
  {
    verb: 'Statement of',
    icon: 'orders',
    models: ['sales_officer'],
    needs: 'view_sales_officers',
    act: ({ _id }) => ({ to: `/sales-officers/${_id}/balance` }),
    alone: '/sales-officers',
    note: 'What the associate owes',
    whose: 'Type the name of the retailer or the associate',
    aliases: [...OWES, 'balance', 'cash', 'wallet', 'reconcile'],
    spoken: true,
  },
  {
    verb: 'Unpaid orders of',
    ofDebt: true,
    icon: 'orders',
    models: ['buyer'],
    aliases: OWES,
    needs: 'view_orders',
    act: ({ title }) => ({ to: '/order-groups', search: { ...UNPAID, search: title } }),
    alone: '/order-groups',
    note: 'Retailer',
    whose: 'Type the name of the retailer',
  },
  {
    verb: 'Print order',
    icon: 'print',
    models: ['order_group'],
    needs: 'view_orders',
    act: ({ _id }) => ({ to: `/order-groups/${_id}`, search: { act: 'print' } }),
    alone: '/order-groups',
    note: 'Order',
    whose: 'Type the number of the order or the name of the retailer',
    spoken: true,
  },
  {
    verb: 'Reset password of',
    icon: 'key',
    models: ['manager'],
    needs: 'signup_manager',
    act: ({ _id }) => ({ to: `/managers/${_id}/update`, search: { act: 'password' } }),
    alone: '/managers',
    note: 'A starter password to hand over',
    whose: 'Type the name of the person',
    online: true,
  },
  {
    verb: 'Reset password of',
    icon: 'key',
    models: ['sales_officer'],
    needs: 'signup_sales_officer',
    act: ({ _id }) => ({ to: `/sales-officers/${_id}/update`, search: { act: 'password' } }),
    alone: '/sales-officers',
    note: 'A starter password to hand over',
    whose: 'Type the name of the person',
    online: true,
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
    act: ({ _id }) => ({ to: `/products/${_id}/update`, search: { ...OVERVIEW, act: 'price' } }),
    alone: '/products',
    note: 'Prices by hub',
    whose: 'Type the name of the product',
    online: true,
    aliases: ['price', 'prices'],
    isAnywhere: true,
    spoken: true,
  },
  {
    verb: 'Record payment of',
    icon: 'orders',
    models: ['buyer'],
    ofDebt: true,
    needs: 'update_order',
    // Where one order is owed for, the list opens its form at once.
    act: ({ _id, title }) => ({ to: '/order-groups', search: { ...OWING, search: title, act: 'payment', buyer: _id } }),
    alone: '/order-groups',
    aloneSearch: OWING,
    note: 'Orders that are not paid in full',
    online: true,
    takesAmount: true,
    aliases: PAYS,
    spoken: true,
  },
  {
    verb: 'Record payment of',
    icon: 'orders',
    models: ['order_group'],
    needs: 'update_order',
    act: ({ _id }) => ({ to: `/order-groups/${_id}`, search: { act: 'payment' } }),
    alone: '/order-groups',
    aloneSearch: OWING,
    note: 'Orders that are not paid in full',
    online: true,
    takesAmount: true,
    byTitle: true,
    aliases: PAYS,
    spoken: true,
  },
  {
    verb: 'Take an order of',
    aliases: ['cart', 'sell'],
    icon: 'plus',
    models: ['buyer'],
    needs: 'buyer_cart',
    act: ({ _id }) => ({ to: `/buyers/${_id}/cart`, search: TAKING }),
    alone: '/buyers',
    note: 'Cart',
    whose: 'Type the name of the retailer',
    online: true,
    ofCall: true,
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
  // The wallet's own button asks for the sum (LED-04).
  ...(['buyer', 'sales_officer'] as const).map(
    (head): Verb => ({
      verb: 'New Deposit for',
      icon: 'orders',
      models: [head],
      needs: 'create_deposit',
      act: ({ _id }) => ({ to: walletPath({ head, _id }) }),
      alone: listOf(head),
      note: 'Wallet',
      takesAmount: 'unused',
      whose: 'Type the name of the retailer or the associate',
      online: true,
      spoken: true,
    }),
  ),
];
