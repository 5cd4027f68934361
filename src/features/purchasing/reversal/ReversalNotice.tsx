import { Suspense, useState } from 'react';
import { TextLink } from '#crud/Link.tsx';
import { lazyPart } from '#crud/lazyPart.tsx';
import { useCan, useSession } from '#crud/query/useSession.ts';
import { syncWords } from '#domain/syncWords.ts';
import { type Op, refusalOfOp } from '#offline/outbox/op.ts';
import { Notice } from '#ui/feedback/States.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { momentText } from '#ui/when.ts';
import type { OrderHead } from '../orderValues.ts';
import type { WaitingReversal } from './waitingReversal.ts';

const ApproveDialog = lazyPart(() => import('./ReverseDialog.tsx'), 'ApproveDialog');
const RefuseDialog = lazyPart(() => import('./ReverseDialog.tsx'), 'RefuseDialog');

/** The notice above a receipt that is reversed, waits for its reversal, or reverses another receipt. */
export function ReversalNotice({
  order,
  waiting,
  asleep,
}: {
  order: OrderHead;
  waiting: WaitingReversal;
  asleep: boolean;
}) {
  const { reversal } = order;
  return (
    <>
      {waiting.op && <OnTablet op={waiting.op} isOwn={waiting.isOwn} />}
      {reversal && <OnServer order={order} reversal={reversal} asleep={asleep} />}
    </>
  );
}

function OnServer({ order, reversal, asleep }: StandingProps) {
  if (reversal.status === 'asked') return <Waiting order={order} reversal={reversal} asleep={asleep} />;
  const isBack = reversal.order?._id === order._id;
  const other = isBack ? reversal.receipt : reversal.order;
  return (
    <Notice tone="quiet" icon="giveBack">
      {isBack ? 'Reverses ' : 'Reversed by '}
      {other && <TextLink to={`/purchase-orders/${other._id}`}>{other.ref}</TextLink>}: {reversal.reason}
    </Notice>
  );
}

/** The notice of a reversal that is saved on this tablet. For another person's reversal it names only the person. */
function OnTablet({ op, isOwn }: { op: Op<'reverse'>; isOwn: boolean }) {
  if (!isOwn)
    return (
      <Notice tone="wait" icon="clock">
        {op.user_name} saved a reversal of this receipt on this device. It waits to be sent.
      </Notice>
    );
  const isRefused = op.state === 'attention';
  return (
    <Notice tone={isRefused ? 'bad' : 'wait'} icon={isRefused ? 'alert' : 'clock'}>
      {isRefused ? 'The reversal was refused: ' : 'Reversal waits to be sent: '}
      {isRefused ? (refusalOfOp(op)?.message ?? syncWords.refused) : `${op.payload.reason}. Nothing moved yet.`}{' '}
      <TextLink to="/sync">Outbox</TextLink>
    </Notice>
  );
}

function Waiting({ order, reversal, asleep }: StandingProps) {
  const [asking, setAsking] = useState<'approve' | 'refuse' | null>(null);
  const { profile } = useSession();
  const own = reversal.asked_by?._id === profile?.user_id;
  const mayApprove = useCan('approve_reversal');
  const close = () => setAsking(null);
  return (
    <>
      <Notice
        tone="wait"
        icon="clock"
        action={
          (own || mayApprove) && (
            <span className="flex flex-wrap gap-2">
              <ServerButton disabled={asleep} onClick={() => setAsking('refuse')}>
                {own ? 'Take back' : 'Refuse'}
              </ServerButton>
              {mayApprove && !own && (
                <ServerButton look="primary" disabled={asleep} onClick={() => setAsking('approve')}>
                  Approve
                </ServerButton>
              )}
            </span>
          )
        }
      >
        {reversal.asked_by?.name ?? 'The system'} asked to reverse this receipt, {momentText(reversal.asked_at)}:{' '}
        {reversal.reason}. Nothing moved yet. {own ? 'Another person approves it.' : ''}
      </Notice>
      <Suspense>
        {asking === 'approve' && <ApproveDialog order={order} reversal={reversal} onClose={close} />}
        {asking === 'refuse' && <RefuseDialog order={order} reversal={reversal} own={own} onClose={close} />}
      </Suspense>
    </>
  );
}

interface StandingProps {
  order: OrderHead;
  reversal: NonNullable<OrderHead['reversal']>;
  asleep: boolean;
}
