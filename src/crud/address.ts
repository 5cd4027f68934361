/** Reads the address of a screen and navigates to another one. Separate from routes.ts, because the first load does not need this code. */
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Address } from './paths.ts';
import type { Search } from './routes.ts';

/** The path values of this screen's route, as texts. Names that the route does not have are missing. */
export const usePathValues = (): Readonly<Record<string, string | undefined>> => useParams({ strict: false });

/** The `$id` of this screen's address. Throws when the route has none. */
export function useId(): string {
  const { id } = usePathValues();
  if (id === undefined) throw new Error('The route of this screen has no $id.');
  return id;
}

/** The search values of this screen's address. */
export const useSearchValues = (): Search => useSearch({ strict: false });

interface GoOptions {
  search?: Search;
  replace?: boolean;
}

/** Returns a function that navigates to another screen. */
export function useGo(): (to: Address, options?: GoOptions) => Promise<void> {
  const navigate = useNavigate();
  return useCallback((to, options) => navigate({ to, ...options }), [navigate]);
}

/** Returns a function that changes the search values of the current address, to given values or to a function of the previous ones. */
export function useSetSearch(): (
  next: Search | ((before: Search) => Search),
  options?: { replace?: boolean },
) => Promise<void> {
  const navigate = useNavigate();
  return useCallback((search, options) => navigate({ to: '.', search, ...options }), [navigate]);
}
