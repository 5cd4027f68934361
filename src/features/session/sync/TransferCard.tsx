import { memo, useId, useState } from 'react';
import { positionOf } from '#domain/lanePositions.ts';
import { lineWords } from '#domain/lineWords.ts';
import { plural } from '#domain/plural.ts';
import { type FinishedOp, isKnown, type Op, type TransferHeader } from '#offline/outbox/op.ts';
import { stepName } from '#offline/outbox/queueRules.ts';
import { IconButton } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { Badge } from '#ui/feedback/Badge.tsx';
import { Icon } from '#ui/Icon.tsx';
import { AheadCard } from '../../stock/parts/queue/AheadCard.tsx';
import { ElsewhereBar } from '../../stock/parts/queue/CompletedElsewhere.tsx';
import { isCompletedElsewhere } from '../../stock/parts/queue/elsewhere.ts';
import { leftText } from '../../stock/parts/queue/leftRefusal.ts';
import { reasonsOf, shortProducts } from '../../stock/parts/queue/refusal.ts';
import { isInDoubt } from '../../stock/parts/queue/stepOf.ts';
import { isRefused } from '../../stock/parts/queue/transferCount.ts';
import { GoOn } from './GoOn.tsx';
import { KindIcon } from './KindIcon.tsx';
import { ElsewhereMenu, Refusal, RefusalMenu } from './Refusal.tsx';
import { Resolved } from './Resolved.tsx';
import { stocktakeCard } from './stocktakeCard.ts';
import { verbOf, What } from './syncChange.tsx';
import {
  type OutboxTransfer,
  type Parties,
  receiptToReverse,
  reversalIn,
  reversalTitle,
  type StocktakeRead,
  titleOf,
  wayOf,
} from './transfers.ts';
import { sizeWords, useFacts, useReversalRead } from './useFacts.ts';
import { NO_ANSWER, WayPath } from './Way.tsx';
import { whenText } from './when.ts';

interface Props {
  one: OutboxTransfer;
  /** The parties as this tablet last saved them. */
  head: TransferHeader | undefined;
  /** The refused confirmation that the person discarded to change the transfer; undefined: there is none. */
  left: Op<'execute'> | undefined;
  /** The last reading of the stocktake. Null: there is none, or the card shows a transfer. */
  count: StocktakeRead | null;
  /** The change that each change waits for, by the seq of the waiting one. */
  waits: ReadonlyMap<number, Op | null>;
  online: boolean;
  /** True if completing this transfer is the next step of the page. */
  isNext: boolean;
  /** The current time, epoch ms. */
  now: number;
  /** Called after the person resolved a refusal. `heard`: the result for screen readers, or '' if a message says the result. */
  onRepaired: (heard: string) => void;
}

/** The card of one transfer in the outbox: parties, size and state. The arrow opens the list of changes. */
export function TransferCard({ one, head, count, left, waits, online, isNext, now, onRepaired }: Props) {
  const [open, setOpen] = useState(false);
  const list = useId();
  const { parties, size } = useFacts(one, head);
  const refused = one.ops.filter(isRefused);
  const counts = stocktakeCard(one);
  const reversal = reversalIn(one);
  const title = counts?.title ?? (reversal ? reversalTitle(reversal) : transferTitle(one, parties));
  const bad = refused.length > 0;
  const isElsewhere = bad && isCompletedElsewhere(one.ops);
  const closes = bad ? undefined : one.ops.find((op) => op.type === 'execute' || op.type === 'reverse');
  const short = new Set(refused.flatMap(shortProducts));
  const isShort = (op: Op) => op.type === 'upsert' && short.has((op as Op<'upsert'>).payload.product_id);
  const read = useReversalRead(receiptToReverse(one));
  const way = wayOf(one, read, count);
  const repaired = () => onRepaired(`${title}: changed and confirmed again.`);
  const Tag = bad ? 'article' : 'div';
  return (
    <Tag
      {...(bad && {
        'aria-label': `${title}: ${[...new Set(refused.map((op) => `${verbOf(op)} needs attention`))].join(', ')}`,
      })}
      className={classes('@container rounded-card border bg-surface shadow-card', bad && 'border-bad ring-1 ring-bad')}
    >
      <div className="grid grid-cols-[3rem_minmax(0,1fr)_3rem] items-center gap-x-4 gap-y-3 py-4 pr-3 pl-4 @min-[40rem]:grid-cols-[3rem_minmax(0,1fr)_17.5rem_3rem] @min-[46rem]:grid-cols-[3rem_minmax(0,1fr)_20rem_3rem]">
        <span
          className={classes(
            'grid size-12 place-items-center rounded-card',
            bad ? 'bg-bad-soft text-bad' : 'bg-page text-ink-soft',
          )}
        >
          {counts || reversal ? (
            <Icon name={counts ? 'count' : 'giveBack'} size={24} />
          ) : (
            <KindIcon parties={parties} />
          )}
        </span>
        <div className="min-w-0">
          <h3 className="font-semibold leading-snug [overflow-wrap:anywhere]">{title}</h3>
          <p className="figures text-sm text-ink-soft">
            {counts?.size ?? (size ? sizeWords(size) : changesWords(one))}
          </p>
        </div>
        <IconButton
          icon={open ? 'up' : 'down'}
          label={`Lines and more: ${title}`}
          aria-expanded={open}
          aria-controls={list}
          onClick={() => setOpen(!open)}
        />
        <div className="col-span-3 @min-[40rem]:col-span-1 @min-[40rem]:col-start-3 @min-[40rem]:row-start-1">
          <WayPath way={way} now={now} />
        </div>
      </div>
      {isElsewhere ? (
        <ElsewhereBar transfer={one.transfer} ops={one.ops} onKept={() => onRepaired('')} />
      ) : (
        refused.map((op) => <Refusal key={op.seq} op={op} onRepaired={repaired} />)
      )}
      {closes && <AheadCard op={closes} onRepaired={repaired} />}
      {!bad && (way.isOpen || way.isCounting) && (
        <div
          className={classes(
            'flex flex-wrap items-center justify-end gap-x-4 gap-y-3',
            left ? 'mx-3 mb-3 rounded-field bg-bad-soft py-3 pr-3 pl-4' : 'px-3 pb-3',
          )}
        >
          {left && <LeftRefusal op={left} />}
          <GoOn transfer={one.transfer} title={title} isCount={way.isCounting} isNext={isNext} />
        </div>
      )}
      <div id={list} hidden={!open} className="border-t px-4 py-1">
        {open && (
          <>
            {parties && (
              <p className="border-b py-3 text-sm text-ink-soft">
                {parties.source_name} to {parties.destination_name}
              </p>
            )}
            <ul className="divide-y" aria-label="Changes">
              {one.ops.map((op) => (
                <Change
                  key={op.seq}
                  op={op}
                  blocker={op.state === 'queued' ? (waits.get(op.seq) ?? null) : null}
                  online={online}
                  isElsewhere={isElsewhere}
                />
              ))}
              {one.sent.map((past) => (
                <SentChange key={past.key} past={past} isShort={isShort(past.op)} now={now} />
              ))}
              {one.resolved.map((past) => (
                <li key={past.key} className={ROW}>
                  <Resolved past={past} now={now} />
                </li>
              ))}
            </ul>
            {isElsewhere && (
              <div className="border-t pb-3">
                <ElsewhereMenu transfer={one.transfer} ops={one.ops} online={online} />
              </div>
            )}
          </>
        )}
      </div>
    </Tag>
  );
}

/** The reason of the refusal. It is shown until the refused line changes. */
function LeftRefusal({ op }: { op: Op<'execute'> }) {
  const [first] = reasonsOf(op);
  return (
    <p className="figures min-w-0 flex-[1_1_min(14rem,100%)] [overflow-wrap:anywhere]">
      <span className="block font-semibold text-bad">{leftText(op)}</span>
      {first?.note && <span className="block text-sm">{first.note}</span>}
    </p>
  );
}

function transferTitle(one: OutboxTransfer, parties: Parties | null): string {
  if (parties) return titleOf(parties);
  return one.ops.some(isKnown) || one.sent.length > 0 ? 'Transfer' : 'Change';
}

/** The size of a card whose parties are unknown: the number of lines. */
function changesWords({ ops, sent }: OutboxTransfer): string {
  const all = ops.length > 0 ? ops : sent.map(({ op }) => op);
  const lines = new Set(all.flatMap((op) => (isKnown(op) && isLine(op) ? [op.payload.product_id] : [])));
  return lines.size > 0 ? plural(lines.size, '# line', '# lines') : 'No lines yet';
}

const isLine = (op: Op): op is Op<'upsert'> | Op<'remove'> => op.type === 'upsert' || op.type === 'remove';

const ROW = 'flex flex-wrap items-center justify-between gap-3 py-3';

function Change({
  op,
  blocker,
  online,
  isElsewhere,
}: {
  op: Op;
  blocker: Op | null;
  online: boolean;
  /** The transfer was completed elsewhere, so the change waits for nothing. One menu of the card serves all changes. */
  isElsewhere: boolean;
}) {
  return (
    <li className={ROW}>
      <What op={op} head={undefined} inCard />
      {isElsewhere && !isRefused(op) ? (
        <Badge tone="neutral">Not sent</Badge>
      ) : (
        <StateBadge op={op} blocker={blocker} />
      )}
      {!isElsewhere && isRefused(op) && <RefusalMenu op={op} online={online} />}
    </li>
  );
}

/** `isShort`: the server refused the transfer, because the stock of a product is too small. */
const SentChange = memo(function SentChange({
  past,
  isShort,
  now,
}: {
  past: FinishedOp;
  isShort: boolean;
  now: number;
}) {
  return (
    <li className={ROW}>
      <What op={past.op} head={undefined} inCard />
      {isShort ? (
        <Badge tone="bad" icon="alert">
          Too little is there
        </Badge>
      ) : (
        <Badge tone="good" icon="check">
          Sent {whenText(past.at, now)}
        </Badge>
      )}
    </li>
  );
});

/** The badge of a waiting or refused change: its state, and the change that it waits for. */
export function StateBadge({ op, blocker }: { op: Op; blocker: Op | null }) {
  if (isRefused(op)) {
    const conflict = op.state === 'conflict';
    return (
      <Badge tone="bad" icon={conflict ? 'swap' : 'alert'}>
        {lineWords(conflict ? 'conflict' : 'attention').short}
      </Badge>
    );
  }
  const sending = op.state === 'sending';
  return (
    <Badge tone={sending ? 'accent' : 'wait'} icon={sending ? 'sync' : 'clock'}>
      {isInDoubt(op) ? (
        NO_ANSWER
      ) : blocker && positionOf(blocker) === 'begins' ? (
        // Each line of a new transfer waits for the same change, and the card names that change.
        <>
          Waiting<span className="sr-only"> for {stepName(blocker)}</span>
        </>
      ) : (
        lineWords(sending ? 'sending' : blocker ? 'blocked' : 'queued', blocker ? stepName(blocker) : undefined).short
      )}
    </Badge>
  );
}
