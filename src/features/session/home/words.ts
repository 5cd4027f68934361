/** The words of a home: ages, amounts, and what a figure says under it. */
import type { HomeFigure } from '#contract/home/homeCalls.ts';
import type { Address } from '#crud/paths.ts';
import type { FigureName } from '#domain/home.ts';
import { koboOf, showNaira, withThousands } from '#domain/money.ts';
import type { Permission } from '#domain/permissions.ts';
import { DAY, showDay, startOfDay, waitText } from '#domain/time.ts';

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-NG')} ${count === 1 ? one : many}`;

/** An amount in a head figure: whole naira, and millions from a hundred of them on. `amount`: the text of a call. */
export function headNaira(amount: string): string {
  const kobo = koboOf(amount);
  const naira = Math.round(kobo / 100);
  if (Math.abs(naira) < 100_000_000) return showNaira(naira * 100);
  const tenths = Math.round(Math.abs(naira) / 100_000);
  return `${naira < 0 ? '−' : ''}₦${withThousands(String(Math.floor(tenths / 10)))}.${tenths % 10} million`;
}

/** Whole cases, and a tenth where there is less than ten of them. */
export const headCases = (cases: number): string =>
  (cases < 10 ? Math.round(cases * 10) / 10 : Math.round(cases)).toLocaleString('en-NG');

/** When a transfer is due: "2 days late", "today", "tomorrow", "27 Nov". */
export function dueText(timestamp: number, now: number): { text: string; late: boolean } {
  const days = Math.round((startOfDay(timestamp) - startOfDay(now)) / DAY);
  if (days < 0) return { text: `${counted(-days, 'day')} late`, late: true };
  return { text: days === 0 ? 'today' : days === 1 ? 'tomorrow' : showDay(timestamp, now), late: false };
}

/** The change between two periods: "↑ 12%"; '' where there was nothing before. */
export function shareText(now: number, before: number): string {
  if (before <= 0) return '';
  const share = Math.round(((now - before) / before) * 100);
  return share === 0 ? '± 0%' : `${share > 0 ? '↑' : '↓'} ${Math.abs(share).toLocaleString('en-NG')}%`;
}

export interface Shown {
  label: string;
  value: string;
  note: string;
  /** The note tells of something that is late. */
  late?: boolean;
  /** What the figure counts, and who may open that. */
  to?: Address;
  search?: Readonly<Record<string, string>>;
  needs?: Permission;
}

const oldest = (since: number | null, now: number) => (since === null ? '' : `, oldest ${waitText(now - since)}`);

/** What a figure is told from. `money`: the amount as text. */
interface Facts {
  many: number;
  money: string;
  of: number;
  yesterday: number;
  since: number | null;
  hub: string;
  now: number;
}

const whole = (many: number) => many.toLocaleString('en-NG');
const orders = { to: '/order-groups', needs: 'view_orders' } as const;
const buyers = { to: '/report-buyer-reconciliation', needs: 'view_reports' } as const;
const stock = { to: '/inventory/report', needs: 'view_warehouses' } as const;
const always = { from: '2020-01-01' };

const ORDERS = {
  orders_today: ({ many, money, yesterday }: Facts): Shown => ({
    label: 'Orders today',
    value: whole(many),
    note: `${money}, ${yesterday} yesterday`,
    ...orders,
  }),
  to_deliver: ({ many, money, since, now }: Facts): Shown => ({
    label: 'Orders to deliver',
    value: whole(many),
    note: many === 0 ? 'None waits' : money + oldest(since, now),
    to: '/pending-orders',
    needs: 'view_orders',
  }),
  carts: ({ many, money, since, now }: Facts): Shown => ({
    label: 'Open carts',
    value: whole(many),
    note: many === 0 ? 'None is open' : money + oldest(since, now),
    ...orders,
    search: { tag: 'draft', ...always },
  }),
  unpaid: ({ many, money, since, now }: Facts): Shown => ({
    label: 'Unpaid orders',
    value: money,
    note: many === 0 ? 'All are paid' : counted(many, 'order') + oldest(since, now),
    ...orders,
    search: { payment: 'owing', ...always },
  }),
  unpaid_today: ({ many, money }: Facts): Shown => ({
    label: 'Unpaid of today',
    value: money,
    note: many === 0 ? 'Nothing is owed for today' : counted(many, 'order'),
    ...orders,
    search: { payment: 'unpaid' },
  }),
};

const MONEY = {
  owed_by_retailers: ({ money, of }: Facts): Shown => ({
    label: 'Owed by retailers',
    value: money,
    note: counted(of, 'retailer'),
    ...buyers,
  }),
  deposits_today: ({ many, money }: Facts): Shown => ({
    label: 'Deposits today',
    value: money,
    note: counted(many, 'deposit'),
    ...buyers,
  }),
  cash_with_associates: ({ money, of }: Facts): Shown => ({
    label: 'Cash with associates',
    value: money,
    note: of === 0 ? 'All is handed in' : `with ${counted(of, 'associate')}`,
    to: '/report-sales-officer-reconciliation',
    needs: 'view_reports',
  }),
  my_cash: ({ money }: Facts): Shown => ({ label: 'Cash to hand in', value: money, note: '' }),
};

const GOODS = {
  stock: ({ many, money, of, hub }: Facts): Shown =>
    hub
      ? {
          label: `Cases in ${hub}`,
          value: headCases(many),
          note: `${money}, ${counted(of, 'product')}`,
          to: '/products',
          needs: 'view_products',
        }
      : {
          label: 'Value of stock',
          value: money,
          note: `${headCases(many)} cases, ${counted(of, 'product')}`,
          ...stock,
        },
  received_today: ({ many, yesterday }: Facts): Shown => ({
    label: 'Received today',
    value: headCases(many),
    note: `cases, ${headCases(yesterday)} yesterday`,
    ...stock,
  }),
  issued_today: ({ many, yesterday }: Facts): Shown => ({
    label: 'Issued today',
    value: headCases(many),
    note: `cases, ${headCases(yesterday)} yesterday`,
    ...stock,
  }),
  expected: ({ many, of, since, now }: Facts): Shown => {
    const due = since === null ? null : dueText(since, now);
    return {
      label: 'Expected',
      value: whole(many),
      note: due ? `${counted(of, 'line')}, ${due.late ? 'oldest' : 'first'} ${due.text}` : 'Nothing is on its way',
      late: due?.late ?? false,
      to: '/purchase-orders',
      search: { tag: 'purchase_order' },
      needs: 'view_purchase_orders',
    };
  },
  my_stock: ({ many, money, of }: Facts): Shown => ({
    label: 'With you now',
    value: headCases(many),
    note: `${money}, ${counted(of, 'product')}`,
  }),
  my_deliveries: ({ many, of }: Facts): Shown => ({
    label: 'Deliveries',
    value: whole(many),
    note: `${of} done today`,
  }),
};

const WORDS: Readonly<Record<FigureName, (facts: Facts) => Shown>> = { ...ORDERS, ...MONEY, ...GOODS };

/** A figure in words. `hub`: the name of the person's hub, '' for the office. `now`: epoch seconds. */
export function shown(
  { name, count, amount, of, yesterday, since }: HomeFigure,
  { hub, now }: { hub: string; now: number },
): Shown {
  const money = headNaira(amount ?? '0.00');
  return WORDS[name]({ many: count ?? 0, money, of: of ?? 0, yesterday: yesterday ?? 0, since, hub, now });
}
