import type { ReactNode } from 'react';
import type { ExecuteError } from '#contract/purchasing/purchasingCalls.ts';
import { Link } from '#crud/Link.tsx';
import { syncWords } from '#domain/syncWords.ts';
import type { KindFacts } from '#domain/transfer.ts';
import type { TransferView } from '#offline/outbox/overlay.ts';
import { Button, buttonClasses } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { Icon } from '#ui/Icon.tsx';
import { lineTexts } from '../parts/lines/texts.ts';
import { Differences } from '../parts/queue/Differences.tsx';

/** Step 3: waiting, refused, completed elsewhere, or completed. Success is shown only after the server's response (P4). */
export function Outcome({
  view,
  kind,
  onReview,
  onSyncNow,
  children,
}: {
  view: TransferView;
  kind: KindFacts;
  onReview: () => void;
  onSyncNow: () => void;
  /** Work that is left beside the result: unknown barcodes. */
  children?: ReactNode;
}) {
  if (view.state === 'receipt' || view.state === 'elsewhere') {
    return (
      <Card label="Complete Transfer">
        <div className="flex flex-col items-center gap-4 py-8 text-center">
          <span className="grid size-20 place-items-center rounded-full bg-good-soft text-good">
            <Icon name="check" size={40} />
          </span>
          <h2 className="text-2xl font-bold">
            {view.state === 'receipt' ? lineTexts.transferred : 'Completed elsewhere'}
          </h2>
          <p className="max-w-md text-ink-soft">
            The transfer has been completed{view.ref ? ` as ${view.ref}` : ''}.
            {view.state === 'elsewhere' && view.waiting > 0
              ? ' Changes of this tablet are listed under Needs attention; none was dropped.'
              : ''}
          </p>
          <div className="flex flex-wrap justify-center gap-2">
            {view.order_id && (
              <Link to={`/purchase-orders/${view.order_id}`} className={buttonClasses('primary')}>
                View receipt
              </Link>
            )}
            <Link to={`/inventory/${kind.type}/${kind.direction}`} className={buttonClasses('plain')}>
              New transfer
            </Link>
          </div>
        </div>
        {children}
      </Card>
    );
  }
  if (view.state === 'attention' && view.completing) {
    const failure = view.completing.last_error;
    const errors = ((failure?.data as { errors?: ExecuteError[] } | null)?.errors ?? []) as ExecuteError[];
    return (
      <Card label="Complete Transfer">
        <Notice tone="bad" icon="alert" role="alert">
          {failure?.code === 200 ? 'Transfer failed.' : (failure?.message ?? 'Transfer failed.')}
        </Notice>
        {errors.length > 0 && (
          <ul className="mt-4 flex flex-col gap-2">
            {errors.map((error) => (
              <li key={`${error.code}${error.item_id ?? ''}`} className="rounded-field bg-surface-sunken px-4 py-3">
                {error.message}
              </li>
            ))}
          </ul>
        )}
        <Differences op={view.completing} />
        <p className="mt-4 text-ink-soft">Nothing moved. Look at the transfer as it is now, and confirm again.</p>
        <div className="mt-4 flex justify-end">
          <Button look="primary" onClick={onReview}>
            Back to products
          </Button>
        </div>
      </Card>
    );
  }
  return (
    <Card label="Complete Transfer">
      <div className="flex flex-col items-center gap-4 py-8 text-center">
        <span className="grid size-20 place-items-center rounded-full bg-wait-soft text-wait">
          <Icon name="clock" size={40} />
        </span>
        <h2 className="text-2xl font-bold">{syncWords.completing}</h2>
        <p className="max-w-md text-ink-soft">
          Saved on this tablet with {view.lines.length} {view.lines.length === 1 ? 'product' : 'products'}. It completes
          by itself when the server can be reached; you can close the app.
        </p>
        <Button icon="sync" onClick={onSyncNow}>
          Try now
        </Button>
      </div>
      {children}
    </Card>
  );
}
