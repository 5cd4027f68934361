/** What a screen reads of its address, and how it goes to another one. Apart from routes.ts, because the first load does not need it. */
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Address } from './paths.ts';
import type { Search } from './routes.ts';

/** The values named in this screen's route, as texts; a name that its route does not have is missing. */
export const usePathValues = (): Readonly<Record<string, string | undefined>> => useParams({ strict: false });

/** The `$id` of this screen's address. Throws where the route has none. */
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

/** Stays on the screen and changes the search of its address: to these values, or to what is made of those before. */
export function useSetSearch(): (
  next: Search | ((before: Search) => Search),
  options?: { replace?: boolean },
) => Promise<void> {
  const navigate = useNavigate();
  return useCallback((search, options) => navigate({ to: '.', search, ...options }), [navigate]);
}
