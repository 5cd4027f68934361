/** One stocktake as this tablet knows it: the server's copy, the later answers of the server, and the waiting counts (countOverlay.ts). */
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
  /** The name of the stocktake on this tablet. It stays when the server gives the stocktake an id. */
  lane: string;
  /** The server's id. Null: this tablet does not know it. */
  id: string | null;
  ops: Op[];
  past: FinishedOp[];
  /** True if the store could be read. */
  sure: boolean;
}

const idOf = (idOrLocal: string) => (isLocal(idOrLocal) ? null : idOrLocal);

/** The stored data of one stocktake for one person, as an observer. Only the last requested observer is kept, which is the one on the screen. */
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

// A transaction reads the tables directly, because a live query does not notice what the transactions of the store read.
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

/** `idOrLocal`: the id in the address, the tablet's own or the server's. Both lead to the same stocktake (SYNC rule 52). */
export function useCountSession(idOrLocal: string) {
  const { profile } = useSession();
  const me = profile?.user_id ?? '';
  const name = profile?.name ?? '';
  const look = countsHere(idOrLocal, me);
  const found = useSyncExternalStore(look.subscribe, look.read);
  // When the address changes to the other id of the same stocktake, the known data stays until the new id is looked up.
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
    /** Null: not loaded yet, or missing. */
    session: isHere ? session : null,
    /** The name of the stocktake on this tablet. It stays when the server gives the stocktake an id. */
    lane: local?.lane ?? idOrLocal,
    /** The lines are those of the server, or the server does not answer. */
    isSettled: !query.isLoading,
    /** The stocktake in the server's last answer. Null: this tablet has no answer. */
    read,
    /** The changes of this tablet that began or joined the stocktake. */
    openings,
    /** The stocktake was begun on another tablet or discarded, and the server does not answer. */
    missing: local?.sure === true && !local.id && !isHere,
    query,
    /** The time of the stored copy in epoch ms. Null: the server's answer is shown, or there is none. */
    at: query.data?.copy ? query.data.at : null,
  };
}
