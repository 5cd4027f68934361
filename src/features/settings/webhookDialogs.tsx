import { useState } from 'react';
import {
  createWebhook,
  HOOK_EVENT_NAMES,
  HOOK_EVENTS,
  type HookEvent,
  newWebhookSecret,
  updateWebhook,
  type Webhook,
} from '#contract/settings/webhookCalls.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { OwnPasswordField, useOwnPassword } from '#crud/fields/OwnPassword.tsx';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { CheckField, TextField } from '#ui/fields/Field.tsx';

interface Props {
  /** The webhook to change; absent: a new one. */
  one?: Webhook;
  onClose: () => void;
  /** Receives the secret of a new webhook, which the server sends once. */
  onMade?: (secret: string) => void;
}

/** The address of a webhook and its events, confirmed by the person's password. */
export function WebhookDialog({ one, onClose, onMade }: Props) {
  const [url, setUrl] = useState(one?.url ?? '');
  const [events, setEvents] = useState<readonly HookEvent[]>(one?.events ?? []);
  const { busy, send, refused, retyped } = useCommand();
  const own = useOwnPassword();
  const save = async (close: () => void) => {
    const input = { url: url.trim(), events, hash_own: await own.hash() };
    const on = { fields: own.refuse };
    if (one) {
      if (await send(updateWebhook, { _id: one._id, ...input }, 'Webhook saved.', on)) close();
      return;
    }
    const made = await send(createWebhook, input, 'Webhook added.', on);
    if (!made) return;
    close();
    onMade?.(made.secret);
  };
  return (
    <DialogForm
      title={one ? 'Edit webhook' : 'Add webhook'}
      save={one ? 'Save' : 'Add'}
      ready={url.trim() !== '' && events.length > 0 && own.typed}
      busy={busy}
      onSave={save}
      onClose={onClose}
    >
      <TextField
        label="Address"
        name="url"
        autoComplete="off"
        placeholder="https://shop.example/hooks"
        value={url}
        error={refused.url}
        onChange={(value) => {
          setUrl(value);
          retyped('url');
        }}
        required
      />
      <fieldset className="flex flex-col">
        <legend className="mb-1 text-sm font-semibold">Send a message when</legend>
        {HOOK_EVENT_NAMES.map((event) => (
          <CheckField
            key={event}
            label={HOOK_EVENTS[event]}
            checked={events.includes(event)}
            onChange={(on) => setEvents(on ? [...events, event] : events.filter((other) => other !== event))}
          />
        ))}
      </fieldset>
      <OwnPasswordField {...own.field} />
    </DialogForm>
  );
}

/** Asks for the password before a new secret replaces the former one. */
export function NewSecret({
  one,
  onClose,
  onMade,
}: {
  one: Webhook;
  onClose: () => void;
  onMade: (secret: string) => void;
}) {
  const { busy, send } = useCommand();
  const own = useOwnPassword();
  return (
    <DialogForm
      title="Create new secret?"
      description="The old secret stops working. The receiver refuses deliveries until it has the new one. They are sent again until then."
      save="Create new secret"
      ready={own.typed}
      busy={busy}
      onSave={async (close) => {
        const made = await send(newWebhookSecret, { _id: one._id, hash_own: await own.hash() }, undefined, {
          fields: own.refuse,
        });
        if (!made) return;
        close();
        onMade(made.secret);
      }}
      onClose={onClose}
    >
      <OwnPasswordField {...own.field} />
    </DialogForm>
  );
}
