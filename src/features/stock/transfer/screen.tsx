import { Navigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import type { PurchaseOrderItem } from '#contract/purchasing/purchasingCalls.ts';
import { usePathValues, useSearchValues, useSetSearch } from '#crud/address.ts';
import { useSession } from '#crud/query/useSession.ts';
import { KINDS, type KindFacts, kindOf, kindOfRoute, STEPS, type TransferKind } from '#domain/transfer.ts';
import { isLocal } from '#offline/outbox/op.ts';
import { EmptyState } from '#ui/feedback/States.tsx';
import { useRootMark } from '#ui/hooks/useRootMark.ts';
import { Page } from '#ui/Page.tsx';
import { Steps } from '#ui/Steps.tsx';
import { kitTexts } from '#ui/texts.ts';
import { type Counters, countersOf } from '../parts/lines/counters.ts';
import { NotOpened } from '../parts/NotOpened.tsx';
import { keeping } from '../parts/queue/useQueue.ts';
import { Away } from './begin/Away.tsx';
import { Begin } from './begin/Begin.tsx';
import { isLastStep, OpenTransfer } from './openTransfer.tsx';
import { useTransfer } from './useTransfer.ts';

/**
 * From the server's id to the local id of a transfer that this page began. The screen keeps the local id as its key, so that typed values survive the
 * change of the address.
 */
const sameTransfer = new Map<string, string>();

/** The wizard (TRF-01 to TRF-15), one screen for the four kinds. Every save goes through the queue, with or without a connection. */
export function Screen() {
  const { type = '', direction = '' } = usePathValues();
  const { purchase_order_id: idOrRef } = useSearchValues();
  useRootMark('finger');
  const kind = kindOfRoute(type, direction);
  if (!kind) {
    return (
      <Page title={kitTexts.pageNotFound}>
        <EmptyState scene="find" title={kitTexts.checkUrl} />
      </Page>
    );
  }
  return idOrRef ? (
    <Running key={sameTransfer.get(idOrRef) ?? idOrRef} kind={kind} idOrRef={idOrRef} />
  ) : (
    <Begin key={kind.kind} kind={kind} />
  );
}

function Running({ kind, idOrRef }: { kind: KindFacts; idOrRef: string }) {
  const { view, missing, query, at, device } = useTransfer(idOrRef);
  const row = query.data?.data[0];
  const counters = useCounters((row?.items as PurchaseOrderItem[] | undefined) ?? NO_ITEMS);
  const setSearch = useSetSearch();

  // The server's id replaces the local one in the address. Both addresses keep working.
  useEffect(() => {
    const id = view?.order_id;
    if (isLocal(idOrRef) && id && view.waiting === 0) {
      sameTransfer.set(id, idOrRef);
      void setSearch((before) => ({ ...before, purchase_order_id: id }), { replace: true });
    }
  }, [idOrRef, view?.order_id, view?.waiting, setSearch]);

  if (!view?.header) {
    return (
      <Page title={kind.title} width="wizard">
        <Steps steps={STEPS} current={1} />
        <NotOpened
          title="Transfer not found"
          {...{ missing, query }}
          away={<Away kind={kind} id={idOrRef} onRetry={() => void query.refetch()} />}
        />
      </Page>
    );
  }
  // The kind follows from the parties, not from the address.
  const { source_type, destination_type } = view.header;
  const is = kindOf(source_type, destination_type);
  if (is !== kind.kind) return <Elsewhere is={is} idOrRef={idOrRef} />;
  return (
    <OpenTransfer
      {...{ kind, view, at, device }}
      header={view.header}
      counters={counters}
      // A tablet began the transfer, so nothing was expected.
      isBegun={isLocal(view.transfer) || (row?.client_id ?? null) !== null}
      // Before the last step its own changes draw nothing.
      record={isLastStep(view) ? row : undefined}
      again={query.refetch}
    />
  );
}

/** Who else counts the transfer: the same value until that changes. */
function useCounters(items: readonly PurchaseOrderItem[]): Record<'count' | 'list', Counters> {
  const me = useSession().profile?.user_id;
  const [find] = useState(() => keeping<readonly PurchaseOrderItem[], Record<'count' | 'list', Counters>>());
  const read = useCallback(
    (of: readonly PurchaseOrderItem[]) => ({ count: countersOf(of, me, true), list: countersOf(of, me, false) }),
    [me],
  );
  return find(items, read);
}

const NO_ITEMS: readonly PurchaseOrderItem[] = [];

/** Redirects to the wizard of the transfer's kind, or to the purchase order's screen for a kind without a wizard. */
function Elsewhere({ is, idOrRef }: { is: TransferKind; idOrRef: string }) {
  if (is === 'transfer') return <Navigate to="/purchase-orders/$id" params={{ id: idOrRef }} replace />;
  const { type, direction } = KINDS[is];
  return (
    <Navigate
      to="/inventory/$type/$direction"
      params={{ type, direction }}
      search={{ purchase_order_id: idOrRef }}
      replace
    />
  );
}
