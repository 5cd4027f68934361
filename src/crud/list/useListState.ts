/**
 * The state of a list, held in the address (DESIGN style 16). Defaults are left out, and a changed filter returns to page 1. A page size that a
 * person chose is always in the address, even 10. An address without a page size means the list's default, for everybody (decision 0121).
 */
import { useMatch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';
import { useMedia } from '#ui/hooks/useMedia.ts';
import { firstOf, type Turn } from '#ui/tables/Pager.tsx';
import { useSearchValues, useSetSearch } from '../address.ts';
import { useSession } from '../query/useSession.ts';
import type { Search } from '../routes.ts';

export interface ListState {
  /** The rows to ask for. Where the window has room for several pages of the list they are one of these. */
  page: number;
  per_page: number;
  search: string;
  sort: string;
  /** Filters by name, as texts. A list of values is joined by commas. */
  filters: Readonly<Record<string, string>>;
}

export interface ListControl {
  state: ListState;
  set: (change: Search) => void;
  /** Properties for the pager of PagedTable. */
  turning: { paging: Turn; onTurn: (next: Turn, replace?: boolean) => void };
}

/** The last search, filters and page of each list since the page was loaded, by person and address. */
const leftLists = new Map<string, Search>();

/** The state in which this person left a list. After a save the person returns to it. */
export const listAsLeft = (userId: string, path: string): Search => leftLists.get(`${userId} ${path}`) ?? {};

const whole = (text: string | undefined, least: number, most: number): number | null => {
  const value = Number(text);
  return text !== undefined && Number.isInteger(value) && value >= least && value <= most ? value : null;
};

/** The height of a window without its rows, and of a row, in px, at the density of a mouse and of a finger (theme/list.css). */
const DENSITIES = [
  ['fine', 215, 38],
  ['coarse', 280, 56],
] as const;
/** A further page is shown when this part of it fits. */
const ENOUGH = 0.4;

/** The window that has room for so many pages of `size` rows. */
const fits = (size: number, pages: number) =>
  DENSITIES.map(
    ([pointer, frame, row]) =>
      `(pointer: ${pointer}) and (min-height: ${frame + Math.ceil((pages - 1 + ENOUGH) * size) * row}px)`,
  ).join();

const pagesOf = (two: boolean, three: boolean) => (three ? 3 : two ? 2 : 1);

/** How many pages of `size` rows a list that is the page shows at once. The documents fix the size of a page, not how many fit a window (decision 0285). */
function usePagesThatFit(size: number): number {
  return pagesOf(useMedia(fits(size, 2)), useMedia(fits(size, 3)));
}

/** The same at this moment, for who reads a list before it is opened. */
export const pagesThatFit = (size: number): number =>
  pagesOf(matchMedia(fits(size, 2)).matches, matchMedia(fits(size, 3)).matches);

/**
 * `size`: rows per page when the address names none. `filters`: the address keys of the filters with their defaults. `isPage`: the list is the page,
 * so a high window shows several of its pages at once, unless the address names a size.
 */
export function useListState(
  size: number,
  filters: Readonly<Record<string, string>> = {},
  isPage = false,
): ListControl {
  const search = useSearchValues();
  const setSearch = useSetSearch();
  const userId = useSession().profile?.user_id ?? '';
  // The address of this match, not of the page. The page's address already belongs to the next screen while this one is still shown, and would cause
  // a useless render.
  const pathname = useMatch({ strict: false, select: (match) => match.pathname }) ?? '';
  useEffect(() => void leftLists.set(`${userId} ${pathname}`, search), [userId, pathname, search]);
  const defaults = JSON.stringify(filters);
  const chosen = whole(search.per_page, 1, 500);
  const shown = chosen ?? size;
  const fitting = usePagesThatFit(size);
  const together = isPage && chosen === null ? fitting : 1;
  const page = whole(search.page, 1, 1_000_000) ?? 1;
  const state = useMemo<ListState>(
    () => ({
      page: Math.ceil(page / together),
      per_page: shown * together,
      search: search.search ?? '',
      sort: search.sort ?? '',
      filters: Object.fromEntries(
        Object.entries(JSON.parse(defaults) as Record<string, string>).map(([name, fallback]) => [
          name,
          search[name] ?? fallback,
        ]),
      ),
    }),
    [search, page, shown, together, defaults],
  );
  const set = useCallback(
    (change: Search, replace = false) => {
      const onlyPage = Object.keys(change).every((name) => name === 'page');
      void setSearch(
        (before) => {
          const next: Search = { ...before, ...(onlyPage ? {} : { page: undefined }), ...change };
          const known = JSON.parse(defaults) as Record<string, string>;
          // The address leaves out page 1 and every filter with its default value.
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
  // The function must stay the same between renders. Otherwise a table that jumps to its last page by itself would do so again and again.
  const onTurn = useCallback(
    ({ page, per_page }: Turn, replace?: boolean) =>
      set(per_page === shown ? { page: String(page) } : { per_page: String(per_page) }, replace),
    [set, shown],
  );
  const paging = { page: firstOf(page, together), per_page: shown, together };
  return { state, set, turning: { paging, onTurn } };
}
