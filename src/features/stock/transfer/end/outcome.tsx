import { type ReactNode, useEffect } from 'react';
import type { ExecuteError } from '#contract/purchasing/purchasingCalls.ts';
import type { PriceOf } from '#domain/receiving.ts';
import { syncWords } from '#domain/syncWords.ts';
import type { KindFacts } from '#domain/transfer.ts';
import { sizeText } from '#domain/units.ts';
import type { TransferView } from '#offline/outbox/overlay.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { lineTexts } from '../../parts/lines/texts.ts';
import type { Paper } from '../../parts/paper/paper.ts';
import { Differences } from '../../parts/queue/Differences.tsx';
import { movedOf } from './moved.ts';
import { Result } from './Result.tsx';
import { SentPath } from './SentPath.tsx';

interface Props {
  view: TransferView;
  kind: KindFacts;
  priceOf: PriceOf;
  /** What is printed; null: not known yet. */
  paper: Paper | null;
  onReview: () => void;
  onSyncNow: () => void;
  /** Work that is left beside the result: unknown barcodes. */
  children?: ReactNode;
}

/** Step 3: waiting, refused, completed elsewhere, or completed. Success is shown only after the server's response (P4). */
export function Outcome({ view, kind, priceOf, paper, onReview, onSyncNow, children }: Props) {
  const isRefused = view.state === 'attention' && view.completing !== null;
  const final = view.state === 'receipt' || view.state === 'elsewhere';
  const title =
    view.state === 'receipt' ? lineTexts.transferred : final ? syncWords.completedElsewhere : syncWords.completing;
  // Screen readers hear it from the region that stood there before (WCAG 4.1.3).
  useEffect(() => {
    if (!isRefused) toast('said', title);
  }, [isRefused, title]);
  if (isRefused) return <Refused view={view} onReview={onReview} />;
  return (
    <>
      <Result kind={kind} view={view} priceOf={priceOf} paper={paper} final={final} title={title}>
        {final ? (
          <>
            {view.state === 'receipt' && <p>{movedText(view, kind)}</p>}
            <p>
              The transfer has been completed{view.ref ? ` as ${view.ref}` : ''}.
              {view.state === 'elsewhere' && view.waiting > 0
                ? ' Changes of this tablet are listed under Needs attention; none was dropped.'
                : ''}
            </p>
          </>
        ) : (
          <>
            <p>
              {sizeText(movedOf(view.lines))} from {view.header?.source_name} to {view.header?.destination_name}, saved
              on this tablet. It completes by itself when the server can be reached; you can close the app.
            </p>
            <SentPath view={view} />
            <Button look="quiet" icon="sync" onClick={onSyncNow}>
              Try now
            </Button>
          </>
        )}
      </Result>
      {children}
    </>
  );
}

function movedText({ lines, header }: TransferView, kind: KindFacts): string {
  const moved = movedOf(lines);
  const size = sizeText(moved);
  if (kind.direction === 'out') return `${size} went from ${header?.source_name} to ${header?.destination_name}.`;
  const one = moved.cases + moved.units === 1;
  return `${size} from ${header?.source_name} ${one ? 'is' : 'are'} now in ${header?.destination_name}.`;
}

/** The server refused the confirmation. Nothing moved. */
function Refused({ view, onReview }: { view: TransferView; onReview: () => void }) {
  const failure = view.completing?.last_error;
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
      {view.completing && <Differences op={view.completing} />}
      <p className="mt-4 text-ink-soft">Nothing moved. Look at the transfer as it is now, and confirm again.</p>
      <div className="mt-4 flex justify-end">
        <Button look="primary" onClick={onReview}>
          Back to products
        </Button>
      </div>
    </Card>
  );
}
