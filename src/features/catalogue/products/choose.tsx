import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { allQuery, queryFor } from '#client/reads/queries.ts';
import { product } from '#contract/catalogue/product.ts';
import { sellerProductsOf } from '#contract/catalogue/productCalls.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import { LeaveGuard } from '#crud/form/LeaveGuard.tsx';
import { NoneFound } from '#crud/list/NoneFound.tsx';
import { type ListControl, useListState } from '#crud/list/useListState.ts';
import { combineQueries, QueryCard } from '#crud/query/QueryBoundary.tsx';
import { emptyTexts } from '#crud/texts.ts';
import { PRODUCT_PAGE_SIZES } from '#domain/limits.ts';
import { showNaira } from '#domain/money.ts';
import { showNumber } from '#domain/number.ts';
import { plural } from '#domain/plural.ts';
import { containsWords } from '#domain/text.ts';
import { BottomBar } from '#ui/BottomBar.tsx';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { FILTER_BAR } from '#ui/classes.ts';
import { Badge } from '#ui/feedback/Badge.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { SelectField } from '#ui/fields/Field.tsx';
import { SearchBox } from '#ui/fields/SearchBox.tsx';
import { Page } from '#ui/Page.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { PagedTable } from '#ui/tables/PagedTable.tsx';
import { NUMBER } from '#ui/tables/Table.tsx';
import { kitTexts } from '#ui/texts.ts';
import { isOn, offered } from '../parts/carried.ts';
import { DOTS_HEAD } from '../parts/heads.ts';
import { MakerTree } from '../parts/MakerTree.tsx';
import { StatusDots } from '../parts/StatusDots.tsx';
import { ChangesDialog } from './ChangesDialog.tsx';
import { useHubOptions, useViewer } from './options.ts';
import { useChoosing } from './useChoosing.ts';

/** Chooses the products that a hub sells, one by one, by brand or by manufacturer (PROD-02, PROD-30). Nothing is sent before Save. */
export function Screen() {
  const { ownHub, ownHubName } = useViewer();
  const control = useListState(50, { hub: '' });
  const { state, set } = control;
  const hubs = useHubOptions([], ownHub === null);
  const hub = ownHub ?? state.filters.hub ?? '';
  const name = ownHub === null ? hubs.options.find((one) => one.value === hub)?.label : ownHubName;
  return (
    <Page
      title={name ? `Products of ${name}` : 'Products of a hub'}
      note="Tick what the hub sells. New products start at the list price, with 500 units."
    >
      {ownHub === null && (
        <Card>
          <div className="max-w-sm">
            <SelectField
              label="Hub"
              blank="Choose a hub"
              value={hub}
              options={hubs.options}
              onChange={(next) => set({ hub: next, search: undefined })}
            />
          </div>
        </Card>
      )}
      {hub ? (
        <Choosing key={hub} hub={hub} name={name ?? ''} control={control} />
      ) : (
        <Card padded={false}>
          {ownHub === null ? (
            <EmptyState title="No hub chosen">Choose a hub to see its products.</EmptyState>
          ) : (
            <EmptyState title="You manage no hub">An administrator names the manager of a hub.</EmptyState>
          )}
        </Card>
      )}
    </Page>
  );
}

interface Props {
  hub: string;
  name: string;
  control: ListControl;
}

function Choosing({ hub, name, control: { state, set, turning } }: Props) {
  const products = useQuery(allQuery(product));
  const sold = useQuery(queryFor(sellerProductsOf, { seller_id: hub }));
  const links = useMemo(() => {
    const whole = sold.data?.data ?? [];
    return new Map(('rows' in whole ? whole.rows : whole).map((one) => [one.product_id, one]));
  }, [sold.data]);
  const all = useMemo(() => offered(products.data?.data ?? [], links), [products.data, links]);
  const choosing = useChoosing(hub, name, links);
  const [within, setWithin] = useState<string | null>(null);
  const [reviewing, setReviewing] = useState(false);
  const shown = useMemo(
    () =>
      all.filter(
        (one) =>
          (within === null || one.brand._id === within || one.manufacturer._id === within) &&
          (state.search === '' ||
            containsWords(`${one.name} ${one.sku_id} ${one.brand.name} ${one.manufacturer.name}`, state.search)),
      ),
    [all, within, state.search],
  );
  const { changes, failures } = choosing;
  const on = (id: string) => isOn(id, links, changes);
  return (
    <QueryCard query={combineQueries(products, sold)}>
      {() => (
        <>
          <div className="grid items-start gap-5 grid-cols-[minmax(0,1fr)] xl:grid-cols-[18rem_minmax(0,1fr)]">
            <Card padded={false} label="Manufacturers and brands">
              <div className="max-xl:max-h-64 max-xl:overflow-y-auto">
                <MakerTree products={all} on={on} onSet={choosing.set} within={within} onWithin={setWithin} />
              </div>
            </Card>
            <Card padded={false} label="Products">
              <div className={FILTER_BAR}>
                <SearchBox label="Search products" value={state.search} onSearch={(search) => set({ search })} />
              </div>
              <PagedTable
                {...turning}
                sizes={PRODUCT_PAGE_SIZES}
                label="Products"
                rows={shown}
                keyOf={(row) => row._id}
                empty={
                  <NoneFound title={emptyTexts.products} of={['search']} why="There is no active product to choose." />
                }
                columns={[
                  {
                    key: 'toggle',
                    title: <span className="sr-only">Sold</span>,
                    cell: (row) => (
                      <label className="grid size-tap cursor-pointer place-items-center">
                        <input
                          type="checkbox"
                          aria-label={row.name}
                          className="size-5 accent-(--accent)"
                          checked={on(row._id)}
                          onChange={(event) => choosing.set([row._id], event.target.checked)}
                        />
                      </label>
                    ),
                  },
                  NUMBER,
                  { key: 'image', title: 'Image', cell: (row) => <Pack product={row} /> },
                  {
                    key: 'name',
                    title: 'Name',
                    grow: true,
                    cell: (row) => <span className="block min-w-44 whitespace-normal font-semibold">{row.name}</span>,
                  },
                  { key: 'dots', ...DOTS_HEAD, cell: (row) => <StatusDots row={row} /> },
                  { key: 'cases', title: 'Case Count', align: 'right', cell: (row) => row.case_count },
                  {
                    key: 'price',
                    title: 'Price',
                    align: 'right',
                    cell: (row) => <span className="figures">{showNaira(links.get(row._id)?.price ?? '')}</span>,
                  },
                  {
                    key: 'changed',
                    title: <span className="sr-only">Changed</span>,
                    cell: (row) =>
                      failures.has(row._id) ? (
                        <Badge tone="bad">Not saved</Badge>
                      ) : changes.has(row._id) ? (
                        <Badge tone="wait">Changed</Badge>
                      ) : null,
                  },
                ]}
              />
            </Card>
          </div>
          {changes.size > 0 && (
            <BottomBar>
              <p className="font-semibold" role="status">
                {showNumber(changes.size)} unsaved
                {failures.size > 0 && <span className="text-bad">, {failures.size} refused</span>}
              </p>
              <Button onClick={choosing.discard}>{kitTexts.discard}</Button>
              <ServerButton look="primary" onClick={() => setReviewing(true)}>
                {plural(changes.size, 'Save # change', 'Save # changes')}
              </ServerButton>
            </BottomBar>
          )}
          {reviewing && <ChangesDialog choosing={choosing} products={all} onClose={() => setReviewing(false)} />}
          <LeaveGuard when={() => changes.size > 0} />
        </>
      )}
    </QueryCard>
  );
}
