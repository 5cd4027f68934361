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
  /** Columns that stay in a narrow list too, because the person ticked them. */
  shown: readonly string[];
  filters: readonly NamedFilter[];
}

const NOTHING: KeptView = { hidden: [], shown: [], filters: [] };

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
  const [kept, setKept] = useState<KeptView>(() => ({
    ...NOTHING,
    ...readLocal<Record<string, Partial<KeptView>>>(key, {})[screen],
  }));
  const change = (next: KeptView) => {
    setKept(next);
    writeLocal(key, { ...readLocal<Record<string, KeptView>>(key, {}), [screen]: next });
  };
  const without = (name: string) => kept.filters.filter((one) => one.name !== name);
  return {
    ...kept,
    hide: (title, hidden) => {
      const others = (titles: readonly string[]) => titles.filter((one) => one !== title);
      const with_ = (titles: readonly string[], isIn: boolean) => (isIn ? [...others(titles), title] : others(titles));
      change({ ...kept, hidden: with_(kept.hidden, hidden), shown: with_(kept.shown, !hidden) });
    },
    keep: (name, { page: _page, ...search }) => change({ ...kept, filters: [...without(name), { name, search }] }),
    drop: (name) => change({ ...kept, filters: without(name) }),
  };
}
