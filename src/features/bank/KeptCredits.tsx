import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { dismissKept, type KeptCredit, keptCredits } from '#contract/wallet/bankCalls.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { useForm } from '#crud/form/useForm.ts';
import { TextLink } from '#crud/Link.tsx';
import { walletPath } from '#crud/paths.ts';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { canPost, KEPT_STATES, KEPT_WORDS, type KeptState } from '#domain/bankKept.ts';
import { NO_VALUE } from '#domain/locale.ts';
import { showNumber } from '#domain/number.ts';
import { Card } from '#ui/Card.tsx';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { Badge, type Tone } from '#ui/feedback/Badge.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { LongTextField, SelectField } from '#ui/fields/Field.tsx';
import { NoRows } from '#ui/list/NoRows.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { PagedTable } from '#ui/tables/PagedTable.tsx';
import type { Column } from '#ui/tables/Table.tsx';
import { momentText } from '#ui/when.ts';
import { PostDialog } from './PostDialog.tsx';
import { nairaOf } from './shown.ts';

const STATES: Readonly<Record<KeptState, [string, Tone]>> = {
  open: ['To decide', 'wait'],
  posted: ['Posted by hand', 'good'],
  settled: ['Received automatically', 'good'],
  dismissed: ['Dismissed', 'neutral'],
};

/** Credits that the bank reported and that were not posted: the reason, and what a person can do. */
export function KeptCredits() {
  const [state, setState] = useState<string>('open');
  const [paging, setPaging] = useState({ page: 1, per_page: 10 });
  const [posting, setPosting] = useState<KeptCredit | null>(null);
  const [dismissing, setDismissing] = useState<KeptCredit | null>(null);
  const query = useQuery({
    ...queryFor(keptCredits, {
      state: state || undefined,
      page: String(paging.page),
      per_page: String(paging.per_page),
    }),
    placeholderData: keepPreviousData,
  });
  const columns: Column<KeptCredit>[] = [
    { key: 'time', title: 'Last came', cell: (row) => <Came row={row} /> },
    { key: 'why', title: 'Why it was not posted', grow: true, cell: (row) => <Why row={row} /> },
    { key: 'credit', title: 'Credit', cell: (row) => <Credit row={row} /> },
    { key: 'value', title: 'Value', align: 'right', cell: (row) => (row.value ? nairaOf(row.value) : NO_VALUE) },
    {
      key: 'do',
      title: 'Decide',
      cell: (row) =>
        row.state === 'open' ? (
          <span className="flex gap-2">
            {canPost(row.reason) && (
              <ServerButton look="primary" onClick={() => setPosting(row)}>
                Post
              </ServerButton>
            )}
            <ServerButton onClick={() => setDismissing(row)}>Dismiss</ServerButton>
          </span>
        ) : (
          <Decided row={row} />
        ),
    },
  ];
  return (
    <Card padded={false} label="To decide">
      <div className="flex flex-wrap items-end justify-between gap-3 border-b px-5 py-3">
        <h2 className="text-base font-semibold">To decide</h2>
        <div className="w-48">
          <SelectField
            label="State"
            value={state}
            onChange={(next) => {
              setState(next);
              setPaging((before) => ({ ...before, page: 1 }));
            }}
            blank="All"
            options={KEPT_STATES.map((one) => ({ value: one as string, label: STATES[one][0] }))}
          />
        </div>
      </div>
      <QueryBoundary query={query} rows={3}>
        {({ rows, total }) => (
          <PagedTable
            paging={paging}
            onTurn={setPaging}
            total={total}
            label="To decide"
            columns={columns}
            rows={rows}
            keyOf={(row) => row._id}
            empty={
              state === 'open' ? (
                <EmptyState scene="done" title="Nothing waits for a decision">
                  <p>A bank credit that no wallet got automatically appears here.</p>
                </EmptyState>
              ) : (
                <NoRows
                  title="No credits found"
                  isFiltered={state !== ''}
                  onClear={() => setState('')}
                  why="Every bank credit was posted automatically."
                />
              )
            }
          />
        )}
      </QueryBoundary>
      {posting && <PostDialog kept={posting} onClose={() => setPosting(null)} />}
      {dismissing && <DismissDialog kept={dismissing} onClose={() => setDismissing(null)} />}
    </Card>
  );
}

function Came({ row }: { row: KeptCredit }) {
  return (
    <>
      <span className="block">{momentText(row.last_at)}</span>
      {row.times > 1 && <span className="text-sm text-ink-soft">{showNumber(row.times)} times</span>}
    </>
  );
}

function Why({ row }: { row: KeptCredit }) {
  const { what, todo } = KEPT_WORDS[row.reason];
  return (
    <span className="block min-w-60 whitespace-normal py-2">
      <span className="block font-semibold">{what}</span>
      {row.state === 'open' && <span className="block text-sm text-ink-soft">{todo}</span>}
    </span>
  );
}

function Credit({ row }: { row: KeptCredit }) {
  // When the body could not be read, only the raw text can be shown.
  if (row.reference === null)
    return <code className="line-clamp-3 max-w-60 whitespace-normal wrap-anywhere text-sm">{row.body || 'empty'}</code>;
  return (
    <>
      <span className="block">{row.reference}</span>
      <span className="figures block text-sm text-ink-soft">{row.account_number}</span>
      {row.owner && <TextLink to={walletPath(row.owner)}>{row.owner.name}</TextLink>}
    </>
  );
}

function Decided({ row }: { row: KeptCredit }) {
  const [word, tone] = STATES[row.state];
  return (
    <span className="flex flex-col items-start gap-1 py-1">
      <Badge tone={tone}>{word}</Badge>
      <span className="text-sm text-ink-soft">{row.note ?? row.modified_by?.name ?? ''}</span>
    </span>
  );
}

function DismissDialog({ kept, onClose }: { kept: KeptCredit; onClose: () => void }) {
  const form = useForm({ note: dismissKept.input.note }, { note: '' });
  const { busy, send: write } = useCommand();
  const save = async () => {
    const body = { _id: kept._id, note: form.values.note ?? '' };
    if (await write(dismissKept, body, 'Dismissed.', { fields: form.refuse })) onClose();
  };
  return (
    <DialogForm
      onClose={onClose}
      title="Dismiss"
      description="Nothing is posted. It stays in the list under Dismissed."
      save="Dismiss"
      ready={form.changed && form.valid}
      busy={busy}
      onSave={save}
    >
      <LongTextField
        label="Note"
        rows={2}
        {...form.field('note')}
        required
        hint="Say why, for anybody who asks later."
      />
    </DialogForm>
  );
}
