import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import {
  HOOK_EVENT_NAMES,
  HOOK_EVENTS,
  removeWebhook,
  setWebhookStatus,
  testWebhook,
  type Webhook,
  webhooks,
} from '#contract/settings/webhookCalls.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { ShownOnce } from '#crud/fields/ShownOnce.tsx';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { plural } from '#domain/plural.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { EmptyState, Notice } from '#ui/feedback/States.tsx';
import { RowMenu } from '#ui/list/RowMenu.tsx';
import { Page } from '#ui/Page.tsx';
import { ServerButton, ServerItem, ServerSwitch } from '#ui/ServerButton.tsx';
import { dayText, momentText } from '#ui/when.ts';
import { WEBHOOK_IS_OFF, whenReady } from '#ui/whenReady.ts';
import { Deliveries } from './Deliveries.tsx';
import { NewSecret, WebhookDialog } from './webhookDialogs.tsx';

type OpenDialog = { what: 'add' } | { what: 'change' | 'secret' | 'remove'; one: Webhook };

/** The addresses to which the server sends events: add, change, switch off, test, and look at deliveries. */
export function Screen() {
  const query = useQuery(queryFor(webhooks, {}));
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [secret, setSecret] = useState('');
  const close = () => setDialog(null);
  return (
    <Page
      title="Webhooks"
      note="Other programs get a message when something happens here."
      actions={
        <ServerButton look="primary" icon="plus" onClick={() => setDialog({ what: 'add' })}>
          Add webhook
        </ServerButton>
      }
    >
      <QueryBoundary query={query}>
        {(rows) =>
          rows.length === 0 ? (
            <Card padded={false}>
              <EmptyState title="No webhooks yet">
                <p>
                  A webhook is an address to which the server sends orders, receipts, payments and low stock as they
                  happen.
                </p>
              </EmptyState>
            </Card>
          ) : (
            rows.map((one) => <Hook key={one._id} one={one} onAsk={(what) => setDialog({ what, one })} />)
          )
        }
      </QueryBoundary>
      {dialog?.what === 'add' && <WebhookDialog onClose={close} onMade={setSecret} />}
      {dialog?.what === 'change' && <WebhookDialog one={dialog.one} onClose={close} />}
      {dialog?.what === 'secret' && <NewSecret one={dialog.one} onClose={close} onMade={setSecret} />}
      {dialog?.what === 'remove' && <Remove one={dialog.one} onClose={close} />}
      {secret !== '' && (
        <ShownOnce
          title="Secret of the webhook"
          description="The secret is shown only now. With it the receiver checks that a delivery comes from this server."
          label="Secret of the webhook"
          secret={secret}
          onClose={() => setSecret('')}
        />
      )}
    </Page>
  );
}

/** The events in one sentence: "a transfer is completed, an order is placed". */
const eventsIn = (events: Webhook['events']): string =>
  HOOK_EVENT_NAMES.filter((event) => events.includes(event))
    .map((event) => HOOK_EVENTS[event].replace(/^./, (first) => first.toLowerCase()))
    .join(', ');

function Hook({ one, onAsk }: { one: Webhook; onAsk: (what: 'change' | 'secret' | 'remove') => void }) {
  const { busy, send } = useCommand();
  const [isOpen, setIsOpen] = useState(false);
  const isOn = one.status === 'active';
  const turn = (on: boolean) =>
    send(
      setWebhookStatus,
      { _id: one._id, status: on ? 'active' : 'inactive' },
      on ? 'Webhook switched on.' : 'Webhook switched off.',
    );
  const test = async () => {
    if (await send(testWebhook, { _id: one._id }, 'A test is on its way.')) setIsOpen(true);
  };
  return (
    <Card label={one.url}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <h2 className="font-semibold [overflow-wrap:anywhere]">{one.url}</h2>
          <p className="text-sm text-ink-soft">{`Sends a message when: ${eventsIn(one.events)}.`}</p>
          <p className="text-sm text-ink-faint">
            Added {dayText(one.created)}
            {one.waiting > 0 && `, ${plural(one.waiting, '# delivery waits', '# deliveries wait')}`}
          </p>
        </div>
        <div className="flex items-center gap-3">
          <ServerSwitch label="On" checked={isOn} busy={busy} onChange={(on) => void turn(on)} />
          <RowMenu of={one.url} head>
            <ServerItem onClick={() => onAsk('change')}>Change</ServerItem>
            <ServerItem onClick={() => onAsk('secret')}>New secret</ServerItem>
            <ServerItem onClick={() => onAsk('remove')}>Remove</ServerItem>
          </RowMenu>
        </div>
      </div>
      {one.off_at !== null && (
        <div className="mt-3">
          <Notice tone="bad" icon="alert">
            Switched off by the server, {momentText(one.off_at)}. {one.off_reason}
          </Notice>
        </div>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <ServerButton busy={busy} {...whenReady(!isOn && WEBHOOK_IS_OFF, () => void test())}>
          Send test
        </ServerButton>
        <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Hide deliveries' : 'Show deliveries'}
        </Button>
      </div>
      {isOpen && <Deliveries of={one} />}
    </Card>
  );
}

function Remove({ one, onClose }: { one: Webhook; onClose: () => void }) {
  const { busy, send } = useCommand();
  return (
    <DialogForm
      title="Remove webhook?"
      description={`${one.url} gets no more messages. Waiting ones are not sent, and the log is deleted too.`}
      save="Remove"
      look="danger"
      ready
      busy={busy}
      onSave={async (close) => {
        if (await send(removeWebhook, { _id: one._id }, 'Webhook removed.')) close();
      }}
      onClose={onClose}
    />
  );
}
