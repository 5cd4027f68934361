import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import { useSearchValues, useSetSearch } from '../address.ts';
import type { Search } from '../routes.ts';
import type { ListView } from './useListView.ts';

/** What of an address belongs to a filter: not the page, its size or the order. */
const filterOf = ({ page: _page, per_page: _size, sort: _sort, ...rest }: Search) =>
  JSON.stringify(
    Object.entries(rest)
      .filter(([, value]) => value !== undefined)
      .sort(),
  );

/** Saved filters as tabs over the list: "All", then the named ones; "+" saves the present filter. */
export function SavedFilters({ view, onSave }: { view: ListView; onSave: () => void }) {
  const search = useSearchValues();
  const setSearch = useSetSearch();
  const now = filterOf(search);
  const tab = (name: string, of: Search) => {
    const isOpen = filterOf(of) === now;
    return (
      <button
        key={name}
        type="button"
        aria-current={isOpen || undefined}
        onClick={() => void setSearch(of)}
        className={classes('list-tab', isOpen && 'is-open')}
      >
        {name}
      </button>
    );
  };
  return (
    <nav
      aria-label="Saved filters"
      className={classes('list-tabs no-print ring-inside', view.filters.length === 0 && 'is-bare')}
    >
      {tab('All', {})}
      {view.filters.map((kept) => tab(kept.name, kept.search))}
      <button
        type="button"
        aria-label="Save this filter"
        title="Save this filter"
        className="list-tab"
        onClick={onSave}
      >
        <Icon name="plus" size={16} />
      </button>
    </nav>
  );
}
