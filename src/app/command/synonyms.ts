/**
 * Further words by which the command bar finds an act, a verb, the act of a row of work or a screen, by its title. What people say is not always what a
 * button says.
 */
const SYNONYMS: Readonly<Record<string, string>> = {
  'Unpaid orders today': 'owing money debt',
  'Unpaid orders of all days': 'owing money debt',
  'Orders to deliver': 'pending',
  'Create a product': 'new add',
  'Create a purchase order': 'new add',
  'Sign up a retailer': 'new add create customer buyer shop',
  'Sign up a manager': 'new add create officer',
  'Send a notification': 'sms mail message',
  'Mark delivered': 'deliver delivery arrived',
  'Goods that run out first': 'low stock out of reorder runs empty',
  'Dark theme': 'night mode colour',
  'Light theme': 'day mode colour',
  'Theme as the system': 'dark light mode',
  'Show me around': 'tour help guide',
  Logout: 'sign out log out signout',
  'Receive from': 'goods in delivery',
  'Issue to': 'goods out give',
  'Return from': 'bring back',
  'Reject to': 'send back damaged',
  'Reset password of': 'forgot login',
  'Stock of': 'how many left inventory level',
  'Change price of': 'prices cost set edit',
  'Record payment of': 'pay paid money cash collect debt',
  'Record payment': 'pay paid money cash collect debt',
  'Take an order of': 'new create sell sale cart',
  'Count stock of': 'stocktake inventory adjust opening correct',
  'Route plan of': 'visits day week journey',
  Reconcile: 'difference wallet cash hand in',
  'Sales History': 'sold chart sales by month',
  Retailers: 'buyers customers shops stores',
  'Sales Officers': 'associates da reps delivery route plan',
  Hubs: 'sellers depots',
  Warehouses: 'stock stores depots',
  'Running out': 'to order reorder buy cover days left short',
  Expiring: 'lots expiry expired best before batch recall',
  'My Profile': 'account password permissions',
  Outbox: 'sync waiting to send offline',
  'DA Reconciliation': 'associates cash difference',
  'Buyer Reconciliation': 'retailers wallet difference',
  Reports: 'stock report worth',
};

/** The title with the further words. */
export const withSynonyms = (title: string): string => `${title} ${SYNONYMS[title] ?? ''}`;
