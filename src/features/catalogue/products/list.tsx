import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { pageQuery } from '#client/reads/queries.ts';
import { product } from '#contract/catalogue/product.ts';
import { ExportButton } from '#crud/export/ExportButton.tsx';
import { byLabel, useManufacturerOptions } from '#crud/fields/pickers.ts';
import { StatusFilter } from '#crud/fields/StatusFilter.tsx';
import { Link } from '#crud/Link.tsx';
import { lazyPart } from '#crud/lazyPart.tsx';
import { type ListControl, useListState } from '#crud/list/useListState.ts';
import { Gate } from '#crud/query/Gate.tsx';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { emptyTexts } from '#crud/texts.ts';
import { PRODUCT_PAGE_SIZES } from '#domain/limits.ts';
import { Button, buttonClasses } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { FILTER_BAR } from '#ui/classes.ts';
import { EmptyState } from '#ui/feedback/States.tsx';
import { SwitchField } from '#ui/fields/Field.tsx';
import { MultiPicker } from '#ui/fields/MultiPicker.tsx';
import { SearchBox } from '#ui/fields/SearchBox.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Page } from '#ui/Page.tsx';
import { Counted } from '#ui/tables/Counted.tsx';
import { PagedTable } from '#ui/tables/PagedTable.tsx';
import { productListColumns, productSheet } from './columns.tsx';
import { useBrandOptions, useViewer } from './options.ts';

const BulkEdit = lazyPart(() => import('./bulkEdit.tsx'), 'BulkEdit');
const HistoryDialog = lazyPart(() => import('./HistoryDialog.tsx'), 'HistoryDialog');

const FILTERS = { status: 'all', manufacturers: '', brands: '', detail: '' };
const chosenIn = (text: string | undefined) => (text ?? '').split(',').filter(Boolean);

/** The list of products (PROD-01 to PROD-12). The server returns one page, so that ten thousand products are as fast as ten. */
export function List() {
  const control = useListState(20, FILTERS);
  const { state, set, turning } = control;
  const viewer = useViewer();
  const [editing, setEditing] = useState(false);
  const [history, setHistory] = useState(false);
  const asked = {
    search: state.search || undefined,
    sort: state.sort || undefined,
    status: state.filters.status === 'all' ? undefined : state.filters.status,
    manufacturer_id: listed(state.filters.manufacturers),
    brand_id: listed(state.filters.brands),
  };
  const query = useQuery({
    ...pageQuery(product, { ...asked, page: state.page, per_page: state.per_page }),
    placeholderData: keepPreviousData,
  });
  const answer = query.data?.data;
  return (
    <Page
      title={<Counted title="Products" count={answer?.total} />}
      note={viewer.ownHub === null ? undefined : viewer.ownHubName}
      actions={
        <>
          <Button icon="chart" onClick={() => setHistory(true)}>
            Sales History
          </Button>
          <ExportButton sheet={productSheet(viewer.administrator)} of={product} asked={asked} />
          <Gate needs={['update_product']}>
            <Button icon="edit" disabled={!answer || answer.total === 0} onClick={() => setEditing(true)}>
              Edit Several
            </Button>
            <Link to="/products/choose" className={buttonClasses('plain')}>
              <Icon name="check" /> Choose for Hub
            </Link>
          </Gate>
          <Gate needs={['create_product']}>
            <Link to="/products/create" className={buttonClasses('primary')}>
              <Icon name="plus" /> Create Product
            </Link>
          </Gate>
        </>
      }
    >
      <Card padded={false}>
        <div className={FILTER_BAR}>
          <SearchBox label="Search products" value={state.search} onSearch={(search) => set({ search })} />
          <StatusFilter {...control} />
          <MakerFilters {...control} />
          <SwitchField
            label="Show details"
            checked={state.filters.detail === 'true'}
            onChange={(on) => set({ detail: on ? 'true' : '', page: String(state.page) })}
          />
        </div>
        <QueryBoundary query={query}>
          {(answer) => (
            <PagedTable
              {...turning}
              sizes={PRODUCT_PAGE_SIZES}
              total={answer.total}
              empty={<EmptyState title={emptyTexts.products} icon="search" />}
              label="Products"
              columns={productListColumns(viewer, state.filters.detail === 'true')}
              rows={answer.rows}
              keyOf={(row) => row._id}
              sort={state.sort || product.defaultSort}
              onSort={(sort) => set({ sort })}
            />
          )}
        </QueryBoundary>
      </Card>
      {history && (
        <Suspense fallback={null}>
          <HistoryDialog onClose={() => setHistory(false)} />
        </Suspense>
      )}
      {editing && (
        <Suspense fallback={null}>
          <BulkEdit asked={asked} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Page>
  );
}

const listed = (text: string | undefined) => {
  const chosen = chosenIn(text);
  return chosen.length > 0 ? chosen : undefined;
};

function MakerFilters({ state, set }: ListControl) {
  const manufacturers = chosenIn(state.filters.manufacturers);
  const brands = chosenIn(state.filters.brands);
  const makers = useManufacturerOptions(manufacturers);
  const lines = useBrandOptions(brands);
  return (
    <>
      <div className="w-52">
        <MultiPicker
          label="Manufacturers"
          all="All manufacturers"
          options={makers.options}
          matches={byLabel}
          value={manufacturers}
          onChange={(next) => set({ manufacturers: next.join(',') })}
        />
      </div>
      <div className="w-48">
        <MultiPicker
          label="Brands"
          all="All brands"
          options={lines.options}
          matches={byLabel}
          value={brands}
          onChange={(next) => set({ brands: next.join(',') })}
        />
      </div>
    </>
  );
}
