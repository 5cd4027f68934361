import { type ReactNode, useState } from 'react';
import { useSearchValues, useSetSearch } from '#crud/address.ts';
import { useUrlFields } from '#crud/form/useUrlFields.ts';
import { choiceState } from '#crud/query/choiceState.tsx';
import { FoldedFilters } from '#crud/report/FoldedFilters.tsx';
import type { Search } from '#crud/routes.ts';
import { chipRange, DAY_CHIPS, type DayChip } from '#domain/orderReports.ts';
import { containsWords } from '#domain/text.ts';
import { dateTimeInput, epochOf, fromInput, startOfDay } from '#domain/time.ts';
import { Button } from '#ui/Button.tsx';
import { DateRange } from '#ui/fields/DateRange.tsx';
import { rangeFault } from '#ui/fields/dateRule.ts';
import { Form } from '#ui/fields/Form.tsx';
import { Picker } from '#ui/fields/Picker.tsx';
import { dayText, momentText } from '#ui/when.ts';
import { useHubs } from './parts/useHubs.ts';

/** The texts of two datetime-local inputs. '' means not chosen. */
interface Range {
  from: string;
  to: string;
}

/** The end of today, which is also the end of the chip of today (UI-17). */
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

function rangeOf(chip: DayChip, now: number): Range {
  const { from, to } = chipRange(chip, now);
  return { from: dateTimeInput(from), to: dateTimeInput(to) };
}

/** The texts for the epoch seconds in the address. */
function rangeIn(search: Search): Range {
  const [from, to] = [search.from, search.to].map(epochOf).map((at) => (at === null ? '' : dateTimeInput(at)));
  return { from: from ?? '', to: to ?? '' };
}

/** Chips for preset days, and a range with times (RPT-01). */
function RangeFields({ range, onChange }: { range: Range; onChange: (range: Range) => void }) {
  const now = Math.floor(Date.now() / 1_000);
  // A chip also clears typed text that was no date, even if its days are chosen already.
  const [turn, setTurn] = useState(0);
  const choose = (preset: Range) => {
    setTurn(turn + 1);
    onChange(preset);
  };
  return (
    <>
      <fieldset className="flex flex-wrap gap-2 sm:col-span-full">
        <legend className="sr-only">Days</legend>
        {DAY_CHIPS.map(({ key, label }) => {
          const preset = rangeOf(key, now);
          const on = preset.from === range.from && preset.to === range.to;
          return (
            <Button key={key} look={on ? 'primary' : 'plain'} aria-pressed={on} onClick={() => choose(preset)}>
              {label}
            </Button>
          );
        })}
      </fieldset>
      <DateRange key={turn} {...range} type="datetime-local" max={lastMoment()} onChange={onChange} />
    </>
  );
}

/** In place of a hub's id: all hubs that the person may see. */
export const ALL_HUBS = '*';

/**
 * The common filters of both order summaries: the days, the hub (RPT-01, RPT-05) and `more`. Refresh writes them to the address. Without any in the
 * address the summary is of all hubs and the last 30 days; that question has no days of its own, so that its copy on this device is found tomorrow.
 */
export function useHubRange<More extends Readonly<Record<string, string>>>(more: (search: Search) => More) {
  const search = useSearchValues();
  const setSearch = useSetSearch();
  const isOpen = search.from === undefined && search.to === undefined;
  const known = isOpen ? rangeOf('month', Math.floor(Date.now() / 1_000)) : rangeIn(search);
  const [fields, setFields] = useUrlFields(
    { seller: search.seller ?? ALL_HUBS, range: known, more: more(search) },
    JSON.stringify(search),
  );
  const { seller, range } = fields;
  const seconds = secondsOf(range);
  const asked: (Search & { seller: string }) | null = secondsOf(known)
    ? { ...search, seller: search.seller ?? ALL_HUBS }
    : null;
  return {
    search,
    asked,
    /** The days of the shown response. */
    days: asked
      ? `${asked.from ? rangeText(Number(asked.from), Number(asked.to)) : 'Last 30 days'}${asked.seller === ALL_HUBS ? ', all hubs' : ''}`
      : undefined,
    seller,
    set: setFields,
    range,
    more: fields.more,
    setMore: (change: Partial<More>) => setFields({ more: { ...fields.more, ...change } }),
    ready: seller !== '' && seconds !== null,
    /** Writes the filters to the address. If the address holds them already, `again` repeats the request. */
    ask(again: () => unknown) {
      if (seller === '' || !seconds) return;
      const next: Record<string, string> = {
        ...fields.more,
        seller,
        from: String(seconds.from),
        to: String(seconds.to),
      };
      const same = Object.entries(next).every(([name, value]) => (search[name] ?? '') === value);
      if (same) again();
      else void setSearch(next);
    },
  };
}

interface FormProps {
  of: Pick<ReturnType<typeof useHubRange>, 'range' | 'ready' | 'asked'> & { set: (change: { range: Range }) => void };
  busy: boolean;
  onRefresh: () => void;
  /** The other filters. {@link HubPicker} belongs among them. */
  children: ReactNode;
}

/** The filters of an order summary, with the Refresh button. */
export function HubRangeForm({ of, busy, onRefresh, children }: FormProps) {
  return (
    <FoldedFilters open={of.asked === null}>
      <Form className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-3" onSubmit={onRefresh}>
        <RangeFields range={of.range} onChange={(range) => of.set({ range })} />
        {children}
        <div className="no-print sm:col-start-2 sm:pt-6.5 xl:col-start-3">
          <Button type="submit" look="primary" icon="sync" wide disabled={!of.ready} busy={busy}>
            Refresh
          </Button>
        </div>
      </Form>
    </FoldedFilters>
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
