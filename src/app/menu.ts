/** The sidebar's groups and links in the documents' order, each with its permission (SHELL-20 to SHELL-28, B10.3). */

import { isPlain } from '#client/server/shown.ts';
import type { Address } from '#crud/paths.ts';
import { isHubSide, type Permission } from '#domain/permissions.ts';
import { listOf, RECORD_RIGHTS, type RecordName } from '#domain/records.ts';
import { KINDS } from '#domain/transfer.ts';
import type { IconName } from '#ui/Icon.tsx';

export interface MenuLink {
  title: string;
  to: Address;
  needs: Permission | null;
  /** The small heading over it and its neighbours in a long group. */
  subhead?: string;
}

export interface MenuGroup {
  title: string;
  icon: IconName;
  needs: Permission;
  links: readonly MenuLink[];
}

const transferLink = (kind: keyof typeof KINDS): MenuLink => ({
  title: KINDS[kind].title,
  to: `/inventory/${KINDS[kind].type}/${KINDS[kind].direction}`,
  needs: KINDS[kind].permission,
});

/** The list of a plain model, for every role that may see its records. */
const list = (title: string, one: RecordName): MenuLink => ({
  title,
  to: listOf(one),
  needs: RECORD_RIGHTS[one].view,
});

const under = (head: { subhead: string }, links: readonly MenuLink[]) => links.map((link) => ({ ...link, ...head }));

export const MENU: readonly MenuGroup[] = [
  {
    title: 'Orders',
    icon: 'orders',
    needs: 'view_sidebar_orders',
    links: [
      { title: 'All Orders', to: '/order-groups', needs: 'view_orders' },
      { title: 'Pending Orders', to: '/pending-orders', needs: 'view_orders' },
      { title: 'Order Summary', to: '/order-summary', needs: 'view_orders' },
      { title: 'Order Reconciliation', to: '/order-reconciliation', needs: 'view_orders' },
      { title: 'Order Value Summary', to: '/order-value-summary', needs: 'view_orders' },
    ],
  },
  {
    title: 'Inventory',
    icon: 'warehouse',
    needs: 'view_sidebar_inventory',
    links: [
      ...under({ subhead: 'Catalogue' }, [
        list('Manufacturers', 'manufacturer'),
        list('Categories', 'category'),
        list('Brands', 'brand'),
        { title: 'Products', to: '/products', needs: 'view_products' },
      ]),
      ...under({ subhead: 'Stock' }, [
        { title: 'Purchase Orders', to: '/purchase-orders', needs: 'view_purchase_orders' },
        list('Warehouses', 'warehouse'),
      ]),
      ...under({ subhead: 'Transfers' }, [
        transferLink('stock_out'),
        transferLink('stock_in'),
        transferLink('shipment_in'),
        transferLink('shipment_out'),
      ]),
      ...under({ subhead: 'Checks' }, [
        { title: 'Reports', to: '/inventory/report', needs: 'view_warehouses' },
        // Our own links follow those of the documents.
        { title: 'Count', to: '/inventory/count', needs: 'count_stock' },
        { title: 'Stocktakes', to: '/inventory/stocktakes', needs: 'approve_stocktake' },
        { title: 'Discrepancies', to: '/discrepancies', needs: 'view_discrepancies' },
        { title: 'Claims', to: '/claims', needs: 'manage_claims' },
        { title: 'Running out', to: '/running-out', needs: 'view_cover' },
        { title: 'Expiring', to: '/expiring', needs: 'view_warehouses' },
        { title: 'Handovers', to: '/handovers', needs: 'view_handovers' },
      ]),
    ],
  },
  {
    title: 'Logistics',
    icon: 'truck',
    needs: 'view_sidebar_logistics',
    links: [
      list('Locations', 'location'),
      list('Areas', 'area'),
      { title: 'Fulfilment', to: '/order-fulfilment', needs: 'view_order_fulfilment' },
      list('Hubs', 'seller'),
      list('Distributors', 'distributor'),
    ],
  },
  {
    title: 'People',
    icon: 'people',
    needs: 'view_sidebar_people',
    links: [
      list('Retailers', 'buyer'),
      list('Managers', 'manager'),
      list('Sales Officers', 'sales_officer'),
      list('Distributor Officers', 'distributor_officer'),
      list('Agents', 'agent'),
    ],
  },
  {
    title: 'Reports',
    icon: 'chart',
    needs: 'view_sidebar_reports',
    links: [
      { title: 'Buyer Retention', to: '/report-buyer-retention', needs: 'view_reports' },
      { title: 'Buyer Reconciliation', to: '/report-buyer-reconciliation', needs: 'view_reports' },
      { title: 'DA Reconciliation', to: '/report-sales-officer-reconciliation', needs: 'view_reports' },
    ],
  },
  {
    title: 'More',
    icon: 'more',
    needs: 'view_sidebar_more',
    links: [
      list('Cohorts', 'cohort'),
      list('Store Types', 'store_type'),
      { title: 'Notifications', to: '/notification/wizard', needs: 'send_notification' },
      { title: 'Close-outs', to: '/close-outs', needs: 'view_close_outs' },
      { title: 'Config Wizard', to: '/config-wizard', needs: 'update_config' },
      { title: 'Game', to: '/game', needs: null },
    ],
  },
];

/** The groups and links that a person sees. A link needs its permission, a group its own permission and at least one link. */
export function menuFor(permissions: readonly string[]): MenuGroup[] {
  return MENU.filter((group) => permissions.includes(group.needs))
    .map((group) => ({
      ...group,
      links: group.links.filter(
        (link) => (link.needs === null || permissions.includes(link.needs)) && !(link.to === '/expiring' && isPlain()),
      ),
    }))
    .filter((group) => group.links.length > 0);
}

const FINGER_ICONS: Readonly<Record<string, IconName>> = {
  '/inventory/shipment/in': 'download',
  '/inventory/stock/out': 'upload',
  '/inventory/stock/in': 'giveBack',
  '/inventory/shipment/out': 'reject',
  '/inventory/count': 'count',
};

/**
 * The open sidebar: the groups, and above them single links. A touch device has the transfers, the count and the outbox as single links, in the order of
 * an officer's day. Its group Inventory leaves these links out.
 */
export function placesFor(
  permissions: readonly string[],
  byFinger: boolean,
): { first: MiniLink[]; groups: MenuGroup[] } {
  const groups = menuFor(permissions);
  if (!byFinger) return { first: [], groups };
  const links = groups.flatMap((group) => group.links);
  const first: MiniLink[] = Object.entries(FINGER_ICONS).flatMap(([to, icon]): MiniLink[] => {
    const link = links.find((one) => one.to === to);
    return link ? [{ title: link.title, to: link.to, icon }] : [];
  });
  if (first.length > 0) first.push({ title: 'Outbox', to: '/sync', icon: 'sync' });
  return {
    first,
    groups: groups
      .map((group) => ({ ...group, links: group.links.filter((link) => !(link.to in FINGER_ICONS)) }))
      .filter((group) => group.links.length > 0),
  };
}

export interface MiniLink {
  title: string;
  to: Address;
  icon: IconName;
}

/**
 * The links of the collapsed sidebar: Dashboard, and Buyers and Orders if the person may see them (SHELL-29, K29). A touch device has the transfers
 * between them, so that an officer changes to another kind with one press. Their icons differ from those of the groups, which stand below them.
 */
export function miniFor(permissions: readonly string[], byFinger = false): MiniLink[] {
  const groups = menuFor(permissions);
  const linkOf = (to: Address) => groups.flatMap((group) => group.links).find((link) => link.to === to);
  return [
    { title: byFinger ? 'Dashboard: Home' : 'Dashboard', to: '/', icon: 'home' },
    ...placesFor(permissions, byFinger).first,
    ...(linkOf('/buyers') ? [{ title: 'Buyers', to: '/buyers', icon: 'shop' } as const] : []),
    ...(linkOf('/order-groups') ? [{ title: 'Orders', to: '/order-groups', icon: 'basket' } as const] : []),
  ];
}

/** The places of the bar with short titles. `DESK_PLACES` has the order of an office role, `FLOOR_PLACES` the order of a role of a hub or a warehouse. */
const DESK_PLACES: readonly MiniLink[] = [
  { title: 'Orders', to: '/order-groups', icon: 'orders' },
  { title: 'Stock', to: '/purchase-orders', icon: 'warehouse' },
  { title: 'Retailers', to: '/buyers', icon: 'people' },
  { title: 'Products', to: '/products', icon: 'box' },
];
const FLOOR_PLACES: readonly MiniLink[] = [
  { title: 'Receive', to: '/inventory/shipment/in', icon: 'download' },
  { title: 'Issue', to: '/inventory/stock/out', icon: 'upload' },
  { title: 'Return', to: '/inventory/stock/in', icon: 'giveBack' },
  { title: 'Reject', to: '/inventory/shipment/out', icon: 'reject' },
  { title: 'Count', to: '/inventory/count', icon: 'count' },
  ...DESK_PLACES,
];

/** The number of places beside "More" in the bar of a phone, and of an upright tablet. */
const FIT = { phone: 4, tablet: 6 } as const;
export type BarOf = keyof typeof FIT;

/** The places in the bar of a phone or of an upright tablet: home, and the first ones that the person may open. */
export function barFor(role: string, permissions: readonly string[], of: BarOf = 'phone'): MiniLink[] {
  const links = menuFor(permissions).flatMap((group) => group.links);
  const isFloor = role === 'manager.warehouse_officer' || isHubSide(role);
  const places = (isFloor ? FLOOR_PLACES : DESK_PLACES).filter(({ to }) => links.some((link) => link.to === to));
  return [{ title: 'Home', to: '/' as const, icon: 'home' as const }, ...places].slice(0, FIT[of]);
}

/**
 * Whether the screen of an address shows the bar of places. A transfer and a count need the foot of a phone for their own keys; the bar of an upright tablet goes
 * with their first screens, and the desk that opens hides it. A form ends with its own buttons.
 */
export const hasPlaces = (path: string, of: BarOf = 'phone'): boolean =>
  !(of === 'phone' && /^\/inventory\/(shipment|stock|count)\b/.test(path)) && !/\/(create|signup|update)$/.test(path);

/** Screens without their own link in the menu, each with the link whose screen opens it. */
const WITHIN: Readonly<Record<string, Address>> = {
  '/webhooks': '/config-wizard',
  '/bank-credits': '/report-buyer-reconciliation',
  '/lots': '/expiring',
};

/** Whether the screen of this address belongs to a link of the menu. */
export function isIn(to: string, path: string): boolean {
  const here = WITHIN[`/${path.split('/')[1]}`] ?? path;
  return to === '/' ? here === '/' : here === to || here.startsWith(`${to}/`);
}

/** The groups of the menu that a place of the bar stands for. */
const GROUP_PLACES: Readonly<Record<string, Address>> = { Orders: '/order-groups', Inventory: '/purchase-orders' };

/** The place that an address belongs to: its own place, otherwise the place of its group. Empty: the screen belongs to "More". */
export function placeOf(places: readonly MiniLink[], path: string): string {
  const own = places.find(({ to }) => isIn(to, path));
  if (own) return own.to;
  const group = MENU.find(({ links }) => links.some(({ to }) => isIn(to, path)));
  const to = group && GROUP_PLACES[group.title];
  return places.find((place) => place.to === to)?.to ?? '';
}
