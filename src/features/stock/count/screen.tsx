import { useEffect } from 'react';
import { useGo, useId } from '#crud/address.ts';
import { isLocal } from '#offline/outbox/op.ts';
import { useRootMark } from '#ui/hooks/useRootMark.ts';
import { Page } from '#ui/Page.tsx';
import { NotOpened } from '../parts/NotOpened.tsx';
import { CountDesk } from './CountDesk.tsx';
import { useCountSession } from './useCountSession.ts';

/** From the server's id to the local id of a stocktake that this page began, so that typed values survive the change of the address. */
const sameStocktake = new Map<string, string>();

/** The counting screen of a stocktake (STK-30). Every save goes through the queue, with or without a connection. */
export function Screen() {
  const idOrLocal = useId();
  useRootMark('finger');
  return <Counting key={sameStocktake.get(idOrLocal) ?? idOrLocal} idOrLocal={idOrLocal} />;
}

function Counting({ idOrLocal }: { idOrLocal: string }) {
  const { session, lane, isSettled, read, openings, missing, query, at } = useCountSession(idOrLocal);
  const go = useGo();
  // The server's id replaces the local one in the address. Both addresses keep working.
  const id = session?.id ?? idOrLocal;
  useEffect(() => {
    if (!isLocal(idOrLocal) || isLocal(id)) return;
    sameStocktake.set(id, idOrLocal);
    void go(`/inventory/count/${id}`, { replace: true });
  }, [idOrLocal, id, go]);
  if (session) return <CountDesk {...{ session, lane, isSettled, read, openings, at }} />;
  return (
    <Page title="Stocktake" width="wizard">
      <NotOpened title="Stocktake not found" {...{ missing, query }} />
    </Page>
  );
}
