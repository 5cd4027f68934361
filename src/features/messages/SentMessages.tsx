import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import {
  type Notification,
  type NotificationRecipient,
  RECIPIENT_STATUS,
  recipientsOf,
  sentNotifications,
} from '#contract/messages/notificationCalls.ts';
import { Simulated } from '#crud/fields/Simulated.tsx';
import { TextLink } from '#crud/Link.tsx';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { showNumber } from '#domain/number.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { Badge, type Tone } from '#ui/feedback/Badge.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { SelectField } from '#ui/fields/Field.tsx';
import { NoRows } from '#ui/list/NoRows.tsx';
import { PhoneLink } from '#ui/PhoneLink.tsx';
import { PagedTable } from '#ui/tables/PagedTable.tsx';
import { type Column, Table } from '#ui/tables/Table.tsx';
import { momentText } from '#ui/when.ts';

const LAST = 20;
/** The interval in ms of reading the figures while messages are waiting. */
const WATCH_MS = 5_000;

/** The latest notifications, how many of their messages were sent, and to whom (B9.2b). */
export function SentMessages() {
  const query = useQuery(queryFor(sentNotifications, { page: '1', per_page: String(LAST) }));
  const [open, setOpen] = useState<Notification | null>(null);
  const answer = query.data?.data;
  const rows = answer && !Array.isArray(answer) ? answer.rows : [];
  const waiting = rows.some((row) => row.waiting > 0);
  const { refetch } = query;
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => void refetch(), WATCH_MS);
    return () => clearInterval(timer);
  }, [waiting, refetch]);
  const columns: Column<Notification>[] = [
    {
      key: 'title',
      title: 'Title',
      grow: true,
      cell: (row) => (
        <>
          <span className="block font-semibold">{row.title}</span>
          <span className="line-clamp-1 text-sm text-ink-soft">{row.message}</span>
        </>
      ),
    },
    { key: 'time', title: 'Sent', cell: (row) => momentText(row.created) },
    { key: 'by', title: 'By', cell: (row) => row.created_by?.name ?? 'System' },
    { key: 'state', title: 'Arrived', cell: (row) => <Arrived row={row} /> },
    { key: 'list', title: 'Recipients', cell: (row) => <Button onClick={() => setOpen(row)}>Recipients</Button> },
  ];
  return (
    <Card padded={false} label="Sent messages">
      <h2 className="border-b px-5 py-3 text-base font-semibold">Sent messages</h2>
      {rows.some((row) => row.simulated) && (
        <div className="px-5 py-3 empty:hidden">
          <Simulated>Test mode: no message was sent.</Simulated>
        </div>
      )}
      <QueryBoundary query={query} rows={3}>
        {() =>
          rows.length === 0 ? (
            <EmptyState title="No messages sent yet">What you send above is listed here.</EmptyState>
          ) : (
            <Table label="Sent messages" columns={columns} rows={rows} keyOf={(row) => row._id} />
          )
        }
      </QueryBoundary>
      {open && <Recipients of={open} onClose={() => setOpen(null)} />}
    </Card>
  );
}

/** "70 sent, 1 failed, 2 waiting of 73", in test mode "70, test". It counts messages, and a person may get two. */
function Arrived({ row }: { row: Notification }) {
  const parts: [number, string, Tone][] = [
    [row.simulated ? 0 : row.sent, 'sent', 'good'],
    [row.failed, 'failed', 'bad'],
    [row.waiting, 'waiting', 'wait'],
    [row.skipped, 'skipped', 'neutral'],
  ];
  const all = row.sent + row.failed + row.waiting + row.skipped;
  return (
    <span className="flex w-max max-w-60 flex-wrap items-center gap-1.5">
      {row.simulated && row.sent > 0 && <Badge>{showNumber(row.sent)}, test</Badge>}
      {parts
        .filter(([count]) => count > 0)
        .map(([count, word, tone]) => (
          <Badge key={word} tone={tone}>
            {showNumber(count)} {word}
          </Badge>
        ))}
      {!(row.simulated && row.sent === all) && (
        <span className="figures text-sm text-ink-faint">of {showNumber(all)}</span>
      )}
    </span>
  );
}

const STATUS: Record<NotificationRecipient['status'], [string, Tone]> = {
  queued: ['Waiting', 'wait'],
  sent: ['Sent', 'good'],
  failed: ['Failed', 'bad'],
  skipped: ['Skipped', 'neutral'],
};

const DELIVERED: [string, Tone] = ['Delivered', 'good'];

const TEST: [string, Tone] = ['Test', 'neutral'];

/** The badge of a recipient. A message of the test mode left nothing, so it is neither sent nor delivered. */
function statusOf({ status, delivered_at }: NotificationRecipient, isTest: boolean): [string, Tone] {
  if (isTest && (status === 'sent' || delivered_at !== null)) return TEST;
  return delivered_at === null ? STATUS[status] : DELIVERED;
}

const columnsOf = (isTest: boolean): readonly Column<NotificationRecipient>[] => [
  {
    key: 'who',
    title: 'Recipient',
    grow: true,
    cell: (row) =>
      row.buyer ? <TextLink to={`/buyers/${row.buyer._id}/balance`}>{row.buyer.name}</TextLink> : 'Not a retailer',
  },
  { key: 'phone', title: 'Phone', cell: (row) => <PhoneLink phone={row.phone} /> },
  { key: 'channel', title: 'By', cell: (row) => (row.channel === 'sms' ? 'SMS' : 'Push') },
  {
    key: 'status',
    title: 'Status',
    cell: (row) => {
      const [word, tone] = statusOf(row, isTest);
      return (
        <span className="flex flex-col items-start gap-1 py-1">
          <Badge tone={tone}>{word}</Badge>
          {row.error && <span className="text-sm text-ink-soft">{row.error}</span>}
        </span>
      );
    },
  },
];

function Recipients({ of, onClose }: { of: Notification; onClose: () => void }) {
  const [status, setStatus] = useState('');
  const [paging, setPaging] = useState({ page: 1, per_page: 10 });
  const query = useQuery({
    ...queryFor(recipientsOf, {
      _id: of._id,
      status: status || undefined,
      page: String(paging.page),
      per_page: String(paging.per_page),
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <Dialog open onClose={onClose} title={of.title} description={of.message} width="wide">
      <div className="w-44">
        <SelectField
          label="Status"
          value={status}
          onChange={(next) => {
            setStatus(next);
            setPaging((before) => ({ ...before, page: 1 }));
          }}
          blank="All"
          options={RECIPIENT_STATUS.map((one) => ({ value: one as string, label: STATUS[one][0] }))}
        />
      </div>
      <Card padded={false}>
        <QueryBoundary query={query} rows={4}>
          {(answer) => (
            <PagedTable
              paging={paging}
              onTurn={setPaging}
              total={Array.isArray(answer) ? answer.length : answer.total}
              label="Recipients"
              columns={columnsOf(of.simulated)}
              rows={Array.isArray(answer) ? answer : answer.rows}
              keyOf={(row) => row._id}
              empty={
                <NoRows
                  title="No recipients found"
                  isFiltered={status !== ''}
                  onClear={() => setStatus('')}
                  why="The message reached nobody."
                />
              }
            />
          )}
        </QueryBoundary>
      </Card>
    </Dialog>
  );
}
