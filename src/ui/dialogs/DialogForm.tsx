import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { Button } from '../Button.tsx';
import { Form } from '../fields/Form.tsx';
import { useIsMounted } from '../hooks/useIsMounted.ts';
import { Dialog } from './Dialog.tsx';

interface Props
  extends Omit<ComponentProps<typeof Dialog>, 'open' | 'actions'>,
    Pick<ComponentProps<typeof Button>, 'look' | 'icon'> {
  /** The word on the button that sends. */
  save: string;
  /** The word on the one that only closes. */
  cancel?: string;
  /** Buttons between the two. */
  besides?: ReactNode;
  /** Something is typed, and all of it can be: only then the button sends, and Enter in a field. */
  ready: boolean;
  /** The write is under way beyond what `onSave` waits for (`useCommand`). */
  busy?: boolean;
  /**
   * Sends; the button waits until it is settled. Closing is its own business: a refusal leaves the dialog as it was typed. `close` does nothing once
   * this one was closed by hand: what stands in its place is another's (B12.6).
   */
  onSave: (close: () => void) => unknown;
}

/**
 * A dialog that is a form: fields, then Cancel and the button that sends, which stands outside the form and names it. While it is sent the button
 * waits and keeps the focus, Escape and a press beside close nothing (`Dialog`), and a second press or Enter sends nothing; nor does Enter in a list. What the server refuses
 * is said at its field, which gets the focus (`useCommand`, `firstWrongOf`).
 */
export function DialogForm({
  save,
  cancel = 'Cancel',
  besides,
  ready,
  busy = false,
  onSave,
  look = 'primary',
  icon,
  children,
  ...dialog
}: Props) {
  const id = useId();
  const [sending, setSending] = useState(false);
  const here = useIsMounted();
  const isBusy = busy || sending;
  const send = async () => {
    if (!ready || isBusy) return;
    setSending(true);
    try {
      await onSave(() => {
        if (here.current) dialog.onClose();
      });
    } finally {
      setSending(false);
    }
  };
  return (
    <Dialog
      {...dialog}
      open
      actions={
        <>
          <Button onClick={dialog.onClose}>{cancel}</Button>
          {besides}
          <Button type="submit" form={id} look={look} {...(icon && { icon })} busy={isBusy} disabled={!ready}>
            {save}
          </Button>
        </>
      }
    >
      <Form
        id={id}
        className="flex flex-col gap-4"
        onSubmit={send}
        onKeyDown={(event) => {
          // One that opens or closes a list must not bill anybody.
          if (event.key === 'Enter' && event.target instanceof HTMLSelectElement) event.preventDefault();
        }}
      >
        {children}
      </Form>
    </Dialog>
  );
}
