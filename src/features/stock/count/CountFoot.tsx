import { useState } from 'react';
import { afterPaint } from '#client/afterPaint.ts';
import { plural } from '#domain/plural.ts';
import type { CountSession } from '#offline/outbox/countOverlay.ts';
import { theQueue } from '#offline/queue.ts';
import { Button } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { whenReady } from '#ui/whenReady.ts';
import { countTexts } from '../parts/counts/countTexts.ts';
import { DoubtfulLines, ToCheck } from '../transfer/confirmFacts.tsx';
import { tellNotSaved } from '../transfer/tell.ts';
import { doubtsOfCount, finishedText, isFinished, recountsOf, uncountedCodes } from './countWords.ts';

interface Props {
  session: CountSession;
  me: string;
  /** The number of scanned codes that no product has. */
  codes: number;
  /** A product is chosen, so the large key of the pad is the filled button. */
  isTyping: boolean;
  /** This tablet has the list of products to count. */
  isSure: boolean;
  online: boolean;
  /** Saves a typed figure before the dialog opens. Resolves with false if the figure could not be saved. */
  onAsk: () => Promise<boolean>;
  /** Called after the person finished the part. */
  onFinished: () => void;
  /** Opens the field for the count of a product. */
  onShow: (productId: string) => void;
}

/** The foot of the list: what is left, and the button that finishes a person's part. */
export function CountFoot({ session, me, codes, isTyping, isSure, online, onAsk, onFinished, onShow }: Props) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const { products, counted, recounts, people, status } = session;
  const mine = people.find((one) => one._id === me);
  const again = recountsOf(session);
  const recountable = again.mine;
  const left = products - counted - recounts;
  const isOver = isFinished(session, me);
  const finish = async () => {
    setBusy(true);
    try {
      await theQueue().save(session.id, (outbox) => outbox.finishPart(session.id));
      void theQueue().flusher.flush();
      onFinished();
    } catch (error) {
      tellNotSaved(error);
    } finally {
      setBusy(false);
      setAsking(false);
    }
  };
  const doubts = status === 'open' ? doubtsOfCount(session) : NO_DOUBTS;
  const isDone = isSure && left === 0 && recountable === 0 && codes === 0 && doubts.size === 0;
  const words = [
    isSure
      ? left > 0 && plural(left, '# product is not counted.', '# products are not counted.')
      : 'This tablet does not know yet what is left.',
    recountable > 0 && plural(recountable, '# product waits for a recount.', '# products wait for a recount.'),
    uncountedCodes(codes),
  ].filter(Boolean);
  return (
    <div className="@container border-t bg-surface px-6 py-3 max-lg:order-5 max-sm:px-4" data-bottom-bar>
      <div className="flex min-h-13 items-center justify-between gap-x-5 max-sm:flex-wrap max-sm:gap-x-3 max-sm:gap-y-2">
        <dl className="flex min-w-0 gap-x-8 max-sm:gap-x-5">
          <Left n={left} name="left to count" />
          {again.others > 0 && again.mine === 0 ? (
            <Left n={again.others} name="again by somebody else" />
          ) : (
            <Left n={again.mine} name="to recount" isWait={again.mine > 0} />
          )}
        </dl>
        {doubts.size > 0 && <ToCheck view={session} {...{ doubts, onShow }} />}
        {status === 'open' &&
          (isOver ? (
            <p role="status" aria-label="My part" className="text-right text-sm">
              <strong className="block font-semibold">{finishedText(session)}</strong>
              <span className="text-ink-soft">Another count opens it again.</span>
            </p>
          ) : (
            <Button
              look={isDone && !isTyping ? (online ? 'primary' : 'waiting') : 'plain'}
              icon="check"
              busy={busy}
              {...whenReady((!mine || mine.counted === 0) && 'Count a product first.', () => {
                void onAsk().then((saved) => saved && (isDone ? finish() : setAsking(true)));
              })}
            >
              Finish my part
            </Button>
          ))}
      </div>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Finish my part"
        description="You can count again later: another count opens your part again."
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{countTexts.goOn}</Button>
            <Button look="primary" icon="check" busy={busy} onClick={() => void finish()}>
              Finish my part
            </Button>
          </>
        }
      >
        <DoubtfulLines
          lines={session.lines.map(({ product_id, product }) => ({ product_id, name: product.name }))}
          doubts={doubts}
          onChange={(productId) => {
            setAsking(false);
            // The closing dialog gives the focus back to its button. The field takes the focus after that.
            afterPaint(() => onShow(productId));
          }}
        />
        {words.length > 0 && (
          <p className="figures rounded-card bg-wait-soft px-4 py-3 font-semibold text-wait">{words.join(' ')}</p>
        )}
        <p className="text-ink-soft">Products that nobody counts keep their stock in the books.</p>
      </Dialog>
    </div>
  );
}

const NO_DOUBTS: ReadonlyMap<string, string> = new Map();

function Left({ n, name, isWait = false }: { n: number; name: string; isWait?: boolean }) {
  return (
    <div className={classes('figures flex flex-col-reverse whitespace-nowrap', isWait && 'text-wait')}>
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="text-[1.75rem] font-semibold leading-tight max-sm:text-xl">{n}</dd>
    </div>
  );
}
