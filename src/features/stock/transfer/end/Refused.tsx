import { type ReactNode, useState } from 'react';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import { plural } from '#domain/plural.ts';
import { syncWords } from '#domain/syncWords.ts';
import type { KindFacts } from '#domain/transfer.ts';
import { movedQuantity } from '#domain/transfer.ts';
import { casesText } from '#domain/units.ts';
import { linesInDispute } from '#offline/outbox/confirmed.ts';
import type { Op } from '#offline/outbox/op.ts';
import type { LineView, TransferView } from '#offline/outbox/overlay.ts';
import { Button } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { lineTexts } from '../../parts/lines/texts.ts';
import { Differences } from '../../parts/queue/Differences.tsx';
import { ConfirmedConflict } from '../../parts/queue/dispute/ConfirmedConflict.tsx';
import { RepairRefusal } from '../../parts/queue/RepairRefusal.tsx';
import { hasReasons, isOfNothing, markOfLine, reasonsOf, shortProducts } from '../../parts/queue/refusal.ts';
import { shortOf } from '../../parts/queue/repair.ts';
import { TwoSides } from './TwoSides.tsx';

interface Props {
  kind: KindFacts;
  view: TransferView;
  /** The refused confirmation. */
  op: Op<'execute'>;
  productOf: (productId: string) => Pickable['product'] | undefined;
  onReview: () => void;
  /** Further work: scanned codes without a product. */
  children?: ReactNode;
}

/** The most reasons beside the button. The lines show all of them. */
const MOST_REASONS = 3;

/** The page of a confirmation that the server refused. Nothing moved. The page has the same repair button as the card in the outbox. */
export function Refused({ kind, view, op, productOf, onReview, children }: Props) {
  const failure = op.last_error;
  const isShort = shortOf(op).length > 0;
  const isDisputed = op.state === 'conflict' && linesInDispute(op) !== null;
  const [deciding, setDeciding] = useState(false);
  const back = (primary: boolean) => (
    <Button look={primary ? 'primary' : 'plain'} wide onClick={onReview}>
      Back to products
    </Button>
  );
  const failed = 'Transfer failed.';
  return (
    <TwoSides
      kind={kind}
      number={view.ref ?? lineTexts.numberFollows}
      title={failure?.code === 200 ? failed : (failure?.message ?? failed)}
      became="refused"
      words={
        <>
          {hasReasons(op) && <Reasons op={op} />}
          <p>
            {isOfNothing(op)
              ? 'Every product was counted with 0, so there is nothing to complete. Check the transfer as it is now: count what is there, or keep it for later.'
              : isShort
                ? 'Nothing moved. Take what is there, or change the lines yourself.'
                : isDisputed
                  ? 'Nothing moved. Choose between both figures, then complete it.'
                  : 'Nothing moved. Check the transfer as it is now, and confirm again.'}
          </p>
        </>
      }
      next={
        <div className="no-print flex flex-col gap-2 max-lg:sticky max-lg:bottom-0 max-lg:z-1 max-lg:order-1 max-lg:bg-page max-lg:p-6 max-sm:p-4 lg:mt-auto">
          {/* After the repair the page shows the waiting transfer and then its result, so nothing must be closed. */}
          {isShort ? (
            <RepairRefusal op={op} onRepaired={() => undefined} other={back} isColumn />
          ) : (
            !isDisputed && back(true)
          )}
          {isDisputed && (
            <>
              <Button look="primary" icon="swap" wide onClick={() => setDeciding(true)}>
                {syncWords.conflict.title}
              </Button>
              {back(false)}
            </>
          )}
          {deciding && <ConfirmedConflict op={op} onClose={() => setDeciding(false)} />}
        </div>
      }
      label="What was confirmed"
    >
      {children}
      <div className="px-6 empty:hidden max-sm:px-4">
        <Differences op={op} />
      </div>
      <RefusedLines {...{ view, op, productOf }} />
    </TwoSides>
  );
}

/**
 * Says on the desk why a transfer was refused, with the button that repairs it. The lines and keys show the missing stock in figures, so this text
 * has none (decision 0780). `isLeft`: the person discarded the refused confirmation earlier, so only changed lines repair the transfer.
 */
export function WhyRefused({ op, isLeft = false }: { op: Op<'execute'>; isLeft?: boolean }) {
  const isShort = isLeft ? shortProducts(op).length > 0 : shortOf(op).length > 0;
  const [first, ...others] = isShort ? [SHORT_HERE] : reasonsOf(op);
  if (!first) return null;
  return (
    <div
      role="status"
      aria-label="Refused"
      className="figures flex flex-wrap items-center gap-x-4 gap-y-2 border-b bg-bad-soft px-6 py-2 max-sm:px-4"
    >
      <p className="min-w-0 flex-1 basis-56 leading-tight [overflow-wrap:anywhere]">
        <span className="font-semibold text-bad">{first.title}</span>
        <span className="block text-sm">
          {first.note}
          {others.length > 0 && `, ${plural(others.length, 'and # more', 'and # more')}`}
        </span>
      </p>
      {isShort && !isLeft && <RepairRefusal op={op} onRepaired={() => undefined} other={() => null} isBrief />}
    </div>
  );
}

const SHORT_HERE = { title: 'Refused: too little was there.', note: 'Nothing moved. The lines say what is there.' };

/** The reasons: the figures first, then the product. */
function Reasons({ op }: { op: Op }) {
  const reasons = reasonsOf(op);
  const more = reasons.length - MOST_REASONS;
  return (
    <ul className="figures flex w-full flex-col gap-3 rounded-field bg-bad-soft px-4 py-3">
      {reasons.slice(0, MOST_REASONS).map(({ title, note }) => (
        <li key={`${title} ${note}`} className="leading-tight [overflow-wrap:anywhere]">
          <p className="text-xl font-semibold text-bad">{title}</p>
          {note && <p className="mt-0.5 text-base text-ink">{note}</p>}
        </li>
      ))}
      {more > 0 && (
        <li className="text-base text-ink">
          {plural(more, '# more, marked in the list', '# more, marked in the list')}
        </li>
      )}
    </ul>
  );
}

/** The confirmed lines. Those that the server refused come first. */
function RefusedLines({ view, op, productOf }: Pick<Props, 'view' | 'op' | 'productOf'>) {
  const lines = view.lines.map((line) => ({ line, mark: markOfLine(op, line) }));
  const refused = lines.filter(({ mark }) => mark !== null);
  const others = lines.filter(({ mark }) => mark === null);
  return (
    <ul aria-label="Products of this transfer" className="divide-y border-b">
      {[...refused, ...others].map(({ line, mark }) => (
        <RefusedLine key={line.product_id} line={line} mark={mark} product={productOf(line.product_id)} />
      ))}
    </ul>
  );
}

function RefusedLine({
  line,
  mark,
  product,
}: {
  line: LineView;
  /** The available and the exceeding quantity, and the server's own words for screen readers. Null: the server's answer does not name the line. */
  mark: { words: string; spoken: string } | null;
  product: Pickable['product'] | undefined;
}) {
  return (
    <li
      className={classes(
        'flex min-h-16 items-center gap-4 px-6 py-2.5 max-sm:gap-3 max-sm:px-4',
        mark !== null && 'bg-bad-soft/40 shadow-[inset_4px_0_0_var(--bad)]',
      )}
    >
      <Pack product={product ?? { name: line.name }} size={48} />
      <span className="min-w-0 flex-1 leading-tight">
        <span className="block font-semibold [overflow-wrap:anywhere]">{line.name}</span>
        {mark ? (
          <>
            <span aria-hidden="true" className="figures block font-medium text-bad">
              {mark.words}
            </span>
            {/* Screen readers read the server's own words (TRF-14), which have the same figures. */}
            <span className="sr-only">{mark.spoken}</span>
          </>
        ) : (
          <span className="block text-sm text-ink-soft">Case of {line.case_count}</span>
        )}
      </span>
      <span className={classes('figures shrink-0 text-xl font-semibold max-sm:text-lg', mark !== null && 'text-bad')}>
        {casesText(movedQuantity(line), line.case_count)}
      </span>
    </li>
  );
}
