import type { ReactNode } from 'react';
import { useSearchValues, useSetSearch } from '#crud/address.ts';
import { useUrlFields } from '#crud/form/useUrlFields.ts';
import { choiceState } from '#crud/query/choiceState.tsx';
import { ReportBar } from '#crud/report/ReportBar.tsx';
import type { Search } from '#crud/routes.ts';
import { chipRange } from '#domain/orderReports.ts';
import { containsWords } from '#domain/text.ts';
import { dateTimeInput, epochOf, fromInput, startOfDay } from '#domain/time.ts';
import { DateRange } from '#ui/fields/DateRange.tsx';
import { rangeFault } from '#ui/fields/dateRule.ts';
import { Picker } from '#ui/fields/Picker.tsx';
import { dayText, momentText } from '#ui/when.ts';
import { useHubs } from './parts/useHubs.ts';

/** The texts of two datetime-local inputs. '' means not chosen. */
interface Range {
  from: string;
  to: string;
}

/** The end of today. The preset "Today" of the chip ends at the same moment (UI-17). */
const lastMoment = () => dateTimeInput(chipRange('today', Math.floor(Date.now() / 1_000)).to);

/** Epoch seconds with an exclusive end. Null until both are chosen, in order, and not after today. */
function secondsOf({ from, to }: Range): { from: number; to: number } | null {
  const first = fromInput(from);
  const last = fromInput(to);
  const can = first !== null && last !== null && first < last && !rangeFault(from, to, lastMoment());
  return can ? { from: first, to: last } : null;
}

/** "26 Oct to 24 Nov" for whole days, else with the hours. Epoch seconds, the end exclusive. */
function rangeText(from: number, to: number): string {
  const isDays = startOfDay(from) === from && startOfDay(to) === to;
  return isDays ? `${dayText(from)} to ${dayText(to - 1)}` : `${momentText(from)} to ${momentText(to)}`;
}

/** The last 30 days. */
function usualRange(now: number): Range {
  const { from, to } = chipRange('month', now);
  return { from: dateTimeInput(from), to: dateTimeInput(to) };
}

/** The texts for the epoch seconds in the address. */
function rangeIn(search: Search): Range {
  const [from, to] = [search.from, search.to].map(epochOf).map((at) => (at === null ? '' : dateTimeInput(at)));
  return { from: from ?? '', to: to ?? '' };
}

/** The filter's value for all hubs that the person may see. */
export const ALL_HUBS = '*';

/**
 * The common filters of both order summaries: the days, the hub (RPT-01, RPT-05) and `more`. A change goes into the address at once, if all filters are
 * complete. Without filters in the address the summary covers all hubs and the last 30 days. The request for these names no days, so that the saved copy
 * is also found tomorrow.
 */
export function useHubRange<More extends Readonly<Record<string, string>>>(more: (search: Search) => More) {
  const search = useSearchValues();
  const setSearch = useSetSearch();
  const isOpen = search.from === undefined && search.to === undefined;
  const known = isOpen ? usualRange(Math.floor(Date.now() / 1_000)) : rangeIn(search);
  const [fields, setFields] = useUrlFields(
    { seller: search.seller ?? ALL_HUBS, range: known, more: more(search) },
    JSON.stringify(search),
  );
  const { seller, range } = fields;
  const request: (Search & { seller: string }) | null = secondsOf(known)
    ? { ...search, seller: search.seller ?? ALL_HUBS }
    : null;
  /** Writes the fields to the address. Without chosen days the address stays without days. */
  const write = (next: typeof fields) => {
    const seconds = secondsOf(next.range);
    if (next.seller === '' || !seconds) return;
    const days = isOpen && next.range === range ? {} : { from: String(seconds.from), to: String(seconds.to) };
    void setSearch({ ...next.more, seller: next.seller, ...days });
  };
  /** Chosen days are written even if they are the usual ones, because a person who shares the address means these days. */
  const set = (change: Partial<typeof fields>) => {
    setFields(change);
    write({ ...fields, ...change });
  };
  return {
    search,
    request,
    /** The days of the shown response, as text. */
    days: request
      ? `${request.from ? rangeText(Number(request.from), Number(request.to)) : 'Last 30 days'}${request.seller === ALL_HUBS ? ', all hubs' : ''}`
      : undefined,
    seller,
    set,
    range,
    more: fields.more,
    setMore: (change: Partial<More>) => set({ more: { ...fields.more, ...change } }),
    ready: seller !== '' && secondsOf(range) !== null,
  };
}

interface BarProps {
  of: Pick<ReturnType<typeof useHubRange>, 'range' | 'ready' | 'request'> & {
    set: (change: { range: Range }) => void;
  };
  /** How many of the filters in `children` are on. */
  on: number;
  busy: boolean;
  /** Reads the same summary again. */
  onRefresh: () => void;
  /** The other filters. {@link HubPicker} belongs among them. */
  children: ReactNode;
}

/** The filters of an order summary: a range with times and its preset days in one chip, as in every list (RPT-01), and the others. */
export function HubRangeBar({ of, on, busy, onRefresh, children }: BarProps) {
  return (
    <ReportBar on={on} opens={of.request === null} refresh={{ ready: of.ready, busy, run: onRefresh }}>
      <DateRange {...of.range} type="datetime-local" max={lastMoment()} onChange={(next) => of.set({ range: next })} />
      {children}
    </ReportBar>
  );
}

export function HubPicker({ value, onChange }: { value: string; onChange: (seller: string) => void }) {
  const hubs = useHubs();
  return (
    <Picker
      label="Seller"
      placeholder="Choose a hub"
      options={[{ value: ALL_HUBS, label: 'All hubs' }, ...hubs.options]}
      value={value}
      onChange={onChange}
      matches={(option, words) => containsWords(option.label, words)}
      {...choiceState(hubs.query)}
    />
  );
}
