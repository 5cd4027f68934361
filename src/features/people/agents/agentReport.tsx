import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { type AgentSummary, sourceSummary } from '#contract/people/agentCalls.ts';
import { useGo, useSearchValues, useSetSearch } from '#crud/address.ts';
import { ExportButton } from '#crud/export/ExportButton.tsx';
import { FilterSelect } from '#crud/fields/FilterSelect.tsx';
import { Link } from '#crud/Link.tsx';
import { OVERVIEW } from '#crud/paths.ts';
import { QueryCard } from '#crud/query/QueryBoundary.tsx';
import { useCan } from '#crud/query/useSession.ts';
import { ReportBar } from '#crud/report/ReportBar.tsx';
import type { Search } from '#crud/routes.ts';
import { emptyTexts } from '#crud/texts.ts';
import type { AgentPeriod } from '#domain/agent.ts';
import { dateFilters } from '#domain/orderFilters.ts';
import { dayRange } from '#domain/periods.ts';
import { shownPhone } from '#domain/phone.ts';
import { DAY, dateInput } from '#domain/time.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { classes } from '#ui/classes.ts';
import { EmptyState } from '#ui/feedback/States.tsx';
import { DateRange } from '#ui/fields/DateRange.tsx';
import { rangeFault } from '#ui/fields/dateRule.ts';
import { SwitchField } from '#ui/fields/Field.tsx';
import { ReportPage } from '#ui/list/ListPage.tsx';
import { PhoneLink } from '#ui/PhoneLink.tsx';
import { plotCount } from '#ui/plots/axisText.ts';
import type { PlotFigures, PlotSeries } from '#ui/plots/figures.ts';
import { LinePlot } from '#ui/plots/LinePlot.tsx';
import { PlotCard } from '#ui/plots/PlotCard.tsx';
import { isOfRow } from '#ui/tables/rowKeys.ts';
import { Sideways } from '#ui/tables/Sideways.tsx';
import { dayText } from '#ui/when.ts';
import { NOTHING_TO_PRINT, whenReady } from '#ui/whenReady.ts';
import { FIGURES, type ReportedAgent, rowsOf, sheetOf, sum, titleOf } from './agentSheet.ts';

const TONES = [1, 2, 3] as const;

/** The referrals of agencies per day or week (AGT-13 to AGT-16). The address holds the range and the grouping. */
export function Screen() {
  const search = useSearchValues();
  const setSearch = useSetSearch();
  const [lists, setLists] = useState(false);
  const today = dateInput(Math.floor(Date.now() / 1_000));
  const from = search.from ?? dateInput(Math.floor(Date.now() / 1_000) - 27 * DAY);
  const to = search.to ?? today;
  const period: AgentPeriod = search.period === 'day' ? 'day' : 'week';
  const fault = rangeFault(from, to, today);
  const range = fault ? null : dayRange(from, to);
  const query = useQuery({
    ...queryFor(sourceSummary, {
      from_timestamp: range?.from ?? 0,
      to_timestamp: range?.to ?? 0,
      period,
      source: 'AGENCY',
    }),
    enabled: range !== null,
  });
  const set = (change: Search) => void setSearch((before) => ({ ...before, from, to, ...change }));
  const answer = query.data?.data;
  return (
    <ReportPage
      title="Agent Report"
      note="Agencies"
      actions={
        <>
          <Button icon="print" {...whenReady(!answer?.agents.length && NOTHING_TO_PRINT, () => window.print())}>
            Print
          </Button>
          <ExportButton
            sheet={sheetOf(answer, period)}
            rows={answer ? rowsOf(answer) : []}
            disabled={!answer || answer.agents.length === 0}
            notes={range ? [`${dayText(range.from)} to ${dayText(range.to)}`] : []}
          />
        </>
      }
      bar={
        <ReportBar
          on={0}
          opens={!range}
          refresh={{ ready: range !== null, busy: query.isFetching, run: () => void query.refetch() }}
        >
          <DateRange from={from} to={to} max={today} onChange={(range) => set(dateFilters(range))} />
          <FilterSelect
            label="Group by"
            value={period}
            none="week"
            tells
            onChange={(next) => set({ period: next })}
            options={[
              { value: 'day', label: 'Day' },
              { value: 'week', label: 'Week' },
            ]}
          />
          <SwitchField label="Show buyers list" checked={lists} onChange={setLists} />
        </ReportBar>
      }
    >
      <QueryCard
        query={query}
        instead={!range && <EmptyState scene="board" title={fault ? emptyTexts.wrongDates : emptyTexts.dates} />}
      >
        {(answer) => (
          <>
            {answer.agents.length > 0 && <AgentPlot answer={answer} period={period} />}
            <Card padded={false} label="Report">
              {answer.agents.length === 0 ? (
                <EmptyState scene="find" title="No agent report available">
                  <p>Nobody was referred in these days. Choose more days above.</p>
                </EmptyState>
              ) : (
                <Report answer={answer} period={period} lists={lists} />
              )}
            </Card>
          </>
        )}
      </QueryCard>
    </ReportPage>
  );
}

const SERIES: readonly PlotSeries[] = FIGURES.map(([key, title], at) => ({ key, title, tone: TONES[at] ?? 1 }));

/** All agencies together, by day or week. */
function AgentPlot({ answer, period }: { answer: AgentSummary; period: AgentPeriod }) {
  const figures: PlotFigures = {
    label: `Referrals, sign ups and unique orders of all agencies by ${period}.`,
    points: answer.timestreams.map((at, place) => ({
      at,
      name: titleOf(at, period),
      values: Object.fromEntries(FIGURES.map(([name]) => [name, answer.totals[name][place] ?? 0])),
    })),
    series: SERIES,
    show: plotCount,
  };
  return (
    <PlotCard
      title={`Agencies by ${period}`}
      of={figures}
      first={period === 'day' ? 'Day' : 'Week'}
      panels={[{ kind: 'lines', keys: FIGURES.map(([name]) => name) }]}
    >
      <LinePlot {...figures} height={200} empty="No referrals in these days. Widen the period." />
    </PlotCard>
  );
}

function Report({ answer, period, lists }: { answer: AgentSummary; period: AgentPeriod; lists: boolean }) {
  // A report with the retailers below the names has high rows, so figures align with the top.
  const align = lists ? 'align-top' : 'align-middle';
  const figure = `figures whitespace-nowrap px-3 py-2 text-right ${align}`;
  const edge = 'border-l';
  // The newest row comes first, as in the other reports, although the plot above runs from the oldest to the newest.
  const newest = answer.timestreams.map((start, index) => ({ start, index })).reverse();
  const opens = useCan('update_agent');
  const go = useGo();
  const open = opens ? ({ _id }: ReportedAgent) => void go(`/agents/${_id}/update`, { search: OVERVIEW }) : undefined;
  return (
    <Sideways label="Agent Report">
      <table className="w-full border-collapse text-(length:--letters)" aria-label="Agent Report">
        <thead className="[&>tr]:bg-surface-sunken text-[0.8125rem] text-ink-soft">
          <tr>
            <th scope="col" rowSpan={2} className="stuck px-5 py-2 text-left align-bottom font-semibold max-sm:px-3">
              Agent
            </th>
            <th scope="col" rowSpan={2} className="py-2 pr-3 pl-1 text-left align-bottom font-semibold max-sm:hidden">
              Phone
            </th>
            <th scope="colgroup" colSpan={3} className={`${edge} px-3 py-2 text-center font-semibold`}>
              Total
            </th>
            {newest.map(({ start }) => (
              <th
                key={start}
                scope="colgroup"
                colSpan={3}
                className={`${edge} whitespace-nowrap px-3 py-2 text-center font-semibold`}
              >
                {titleOf(start, period)}
              </th>
            ))}
          </tr>
          <tr className="border-b">
            {['total', ...newest.map(({ start }) => start)].map((start) => (
              <Fragment key={start}>
                {FIGURES.map(([name, title], at) => (
                  <th
                    key={name}
                    scope="col"
                    className={`${at === 0 ? edge : ''} whitespace-nowrap px-3 py-2 text-right font-semibold`}
                  >
                    {title}
                  </th>
                ))}
              </Fragment>
            ))}
          </tr>
        </thead>
        <tbody>
          {answer.agents.map((agent) => (
            <tr
              key={agent._id}
              className={classes('border-b', open && 'cursor-pointer hover:bg-surface-sunken')}
              onClick={open && ((event) => isOfRow(event) && open(agent))}
            >
              <th
                scope="row"
                className={`stuck h-row min-w-44 px-5 py-2 text-left font-medium max-sm:min-w-32 max-sm:px-3 ${align}`}
              >
                {open ? (
                  <Link to={`/agents/${agent._id}/update`} search={OVERVIEW} className="touch-tap row-link">
                    {agent.name}
                  </Link>
                ) : (
                  agent.name
                )}
                {/* A phone shows the agent's phone number under the name, so that the figures have the width of this column. */}
                <span className="figures block text-xs font-normal text-ink-faint sm:hidden">
                  {shownPhone(agent.phone)}
                </span>
              </th>
              <td className={`figures py-2 pr-3 pl-1 max-sm:hidden ${align}`}>
                <PhoneLink phone={agent.phone} />
              </td>
              {FIGURES.map(([name], at) => (
                <td key={name} className={`${at === 0 ? edge : ''} ${figure} font-semibold`}>
                  {sum(agent[name])}
                </td>
              ))}
              {newest.map(({ start, index }) => (
                <Fragment key={start}>
                  {FIGURES.map(([name], at) => (
                    <td key={name} className={`${at === 0 ? edge : ''} ${figure}`}>
                      {agent[name][index]}
                      {lists && name !== 'orders' && (
                        <People people={agent[name === 'referrals' ? 'referralsList' : 'buyersList'][index] ?? []} />
                      )}
                    </td>
                  ))}
                </Fragment>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot className="[&>tr]:bg-surface-sunken font-semibold">
          {(
            [
              ['Totals', answer.totals],
              ['Cumulative', answer.cumulative],
            ] as const
          ).map(([title, figures]) => (
            <tr key={title} className="border-b last:border-b-0">
              <th scope="row" className="stuck px-5 py-2 text-left max-sm:px-3">
                {title}
              </th>
              <td className="max-sm:hidden" />
              {FIGURES.map(([name], at) => (
                <td key={name} className={`${at === 0 ? edge : ''} ${figure}`}>
                  {sum(answer.totals[name])}
                </td>
              ))}
              {newest.map(({ start, index }) => (
                <Fragment key={start}>
                  {FIGURES.map(([name], at) => (
                    <td key={name} className={`${at === 0 ? edge : ''} ${figure}`}>
                      {figures[name][index]}
                    </td>
                  ))}
                </Fragment>
              ))}
            </tr>
          ))}
        </tfoot>
      </table>
    </Sideways>
  );
}

function People({ people }: { people: readonly { name: string; phone: string }[] }) {
  if (people.length === 0) return null;
  return (
    <ul className="mt-1 text-left text-sm text-ink-soft">
      {people.map((one) => (
        <li key={one.phone}>
          {one.name ? `${one.name}, ` : ''}
          <PhoneLink phone={one.phone} inLine />
        </li>
      ))}
    </ul>
  );
}
