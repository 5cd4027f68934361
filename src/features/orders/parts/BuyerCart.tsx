import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { oneQuery, queryFor } from '#client/reads/queries.ts';
import type { RowOf } from '#contract/model.ts';
import { createGroup } from '#contract/orders/orderCalls.ts';
import { orderGroup } from '#contract/orders/orderGroup.ts';
import { groupsByBuyerTag } from '#contract/orders/orderReadCalls.ts';
import { useGo } from '#crud/address.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { choiceState } from '#crud/query/choiceState.tsx';
import { QueryCard } from '#crud/query/QueryBoundary.tsx';
import { showNaira } from '#domain/money.ts';
import { containsWords } from '#domain/text.ts';
import { BottomBar } from '#ui/BottomBar.tsx';
import { Card } from '#ui/Card.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { Picker } from '#ui/fields/Picker.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { itemsOf, OrderBody } from './OrderBody.tsx';
import { TagDialog } from './payment/TagDialog.tsx';
import { Totals } from './payment/Totals.tsx';
import { orderTexts } from './texts.ts';
import { useHubs } from './useHubs.ts';

/** The retailer's cart, which is a draft order, or the form that opens one (B5.0, B7.4, A13). */
export function BuyerCart({ buyerId }: { buyerId: string }) {
  const drafts = useQuery(queryFor(groupsByBuyerTag, { buyer_id: buyerId, tag: 'draft' }));
  return (
    <QueryCard query={drafts} rows={3}>
      {(answer) => {
        const carts = Array.isArray(answer) ? answer : answer.rows;
        if (carts.length === 0) return <NewCart buyerId={buyerId} />;
        return carts.map((cart) => <Cart key={cart._id} id={cart._id} many={carts.length > 1} />);
      }}
    </QueryCard>
  );
}

/**
 * The id of the retailer whose cart a press here opened. The pressed button is gone, so the focus goes to the first button of the cart. '' for none.
 */
let begunFor = '';

function NewCart({ buyerId }: { buyerId: string }) {
  const [sellerId, setSeller] = useState('');
  const hubs = useHubs({ open: true });
  const { busy, send: write } = useCommand();
  return (
    <Card label="Cart">
      <EmptyState title={orderTexts.noItems}>
        <div className="w-72 text-left">
          <Picker
            label="Hub"
            hint="If you choose none: the hub that serves the retailer's location."
            options={hubs.options}
            value={sellerId}
            onChange={setSeller}
            matches={(option, words) => containsWords(option.label, words)}
            {...choiceState(hubs.query)}
          />
        </div>
        <ServerButton
          look="primary"
          icon="plus"
          busy={busy}
          onClick={() => {
            begunFor = buyerId;
            void write(createGroup, { buyer_id: buyerId, ...(sellerId ? { seller_id: sellerId } : {}) });
          }}
        >
          Start a cart
        </ServerButton>
      </EmptyState>
    </Card>
  );
}

function Cart({ id, many }: { id: string; many: boolean }) {
  const query = useQuery(oneQuery(orderGroup, id));
  return (
    <QueryCard query={query} rows={3}>
      {([group]) => <Draft group={group} many={many} />}
    </QueryCard>
  );
}

function Draft({ group, many }: { group: RowOf<typeof orderGroup>; many: boolean }) {
  const go = useGo();
  const [placing, setPlacing] = useState(false);
  const cart = useRef<HTMLElement>(null);
  useEffect(() => {
    if (begunFor === group.buyer_id) cart.current?.querySelector('button')?.focus();
    begunFor = '';
  }, [group.buyer_id]);
  return (
    <section ref={cart} aria-label={`Cart ${group.ref}`} className="flex flex-col gap-5">
      {many && <h2 className="text-base font-semibold">{group.seller?.name ?? 'No hub yet'}</h2>}
      <OrderBody group={group} cart />
      {/* The totals are narrow, so that each name stands close to its figure. */}
      <div className="ml-auto w-full sm:max-w-md">
        <Totals group={group} />
      </div>
      <BottomBar>
        <p className="figures">
          <span className="mr-2 text-sm text-ink-faint">Total</span>
          <strong className="text-lg">{showNaira(group.total)}</strong>
        </p>
        <ServerButton
          look="primary"
          icon="check"
          disabled={itemsOf(group).length === 0}
          onClick={() => setPlacing(true)}
        >
          Complete Order
        </ServerButton>
      </BottomBar>
      {placing && (
        <TagDialog
          group={group}
          to="pending"
          onClose={() => setPlacing(false)}
          onDone={() => void go(`/buyers/${group.buyer_id}/orders`)}
        />
      )}
    </section>
  );
}
