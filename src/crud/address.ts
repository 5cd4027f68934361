/**
 * Hooks that read the address of a screen and navigate to another address. They are separate from routes.ts because the first load does not need
 * them.
 */
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Address } from './paths.ts';
import type { Search } from './routes.ts';

/** The values of the named segments of this screen's route, as texts; undefined for a name that the route does not have. */
export const usePathValues = (): Readonly<Record<string, string | undefined>> => useParams({ strict: false });

/** The `$id` of this screen's address. Throws an Error if the route has none. */
export function useId(): string {
  const { id } = usePathValues();
  if (id === undefined) throw new Error('The route of this screen has no $id.');
  return id;
}

/** The search of this screen's address. */
export const useSearchValues = (): Search => useSearch({ strict: false });

interface GoOptions {
  search?: Search;
  replace?: boolean;
}

/** Goes to another screen. */
export function useGo(): (to: Address, options?: GoOptions) => Promise<void> {
  const navigate = useNavigate();
  return useCallback((to, options) => navigate({ to, ...options }), [navigate]);
}

/** Stays on the screen and changes the search of its address, either to the given values or to the result of a function of the old ones. */
export function useSetSearch(): (
  next: Search | ((before: Search) => Search),
  options?: { replace?: boolean },
) => Promise<void> {
  const navigate = useNavigate();
  return useCallback((search, options) => navigate({ to: '.', search, ...options }), [navigate]);
}
