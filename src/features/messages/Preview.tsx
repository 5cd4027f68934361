import { smsParts } from '#domain/notification.ts';
import { plural } from '#domain/plural.ts';
import { Card } from '#ui/Card.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { Mark } from '#ui/Mark.tsx';
import type { DraftMessage } from './useMessage.ts';

const NONE = 'No notification preview available.';

/**
 * Shows the message as a recipient sees it: the push on a phone, and the text of the SMS. The documents' sentence always stands below (NOTIF-02), because
 * the preview is a sketch and no phone has shown the message yet.
 */
export function Preview({ of: { body, smsToo } }: { of: DraftMessage }) {
  const { title, message } = body;
  const text = `${title}\n${message}`;
  return (
    <Card label="Notification Preview">
      <h2 className="text-base font-semibold">Notification Preview</h2>
      {title === '' && message === '' ? (
        <EmptyState title={NONE} />
      ) : (
        <div className="mt-2 flex flex-col gap-5">
          <p className="text-sm text-ink-soft">
            <span>{NONE}</span> This is a sketch of what arrives.
          </p>
          <figure>
            <figcaption className="mb-2 text-sm text-ink-soft">Push, on each device that allows it</figcaption>
            <div className="flex gap-3 rounded-card border bg-page p-3.5 shadow-card">
              <span className="grid size-9 shrink-0 place-items-center rounded-field bg-brand">
                <Mark size={22} />
              </span>
              <div className="min-w-0 flex-1">
                <p className="text-xs text-ink-faint">Kasuwa</p>
                <p className="font-semibold [overflow-wrap:anywhere]">{title}</p>
                <p className="whitespace-pre-line text-sm [overflow-wrap:anywhere]">{message}</p>
              </div>
            </div>
          </figure>
          <figure>
            <figcaption className="mb-2 text-sm text-ink-soft">
              {smsToo
                ? plural(smsParts(text), 'SMS, # part for each person', 'SMS, # parts for each person')
                : 'No SMS. People without a device for push messages get nothing.'}
            </figcaption>
            {smsToo && (
              <p className="w-fit max-w-full whitespace-pre-line rounded-card rounded-bl-none bg-surface-sunken px-3.5 py-2.5 text-sm [overflow-wrap:anywhere]">
                {text}
              </p>
            )}
          </figure>
        </div>
      )}
    </Card>
  );
}
