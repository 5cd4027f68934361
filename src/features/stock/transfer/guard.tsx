import { oneQuery, queryClient } from '#client/reads/queries.ts';
import { purchaseOrder } from '#contract/purchasing/purchaseOrder.ts';
import { usePathValues } from '#crud/address.ts';
import { useCan } from '#crud/query/useSession.ts';
import type { Preload } from '#crud/routes.ts';
import { kindOfRoute } from '#domain/transfer.ts';
import { isLocal } from '#offline/outbox/op.ts';
import { queueView } from '#offline/queue.ts';
import { EmptyState } from '#ui/feedback/States.tsx';
import { kitTexts } from '#ui/texts.ts';
import { pickablesQuery } from '../parts/parties.ts';
import { Screen as Wizard } from './screen.tsx';
import { transferHere } from './useTransfer.ts';

/** Each of the four kinds needs its own permission (TRF-11). */
export function Screen() {
  const { type = '', direction = '' } = usePathValues();
  const kind = kindOfRoute(type, direction);
  const allowed = useCan(...(kind ? [kind.permission] : []));
  if (allowed) return <Wizard />;
  return (
    <div className="py-16">
      <EmptyState icon="lock" title={kitTexts.unauthorized}>
        {kitTexts.unauthorizedWhy}
      </EmptyState>
    </div>
  );
}

/** Preloads the transfer of the address, the ops and the queue of this tablet, and the products that its source can give. */
export const preload: Preload = async (search, me) => {
  const asked = search.get('purchase_order_id');
  if (!asked) return;
  const here = Promise.all([transferHere(asked, me).preload(), queueView.preload()]);
  // A transfer that this tablet began is in the outbox, with its parties.
  if (!isLocal(asked)) {
    const { data } = await queryClient.fetchQuery(oneQuery(purchaseOrder, asked));
    await queryClient.prefetchQuery(pickablesQuery(data[0]));
  }
  await here;
};
