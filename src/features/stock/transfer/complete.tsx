import { useMemo, useState } from 'react';
import { showNaira } from '#domain/money.ts';
import { discrepancies, type PriceOf, USUAL_REASON } from '#domain/receiving.ts';
import { shortageText } from '#domain/stockLimit.ts';
import { syncWords } from '#domain/syncWords.ts';
import { showClock } from '#domain/time.ts';
import type { TransferView } from '#offline/outbox/overlay.ts';
import { BottomBar } from '#ui/BottomBar.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { Notice } from '#ui/feedback/States.tsx';
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
