/** All verbs of the command bar, and those that lead to a part of a record's page: the orders of a retailer, the history of a record, the fee and the discount of an order. */
import { type Address, RECORD_LINKS } from '#crud/paths.ts';
import type { FoundRecord } from '#domain/found.ts';
import { isPhone } from '#domain/phone.ts';
import { listOf, RECORDS, type RecordName } from '#domain/records.ts';
import { MOST_VERBS, type Verb } from './verbs.ts';

/** The records with a tab for their history. */
const WITH_TAB: readonly string[] = ['area', 'buyer', 'distributor', 'distributor_officer', 'sales_officer'];
/** The records with their history on their own page. The history of the others is below their form. */
const WITH_PAGE: readonly string[] = ['claim', 'purchase_order'];

const isRecord = (model: string): model is RecordName => Object.hasOwn(RECORDS, model);
const formOf = ({ model, _id }: FoundRecord): Address =>
  `${isRecord(model) ? listOf(model) : '/products'}/${_id}/update`;

/** Where the history of a record is. */
function historyOf(record: FoundRecord): { to: Address; search?: Record<string, string> } {
  const { model, _id } = record;
  if (model === 'order_group') return { to: `/order-groups/${_id}`, search: { tab: 'activity' } };
  if (WITH_TAB.includes(model)) return { to: `${formOf(record).replace(/update$/u, 'activity')}` as Address };
  const page = WITH_PAGE.includes(model) ? RECORD_LINKS[model]?.to(_id) : undefined;
  return { to: page ?? formOf(record), search: { act: 'history' } };
}

const OF_A_PAGE: readonly Verb[] = [
  {
    verb: 'Orders of',
    icon: 'orders',
    models: ['buyer'],
    needs: 'view_orders',
    act: ({ _id }) => ({ to: `/buyers/${_id}/orders` }),
    alone: '/order-groups',
    note: 'Retailer',
    whose: 'Type the name of the retailer',
    aliases: ['order', 'orders'],
    spoken: true,
  },
  {
    verb: 'History of',
    icon: 'clock',
    models: Object.keys(RECORD_LINKS),
    needs: 'view_audit_log',
    act: historyOf,
    alone: '/products',
    note: 'Who changed what',
    whose: 'Type the name of what was changed: a product, a person, an order',
    aliases: ['history', 'audit', 'changed', 'changes', 'log', 'activity'],
    online: true,
    spoken: true,
  },
  {
    verb: 'Fee or discount of',
    icon: 'edit',
    models: ['order_group'],
    needs: 'update_order',
    act: ({ _id }) => ({ to: `/order-groups/${_id}` }),
    alone: '/order-groups',
    note: 'Order',
    whose: 'Each order has its own fee and discount: type its number',
    aliases: ['discount'],
    online: true,
    spoken: true,
  },
];

const CALLED = [
  ['buyer', 'view_buyers'],
  ['sales_officer', 'view_sales_officers'],
] as const;

/** The number is in the note of the record. The page opens too, because a desk may have no phone. */
const CALLS: readonly Verb[] = CALLED.map(([model, needs]) => ({
  verb: 'Call',
  icon: 'phone',
  models: [model],
  needs,
  act: ({ _id, note }) => {
    const number = note.split(', ').find(isPhone);
    const to = RECORD_LINKS[model]?.to(_id) ?? listOf(model);
    return number === undefined ? { to } : { to, dials: number };
  },
  alone: listOf(model),
  note: 'Phone',
  whose: 'Type the name of the retailer or the associate',
  aliases: ['call', 'phone', 'number', 'ring', 'dial', 'contact'],
  spoken: true,
}));

/** Those of a page come first: "orders of hauwa" are all her orders. */
export const VERBS: readonly Verb[] = [...OF_A_PAGE, ...CALLS, ...MOST_VERBS];
