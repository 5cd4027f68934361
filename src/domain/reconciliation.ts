/**
 * The reconciliation reports (B6.10): what their figures are, in which order rows stand, and how answers tell them. Amounts are kobo with the shown sign: minus
 * means owed. The server adds wallets up in SQL, the app at a server without these reports. null: the figure is not known; answers tell it as ''.
 */
import { formatMoney } from './money.ts';

/** The figures of a row, in the order of the columns. What lies between opening and closing adds up to their difference. */
const FIGURES = {
  buyer: ['opening', 'orders', 'cash', 'transfer', 'other', 'closing', 'orders_outstanding', 'difference'],
  sales_officer: [
    'opening',
    'stock_issued',
    'stock_returned',
    'orders_delivered',
    'cash_collected',
    'deposits',
    'other',
    'closing',
    'stock_value_held',
    'difference',
  ],
} as const;
export type ReconciledHead = keyof typeof FIGURES;
type Kobo = number | null;

export interface Reconciled {
  _id: string;
  name: string;
  figures: Readonly<Record<string, Kobo>>;
}
export interface ReconciledLine extends Reconciled {
  phone: string;
  /** The location of a retailer, the hub of an associate. */
  place: { _id: string; name: string } | null;
  /** Cash that an associate collected for orders and has not paid in, in kobo. */
  cash: Kobo;
}

const added = (some: readonly Kobo[]): Kobo =>
  some.reduce((sum, kobo) => (sum === null || kobo === null ? null : sum + kobo), 0);
const less = (from: Kobo, kobo: Kobo): Kobo => (from === null || kobo === null ? null : from - kobo);
const moneyText = (kobo: Kobo) => (kobo === null ? '' : formatMoney(kobo + 0));
const areKnown = (all: readonly Kobo[]): all is readonly number[] => !all.includes(null);

/**
 * The figures of one wallet. `taken`: the columns between, without Other, which is what no column holds. `held`: Orders outstanding of a retailer, Stock value
 * held of an associate.
 */
export function reconciledFigures(
  head: ReconciledHead,
  {
    opening,
    closing,
    taken,
    held,
  }: { opening: Kobo; closing: Kobo; taken: Readonly<Record<string, Kobo>>; held: Kobo },
): Record<string, Kobo> {
  const other = less(less(closing, opening), added(Object.values(taken)));
  return head === 'buyer'
    ? { opening, ...taken, other, closing, orders_outstanding: held, difference: less(closing, held) }
    : { opening, ...taken, other, closing, stock_value_held: held, difference: added([closing, held]) };
}

/** The worst difference first; of equal ones, and where it is not known, the largest debt. */
export const worstFirst = (a: Reconciled, b: Reconciled): number =>
  (a.figures.difference ?? 0) - (b.figures.difference ?? 0) ||
  (a.figures.closing ?? 0) - (b.figures.closing ?? 0) ||
  a.name.localeCompare(b.name, 'en') ||
  (a._id < b._id ? -1 : 1);

const sizeOf = (some: readonly number[]) => formatMoney(Math.abs(some.reduce((total, kobo) => total + kobo, 0)));

/** The summary of all closings. `cash`: the cash of each associate; null for retailers. */
function balancesOf(closings: readonly Kobo[], cash: readonly Kobo[] | null) {
  const owed = areKnown(closings) ? closings.filter((kobo) => kobo < 0) : null;
  const credit = areKnown(closings) ? closings.filter((kobo) => kobo > 0) : null;
  const having = cash && areKnown(cash) ? cash.filter((kobo) => kobo > 0) : null;
  return {
    owed: owed ? sizeOf(owed) : '',
    owed_count: owed?.length ?? 0,
    credit: credit ? sizeOf(credit) : '',
    credit_count: credit?.length ?? 0,
    cash: cash && (having ? sizeOf(having) : ''),
    cash_count: having?.length ?? 0,
  };
}

/** The summary of all differences. */
function differencesOf(all: readonly Kobo[]) {
  if (!areKnown(all)) return { owed: '', owed_count: 0, over: '', over_count: 0, settled: 0, largest: '' };
  const owed = all.filter((kobo) => kobo < 0);
  const over = all.filter((kobo) => kobo > 0);
  return {
    owed: sizeOf(owed),
    owed_count: owed.length,
    over: sizeOf(over),
    over_count: over.length,
    settled: all.length - owed.length - over.length,
    largest: formatMoney(all.reduce((most, kobo) => Math.max(most, Math.abs(kobo)), 0)),
  };
}

/** The whole report, or the page that was asked for. Totals, differences and balances are those of all rows. */
export function reconciliationAnswer(
  head: ReconciledHead,
  lines: readonly ReconciledLine[],
  options: { only: boolean; page: { number: number; size: number } | null },
) {
  const found = lines.filter(({ figures }) => !options.only || figures.difference !== 0).sort(worstFirst);
  const everyFigure = (of: (name: string) => Kobo) =>
    Object.fromEntries(FIGURES[head].map((name) => [name, moneyText(of(name))]));
  const all = (name: string) => found.map(({ figures }) => figures[name] ?? null);
  const { number, size } = options.page ?? { number: 1, size: found.length };
  return {
    rows: found.slice((number - 1) * size, number * size).map(({ _id, name, phone, place, figures }) => ({
      _id,
      name,
      phone,
      ...(head === 'buyer' ? { location: place } : { seller: place }),
      ...everyFigure((figure) => figures[figure] ?? null),
    })),
    totals: everyFigure((name) => added(all(name))),
    total: found.length,
    differences: differencesOf(all('difference')),
    balances: balancesOf(all('closing'), head === 'buyer' ? null : found.map(({ cash }) => cash)),
  };
}
