/** The lists of the catalogue that do not begin with ten rows and no filter. */
import { pageQuery, queryFor } from '#client/reads/queries.ts';
import { product } from '#contract/catalogue/product.ts';
import { heldOfProducts } from '#contract/stock/productStockCalls.ts';
import type { AreaLists } from '#crud/list/firstPage.ts';
import { type ListState, pagesThatFit } from '#crud/list/useListState.ts';
import { seesStock } from '#domain/home.ts';

export const PRODUCT_LIST = {
  size: 20,
  filters: { status: 'all', manufacturers: '', brands: '', detail: '' },
} as const;

/** The ids in a filter, which joins them by commas. */
export const chosenIn = (text: string | undefined) => (text ?? '').split(',').filter(Boolean);
const listed = (text: string | undefined) => {
  const chosen = chosenIn(text);
  return chosen.length > 0 ? chosen : undefined;
};

/** The fields of `product/read_all` without the page. Their order is part of the key under which the answer is stored. */
export const productInput = ({ search, sort, filters }: Pick<ListState, 'search' | 'sort' | 'filters'>) => ({
  search: search || undefined,
  sort: sort || undefined,
  status: filters.status === 'all' ? undefined : filters.status,
  manufacturer_id: listed(filters.manufacturers),
  brand_id: listed(filters.brands),
});

/** The stock of these products in all hubs. */
export const stockQuery = (ids: readonly string[]) => queryFor(heldOfProducts, { product_ids: [...ids] });

const firstProducts = () =>
  pageQuery(product, {
    ...productInput({ search: '', sort: '', filters: PRODUCT_LIST.filters }),
    page: 1,
    per_page: PRODUCT_LIST.size * pagesThatFit(PRODUCT_LIST.size),
  });

export const CATALOGUE_LISTS = {
  '/products': {
    page: firstProducts,
    beside: (rows, who) => (rows.length > 0 && seesStock(who) ? [stockQuery(rows.map(({ _id }) => _id))] : []),
  },
} satisfies AreaLists;
