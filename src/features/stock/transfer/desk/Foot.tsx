import { type ReactNode, useMemo, useState } from 'react';
import { showNaira } from '#domain/money.ts';
import { discrepancies, type PriceOf, USUAL_REASON } from '#domain/receiving.ts';
import { syncWords } from '#domain/syncWords.ts';
import { movedQuantity } from '#domain/transfer.ts';
import type { LineView, TransferView } from '#offline/outbox/overlay.ts';
import { Button } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { ShortLines, WhatMoves } from '../confirmFacts.tsx';
import { TransferSummary } from '../summary.tsx';
import type { Shortages } from '../useShortages.ts';

interface Props {
  view: TransferView;
  isCount: boolean;
  isBlind: boolean;
  online: boolean;
  /** Whether a product is chosen: then the large key is the filled one. */
  isTyping: boolean;
  shortages: Shortages;
  priceOf: PriceOf;
  /** Saves a typed figure before the question. False: it could not be saved. */
  onAsk: () => Promise<boolean>;
  /** The question stands there at once: the person said that all is there. */
  asksAtOnce: boolean;
  /** Leads to a line. */
  onShow: (productId: string) => void;
  /** Takes what is there of a line, in units. False: it could not be saved. */
  onTake: (line: LineView, units: number) => Promise<boolean>;
  /** `reasons`: the reasons of differing lines, by product id. */
  onComplete: (reasons: ReadonlyMap<string, string>) => Promise<void>;
}

/** The foot of the desk: what will move, and the confirmation (TRF-12). */
export function Foot({
  view,
  isCount,
  isBlind,
  online,
  isTyping,
  shortages,
  priceOf,
  onAsk,
  asksAtOnce,
  onShow,
  onTake,
  onComplete,
}: Props) {
  const [asking, setAsking] = useState(asksAtOnce);
  const { lines } = view;
  const n = lines.length;
  const told = useMemo(() => discrepancies(lines, priceOf), [lines, priceOf]);
  const blocked = lines.some((line) => line.state === 'attention' || line.state === 'conflict');
  // A value would tell what was expected.
  const isHidden = isBlind && told.uncounted > 0;
  const isDoubtful = shortages.lines.size > 0;
  return (
    <div className="@container border-t bg-surface px-6 py-3 max-lg:order-5 max-sm:px-4" data-bottom-bar>
      {isDoubtful && <TooMuch view={view} shortages={shortages} onShow={onShow} />}
      {/* One line always, so that Complete never moves. */}
      <div className="flex items-center justify-between gap-x-5 max-sm:gap-x-3">
        {isCount && <CountStats view={view} />}
        <dl className="mr-auto flex min-w-0 gap-x-5 max-sm:gap-x-3">
          {!(isCount && isHidden) && <Stats view={view} isCount={isCount} />}
          {!isHidden && (
            <Stat name={told.accepted === told.expected ? 'value' : 'value accepted'}>{showNaira(told.accepted)}</Stat>
          )}
        </dl>
        <div className="shrink-0">
          <Button
            look={online ? (isTyping || isDoubtful || n === 0 ? 'plain' : 'primary') : 'waiting'}
            icon="check"
            disabled={n === 0 || blocked}
            onClick={() => void onAsk().then((saved) => saved && setAsking(true))}
          >
            <span>
              Complete<span className="max-2xl:sr-only"> Transfer</span>
              {online ? '' : ' offline'}
            </span>
          </Button>
        </div>
      </div>
      {asking && n > 0 && !blocked && (
        <Question
          view={view}
          isHidden={isHidden}
          shortages={shortages}
          priceOf={priceOf}
          onClose={() => setAsking(false)}
          onTake={onTake}
          onComplete={onComplete}
        />
      )}
    </div>
  );
}

/** `isExtra`: a phone has no room for it. */
function Stat({ name, isExtra = false, children }: { name: string; isExtra?: boolean; children: ReactNode }) {
  return (
    <div className={classes('figures flex flex-col-reverse whitespace-nowrap', isExtra && 'max-sm:hidden')}>
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="text-2xl font-semibold leading-tight @max-3xl:text-xl max-sm:text-lg">{children}</dd>
    </div>
  );
}

/** Full cases and loose units of the lines; of a count what came. */
function sizeOf(view: TransferView, isCount: boolean): { cases: number; units: number } {
  const lines = isCount ? view.lines.filter((line) => line.quantity_accepted !== null) : view.lines;
  return lines.reduce(
    (sum, line) => ({
      cases: sum.cases + Math.floor(movedQuantity(line) / line.case_count),
      units: sum.units + (movedQuantity(line) % line.case_count),
    }),
    { cases: 0, units: 0 },
  );
}

function Stats({ view, isCount }: { view: TransferView; isCount: boolean }) {
  const n = view.lines.length;
  const { cases, units } = sizeOf(view, isCount);
  return (
    <>
      <Stat name={isCount ? 'cases came' : 'cases'} isExtra={isCount}>
        {cases.toLocaleString('en-NG')}
      </Stat>
      {units > 0 && (
        <Stat name={isCount ? 'units came' : 'units'} isExtra>
          {units.toLocaleString('en-NG')}
        </Stat>
      )}
      {!isCount && (
        <Stat name={n === 1 ? 'product' : 'products'} isExtra>
          {n}
        </Stat>
      )}
    </>
  );
}

function CountStats({ view }: { view: TransferView }) {
  const { lines } = view;
  const counted = lines.filter((line) => line.quantity_accepted !== null).length;
  return (
    <div role="status" aria-label="Count" className="figures flex flex-col whitespace-nowrap">
      <span className="text-2xl font-semibold leading-tight @max-3xl:text-xl max-sm:text-lg">
        {counted} of {lines.length}
      </span>{' '}
      <span className="text-sm text-ink-soft">
        <span className="max-xl:sr-only">{lines.length === 1 ? 'product' : 'products'} </span>counted
      </span>
    </div>
  );
}

const tooMuch = (n: number) => (n === 1 ? '1 product asks for too much' : `${n} products ask for too much`);

/** Counts the lines that ask for more than is there, and leads to the first. */
function TooMuch({ view, shortages, onShow }: Pick<Props, 'view' | 'shortages' | 'onShow'>) {
  const first = view.lines.find((line) => shortages.lines.has(line.product_id));
  return (
    <button
      type="button"
      onClick={() => first && onShow(first.product_id)}
      className="mb-2 flex min-h-tap w-full items-center justify-between gap-3 rounded-field bg-bad-soft px-4 text-left font-semibold text-bad"
    >
      {tooMuch(shortages.lines.size)}
      <span className="text-sm underline">Show</span>
    </button>
  );
}

/** The question before stock moves, with everything that differs. */
function Question({
  view,
  isHidden,
  shortages,
  priceOf,
  onClose,
  onTake,
  onComplete,
}: Pick<Props, 'view' | 'shortages' | 'priceOf' | 'onTake' | 'onComplete'> & {
  isHidden: boolean;
  onClose: () => void;
}) {
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
  return (
    <Dialog
      open
      onClose={onClose}
      title="Complete Transfer"
      description={syncWords.confirmStock}
      width={told.differences.length > 0 ? 'wide' : 'narrow'}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            busy={busy}
            onClick={() => {
              setBusy(true);
              void onComplete(reasons).finally(onClose);
            }}
          >
            Continue
          </Button>
        </>
      }
    >
      <WhatMoves view={view} isHidden={isHidden} />
      <p className="figures rounded-card bg-surface-sunken px-4 py-3 text-lg font-semibold">
        {n} {n === 1 ? 'product' : 'products'}
        {!isHidden && `, ${showNaira(view.total)}`}
        {!isHidden && told.accepted !== told.expected && `, accepted ${showNaira(told.accepted)}`}
      </p>
      <ShortLines lines={view.lines} shortages={shortages} onTake={onTake} />
      <TransferSummary
        told={told}
        reasons={reasons}
        onReason={(id, reason) => setChosen({ ...chosen, [id]: reason })}
      />
    </Dialog>
  );
}
