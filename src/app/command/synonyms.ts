import { searchable } from '#domain/text.ts';

/**
 * Further words that find an act, a verb, the act of a row of work or a screen. Each list belongs to a title, because people do not always use the words
 * of a button.
 */
export const SYNONYMS: Readonly<Record<string, string>> = {
  'Print order': 'invoice bill receipt waybill paper',
  'History of': 'audit log changed change edited activity trail who',
  'Fee or discount of': 'charge service rebate reduction delivery',
  'Keyboard shortcuts': 'hotkeys keys',
  'Reject Shipment': 'rejected returns to supplier',
  'All returned': 'return returns stock back transfer',
  'All issued': 'issue transfer stock give load move',
  'All received': 'receive receiving shipment stock transfer',
  'All rejected': 'reject rejection shipment transfer',
  Home: 'start dashboard overview work tasks deliver deliveries route visits',
  'Cancelled orders': 'voided void deleted',
  'Open carts': 'draft orders not finished unfinished',
  'Orders of the last 30 days': 'this month sales sold',
  'Orders yesterday': 'sales sold',
  'Orders today': 'sales sold',
  'All Orders': 'edit change cancel refund print an order refund returned',
  'Orders of the last 7 days': 'this week sales sold',
  'Unpaid orders today': 'owing money debt',
  'Unpaid orders of all days': 'owing money debt',
  'Orders to deliver': 'deliveries delivery pending late waiting',
  'Owing retailers':
    'owe owes debtors debt money buyers customers who most outstanding receivables credit overdue late aging ageing arrears',
  'Create a product': 'goods item sku',
  'Create a purchase order': 'po buy supplier order goods from supplier purchase',
  'Create a retailer': 'sign up signup register customer buyer shop',
  'Create a manager': 'sign up signup officer user account staff colleague employee worker',
  'Create a sales officer': 'sign up signup associate da rep driver',
  'Create an agent': 'sign up signup',
  'Create a hub': 'seller depot',
  'Create a distributor': 'supplier',
  'Send a notification': 'sms mail message push broadcast announce promo promotion offer',
  'Export orders': 'download excel file',
  'Export products': 'download excel file',
  'Export retailers': 'download excel file buyers customers',
  'Export purchase orders': 'download excel file',
  'Export warehouses': 'download excel file',
  'Export sales officers': 'download excel file associates',
  'Export managers': 'download excel file',
  'Mark delivered': 'deliver delivery arrived',
  'Goods that run out first': 'low stock out of reorder runs empty',
  'Dark theme': 'night mode colour',
  'Light theme': 'day mode colour',
  'Theme as the system': 'dark light mode',
  'Show me around': 'tour help guide',
  Logout: 'sign out log out signout',
  'Receive from': 'goods in delivery truck arrived unload offload scan',
  'Issue to': 'goods out give load van move transfer stock',
  'Return from': 'bring back take back',
  'Reject to': 'send back damaged broken goods expired rejected',
  'Reset password of': 'forgot login',
  'Statement of': 'owe owes debt wallet balance account ledger',
  'Stock of': 'how many left inventory level',
  'Change price of': 'prices cost set edit',
  'Record payment of': 'pay paid money cash collect debt',
  'Record payment': 'pay paid money cash collect debt owe owes owing',
  'Take an order of': 'new create make place sell sale cart',
  'Count stock of': 'stocktake inventory adjust opening correct',
  'Route plan of': 'visits day week journey',
  'New Deposit for': 'record deposit pay in hand in cash wallet credit',
  'New Deposit': 'reconcile difference wallet cash hand in',
  'Sales History': 'sold chart sales by month best sellers top selling products',
  Products:
    'goods items sku catalogue price list barcode upload prices import csv find bulk edit pictures minimum order mpu',
  Manufacturers: 'makers producers companies',
  'Purchase Orders': 'transfers po receipts receive supplier buy incoming goods',
  'Pending Orders': 'deliveries delivery to deliver open not delivered',
  'Order Summary': 'sold goods sales report by distributor hub retailer top customers buyers',
  'Order Value Summary': 'sales report turnover revenue by hub',
  'Order Reconciliation': 'check wallet of an order',
  Stocktakes: 'count counting stock take inventory differences audit',
  Count: 'stocktake stock take inventory scan barcode',
  Discrepancies: 'short over damaged missing goods difference receipt delivery wrong broken shortage missing',
  'Trend of Discrepancies': 'short over damaged by product supplier',
  Claims: 'credit note supplier damaged short',
  Handovers: 'hand over goods codes qr',
  Fulfilment: 'deliveries visits who ordered today route',
  Distributors: 'suppliers supplier vendors',
  Locations: 'places towns state lga',
  Areas: 'territories zones territory',
  Agents: 'referrals referred',
  'Agent Report': 'referrals sign ups',
  Managers:
    'users accounts staff logins permissions roles rights office block deactivate delete remove user colleagues employees lost phone tablet device devices',
  'Buyer Retention': 'loyal returning lost inactive customers retailers',
  'Bank Credits': 'statement upload bank transfer kept unmatched match',
  'Close-outs': 'close day end of day cash handed in sign associate declare remit remittance closeout closing',
  Notifications: 'sms message push mail broadcast announce',
  Cohorts: 'groups of retailers segments',
  'Store Types': 'kinds of shops',
  Webhooks: 'events programs integration',
  Retailers: 'buyers customers shops stores find move phone numbers contacts addresses',
  'Sales Officers': 'associates da reps delivery route plan drivers riders lost phone tablet device devices',
  Hubs: 'sellers depots',
  Warehouses: 'stock hub stores depots',
  'Running Out':
    'low stock out of to order reorder buy cover days left short lead time safety days rules expected goods settings',
  Expiring: 'lots expiry expired best before batch recall',
  'My Profile':
    'account change password passkey two factor 2fa security api token sounds density vibration permissions sessions',
  Outbox: 'sync waiting to send not sent unsent offline pending changes synced unsynced',
  'DA Reconciliation': 'associates cash difference owe hand in',
  'Buyer Reconciliation': 'retailers wallet balance debt difference statement',
  Reports: 'inventory stock report worth value slow dead moving excel',
  'Config Wizard':
    'settings setup options preferences configuration recount reversal limits launch date source of orders',
};

/** The title followed by its further words. */
export const withSynonyms = (title: string): string => [title, ...furtherWords(title)].join(' ');
/** "Orders of October 2026" */
const MONTH = /^Orders of \p{L}+ \d{4}$/u;
const furtherWords = (title: string): string[] =>
  [
    SYNONYMS[title] ?? '',
    title.startsWith('Create ') ? 'new add make' : '',
    MONTH.test(title) ? 'sales sold' : '',
  ].filter(Boolean);

/** "orders" and "order", "categories" and "category" are one word. */
const stemOf = (word: string): string =>
  word.length < 4 || word.endsWith('ss') ? word : word.replace(/ies$/u, 'y').replace(/s$/u, '');
const stemsOf = (text: string): string[] => searchable(text).split(' ').map(stemOf);

const stems = new Map<string, { own: readonly string[]; further: readonly string[] }>();
function stemsOfTitle(title: string) {
  let known = stems.get(title);
  if (!known) {
    const bare = title.replace(/ …$/u, '');
    known = { own: stemsOf(bare.replace(/^All /u, '')), further: furtherWords(bare).flatMap(stemsOf) };
    stems.set(title, known);
  }
  return known;
}

const NEW = new Set('add buy create make new order register sign signup'.split(' '));
/** A place after all further words of any title. */
const AFTER_ALL = 100;

/**
 * How well whole words name an act or a screen. The smaller, the better. -1: they are its title ("orders" is "All Orders"); 0: they are in its title; 1 and
 * more: the place of the last one among the further words, which stand with the nearest ones first. Infinity: a word is missing.
 */
export function placeOf(title: string, words: readonly string[]): number {
  if (words.length === 0) return Number.POSITIVE_INFINITY;
  const { own, further } = stemsOfTitle(title);
  const typed = words.map(stemOf);
  if (typed.join(' ') === own.join(' ')) return -1;
  // "supplier" is the list of them before it is a new one.
  const least = title.startsWith('Create ') && !words.some((word) => NEW.has(word)) ? AFTER_ALL : 0;
  const places = typed.map((word) => {
    const at = further.indexOf(word);
    return own.includes(word) ? 0 : at < 0 ? Number.POSITIVE_INFINITY : at + 1;
  });
  return Math.max(least, ...places);
}

/** The rows that are named best, first. Rows that are named equally well stay in their order. */
export const byPlace = <Row extends { title: string }>(rows: readonly Row[], words: readonly string[]): Row[] =>
  rows
    .map((row) => ({ row, place: placeOf(row.title, words) }))
    .toSorted((a, b) => (a.place === b.place ? 0 : a.place - b.place))
    .map(({ row }) => row);

/** The place of the row that is named best. */
export const bestPlace = (rows: readonly { title: string }[], words: readonly string[]): number =>
  Math.min(...rows.map(({ title }) => placeOf(title, words)));
