import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { copyFirst, pageQuery } from '#client/reads/queries.ts';
import { isPlain } from '#client/server/shown.ts';
import { product } from '#contract/catalogue/product.ts';
import { useGo } from '#crud/address.ts';
import { ExportButton } from '#crud/export/ExportButton.tsx';
import { FilterSelect } from '#crud/fields/FilterSelect.tsx';
import { useManufacturerOptions } from '#crud/fields/pickers.ts';
import { StatusFilter } from '#crud/fields/StatusFilter.tsx';
import { Link } from '#crud/Link.tsx';
import { lazyPart } from '#crud/lazyPart.tsx';
import { CreateLink } from '#crud/list/CreateLink.tsx';
import { filtersOn, ListFrame } from '#crud/list/ListFrame.tsx';
import type { LeftRow } from '#crud/list/leftList.ts';
import { NoneFound } from '#crud/list/NoneFound.tsx';
import { usePrintedList } from '#crud/list/PrintList.tsx';
import { useLeftPage } from '#crud/list/useLeftPage.ts';
import { type ListControl, useListState } from '#crud/list/useListState.ts';
import { useSoonOpened } from '#crud/list/useSoonOpened.ts';
import { OVERVIEW } from '#crud/paths.ts';
import { Gate } from '#crud/query/Gate.tsx';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { isWithoutAnswer, StoredCopy } from '#crud/query/Saved.tsx';
import { useSession } from '#crud/query/useSession.ts';
import { emptyTexts } from '#crud/texts.ts';
import { seesStock } from '#domain/home.ts';
import { PRODUCT_PAGE_SIZES } from '#domain/limits.ts';
import { Button, buttonClasses } from '#ui/Button.tsx';
import { SwitchField } from '#ui/fields/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { PagedTable } from '#ui/tables/PagedTable.tsx';
import { whenReady } from '#ui/whenReady.ts';
import { HeadsKey } from '../parts/HeadsKey.tsx';
import { chosenIn, PRODUCT_LIST, productInput, stockQuery } from '../parts/lists.ts';
import type { ProductRow } from '../parts/StatusDots.tsx';
import { productListColumns, productSheet, type StockOfPage } from './columns.tsx';
import { useBrandOptions, useViewer } from './options.ts';

const BulkEdit = lazyPart(() => import('./bulkEdit.tsx'), 'BulkEdit');
const HistoryDialog = lazyPart(() => import('./HistoryDialog.tsx'), 'HistoryDialog');

const CREATE = { to: '/products/create', needs: ['create_product'] } as const;

/** The list of products (PROD-01 to PROD-12). It reads one page at a time, so ten thousand products are as fast as ten. */
export function List() {
  const control = usePrintedList(useListState(PRODUCT_LIST.size, PRODUCT_LIST.filters, true));
  const { state, set, turning } = control;
  const viewer = useViewer();
  const go = useGo();
  const [editing, setEditing] = useState(false);
  const [history, setHistory] = useState(false);
  const input = productInput(state);
  const query = useQuery({
    ...pageQuery(product, { ...input, page: state.page, per_page: state.per_page }),
    ...copyFirst,
    placeholderData: keepPreviousData,
  });
  const answer = query.data?.data;
  useLeftPage(product, input, state, answer, viewer.mayOpen ? leftRow : null);
  const first = answer?.rows[0];
  useSoonOpened(first && viewer.mayOpen ? `/products/${first._id}/update` : undefined, CREATE);
  const stock = useStockOf(answer?.rows.map((row) => row._id) ?? []);
  const { detail, ...filters } = state.filters;
  return (
    <ListFrame
      name="product"
      title="Products"
      count={answer?.total}
      control={control}
      of={stock?.isAwaited ? { ...query, isPlaceholderData: true } : query}
      search="Search products"
      columns={productListColumns(viewer, detail === 'true', stock)}
      defaultSort={product.defaultSort}
      on={filtersOn(filters)}
      filterBar={
        <>
          <StatusFilter {...control} />
          <MakerFilters {...control} />
          <SwitchField
            label="Show details"
            checked={detail === 'true'}
            onChange={(on) => set({ detail: on ? 'true' : '', page: String(turning.paging.page) })}
          />
        </>
      }
      note={viewer.ownHub === null ? undefined : viewer.ownHubName}
      acts={
        <>
          <Button icon="chart" onClick={() => setHistory(true)}>
            Sales History
          </Button>
          <Gate needs={['update_product']}>
            <ServerButton
              icon="edit"
              {...whenReady((!answer || answer.total === 0) && 'No product fits the filters.', () => setEditing(true))}
            >
              Edit Several
            </ServerButton>
            {!isPlain() && (
              <Link to="/products/choose" className={buttonClasses('plain')}>
                <Icon name="check" /> Choose for Hub
              </Link>
            )}
          </Gate>
        </>
      }
      actions={
        <>
          <ExportButton sheet={productSheet(viewer.administrator)} of={product} input={input} />
          <Gate needs={['create_product']}>
            <CreateLink to="/products/create">Create Product</CreateLink>
          </Gate>
        </>
      }
    >
      {(columns) => (
        <>
          {stock?.copyAt && <StoredCopy at={stock.copyAt} />}
          <QueryBoundary query={query} rows={12}>
            {(answer) => (
              <PagedTable
                page
                {...turning}
                sizes={PRODUCT_PAGE_SIZES}
                total={answer.total}
                sum={<HeadsKey mpu={viewer.administrator} />}
                empty={
                  <NoneFound
                    title={emptyTexts.products}
                    why={emptyTexts.noRecord}
                    first={
                      <Gate needs={['create_product']}>
                        <CreateLink first to="/products/create">
                          {emptyTexts.first}
                        </CreateLink>
                      </Gate>
                    }
                  />
                }
                label="Products"
                columns={columns}
                rows={answer.rows}
                keyOf={(row) => row._id}
                sort={state.sort || product.defaultSort}
                onSort={(sort) => set({ sort })}
                {...(viewer.mayOpen
                  ? { onOpen: (row: ProductRow) => void go(`/products/${row._id}/update`, { search: OVERVIEW }) }
                  : {})}
              />
            )}
          </QueryBoundary>
          {history && (
            <Suspense fallback={null}>
              <HistoryDialog onClose={() => setHistory(false)} />
            </Suspense>
          )}
          {editing && (
            <Suspense fallback={null}>
              <BulkEdit input={input} onClose={() => setEditing(false)} />
            </Suspense>
          )}
        </>
      )}
    </ListFrame>
  );
}

const leftRow = ({ _id }: ProductRow): LeftRow => ({ id: _id, to: `/products/${_id}/update`, search: OVERVIEW });

/** What hubs hold of the shown products; undefined for people who may not see stock. */
function useStockOf(ids: readonly string[]): StockOfPage | undefined {
  const { profile } = useSession();
  const sees = profile ? seesStock(profile) : false;
  const query = useQuery({
    ...stockQuery(ids),
    enabled: sees && ids.length > 0,
    placeholderData: keepPreviousData,
  });
  if (!sees) return undefined;
  const { data, error, isPlaceholderData } = query;
  return {
    held: data?.data,
    isAwaited: isPlaceholderData,
    copyAt: data?.copy ? data.at : null,
    isMissing: isWithoutAnswer(error),
  };
}

function MakerFilters({ state, set }: ListControl) {
  const manufacturers = chosenIn(state.filters.manufacturers);
  const brands = chosenIn(state.filters.brands);
  const makers = useManufacturerOptions(manufacturers);
  const lines = useBrandOptions(brands);
  return (
    <>
      <FilterSelect
        many
        label="Manufacturers"
        blank="All manufacturers"
        options={makers.options}
        value={manufacturers.join(',')}
        onChange={(next) => set({ manufacturers: next })}
      />
      <FilterSelect
        many
        label="Brands"
        blank="All brands"
        options={lines.options}
        value={brands.join(',')}
        onChange={(next) => set({ brands: next })}
      />
    </>
  );
}
