/** The acts of the command bar before anything is typed. */
import type { Permission } from '#domain/permissions.ts';
import type { Act } from './verbs.ts';

/** What people with this right do most, before they type. The first right that the person has counts. What needs a name asks for it. */
const DONE_MOST: readonly (readonly [Permission, ...string[]])[] = [
  ['update_config', 'Take an order of …', 'Record payment of …', 'Change price of …', 'Reset password of …'],
  ['create_shipment_in', 'Receive from …', 'Issue to …', 'Return from …', 'Reject to …'],
  ['create_deposit', 'Record payment of …', 'New Deposit for …', 'Statement of …', 'Owing retailers'],
  ['create_product', 'Take an order of …', 'Change price of …', 'Orders to deliver', 'Create a product'],
  ['buyer_cart', 'Take an order of …', 'Create a retailer', 'Orders to deliver', 'Owing retailers'],
  ['update_product', 'Change price of …', 'Orders to deliver', 'Orders today', 'Owing retailers'],
];

/** The acts of an empty bar: what the person does most, then the first ones that the person may do. */
export function firstActs(permissions: readonly string[], may: readonly Act[]): Act[] {
  const [, ...most] = DONE_MOST.find(([right]) => permissions.includes(right)) ?? ['view_orders'];
  const first = most.flatMap((title) => may.find((act) => act.title === title) ?? []);
  return [...first, ...may.filter(({ title }) => !first.some((one) => one.title === title))].slice(0, FIRST);
}
const FIRST = 4;
