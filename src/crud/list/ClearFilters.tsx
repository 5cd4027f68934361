import { Button } from '#ui/Button.tsx';
import { focusList } from '#ui/fields/focus.ts';
import { kitTexts } from '#ui/texts.ts';
import { useSearchValues, useSetSearch } from '../address.ts';

/** Values of an address that leave no row out. */
const NO_FILTERS = ['page', 'per_page', 'sort', 'detail', 'tab'];

/**
 * The next step under an empty list: takes search and filters out of the address. Nothing while none is on. `of`: the names of the filters, where the
 * address has other values too.
 */
export function ClearFilters({ of }: { of?: readonly string[] }) {
  const values = useSearchValues();
  const setSearch = useSetSearch();
  const on = Object.keys(values).filter(
    (name) => values[name] !== undefined && (of ? of.includes(name) : !NO_FILTERS.includes(name)),
  );
  if (on.length === 0) return null;
  const clear = () => {
    focusList();
    void setSearch((before) => ({
      ...before,
      page: undefined,
      ...Object.fromEntries(on.map((name) => [name, undefined])),
    }));
  };
  return <Button onClick={clear}>{kitTexts.clearAll}</Button>;
}
