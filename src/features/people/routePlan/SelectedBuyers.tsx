import { useState } from 'react';
import { ExportButton } from '#crud/export/ExportButton.tsx';
import { emptyTexts } from '#crud/texts.ts';
import { PRODUCT_PAGE_SIZES } from '#domain/limits.ts';
import { compareNames } from '#domain/nameOrder.ts';
import { DAYS, type Visit, WEEKS } from '#domain/routePlan.ts';
import { containsWords } from '#domain/text.ts';
import { IconButton } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Badge } from '#ui/feedback/Badge.tsx';
import { inputClasses } from '#ui/fields/Field.tsx';
import { SearchBox } from '#ui/fields/SearchBox.tsx';
import { NoRows } from '#ui/list/NoRows.tsx';
import { PhoneLink } from '#ui/PhoneLink.tsx';
import { PagedTable } from '#ui/tables/PagedTable.tsx';
import { type Column, NUMBER } from '#ui/tables/Table.tsx';
import { kitTexts } from '#ui/texts.ts';
import type { Stop } from './stop.ts';

interface Props {
  name: string;
  stops: readonly Stop[];
  onVisit: (stop: Stop, visit: Visit) => void;
  onFlip: (stops: readonly Stop[], on: boolean) => void;
}

/** The day and week of each retailer's visit, with the page sizes of the documents (RTE-04). */
export function SelectedBuyers({ name, stops, onVisit, onFlip }: Props) {
  const [search, setSearch] = useState('');
  const [paging, setPaging] = useState({ page: 1, per_page: 10 });
  const sorted = stops
    .filter(
      ({ buyer }) => search === '' || containsWords(`${buyer.name} ${buyer.location.name} ${buyer.phone}`, search),
    )
    .sort(
      // The order follows the stored values, so that a row does not move while its day is being chosen.
      ({ stored: one, buyer }, { stored: other, buyer: next }) =>
        one.day - other.day || one.week - other.week || one.index - other.index || compareNames(buyer.name, next.name),
    );
  const select = (stop: Stop, field: 'day' | 'week', options: readonly string[], first: number) => (
    <select
      aria-label={`${field === 'day' ? 'Day' : 'Week'} of ${stop.buyer.name}`}
      className={`${inputClasses} min-w-36 border-line-strong`}
      value={stop.now[field]}
      onChange={(event) => onVisit(stop, { ...visitOf(stop), [field]: Number(event.target.value) })}
    >
      {options.map((option, at) => (
        <option key={option} value={at + first}>
          {option}
        </option>
      ))}
    </select>
  );
  const columns: Column<Stop>[] = [
    NUMBER,
    {
      key: 'store',
      title: 'Store',
      grow: true,
      cell: (stop) => (
        <span className="flex items-center gap-3">
          <span className="font-semibold">{stop.buyer.name}</span>
          {stop.now !== stop.stored && <Badge tone="wait">Changed</Badge>}
        </span>
      ),
    },
    { key: 'phone', title: 'Phone', cell: (stop) => <PhoneLink phone={stop.buyer.phone} /> },
    { key: 'location', title: 'Location', cell: (stop) => stop.buyer.location.name },
    { key: 'day', title: 'Day', cell: (stop) => select(stop, 'day', DAYS, 1) },
    { key: 'week', title: 'Week', cell: (stop) => select(stop, 'week', WEEKS, 0) },
    {
      key: 'index',
      title: 'Order',
      cell: (stop) => (
        <input
          aria-label={`Order of ${stop.buyer.name}`}
          type="number"
          min={0}
          max={100_000}
          className={`${inputClasses} min-w-20 border-line-strong`}
          value={stop.now.index}
          onChange={(event) => {
            const index = Math.trunc(Number(event.target.value));
            if (index >= 0 && index <= 100_000) onVisit(stop, { ...visitOf(stop), index });
          }}
        />
      ),
    },
    {
      key: 'remove',
      title: 'Remove',
      cell: (stop) => (
        <IconButton icon="trash" label={`Remove ${stop.buyer.name}`} onClick={() => onFlip([stop], false)} />
      ),
    },
  ];
  return (
    <Card padded={false} label="Selected buyers">
      <div className="flex flex-wrap items-center gap-3 border-b p-3 sm:px-5">
        <SearchBox label="Search retailers" value={search} onSearch={setSearch} />
        <ExportButton
          rows={sorted}
          sheet={{
            name: `${name} retailers`,
            columns: [
              { title: 'Store', value: (stop: Stop) => stop.buyer.name },
              { title: 'Phone', value: (stop: Stop) => stop.buyer.phone },
              { title: 'Location', value: (stop: Stop) => stop.buyer.location.name },
              { title: 'Day', value: (stop: Stop) => DAYS[stop.now.day - 1] ?? '' },
              { title: 'Week', value: (stop: Stop) => WEEKS[stop.now.week] ?? '' },
              { title: 'Order', value: (stop: Stop) => stop.now.index },
            ],
          }}
        />
      </div>
      <PagedTable
        paging={paging}
        onTurn={setPaging}
        sizes={PRODUCT_PAGE_SIZES}
        label="Selected buyers"
        columns={columns}
        rows={sorted}
        keyOf={(stop) => stop.stored.key}
        empty={
          <NoRows
            title={emptyTexts.retailers}
            search={search}
            onClear={() => setSearch('')}
            clear={kitTexts.clearSearch}
          />
        }
      />
    </Card>
  );
}

const visitOf = ({ now: { on, day, week, index } }: Stop): Visit => ({ on, day, week, index });
