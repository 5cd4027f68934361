/** The acts of the command bar that are about no record, each with its address and right. */
import { MONTH_NAMES } from '#domain/months.ts';
import { OWED } from '#domain/order.ts';
import type { Permission } from '#domain/permissions.ts';
import { listOf, RECORD_RIGHTS, RECORDS, type RecordName } from '#domain/records.ts';
import { rolesWith } from '#domain/rolesWith.ts';
import { ALWAYS, DAY, dateInput } from '#domain/time.ts';
import { KINDS, type WizardKind } from '#domain/transfer.ts';
import type { IconName } from '#ui/Icon.tsx';
import { type Act, UNPAID } from './verbs.ts';

/** An act without a record. `needs` null: everybody may do it. */
export interface Plain extends Act {
  needs: Permission | null;
  /** Who has this right has the act itself, and is not offered the list in its place. */
  unless?: Permission;
  /** Offered only if this month is named. */
  month?: string;
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
  here('shortcuts', 'Keyboard shortcuts', 'key'),
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

/** Plain records that the bar creates: the record, the act and the title of its list. */
const CREATES: readonly (readonly [RecordName, title: string, note: string])[] = [
  ['buyer', 'Create a retailer', 'Retailers'],
  ['manager', 'Create a manager', 'Managers'],
  ['sales_officer', 'Create a sales officer', 'Sales Officers'],
  ['distributor_officer', 'Create a distributor officer', 'Distributor Officers'],
  ['agent', 'Create an agent', 'Agents'],
  ['seller', 'Create a hub', 'Hubs'],
  ['distributor', 'Create a distributor', 'Distributors'],
  ['warehouse', 'Create a warehouse', 'Warehouses'],
  ['brand', 'Create a brand', 'Brands'],
  ['manufacturer', 'Create a manufacturer', 'Manufacturers'],
  ['category', 'Create a category', 'Categories'],
  ['area', 'Create an area', 'Areas'],
  ['location', 'Create a location', 'Locations'],
  ['cohort', 'Create a cohort', 'Cohorts'],
  ['store_type', 'Create a store type', 'Store Types'],
];

/** Orders by their days: the title, and how many days ago the first and the last day are. */
const ORDERS_OF: readonly (readonly [title: string, first: number, last: number])[] = [
  ['Orders today', 0, 0],
  ['Orders yesterday', 1, 1],
  ['Orders of the last 7 days', 6, 0],
  ['Orders of the last 30 days', 29, 0],
];

/** Orders of one tag, of all days. */
const ORDERS_WITH: readonly (readonly [title: string, tag: string])[] = [
  ['Open carts', 'draft'],
  ['Completed orders', 'completed'],
  ['Delivered orders', 'delivered'],
  ['Cancelled orders', 'cancelled'],
];

/** The transfers of each kind, for people who read them and do not book them. */
const BOOKED: readonly (readonly [WizardKind, title: string])[] = [
  ['stock_in', 'All returned'],
  ['stock_out', 'All issued'],
  ['shipment_in', 'All received'],
  ['shipment_out', 'All rejected'],
];

function bookedActs(): Plain[] {
  return BOOKED.map(([kind, title]) => {
    const { label, source, destination, permission, icon } = { icon: 'swap' as const, ...KINDS[kind] };
    return {
      ...{ title, icon, to: '/purchase-orders', needs: 'view_purchase_orders', unless: permission },
      note: `${label}, booked by ${rolesWith([permission]).join(', ')}`,
      search: { source_type: source, destination_type: destination },
    };
  });
}

/** The orders of each of the last twelve months, this one first. */
function monthActs(now: number): Plain[] {
  const [year = 0, month = 0] = dateInput(now).split('-').map(Number);
  return Array.from({ length: 12 }, (_, back): Plain => {
    const first = new Date(Date.UTC(year, month - 1 - back, 1));
    const last = new Date(Date.UTC(year, month - back, 0));
    const [from, to] = [first, last].map((day) => day.toISOString().slice(0, 10)) as [string, string];
    const name = MONTH_NAMES[first.getUTCMonth()] ?? '';
    return {
      ...{
        title: `Orders of ${name} ${first.getUTCFullYear()}`,
        note: 'All Orders',
        icon: 'orders',
        to: '/order-groups',
      },
      ...{ search: { from, to }, needs: 'view_orders', month: name.toLowerCase() },
    };
  });
}

/** `now` in epoch seconds. */
export const plainActs = (now: number): readonly Plain[] => {
  const today = dateInput(now);
  const dayBefore = (days: number) => dateInput(now - days * DAY);
  return [
    ...ORDERS_OF.map(
      ([title, first, last]): Plain => ({
        ...{ title, note: 'All Orders', icon: 'orders', to: '/order-groups', needs: 'view_orders' },
        search: { from: dayBefore(first), to: dayBefore(last) },
      }),
    ),
    ...ORDERS_WITH.map(
      ([title, tag]): Plain => ({
        ...{ title, note: 'All Orders', icon: 'orders', to: '/order-groups', needs: 'view_orders' },
        search: { tag, from: ALWAYS },
      }),
    ),
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
      online: true,
    },
    {
      title: 'Create a purchase order',
      note: 'Purchase Orders',
      icon: 'plus',
      to: '/purchase-orders/create',
      needs: 'create_purchase_order',
      online: true,
    },
    ...CREATES.map(([one, title, note]): Plain => {
      const to = `${listOf(one)}/${RECORDS[one].add}` as const;
      return { title, note, icon: 'plus', to, needs: RECORD_RIGHTS[one].create, online: true };
    }),
    {
      title: 'Send a notification',
      note: 'Notifications',
      icon: 'phone',
      to: '/notification/wizard',
      needs: 'send_notification',
      online: true,
    },
    {
      title: 'Mark delivered',
      note: 'Pending Orders',
      icon: 'truck',
      to: '/pending-orders',
      needs: 'update_order_tag',
      online: true,
    },
    ...EXPORTS.map(([title, note, to, needs]): Plain => {
      const search = { act: 'export' };
      return { title, note, icon: 'download', to, search, needs, online: true };
    }),
    ...bookedActs(),
    { title: 'Goods that run out first', note: 'Home', icon: 'box', to: '/', needs: 'view_warehouses' },
    ...ON_THIS_DEVICE,
    ...monthActs(now),
  ];
};
