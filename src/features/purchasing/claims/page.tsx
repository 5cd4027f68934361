import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { queryFor, type SavedAnswer } from '#client/reads/queries.ts';
import { claim } from '#contract/purchasing/claim.ts';
import { claimLines } from '#contract/purchasing/claimCalls.ts';
import { useId } from '#crud/address.ts';
import { HistoryPanel } from '#crud/history/HistoryPanel.tsx';
import { lazyPart } from '#crud/lazyPart.tsx';
import { ListStep } from '#crud/list/ListStep.tsx';
import { Loaded } from '#crud/query/Loaded.tsx';
import { StoredCopy } from '#crud/query/Saved.tsx';
import { useRecord } from '#crud/query/useRecord.ts';
import { useContact } from '#crud/query/useSession.ts';
import { CLAIM_LABEL } from '#domain/discrepancy.ts';
import { syncWords } from '#domain/syncWords.ts';
import { Card } from '#ui/Card.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { RowMenu } from '#ui/list/RowMenu.tsx';
import { Page } from '#ui/Page.tsx';
import { ServerButton, ServerItem } from '#ui/ServerButton.tsx';
import { ClaimGoods } from './ClaimGoods.tsx';
import { PrintClaim } from './ClaimPaper.tsx';
import { ClaimSide } from './ClaimSide.tsx';
import { ClaimWay } from './ClaimWay.tsx';
import type { ClaimRow } from './claimRow.ts';

const dialogs = () => import('./ClaimDialogs.tsx');
const CancelDialog = lazyPart(dialogs, 'CancelClaimDialog');
const NoteDialog = lazyPart(dialogs, 'NoteDialog');
const SendDialog = lazyPart(dialogs, 'SendDialog');
const SettleDialog = lazyPart(dialogs, 'SettleDialog');

/** One claim: the step that it has reached, its lines, people and times, and the next step (DISC-23). */
export function Screen() {
  const id = useId();
  const query = useRecord(claim, id);
  return (
    <Loaded query={query} title="Claim" missing="Claim not found">
      {([row]) => row && <OneClaim row={row} of={query.data} />}
    </Loaded>
  );
}

const NOTES = {
  open: 'The supplier does not have it yet.',
  sent: 'The supplier has it.',
  settled: 'The supplier has settled it.',
  cancelled: 'Its lines can be claimed again.',
} as const;

function OneClaim({ row, of }: { row: ClaimRow; of: SavedAnswer<unknown> | undefined }) {
  const { online } = useContact();
  const lines = useQuery(queryFor(claimLines, { claim_id: row._id }));
  const [asking, setAsking] = useState<'send' | 'settle' | 'cancel' | 'note' | null>(null);
  const asleep = !online || of?.copy === true;
  const hasEnded = row.status === 'settled' || row.status === 'cancelled';
  const details = lines.data?.data;
  const back = details?.lines.filter((line) => line.reversed) ?? [];
  const close = () => setAsking(null);
  return (
    <Page
      title={row.ref}
      note={`${CLAIM_LABEL[row.status]}. ${NOTES[row.status]}`}
      actions={
        <>
          <ListStep id={row._id} />
          {details && <PrintClaim row={row} details={details} />}
          {!hasEnded && (
            <RowMenu of={row.ref} head>
              <ServerItem disabled={asleep} onClick={() => setAsking('note')}>
                Edit note
              </ServerItem>
              <ServerItem className="text-bad" disabled={asleep} onClick={() => setAsking('cancel')}>
                Cancel claim
              </ServerItem>
            </RowMenu>
          )}
        </>
      }
    >
      {of?.copy && <StoredCopy at={of.at} isListed={of.listed} />}
      {row.status === 'open' && back.length > 0 && (
        <Notice tone="wait" icon="alert">
          {[...new Set(back.map((line) => line.receipt.ref))].join(', ')} was reversed since. Take its lines out before
          the claim is sent.
        </Notice>
      )}
      <ClaimWay row={row}>
        {row.status === 'open' && (
          <ServerButton
            look="primary"
            icon="upload"
            disabled={asleep || back.length > 0}
            onClick={() => setAsking('send')}
          >
            Mark as sent
          </ServerButton>
        )}
        {row.status === 'sent' && (
          <ServerButton look="primary" icon="check" disabled={asleep} onClick={() => setAsking('settle')}>
            Settle
          </ServerButton>
        )}
      </ClaimWay>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_17rem] min-[90rem]:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <ClaimGoods row={row} query={lines} asleep={asleep} />
          {asleep && !hasEnded && (
            <Notice tone="wait" icon="cloudOff">
              {syncWords.needsConnection}
            </Notice>
          )}
          <HistoryPanel model="claim" row={row} />
        </div>
        <Card label="Who and when">
          <ClaimSide row={row} address={details?.supplier_address ?? ''} />
        </Card>
      </div>
      <Suspense>
        {asking === 'send' && <SendDialog row={row} onClose={close} />}
        {asking === 'settle' && <SettleDialog row={row} onClose={close} />}
        {asking === 'cancel' && <CancelDialog row={row} onClose={close} />}
        {asking === 'note' && <NoteDialog row={row} onClose={close} />}
      </Suspense>
    </Page>
  );
}
