/** Rules for agents who recruit retailers: their sources, their bank details, and the periods of their report (B9.10, B9.12). */
import type { AGENT_REPORT_PERIODS, AGENT_SOURCES } from './choices.ts';
import { LENGTHS } from './limits.ts';
import { DAY, LAGOS_OFFSET, startOfDay } from './time.ts';

export type AgentSource = (typeof AGENT_SOURCES)[number];
export type AgentPeriod = (typeof AGENT_REPORT_PERIODS)[number];

/** The labels of the sources. The documents do not name the two staff options (B9.10). */
export const SOURCE_LABEL: Readonly<Record<AgentSource, string>> = {
  BUYER: 'Buyer',
  AGENCY: 'Agency',
  WHATSAPP: 'WhatsApp',
  FACEBOOK: 'Facebook',
  TWITTER: 'Twitter',
  STAFF_1: 'Staff 1',
  STAFF_2: 'Staff 2',
  SMS: 'SMS',
};

/** The bank and account of an agency, which is paid elsewhere (AGT-10). */
export const NO_ACCOUNT = '-';

/** The messages by field for wrong bank details; none for an agency (AGT-10, AGT-11). */
export function bankProblems(agent: { source?: string; bank?: string; account?: string }): Record<string, string> {
  if (agent.source === 'AGENCY') return {};
  const { bank = '', account = '' } = agent;
  const problems: Record<string, string> = {};
  if (bank === '' || bank === NO_ACCOUNT) problems.bank = 'Bank field is required.';
  if (account === '' || account === NO_ACCOUNT) problems.account = 'Account No. field is required.';
  else if (!isAccount(account)) problems.account = 'Account No. is not valid';
  return problems;
}

/** true: exactly ten digits (CONST-15). */
export function isAccount(text: string): boolean {
  return new RegExp(`^\\d{${LENGTHS.account}}$`).test(text);
}

/** The start of the day or week (from Monday) in Lagos that contains `epoch`, epoch seconds. */
export function periodStart(epoch: number, period: AgentPeriod): number {
  const day = startOfDay(epoch);
  if (period === 'day') return day;
  // 1 January 1970 was a Thursday.
  const sinceMonday = (Math.floor((epoch + LAGOS_OFFSET) / DAY) + 3) % 7;
  return day - sinceMonday * DAY;
}

/** The starts of all periods that overlap the range, oldest first, epoch seconds. */
export function periodStarts(from: number, to: number, period: AgentPeriod): number[] {
  const step = period === 'day' ? DAY : 7 * DAY;
  const starts: number[] = [];
  for (let start = periodStart(from, period); start <= to; start += step) starts.push(start);
  return starts;
}

/** Returns the running sums: [1, 2, 3] becomes [1, 3, 6]. */
export function runningSums(figures: readonly number[]): number[] {
  let sum = 0;
  return figures.map((figure) => {
    sum += figure;
    return sum;
  });
}
