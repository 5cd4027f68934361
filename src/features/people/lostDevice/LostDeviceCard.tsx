import { type ReactNode, useState } from 'react';
import { Gate } from '#crud/query/Gate.tsx';
import { Card } from '#ui/Card.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';

interface Props {
  label: string;
  /** When to press the button, and what it does. */
  hint: string;
  /** The text of the button. */
  action: string;
  /** The question that the button opens. */
  dialog: (onClose: () => void) => ReactNode;
}

/** A card of a person's page for the time after a device was lost: one button, and a question before anything is removed. */
export function LostDeviceCard({ label, hint, action, dialog }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <Gate needs={['update_manager']}>
      <Card label={label}>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="max-w-md text-ink-soft">{hint}</p>
          <ServerButton icon="trash" onClick={() => setOpen(true)}>
            {action}
          </ServerButton>
        </div>
      </Card>
      {open && dialog(() => setOpen(false))}
    </Gate>
  );
}
