import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { oneQuery } from '#client/reads/queries.ts';
import type { OrderGroupRow } from '#contract/orders/orderRows.ts';
import { buyer } from '#contract/people/buyer.ts';
import { useMayAsk, useSession } from '#crud/query/useSession.ts';
import { useRequestedDialog } from '#crud/useRequested.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { useMedia } from '#ui/hooks/useMedia.ts';
import { usePrinting } from '#ui/hooks/usePrinting.ts';
import { usePaperKey } from '#ui/hooks/usePrintKey.ts';
import { useHubAddresses } from '../../stock/parts/paper/PrintButton.tsx';
import { PrintQuestion, sheetOf, usePaperSize } from '../../stock/parts/paper/PrintQuestion.tsx';
import { itemsOf } from '../parts/OrderBody.tsx';
import { OrderSheet } from './OrderPaper.tsx';

/** Prints the sheet of an order and no other part of the screen. The browser's own print command does the same. */
export function PrintOrder({ group }: { group: OrderGroupRow }) {
  const lines = itemsOf(group).length;
  const by = useSession().profile?.name;
  // The command bar opens the question through the address.
  const [asking, setAsking] = useRequestedDialog('print', lines > 0);
  const [isNear, setNear] = useState(false);
  const [size, setSize] = usePaperSize();
  const printed = usePrinting();
  const isNarrow = useMedia('(width < 30rem)');
  const wanted = asking || isNear || printed !== null;
  const hubs = useHubAddresses(wanted && group.seller_id !== null);
  const retailer = useQuery({
    ...oneQuery(buyer, group.buyer_id),
    enabled: useMayAsk({ allow: buyer.reads }) && wanted,
  });
  const isReading = retailer.isLoading || hubs.isReading;
  usePaperKey(isReading, () => setNear(true));
  const button = { icon: 'print', disabled: lines === 0, onClick: () => setAsking(true) } as const;
  return (
    <>
      {isNarrow ? <IconButton {...button} look="plain" label="Print" /> : <Button {...button}>Print</Button>}
      <PrintQuestion open={asking} onClose={() => setAsking(false)} onSize={setSize} {...{ size, isReading }} />
      {printed !== null &&
        lines > 0 &&
        createPortal(
          <div data-sheet={sheetOf(size, lines)}>
            <OrderSheet
              {...{ group, size, printed, by }}
              addresses={{ hub: hubs.addressOf(group.seller_id), retailer: retailer.data?.data[0].address ?? '' }}
            />
          </div>,
          document.body,
        )}
    </>
  );
}
