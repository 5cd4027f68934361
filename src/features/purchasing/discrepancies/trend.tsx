import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { type DiscrepancySummary, discrepancySummary } from '#contract/purchasing/discrepancyCalls.ts';
import { useGo } from '#crud/address.ts';
import { ExportButton, type Sheet } from '#crud/export/ExportButton.tsx';
import { Link } from '#crud/Link.tsx';
import { useListState } from '#crud/list/useListState.ts';
import { QueryCard } from '#crud/query/QueryBoundary.tsx';
import { ChipChoice, ReportBar } from '#crud/report/ReportBar.tsx';
import { emptyTexts } from '#crud/texts.ts';
import { DISCREPANCY_BY, DISCREPANCY_BY_LABEL, type DiscrepancyBy } from '#domain/discrepancy.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { koboOf, oneRule, shortNaira, showNaira } from '#domain/money.ts';
import { showNumber } from '#domain/number.ts';
import { plural } from '#domain/plural.ts';
import { DAY } from '#domain/time.ts';
import { daysBefore, trendOf, trendWords } from '#domain/trend.ts';
import { casesFigure, casesSum } from '#domain/units.ts';
import { Button, buttonClasses } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { Icon } from '#ui/Icon.tsx';
import { ReportPage } from '#ui/list/ListPage.tsx';
import { Strip } from '#ui/Strip.tsx';
import { type Column, Table } from '#ui/tables/Table.tsx';
import { dayText } from '#ui/when.ts';
import { NOTHING_TO_PRINT, whenReady } from '#ui/whenReady.ts';
import { ALL_AS_EXPECTED, FILTERS, Filters, questionOf } from './filters.tsx';
import { TrendPlot } from './trendPlot.tsx';

type Group = DiscrepancySummary['groups'][number];

/** The key in the address that filters the list by one group. */
const KEY: Record<DiscrepancyBy, string> = {
  supplier: 'supplier',
  product: 'product',
  hub: 'hub',
  reason: 'reason',
  officer: 'officer',
};

/** The sums of discrepancies, a plot, and groups, each compared with the previous period (DISC-21). */
export function Screen() {
  const { state, set } = useListState(30, { ...FILTERS, by: 'supplier' });
  const by = DISCREPANCY_BY.find((one) => one === state.filters.by) ?? 'supplier';
  const question = questionOf(state.filters, state.search);
  const query = useQuery({ ...queryFor(discrepancySummary, { ...question, by }), enabled: question !== null });
  const answer = query.data?.data;
  const kept = Object.fromEntries(
    Object.entries(state.filters).filter(([name, value]) => value !== '' && name !== 'by'),
  );
  const on = Object.keys(kept).filter((name) => name !== 'to').length;
  return (
    <ReportPage
      title="Trend of Discrepancies"
      note={
        answer
          ? `${dayText(answer.from)} to ${dayText(answer.to - 1)}. Receipts that were reversed do not count.`
          : '\u00a0'
      }
      actions={
        <>
          <Link to="/discrepancies" search={kept} className={buttonClasses('plain')}>
            <Icon name="orders" /> Lines
          </Link>
          <Button icon="print" {...whenReady(!answer?.groups.length && NOTHING_TO_PRINT, () => window.print())}>
            Print
          </Button>
          <ExportButton
            sheet={sheetOf(by)}
            rows={answer?.groups ?? []}
            disabled={!answer || answer.groups.length === 0}
          />
        </>
      }
      bar={
        <ReportBar
          on={on}
          opens={question === null}
          refresh={{ ready: question !== null, busy: query.isFetching, run: () => void query.refetch() }}
        >
          <Filters state={state} set={set} />
        </ReportBar>
      }
    >
      <QueryCard query={query} instead={question === null && <EmptyState title={emptyTexts.wrongDates} />}>
        {(summary) => (
          <>
            <Sums summary={summary} />
            <TrendPlot summary={summary} />
            <Groups summary={summary} by={by} kept={kept} onBy={(next) => set({ by: next })} />
          </>
        )}
      </QueryCard>
    </ReportPage>
  );
}

const daysIn = ({ from, to }: DiscrepancySummary) => Math.round((to - from) / DAY);

/** The sums at the top: money for the office, cases and lines for an account of a hub. */
function Sums({ summary }: { summary: DiscrepancySummary }) {
  const { total, before, unclaimed } = summary;
  const when = daysBefore(daysIn(summary));
  const lines = plural(total.count, '# line', '# lines');
  if (total.value === null)
    return (
      <Strip
        label="Totals"
        cells={[
          {
            label: 'Lines',
            value: showNumber(total.count),
            note: trendWords(total.count, before.count, showNumber(before.count), when),
          },
          {
            label: 'Cases',
            value: casesFigure(total.cases),
            note: trendWords(total.cases, before.cases, casesFigure(before.cases), when),
          },
          { label: 'Not claimed', value: showNumber(unclaimed.count), note: 'lines of suppliers' },
        ]}
      />
    );
  const cell = (label: string, now: string | null, then: string | null, note?: string) => {
    const [kobo, was] = [koboOf(now ?? '0'), koboOf(then ?? '0')];
    return {
      label,
      value: showNaira(now ?? '0'),
      short: shortNaira(kobo),
      note: note ?? trendWords(kobo, was, shortNaira(was) ?? showNaira(was), when),
    };
  };
  return (
    <Strip
      label="Totals"
      noteLines={2}
      cells={[
        cell('Value', total.value, before.value, `${lines}, ${casesSum(total.cases)}`),
        cell('Short', total.short, before.short),
        cell('Damaged', total.damaged, before.damaged),
        cell('Over', total.over, before.over),
        cell(
          'Not claimed',
          unclaimed.value,
          null,
          unclaimed.count === 0
            ? 'everything is claimed'
            : plural(unclaimed.count, '# line of suppliers', '# lines of suppliers'),
        ),
      ]}
    />
  );
}

function Groups({
  summary,
  by,
  kept,
  onBy,
}: {
  summary: DiscrepancySummary;
  by: DiscrepancyBy;
  kept: Readonly<Record<string, string>>;
  onBy: (by: DiscrepancyBy) => void;
}) {
  const go = useGo();
  const [all, setAll] = useState(false);
  const rows = all ? summary.groups : summary.groups.slice(0, FEW);
  const title = `By ${DISCREPANCY_BY_LABEL[by].toLowerCase()}`;
  return (
    <Card padded={false} label={title}>
      <div className="flex flex-wrap items-center justify-between gap-3 border-b px-5 py-3">
        <h2 className="text-base font-semibold">{title}</h2>
        <div className="no-print">
          <ChipChoice
            label="Group by"
            options={DISCREPANCY_BY.map((key) => ({ key, label: DISCREPANCY_BY_LABEL[key] }))}
            value={by}
            onChange={onBy}
          />
        </div>
      </div>
      {rows.length === 0 ? (
        <EmptyState scene="done" title="No discrepancies in these days">
          {ALL_AS_EXPECTED}
        </EmptyState>
      ) : (
        <Table
          cards
          label={title}
          columns={columnsOf(summary, by)}
          rows={rows}
          keyOf={(row) => row._id}
          {...(by === 'reason' || rows.every((row) => row._id !== '')
            ? { onOpen: (row: Group) => void go('/discrepancies', { search: { ...kept, [KEY[by]]: row._id } }) }
            : {})}
        />
      )}
      {summary.groups.length > FEW && !all && (
        <div className="border-t px-5 py-2">
          <Button look="quiet" onClick={() => setAll(true)}>
            Show all {summary.groups.length}
          </Button>
        </div>
      )}
    </Card>
  );
}

/** The number of groups before the button that shows all. */
const FEW = 20;

/** "↑ 12%"; "new" if the previous period has no discrepancies. */
const changeOf = (now: number, before: number) => trendOf(now, before) ?? 'new';

function columnsOf(summary: DiscrepancySummary, by: DiscrepancyBy): Column<Group>[] {
  const seesValue = summary.total.value !== null;
  const show = oneRule(
    summary.groups.flatMap(({ short, damaged, over, value }) => [short, damaged, over, value].map((one) => one ?? '')),
  );
  const naira = (text: string | null) =>
    koboOf(text ?? '0') === 0 ? (
      <span className="text-ink-faint">{NO_VALUE}</span>
    ) : (
      <span className="figures">{show(koboOf(text ?? '0'))}</span>
    );
  const money = (key: 'short' | 'damaged' | 'over', title: string): Column<Group> => ({
    key,
    title,
    align: 'right',
    aside: 2,
    cell: (row) => naira(row[key]),
  });
  return [
    {
      key: 'name',
      title: DISCREPANCY_BY_LABEL[by],
      grow: true,
      card: 'lead',
      cell: (row) => <span className="cut font-medium">{row.name}</span>,
    },
    { key: 'count', title: 'Lines', align: 'right', cell: (row) => showNumber(row.count) },
    { key: 'cases', title: 'Cases', align: 'right', cell: (row) => casesFigure(row.cases) },
    ...(seesValue
      ? [
          money('short', 'Short'),
          money('damaged', 'Damaged'),
          money('over', 'Over'),
          {
            key: 'value',
            title: 'Value',
            align: 'right' as const,
            cell: (row: Group) => <span className="figures font-semibold">{show(koboOf(row.value ?? '0'))}</span>,
          },
        ]
      : []),
    {
      key: 'change',
      title: 'Change',
      hint: `Against ${daysBefore(daysIn(summary))}`,
      align: 'right',
      cell: (row) => (
        <span
          className="whitespace-nowrap text-ink-soft"
          title={seesValue ? `${showNaira(row.before.value ?? '0')} before` : `${casesSum(row.before.cases)} before`}
        >
          {seesValue
            ? changeOf(koboOf(row.value ?? '0'), koboOf(row.before.value ?? '0'))
            : changeOf(row.cases, row.before.cases)}
        </span>
      ),
    },
  ];
}

const number = (text: string | null) => (text === null ? null : Number(text));
const sheetOf = (by: DiscrepancyBy): Sheet<Group> => ({
  name: 'Trend of Discrepancies',
  columns: [
    { title: DISCREPANCY_BY_LABEL[by], value: (row) => row.name },
    { title: 'Lines', value: (row) => row.count },
    { title: 'Cases', value: (row) => row.cases },
    { title: 'Short', value: (row) => number(row.short) },
    { title: 'Damaged', value: (row) => number(row.damaged) },
    { title: 'Over', value: (row) => number(row.over) },
    { title: 'Value', value: (row) => number(row.value) },
    { title: 'Lines before', value: (row) => row.before.count },
    { title: 'Cases before', value: (row) => row.before.cases },
    { title: 'Value before', value: (row) => number(row.before.value) },
  ],
});
