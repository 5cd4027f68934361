import { useEffect } from 'react';
import { upsertGroupMeta } from '#contract/orders/orderCalls.ts';
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { useSearchValues, useSetSearch } from '#crud/address.ts';
import { useMayAsk } from '#crud/query/useSession.ts';
import { PaymentDialog } from './payment/PaymentDialog.tsx';
import { owes } from './payment/paymentValues.ts';

interface Props {
  of: { rows: readonly OrderGroupRow[]; total: number };
  /** The rows are those of the address, and no older copy. */
  isAnswered: boolean;
}

/**
 * The command bar led here for a payment (`act`) of a retailer (`buyer`): "pay 20000 hauwa". If one order is owed for, its form opens at once. Otherwise the person chooses in the
 * list, and the address forgets the wish.
 */
export function PayOnly({ of: { rows, total }, isAnswered }: Props) {
  const { act, sum, buyer } = useSearchValues();
  const setSearch = useSetSearch();
  const may = useMayAsk(upsertGroupMeta);
  const [only] = rows;
  const wants = act === 'payment' && isAnswered;
  // The list is searched by a name, which several retailers may have.
  const opens = wants && may && total === 1 && only !== undefined && owes(only) && only.buyer_id === buyer;
  const isForgotten = wants && !opens;
  useEffect(() => {
    if (isForgotten) void setSearch((before) => ({ ...before, act: undefined, buyer: undefined }), { replace: true });
  }, [isForgotten, setSearch]);
  if (!opens) return null;
  return (
    <PaymentDialog
      group={only}
      records
      sum={sum}
      onClose={() =>
        void setSearch((before) => ({ ...before, act: undefined, sum: undefined, buyer: undefined }), { replace: true })
      }
    />
  );
}
