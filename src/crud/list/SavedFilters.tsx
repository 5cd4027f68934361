import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { pageQuery } from '#client/reads/queries.ts';
import type { Model } from '#contract/model.ts';
import { showNumber } from '#domain/number.ts';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import { useSearchValues, useSetSearch } from '../address.ts';
import type { Search } from '../routes.ts';
import type { ListView, NamedFilter } from './useListView.ts';

type PageQuestion = ReturnType<typeof pageQuery<Model>>;

/** The part of an address that belongs to a filter: without the page, its size and the order. */
const filterOf = ({ page: _page, per_page: _size, sort: _sort, ...rest }: Search) =>
  JSON.stringify(
    Object.entries(rest)
      .filter(([, value]) => value !== undefined)
      .sort(),
  );

/** Tabs that a list has for everybody, before the ones of this person. One without a filter names what the list opens with, in place of "All". */
export type ListTab = NamedFilter;

/** The query of a tab's first row, which gives the number of its rows. */
export type QuestionOf = (search: Search) => PageQuestion;

interface Props {
  view: ListView;
  tabs?: readonly ListTab[] | undefined;
  questionOf?: QuestionOf | undefined;
  onSave: () => void;
}

/** So many tabs have a count. Each costs a small question. */
const COUNTED = 6;

/** On a phone the tabs go sideways; the chosen one is seen whole. */
const intoView = (tab: HTMLElement | null) => tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/** Saved filters as tabs over the list: "All", those of the list, then the named ones; "+" saves the present filter. */
export function SavedFilters({ view, tabs = [], questionOf, onSave }: Props) {
  const search = useSearchValues();
  const setSearch = useSetSearch();
  const now = filterOf(search);
  const usual = tabs.find((tab) => Object.keys(tab.search).length === 0);
  const others = tabs.filter((tab) => tab !== usual);
  const named = [...others.filter((tab) => view.filters.every((kept) => kept.name !== tab.name)), ...view.filters];
  const isNew = [{}, ...named.map((one) => one.search)].every((one) => filterOf(one) !== now);
  const tab = (name: string, of: Search, count?: ReactNode) => {
    const isOpen = filterOf(of) === now;
    return (
      <button
        key={name}
        ref={isOpen ? intoView : null}
        type="button"
        aria-current={isOpen || undefined}
        onClick={() => void setSearch(of)}
        className={classes('list-tab', isOpen && 'is-open')}
      >
        {name}
        {count}
      </button>
    );
  };
  return (
    <nav
      aria-label="Saved filters"
      className={classes('list-tabs no-print ring-inside', named.length === 0 && 'is-bare')}
    >
      {tab(usual?.name ?? 'All', {}, usual && questionOf && <Count of={questionOf({})} />)}
      {named.map((kept, at) =>
        tab(kept.name, kept.search, questionOf && at < COUNTED && <Count of={questionOf(kept.search)} />),
      )}
      <button type="button" aria-label="Save filter" title="Save filter" className="list-tab" onClick={onSave}>
        <Icon name="plus" size={16} />
        {/* The words stand where the present filter is in no tab, so that a stranger finds what the sign does. */}
        {isNew && <span className="hidden min-[88rem]:inline">Save filter</span>}
      </button>
    </nav>
  );
}

const MOST = 999;

/**
 * How many rows a tab has. The place stays empty until that is known, and where it cannot be. It is at least as wide as three figures, so that the gaps
 * between tabs look alike.
 */
function Count({ of }: { of: PageQuestion }) {
  const { data } = useQuery(of);
  return (
    <span className="figures ml-1.5 min-w-6 whitespace-nowrap text-left text-xs text-ink-faint">
      {data && (data.data.total > MOST ? `${MOST}+` : showNumber(data.data.total))}
    </span>
  );
}
