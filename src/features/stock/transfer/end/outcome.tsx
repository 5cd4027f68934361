import { type ReactNode, useEffect } from 'react';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import type { Kobo } from '#domain/money.ts';
import type { PriceOf } from '#domain/receiving.ts';
import { syncWords } from '#domain/syncWords.ts';
import { type KindFacts, STEPS } from '#domain/transfer.ts';
import { sizeText } from '#domain/units.ts';
import type { LineView, TransferView } from '#offline/outbox/overlay.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { useRootMark } from '#ui/hooks/useRootMark.ts';
import { Page } from '#ui/Page.tsx';
import { Steps } from '#ui/Steps.tsx';
import { lineTexts } from '../../parts/lines/texts.ts';
import type { Paper } from '../../parts/paper/paper.ts';
import { Differences } from '../../parts/queue/Differences.tsx';
import { useIsRefusalExpected } from '../../parts/queue/expectedRefusals.ts';
import { Mend, RefusalReasons } from '../../parts/queue/Mend.tsx';
import { hasReasons, isOfNothing, lineOfRefusal, saidOfShort, shortOf } from '../../parts/queue/repair.ts';
import { movedOf } from './moved.ts';
import { Result } from './Result.tsx';
import { SentPath } from './SentPath.tsx';

interface Props {
  view: TransferView;
  kind: KindFacts;
  priceOf: PriceOf;
  newPriceOf: (line: LineView) => Kobo | null;
  productOf: (productId: string) => Pickable['product'] | undefined;
  /** What is printed; null: not known yet. */
  paper: Paper | null;
  onReview: () => void;
  onSyncNow: () => void;
  /** Work that is left beside the result: unknown barcodes. */
  children?: ReactNode;
}

/** Step 3: waiting, refused, completed elsewhere, or completed. Success is shown only after the server's response (P4). */
export function Outcome({ view, kind, paper, onReview, onSyncNow, children, ...figures }: Props) {
  const isRefused = view.state === 'attention' && view.completing !== null;
  const final = view.state === 'receipt' || view.state === 'elsewhere';
  const title =
    view.state === 'receipt' ? lineTexts.transferred : final ? syncWords.completedElsewhere : syncWords.completing;
  const isShort = useIsRefusalExpected(view.completing);
  // Screen readers hear it from the region that stood there before (WCAG 4.1.3).
  useEffect(() => {
    if (!isRefused) toast('said', title);
  }, [isRefused, title]);
  if (isRefused)
    return (
      <Refused {...{ kind, view, onReview }} productOf={figures.productOf}>
        {children}
      </Refused>
    );
  return (
    <Result {...{ kind, view, paper, final, title, ...figures }} left={children}>
      {final ? (
        <>
          {view.state === 'receipt' && <p>{movedText(view, kind)}</p>}
          <p>
            The transfer has been completed
            {view.ref && (
              <>
                {' as '}
                <span className="whitespace-nowrap">{view.ref}</span>
              </>
            )}
            .
            {view.state === 'elsewhere' && view.waiting > 0
              ? ' Changes of this tablet are listed under Needs attention; none was dropped.'
              : ''}
          </p>
        </>
      ) : (
        <>
          <p>
            {sizeText(movedOf(view.lines))} from {view.header?.source_name} to {view.header?.destination_name}, saved on
            this tablet.{' '}
            {isShort ? SHORT : 'It completes by itself when the server can be reached; you can close the app.'}
          </p>
          <SentPath view={view} />
          <Button icon="sync" onClick={onSyncNow}>
            Try now
          </Button>
        </>
      )}
    </Result>
  );
}

const SHORT =
  'It asks for more than is there: if that is still so when the server can be reached, it comes back to you.';

function movedText({ lines, header }: TransferView, kind: KindFacts): string {
  const moved = movedOf(lines);
  const size = sizeText(moved);
  if (kind.direction === 'out') return `${size} went from ${header?.source_name} to ${header?.destination_name}.`;
  const one = moved.cases + moved.units === 1;
  return one
    ? `${size} from ${header?.source_name} is now in ${header?.destination_name}.`
    : `${size} from ${header?.source_name} are now in ${header?.destination_name}.`;
}

/** The server refused the confirmation. Nothing moved. What mends it in one press on the outbox's card does so here too. */
function Refused({
  kind,
  view,
  productOf,
  onReview,
  children,
}: Pick<Props, 'kind' | 'view' | 'productOf' | 'onReview' | 'children'>) {
  // The menu stays folded, as on the desk that it leads back to.
  useRootMark('desk');
  const op = view.completing;
  const failure = op?.last_error;
  const isShort = op ? shortOf(op).length > 0 : false;
  const said = op ? saidOfShort(op) : [];
  const about = op && lineOfRefusal(op);
  const line = view.lines.find((one) => one.product_id === about);
  const back = (primary: boolean) => (
    <Button look={primary ? 'primary' : 'plain'} onClick={onReview}>
      Back to products
    </Button>
  );
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Page title={kind.title} width="wizard" note={view.ref ?? lineTexts.numberFollows}>
        <Steps steps={STEPS} current={2} />
        <Card label="Complete Transfer">
          <Notice tone="bad" icon="alert" role="alert">
            {failure?.code === 200 ? 'Transfer failed.' : (failure?.message ?? 'Transfer failed.')}
          </Notice>
          {op && hasReasons(op) && (
            <div className="mt-4 flex items-center gap-4 rounded-field bg-bad-soft px-4 py-3">
              {line && <Pack product={productOf(line.product_id) ?? { name: line.name }} size={64} />}
              <RefusalReasons op={op} />
            </div>
          )}
          {said.length > 0 && (
            <ul className="mt-2 flex flex-col gap-1 px-4 text-sm text-ink-soft">
              {said.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          )}
          {op && <Differences op={op} />}
          <p className="mt-4 text-ink-soft">
            {op && isOfNothing(op)
              ? 'Every product was counted with 0, so there is nothing to complete. Look at the transfer as it is now: count what is there, or keep it for later.'
              : 'Nothing moved. Look at the transfer as it is now, and confirm again.'}
          </p>
          <div className="mt-4 flex flex-wrap justify-end gap-2">
            {op && isShort ? (
              // What mends it goes with it: the page shows the transfer that waits, then what became of it.
              <Mend op={op} onMended={() => undefined} other={back} />
            ) : (
              back(true)
            )}
          </div>
        </Card>
        {children}
      </Page>
    </div>
  );
}
