import type { PurchaseOrderItem } from '#contract/purchasing/purchasingCalls.ts';
import { showNaira } from '#domain/money.ts';
import { plural } from '#domain/plural.ts';
import { syncWords } from '#domain/syncWords.ts';
import { BottomBar } from '#ui/BottomBar.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { NO_PRODUCT_YET, whenReady } from '#ui/whenReady.ts';
import { MovingLots } from './OfficeLots.tsx';
import type { OrderHead } from './orderValues.ts';
import type { useExecute } from './useExecute.ts';

interface Props {
  order: OrderHead;
  items: readonly PurchaseOrderItem[];
  run: ReturnType<typeof useExecute>;
  asleep: boolean;
}

const products = (n: number) => plural(n, '# product', '# products');

/** "Complete Transfer", the next step of an order. The confirmation follows a dry run without errors. */
export function ExecuteStep({ order, items, run, asleep }: Props) {
  const { planned } = run;
  // A distributor's stock is not in our books, so its warnings are left out.
  const remarks = (planned?.warnings ?? []).filter((warning) => warning.code !== 'opening_booked');
  return (
    <>
      <ServerButton
        // If nothing can be completed yet, the filled button of the page is "Add Product".
        look={order.item_count === 0 ? 'plain' : 'primary'}
        icon="check"
        busy={run.busy && !planned}
        disabled={asleep}
        {...whenReady(order.item_count === 0 && NO_PRODUCT_YET, () => void run.check())}
      >
        Complete Transfer
      </ServerButton>
      <Dialog
        open={planned !== null}
        onClose={run.cancel}
        title="Complete Transfer"
        description={syncWords.confirmStock}
        actions={
          <>
            <Button onClick={run.cancel}>Cancel</Button>
            <ServerButton look="primary" busy={run.busy} onClick={() => void run.commit()}>
              Continue
            </ServerButton>
          </>
        }
      >
        {planned && (
          <>
            <p className="figures rounded-card bg-surface-sunken px-4 py-3 text-lg font-semibold">
              {products(planned.moved_lines)}, {showNaira(planned.amount_accepted)}
            </p>
            <p className="text-ink-soft">
              From {order.source_obj.name} to {order.destination_obj.name}.
            </p>
            <MovingLots items={items} leaves={order.source_type !== 'distributor'} />
            {remarks.length > 0 && (
              <Notice tone="wait" icon="alert">
                <ul>
                  {remarks.map((warning) => (
                    <li key={`${warning.code}${warning.item_id ?? ''}`}>{warning.message}</li>
                  ))}
                </ul>
              </Notice>
            )}
          </>
        )}
      </Dialog>
    </>
  );
}

/** The amount and the next step in a bar at the foot of a tablet or a phone. The bar stays visible while the page scrolls. */
export function ExecuteBar(props: Props) {
  const { order } = props;
  return (
    <BottomBar>
      <p className="figures text-[0.9375rem]">
        <strong className="text-lg">{showNaira(order.amount)}</strong>
        <span className="ml-2 text-ink-faint max-sm:ml-0 max-sm:block max-sm:text-sm">
          {products(order.item_count)}
        </span>
      </p>
      <ExecuteStep {...props} />
    </BottomBar>
  );
}

/** All errors that stopped the transfer, of every line and not only the first (B3.14). */
export function ExecuteErrors({ failed }: { failed: NonNullable<ReturnType<typeof useExecute>['failed']> }) {
  return (
    <Notice tone="bad" icon="alert" role="alert">
      <p className="font-semibold">{failed.message} Nothing moved.</p>
      <ul className="mt-1 list-disc pl-5">
        {failed.errors.map((error) => (
          <li key={`${error.code}${error.item_id ?? ''}`}>{error.message}</li>
        ))}
      </ul>
    </Notice>
  );
}
