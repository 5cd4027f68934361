import { oneQuery, queryClient } from '#client/reads/queries.ts';
import { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import { usePathValues } from '#crud/address.ts';
import { useCan } from '#crud/query/useSession.ts';
import type { Preload } from '#crud/routes.ts';
import { kindOfRoute, type PartyType } from '#domain/transfer.ts';
import { isLocal } from '#offline/outbox/op.ts';
import { queueView } from '#offline/queue.ts';
import { EmptyState } from '#ui/feedback/States.tsx';
import { unauthorizedTexts } from '#ui/feedback/unauthorized.ts';
import { partiesQuery, pickablesQuery } from '../parts/parties.ts';
import { expectedQuery } from '../parts/ready/expectedList.ts';
import { Screen as Wizard } from './screen.tsx';
import { transferHere } from './useTransfer.ts';

/** Shows the wizard to people with the permission of the kind (TRF-11). */
export function Screen() {
  const { type = '', direction = '' } = usePathValues();
  const kind = kindOfRoute(type, direction);
  const allowed = useCan(...(kind ? [kind.permission] : []));
  if (allowed) return <Wizard />;
  return (
    <div className="py-16">
      <EmptyState scene="shut" title={unauthorizedTexts.title}>
        {unauthorizedTexts.why}
      </EmptyState>
    </div>
  );
}

/**
 * Reads what the screen shows first: the transfer of the address, this tablet's data about it, the queue, and the products that its source can give.
 * Without a transfer in the address, the data of the first screen of the kind.
 */
export const preload: Preload = async (search, me) => {
  const idOrRef = search.get('purchase_order_id');
  if (!idOrRef) return firstScreen();
  const here = Promise.all([transferHere(idOrRef, me).preload(), queueView.preload()]);
  // A transfer that began on this tablet is in the outbox, with its parties.
  if (!isLocal(idOrRef)) {
    const { data } = await queryClient.fetchQuery(oneQuery(purchaseOrder, idOrRef));
    await queryClient.prefetchQuery(pickablesQuery(data[0]));
  }
  await here;
};

function firstScreen(): Promise<unknown> {
  const [, , type = '', direction = ''] = location.pathname.split('/');
  const kind = kindOfRoute(type, direction);
  if (!kind) return Promise.resolve();
  const parties = (type: PartyType) =>
    queryClient.prefetchQuery(partiesQuery(type) as Parameters<typeof queryClient.prefetchQuery>[0]);
  return Promise.all([
    queueView.preload(),
    queryClient.prefetchQuery(expectedQuery(kind)),
    parties(kind.source),
    parties(kind.destination),
  ]);
}
