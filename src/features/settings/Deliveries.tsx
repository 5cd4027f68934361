import { useQuery } from '@tanstack/react-query';
import { queryFor } from '#client/reads/queries.ts';
import {
  type Delivery,
  HOOK_EVENTS,
  sendAgain,
  type Webhook,
  webhookDeliveries,
} from '#contract/settings/webhookCalls.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { NO_VALUE } from '#domain/locale.ts';
import { showNumber } from '#domain/number.ts';
import { plural } from '#domain/plural.ts';
import { Badge } from '#ui/feedback/Badge.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { type Column, Table } from '#ui/tables/Table.tsx';
import { momentText } from '#ui/when.ts';
import { WEBHOOK_IS_OFF, whenReady } from '#ui/whenReady.ts';

/** The interval in ms of reading the log while a delivery waits for its first attempt. */
const SOON_MS = 2_000;

const eventText = (type: string) =>
  Object.hasOwn(HOOK_EVENTS, type) ? HOOK_EVENTS[type as keyof typeof HOOK_EVENTS] : 'Test';

function State({ row }: { row: Delivery }) {
  if (row.state === 'delivered') return <Badge tone="good">Delivered</Badge>;
  if (row.state === 'failed') return <Badge tone="bad">Failed</Badge>;
  return (
    <Badge tone="wait">{row.attempts === 0 ? 'Waiting' : `Next try ${momentText(row.next ?? row.created)}`}</Badge>
  );
}

/** The last deliveries of a webhook with their results. */
export function Deliveries({ of }: { of: Webhook }) {
  const { busy, send } = useCommand();
  const query = useQuery({
    ...queryFor(webhookDeliveries, { webhook_id: of._id }),
    // A new delivery goes out within a second, and the person waits for its result.
    refetchInterval: ({ state }) =>
      state.data?.data.some((row) => row.state === 'waiting' && row.attempts === 0) ? SOON_MS : false,
  });
  const columns: readonly Column<Delivery>[] = [
    { key: 'time', title: 'Time', cell: (row) => momentText(row.tried_at ?? row.created) },
    { key: 'event', title: 'Event', cell: (row) => eventText(row.type) },
    { key: 'state', title: 'State', cell: (row) => <State row={row} /> },
    { key: 'tries', title: 'Attempts', align: 'right', cell: (row) => showNumber(row.attempts) },
    { key: 'code', title: 'Status', align: 'right', cell: (row) => row.answer_code ?? NO_VALUE },
    {
      key: 'ms',
      title: 'Milliseconds',
      align: 'right',
      cell: (row) => (row.ms === null ? NO_VALUE : showNumber(row.ms)),
    },
    {
      key: 'answer',
      title: 'Answer',
      grow: true,
      cell: (row) => (
        <span
          className="line-clamp-2 min-w-40 text-sm whitespace-normal text-ink-soft [overflow-wrap:anywhere]"
          title={row.answer ?? undefined}
        >
          {row.answer || NO_VALUE}
        </span>
      ),
    },
    {
      key: 'again',
      title: '',
      end: true,
      cell: (row) => (
        <ServerButton
          busy={busy}
          {...whenReady(
            of.status !== 'active' && WEBHOOK_IS_OFF,
            () => void send(sendAgain, { _id: row._id }, 'The delivery is sent again.'),
          )}
        >
          Send again
        </ServerButton>
      ),
    },
  ];
  return (
    // The table has the full width of the card.
    <div className="-mx-5 mt-4 -mb-5 overflow-hidden rounded-b-card border-t pt-3">
      <QueryBoundary query={query} rows={2}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="px-5 pb-4 text-ink-soft">Nothing was sent yet.</p>
          ) : (
            <>
              <p className="mb-2 px-5 text-sm text-ink-soft">
                {plural(rows.length, 'The last delivery', 'The last # deliveries')}
              </p>
              <Table
                label={`Deliveries to ${of.url}`}
                columns={columns}
                rows={rows}
                keyOf={(row) => row._id}
                cards="phone"
              />
            </>
          )
        }
      </QueryBoundary>
    </div>
  );
}
