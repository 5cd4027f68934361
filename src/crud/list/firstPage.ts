/** The read of a list as its screen asks for it, for who reads the list before it is opened. */
import { pageQuery } from '#client/reads/queries.ts';
import type { Model } from '#contract/model.ts';
import type { Search } from '../routes.ts';
import { type ListState, pagesThatFit } from './useListState.ts';

/** The filters that let not everything through. */
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

/** The first page of a model's list (`ListScreen`) in this window, with the filters of a first visit. */
export function firstPage(
  model: Model,
  {
    size = 10,
    filters = {},
    sums = false,
  }: { size?: number; filters?: Readonly<Record<string, string>>; sums?: boolean },
) {
  const state = { page: 1, per_page: size * pagesThatFit(size), search: '', sort: '', filters };
  return pageQuery(model, { ...listInput(state), ...(sums ? { sums: '1' } : {}) });
}
