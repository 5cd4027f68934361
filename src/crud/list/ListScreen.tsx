import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { pageQuery } from '#client/reads/queries.ts';
import { gatePermissions } from '#contract/gate.ts';
import type { Model, RowOf } from '#contract/model.ts';
import { Button, buttonClasses } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { classes, FILTER_BAR } from '#ui/classes.ts';
import { StatusBadge } from '#ui/feedback/Badge.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { focusList } from '#ui/fields/focus.ts';
import { SearchBox } from '#ui/fields/SearchBox.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Page } from '#ui/Page.tsx';
import { Counted } from '#ui/tables/Counted.tsx';
import { PagedTable } from '#ui/tables/PagedTable.tsx';
import { type Column, NUMBER } from '#ui/tables/Table.tsx';
import { kitTexts } from '#ui/texts.ts';
import { useGo } from '../address.ts';
import { ExportButton, type Sheet } from '../export/ExportButton.tsx';
import { Link } from '../Link.tsx';
import type { Address, CrudList } from '../paths.ts';
import { Gate } from '../query/Gate.tsx';
import { QueryBoundary } from '../query/QueryBoundary.tsx';
import { Customise } from './Customise.tsx';
import { type ListControl, useListState } from './useListState.ts';
import { useListView } from './useListView.ts';

export interface ListTexts {
  /** "Store type" */
  one: string;
  /** For headings and buttons, if it is written differently there: "Purchase Order". */
  title?: string;
  /** The last character of the toasts, if it is not a full stop. */
  stop?: string;
  /** "Store types" */
  many: string;
  /** "No store types found" */
  none: string;
  /** The word in toasts, if it differs: hubs say "Seller successfully created." */
  said?: string;
  /** The text for a record that does not exist, if the requirements give one: "Area not found!" */
  missing?: string;
  /** The placeholder of the search box, if the requirements give one: "Search officers..." */
  search?: string;
}

/** A column: a field's name, or a heading with a cell. */
export type ListColumn<M> =
  | (keyof RowOf<M> & string)
  | {
      title: string;
      sort?: string;
      align?: 'right';
      grow?: boolean;
      stick?: boolean;
      /** The column stays visible at the right edge: it holds the row's actions. */
      end?: boolean;
      cell: (row: RowOf<M>, index: number) => ReactNode;
    };

interface Props<M extends Model> {
  of: M;
  words: ListTexts;
  columns: readonly ListColumn<M>[];
  /** `/store-types`: the create screen is at `${path}/create`, a row's form at `${path}/{id}/update`. */
  path: CrudList;
  create?: 'create' | 'signup';
  /** Rows per page if the address has no page size. */
  size?: number;
  sizes?: readonly number[];
  /** Filters by their key in the address, with their defaults. */
  filters?: Readonly<Record<string, string>>;
  filterBar?: (control: ListControl) => ReactNode;
  actions?: ReactNode;
  /** The line under the title: "12 cohorts". */
  note?: (total: number) => string;
  /** The address that a row opens; null: rows do not open. */
  open?: ((row: RowOf<M>) => Address) | null;
  sheet?: Sheet<RowOf<M>>;
  toneOf?: (row: RowOf<M>) => string | undefined;
}

/** The list of a model: title with count, search after 750 ms, filters, sorting, pages, empty text, saved copy (UI-07, UI-25). */
export function ListScreen<M extends Model>({
  of: model,
  words,
  columns,
  path,
  create = 'create',
  size = 10,
  sizes,
  filters = {},
  filterBar,
  actions,
  note,
  open,
  sheet,
  toneOf,
}: Props<M>) {
  const control = useListState(size, filters);
  const { state, set, turning } = control;
  const go = useGo();
  const asked = {
    page: state.page,
    per_page: state.per_page,
    search: state.search || undefined,
    sort: state.sort || undefined,
    ...Object.fromEntries(Object.entries(state.filters).filter(([, value]) => value !== '' && value !== 'all')),
  };
  const query = useQuery({ ...pageQuery(model, asked), placeholderData: keepPreviousData });
  const answer = query.data?.data;
  const openRow =
    open === null
      ? undefined
      : (row: RowOf<M>) => void go(open ? open(row) : `${path}/${(row as { _id: string })._id}/update`);
  const view = useListView(model.name);
  // The name column takes the remaining width, unless another column has `grow`.
  const roomy = !columns.some((column) => typeof column !== 'string' && column.grow);
  const offered = columns.map((column) => toColumn<M>(column, model, roomy));
  const titles = offered.flatMap(({ title }) => (typeof title === 'string' && title !== 'Actions' ? [title] : []));
  const shown: Column<RowOf<M>>[] = [
    NUMBER,
    ...offered.filter(({ title }) => typeof title !== 'string' || !view.hidden.includes(title)),
  ];
  return (
    <Page
      title={<Counted title={words.many} count={answer?.total} />}
      // The line keeps its height before the total is known, so that nothing below moves.
      note={note && (answer ? note(answer.total) : '\u00a0')}
      actions={
        <>
          {actions}
          {sheet && <ExportButton sheet={sheet} of={model} asked={asked} />}
          <Gate needs={gatePermissions(model.needs.create)}>
            <Link to={`${path}/${create}`} className={buttonClasses('primary')}>
              <Icon name="plus" /> Create {words.title ?? words.one}
            </Link>
          </Gate>
        </>
      }
    >
      <Card padded={false}>
        <div className={FILTER_BAR}>
          <SearchBox
            label={words.search ?? `Search ${words.many.toLowerCase()}`}
            value={state.search}
            onSearch={(search) => set({ search })}
          />
          {filterBar?.(control)}
          <Customise view={view} columns={titles} />
        </div>
        <QueryBoundary query={query}>
          {(answer) => (
            <PagedTable
              {...turning}
              sizes={sizes}
              total={answer.total}
              empty={
                <EmptyState title={words.none} icon="search">
                  {(state.search !== '' ||
                    Object.entries(filters).some(([name, usual]) => state.filters[name] !== usual)) && (
                    <Button
                      onClick={() => {
                        focusList();
                        set({ ...filters, search: '' });
                      }}
                    >
                      {kitTexts.clearAll}
                    </Button>
                  )}
                </EmptyState>
              }
              label={words.many}
              columns={shown}
              rows={answer.rows}
              keyOf={(row) => (row as { _id: string })._id}
              sort={state.sort || model.defaultSort}
              onSort={(sort) => set({ sort })}
              {...(openRow ? { onOpen: openRow } : {})}
              {...(toneOf ? { toneOf } : {})}
            />
          )}
        </QueryBoundary>
      </Card>
    </Page>
  );
}

function toColumn<M extends Model>(column: ListColumn<M>, model: M, roomy: boolean): Column<RowOf<M>> {
  if (typeof column !== 'string') return { key: column.title, ...column };
  const title = model.fields[column]?.label ?? column;
  const sort = model.sort.includes(column) ? { sort: column } : {};
  if (column === 'status')
    return { key: column, title: 'Status', ...sort, cell: (row) => <StatusBadge status={String(row[column])} /> };
  return {
    key: column,
    title,
    ...sort,
    grow: roomy && column === 'name',
    stick: column === 'name',
    cell: (row) => (column === 'name' ? <Name roomy={roomy}>{String(row[column])}</Name> : String(row[column] ?? '')),
  };
}

function Name({ roomy, children }: { roomy: boolean; children: string }) {
  return (
    <span className={classes('font-semibold', !roomy && 'block w-max max-w-80 whitespace-normal')}>{children}</span>
  );
}
