import { useMemo, useState } from 'react';
import { readLocal, writeLocal } from '#client/keptLocally.ts';
import { useSearchValues, useSetSearch } from '#crud/address.ts';
import { useUrlFields } from '#crud/form/useUrlFields.ts';
import { useSession } from '#crud/query/useSession.ts';
import { ReportBar } from '#crud/report/ReportBar.tsx';
import { compareNames } from '#domain/nameOrder.ts';
import { dayRange } from '#domain/periods.ts';
import {
  ALL_HUBS,
  CONTEXT_LABEL,
  CONTEXTS,
  type Context,
  canRefresh,
  endFor,
  OWNER_GROUPS,
  offersOwner,
  ownWarehouse,
  startsWithAll,
  usualReportDays,
  warehouseLabel,
} from '#domain/report.ts';
import { containsWords } from '#domain/text.ts';
import { dateInput, epochOf } from '#domain/time.ts';
import type { PartyType } from '#domain/transfer.ts';
import { DateRange } from '#ui/fields/DateRange.tsx';
import { rangeFault } from '#ui/fields/dateRule.ts';
import { SwitchField } from '#ui/fields/Field.tsx';
import { Picker } from '#ui/fields/Picker.tsx';
import { ReportTabs } from '#ui/Tabs.tsx';
import { lastDay, type Warehouses } from './reportQuery.ts';

interface Props {
  warehouses: Warehouses;
  of: ReportFields;
  /** True while the report is read. */
  busy: boolean;
  /** No report can be read with these filters. */
  open: boolean;
}

const TYPES = CONTEXTS.map((key) => ({ key, title: CONTEXT_LABEL[key] }));

type ReportFields = ReturnType<typeof useReportFields>;

/** The report types as tabs. */
export const ReportTypes = ({ of: { context, choose } }: Pick<Props, 'of'>) => (
  <ReportTabs label="Report type" tabs={TYPES} current={context as Context} onPick={choose} />
);

/** The filters warehouse and days in one line. A complete change goes into the address at once. */
export function ReportFilters({
  warehouses,
  of: { context, chosen, from, to, range, change, refresh },
  busy,
  open,
}: Props) {
  const [switched, setSwitched] = useState<Record<string, boolean>>({});
  const allOwners = switched[context] ?? startsWithAll(context);
  const options = useWarehouseOptions(warehouses, context, allOwners, chosen);
  const now = context === 'current_inventory';
  const ready = canRefresh({
    context,
    warehouses: chosen ? [chosen] : [],
    from: range?.from ?? null,
    to: range?.to ?? null,
  });
  return (
    <ReportBar on={chosen === ALL_HUBS || chosen === '' ? 0 : 1} opens={open} refresh={{ ready, busy, run: refresh }}>
      <Picker
        label="Warehouse"
        options={options}
        value={chosen}
        onChange={(next) => change({ chosen: next })}
        matches={(option, words) => containsWords(option.label, words)}
        placeholder={context ? 'Choose a warehouse' : 'Choose a report first'}
        disabled={!context || warehouses.isPending}
        none="No warehouse of this kind. Press “Show all owners” beside the filter."
      />
      {context && (
        <SwitchField
          label="Show all owners"
          checked={allOwners}
          onChange={(on) => setSwitched({ ...switched, [context]: on })}
        />
      )}
      {!now && <DateRange from={from} to={to} max={lastDay(context)} onChange={change} />}
    </ReportBar>
  );
}

/**
 * The state of the filters, which starts with the address. `range`: the days in epoch seconds, or null if the report has none or they are invalid. An
 * incomplete change stays in the state until the other filters are complete.
 */
export function useReportFields(warehouses: Warehouses, again: () => void) {
  const search = useSearchValues();
  const setSearch = useSetSearch();
  const { context: inAddress = 'current_inventory', warehouses: its = ALL_HUBS, from_timestamp, to_timestamp } = search;
  const usual = usualReportDays(Math.floor(Date.now() / 1_000));
  const isOpen = from_timestamp === undefined && to_timestamp === undefined;
  const [fields, setFields] = useUrlFields(
    {
      context: inAddress,
      chosen: its,
      from: isOpen ? dateInput(usual.from) : dayIn(from_timestamp),
      to: isOpen ? dateInput(usual.to) : dayIn(to_timestamp),
    },
    [inAddress, its, from_timestamp, to_timestamp].join(),
  );
  const { profile } = useSession();
  const lastKey = `report_hub:${profile?.user_id ?? ''}`;
  const rangeOf = ({ context, from, to }: typeof fields) =>
    context === 'current_inventory' || rangeFault(from, to, lastDay(context)) ? null : dayRange(from, to);
  const range = rangeOf(fields);
  const change = (part: Partial<typeof fields>) => {
    const next = { ...fields, ...part };
    setFields(part);
    const days = rangeOf(next);
    const request = { context: next.context, warehouses: next.chosen ? [next.chosen] : [] };
    if (!canRefresh({ ...request, from: days?.from ?? null, to: days?.to ?? null })) return;
    if (warehouses.data?.data.find((row) => row._id === next.chosen)?.parent_type === 'seller')
      writeLocal(lastKey, { hub: next.chosen });
    // Without chosen days the address stays without days.
    const written = isOpen && next.from === fields.from && next.to === fields.to ? null : days;
    void setSearch((before) => ({
      ...before,
      context: next.context,
      warehouses: next.chosen,
      from_timestamp: written ? String(written.from) : undefined,
      to_timestamp: written ? String(written.to) : undefined,
      page: undefined,
      // Another report may not contain the product that was chosen in this one.
      products: undefined,
    }));
  };
  /**
   * Changes the report type. The warehouse stays if the new type offers it; otherwise the usual warehouse of the type is chosen, or all hubs. The last day
   * is limited to the days that the type allows.
   */
  const choose = (next: string) => {
    const { hub = '' } = readLocal<{ hub?: string }>(lastKey, {});
    const active = (warehouses.data?.data ?? []).filter((row) => row.status === 'active');
    const { chosen, to } = fields;
    const type = active.find((row) => row._id === chosen)?.parent_type as PartyType | undefined;
    const stays = chosen === ALL_HUBS || (type !== undefined && offersOwner(next, type, startsWithAll(next)));
    const usual = startsWithAll(next) ? ownWarehouse(active, profile?.seller?._id ?? null, hub) : '';
    change({
      context: next,
      chosen: stays ? chosen : usual || ALL_HUBS,
      to: endFor(next, to, Math.floor(Date.now() / 1_000)),
    });
  };
  return { ...fields, range, change, choose, refresh: again };
}

/** The warehouses to choose from, grouped by owner. The chosen warehouse is always an option, so that a shared address shows its name. */
function useWarehouseOptions({ data }: Warehouses, context: string, allOwners: boolean, chosen: string) {
  return useMemo(
    () => [
      { value: ALL_HUBS, label: 'All hubs' },
      ...(data?.data ?? [])
        .filter(
          (row) =>
            row.status === 'active' &&
            (row._id === chosen || offersOwner(context, row.parent_type as PartyType, allOwners)),
        )
        .map((row) => ({
          value: row._id,
          label: warehouseLabel(row.parent.name, row.parent_type as PartyType),
          place: OWNER_GROUPS.findIndex((one) => one.type === row.parent_type),
        }))
        .sort((a, b) => a.place - b.place || compareNames(a.label, b.label))
        .map(({ place, ...option }) => ({ ...option, group: OWNER_GROUPS[place]?.title ?? '' })),
    ],
    [data, context, allOwners, chosen],
  );
}

/** The day (yyyy-MM-dd) of the epoch seconds in the address. */
function dayIn(seconds: string | undefined): string {
  const at = epochOf(seconds);
  return at === null ? '' : dateInput(at);
}
