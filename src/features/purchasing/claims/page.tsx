import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { oneQuery, queryFor } from '#client/reads/queries.ts';
import { claim } from '#contract/purchasing/claim.ts';
import { claimLines } from '#contract/purchasing/claimCalls.ts';
import { useId } from '#crud/address.ts';
import { HistoryPanel } from '#crud/history/HistoryPanel.tsx';
import { ListStep } from '#crud/list/ListStep.tsx';
import { Loaded } from '#crud/query/Loaded.tsx';
import { StoredCopy } from '#crud/query/Saved.tsx';
import { useContact } from '#crud/query/useSession.ts';
import { CLAIM_LABEL } from '#domain/discrepancy.ts';
import { syncWords } from '#domain/syncWords.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { Icon } from '#ui/Icon.tsx';
import { RowMenu } from '#ui/list/RowMenu.tsx';
import { Page } from '#ui/Page.tsx';
import { ClaimGoods } from './ClaimGoods.tsx';
import { PrintClaim } from './ClaimPaper.tsx';
import { ClaimSide } from './ClaimSide.tsx';
import { ClaimWay } from './ClaimWay.tsx';
import type { ClaimRow } from './claimRow.ts';

const dialogs = () => import('./ClaimDialogs.tsx');
const CancelDialog = lazy(async () => ({ default: (await dialogs()).CancelClaimDialog }));
const NoteDialog = lazy(async () => ({ default: (await dialogs()).NoteDialog }));
const SendDialog = lazy(async () => ({ default: (await dialogs()).SendDialog }));
const SettleDialog = lazy(async () => ({ default: (await dialogs()).SettleDialog }));

/** One claim: the step that it has reached, its lines, people and times, and the next step (DISC-23). */
export function Screen() {
  const id = useId();
  const query = useQuery(oneQuery(claim, id));
  return (
    <Loaded query={query} title="Claim" missing="Claim not found">
      {([row]) => row && <OneClaim row={row} at={query.data?.copy ? query.data.at : null} />}
    </Loaded>
  );
}

const NOTES = {
  open: 'The supplier does not have it yet.',
  sent: 'The supplier has it.',
  settled: 'The supplier made it good.',
  cancelled: 'Its lines can be claimed again.',
} as const;

/** `at`: the age of the stored copy in epoch ms; null: the server's answer is shown. */
function OneClaim({ row, at }: { row: ClaimRow; at: number | null }) {
  const { online } = useContact();
  const lines = useQuery(queryFor(claimLines, { claim_id: row._id }));
  const [asking, setAsking] = useState<'send' | 'settle' | 'cancel' | 'note' | null>(null);
  const asleep = !online || at !== null;
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
              <button type="button" disabled={asleep} onClick={() => setAsking('note')}>
                <Icon name="edit" size={18} /> Change the note
              </button>
              <button type="button" className="text-bad" disabled={asleep} onClick={() => setAsking('cancel')}>
                <Icon name="close" size={18} /> Cancel the claim
              </button>
            </RowMenu>
          )}
        </>
      }
    >
      {at !== null && <StoredCopy at={at} />}
      {row.status === 'open' && back.length > 0 && (
        <Notice tone="wait" icon="alert">
          {[...new Set(back.map((line) => line.receipt.ref))].join(', ')} was reversed since. Take its lines out before
          the claim is sent.
        </Notice>
      )}
      <ClaimWay row={row}>
        {row.status === 'open' && (
          <Button look="primary" icon="upload" disabled={asleep || back.length > 0} onClick={() => setAsking('send')}>
            Mark as sent
          </Button>
        )}
        {row.status === 'sent' && (
          <Button look="primary" icon="check" disabled={asleep} onClick={() => setAsking('settle')}>
            Settle
          </Button>
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
