/**
 * The state of a list is in its address (DESIGN style 16): defaults are left out, and a changed filter goes back to page 1. A page size that
 * somebody chose is always in the address, even 10; without one the list's default applies, for everybody (decision 0121).
 */
import { useMatch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';
import type { Turn } from '#ui/tables/Pager.tsx';
import { useSearchValues, useSetSearch } from '../address.ts';
import { useSession } from '../query/useSession.ts';
import type { Search } from '../routes.ts';

export interface ListState {
  page: number;
  per_page: number;
  search: string;
  sort: string;
  /** Filter texts by name; several values are joined by commas. */
  filters: Readonly<Record<string, string>>;
}

export interface ListControl {
  state: ListState;
  set: (change: Search) => void;
  /** The properties of the pager under the list, passed to PagedTable. */
  turning: { paging: Turn; onTurn: (next: Turn, replace?: boolean) => void };
}

/** The last search, filters and page of each list in this tab, by person and address. */
const leftLists = new Map<string, Search>();

/** The search of a list as this person left it, so that he or she returns to the same rows after a save. */
export const listAsLeft = (userId: string, path: string): Search => leftLists.get(`${userId} ${path}`) ?? {};

const whole = (text: string | undefined, least: number, most: number): number | null => {
  const value = Number(text);
  return text !== undefined && Number.isInteger(value) && value >= least && value <= most ? value : null;
};

/** `size`: rows per page if the address has none. `filters`: filters by their key in the address, with their defaults. */
export function useListState(size: number, filters: Readonly<Record<string, string>> = {}): ListControl {
  const search = useSearchValues();
  const setSearch = useSetSearch();
  const userId = useSession().profile?.user_id ?? '';
  // The match's address, not the page's: during navigation the page already has the next screen's address, and the list would render once more for
  // nothing.
  const pathname = useMatch({ strict: false, select: (match) => match.pathname }) ?? '';
  useEffect(() => void leftLists.set(`${userId} ${pathname}`, search), [userId, pathname, search]);
  const defaults = JSON.stringify(filters);
  const state = useMemo<ListState>(
    () => ({
      page: whole(search.page, 1, 1_000_000) ?? 1,
      per_page: whole(search.per_page, 1, 500) ?? size,
      search: search.search ?? '',
      sort: search.sort ?? '',
      filters: Object.fromEntries(
        Object.entries(JSON.parse(defaults) as Record<string, string>).map(([name, fallback]) => [
          name,
          search[name] ?? fallback,
        ]),
      ),
    }),
    [search, size, defaults],
  );
  const set = useCallback(
    (change: Search, replace = false) => {
      const onlyPage = Object.keys(change).every((name) => name === 'page');
      void setSearch(
        (before) => {
          const next: Search = { ...before, ...(onlyPage ? {} : { page: undefined }), ...change };
          const known = JSON.parse(defaults) as Record<string, string>;
          // The address leaves out page 1 (CONST-06) and every filter that has its default.
          if (next.page === '1') next.page = undefined;
          for (const [name, value] of Object.entries(next))
            if (value === '' || (name in known && value === known[name])) next[name] = undefined;
          return next;
        },
        { replace },
      );
    },
    [setSearch, defaults],
  );
  const shown = state.per_page;
  // A stable function: a table that turns to its last page by itself would otherwise do so at every render.
  const onTurn = useCallback(
    ({ page, per_page }: Turn, replace?: boolean) =>
      set(per_page === shown ? { page: String(page) } : { per_page: String(per_page) }, replace),
    [set, shown],
  );
  return { state, set, turning: { paging: state, onTurn } };
}
