import { type ReactNode, useMemo, useState } from 'react';
import type { ExecuteError } from '#contract/purchasing/purchasingCalls.ts';
import { Link } from '#crud/Link.tsx';
import { showNaira } from '#domain/money.ts';
import { discrepancies, type PriceOf, USUAL_REASON } from '#domain/receiving.ts';
import { shortageText } from '#domain/stockLimit.ts';
import { syncWords } from '#domain/syncWords.ts';
import { showClock } from '#domain/time.ts';
import type { KindFacts } from '#domain/transfer.ts';
import type { TransferView } from '#offline/outbox/overlay.ts';
import { BottomBar } from '#ui/BottomBar.tsx';
import { Button, buttonClasses } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { Icon } from '#ui/Icon.tsx';
import { lineTexts } from '../parts/lines/texts.ts';
import { Differences } from '../parts/queue/Differences.tsx';
import { TransferSummary } from './summary.tsx';
import type { Shortages } from './useShortages.ts';

/** The bar under step 2: what will move, and the confirmation (TRF-12). */
export function CompleteBar({
  view,
  online,
  shortages,
  priceOf,
  onComplete,
}: {
  view: TransferView;
  online: boolean;
  shortages: Shortages;
  priceOf: PriceOf;
  /** `reasons`: the reasons of differing lines, by product id. */
  onComplete: (reasons: ReadonlyMap<string, string>) => Promise<void>;
}) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const n = view.lines.length;
  const told = useMemo(() => discrepancies(view.lines, priceOf), [view.lines, priceOf]);
  const reasons = new Map(
    told.differences.map(({ line, kind }) => [
      line.product_id,
      chosen[line.product_id] ?? line.reason ?? USUAL_REASON[kind],
    ]),
  );
  const blocked = view.lines.some((line) => line.state === 'attention' || line.state === 'conflict');
  return (
    <BottomBar>
      <p className="figures text-[0.9375rem]">
        <strong className="text-lg">{showNaira(view.total)}</strong>
        <span className="ml-2 text-ink-faint">
          {n} {n === 1 ? 'product' : 'products'}
        </span>
        {told.accepted !== told.expected && (
          <span className="block text-sm font-semibold text-wait">accepted {showNaira(told.accepted)}</span>
        )}
        {shortages.lines.size > 0 && (
          <span className="block text-sm font-semibold text-bad">{tooMuch(shortages.lines.size)}</span>
        )}
      </p>
      <Button
        look={online ? 'primary' : 'waiting'}
        icon="check"
        disabled={n === 0 || blocked}
        onClick={() => setAsking(true)}
      >
        {online ? 'Complete Transfer' : 'Complete Transfer offline'}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Complete Transfer"
        description={syncWords.confirmStock}
        width={told.differences.length > 0 ? 'wide' : 'narrow'}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <Button
              look="primary"
              busy={busy}
              onClick={() => {
                setBusy(true);
                void onComplete(reasons).finally(() => {
                  setBusy(false);
                  setAsking(false);
                });
              }}
            >
              Continue
            </Button>
          </>
        }
      >
        <p className="figures rounded-card bg-surface-sunken px-4 py-3 text-lg font-semibold">
          {n} {n === 1 ? 'product' : 'products'}, {showNaira(view.total)}
          {told.accepted !== told.expected && `, accepted ${showNaira(told.accepted)}`}
        </p>
        <ShortLines lines={view.lines} shortages={shortages} />
        <TransferSummary
          told={told}
          reasons={reasons}
          onReason={(id, reason) => setChosen({ ...chosen, [id]: reason })}
        />
      </Dialog>
    </BottomBar>
  );
}

const tooMuch = (n: number) => (n === 1 ? '1 product asks for too much' : `${n} products ask for too much`);

/** The products of which the source does not hold enough, with the age of that stock. They can be confirmed, because stock moves meanwhile. */
function ShortLines({ lines, shortages }: { lines: TransferView['lines']; shortages: Shortages }) {
  if (shortages.lines.size === 0) return null;
  const age = shortages.at === null ? '' : `, by the stock of ${showClock(Math.floor(shortages.at / 1_000))}`;
  return (
    <Notice tone="bad" icon="alert" role="alert">
      <p>
        {tooMuch(shortages.lines.size)}
        {age}. The server decides.
      </p>
      <ul className="mt-1">
        {lines.map((line) => {
          const shortage = shortages.lines.get(line.product_id);
          return (
            shortage && (
              <li key={line.product_id}>
                {line.name}: {shortageText(shortage, line.case_count)}
              </li>
            )
          );
        })}
      </ul>
    </Notice>
  );
}

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
