import { useMemo, useState } from 'react';
import { readLocal, writeLocal } from '#client/keptLocally.ts';
import { useSearchValues, useSetSearch } from '#crud/address.ts';
import { useUrlFields } from '#crud/form/useUrlFields.ts';
import { useSession } from '#crud/query/useSession.ts';
import { FoldedFilters } from '#crud/report/FoldedFilters.tsx';
import {
  ALL_HUBS,
  CONTEXT_LABEL,
  CONTEXTS,
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
import { dateInput, dayRange, epochOf } from '#domain/time.ts';
import type { PartyType } from '#domain/transfer.ts';
import { Button } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { DateRange } from '#ui/fields/DateRange.tsx';
import { rangeFault } from '#ui/fields/dateRule.ts';
import { SelectField, SwitchField } from '#ui/fields/Field.tsx';
import { Form } from '#ui/fields/Form.tsx';
import { Picker } from '#ui/fields/Picker.tsx';
import { lastDay, type Warehouses } from './reportQuery.ts';

interface Props {
  warehouses: Warehouses;
  /** True while the report is read. */
  busy: boolean;
  /** Reads the same report again. */
  again: () => void;
  /** There is no report to be read. */
  open: boolean;
}

/** The form of the next report: type, warehouse, days. Refresh writes them to the address. */
export function ReportFilters({ warehouses, busy, again, open }: Props) {
  const { context, chosen, from, to, setFields, range, choose, refresh } = useReportFields(warehouses, again);
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
    <FoldedFilters open={open}>
      <Form
        className={classes(
          'grid items-start gap-4 sm:grid-cols-2',
          now ? 'lg:grid-cols-[1fr_1.4fr_auto]' : 'lg:grid-cols-[minmax(12.5rem,1fr)_1.4fr_auto_auto_auto]',
        )}
        onSubmit={() => {
          if (ready) refresh();
        }}
      >
        <SelectField
          label="Report type"
          value={context}
          onChange={choose}
          blank="Choose a report"
          options={CONTEXTS.map((one) => ({ value: one as string, label: CONTEXT_LABEL[one] }))}
        />
        <div>
          <Picker
            label="Warehouse"
            options={options}
            value={chosen}
            onChange={(next) => setFields({ chosen: next })}
            matches={(option, words) => containsWords(option.label, words)}
            placeholder={context ? 'Choose a warehouse' : 'Choose a report first'}
            disabled={!context || warehouses.isPending}
            none="No warehouse of this kind. Below is 'Show all owners'."
          />
          {context && (
            <SwitchField
              label="Show all owners"
              checked={allOwners}
              onChange={(on) => setSwitched({ ...switched, [context]: on })}
            />
          )}
        </div>
        {!now && <DateRange from={from} to={to} max={lastDay(context)} onChange={setFields} />}
        <div className="lg:pt-[1.6rem]">
          <Button type="submit" look="primary" icon="sync" wide disabled={!ready} busy={busy}>
            Refresh
          </Button>
        </div>
      </Form>
    </FoldedFilters>
  );
}

/** What the form holds, which starts as the address. `range`: the days in epoch seconds, null if the report needs none or they are wrong. */
function useReportFields(warehouses: Warehouses, again: () => void) {
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
  const { context, chosen, from, to } = fields;
  const range = context === 'current_inventory' || rangeFault(from, to, lastDay(context)) ? null : dayRange(from, to);
  const { profile } = useSession();
  const lastKey = `report_hub:${profile?.user_id ?? ''}`;
  /** Another report type: its usual warehouse, and an end that it may have. */
  const choose = (next: string) => {
    const { hub = '' } = readLocal<{ hub?: string }>(lastKey, {});
    const active = (warehouses.data?.data ?? []).filter((row) => row.status === 'active');
    setFields({
      context: next,
      chosen:
        chosen === ALL_HUBS
          ? ALL_HUBS
          : startsWithAll(next)
            ? ownWarehouse(active, profile?.seller?._id ?? null, hub)
            : '',
      to: endFor(next, to, Math.floor(Date.now() / 1_000)),
    });
  };
  const refresh = () => {
    if (warehouses.data?.data.find((row) => row._id === chosen)?.parent_type === 'seller')
      writeLocal(lastKey, { hub: chosen });
    const next = {
      context,
      warehouses: chosen,
      from_timestamp: range ? String(range.from) : undefined,
      to_timestamp: range ? String(range.to) : undefined,
      page: undefined,
    };
    const same = Object.entries(next).every(([name, value]) => search[name] === value || name === 'page');
    if (same) again();
    // Another report may not contain the product that was chosen in this one.
    else void setSearch((before) => ({ ...before, ...next, products: undefined }));
  };
  return { ...fields, setFields, range, choose, refresh };
}

/** The warehouses to choose from, grouped by owner. The chosen one stays an option, so that a shared address shows what it reports on. */
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
        .sort((a, b) => a.place - b.place || a.label.localeCompare(b.label))
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
