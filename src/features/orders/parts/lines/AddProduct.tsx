import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { pageQuery } from '#client/reads/queries.ts';
import { product } from '#contract/catalogue/product.ts';
import type { RowOf } from '#contract/model.ts';
import { stockForGroup } from '#contract/orders/orderItemCalls.ts';
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { useCan, useMayAsk } from '#crud/query/useSession.ts';
import { emptyTexts } from '#crud/texts.ts';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { SwitchField } from '#ui/fields/Field.tsx';
import { hasMouse } from '#ui/fields/focus.ts';
import { SearchBox } from '#ui/fields/SearchBox.tsx';
import { NoRows } from '#ui/list/NoRows.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { PagedTable } from '#ui/tables/PagedTable.tsx';
import { HeadsKey } from '../../../catalogue/parts/HeadsKey.tsx';
import { addColumns } from './addColumns.tsx';
import { Filters } from './Filters.tsx';
import { type Chosen, HowMany } from './HowMany.tsx';
import { useHubStock } from './hubStock.ts';
import { mayBeSold, PricesNotLoaded, usePrices } from './prices.tsx';
import { useSearchKeys } from './searchKeys.ts';

type Product = RowOf<typeof product>;

interface Props {
  group: Pick<OrderGroupRow, '_id' | 'tag' | 'seller' | 'seller_id'>;
  /** The units of the products that are in the order already. */
  present: ReadonlyMap<string, number>;
  /** What the order holds, in words. The table covers it. */
  sum: string | undefined;
  /** True while adding a product is the next step. The button is then filled. */
  first: boolean;
  /** The person came here to take an order: the button has the focus, or the search is open at once. */
  begins?: 'button' | 'search' | undefined;
  /** Called when the dialog was closed. */
  onClosed?: () => void;
}

/** The dialog "Add Product" (ORD-37): first the products table, then the quantity. */
export function AddProduct({ group, present, sum, first, begins, onClosed }: Props) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!begins) return;
    // Also before the search opens, so that the button has the focus again when it closes.
    button.current?.focus({ preventScroll: true });
    if (begins === 'search') setOpen(true);
  }, [begins]);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [sought, setSought] = useState(ALL);
  const [left, setLeft] = useState<Left | null>(null);
  return (
    <>
      <ServerButton
        ref={button}
        look={first ? 'primary' : 'plain'}
        icon="plus"
        onClick={() => {
          setSought(ALL);
          setLeft(null);
          setOpen(true);
        }}
      >
        Add Product
      </ServerButton>
      {open && (
        <Dialog
          open
          onClose={() => {
            setOpen(false);
            setChosen(null);
            onClosed?.();
          }}
          width={chosen ? 'wide' : 'full'}
          title="Add Product"
          actions={sum && !chosen && <p className="figures mr-auto text-sm text-ink-soft">{sum}</p>}
        >
          {chosen ? (
            <HowMany
              {...chosen}
              group={group}
              onDone={(added, next) => {
                if (next) setSought((before) => ({ ...before, page: 1, search: next }));
                setLeft({ id: chosen.product._id, added, typed: next !== '' });
                setChosen(null);
              }}
            />
          ) : (
            <Choose
              group={group}
              present={present}
              sought={sought}
              onSeek={setSought}
              left={left}
              onChoose={setChosen}
            />
          )}
        </Dialog>
      )}
    </>
  );
}

/** The search and filters. They stay while several products are added one after the other. */
const ALL = { page: 1, details: false, search: '', status: 'active', manufacturer_id: '', brand_id: '' };
type Sought = typeof ALL;

/** The product whose quantity step was closed last, and whether it was added. */
interface Left {
  id: string;
  added: boolean;
  /** The person has begun to type the next search. */
  typed: boolean;
}

interface ChooseProps extends Pick<Props, 'group' | 'present'> {
  sought: Sought;
  onSeek: (next: (before: Sought) => Sought) => void;
  left: Left | null;
  onChoose: (chosen: Chosen) => void;
}

const PER_PAGE = 10;

function Choose({ group, present, sought, onSeek, left, onChoose }: ChooseProps) {
  const { page, details, ...filters } = sought;
  const set = useCallback(
    (change: Partial<Sought>) => onSeek((before) => ({ ...before, page: 1, ...change })),
    [onSeek],
  );
  const table = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  // After the quantity step the focus goes to the product that was not added. After an addition it goes to the search, whose text is selected, so
  // that the next word replaces it.
  useEffect(() => {
    if (!left || !hasMouse()) return;
    const given = left.added ? null : table.current?.querySelector<HTMLElement>(`[data-product="${left.id}"]`);
    const search = bar.current?.querySelector('input');
    if (given) given.focus();
    else {
      search?.focus();
      if (!left.typed) search?.select();
      else search?.setSelectionRange(search.value.length, search.value.length);
    }
  }, [left]);
  const onSearch = useCallback((search: string) => set({ search }), [set]);
  const isAdmin = useCan('update_config');
  const input = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
  // What the hub has comes first, for who may see its stock.
  const seesStock = useMayAsk(stockForGroup);
  const there = seesStock && group.seller_id !== null ? { stocked_at: group.seller_id } : {};
  const query = useQuery({
    ...pageQuery(product, { ...input, ...there, page, per_page: PER_PAGE }),
    placeholderData: keepPreviousData,
  });
  const shown = (query.data?.data.rows ?? []).map((row) => row._id);
  const prices = usePrices(group._id, shown);
  const stock = useHubStock(group, shown);
  const canAdd = (row: Product) =>
    !present.has(row._id) && mayBeSold(prices.of.get(row._id)) && row.status === 'active';
  const keys = useSearchKeys<Product>({
    search: filters.search,
    rows: query.isPlaceholderData || (shown.length > 0 && prices.pending) ? undefined : query.data?.data.rows,
    canAdd,
    onTake: (row, digits) => onChoose({ product: row, priced: prices.of.get(row._id), digits }),
    onSearch,
    table,
  });
  const columns = addColumns({ stock, prices, present, details, isAdmin, hub: group.seller_id, onChoose });
  return (
    <>
      <div ref={bar} className="grid items-end gap-3 sm:grid-cols-3 lg:grid-cols-[2fr_1fr_1fr_1fr_auto]">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the search field inside */}
        <div className="sm:col-span-2 lg:col-span-1" onKeyDown={keys}>
          <SearchBox label="Search products" value={filters.search} onSearch={onSearch} />
        </div>
        <Filters of={filters} onChange={set}>
          <SwitchField label="Show details" checked={details} onChange={(details) => set({ details, page })} />
        </Filters>
      </div>
      {prices.failed && <PricesNotLoaded of={prices} />}
      <QueryBoundary query={query}>
        {(answer) => (
          <div ref={table} className="-mx-5">
            <PagedTable
              paging={{ page, per_page: PER_PAGE }}
              onTurn={(next) => set({ page: next.page })}
              sizes={[]}
              total={answer.total}
              sum={<HeadsKey mpu={isAdmin} />}
              label="Products"
              cards="phone"
              columns={columns}
              rows={answer.rows}
              keyOf={(row) => row._id}
              empty={<NoProducts of={filters} onClear={() => onSeek(() => ({ ...ALL, details }))} />}
            />
          </div>
        )}
      </QueryBoundary>
    </>
  );
}

/** The rows of a search without results. `of`: the search and the filters. */
const NoProducts = ({ of, onClear }: { of: Omit<Sought, 'page' | 'details'>; onClear: () => void }) => (
  <NoRows
    title={emptyTexts.products}
    search={of.search}
    isFiltered={of.manufacturer_id !== '' || of.brand_id !== '' || of.status !== ALL.status}
    onClear={onClear}
  />
);
