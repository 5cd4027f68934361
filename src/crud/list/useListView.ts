/** A person's view of a list: hidden columns and named filters, stored on this device per user and screen (B14.4). */
import { useState } from 'react';
import { readLocal, writeLocal } from '#client/keptLocally.ts';
import { useSession } from '../query/useSession.ts';
import type { Search } from '../routes.ts';

export interface NamedFilter {
  name: string;
  /** The search values of the address, without the page. */
  search: Search;
}

interface KeptView {
  hidden: readonly string[];
  filters: readonly NamedFilter[];
}

const NOTHING: KeptView = { hidden: [], filters: [] };

export interface ListView extends KeptView {
  hide: (title: string, hidden: boolean) => void;
  /** Stores the filter under this name and overwrites one with the same name. */
  keep: (name: string, search: Search) => void;
  drop: (name: string) => void;
}

/** The list view of the signed-in person; `screen` is the name of the list. */
export function useListView(screen: string): ListView {
  const userId = useSession().profile?.user_id ?? '';
  const key = `lists:${userId}`;
  const [kept, setKept] = useState<KeptView>(() => readLocal<Record<string, KeptView>>(key, {})[screen] ?? NOTHING);
  const change = (next: KeptView) => {
    setKept(next);
    writeLocal(key, { ...readLocal<Record<string, KeptView>>(key, {}), [screen]: next });
  };
  const without = (name: string) => kept.filters.filter((one) => one.name !== name);
  return {
    ...kept,
    hide: (title, hidden) => {
      const rest = kept.hidden.filter((one) => one !== title);
      change({ ...kept, hidden: hidden ? [...rest, title] : rest });
    },
    keep: (name, { page: _page, ...search }) => change({ ...kept, filters: [...without(name), { name, search }] }),
    drop: (name) => change({ ...kept, filters: without(name) }),
  };
}
