import { type ComponentProps, Suspense, useMemo } from 'react';
import { Link } from '#crud/Link.tsx';
import { lazyPart } from '#crud/lazyPart.tsx';
import { useContact } from '#crud/query/useSession.ts';
import { isOfStocktake, positionOf } from '#domain/lanePositions.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { showNumber } from '#domain/number.ts';
import { outboxWords } from '#domain/outboxWords.ts';
import { syncWords } from '#domain/syncWords.ts';
import { KINDS, kindOf, type TransferKind } from '#domain/transfer.ts';
import type { TransferHeader } from '#offline/outbox/op.ts';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import { isCompletedElsewhere } from '../../stock/parts/queue/elsewhere.ts';
import { reasonsOf } from '../../stock/parts/queue/refusal.ts';
import { isRefused } from '../../stock/parts/queue/transferCount.ts';
import { useMyQueue, useQueueState } from '../../stock/parts/queue/useQueue.ts';
import { headsOf } from '../sync/OfTransfer.tsx';
import { type OutboxTransfer, outboxLists, reversalIn, reversalTitle, titleOf } from '../sync/transfers.ts';
import { sizeWords, useFacts } from '../sync/useFacts.ts';
import { FIGURE_CELL, FigureText } from './Figures.tsx';
import { TransferMark } from './KindMark.tsx';

// Few tablets have a stocktake that is not finished.
const OwnCounts = lazyPart(() => import('../../stock/parts/counts/OwnCounts.tsx'), 'OwnCounts');

/**
 * The transfers that need the person: those that the server refused, and without a server also those that this tablet began or changed and nobody
 * completed. The server's list has none of these transfers, so this list links to them. An empty list shows nothing.
 */
export function Unfinished() {
  const queue = useMyQueue();
  const { past } = useQueueState();
  const { refused, waiting } = useMemo(
    () =>
      outboxLists(
        queue.ops.filter((op) => !isOfStocktake(op)),
        [],
      ),
    [queue.ops],
  );
  const heads = useMemo(() => headsOf(queue.ops, past), [queue.ops, past]);
  // With a server these transfers are sent at once, and the list of work has them.
  const { online } = useContact();
  const open = online ? [] : waiting.filter(({ ops }) => !ops.some((op) => positionOf(op) === 'closes'));
  const found = [...refused, ...open];
  const counts = (
    <Suspense fallback={null}>
      {[...queue.ops, ...past.map(({ op }) => op)].some(isOfStocktake) && <OwnCounts />}
    </Suspense>
  );
  if (found.length === 0) return counts;
  return (
    <>
      {counts}
      <section aria-label={refused.length > 0 ? 'Needs you' : 'Not finished on this device'}>
        <ul className="divide-y overflow-hidden rounded-card border bg-surface shadow-card">
          {found.map((one) => (
            <Row key={one.card} one={one} head={heads.get(one.transfer)} />
          ))}
        </ul>
      </section>
    </>
  );
}

const ELSEWHERE = { title: syncWords.completedElsewhere, note: null };

function Row({ one, head }: { one: OutboxTransfer; head: TransferHeader | undefined }) {
  const { parties, size } = useFacts(one, head);
  const kind = parties ? kindOf(parties.source_type, parties.destination_type) : 'transfer';
  const reversal = reversalIn(one);
  if (!parties || (kind === 'transfer' && !reversal)) return null;
  const refusal = one.ops.find(isRefused);
  const isElsewhere = isCompletedElsewhere(one.ops);
  const [reason] = isElsewhere ? [ELSEWHERE] : refusal ? reasonsOf(refusal) : [];
  const act = isElsewhere ? 'Compare' : refusal ? outboxWords.openAndFix : 'Continue';
  return (
    <li>
      <Link
        {...wayTo(one, kind, reversal?.about.receipt_id)}
        className="flex min-h-18 items-center gap-4 px-4 py-2 hover:bg-surface-sunken sm:px-5"
      >
        <span
          className={classes(
            'grid size-11 shrink-0 place-items-center rounded-field',
            refusal ? 'bg-bad-soft text-bad' : 'bg-wait-soft text-wait',
          )}
        >
          <TransferMark kind={kind} size={24} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block font-semibold leading-5 [overflow-wrap:anywhere]">
            {reversal ? reversalTitle(reversal) : titleOf(parties)} {refusal ? 'needs you' : 'is not finished'}
          </span>
          {reason && <span className="figures block font-semibold text-bad">{reason.title}</span>}
          <span className="figures block text-sm text-ink-soft">
            {reason?.note || (size ? `${sizeWords(size)}, saved on this device` : 'Saved on this device')}
          </span>
          {/* On a phone the link stands below the words. Beside the words it would take most of their width. */}
          <span className="mt-1 block font-semibold text-accent sm:hidden">{act}</span>
        </span>
        <span className="flex items-center gap-1 font-semibold text-accent">
          <span className="max-sm:hidden">{act}</span> <Icon name="next" size={18} />
        </span>
      </Link>
    </li>
  );
}

/** The address of the transfer's screen. A reversal leads to the page of its receipt. */
function wayTo(
  { transfer }: OutboxTransfer,
  kind: TransferKind,
  receipt: string | undefined,
): Pick<ComponentProps<typeof Link>, 'to' | 'search'> {
  if (receipt !== undefined || kind === 'transfer') return { to: `/purchase-orders/${receipt ?? transfer}` };
  const { type, direction } = KINDS[kind];
  return { to: `/inventory/${type}/${direction}`, search: { purchase_order_id: transfer } };
}

/** The number of changes that this tablet has not sent. */
export function Waiting() {
  const queue = useMyQueue();
  const { waiting, needing } = queue.transfers;
  return (
    <Link to="/sync" className={`${FIGURE_CELL} hover:bg-surface-sunken focus-visible:outline-offset-[-3px]`}>
      <FigureText
        label="Waiting to send"
        value={queue.sure ? showNumber(waiting) : NO_VALUE}
        note={
          needing > 0
            ? outboxWords.needsYou(needing)
            : waiting > 0
              ? 'sent automatically'
              : queue.sure
                ? outboxWords.allSent
                : ''
        }
        late={needing > 0}
      />
    </Link>
  );
}
