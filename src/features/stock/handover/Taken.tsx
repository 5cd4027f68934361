import { useQuery } from '@tanstack/react-query';
import { queryFor } from '#client/reads/queries.ts';
import { readHandover } from '#contract/handover/handoverCalls.ts';
import { TextLink } from '#crud/Link.tsx';
import { syncWords } from '#domain/syncWords.ts';
import { EmptyState, Notice, SkeletonRows } from '#ui/feedback/States.tsx';
import { Page } from '#ui/Page.tsx';
import { handoverTexts } from '../parts/handoverTexts.ts';
import { completedOf, paperOfHandover } from '../parts/paper/handoverPaper.ts';
import { PrintButton } from '../parts/paper/PrintButton.tsx';
import { Beside, Codes } from './Codes.tsx';
import { HandoverSteps } from './HandoverSteps.tsx';
import { Sides } from './Sides.tsx';
import { type OwnHalf, refusedText, useHalf } from './useHalf.ts';

/** A handover that this tablet took: the answer for the giver's tablet, and both halves. It opens without a server as long as the tablet stores it. */
export function Taken({ transfer }: { transfer: string }) {
  const half = useHalf('take', transfer);
  if (half) return <Shown half={half} transfer={transfer} />;
  return (
    <Page title={handoverTexts.takeTitle} width="wizard">
      {half === undefined ? (
        <SkeletonRows rows={3} />
      ) : (
        <EmptyState scene="find" title="This tablet does not have that handover">
          A tablet shows what was taken over on it in the last week.
        </EmptyState>
      )}
    </Page>
  );
}

function Shown({ half, transfer }: { half: OwnHalf<'take'>; transfer: string }) {
  const { op, both, isSent } = half;
  const refused = refusedText(half);
  const query = useQuery({ ...queryFor(readHandover, { transfer }), enabled: isSent });
  const server = isSent ? query.data?.data : undefined;
  return (
    <Page
      title={handoverTexts.takeTitle}
      note={server?.order ? server.order.ref : `From ${both.offer.source_name}`}
      actions={<PrintButton paper={paperOfHandover(both, null, server && completedOf(server))} />}
    >
      {refused ? (
        <Notice tone="bad" icon="alert" role="alert">
          {refused} <TextLink to="/sync">Outbox</TextLink>
        </Notice>
      ) : (
        <Notice tone={isSent ? 'good' : 'wait'} icon={isSent ? 'check' : 'clock'} role="status">
          {isSent ? 'Taken over, and the server has it.' : syncWords.savedHere}
        </Notice>
      )}
      {!refused && <HandoverSteps of="take" at={2} />}
      {server?.not_posted && (
        <Notice tone="wait" icon="alert">
          The goods have not moved in stock yet: {server.not_posted}
        </Notice>
      )}
      <Beside codes={<Codes kind="answer" paper={op.payload.answer} />}>
        <p className="text-ink-soft">This is your answer. The giver's tablet reads it with “Scan the answer”.</p>
        <Sides both={both} />
      </Beside>
    </Page>
  );
}
