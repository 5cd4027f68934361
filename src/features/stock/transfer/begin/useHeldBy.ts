import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { queryClient } from '#client/reads/queries.ts';
import { useContact } from '#crud/query/useSession.ts';
import type { KindFacts, PartyType } from '#domain/transfer.ts';
import { foretold, movedAndComing } from '../../parts/foretold.ts';
import { productsOfQuery } from '../../parts/parties.ts';
import { useWaiting } from '../../parts/queue/expectedRefusals.ts';
import { preparation } from '../../parts/ready/preparing.ts';
import { savedHere } from '../../parts/savedHere.ts';
import { heldAfter } from '../../parts/stockHere.ts';

type Outline = { ids: readonly string[]; at: number } | null;
const NO_OUTLINES: ReadonlyMap<string, Outline> = new Map();

/** The saved answers about the goods of these parties, by party. A party without a saved answer is missing. `type` null: nothing is read. */
function useOutlines(type: PartyType | null, ids: readonly string[]): ReadonlyMap<string, Outline> {
  const [found, setFound] = useState(NO_OUTLINES);
  // The preparation may have replaced saved answers, so they are read again.
  const { prepared } = useSyncExternalStore(preparation.subscribe, preparation.read);
  const idList = type === null ? '' : ids.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each preparation the saved answers are other ones
  useEffect(() => {
    let over = false;
    const look = async () => {
      const reads = await savedHere();
      const all = type === null || idList === '' ? [] : idList.split(' ');
      const held = await Promise.all(all.map((id) => reads.outline(productsOfQuery(type ?? 'seller', id).queryKey)));
      if (!over) setFound(new Map(all.map((id, at) => [id, held[at] ?? null])));
    };
    void look();
    return () => {
      over = true;
    };
  }, [type, idList, prepared]);
  return found;
}

/**
 * The parties among `ids` whose goods this tablet cannot list, because the server does not answer and no answer is saved. Only the party that gives
 * the goods matters.
 */
export function useNotHere(kind: KindFacts, ids: readonly string[]): ReadonlySet<string> {
  const { online } = useContact();
  const found = useOutlines(!online && kind.direction === 'in' ? kind.source : null, ids);
  return useMemo(() => new Set([...found].flatMap(([id, outline]) => (outline === null ? [id] : []))), [found]);
}

/** The number of associates whose goods are read at the same time. */
const AT_ONCE = 3;

/**
 * The server's answers about the goods of these parties since this screen opened, because another tablet may have issued goods a minute ago. A party
 * is missing until the server has answered.
 */
function useServersOutlines(type: PartyType | null, ids: readonly string[]): ReadonlyMap<string, Outline> {
  const { online } = useContact();
  const [found, setFound] = useState(NO_OUTLINES);
  const idList = type !== null && online ? ids.join(' ') : '';
  useEffect(() => {
    let over = false;
    const left = idList === '' ? [] : idList.split(' ');
    const read = async (id: string) => {
      const query = { ...productsOfQuery(type ?? 'seller', id), staleTime: 0, meta: { patient: true } };
      const { data, at, copy } = await queryClient.fetchQuery(query);
      const rows = data.products;
      const ids = Array.isArray(rows) ? rows.map((row) => row.product_id) : rows.ids;
      if (!over && !copy) setFound((before) => new Map(before).set(id, { ids, at }));
    };
    const work = async () => {
      for (let id = left.shift(); id !== undefined && !over; id = left.shift()) await read(id).catch(() => undefined);
    };
    for (let n = 0; n < AT_ONCE; n += 1) void work();
    return () => {
      over = true;
    };
  }, [type, idList]);
  return found;
}

export interface HeldBy {
  products: number;
  /** The time of the saved copy, epoch ms. Null: the server answered just now. */
  at: number | null;
}

/**
 * The number of products that each delivery associate among `ids` holds, as far as this tablet knows, including this tablet's later and waiting
 * transfers. An associate who holds nothing has nothing to bring back. Other kinds of parties are left out.
 */
export function useHeldBy(kind: KindFacts, ids: readonly string[]): ReadonlyMap<string, HeldBy> {
  const type = kind.source === 'sales_officer' ? 'sales_officer' : null;
  const stored = useOutlines(type, ids);
  const now = useServersOutlines(type, ids);
  const queue = useWaiting();
  return useMemo(
    () =>
      new Map(
        [...stored].flatMap(([id, copy]): [string, HeldBy][] => {
          const outline = now.get(id) ?? copy;
          const came = movedAndComing(foretold(queue, { party: id, since: outline?.at ?? 0 }));
          if (!outline && came.size === 0) return [];
          const products = heldAfter(outline?.ids ?? [], came);
          return [[id, { products, at: now.has(id) ? null : (outline?.at ?? null) }]];
        }),
      ),
    [stored, now, queue],
  );
}
