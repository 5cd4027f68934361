import { useState } from 'react';
import type { Op } from '#offline/outbox/op.ts';
import { chooseMatch, possibleMatchesOf } from '#offline/plain/possibleMatches.ts';
import { plainWords } from '#offline/plain/words.ts';
import { systemClock, theQueue } from '#offline/queue.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { momentText } from '#ui/when.ts';
import { applyDecision } from '../../../stock/parts/queue/applyDecision.ts';

/**
 * Lists the server's transfers that may equal this one, when reading the server's lists cannot decide (SYNC rule 88). The person chooses one of them,
 * sends this transfer again, or discards it.
 */
export function LookAlikes({ op }: { op: Op }) {
  const [open, setOpen] = useState(false);
  const { outbox, store } = theQueue();
  const found = possibleMatchesOf(op);
  const choose = (choice: Promise<unknown>) =>
    void applyDecision(choice.then(() => null)).then((done) => done && setOpen(false));
  const isCompletion = op.type === 'execute';
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        Compare transfers
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={plainWords.possibleMatches(found.length)}
        description={
          isCompletion
            ? 'This transfer was sent twice, and the server may have taken it twice. Check the other one before you complete this one.'
            : 'This transfer was sent and got no answer. If one of these is yours, choose it, so that it is not made twice.'
        }
        actions={
          <>
            <Button look="danger" onClick={() => choose(outbox.discard(op.seq))}>
              {isCompletion ? 'Do not complete' : 'Discard mine'}
            </Button>
            <Button onClick={() => choose(outbox.retry(op.seq))}>
              {isCompletion ? 'Complete this one' : 'None is mine, send it'}
            </Button>
          </>
        }
      >
        <ul className="divide-y" aria-label="Transfers on the server">
          {found.map(({ _id, ref, created, tag }) => (
            <li key={_id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <span className="figures min-w-0 [overflow-wrap:anywhere]">
                <span className="block font-semibold">{ref}</span>
                <span className="block text-sm text-ink-soft">
                  {tag === 'receipt' ? 'Completed' : 'Open'}
                  {created === null ? '' : `, ${momentText(created)}`}
                </span>
              </span>
              {!isCompletion && (
                <Button
                  aria-label={`This is mine: ${ref}`}
                  onClick={() => choose(chooseMatch({ store, clock: systemClock }, op.seq, _id))}
                >
                  This is mine
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
