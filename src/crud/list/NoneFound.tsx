import type { ComponentProps, ReactNode } from 'react';
import { focusList } from '#ui/fields/focus.ts';
import { NoRows } from '#ui/list/NoRows.tsx';
import { useSearchValues, useSetSearch } from '../address.ts';

/** Values of an address that leave no row out. */
const NO_FILTERS = ['page', 'per_page', 'sort', 'detail', 'tab'];

/**
 * A list without rows whose search and filters are in the address. The next step takes them out. `of`: the names of the filters, where the address has
 * other values too. `first`: the next step where nothing leaves a row out.
 */
export function NoneFound({
  of,
  first,
  children,
  ...rest
}: Omit<ComponentProps<typeof NoRows>, 'search' | 'isFiltered' | 'onClear'> & {
  of?: readonly string[];
  first?: ReactNode;
}) {
  const values = useSearchValues();
  const setSearch = useSetSearch();
  const on = Object.keys(values).filter(
    (name) => values[name] !== undefined && (of ? of.includes(name) : !NO_FILTERS.includes(name)),
  );
  const clear = () => {
    focusList();
    void setSearch((before) => ({
      ...before,
      page: undefined,
      ...Object.fromEntries(on.map((name) => [name, undefined])),
    }));
  };
  const search = on.includes('search') ? values.search : undefined;
  return (
    <NoRows {...rest} search={search} isFiltered={on.some((name) => name !== 'search')} onClear={clear}>
      {on.length === 0 && first}
      {children}
    </NoRows>
  );
}
