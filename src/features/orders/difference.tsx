/** Shows the difference of a wallet as a word and as a bar. Only the difference has a colour in the reconciliation reports. */
import type { ReconciliationReport } from '#contract/wallet/reconciliationCalls.ts';
import { Link } from '#crud/Link.tsx';
import type { Address } from '#crud/paths.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { koboOf, oneRule, showNaira } from '#domain/money.ts';
import { classes } from '#ui/classes.ts';

export type WalletKind = 'buyer' | 'sales_officer';

/**
 * The difference of an associate in words: "Owes ₦493,377", "Over by ₦24,250" or "Settled". The difference of a retailer is the sum that no order
 * explains: "₦4,000 outside orders", "₦500 unused" or "Explained". A retailer who owes only for orders has no difference (B6.10).
 */
export function differenceWords(head: WalletKind, naira: string, show: (kobo: number) => string = showNaira): string {
  const kobo = koboOf(naira);
  const size = show(Math.abs(kobo));
  if (head === 'buyer') return kobo === 0 ? 'Explained' : kobo < 0 ? `${size} outside orders` : `${size} unused`;
  return kobo === 0 ? 'Settled' : kobo < 0 ? `Owes ${size}` : `Over by ${size}`;
}

/** Returns how a report writes its amounts. One amount with kobo in a column of `names`, or in a total, gives every amount of the report kobo. */
export function shown(
  answer: { rows: readonly object[]; totals: Readonly<Record<string, string>> } | undefined,
  names: readonly string[],
): (kobo: number) => string {
  const all = [...(answer?.rows ?? []), answer?.totals ?? {}] as readonly Readonly<Record<string, string>>[];
  return oneRule(all.flatMap((row) => names.map((name) => row[name] ?? '0')));
}

/** An amount of a column. '' (a server that does not send it) is shown as the sign for no value. */
export const figureText = (naira: string | undefined, show: (kobo: number) => string) =>
  naira === undefined || naira === '' ? NO_VALUE : show(koboOf(naira));

/** The words of a sum of differences. 0 and an unknown sum are shown as the sign for no value. */
export const totalDifference = (head: WalletKind, naira: string, show: (kobo: number) => string) =>
  koboOf(naira) ? differenceWords(head, naira, show) : NO_VALUE;

const lookOf = (kobo: number) =>
  kobo === 0 ? 'text-ink-faint' : kobo < 0 ? 'font-semibold text-bad' : 'font-semibold text-plot-3';

interface DifferenceProps {
  head: WalletKind;
  naira: string;
  /** All differences of the answer. They decide the longest bar, and whether bars stand on both sides of the zero. */
  all: ReconciliationReport['differences'] | undefined;
  /** Writes an amount of this column. Takes kobo. */
  show: (kobo: number) => string;
}

/**
 * The words, and under them a bar of at most 5 rem inside the cell. A debt has a bar left of the zero, an excess right of it. The zero stands at the same
 * place in every row: at the right edge if no row has an excess, otherwise in the middle.
 */
export function Difference({ head, naira, all, show }: DifferenceProps) {
  if (naira === '') return <span className="text-ink-faint">{NO_VALUE}</span>;
  const kobo = koboOf(naira);
  const largest = koboOf(all?.largest || '0');
  const width = `${largest === 0 ? 0 : Math.max(2, (Math.abs(kobo) / largest) * 100)}%`;
  const isBoth = (all?.over_count ?? 0) > 0;
  return (
    <span className="inline-flex flex-col items-end gap-0.5">
      <span className={classes('figures whitespace-nowrap leading-5', lookOf(kobo))}>
        {kobo === 0 && <span className="max-sm:hidden">{NO_VALUE} </span>}
        {/* A card has no column of figures, so it leaves the sign for no value out. */}
        <span className={kobo === 0 ? 'sm:sr-only' : undefined}>{differenceWords(head, naira, show)}</span>
      </span>
      {kobo !== 0 && (
        <span
          aria-hidden="true"
          data-bar
          className={classes(
            'grid h-1.5 w-20 items-center print:hidden',
            isBoth ? 'grid-cols-[1fr_auto_1fr]' : 'grid-cols-[1fr_auto]',
          )}
        >
          <span className="flex h-1 justify-end">
            {kobo < 0 && <span className="rounded-l-sm bg-bad" style={{ width }} />}
          </span>
          <span className="h-1.5 w-px bg-line-strong" />
          {isBoth && (
            <span className="flex h-1">
              {kobo > 0 && <span className="rounded-r-sm bg-plot-3" style={{ width }} />}
            </span>
          )}
        </span>
      )}
    </span>
  );
}

/** Why figures are missing, at a server that knows only the documents (decision 0730). '' if all are known. */
function whyEmpty({ totals, differences }: ReconciliationReport): string {
  // A total is unknown if one of its rows is.
  if (!Object.values(totals).includes('')) return '';
  if ('stock_value_held' in totals)
    return "This server does not tell what was sold from the goods in hand, so their value and the difference are not known. Other figures are left out where a wallet's entries do not tell them.";
  return differences.owed === ''
    ? 'The entries of some wallets do not explain their balance at this server. Figures that would have to be guessed are left out.'
    : 'The entries of some wallets do not explain their balance at this server. The figures between Opening and Closing are left out.';
}

/** The sums of all matching wallets. `who` writes a number of persons. The first figure equals the figure of the same name on the home. */
export function WalletsHead({
  of,
  who,
  note,
  show,
  path,
}: {
  of: ReconciliationReport;
  who: (n: number) => string;
  note: string;
  /** Writes an amount of the report. Takes kobo. */
  show: (kobo: number) => string;
  /** The report itself: a figure of differences leads to the rows that have one. */
  path?: Address;
}) {
  const { differences, balances, total } = of;
  const bad = (count: number) => (count > 0 ? 'text-bad' : '');
  const good = (count: number) => (count > 0 ? 'text-plot-3' : '');
  const isKnown = differences.owed !== '';
  type Figure = readonly [title: string, figure: string, look: string];
  const ofBalances: readonly Figure[] =
    balances.owed === ''
      ? []
      : [
          [`Owed by ${who(balances.owed_count)}`, show(koboOf(balances.owed)), bad(balances.owed_count)],
          [`Credit of ${who(balances.credit_count)}`, show(koboOf(balances.credit)), good(balances.credit_count)],
        ];
  const ofDifferences: readonly Figure[] = !isKnown
    ? []
    : balances.cash === null
      ? [
          ['Explained by orders', `${differences.settled} of ${total}`, ''],
          // The words and the colours of the rows: unused credit is no debt.
          ...(differences.owed_count > 0 || differences.over_count === 0
            ? [
                [
                  `Outside orders, ${who(differences.owed_count)}`,
                  show(koboOf(differences.owed)),
                  bad(differences.owed_count),
                ] as const,
              ]
            : []),
          ...(differences.over_count > 0
            ? [
                [
                  `Unused, ${who(differences.over_count)}`,
                  show(koboOf(differences.over)),
                  good(differences.over_count),
                ] as const,
              ]
            : []),
        ]
      : [
          [`Owed by ${who(differences.owed_count)}`, show(koboOf(differences.owed)), bad(differences.owed_count)],
          [`Over, ${who(differences.over_count)}`, show(koboOf(differences.over)), good(differences.over_count)],
          ['Settled', `${differences.settled} of ${total}`, ''],
        ];
  const figures: readonly Figure[] = [
    ...(balances.cash === null || !isKnown ? ofBalances : []),
    ...ofDifferences,
    ...(balances.cash ? [[`Cash with ${who(balances.cash_count)}`, show(koboOf(balances.cash)), ''] as const] : []),
  ];
  const why = whyEmpty(of);
  // A balance is no difference, so its figure leads nowhere.
  const balanceTitles = new Set(balances.cash === null ? ofBalances.map(([title]) => title) : []);
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-2 border-b bg-surface px-4 py-2.5 sm:px-6">
      <dl className="flex flex-wrap gap-x-7 gap-y-2">
        {figures.map(([title, figure, look]) => (
          <div key={title}>
            <dt className="text-[0.8125rem] text-ink-soft">{title}</dt>
            <dd className={classes('figures text-xl font-semibold', look)}>
              {path && look && !balanceTitles.has(title) ? (
                <Link to={path} search={{ only: '1' }} className="touch-tap underline-offset-4 hover:underline">
                  {figure}
                </Link>
              ) : (
                figure
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className="max-w-md flex-1 basis-60 text-[0.8125rem] leading-snug text-ink-faint lg:ml-auto">{why || note}</p>
    </div>
  );
}
