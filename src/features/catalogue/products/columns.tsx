/** The columns of the product table for each kind of viewer (PROD-02 to PROD-05, PROD-11, PERM-48, PERM-50). */

import type { product } from '#contract/catalogue/product.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import { TextLink } from '#crud/Link.tsx';
import { menuColumn } from '#crud/list/listColumns.tsx';
import { RowLink } from '#crud/list/RowLink.tsx';
import { type CrudList, OVERVIEW } from '#crud/paths.ts';
import { NOT_STORED } from '#crud/query/Saved.tsx';
import { NO_VALUE } from '#domain/locale.ts';
import { showNaira } from '#domain/money.ts';
import { showCases } from '#domain/units.ts';
import { StatusBadge } from '#ui/feedback/Badge.tsx';
import { type Column, NUMBER } from '#ui/tables/Table.tsx';
import { DOTS_HEAD, MPU_HEAD } from '../parts/heads.ts';
import { SellersWithPrice } from '../parts/SellersWithPrice.tsx';
import { type ProductRow, StatusDots } from '../parts/StatusDots.tsx';

export interface Viewer {
  /** Sees MPU and list price (PERM-48). */
  administrator: boolean;
  /** The hub of a hub role, or null. Only this hub's price and status are shown. */
  ownHub: string | null;
  /** Whether the product's name links to its form. */
  mayOpen: boolean;
  /** Whether brands and manufacturers link to their forms. */
  mayOpenBrand: boolean;
  mayOpenManufacturer: boolean;
}

/** The stock of all hubs in units, by id of the shown product. Undefined while the answer is awaited. */
export interface StockOfPage {
  /** The stock of the former rows is shown until the stock of the new rows comes. */
  isAwaited: boolean;
  held: Readonly<Record<string, number>> | undefined;
  /** When the figures were stored, epoch ms, if they are a stored copy. */
  copyAt: number | null;
  /** No answer came and nothing is stored. */
  isMissing: boolean;
}

/** `stock`: undefined for people who may not see stock. `detail`: shows manufacturer and brand beside the name (PROD-05). */
export function productListColumns(viewer: Viewer, detail: boolean, stock?: StockOfPage): Column<ProductRow>[] {
  const { administrator, ownHub } = viewer;
  return [
    NUMBER,
    { key: 'image', title: 'Image', card: 'picture', cell: (row) => <Pack product={row} /> },
    {
      key: 'name',
      title: 'Name',
      sort: 'name',
      grow: true,
      cell: (row) => <Name row={row} open={viewer.mayOpen} />,
    },
    ...(detail ? [maker(viewer.mayOpenManufacturer), brand(viewer.mayOpenBrand)] : []),
    { key: 'dots', ...DOTS_HEAD, aside: 3, card: 'state', cell: (row) => <StatusDots row={row} /> },
    {
      key: 'case_count',
      title: 'Case Count',
      sort: 'case_count',
      align: 'right',
      aside: 3,
      cell: (row) => row.case_count,
    },
    ...(administrator ? listPrice : []),
    ...(ownHub === null ? [sellers] : ownPrice(ownHub)),
    ...(stock ? [inStock(stock)] : []),
    ...(viewer.mayOpen ? menuOf(ownHub === null) : []),
  ];
}

const formOf = ({ _id }: ProductRow) => `/products/${_id}/update` as const;
/** A person of a hub has the hub's own form and no page of the product. */
const menuOf = (hasPage: boolean) =>
  menuColumn<typeof product>(
    { of: (row) => row.name },
    { view: hasPage ? formOf : null, openIn: OVERVIEW, form: formOf, mayEdit: true, peek: undefined },
  );

/** After the documents' columns (decision 0404). */
const inStock = ({ held, isMissing }: StockOfPage): Column<ProductRow> => ({
  key: 'stock',
  title: 'Cases in stock',
  align: 'right',
  card: 'time',
  cell: (row) => {
    const units = held?.[row._id];
    if (units === undefined) return isMissing ? <span title={NOT_STORED}>{NO_VALUE}</span> : '';
    return units === 0 ? (
      <span className="text-ink-faint">none</span>
    ) : (
      <span className="figures">{showCases(units, row.case_count)}</span>
    );
  },
});

function Name({ row, open }: { row: ProductRow; open: boolean }) {
  return (
    <>
      {open ? (
        <RowLink to={`/products/${row._id}/update`} search={OVERVIEW}>
          {row.name}
        </RowLink>
      ) : (
        <span className="cut font-medium" title={row.name}>
          {row.name}
        </span>
      )}
    </>
  );
}

const linked = (part: { _id: string; name: string }, path: CrudList, open: boolean) =>
  open ? <TextLink to={`${path}/${part._id}/update`}>{part.name}</TextLink> : part.name;

const maker = (open: boolean): Column<ProductRow> => ({
  key: 'manufacturer',
  title: 'Manufacturer',
  cell: (row) => linked(row.manufacturer, '/manufacturers', open),
});
const brand = (open: boolean): Column<ProductRow> => ({
  key: 'brand',
  title: 'Brand',
  cell: (row) => linked(row.brand, '/brands', open),
});

const listPrice: Column<ProductRow>[] = [
  { key: 'mpu', ...MPU_HEAD, align: 'right', aside: 3, cell: (row) => row.mpu },
  {
    key: 'price',
    title: 'Price (NGN)',
    sort: 'price',
    align: 'right',
    card: 'figure',
    word: 'List',
    cell: (row) => <span className="figures">{showNaira(row.price ?? '')}</span>,
  },
];

const sellers: Column<ProductRow> = {
  key: 'sellers',
  // The documents' column, which holds the hubs and their prices.
  title: (
    <span className="head-parts" data-also="Hub price">
      Sellers
    </span>
  ),
  word: 'Sold at',
  cell: (row) => <SellersWithPrice row={row} />,
};

const ownPrice = (hub: string): Column<ProductRow>[] => [
  {
    key: 'own_price',
    title: 'Price',
    align: 'right',
    card: 'figure',
    cell: (row) => {
      const own = row.sellers[hub];
      return own ? <span className="figures font-semibold">{showNaira(own.price)}</span> : '';
    },
  },
  {
    key: 'own_status',
    title: 'Status',
    cell: (row) => {
      const own = row.sellers[hub];
      return own ? <StatusBadge status={own.status} /> : <span className="text-ink-faint">Not sold</span>;
    },
  },
];

/** The columns of the export (PROD-09, A53): six, the first five selected. Only the administrator gets the list price. */
export function productSheet(administrator: boolean) {
  const sold = (row: ProductRow) => Object.values(row.sellers).filter((one) => one.status === 'active');
  const naira = (text: string) => Number(text);
  return {
    name: 'Products',
    columns: [
      { title: 'Name', value: (row: ProductRow) => row.name },
      { title: 'Manufacturer', value: (row: ProductRow) => row.manufacturer.name },
      { title: 'Brand', value: (row: ProductRow) => row.brand.name },
      {
        title: 'Sellers',
        value: (row: ProductRow) =>
          sold(row)
            .map((one) => `${one.seller.name} (${showNaira(one.price)})`)
            .join(', '),
      },
      ...(administrator
        ? [{ title: 'Price', value: (row: ProductRow) => (row.price === undefined ? null : naira(row.price)) }]
        : []),
      { title: 'Cases', value: (row: ProductRow) => row.case_count, off: true },
    ],
  };
}
