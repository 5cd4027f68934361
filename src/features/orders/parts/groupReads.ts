/** The read of a list of order groups. */
import { pageQuery } from '#client/reads/queries.ts';
import { orderGroup } from '#contract/orders/orderGroup.ts';
import type { ListState } from '#crud/list/useListState.ts';

/** The fields of `order_group/read_all` without the page. `input`: the filters. Their order is part of the key under which the answer is stored. */
export const groupInput = (
  input: Readonly<Record<string, string>> | null,
  { search, sort }: Pick<ListState, 'search' | 'sort'>,
  defaultSort: string,
) => ({ ...input, search: search || undefined, sort: sort || defaultSort });

export const groupPage = (
  input: ReturnType<typeof groupInput>,
  { page, per_page }: Pick<ListState, 'page' | 'per_page'>,
) => pageQuery(orderGroup, { ...input, page, per_page, sums: '1' });
