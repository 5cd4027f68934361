import { type ReactNode, useState } from 'react';
import { OPEN } from '#domain/orderFilters.ts';
import { SearchBox } from '#ui/fields/SearchBox.tsx';
import { LineIcon } from '#ui/Icon.tsx';
import { FilterBar } from '#ui/list/FilterBar.tsx';
import { ListPage } from '#ui/list/ListPage.tsx';
import { Counted } from '#ui/tables/Counted.tsx';
import type { Column } from '#ui/tables/Table.tsx';
import { Customise } from './Customise.tsx';
import { PrintButton, type PrintedControl, type RowsState } from './PrintList.tsx';
import { type ListTab, type QuestionOf, SavedFilters } from './SavedFilters.tsx';
import { SortFilter } from './SortFilter.tsx';
import { useListView } from './useListView.ts';

interface Props<Row> {
  /** The name under which this device keeps hidden columns and saved filters. */
  name: string;
  title: string;
  count: number | undefined;
  note?: ReactNode;
  /** The list's own acts, before "Print". */
  acts?: ReactNode;
  /** "Export" and the main act, after "Print". */
  actions?: ReactNode;
  control: PrintedControl;
  /** The query of the rows, which a print waits for. */
  of: RowsState;
  /** The accessible name of the search. */
  search: string;
  filterBar?: ReactNode;
  /** Between the filters and "Customise". */
  end?: ReactNode;
  /** The number of filters that are on, if the address has other values among them. */
  on?: number;
  columns: readonly Column<Row>[];
  defaultSort: string;
  /** Filters that are tabs for everybody, and the query of a tab, which counts its rows. */
  tabs?: readonly ListTab[] | undefined;
  questionOf?: QuestionOf | undefined;
  /** The rows, with the columns that this person wants to see. */
  children: (columns: Column<Row>[]) => ReactNode;
}

/** How many filters let not everything through. The two ends of a range of dates are one. */
export const filtersOn = ({ from = '', to = '', ...filters }: Readonly<Record<string, string>>) =>
  [from === OPEN || from === '' ? to : from, ...Object.values(filters)].filter(
    (value) => value !== '' && value !== 'all' && value !== OPEN,
  ).length;

/** The frame of every list: title with count, saved filters, actions, search, filters, "Customise". */
export function ListFrame<Row>({
  name,
  title,
  count,
  note,
  acts,
  actions,
  control,
  of,
  search,
  filterBar,
  end,
  on = filtersOn(control.state.filters),
  columns,
  defaultSort,
  tabs,
  questionOf,
  children,
}: Props<Row>) {
  const { state, set } = control;
  const view = useListView(name);
  const [customising, setCustomising] = useState<'columns' | 'name' | null>(null);
  const titles = columns.flatMap(({ title: head, key, card }) =>
    typeof head === 'string' && key !== '#' && card !== 'menu' ? [head] : [],
  );
  const shown = columns
    .filter(({ title: head }) => typeof head !== 'string' || !view.hidden.includes(head))
    .map((column) => (view.shown.includes(String(column.title)) ? { ...column, aside: undefined } : column));
  return (
    <ListPage
      title={<Counted title={title} count={count} />}
      note={note}
      tabs={<SavedFilters view={view} tabs={tabs} questionOf={questionOf} onSave={() => setCustomising('name')} />}
      actions={
        <>
          {acts}
          <PrintButton control={control} count={count} of={of} />
          {actions}
        </>
      }
      bar={
        <FilterBar
          search={
            <SearchBox label={search} value={state.search} onSearch={(text) => set({ search: text })} shortcut="/" />
          }
          on={on}
          end={
            <>
              {end}
              <button
                type="button"
                aria-label="Customise"
                title="Customise"
                className="pager-turn grid-flow-col gap-1.5 max-sm:hidden min-[88rem]:w-auto min-[88rem]:px-2.5"
                onClick={() => setCustomising('columns')}
              >
                <LineIcon d="M4 5h16v14H4zm5.3 0v14m5.4-14v14" size={18} />
                <span className="hidden text-sm min-[88rem]:inline">Customise</span>
              </button>
            </>
          }
        >
          {filterBar}
          <SortFilter
            columns={columns}
            sort={state.sort || defaultSort}
            usual={defaultSort}
            onSort={(sort) => set({ sort })}
          />
        </FilterBar>
      }
    >
      {children(shown)}
      {customising && <Customise view={view} columns={titles} at={customising} onClose={() => setCustomising(null)} />}
    </ListPage>
  );
}
