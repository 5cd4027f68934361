import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { PageOf, SavedAnswer } from '#client/reads/queries.ts';
import type { Work } from '#contract/home/workCalls.ts';
import type { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import { useSession } from '#crud/query/useSession.ts';
import type { KindFacts } from '#domain/transfer.ts';
import { useMyQueue, useQueueState } from '../../parts/queue/useQueue.ts';
import { openOfKind, openRows, workQuery } from '../../parts/ready/announced.ts';
import { expectedQuery } from '../../parts/ready/expectedList.ts';
import { savedHere } from '../../parts/savedHere.ts';
import { type Expected, expectedOf } from './expected.ts';
import { rememberedOf } from './remembered.ts';
import { useTabletChanges } from './tabletChanges.ts';

/** The wait for the server's list in ms. After this time the saved list is shown until the server's list comes. */
const PATIENCE_MS = 300;

type List = SavedAnswer<PageOf<typeof purchaseOrder>>;

export interface ExpectedList {
  /** Null: not loaded yet. */
  cards: Expected[] | null;
  /** The number of transfers on the server, including those beyond {@link MOST_CARDS}. */
  total: number;
  /** The time of reading the saved list that is shown, epoch ms. Null: the server's current list is shown. */
  copyAt: number | null;
  /** The time of reading the server's list that is shown, epoch ms. Null: a saved list is shown, or none. */
  readAt: number | null;
  /** True: neither the server's list nor a saved copy could be read. */
  failed: boolean;
}

export function useExpected(kind: KindFacts): ExpectedList {
  const options = expectedQuery(kind);
  const query = useQuery(options);
  const stored = useStored(options.queryKey, query.isPending);
  const { ops, known } = useMyQueue();
  const { past } = useQueueState();
  const me = useSession().profile?.user_id;
  const list = query.data ?? stored;
  const home = useHomeRead(list?.copy === true);
  const found = useMemo(
    () =>
      known && (list || query.isError)
        ? expectedOf(
            kind,
            {
              list: list && {
                rows: list.data.rows,
                at: list.at,
                isPart: list.data.total > list.data.rows.length,
              },
              home: home ? { rows: openRows(home.data), at: home.at } : undefined,
              ops,
              past: past.filter(({ op }) => op.user_id === me),
              me,
            },
            Date.now() / 1_000,
            rememberedOf(me ?? '').hub,
          )
        : null,
    [kind, list, home, query.isError, ops, past, known, me],
  );
  const cards = useTabletChanges(found, { ops, past, me: me ?? '' });
  // The home counts more transfers than the list has. The list that is being read will have them, so the screen does not say yet that there are none.
  const isOnTheWay =
    cards?.length === 0 && query.isFetching && list && home && home.at > list.at
      ? openOfKind(home.data, kind.kind) > list.data.total
      : false;
  return {
    cards: isOnTheWay ? null : cards,
    total: list?.data.total ?? 0,
    copyAt: list?.copy ? list.at : null,
    readAt: list && !list.copy ? list.at : null,
    failed: !list && query.isError,
  };
}

/** The last read of the home on this page, or the copy on this tablet (`isStored`). This screen does not read the home from the server. */
function useHomeRead(isStored: boolean): SavedAnswer<Work[]> | null {
  const { data } = useQuery({ ...workQuery, enabled: false });
  const [stored, setStored] = useState<SavedAnswer<Work[]> | null>(null);
  useEffect(() => {
    if (!isStored) return;
    let over = false;
    void (async () => {
      const found = await (await savedHere()).savedCopy<Work[]>(workQuery.queryKey).catch(() => null);
      if (!over) setStored(found);
    })();
    return () => {
      over = true;
    };
  }, [isStored]);
  return data ?? (isStored ? stored : null);
}

/** The saved list. Null until the server's list takes longer than {@link PATIENCE_MS}. */
function useStored(key: readonly unknown[], pending: boolean): List | null {
  const [stored, setStored] = useState<List | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the same for the life of the screen, which a kind has of its own
  useEffect(() => {
    if (!pending) return;
    let over = false;
    const timer = setTimeout(async () => {
      const found = await (await savedHere()).savedCopy<List['data']>(key).catch(() => null);
      if (!over) setStored(found);
    }, PATIENCE_MS);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [pending]);
  return stored;
}
