import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { afterPaint } from '#client/afterPaint.ts';
import { oneQuery, queryFor } from '#client/reads/queries.ts';
import type { RowOf } from '#contract/model.ts';
import { createGroup } from '#contract/orders/orderCalls.ts';
import { orderGroup } from '#contract/orders/orderGroup.ts';
import { groupsByBuyerTag } from '#contract/orders/orderReadCalls.ts';
import { buyerGlance } from '#contract/people/buyerCalls.ts';
import { useGo, useSearchValues, useSetSearch } from '#crud/address.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { choiceState } from '#crud/query/choiceState.tsx';
import { QueryCard } from '#crud/query/QueryBoundary.tsx';
import { useSession } from '#crud/query/useSession.ts';
import { daysAgo } from '#domain/longTime.ts';
import { showNaira } from '#domain/money.ts';
import { TAKING, tagsFrom } from '#domain/order.ts';
import { plural } from '#domain/plural.ts';
import { containsWords } from '#domain/text.ts';
import { startOfDay } from '#domain/time.ts';
import { BottomBar } from '#ui/BottomBar.tsx';
import { Card } from '#ui/Card.tsx';
import { EmptyState, Notice } from '#ui/feedback/States.tsx';
import { hasMouse } from '#ui/fields/focus.ts';
import { Picker } from '#ui/fields/Picker.tsx';
import { RowMenu } from '#ui/list/RowMenu.tsx';
import { ServerButton, ServerItem } from '#ui/ServerButton.tsx';
import { momentText } from '#ui/when.ts';
import { NO_PRODUCT_YET, whenReady } from '#ui/whenReady.ts';
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

/** The hub that serves the retailer's location; null: none, undefined: not known yet. */
const useServing = (buyerId: string) => useQuery(queryFor(buyerGlance, { buyer_id: buyerId })).data?.data.hub;

function NewCart({ buyerId }: { buyerId: string }) {
  const [chosen, setSeller] = useState<string | null>(null);
  const { act } = useSearchValues();
  const setSearch = useSetSearch();
  const hubs = useHubs({ open: true });
  const hub = useServing(buyerId);
  // The hub that serves the location is chosen from the start, if it accepts orders.
  const sellerId = chosen ?? hubs.options.find(({ value }) => value === hub?._id)?.value ?? '';
  const { busy, send: write } = useCommand();
  const start = useRef<HTMLDivElement>(null);
  // Who came to take an order presses Enter, and the next step is the search of products.
  useEffect(() => {
    if (act === TAKING.act && hasMouse()) start.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [act]);
  return (
    <Card label="Cart">
      <EmptyState title={orderTexts.noItems}>
        <p>Start the cart, then add its products.</p>
        <div className="w-72 text-left">
          <Picker
            label="Hub"
            hint={hubHint(hub, sellerId)}
            options={hubs.options}
            value={sellerId}
            onChange={setSeller}
            matches={(option, words) => containsWords(option.label, words)}
            {...choiceState(hubs.query)}
          />
        </div>
        <div ref={start}>
          <ServerButton
            look="primary"
            icon="plus"
            busy={busy}
            onClick={() => {
              // The cart takes the place of this form, and reads the address.
              void setSearch((before) => ({ ...before, ...TAKING }), { replace: true });
              void write(createGroup, { buyer_id: buyerId, ...(sellerId ? { seller_id: sellerId } : {}) });
            }}
          >
            Start cart
          </ServerButton>
        </div>
      </EmptyState>
    </Card>
  );
}

/** Who serves the retailer's location, and what happens without a chosen hub. `hub` undefined: not known yet. */
const hubHint = (hub: { _id: string; name: string } | null | undefined, chosen: string): string =>
  hub && chosen !== ''
    ? `${hub.name} serves this location.`
    : hub === undefined
      ? "If you choose none: the hub that serves the retailer's location."
      : hub === null
        ? 'No hub serves this location. Choose the hub that delivers.'
        : `If you choose none: ${hub.name}, which serves this location.`;

function Cart({ id, many }: { id: string; many: boolean }) {
  const query = useQuery(oneQuery(orderGroup, id));
  return (
    <QueryCard query={query} rows={3}>
      {([group]) => <Draft group={group} many={many} />}
    </QueryCard>
  );
}

/** A button that can act now. One that waits answers a press, but is no next step. */
const ACTS = 'button:enabled:not([aria-disabled="true"])';

type OpenQuestion = 'pending' | 'deleted';

function Draft({ group, many }: { group: RowOf<typeof orderGroup>; many: boolean }) {
  const go = useGo();
  const search = useSearchValues();
  const setSearch = useSetSearch();
  const [asking, setAsking] = useState<OpenQuestion | null>(null);
  const place = useRef<HTMLParagraphElement>(null);
  const isEmpty = itemsOf(group).length === 0;
  // A cart with products is shown first, because they may be another call's. Of several carts the person chooses one.
  const [begins] = useState(() =>
    search.act === TAKING.act && !many ? (isEmpty ? ('search' as const) : ('button' as const)) : undefined,
  );
  const cart = useRef<HTMLElement>(null);
  /** A figure that was refused in its row, or typed while the server was away, is mended before the order is placed. */
  const placeOrder = () => {
    const wrong = cart.current?.querySelector<HTMLElement>('[data-figure]:is([aria-invalid="true"], [data-typed])');
    if (wrong) wrong.focus();
    else setAsking('pending');
  };
  const onClosed = () => {
    if (search.act) void setSearch((before) => ({ ...before, act: undefined }), { replace: true });
    // What was added is ordered next. The dialog has given the focus back by then.
    if (hasMouse()) afterPaint(() => place.current?.parentElement?.querySelector<HTMLElement>(ACTS)?.focus());
  };
  return (
    <section ref={cart} aria-label={`Cart ${group.ref}`} className="flex flex-col gap-5">
      <CartHead group={group} many={many} onDelete={() => setAsking('deleted')} />
      <OrderBody group={group} cart adding={{ begins, onClosed }} />
      {/* The totals are narrow, so that each name stands close to its figure. */}
      <div className="ml-auto w-full sm:max-w-md">
        <Totals group={group} />
      </div>
      <BottomBar>
        <p ref={place} className="figures">
          <span className="mr-2 text-sm text-ink-faint">Total</span>
          <strong className="text-lg">{showNaira(group.total)}</strong>
        </p>
        {/* The filled button is the next step, and an empty cart gets products first. */}
        <ServerButton
          look={isEmpty ? 'plain' : 'primary'}
          icon="check"
          {...whenReady(isEmpty && NO_PRODUCT_YET, placeOrder)}
        >
          Complete Order
        </ServerButton>
      </BottomBar>
      {asking && (
        <TagDialog
          group={group}
          to={asking}
          onClose={() => setAsking(null)}
          onDone={() => asking === 'pending' && void go(`/buyers/${group.buyer_id}/orders`)}
        />
      )}
    </section>
  );
}

/**
 * Whose hub delivers, and when the cart was begun. A cart of an earlier day or of a colleague says so, with its hub if another one serves the location and the way to begin anew, because its
 * products may be forgotten ones or another call's (decision 1562).
 */
function CartHead({ group, many, onDelete }: { group: RowOf<typeof orderGroup>; many: boolean; onDelete: () => void }) {
  const { seller, created, created_by: by, ref } = group;
  const { profile } = useSession();
  const hub = useServing(group.buyer_id);
  const now = Math.floor(Date.now() / 1_000);
  const count = itemsOf(group).length;
  const mayDelete = tagsFrom('draft', profile).includes('deleted');
  const isOthers = by !== null && by._id !== profile?.user_id;
  const isElsewhere = hub != null && seller !== null && hub._id !== seller._id;
  const isStrange = count > 0 && (startOfDay(created) < startOfDay(now) || isOthers);
  const Name = many ? 'h2' : 'p';
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <Name className="text-base font-semibold">{seller ? `From ${seller.name}` : 'No hub yet'}</Name>
          {hub && seller && hub._id !== seller._id && (
            <span className="text-sm text-wait">{`${hub.name} serves this location`}</span>
          )}
          <span className="text-sm text-ink-faint">
            {by ? `Cart started ${momentText(created)} by ${by.name}` : `Cart started ${momentText(created)}`}
          </span>
        </div>
        {mayDelete && (
          <RowMenu of={`cart ${ref}`} head>
            <ServerItem className="text-bad" onClick={onDelete}>
              {orderTexts.deleteCart}
            </ServerItem>
          </RowMenu>
        )}
      </div>
      {isStrange && (
        <Notice
          tone="wait"
          icon="clock"
          action={mayDelete && <ServerButton onClick={onDelete}>{orderTexts.deleteCart}</ServerButton>}
        >
          {strangeText(
            [isOthers && `by ${by.name}`, daysAgo(created, now), isElsewhere && `for ${seller.name}`]
              .filter(Boolean)
              .join(', '),
            count,
            mayDelete,
          )}
        </Notice>
      )}
    </div>
  );
}

/** `how`: "by Ada, 3 days ago, for Wuse Hub". */
const strangeText = (how: string, count: number, mayDelete: boolean): string =>
  [
    plural(
      count,
      `Started ${how}, with # product. Check it with the retailer.`,
      `Started ${how}, with # products. Check them with the retailer.`,
    ),
    mayDelete && 'To begin anew, delete the cart.',
  ]
    .filter(Boolean)
    .join(' ');
