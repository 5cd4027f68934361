/** The words of a home: ages, amounts, and the note under a figure. */
import type { WorkRow } from '#contract/home/workCalls.ts';
import type { Address } from '#crud/paths.ts';
import { type FigureName, USUAL_RANGE } from '#domain/home.ts';
import { waitText } from '#domain/longTime.ts';
import { koboOf, shortNaira, showNaira } from '#domain/money.ts';
import { showNumber } from '#domain/number.ts';
import { OWED } from '#domain/order.ts';
import type { Permission } from '#domain/permissions.ts';
import { plural } from '#domain/plural.ts';
import { ALL_HUBS, type Context, usualReportDays } from '#domain/report.ts';
import { ALWAYS, DAY, dateInput, showClock, showDay, startOfDay } from '#domain/time.ts';
import { casesFigure, casesSum, sizeText } from '#domain/units.ts';
import type { StoredFigure } from './ownWork.ts';

/** An amount of a head figure in whole naira. Amounts from 100 million naira on are written in millions. `amount`: the text of a call. */
export function headNaira(amount: string): string {
  const kobo = Math.round(koboOf(amount) / 100) * 100;
  return shortNaira(kobo) ?? showNaira(kobo);
}

/** The note under the cases of today. */
const movedNote = ({ here, yesterday }: Pick<Facts, 'here' | 'yesterday'>): string => {
  if (!here) return `cases, ${casesFigure(yesterday)} yesterday`;
  if (here.alone) return 'cases, by this device alone';
  return `${casesFigure(here.cases)} of them since ${showClock(here.since / 1_000)}`;
};

/** When a transfer is due: "2 days late", "today", "tomorrow", "27 Nov". */
export function dueText(timestamp: number, now: number): { text: string; late: boolean } {
  const days = Math.round((startOfDay(timestamp) - startOfDay(now)) / DAY);
  if (days < 0) return { text: plural(-days, '# day late', '# days late'), late: true };
  return { text: days === 0 ? 'today' : days === 1 ? 'tomorrow' : showDay(timestamp, now), late: false };
}

/** The change between two periods: "↑ 12%", "↑ over 10 times". '' if the earlier period has nothing. */
export function shareText(now: number, before: number): string {
  if (before <= 0) return '';
  const share = Math.round(((now - before) / before) * 100);
  if (share > 999) return '↑ over 10 times';
  return share === 0 ? '± 0%' : `${share > 0 ? '↑' : '↓'} ${showNumber(Math.abs(share))}%`;
}

export interface Shown {
  label: string;
  value: string;
  note: string;
  /** The note is about something late. If there is an `aside`, the aside is late instead. */
  late?: boolean;
  /** The time of the first due row, beside the value. */
  aside?: string;
  /** The address of the rows that the figure counts. `needs`: the permission of that address. */
  to?: Address;
  search?: Readonly<Record<string, string>>;
  needs?: Permission;
}

const withOldest = (text: string, since: number | null, now: number) =>
  since === null ? text : `${text}, oldest ${waitText(now - since)}`;

const dueNote = (lines: string, due: ReturnType<typeof dueText>) =>
  due.late ? `${lines}, oldest ${due.text}` : `${lines}, first ${due.text}`;

/** The facts of a figure. `money`: the amount as text. */
interface Facts {
  many: number;
  money: string;
  of: number;
  yesterday: number;
  since: number | null;
  hub: string;
  now: number;
  kinds: Kinds | null;
  /** How many of the transfers into hubs somebody began, so their goods came already. */
  begun: number;
  here: StoredFigure['here'];
  /** The sums of all days of the range, and the number of days. Null in copies of an earlier release. */
  period: { count: number; money: string; before: number | null; days: number } | null;
}

/** The number of open transfers of each kind. */
export type Kinds = Readonly<Record<string, number>>;

const linesText = (lines: number) => plural(lines, '# line', '# lines');

/**
 * "1 shipment, 2 returns": the kinds of `many` transfers into hubs. The remaining transfers come from other hubs. `kinds` may arrive later than `many`.
 */
function comingText({ many, of: lines, begun }: Pick<Facts, 'many' | 'of' | 'begun'>, kinds: Kinds): string {
  if (Object.keys(kinds).length === 0) return linesText(lines);
  const { shipment_in: shipments = 0, stock_in: returns = 0 } = kinds;
  const others = many - shipments - returns;
  return [
    ...(shipments > 0 ? [plural(shipments, '# shipment', '# shipments')] : []),
    ...(returns > 0 ? [plural(returns, '# return', '# returns')] : []),
    ...(others > 0 ? [plural(others, '# from another hub', '# from other hubs')] : []),
    ...(begun > 0 ? [`${Math.min(begun, many)} started`] : []),
  ].join(', ');
}

const whole = (many: number) => showNumber(many);
const orders = { to: '/order-groups', needs: 'view_orders' } as const;
const stock = { to: '/inventory/report', needs: 'view_warehouses' } as const;
const always = { from: ALWAYS };
const ofToday = (now: number) => ({ from: dateInput(now), to: dateInput(now) });
/** The report of today's movements of one kind. */
const movedToday = (context: Context, now: number) => {
  const { to } = usualReportDays(now);
  return { context, warehouses: ALL_HUBS, from_timestamp: String(startOfDay(now)), to_timestamp: String(to) };
};

const ORDERS = {
  orders_today: ({ many, money, yesterday, now, period }: Facts): Shown => {
    if (!period)
      return {
        label: 'Orders today',
        value: whole(many),
        note: `${money}, ${yesterday} yesterday`,
        ...orders,
        search: { tag: 'counted', ...ofToday(now) },
      };
    const { count, days, before } = period;
    const share = before === null ? '' : shareText(count, before);
    return {
      label: `Orders, ${days} days`,
      value: whole(count),
      note: share ? `${many} today, ${share} on the ${days} days before` : `${period.money}, ${many} today`,
      ...orders,
      search: { tag: 'counted', from: dateInput(now - (days - 1) * DAY), to: dateInput(now) },
    };
  },
  to_deliver: ({ many, money, since, now }: Facts): Shown => ({
    label: 'Orders to deliver',
    value: whole(many),
    note: many === 0 ? 'None waits' : withOldest(money, since, now),
    to: '/pending-orders',
    needs: 'view_orders',
  }),
  carts: ({ many, money, since, now }: Facts): Shown => ({
    label: 'Open carts',
    value: whole(many),
    note: many === 0 ? 'None is open' : withOldest(money, since, now),
    ...orders,
    search: { tag: 'draft', ...always },
  }),
  unpaid: ({ many, money, since, now }: Facts): Shown => ({
    label: 'Orders owing',
    value: money,
    note:
      many === 0
        ? 'All billed ones are paid'
        : withOldest(plural(many, '# billed order', '# billed orders'), since, now),
    ...orders,
    search: { ...OWED, ...always },
  }),
  unpaid_today: ({ many, money, now }: Facts): Shown => ({
    label: 'Unpaid of today',
    value: money,
    note: many === 0 ? 'Nothing is owed for today' : plural(many, '# order, billed or not', '# orders, billed or not'),
    ...orders,
    search: { payment: 'unpaid', ...ofToday(now) },
  }),
};

const MONEY = {
  owed_by_retailers: ({ money, of }: Facts): Shown => ({
    label: 'Owed by retailers',
    value: money,
    note: plural(of, '# wallet: billed minus paid', '# wallets: billed minus paid'),
    to: '/report-buyer-reconciliation',
    needs: 'view_reports',
  }),
  deposits_today: ({ many, money, period }: Facts): Shown =>
    period
      ? {
          label: `Deposits, ${period.days} days`,
          value: period.money,
          note: `${plural(period.count, '# deposit', '# deposits')}, ${money} today`,
        }
      : {
          label: 'Deposits today',
          value: money,
          note: plural(many, '# deposit', '# deposits'),
        },
  cash_with_associates: ({ money, of }: Facts): Shown => ({
    label: 'Cash with associates',
    value: money,
    note: of === 0 ? 'All is handed in' : plural(of, 'with # associate', 'with # associates'),
    to: '/report-sales-officer-reconciliation',
    needs: 'view_reports',
  }),
  my_cash: ({ money, of }: Facts): Shown => ({
    label: 'Cash to hand in',
    value: money,
    note: of === 0 ? 'All is handed in' : 'Taken for orders and not paid in yet',
  }),
};

const GOODS = {
  stock: ({ many, money, of, hub }: Facts): Shown =>
    hub
      ? {
          label: `Cases in ${hub}`,
          value: casesFigure(many),
          note: `${money}, ${plural(of, '# product', '# products')}`,
        }
      : {
          label: 'Value of stock',
          value: money,
          note: `${casesSum(many)}, ${plural(of, '# product', '# products')}`,
          ...stock,
        },
  received_today: ({ many, now, ...facts }: Facts): Shown => ({
    label: 'Received today',
    value: casesFigure(many),
    note: movedNote(facts),
    ...stock,
    search: movedToday('shipment_received', now),
  }),
  issued_today: ({ many, now, ...facts }: Facts): Shown => ({
    label: 'Issued today',
    value: casesFigure(many),
    note: movedNote(facts),
    ...stock,
    search: movedToday('stock_issued', now),
  }),
  expected: ({ many, of, since, now, kinds, begun }: Facts): Shown => {
    const due = since === null ? null : dueText(since, now);
    return {
      // If buttons count the expected transfers of each kind, the figure of all kinds has another name and lists the kinds.
      label: kinds ? 'Still to receive' : 'Expected',
      value: whole(many),
      note: !due
        ? 'Nothing is on its way'
        : kinds
          ? comingText({ many, of, begun }, kinds)
          : dueNote(linesText(of), due),
      ...(kinds && due ? { aside: due.late ? due.text : `first ${due.text}` } : {}),
      late: due?.late ?? false,
      to: '/purchase-orders',
      search: { tag: 'purchase_order', destination_type: 'seller' },
      needs: 'view_purchase_orders',
    };
  },
  my_stock: ({ many, money, of }: Facts): Shown => ({
    label: 'With you now',
    value: casesFigure(many),
    note: `${money}, ${plural(of, '# product', '# products')}`,
  }),
  my_deliveries: ({ many, money, of }: Facts): Shown => ({
    label: 'Orders to deliver',
    value: whole(many),
    note: `${money}, ${of} done today`,
  }),
  my_orders: ORDERS.orders_today,
  my_sold: ({ money }: Facts): Shown => ({
    label: `Value of orders, ${USUAL_RANGE} days`,
    value: money,
    note: 'With discounts and fees',
  }),
  my_retailers: ({ many, of }: Facts): Shown => ({
    label: 'Your retailers',
    value: whole(many),
    note: many === 0 ? 'None is planned yet' : `${of} ordered in ${USUAL_RANGE} days`,
  }),
};

const WORDS: Readonly<Record<FigureName, (facts: Facts) => Shown>> = { ...ORDERS, ...MONEY, ...GOODS };

type Place = Pick<Facts, 'hub' | 'now'> & Partial<Pick<Facts, 'kinds' | 'begun'>> & { chosen?: string };

/**
 * A figure in words. `hub`: the name of the person's hub, or '' for the office. `chosen`: the id of the hub that the office chose, or '' for all hubs.
 * `now`: epoch seconds. `kinds`: the open transfers by kind, if the home has buttons that count them; otherwise null.
 */
export function shown(
  { name, count, amount, of, yesterday, since, days, period, here }: StoredFigure,
  { hub, chosen = '', now, kinds = null, begun = 0 }: Place,
): Shown {
  const money = headNaira(amount ?? '0.00');
  const { to, search, needs, ...words } = WORDS[name]({
    ...{ many: count ?? 0, money, of: of ?? 0, yesterday: yesterday ?? 0, since, hub, now, kinds, begun, here },
    period: period ? { ...period, money: headNaira(period.amount), days: days.length } : null,
  });
  if (!to || !needs) return words;
  const place = { to, needs, ...(search ? { search } : {}) };
  if (chosen === '') return { ...words, ...place };
  // A figure links only to a list of exactly the rows that it counts. With a chosen hub only the list of transfers can be filtered by hub.
  return name === 'expected' ? { ...words, ...place, search: { ...search, destinations: chosen } } : words;
}

/** `goods` is missing in older stored answers, and empty for a transfer without lines. */
export function sizeOf({ lines, goods }: WorkRow): string {
  const lineParts = lines === null ? [] : lines === 0 ? ['No lines yet'] : [plural(lines, '# line', '# lines')];
  return [...lineParts, ...(goods && lines ? [sizeText({ ...goods, products: lines })] : [])].join(', ');
}

/** The amount as the record shows it, without a minus. The title says who owes. */
export const amountOf = ({ amount }: WorkRow) => (amount === null ? '' : showNaira(Math.abs(koboOf(amount))));
