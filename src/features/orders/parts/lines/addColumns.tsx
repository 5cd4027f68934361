import type { product } from '#contract/catalogue/product.ts';
import type { RowOf } from '#contract/model.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import { NO_VALUE } from '#domain/locale.ts';
import { showNaira } from '#domain/money.ts';
import { casesText } from '#domain/units.ts';
import { Button } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { type Column, NUMBER } from '#ui/tables/Table.tsx';
import { DOTS_HEAD, MPU_HEAD } from '../../../catalogue/parts/heads.ts';
import { SellersWithPrice } from '../../../catalogue/parts/SellersWithPrice.tsx';
import { StatusDots } from '../../../catalogue/parts/StatusDots.tsx';
import { orderTexts } from '../texts.ts';
import type { Chosen } from './HowMany.tsx';
import type { OrderStock } from './hubStock.ts';
import { mayBeSold, type usePrices } from './prices.tsx';

type Product = RowOf<typeof product>;

/** The columns of the details switch (PROD-05, A52). They are names and not links, because following a link would leave the order. */
const MAKERS: Column<Product>[] = [
  { key: 'manufacturer', title: 'Manufacturer', cell: (row) => row.manufacturer.name },
  { key: 'brand', title: 'Brand', cell: (row) => row.brand.name },
];
const SELLERS: Column<Product> = { key: 'sellers', title: 'Sellers', cell: (row) => <SellersWithPrice row={row} /> };

interface Shown {
  stock: OrderStock | undefined;
  prices: ReturnType<typeof usePrices>;
  present: ReadonlyMap<string, number>;
  details: boolean;
  isAdmin: boolean;
  /** The hub of the order. */
  hub: string | null;
  onChoose: (chosen: Chosen) => void;
}

/** The columns of "Add Product" (ORD-37). On a phone each product is a card: picture, name with stock, price, case count, Add. */
export function addColumns({ stock, prices, present, details, isAdmin, hub, onChoose }: Shown): Column<Product>[] {
  return [
    NUMBER,
    { key: 'image', title: 'Image', card: 'picture', cell: (row) => <Pack product={row} /> },
    {
      key: 'name',
      title: 'Name',
      grow: true,
      cell: (row) => (
        <div className="whitespace-normal">
          <span className="font-semibold">{row.name}</span>
          {stock && (
            <span
              className={classes(
                'figures block min-h-4 text-xs leading-4',
                stock.units?.get(row._id) === 0 ? 'font-semibold text-wait' : 'text-ink-faint',
              )}
            >
              {stock.units?.has(row._id) &&
                `${casesText(stock.units.get(row._id) ?? 0, row.case_count)} in ${stock.hub}`}
            </span>
          )}
        </div>
      ),
    },
    ...(details ? MAKERS : []),
    { key: 'status', ...DOTS_HEAD, card: 'none', cell: (row) => <StatusDots row={seenBy(row, hub)} /> },
    {
      key: 'cases',
      title: 'Case Count',
      align: 'right',
      card: 'state',
      word: 'Case Count',
      cell: (row) => row.case_count,
    },
    {
      key: 'hub',
      title: 'Hub price',
      align: 'right',
      card: 'figure',
      word: '',
      cell: (row) => {
        const price = prices.of.get(row._id)?.price;
        return price === undefined ? (prices.pending ? '…' : NO_VALUE) : showNaira(price);
      },
    },
    ...(isAdmin
      ? [
          { key: 'mpu', ...MPU_HEAD, align: 'right' as const, card: 'fact' as const, cell: (row: Product) => row.mpu },
          {
            key: 'price',
            title: 'Price (NGN)',
            align: 'right' as const,
            card: 'fact' as const,
            cell: (row: Product) => showNaira(row.price ?? '0'),
          },
        ]
      : []),
    ...(details ? [SELLERS] : []),
    {
      key: 'add',
      end: true,
      // At the end of the card.
      card: 'time',
      title: <span className="sr-only">Add</span>,
      cell: (row) =>
        present.has(row._id) ? (
          <span className="figures text-sm text-ink-faint">
            {`${casesText(present.get(row._id) ?? 0, row.case_count)} in the order`}
          </span>
        ) : !mayBeSold(prices.of.get(row._id)) ? (
          <span className="text-sm text-ink-faint">{orderTexts.notSold}</span>
        ) : (
          <Button
            icon="plus"
            data-product={row._id}
            aria-label={`Add ${row.name}`}
            disabled={row.status !== 'active'}
            onClick={() => onChoose({ product: row, priced: prices.of.get(row._id) })}
          >
            Add
          </Button>
        ),
    },
  ];
}

/** The row with the status dots (ORD-37). The last dot shows the order's own hub, if it has one. */
function seenBy(row: Product, sellerId: string | null): Product {
  if (sellerId === null) return row;
  return { ...row, seller_status: row.sellers[sellerId]?.status === 'active' ? 'active' : 'inactive' };
}
