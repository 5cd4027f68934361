/** The figures of the report on agents, and the sheet of its export. */
import type { AgentSummary } from '#contract/people/agentCalls.ts';
import type { AgentPeriod } from '#domain/agent.ts';
import { DAY } from '#domain/time.ts';
import { dayText } from '#ui/when.ts';

export const FIGURES = [
  ['referrals', 'Referrals'],
  ['buyers', 'Sign ups'],
  ['orders', 'Unique orders'],
] as const;
export type ReportedAgent = AgentSummary['agents'][number];

export const titleOf = (start: number, period: AgentPeriod) =>
  period === 'day' ? dayText(start) : `${dayText(start)} to ${dayText(start + 6 * DAY)}`;

export const sum = (figures: readonly number[]) => figures.reduce((all, figure) => all + figure, 0);

/** The rows of the export: the agents, then totals and cumulative totals. */
export function rowsOf(answer: AgentSummary): ReportedAgent[] {
  const foot = { phone: '', referralsList: [], buyersList: [] };
  return [
    ...answer.agents,
    { _id: 'totals', name: 'Totals', ...foot, ...answer.totals },
    { _id: 'cumulative', name: 'Cumulative', ...foot, ...answer.cumulative },
  ];
}

export function sheetOf(answer: AgentSummary | undefined, period: AgentPeriod) {
  return {
    name: 'Agent Report',
    columns: [
      { title: 'Agent', value: (row: ReportedAgent) => row.name },
      { title: 'Phone', value: (row: ReportedAgent) => row.phone },
      ...(answer?.timestreams ?? []).flatMap((start, index) =>
        FIGURES.map(([name, title]) => ({
          title: `${titleOf(start, period)} ${title}`,
          value: (row: ReportedAgent) => row[name][index] ?? 0,
        })),
      ),
    ],
  };
}
