import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryFor } from '#client/reads/queries.ts';
import { callApi } from '#client/transport.ts';
import { type ReconciliationReport, reconciliationReport } from '#contract/wallet/reconciliationCalls.ts';
import { useGo } from '#crud/address.ts';
import { ExportButton } from '#crud/export/ExportButton.tsx';
import { Link } from '#crud/Link.tsx';
import { ListFrame } from '#crud/list/ListFrame.tsx';
import { NoneFound } from '#crud/list/NoneFound.tsx';
import { usePrintedList } from '#crud/list/PrintList.tsx';
import { useListState } from '#crud/list/useListState.ts';
import { Gate } from '#crud/query/Gate.tsx';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { emptyTexts, sameTexts } from '#crud/texts.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { koboOf } from '#domain/money.ts';
import { DAY, dateInput, fromInput } from '#domain/time.ts';
import { buttonClasses } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { EmptyState } from '#ui/feedback/States.tsx';
import { DateRange } from '#ui/fields/DateRange.tsx';
import { rangeFault } from '#ui/fields/dateRule.ts';
import { SwitchField } from '#ui/fields/Field.tsx';
import { LineIcon } from '#ui/Icon.tsx';
import { PhoneLink } from '#ui/PhoneLink.tsx';
import { PagedTable } from '#ui/tables/PagedTable.tsx';
import { type Column, NUMBER } from '#ui/tables/Table.tsx';
import { Difference, figureText, shown, totalDifference, WalletsHead } from './difference.tsx';
import { KINDS, type ReconciliationKind as Kind, placeOf } from './walletKinds.ts';

interface Row {
  _id: string;
  name: string;
  phone: string;
  place: string;
  figures: Readonly<Record<string, string>>;
}

export function Buyers() {
  return <Report kind={KINDS.buyer} />;
}
export function Officers() {
  return <Report kind={KINDS.sales_officer} />;
}

/** Compares every wallet with orders and stock, the worst difference first (RPT-15). */
function Report({ kind }: { kind: Kind }) {
  const go = useGo();
  const control = usePrintedList(useListState(20, { from: '', to: '', only: '' }));
  const { state, set, turning } = control;
  const { from = '', to = '', only = '' } = state.filters;
  const [start, end] = [fromInput(from), fromInput(to)];
  const input = {
    head: kind.head,
    subhead: 'wallet',
    ...(start === null ? {} : { from_timestamp: start }),
    ...(end === null ? {} : { to_timestamp: end + DAY }),
    ...(state.search ? { search: state.search } : {}),
    ...(only ? { only_difference: true } : {}),
  };
  const today = dateInput(Math.floor(Date.now() / 1_000));
  const fault = rangeFault(from, to, today);
  const query = useQuery({
    ...queryFor(reconciliationReport, { ...input, page: String(state.page), per_page: String(state.per_page) }),
    enabled: !fault,
    placeholderData: keepPreviousData,
  });
  const answer = query.data?.data;
  const rows = rowsOf(answer);
  const show = shown(
    answer,
    kind.figures.map(([name]) => name),
  );
  return (
    <ListFrame
      name={kind.title}
      title={kind.title}
      count={answer?.total}
      // The title is the documents' text. The note spells the abbreviation out.
      note={kind.head === 'sales_officer' ? sameTexts.associate : sameTexts.buyer}
      control={control}
      of={query}
      search="Search by name or phone"
      columns={columnsOf(kind, answer, show)}
      defaultSort=""
      acts={
        <Gate needs={['create_deposit']}>
          <Link to="/bank-credits" className={buttonClasses('plain')}>
            {/* A phone shows only the icon. */}
            <LineIcon d="M3 9.5 12 4l9 5.5H3Zm3 0V18m4-8.5V18m4-8.5V18m4-8.5V18M3 20h18" size={18} />
            Bank credits and statements
          </Link>
        </Gate>
      }
      actions={
        <ExportButton
          sheet={sheetOf(kind)}
          disabled={rows.length === 0 || fault !== null}
          notes={[
            [from && `From ${from}`, to && `to ${to}`, state.search, only && 'Only differences']
              .filter(Boolean)
              .join(' '),
          ].filter(Boolean)}
          // The export uses one response, because the server computes all wallets for any page.
          read={async (_page, signal) => {
            const answer = await callApi(reconciliationReport, input, { signal });
            return { rows: rowsOf(answer), total: answer.total };
          }}
        />
      }
      filterBar={
        <>
          <DateRange clears from={from} to={to} max={today} onChange={set} />
          <SwitchField
            filters
            label="Only differences"
            checked={only !== ''}
            onChange={(on) => set({ only: on ? '1' : '' })}
          />
        </>
      }
      end={<span className="text-[0.8125rem] text-ink-faint max-lg:hidden">{kind.order}</span>}
    >
      {(columns) => (
        <QueryBoundary query={query} rows={12} instead={fault && <EmptyState title={emptyTexts.wrongDates} />}>
          {(answer) => (
            <>
              <WalletsHead of={answer} who={kind.persons} note={kind.note} show={show} path={kind.report} />
              <PagedTable
                page
                {...turning}
                total={answer.total}
                empty={<NoneFound title={emptyTexts.entries} />}
                label={kind.title}
                rows={rows}
                keyOf={(row) => row._id}
                onOpen={(row) => void go(walletOf(kind, row))}
                columns={columns}
                foot={<TotalRow columns={columns} kind={kind} totals={answer.totals} show={show} />}
              />
            </>
          )}
        </QueryBoundary>
      )}
    </ListFrame>
  );
}

/** The sums of all matching rows, under the columns that are shown. */
function TotalRow({
  columns,
  kind,
  totals,
  show,
}: {
  columns: readonly Column<Row>[];
  kind: Kind;
  totals: Readonly<Record<string, string>>;
  show: (kobo: number) => string;
}) {
  return (
    <tr className="bg-surface-sunken font-semibold max-sm:flex max-sm:flex-wrap max-sm:gap-x-3 max-sm:items-baseline max-sm:px-8 max-sm:py-3 sm:sticky sm:bottom-0 sm:shadow-[inset_0_1px_var(--line)]">
      {columns.map(({ key, title, aside }) => {
        const figure = totals[key];
        return (
          <td
            key={key}
            data-card={key === 'who' ? 'lead' : key === 'difference' ? 'figure' : placeOf(kind, key)}
            data-label={figure === undefined || key === 'difference' ? undefined : String(title)}
            className={classes(
              'figures h-row px-1.25 whitespace-nowrap first:pl-5 last:pr-5',
              // The cell of the row number has no figure. CSS gives words after a right-aligned cell more space.
              key !== 'who' && key !== '#' && 'text-right',
              key !== 'who' && !(figure && (key !== 'difference' || koboOf(figure))) && 'max-sm:hidden!',
              aside !== undefined && `aside-${aside}`,
            )}
          >
            {key === 'who' && 'Total'}
            {figure !== undefined &&
              (key === 'difference' ? totalDifference(kind.head, figure, show) : figureText(figure, show))}
          </td>
        );
      })}
    </tr>
  );
}

/** The screen of the wallet. A row opens this screen. */
const walletOf = (kind: Kind, row: Row) => `${kind.path}/${row._id}/balance` as const;

function rowsOf(answer: ReconciliationReport | undefined): Row[] {
  return (answer?.rows ?? []).map((row) => ({
    _id: row._id,
    name: row.name,
    phone: row.phone,
    place: ('location' in row ? row.location?.name : row.seller?.name) ?? NO_VALUE,
    // The figures of a row depend on the kind of wallet, so the table reads the figures by column name.
    figures: row as unknown as Record<string, string>,
  }));
}

/** The longest name, in letters, that stays on one line. */
const LONG_NAME = 26;

/** The letters of all totals that leave a short place its own line on a desktop. With more, the place wraps, so that the difference stays whole. */
const WIDE_TOTALS = 95;

/** Whether the totals take the room of the place. The columns that a desktop of 1440 pixels hides do not count. */
const areWide = (kind: Kind, totals: Readonly<Record<string, string>>, show: (kobo: number) => string) =>
  kind.figures
    .filter(([, , aside]) => aside !== 0)
    .reduce((sum, [name]) => sum + figureText(totals[name], show).length, 0) > WIDE_TOTALS;

function columnsOf(
  kind: Kind,
  answer: ReconciliationReport | undefined,
  show: (kobo: number) => string,
): Column<Row>[] {
  const all = answer?.differences;
  const isWide = answer !== undefined && areWide(kind, answer.totals, show);
  return [
    NUMBER as Column<Row>,
    {
      key: 'who',
      title: kind.who,
      stick: true,
      grow: true,
      cell: (row) => (
        // A short name never wraps; the place beside the name wraps first. Otherwise the name would push the difference out of the table.
        <Link
          to={walletOf(kind, row)}
          className={classes('touch-tap row-link', row.name.length <= LONG_NAME && 'sm:whitespace-nowrap')}
        >
          {row.name}
        </Link>
      ),
    },
    {
      key: 'phone',
      title: 'Phone',
      aside: kind.phoneAside,
      cell: (row) => <PhoneLink phone={row.phone} />,
    },
    {
      key: 'place',
      title: kind.place,
      grow: true,
      // On a desktop the name of a hub has one line. The headings of two words leave that room.
      cell: (row) => (
        <span className={classes('cut wraps', row.place.length <= LONG_NAME && !isWide && 'short')} title={row.place}>
          {row.place}
        </span>
      ),
    },
    ...kind.figures.map(([name, title, aside]) => ({
      key: name,
      title,
      align: 'right' as const,
      breaks: true,
      // The words of the difference explain themselves, so a card shows no heading.
      ...(name === 'difference' ? { word: '' } : { card: placeOf(kind, name) }),
      ...(aside === undefined ? {} : { aside }),
      cell: (row: Row) =>
        name === 'difference' ? (
          <Difference head={kind.head} naira={row.figures[name] ?? '0.00'} all={all} show={show} />
        ) : (
          <span className="figures">{figureText(row.figures[name], show)}</span>
        ),
    })),
  ];
}

function sheetOf(kind: Kind) {
  return {
    name: kind.title,
    columns: [
      { title: kind.who, value: (row: Row) => row.name },
      { title: 'Phone', value: (row: Row) => row.phone },
      { title: kind.place, value: (row: Row) => row.place },
      ...kind.figures.map(([name, title]) => ({
        title,
        value: (row: Row) => (row.figures[name] ? Number(row.figures[name]) : null),
      })),
    ],
  };
}
