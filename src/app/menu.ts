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
  /** The small heading above this link and its neighbours in a long group. */
  subhead?: string;
}

export interface MenuGroup {
  title: string;
  /** The list that the group of the folded menu leads to by one press (SHELL-29). */
  to?: Address;
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
    to: '/order-groups',
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
        { title: 'Running Out', to: '/running-out', needs: 'view_cover' },
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

export interface MiniLink {
  title: string;
  to: Address;
  icon: IconName;
  /** The shown word, a part of `title`. Absent: the whole title is shown. */
  word?: string;
}

/**
 * The places outside of the groups, each with its word and its icon. The open menu, the folded menu, the bar of a phone, the tiles behind "More" and
 * the command bar all take word and icon from here, so that a person recognises a place everywhere.
 */
const HOME: MiniLink = { title: 'Home', to: '/', icon: 'home' };
const FLOOR_PLACES: readonly MiniLink[] = [
  { title: 'Receive', to: '/inventory/shipment/in', icon: 'download' },
  { title: 'Issue', to: '/inventory/stock/out', icon: 'upload' },
  { title: 'Return', to: '/inventory/stock/in', icon: 'giveBack' },
  { title: 'Reject', to: '/inventory/shipment/out', icon: 'reject' },
  { title: 'Count', to: '/inventory/count', icon: 'count' },
];
const OUTBOX: MiniLink = { title: 'Outbox', to: '/sync', icon: 'sync' };
const OFFICE_PLACES: readonly MiniLink[] = [
  { title: 'Orders', to: '/order-groups', icon: 'orders' },
  { title: 'Retailers', to: '/buyers', icon: 'shop' },
  { title: 'Products', to: '/products', icon: 'box' },
  { title: 'Purchase Orders', to: '/purchase-orders', icon: 'swap' },
];

const placeAt = (to: Address) => [HOME, ...FLOOR_PLACES, OUTBOX, ...OFFICE_PLACES].find((place) => place.to === to);
const isOnFloor = ({ to }: MenuLink) => FLOOR_PLACES.some((place) => place.to === to);

/** The icon of a link: its own, otherwise the icon of its group. */
export const iconOf = ({ to }: MenuLink, group: MenuGroup): IconName => placeAt(to)?.icon ?? group.icon;

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
  const first = FLOOR_PLACES.flatMap(({ title: word, to, icon }): MiniLink[] => {
    const link = links.find((one) => one.to === to);
    return link ? [{ title: link.title, word, to, icon }] : [];
  });
  if (first.length > 0) first.push(OUTBOX);
  return {
    first,
    groups: groups
      .map((group) => ({ ...group, links: group.links.filter((link) => !isOnFloor(link)) }))
      .filter((group) => group.links.length > 0),
  };
}

/** Whether a person works on the floor of a hub or a warehouse, and not in the office. */
export const isOfFloor = (role: string): boolean => role === 'manager.warehouse_officer' || isHubSide(role);

/**
 * The collapsed sidebar (SHELL-29, K29): Dashboard, Buyers if the person may see them, and the groups of the open menu, of which Orders leads to its list by
 * one press. Behind the colon is the word of the open menu, which is shown. A touch device of the floor has the transfers as single links, so that an
 * officer changes to another kind with one press.
 */
export function miniFor(
  permissions: readonly string[],
  byFinger = false,
): { links: MiniLink[]; groups: readonly MenuGroup[] } {
  const { first, groups } = placesFor(permissions, byFinger);
  const mayOpen = (to: Address) => groups.some(({ links }) => links.some((link) => link.to === to));
  return {
    links: [
      { ...HOME, title: 'Dashboard: Home', word: 'Home' },
      ...first,
      ...OFFICE_PLACES.filter(({ to }) => to === '/buyers' && mayOpen(to)).map(
        (place): MiniLink => ({ ...place, title: 'Buyers: Retailers', word: place.title }),
      ),
    ],
    groups,
  };
}

/** The name of what "More" opens, and of its button. */
export const MORE_PLACES = 'More places';

/** The number of places beside "More" in the bar of a phone, and of an upright tablet. */
const FIT = { phone: 4, tablet: 6 } as const;
export type BarOf = keyof typeof FIT;

/**
 * The places in the bar of a phone or of an upright tablet: home, and the first ones that the person may open, in the order of the office or of the floor.
 * `more`: the other places, which are tiles behind "More".
 */
export function barFor(
  role: string,
  permissions: readonly string[],
  of: BarOf = 'phone',
): { places: MiniLink[]; more: MiniLink[] } {
  const links = menuFor(permissions).flatMap((group) => group.links);
  const floor = FLOOR_PLACES.filter(({ to }) => links.some((link) => link.to === to));
  const office = OFFICE_PLACES.filter(({ to }) => links.some((link) => link.to === to));
  const acts = floor.length > 0 ? [...floor, OUTBOX] : [];
  const isFloor = isOfFloor(role);
  // The header also leads to the outbox, so the bar has the outbox only if there is space. The bar of the office has no transfers, because only some
  // of them would fit.
  const places = [HOME, ...(isFloor ? floor : []), ...office, OUTBOX].slice(0, FIT[of]);
  const others = isFloor ? [...acts, ...office] : [...office, ...acts];
  return { places, more: others.filter((place) => !places.includes(place)) };
}

/**
 * Whether the screen of an address shows the bar of places. A form ends with its own buttons. The desk of a transfer or of a count needs the foot for its keys, and
 * hides the bar itself.
 */
export const hasPlaces = (path: string): boolean => !/\/(create|signup|update)$/.test(path);

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

/** The place that an address belongs to: its own place, otherwise the list of its group. Empty: the screen belongs to "More". */
export function placeOf(places: readonly MiniLink[], path: string): string {
  const own = places.find(({ to }) => isIn(to, path));
  if (own) return own.to;
  const group = MENU.find(({ links }) => links.some(({ to }) => isIn(to, path)));
  return places.find((place) => place.to === group?.to)?.to ?? '';
}
