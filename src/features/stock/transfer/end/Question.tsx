import { useMemo, useRef, useState } from 'react';
import { useContact } from '#crud/query/useSession.ts';
import { showNaira } from '#domain/money.ts';
import { plural } from '#domain/plural.ts';
import { acceptedValue, discrepancies, type PriceOf, USUAL_REASON, writtenReason } from '#domain/receiving.ts';
import { syncWords } from '#domain/syncWords.ts';
import { comesBack, type KindFacts, movedQuantity } from '#domain/transfer.ts';
import type { LineView, TransferView } from '#offline/outbox/overlay.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { isSpoilt, whyText } from '../../parts/lines/reasons.ts';
import { lineTexts } from '../../parts/lines/texts.ts';
import { useOthersHere } from '../../parts/queue/othersHere.ts';
import { completeLook, DoubtfulLines, LotlessLines, ShortLines, WaitsHere, WhatMoves } from '../confirmFacts.tsx';
import type { LotlessLine } from '../lots/lineLots.ts';
import { TransferSummary } from '../summary.tsx';
import type { Shortages } from '../useShortages.ts';
import { asksWhy, WhyEach, withoutWhy } from './WhyEach.tsx';

interface Props {
  kind: KindFacts;
  view: TransferView;
  /** The count is blind, and the size would reveal the expected quantity. */
  isHidden: boolean;
  shortages: Shortages;
  /** By product id: the doubt about a saved figure that is probably a slip, or on which two people disagree. */
  doubts: ReadonlyMap<string, string>;
  /** A sentence about scanned codes that became no lines; '' without such codes. */
  unmoved: string;
  /** The lines whose goods move without a lot. */
  lotless: readonly LotlessLine[];
  /** The person said on the first screen that everything is there. */
  isAllThere: boolean;
  priceOf: PriceOf;
  /** Called when the transfer was confirmed, or could not be. */
  onClose: () => void;
  onCancel: () => void;
  /** Closes the dialog and opens the field of a line. */
  onChange: (productId: string) => void;
  /** Closes the dialog and opens a line at its lot. */
  onLot: (productId: string) => void;
  /** Lowers a line to the available units. Resolves with false if the change was not saved. */
  onTake: (line: LineView, units: number) => Promise<boolean>;
  /** Removes a line whose goods are not there. */
  onRemove: (line: LineView) => Promise<unknown>;
  /** `reasons`: the reasons of differing lines, by product id. */
  onComplete: (reasons: ReadonlyMap<string, string>) => Promise<void>;
}

/** The time in ms after opening in which nobody can have read the dialog. */
const TOO_SOON_MS = 700;

/** The dialog that confirms a transfer before stock moves. It shows everything that differs. */
export function Question({
  kind,
  view,
  isHidden,
  shortages,
  doubts,
  unmoved,
  lotless,
  isAllThere,
  priceOf,
  onClose,
  onCancel,
  onChange,
  onLot,
  onTake,
  onRemove,
  onComplete,
}: Props) {
  const { online } = useContact();
  const others = useOthersHere(view);
  const [busy, setBusy] = useState(false);
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const [isMissed, setMissed] = useState(false);
  const opened = useRef(Date.now());
  const n = view.lines.length;
  const comparison = useMemo(() => discrepancies(view.lines, priceOf), [view.lines, priceOf]);
  const unpriced = view.lines.filter((line) => movedQuantity(line) > 0 && acceptedValue(line, priceOf) === 0).length;
  const isBack = comesBack(kind.kind);
  const open = isBack ? withoutWhy(view.lines) : [];
  const reasons = new Map(
    open.flatMap(({ product_id }): [string, string][] => {
      const reason = chosen[product_id];
      return reason ? [[product_id, reason]] : [];
    }),
  );
  const ofDifferences = new Map(
    comparison.differences.map(({ line, kind: differs }) => {
      const reason = chosen[line.product_id] ?? line.reason;
      return [line.product_id, writtenReason(line, reason, isBack) ?? USUAL_REASON[differs]];
    }),
  );
  for (const [id, reason] of ofDifferences) reasons.set(id, reason);
  const isShort = shortages.lines.size > 0;
  // A figure that is probably a slip must not be confirmed by a habitual Enter, so that Enter presses no button.
  const isDoubtful = !isShort && view.lines.some((line) => doubts.has(line.product_id));
  /** Enter presses the focused button. The Enter that opened the dialog does not count, even if it is held or pressed twice by an unsteady hand. */
  const isTooSoon = ({ detail }: { detail: number }) => detail === 0 && Date.now() - opened.current < TOO_SOON_MS;
  const isReturnSpoilt =
    kind.kind === 'stock_in' && view.lines.some((line) => isSpoilt(line.reason) && movedQuantity(line) > 0);
  return (
    <Dialog
      open
      onClose={onCancel}
      title="Complete Transfer"
      description={syncWords.confirmStock}
      endsWithDescription
      width={comparison.differences.length > 0 || open.length > 0 ? 'wide' : 'narrow'}
      actions={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button
            // The server will refuse the transfer as it is, so the filled button is the one that takes the available units. Nor is Complete filled
            // before each question is answered.
            look={completeLook(online, isShort || isDoubtful || asksWhy(kind.kind, open, chosen))}
            data-first={isShort || isDoubtful ? undefined : true}
            busy={busy}
            onClick={(event) => {
              if (isTooSoon(event)) return;
              if (asksWhy(kind.kind, open, chosen)) return setMissed(true);
              setBusy(true);
              void onComplete(reasons).finally(onClose);
            }}
          >
            Continue
          </Button>
        </>
      }
    >
      <div>
        <WhatMoves view={view} isHidden={isHidden} />
        <p className="figures mt-1 font-semibold">
          {plural(n, '# product', '# products')}
          {!isHidden &&
            (comparison.accepted === comparison.expected
              ? `, ${showNaira(view.total)}`
              : `, ${showNaira(comparison.accepted)}, expected ${showNaira(view.total)}`)}
        </p>
        {kind.kind === 'stock_in' && <p className="mt-1 text-ink-soft">{lineTexts.datedTomorrow}</p>}
        {isBack && !isHidden && (
          <p className="figures mt-1 text-ink-soft empty:hidden">
            {[whyText(view.lines, kind.kind), isReturnSpoilt && lineTexts.stillStock].filter(Boolean).join(' ')}
          </p>
        )}
      </div>
      {[others, unmoved].map(
        (words) =>
          words && (
            <Notice key={words} tone="wait" icon="alert">
              {words}
            </Notice>
          ),
      )}
      {!isHidden && unpriced > 0 && (
        <Notice tone="wait" icon="alert">
          {plural(unpriced, '# product has no price: it counts as ₦0.', '# products have no price: they count as ₦0.')}
        </Notice>
      )}
      <ShortLines lines={view.lines} shortages={shortages} {...{ onTake, onRemove }} />
      {doubts.size > 0 && <DoubtfulLines lines={view.lines} {...{ doubts, onChange, isTooSoon }} />}
      {lotless.length > 0 && <LotlessLines lines={lotless} {...{ onLot, isTooSoon }} />}
      {open.length > 0 && (
        <WhyEach
          kind={kind.kind}
          lines={open}
          isMixed={open.length < view.lines.length}
          chosen={chosen}
          onChange={setChosen}
          isMissed={isMissed}
        />
      )}
      <TransferSummary
        kind={kind.kind}
        comparison={comparison}
        isNothingCounted={comparison.uncounted === n}
        isAllThere={isAllThere}
        reasons={reasons}
        needReason={isBack ? open : []}
        onReason={(id, reason) => setChosen({ ...chosen, [id]: reason })}
      />
      <WaitsHere isShort={isShort} />
    </Dialog>
  );
}
