/** The screens of the command bar: those of the menu, and those that only a button of another screen leads to. */
import { isPlain } from '#client/server/shown.ts';
import type { Address } from '#crud/paths.ts';
import type { Permission } from '#domain/permissions.ts';
import type { IconName } from '#ui/Icon.tsx';
import { iconOf, menuFor } from '../menu.ts';

interface Screen {
  key: string;
  title: string;
  note: string;
  icon: IconName;
  to: Address;
}

const screen = (to: Address, title: string, note: string, icon: IconName): Screen => ({
  key: to,
  title,
  note,
  icon,
  to,
});

/** The screens that the menu has no link to, because a button of another screen leads there, each with its right. */
const BEHIND_A_BUTTON: readonly (readonly [needs: Permission, screen: Screen])[] = [
  ['view_products', screen('/products/history', 'Sales History', 'Screen, Products', 'chart')],
  ['view_agents', screen('/agents/report', 'Agent Report', 'Screen, Agents', 'chart')],
];
/** The same, of our own server only. */
const BEHIND_A_BUTTON_OF_OURS: typeof BEHIND_A_BUTTON = [
  ['create_deposit', screen('/bank-credits', 'Bank Credits', 'Screen, Buyer Reconciliation', 'orders')],
  ['view_discrepancies', screen('/discrepancies/trend', 'Trend of Discrepancies', 'Screen, Discrepancies', 'chart')],
  ['update_config', screen('/webhooks', 'Webhooks', 'Screen, Config Wizard', 'more')],
];

/** The screens that this person may open. */
export function screensFor(permissions: readonly string[]): Screen[] {
  return [
    screen('/', 'Home', 'Screen', 'home'),
    screen('/profile', 'My Profile', 'Screen', 'user'),
    screen('/sync', 'Outbox', 'Screen', 'sync'),
    ...menuFor(permissions).flatMap((group) =>
      group.links.map((link) => screen(link.to, link.title, `Screen, ${group.title}`, iconOf(link, group))),
    ),
    ...[...BEHIND_A_BUTTON, ...(isPlain() ? [] : BEHIND_A_BUTTON_OF_OURS)].flatMap(([needs, one]) =>
      permissions.includes(needs) ? [one] : [],
    ),
  ];
}
