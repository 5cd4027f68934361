/** The three cards for a newcomer, by the person's rights. Pure functions, so that tests need no screen. */
import type { FIRST_WRITES } from '#client/firstHour.ts';
import type { Address } from '#crud/paths.ts';
import { isAssociate, managesHub, movesGoods } from '#domain/home.ts';
import { OWED, TAKING } from '#domain/order.ts';
import { can, isHubSide, type Permission, type Who } from '#domain/permissions.ts';
import { ALWAYS } from '#domain/time.ts';
import type { IconName } from '#ui/Icon.tsx';

export interface StartCard {
  key: string;
  /** The title, which begins with a verb. */
  title: string;
  text: string;
  icon: IconName;
  to: Address;
  search?: Readonly<Record<string, string>>;
  needs?: Permission;
  /**
   * What completes the card. `seen`: the person opened its screen. `received`: this tablet sent a completed transfer of the person. `installed`: the app
   * runs in a window of its own. A list of calls: the server accepted one of these writes.
   */
  by: 'seen' | 'received' | 'installed' | readonly (typeof FIRST_WRITES)[number][];
}

type Person = Pick<Who, 'role' | 'permissions'>;

const RECEIVE: StartCard = {
  key: 'receive',
  title: 'Receive a delivery',
  text: 'Choose who brings it, count what came, complete it.',
  icon: 'download',
  to: '/inventory/shipment/in',
  needs: 'create_shipment_in',
  by: 'received',
};
const DUE: StartCard = {
  key: 'due',
  title: 'See open transfers',
  text: 'What was ordered or started and is not completed yet.',
  icon: 'truck',
  to: '/purchase-orders',
  search: { tag: 'purchase_order' },
  needs: 'view_purchase_orders',
  by: 'seen',
};
const INSTALL: StartCard = {
  key: 'install',
  title: 'Install the app',
  text: 'The outbox shows what is not sent yet, and offers to install the app.',
  icon: 'screen',
  to: '/sync',
  by: 'installed',
};
const ORDER: StartCard = {
  key: 'order',
  title: 'Take an order',
  text: 'Choose a retailer, open the cart, add a product.',
  icon: 'orders',
  to: '/order-groups',
  search: TAKING,
  needs: 'buyer_cart',
  by: ['order_group_item/create'],
};
const FIND: StartCard = {
  key: 'find',
  title: 'Find a product',
  text: 'Its page has stock, prices and sales.',
  icon: 'search',
  to: '/products',
  needs: 'view_products',
  by: 'seen',
};
const REPORT: StartCard = {
  key: 'report',
  title: 'Read the stock report',
  text: 'What each hub holds, took in and gave out.',
  icon: 'chart',
  to: '/inventory/report',
  needs: 'view_warehouses',
  by: 'seen',
};
const OWING: StartCard = {
  key: 'owing',
  title: 'See who owes',
  text: 'The delivered and completed orders that are not paid, with their age.',
  icon: 'orders',
  to: '/order-groups',
  search: { ...OWED, from: ALWAYS },
  needs: 'view_orders',
  by: 'seen',
};
const DEPOSIT: StartCard = {
  key: 'deposit',
  title: 'Record a deposit',
  text: 'Choose a retailer, then the wallet, then Deposit.',
  icon: 'plus',
  to: '/buyers',
  needs: 'create_deposit',
  by: ['ledger_log/deposit', 'ledger_log/deposit_to'],
};
const RECONCILE: StartCard = {
  key: 'reconcile',
  title: 'Reconcile the wallets',
  text: 'See whose wallet differs. Debts outside orders come first.',
  icon: 'check',
  to: '/report-buyer-reconciliation',
  needs: 'view_reports',
  by: 'seen',
};
const RETAILER: StartCard = {
  key: 'retailer',
  title: 'Create a retailer',
  text: 'A name, a phone and a place are enough.',
  icon: 'shop',
  to: '/buyers/signup',
  needs: 'signup_buyer',
  by: ['buyer/signup'],
};
const WAITING: StartCard = {
  key: 'waiting',
  title: 'See what is to deliver',
  text: 'The orders that are not delivered yet, and for how long.',
  icon: 'truck',
  to: '/pending-orders',
  needs: 'view_orders',
  by: 'seen',
};
const SOLD: StartCard = {
  key: 'sold',
  title: 'See what was sold',
  text: 'The value of orders by day and by manufacturer.',
  icon: 'chart',
  to: '/order-value-summary',
  needs: 'view_orders',
  by: 'seen',
};
const ACCOUNT: StartCard = {
  key: 'account',
  title: 'Create an account',
  text: 'Give a colleague a role and a starter password.',
  icon: 'user',
  to: '/managers/signup',
  needs: 'signup_manager',
  by: ['manager/signup'],
};
const HUB: StartCard = {
  key: 'hub',
  title: 'Set up a hub',
  text: 'Its name, its place and who manages it.',
  icon: 'warehouse',
  to: '/sellers/create',
  needs: 'create_seller',
  by: ['seller/create'],
};
const CONFIG: StartCard = {
  key: 'config',
  title: 'Check the settings',
  text: 'The limits of counts and reversals, and the source of orders.',
  icon: 'filter',
  to: '/config-wizard',
  needs: 'update_config',
  by: 'seen',
};
const TAKE: StartCard = {
  key: 'take',
  title: 'Take goods from the hub',
  text: 'Read the code that the hub shows, also without a connection.',
  icon: 'camera',
  to: '/handovers',
  search: { take: 'on' },
  needs: 'take_handover',
  by: 'seen',
};
const DAY: StartCard = {
  key: 'day',
  title: 'See how a day is closed',
  text: 'The cash you took and the goods you bring back.',
  icon: 'check',
  to: '/close-outs',
  needs: 'view_close_outs',
  by: 'seen',
};
const AGENT: StartCard = {
  key: 'agent',
  title: 'Create an agent',
  text: 'Name, phone and bank account of a person who brings retailers.',
  icon: 'people',
  to: '/agents/signup',
  needs: 'signup_agent',
  by: 'seen',
};

const MOST = 3;

/** The cards in the order of a first day. */
function wishes(who: Person): StartCard[] {
  if (isAssociate(who)) return [TAKE, DAY, INSTALL];
  if (movesGoods(who)) return [RECEIVE, DUE, INSTALL];
  if (can(who, 'create_purchase_order')) return [ACCOUNT, HUB, CONFIG];
  if (managesHub(who) || isHubSide(who.role)) return [WAITING, FIND, SOLD];
  if (can(who, 'create_deposit')) return [OWING, DEPOSIT, RECONCILE];
  if (can(who, 'view_warehouses')) return [ORDER, FIND, REPORT];
  return [ORDER, RETAILER, WAITING, AGENT, FIND, INSTALL];
}

/** At most three cards, each for a screen that the person may open. */
export const startCards = (who: Person): StartCard[] =>
  wishes(who)
    .filter(({ needs }) => !needs || can(who, needs))
    .slice(0, MOST);

/** The facts about a person's first hour on this device. */
export interface StartFacts {
  /** Steps that were noted (client/firstHour.ts). */
  noted: readonly string[];
  received: boolean;
  installed: boolean;
}

export function isDone({ key, by }: StartCard, { noted, received, installed }: StartFacts): boolean {
  if (noted.includes(key)) return true;
  if (by === 'seen') return false;
  if (by === 'received') return received;
  if (by === 'installed') return installed;
  return by.some((path) => noted.includes(path));
}
