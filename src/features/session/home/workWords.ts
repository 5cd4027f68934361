/** The words of a row of work, its act and its address. Pure functions. Over 300 lines, because the file is one table by kind of work. */
import type { Work, WorkRow } from '#contract/home/workCalls.ts';
import { type Address, isWalletHead, walletPath } from '#crud/paths.ts';
import { AGES, type Ages, type AgeTone, ageTone } from '#domain/age.ts';
import { waitText } from '#domain/longTime.ts';
import { koboOf, showNaira } from '#domain/money.ts';
import { OWED } from '#domain/order.ts';
import { can, type Permission, type Who } from '#domain/permissions.ts';
import { plural } from '#domain/plural.ts';
import { ALWAYS, DAY } from '#domain/time.ts';
import type { TransferKind } from '#domain/transfer.ts';
import { sizeText } from '#domain/units.ts';
import { TRANSFER_ACT, transferAct, type WorkAct } from './transferAct.ts';
import { dueText } from './words.ts';

export type WorkKind = Work['kind'];

/** `goods` is missing in older stored answers, and empty for a transfer without lines. */
function sizeOf({ lines, goods }: WorkRow): string {
  const lineParts = lines === null ? [] : lines === 0 ? ['No lines yet'] : [plural(lines, '# line', '# lines')];
  return [...lineParts, ...(goods && lines ? [sizeText({ ...goods, products: lines })] : [])].join(', ');
}

/** The amount as the record shows it, without a minus. The title says who owes. */
const amountOf = ({ amount }: WorkRow) => (amount === null ? '' : showNaira(Math.abs(koboOf(amount))));

type Person = Pick<Who, 'permissions'>;

interface KindWords {
  title: string;
  /** The title on a chip. Absent: the full title. */
  chip?: string;
  /** The address of the whole list. `needs`: the permission of that address. */
  to?: Address;
  search?: Readonly<Record<string, string>>;
  needs?: Permission;
  /** Seconds after which a row is late. */
  late: number;
  /** The scale of colours that the list of the kind has. Absent: a late row is amber. */
  ages?: Ages;
}

export const WORK: Readonly<Record<WorkKind, KindWords>> = {
  open_transfers: {
    title: 'Transfers not completed',
    chip: 'Transfers',
    to: '/purchase-orders',
    search: { tag: 'purchase_order' },
    needs: 'view_purchase_orders',
    late: 0,
  },
  expected: { title: 'Expected', late: 0 },
  deliveries: { title: 'Deliveries', late: DAY },
  pending_groups: {
    title: 'Pending orders',
    chip: 'Pending',
    to: '/pending-orders',
    needs: 'view_orders',
    late: DAY,
    ages: AGES.pending,
  },
  carts: {
    title: 'Open carts',
    chip: 'Carts',
    to: '/order-groups',
    search: { tag: 'draft', from: ALWAYS },
    needs: 'view_orders',
    late: 2 * DAY,
  },
  owing_groups: {
    title: 'Orders owing',
    chip: 'Owing',
    to: '/order-groups',
    search: { ...OWED, from: ALWAYS },
    needs: 'view_orders',
    late: 7 * DAY,
    ages: AGES.owing,
  },
  unreconciled_buyers: {
    title: 'Retailer wallets with a difference',
    chip: 'Retailers',
    to: '/report-buyer-reconciliation',
    search: { only: '1' },
    needs: 'view_reports',
    // As late as a day to close, because yesterday's money may still be on its way to the office.
    late: 2 * DAY,
  },
  unreconciled_officers: {
    title: 'Associate wallets with a difference',
    chip: 'Associates',
    to: '/report-sales-officer-reconciliation',
    search: { only: '1' },
    needs: 'view_reports',
    late: 2 * DAY,
  },
  wrong_wallets: { title: 'Wallets that do not add up', chip: 'Wallet logs', late: 0 },
  kept_credits: {
    title: 'Bank credits to decide',
    chip: 'Bank credits',
    to: '/bank-credits',
    needs: 'create_deposit',
    late: DAY,
  },
  stocktakes: {
    title: 'Open stocktakes',
    chip: 'Stocktakes',
    to: '/inventory/stocktakes',
    search: { status: 'open' },
    needs: 'approve_stocktake',
    late: DAY,
  },
  claims: {
    title: 'Claims from suppliers',
    chip: 'Claims',
    to: '/claims',
    search: { status: 'open,sent' },
    needs: 'manage_claims',
    late: 7 * DAY,
  },
  open_days: { title: 'Days to close', chip: 'Open days', to: '/close-outs', needs: 'view_close_outs', late: 2 * DAY },
  handovers: {
    title: 'Handovers that need somebody',
    chip: 'Handovers',
    to: '/handovers',
    needs: 'view_handovers',
    late: DAY,
  },
  reversals: { title: 'Reversals to approve', chip: 'Reversals', late: DAY },
  webhooks_off: { title: 'Webhooks switched off', chip: 'Webhooks', to: '/webhooks', needs: 'update_config', late: 0 },
  starter_passwords: {
    title: 'Starter passwords not changed',
    chip: 'Passwords',
    to: '/managers',
    search: { starter: '1' },
    needs: 'view_managers',
    late: 3 * DAY,
  },
};

/** A list of all rows of a kind, with their number. */
export interface WholeList {
  /** All rows of the kind, or the rows of one model. */
  of: 'all' | 'manager' | 'sales_officer';
  many: number;
  to: Address;
  search?: Readonly<Record<string, string>>;
}

/** The lists that have all rows of a kind and no other row. People with starter passwords are in two lists. */
export function wholeLists({ kind, total, kinds }: Work, who: Person): WholeList[] {
  const { to, search, needs } = WORK[kind];
  if (!to || (needs && !can(who, needs))) return [];
  const first = { to, ...(search ? { search } : {}) };
  const officers = kind === 'starter_passwords' ? (kinds?.sales_officer ?? 0) : 0;
  if (officers === 0) return [{ of: 'all', many: total, ...first }];
  return [
    ...(total > officers ? [{ of: 'manager', many: total - officers, ...first } as const] : []),
    {
      of: 'sales_officer',
      many: officers,
      to: '/sales-officers',
      search: { role: 'all', starter: '1' },
    },
  ];
}

export interface WorkLine {
  key: string;
  kind: WorkKind;
  transfer: TransferKind | null;
  /** "Return from Yusuf Abubakar" */
  title: string;
  /** A reference. '' if the record has none. */
  ref: string;
  hub: string;
  lines: number | null;
  /** "4 lines, 48 cases". '' if the kind of work counts no goods. */
  size: string;
  /** The goods of a transfer with the highest worth, three at most. */
  goods: readonly string[];
  /** A retailer's money that no order has used. Nobody owes it, so it can wait. */
  isCredit: boolean;
  /** "2 days", "tomorrow". '' if no time is known. */
  waits: string;
  late: boolean;
  /** The colour of `waits`. */
  tone: AgeTone;
  amount: string;
  /** "₦204,000 paid". '' if nothing is paid. */
  paid: string;
  /** Why the server refused the transfer that the person reopened. '' if the server did not refuse it. */
  refused: string;
  /** The act that ends the work; null: the person can only look at it. */
  act: WorkAct | null;
  since: number;
  /** The amount in kobo, without its sign. */
  kobo: number;
}

const NONE_LEFT: ReadonlyMap<string, string> = new Map();
const UNDATED = Number.MAX_SAFE_INTEGER;
/** Whether the line is the difference of a wallet. Some of these have no known age. */
export const isDifference = ({ kind, isCredit }: WorkLine): boolean =>
  !isCredit && (kind === 'unreconciled_buyers' || kind === 'unreconciled_officers');

/** Whether the line is the difference of a wallet without a known age. */
export const isUndated = (line: WorkLine): boolean => isDifference(line) && line.since === UNDATED;

/** The lines of a kind. Transfers that the server refused come first. `now`: epoch seconds. `left`: the reasons of refused transfers, by transfer id. */
export function linesOf(
  { kind, rows }: Work,
  who: Person,
  now: number,
  left: ReadonlyMap<string, string> = NONE_LEFT,
): WorkLine[] {
  const isLeft = ({ _id }: WorkRow) => Number(left.has(_id));
  const sorted = left.size === 0 ? rows : [...rows].sort((a, b) => isLeft(b) - isLeft(a));
  return sorted.map((row) => {
    const isTransfer = kind === 'open_transfers' || kind === 'expected';
    const due = isTransfer && row.since !== null ? dueText(row.since, now) : null;
    const waits = row.since === null ? '' : (due?.text ?? waitText(now - row.since));
    const age = row.since === null ? 0 : now - row.since;
    const { ages, late: lateAt } = WORK[kind];
    const late = due ? due.late : row.since !== null && age >= lateAt;
    return {
      key: `${kind} ${row._id}`,
      kind,
      transfer: row.transfer,
      title: titleOf(kind, row),
      ref: refOf(kind, row),
      hub: row.hub ?? '',
      lines: row.lines,
      size: kind === 'stocktakes' ? row.note : sizeOf(row),
      goods: row.goods?.names ?? [],
      isCredit: kind === 'unreconciled_buyers' && !(row.amount ?? '-').startsWith('-'),
      waits,
      late,
      tone: ages ? ageTone(age, ages) : late ? 'wait' : 'neutral',
      amount: amountOf(row),
      paid: row.paid ? `${showNaira(row.paid)} paid` : '',
      refused: left.get(row._id) ?? '',
      act: actOf(kind, row, who),
      since: row.since ?? UNDATED,
      kobo: row.amount === null ? 0 : Math.abs(koboOf(row.amount)),
    };
  });
}

function titleOf(kind: WorkKind, row: WorkRow): string {
  const who = row.who ?? row.title;
  switch (kind) {
    case 'open_transfers':
    case 'expected':
      return `${TRANSFER_ACT[row.transfer ?? 'transfer'].of} ${who}`;
    case 'deliveries':
      return who;
    case 'pending_groups':
      return `Order of ${who}`;
    case 'carts':
      return `Cart of ${who}`;
    case 'owing_groups':
      return `${who} owes`;
    // A retailer's difference is the amount that orders do not explain. A retailer who owes only for orders has no difference.
    case 'unreconciled_buyers':
      return (row.amount ?? '').startsWith('-') ? `${who} owes outside orders` : `${who} has unused credit`;
    case 'unreconciled_officers':
      if (!(row.amount ?? '').startsWith('-')) return `${who} paid in too much`;
      // Cash has an age (decision 0771). A difference without one has another cause, such as missing goods.
      return row.since === null ? `${who} owes` : `${who} has cash to hand in`;
    case 'wrong_wallets':
      return `Wallet of ${who} does not add up`;
    case 'kept_credits':
      return `Bank credit ${row.title}`;
    case 'stocktakes':
      return `Stocktake of ${who}`;
    case 'claims':
      return row.note === 'sent' ? `Claim sent to ${who}` : `Claim to send to ${who}`;
    case 'open_days':
      return `Day of ${who} is open`;
    case 'handovers':
      return handoverText(row, who);
    case 'reversals':
      return `Reversal that ${who} asked for`;
    case 'webhooks_off':
      return `Webhook ${row.title} is off`;
    case 'starter_passwords':
      return `${who} has a starter password`;
  }
}

/** The words of a handover in which a person must act. `note`: the missing half, or the state of the handover. */
function handoverText({ note }: WorkRow, who: string): string {
  switch (note) {
    case 'giver':
    case 'taker':
      return `Handover without an answer: ${who}`;
    case 'differs':
      return `Handover to ${who} differs`;
    default:
      return `Handover to ${who} did not move`;
  }
}

const REFERENCED: readonly WorkKind[] = [
  'open_transfers',
  'expected',
  'deliveries',
  'pending_groups',
  'carts',
  'owing_groups',
  'stocktakes',
  'reversals',
  'handovers',
  'claims',
];
const refOf = (kind: WorkKind, row: WorkRow) => (REFERENCED.includes(kind) ? row.title : '');

/** An associate who paid in too much has no cash to pay in. */
const isPaidIn = ({ amount }: WorkRow, who: Person) => (amount ?? '').startsWith('-') && can(who, 'create_deposit');

/** The title of the dialog that the act opens (LED-04). */
const NEW_DEPOSIT = 'New Deposit';

function actOf(kind: WorkKind, row: WorkRow, who: Person): WorkLine['act'] {
  const group = `/order-groups/${row._id}` as const;
  switch (kind) {
    case 'open_transfers':
      return transferAct(row, who);
    case 'expected':
    case 'deliveries':
      return null;
    case 'pending_groups':
      return can(who, 'update_order_tag')
        ? { text: 'Mark delivered', to: group, search: { act: 'delivered' } }
        : { text: 'Open', to: group };
    case 'carts':
      return { text: 'Open', to: group };
    case 'owing_groups':
      return can(who, 'update_order')
        ? { text: 'Record payment', to: group, search: { act: 'payment' } }
        : { text: 'Open', to: group };
    case 'unreconciled_buyers':
      return {
        to: `/buyers/${row._id}/balance`,
        ...(isPaidIn(row, who)
          ? { text: NEW_DEPOSIT, search: { act: 'deposit', sum: (row.amount ?? '').slice(1) } }
          : { text: 'Open' }),
      };
    case 'unreconciled_officers':
      return {
        to: `/sales-officers/${row._id}/balance`,
        ...(isPaidIn(row, who) ? { text: NEW_DEPOSIT, search: { act: 'deposit' } } : { text: 'Open' }),
      };
    case 'wrong_wallets':
      return isWalletHead(row.model)
        ? { text: 'Open', to: walletPath({ head: row.model, _id: row._id }) }
        : { text: 'Open', to: '/report-buyer-reconciliation' };
    case 'kept_credits':
      return { text: 'Decide', to: '/bank-credits' };
    case 'stocktakes':
      return can(who, 'approve_stocktake')
        ? { text: 'Approve', to: `/inventory/stocktakes/${row._id}` }
        : { text: 'Count', to: `/inventory/count/${row._id}` };
    case 'claims':
      return { text: row.note === 'sent' ? 'Settle' : 'Send', to: `/claims/${row._id}` };
    case 'open_days':
      return {
        text: can(who, 'close_day') ? 'Close' : 'Open',
        to: `/close-outs/${row._id}`,
        search: { day: row.note ?? '' },
      };
    case 'handovers':
      return { text: 'Open', to: '/handovers' };
    case 'reversals':
      return { text: 'Decide', to: `/purchase-orders/${row._id}` };
    case 'webhooks_off':
      return { text: 'Open', to: '/webhooks' };
    case 'starter_passwords':
      return { text: 'Open', to: `/${row.model === 'manager' ? 'managers' : 'sales-officers'}/${row._id}/update` };
  }
}
