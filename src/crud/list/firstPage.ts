/** The read of a list as its screen makes it, for code that reads the list before it is opened. */
import { pageQuery } from '#client/reads/queries.ts';
import type { Model } from '#contract/model.ts';
import type { Who } from '#domain/permissions.ts';
import type { Address } from '../paths.ts';
import type { Search } from '../routes.ts';
import { type ListState, pagesThatFit } from './useListState.ts';

/** The filters that are on. '' and 'all' let every row through. */
export const filterInput = ({ page: _page, per_page: _size, sort: _sort, ...filters }: Search) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value && value !== 'all'));

/** The fields of `{model}/read_all`. Their order is part of the key under which the answer is stored. */
export const listInput = ({ page, per_page, search, sort, filters }: ListState) => ({
  page,
  per_page,
  search: search || undefined,
  sort: sort || undefined,
  ...filterInput(filters),
});

/** What a list shows at a first visit: its model, the rows per page (10 without `size`), the filters with their defaults, and sums in the foot. */
export interface ListBasis<M extends Model = Model> {
  of: M;
  size?: number;
  filters?: Readonly<Record<string, string>>;
  sums?: boolean;
}

/** The reads of a list that is no `ListScreen`. `beside`: further reads of its screen for the rows of the first page. */
export interface ListReads {
  page: () => Read;
  beside?: (rows: readonly { _id: string }[], who: Pick<Who, 'role' | 'permissions'>) => Read[];
}

type Read = { queryKey: readonly unknown[] };

/** The lists of an area by address, each stated once: its screen shows the list by it, and `app/keepLists.ts` reads the first page by it. */
export type AreaLists = Partial<Record<Address, ListBasis | ListReads>>;

/** The first page of a model's list (`ListScreen`) in this window, with the filters of a first visit. */
export function firstPage({ of: model, size = 10, filters = {}, sums = false }: ListBasis) {
  const state = { page: 1, per_page: size * pagesThatFit(size), search: '', sort: '', filters };
  return pageQuery(model, { ...listInput(state), ...(sums ? { sums: '1' } : {}) });
}
