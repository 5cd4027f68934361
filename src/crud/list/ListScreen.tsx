import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { copyFirst, pageQuery } from '#client/reads/queries.ts';
import { gatePermissions } from '#contract/gate.ts';
import type { Model, RowOf } from '#contract/model.ts';
import { Button } from '#ui/Button.tsx';
import { focusList } from '#ui/fields/focus.ts';
import { NoRows } from '#ui/list/NoRows.tsx';
import { PagedTable } from '#ui/tables/PagedTable.tsx';
import { type Column, NUMBER } from '#ui/tables/Table.tsx';
import { useGo } from '../address.ts';
import { ExportButton, type Sheet } from '../export/ExportButton.tsx';
import type { Address, CrudList } from '../paths.ts';
import { Gate } from '../query/Gate.tsx';
import { QueryBoundary } from '../query/QueryBoundary.tsx';
import { useCan } from '../query/useSession.ts';
import type { Search } from '../routes.ts';
import { emptyTexts } from '../texts.ts';
import { CreateLink } from './CreateLink.tsx';
import { filterInput, listInput } from './firstPage.ts';
import { ListFrame } from './ListFrame.tsx';
import type { LeftRow } from './leftList.ts';
import { type ListColumn, menuColumn, type RowActions, toColumn } from './listColumns.tsx';
import { PeekPanel, peekProps, usePeek } from './Peek.tsx';
import { usePrintedList } from './PrintList.tsx';
import type { ListTab } from './SavedFilters.tsx';
import { ChosenBar, useChosen } from './useChosen.tsx';
import { useLeftPage } from './useLeftPage.ts';
import { type ListControl, useListState } from './useListState.ts';
import { useSoonOpened } from './useSoonOpened.ts';

export interface ListTexts {
  /** "Store type" */
  one: string;
  /** The word in headings and buttons, where it is written differently: "Purchase Order". */
  title?: string;
  /** The word below the name of a record, where that of the documents' button is another one: "Retailer". */
  kind?: string;
  /** The end of the toasts, where it is not a full stop. */
  stop?: string;
  /** "Store types" */
  many: string;
  /** "No store types found" */
  none: string;
  /** Why there are none and where they come from, where nobody creates them in the list. */
  why?: string;
  /** The word in toasts, where it is another one: hubs say "Seller successfully created." */
  toastName?: string;
  /** The text for a missing record, where the documents have their own: "Area not found!" */
  missing?: string;
  /** The placeholder of the search box, where the documents name it: "Search officers..." */
  search?: string;
}

const NO_ROWS: readonly never[] = [];

interface Props<M extends Model> {
  of: M;
  words: ListTexts;
  columns: readonly ListColumn<M>[];
  /** For example `/store-types`. Create is at `${path}/create`, a row at `${path}/{id}/update`. */
  path: CrudList;
  /** null: records are not made from this list. */
  create?: 'create' | 'signup' | null;
  /** Rows per page, if neither the address nor this person's last choice gives a number. */
  size?: number;
  sizes?: readonly number[];
  /** The address keys of the filters with their defaults. */
  filters?: Readonly<Record<string, string>>;
  filterBar?: (control: ListControl) => ReactNode;
  /** Whether "Clear filters" is beside the filters while some are on. */
  clears?: boolean;
  /** Its own acts, before "Print" and "Export". */
  actions?: ReactNode;
  /** The main action of a list without "Create"; it is the last one, like "Create". */
  main?: ReactNode;
  /** The text under the title: "12 cohorts". */
  note?: (total: number) => string;
  /** The address that a row opens. Null: rows do not open. */
  open?: ((row: RowOf<M>) => Address) | null;
  /** The search of that address: the tab in which a row opens. */
  openIn?: Readonly<Record<string, string>>;
  sheet?: Sheet<RowOf<M>>;
  /** What the menu of a row has besides "View" and "Edit". */
  rowActions?: RowActions<M>;
  toneOf?: (row: RowOf<M>) => string | undefined;
  /** The foot's figures of all rows, from the sums of the model. */
  sumOf?: (sums: Readonly<Record<string, string>>) => ReactNode;
  /** Filters that are tabs for everybody. */
  tabs?: readonly ListTab[];
  /** The sum of the chosen rows. Rows can be chosen if the list has a sheet to export them and a menu with their names. */
  chosenSum?: (rows: readonly RowOf<M>[]) => ReactNode;
  /** Actions on the chosen rows besides exporting. */
  chosenActs?: (rows: readonly RowOf<M>[]) => ReactNode;
  /** The content beside the list for a row that is shown there, if the screen has room for it. */
  peek?: (row: RowOf<M>) => ReactNode;
}

/** The list of a model: title with count, search after 750 ms, filters, sorting, pages, empty text, stored copy (UI-07, UI-25). */
export function ListScreen<M extends Model>({
  of: model,
  words,
  columns: columnsOf,
  path,
  create = 'create',
  size = 10,
  sizes,
  filters = {},
  filterBar,
  clears = false,
  actions,
  main,
  note,
  open,
  openIn,
  sheet,
  rowActions = { of: (row) => String((row as { name?: string }).name) },
  toneOf,
  sumOf,
  tabs,
  chosenSum,
  chosenActs,
  peek: peekOf,
}: Props<M>) {
  const control = usePrintedList(useListState(size, filters, true));
  const { state, set, turning } = control;
  const go = useGo();
  const mayEdit = useCan(...gatePermissions(model.needs.update));
  const input = listInput(state);
  const query = useQuery({
    ...pageQuery(model, { ...input, ...(sumOf ? { sums: '1' } : {}) }),
    ...copyFirst,
    placeholderData: keepPreviousData,
  });
  const answer = query.data?.data;
  const addressOf = (row: RowOf<M>): Address => (open ? open(row) : `${path}/${(row as { _id: string })._id}/update`);
  const keyOf = (row: RowOf<M>) => (row as { _id: string })._id;
  const leftRow = (row: RowOf<M>): LeftRow => ({ id: keyOf(row), to: addressOf(row), search: openIn });
  useLeftPage(model, input, state, answer, open === null ? null : leftRow);
  const firstRow = answer?.rows[0];
  useSoonOpened(
    firstRow && open !== null ? addressOf(firstRow) : undefined,
    create && { to: `${path}/${create}`, needs: gatePermissions(model.needs.create) },
  );
  const defaultSort = model.defaultSort;
  const chosen = useChosen({
    rows: answer?.rows ?? [],
    keyOf,
    nameOf: rowActions.of,
    question: JSON.stringify([state.search, state.filters]),
  });
  const peek = usePeek(answer?.rows ?? NO_ROWS, keyOf, peekOf !== undefined);
  const columns: Column<RowOf<M>>[] = [
    sheet ? chosen.column : NUMBER,
    ...columnsOf.map((column) =>
      toColumn<M>(column, model, answer?.rows ?? NO_ROWS, open === null ? undefined : addressOf, openIn),
    ),
    ...menuColumn(rowActions, {
      view: open === null || !(open || openIn) ? null : addressOf,
      openIn,
      form: (row) => `${path}/${keyOf(row)}/update`,
      mayEdit,
      peek: peek.toggle,
    }),
  ];
  const isOn = Object.entries(filters).some(([name, usual]) => state.filters[name] !== usual);
  const clear = (search: Search = {}) => {
    focusList();
    set({ ...filters, ...search });
  };
  return (
    <ListFrame
      name={model.name}
      title={words.many}
      count={answer?.total}
      // A blank keeps the place until the count is known.
      note={note && (answer ? note(answer.total) : '\u00a0')}
      control={control}
      of={query}
      search={words.search ?? `Search ${words.many.toLowerCase()}`}
      filterBar={filterBar?.(control)}
      end={
        clears &&
        isOn && (
          <Button look="quiet" onClick={() => clear()}>
            Clear filters
          </Button>
        )
      }
      columns={columns}
      defaultSort={defaultSort}
      tabs={tabs}
      questionOf={(tab) => pageQuery<Model>(model, { page: 1, per_page: 1, ...filterInput({ ...filters, ...tab }) })}
      acts={actions}
      actions={
        <>
          {sheet && <ExportButton sheet={sheet} of={model} input={input} />}
          {main}
          {create && (
            <Gate needs={gatePermissions(model.needs.create)}>
              <CreateLink to={`${path}/${create}`}>Create {words.title ?? words.one}</CreateLink>
            </Gate>
          )}
        </>
      }
    >
      {(shown) => (
        <>
          <QueryBoundary query={query} rows={12}>
            {(answer) => (
              <PagedTable
                page
                {...turning}
                sizes={sizes}
                total={answer.total}
                sum={answer.sums && sumOf?.(answer.sums)}
                empty={
                  <NoRows
                    title={words.none}
                    search={state.search}
                    isFiltered={isOn}
                    onClear={() => clear({ search: '' })}
                    why={words.why ?? emptyTexts.noRecord}
                  >
                    {create && !isOn && state.search === '' && (
                      <Gate needs={gatePermissions(model.needs.create)}>
                        <CreateLink first to={`${path}/${create}`}>
                          {emptyTexts.first}
                        </CreateLink>
                      </Gate>
                    )}
                  </NoRows>
                }
                label={words.many}
                columns={shown}
                rows={answer.rows}
                keyOf={keyOf}
                sort={state.sort || defaultSort}
                onSort={(sort) => set({ sort })}
                {...(open === null
                  ? {}
                  : { onOpen: (row: RowOf<M>) => void go(addressOf(row), openIn && { search: openIn }) })}
                {...peekProps(peek)}
                toneOf={(row) => (chosen.has(row) ? 'is-chosen' : row === peek.row ? 'is-peeked' : toneOf?.(row))}
              />
            )}
          </QueryBoundary>
          {peekOf && (
            <PeekPanel peek={peek} nameOf={rowActions.of} addressOf={addressOf} search={openIn}>
              {peekOf}
            </PeekPanel>
          )}
          {sheet && (
            <ChosenBar chosen={chosen} sheet={sheet} sum={chosenSum?.(chosen.rows)} acts={chosenActs?.(chosen.rows)} />
          )}
        </>
      )}
    </ListFrame>
  );
}
