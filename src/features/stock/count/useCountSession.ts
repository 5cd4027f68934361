/** One stocktake as this tablet sees it: the server's copy, what it answered since, and the counts that wait (countOverlay.ts). */
import { replaceEqualDeep, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { stocktakeOne } from '#contract/stock/stocktakeCalls.ts';
import { useSession } from '#crud/query/useSession.ts';
import { type CountSession, countView } from '#offline/outbox/countOverlay.ts';
import { stocktakeHere } from '#offline/outbox/lanes.ts';
import { type FinishedOp, isKnown, isLocal, type Op, type OpenPayload } from '#offline/outbox/op.ts';
import { theQueue } from '#offline/queue.ts';
import { type SharedObserver, sharedObserver } from '#offline/sharedObserver.ts';
import type { OutboxDb } from '#offline/store/dexieStore.ts';
import { watchStore } from '#offline/store/watchStore.ts';

interface CountsHere {
  /** The name that the stocktake keeps on this tablet, whatever id the server gives it. */
  lane: string;
  /** The server's id; null while this tablet does not know it. */
  id: string | null;
  ops: Op[];
  past: FinishedOp[];
  /** true: the store could be read. */
  sure: boolean;
}

const idOf = (idOrLocal: string) => (isLocal(idOrLocal) ? null : idOrLocal);

/** This tablet's data of a stocktake, for one person. Only the last requested one is kept, which is the one on the screen. */
let here: { name: string; look: SharedObserver<CountsHere> } | null = null;

function countsHere(idOrLocal: string, me: string): SharedObserver<CountsHere> {
  const name = `${me} ${idOrLocal}`;
  if (here?.name !== name)
    here = {
      name,
      look: sharedObserver((tell, failed) =>
        watchStore(
          theQueue().store,
          (db) => lookAt(db, idOrLocal, me),
          tell,
          () => failed({ lane: idOrLocal, id: idOf(idOrLocal), ops: [], past: [], sure: false }),
        ),
      ),
    };
  return here.look;
}

// Asked of the tables themselves: a live query sees no change of what the store's own transactions read.
const lookAt = (db: OutboxDb, idOrLocal: string, me: string): Promise<CountsHere> =>
  db.transaction('r', [db.known, db.ops, db.past], async () => {
    const { lane, id, names } = await stocktakeHere({ known: (ref) => db.known.get(ref) }, idOrLocal, me);
    const [ops, past] = await Promise.all([
      db.ops.where('transfer').equals(lane).sortBy('seq'),
      db.past.where('op.transfer').anyOf(names).toArray(),
    ]);
    return { lane, id, ops, past, sure: true };
  });

const NO_OPENINGS: readonly OpenPayload[] = [];

function openingsIn(local: CountsHere | null): readonly OpenPayload[] {
  if (!local) return NO_OPENINGS;
  return [...local.past.map(({ op }) => op), ...local.ops].flatMap((op) =>
    op.type === 'open' && isKnown(op) ? [(op as Op<'open'>).payload] : [],
  );
}

/** `idOrLocal`: the id of the address, a local one or the server's. Both lead to the same stocktake (SYNC rule 52). */
export function useCountSession(idOrLocal: string) {
  const { profile } = useSession();
  const me = profile?.user_id ?? '';
  const name = profile?.name ?? '';
  const look = countsHere(idOrLocal, me);
  const found = useSyncExternalStore(look.subscribe, look.read);
  // The stocktake is the same one under its other id, so what is known stays until the new id was looked up.
  const [local, setLocal] = useState(found);
  if (found !== null && found !== local) setLocal(found);
  const query = useQuery({ ...queryFor(stocktakeOne, { _id: local?.id ?? '' }), enabled: Boolean(local?.id) });
  const read = query.data?.data ?? null;
  const before = useRef<CountSession | null>(null);
  const session = useMemo(
    () =>
      local ? replaceEqualDeep(before.current, countView(read, local.ops, local.past, { user_id: me, name })) : null,
    [local, read, me, name],
  );
  useEffect(() => {
    before.current = session;
  }, [session]);
  const openings = useMemo(() => openingsIn(local), [local]);
  const isHere = read !== null || (local?.ops.length ?? 0) > 0 || (local?.past.length ?? 0) > 0;
  return {
    /** null: not known yet, or not there. */
    session: isHere ? session : null,
    /** The name that it keeps on this tablet, whatever id the server gives it. */
    lane: local?.lane ?? idOrLocal,
    /** Its lines are the server's, or no answer comes. */
    isSettled: !query.isLoading,
    /** The server's own words about it; null: no answer was stored here. */
    read,
    /** What opened it on this tablet. */
    openings,
    /** It was opened on another tablet or discarded, and no server answers. */
    missing: local?.sure === true && !local.id && !isHere,
    query,
    /** The age of the stored copy in epoch ms; null: the server's answer is shown, or none. */
    at: query.data?.copy ? query.data.at : null,
  };
}
