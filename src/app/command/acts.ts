/** What the command bar can do: whole sentences such as "Receive from Adéọlá" and "Unpaid orders today", each with its address and right. */
import { type Address, OVERVIEW } from '#crud/paths.ts';
import type { FoundRecord } from '#domain/found.ts';
import type { Permission } from '#domain/permissions.ts';
import { fitsNearly, isNearly } from '#domain/slips.ts';
import { containsWords, searchable, searchWords } from '#domain/text.ts';
import { dateInput } from '#domain/time.ts';
import type { IconName } from '#ui/Icon.tsx';

export interface Act {
  title: string;
  note: string;
  icon: IconName;
  to: Address;
  search?: Record<string, string>;
  /** The words that the bar goes on with: the act needs a name, and the bar asks for it instead of leading to `to`. */
  asks?: string;
}

/** An act about one record: the verb, and the models of which a record ends the sentence. */
interface Verb {
  /** "Receive from" */
  verb: string;
  icon: IconName;
  models: readonly string[];
  needs: Permission;
  act: (record: FoundRecord) => { to: Address; search?: Record<string, string> };
  /** Where the verb alone leads. Its screen asks who is meant; where no screen does, the bar asks (`whose`). */
  alone: Address;
  note: string;
  /** What the bar says when it asks for the name: "Type the name of the retailer". */
  whose?: string;
  /** Only after its own words: the name alone finds the record, which is the same page. */
  spoken?: true;
}

const VERBS: readonly Verb[] = [
  {
    verb: 'Receive from',
    icon: 'download',
    models: ['distributor'],
    needs: 'create_shipment_in',
    act: ({ _id }) => ({ to: '/inventory/shipment/in', search: { party: _id } }),
    alone: '/inventory/shipment/in',
    note: 'Receive Shipment',
  },
  {
    verb: 'Issue to',
    icon: 'upload',
    models: ['sales_officer'],
    needs: 'create_stock_out',
    act: ({ _id }) => ({ to: '/inventory/stock/out', search: { party: _id } }),
    alone: '/inventory/stock/out',
    note: 'Issue Stock',
  },
  {
    verb: 'Return from',
    icon: 'giveBack',
    models: ['sales_officer'],
    needs: 'create_stock_in',
    act: ({ _id }) => ({ to: '/inventory/stock/in', search: { party: _id } }),
    alone: '/inventory/stock/in',
    note: 'Return Stock',
  },
  {
    verb: 'Reject to',
    icon: 'reject',
    models: ['distributor'],
    needs: 'create_shipment_out',
    act: ({ _id }) => ({ to: '/inventory/shipment/out', search: { party: _id } }),
    alone: '/inventory/shipment/out',
    note: 'Reject Shipment',
  },
  {
    verb: 'Unpaid orders of',
    icon: 'orders',
    models: ['buyer'],
    needs: 'view_orders',
    act: ({ title }) => ({ to: '/order-groups', search: { ...UNPAID, search: title } }),
    alone: '/order-groups',
    note: 'Retailer',
    whose: 'Type the name of the retailer',
  },
  {
    verb: 'Reset password of',
    icon: 'key',
    models: ['manager'],
    needs: 'signup_manager',
    act: ({ _id }) => ({ to: `/managers/${_id}/update`, search: { act: 'password' } }),
    alone: '/managers',
    note: 'A temporary password to hand over',
    whose: 'Type the name of the person',
  },
  {
    verb: 'Reset password of',
    icon: 'key',
    models: ['sales_officer'],
    needs: 'signup_sales_officer',
    act: ({ _id }) => ({ to: `/sales-officers/${_id}/update`, search: { act: 'password' } }),
    alone: '/sales-officers',
    note: 'A temporary password to hand over',
    whose: 'Type the name of the person',
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
];

const UNPAID = { payment: 'unpaid', from: 'open', to: 'open' };

/** An act without a record. `words`: further words that find it. */
interface Plain extends Act {
  needs: Permission;
  words: string;
}

/** `now` in epoch seconds. */
const plainActs = (now: number): readonly Plain[] => {
  const today = dateInput(now);
  return [
    {
      title: 'Unpaid orders today',
      note: 'Orders',
      icon: 'orders',
      to: '/order-groups',
      search: { payment: 'unpaid', from: today, to: today },
      needs: 'view_orders',
      words: 'owing money debt',
    },
    {
      title: 'Unpaid orders of all days',
      note: 'Orders',
      icon: 'orders',
      to: '/order-groups',
      search: UNPAID,
      needs: 'view_orders',
      words: 'owing money debt',
    },
    {
      title: 'Orders to deliver',
      note: 'Orders',
      icon: 'truck',
      to: '/pending-orders',
      needs: 'view_orders',
      words: 'pending',
    },
    {
      title: 'Create a product',
      note: 'Products',
      icon: 'plus',
      to: '/products/create',
      needs: 'create_product',
      words: 'new add',
    },
    {
      title: 'Create a purchase order',
      note: 'Purchase Orders',
      icon: 'plus',
      to: '/purchase-orders/create',
      needs: 'create_purchase_order',
      words: 'new add',
    },
    {
      title: 'Sign up a retailer',
      note: 'Retailers',
      icon: 'plus',
      to: '/buyers/signup',
      needs: 'signup_buyer',
      words: 'new add create',
    },
    {
      title: 'Sign up a manager',
      note: 'Managers',
      icon: 'plus',
      to: '/managers/signup',
      needs: 'signup_manager',
      words: 'new add create officer',
    },
    {
      title: 'Send a notification',
      note: 'Notifications',
      icon: 'phone',
      to: '/notification/wizard',
      needs: 'send_notification',
      words: 'sms mail message',
    },
  ];
};

/**
 * The typed words after a verb: "receive from ade", "receive ade" leave "ade", and so does "password ade", because a long later word of a verb begins it
 * too; "reset pass" leaves "". null: the text does not begin with this verb. `same`: whether a typed word is this word of the verb.
 */
function restAfter(verb: string, typed: readonly string[], same: typeof begins = begins): string | null {
  const words = searchable(verb).split(' ');
  const start = words.findIndex((word, place) => (place === 0 || word.length > 4) && same(word, typed[0] ?? ''));
  // A later word alone is a word to look for and no verb: "orders" is not yet "Unpaid orders of".
  if (start < 0 || (start > 0 && typed.length === 1)) return null;
  let [word, at] = [start + 1, 1];
  for (; at < typed.length; at += 1) {
    const met = words.findIndex((one, place) => place >= word && same(one, typed[at] ?? ''));
    if (met < 0) break;
    word = met + 1;
  }
  return typed.slice(at).join(' ');
}

/** Two letters of a short word are enough, three of others. */
const begins = (word: string, typed: string) => word.startsWith(typed) && typed.length >= Math.min(3, word.length);

/** The same with a slip of the fingers: "recieve". Five letters are needed, because names of four are one slip away from a verb ("Issa", "issue"). */
const beginsNearly = (word: string, typed: string) =>
  begins(word, typed) || (typed.length > 4 && isNearly(word, typed));

/** The texts for which records have to be found: what was typed, and what follows a verb. */
export function recordTexts(typed: string): { whole: string; afterVerb: string } {
  const words = searchWords(typed);
  const rest = (same: typeof begins) => VERBS.flatMap(({ verb }) => restAfter(verb, words, same) ?? []);
  const exact = rest(begins);
  const rests = exact.length > 0 ? exact : rest(beginsNearly);
  return { whole: typed.trim(), afterVerb: rests.toSorted((a, b) => a.length - b.length)[0] ?? '' };
}

/** The most acts that are offered at once. */
const MOST = 5;

/**
 * The acts for what was typed. `found`: records that fit the whole text, `foundAfter`: records that fit what follows a verb; `now`: epoch seconds. Without
 * a text: the person's most common acts. Where nothing fits, also no record, the acts whose words were typed with a slip.
 */
export function actsFor(
  typed: string,
  found: readonly FoundRecord[],
  foundAfter: readonly FoundRecord[],
  permissions: readonly string[],
  now: number,
): Act[] {
  const verbs = VERBS.filter(({ needs }) => permissions.includes(needs));
  const plain = plainActs(now).filter(({ needs }) => permissions.includes(needs));
  const alone = ({ verb, icon, alone: to, note, whose }: Verb): Act => ({
    title: `${verb} …`,
    icon,
    to,
    note: whose ?? note,
    ...(whose === undefined ? {} : { asks: `${verb} ` }),
  });
  if (typed.trim() === '') return [...verbs.slice(0, 2).map(alone), ...plain.slice(0, 3)].slice(0, 4);
  const words = searchWords(typed);
  const about = (verb: Verb, records: readonly FoundRecord[], most: number): Act[] =>
    records
      .filter(({ model }) => verb.models.includes(model))
      .slice(0, most)
      .map((record) => ({
        ...verb.act(record),
        title: `${verb.verb} ${record.title}`,
        icon: verb.icon,
        note: record.note,
      }));
  const saidBy = (same: typeof begins) =>
    verbs.flatMap((verb) => {
      const rest = restAfter(verb.verb, words, same);
      if (rest === null) return [];
      return rest === '' ? [alone(verb)] : about(verb, foundAfter, 3);
    });
  const said = saidBy(begins);
  const acts = [
    // What still needs a name stands behind what does something at once.
    ...said.filter(({ asks }) => asks === undefined),
    ...plain.filter((act) => containsWords(`${act.title} ${act.words}`, typed)),
    ...said.filter(({ asks }) => asks !== undefined),
    ...verbs.filter(({ spoken }) => !spoken).flatMap((verb) => about(verb, found, 1)),
    // A later word of a verb finds it too: "password" leads to the list from which one is reset.
    ...verbs.filter(({ verb }) => typed.trim().length > 2 && containsWords(verb, typed)).map(alone),
  ];
  if (acts.length === 0 && found.length === 0 && typed.trim().length > 4)
    acts.push(
      ...saidBy(beginsNearly),
      ...plain.filter((act) => fitsNearly(searchable(`${act.title} ${act.words}`), typed)),
      ...verbs.filter(({ verb, note }) => fitsNearly(searchable(`${verb} ${note}`), typed)).map(alone),
    );
  // Two models may share a verb, and a name may fit with and without it.
  return acts.filter((act, at) => acts.findIndex(({ title }) => title === act.title) === at).slice(0, MOST);
}
