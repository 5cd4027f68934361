import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { contactWords } from '#domain/contactWords.ts';
import { Button } from '../Button.tsx';
import { AwayLine } from '../feedback/AwayLine.tsx';
import { Form } from '../fields/Form.tsx';
import { focusFirstWrong } from '../fields/firstWrong.ts';
import { useAway } from '../hooks/useAway.ts';
import { useIsMounted } from '../hooks/useIsMounted.ts';
import { Dialog } from './Dialog.tsx';

interface Props
  extends Omit<ComponentProps<typeof Dialog>, 'open' | 'actions'>,
    Pick<ComponentProps<typeof Button>, 'look' | 'icon'> {
  /** The label of the submit button. */
  save: string;
  /** The label of the button that only closes. */
  cancel?: string;
  /** Buttons between the two. */
  besides?: ReactNode;
  /** Whether the typed values are complete and valid. Only then the submit button and Enter in a field submit. */
  ready: boolean;
  /** Shows what is missing when the submit button is pressed before the form is ready. Without it the button is only disabled. */
  onMissing?: (() => void) | undefined;
  /** The write takes longer than the promise of `onSave` (`useCommand`). */
  busy?: boolean;
  /** The saved change stays on this device and is sent later. */
  isKept?: boolean;
  /**
   * Submits the form; the submit button is busy until the promise settles. `onSave` closes the dialog itself, so that a refusal leaves the typed
   * values. `close` does nothing if this dialog was already closed by hand: another may be open in its place (B12.6).
   */
  onSave: (close: () => void) => unknown;
}

/**
 * A dialog that is a form: fields, then Cancel and the submit button, which is outside the form element and names it. While the request runs, the
 * button is busy and keeps the focus, Escape and a press outside close nothing (`Dialog`), and a second press or Enter sends nothing. Enter in a
 * select never submits. Errors from the server are shown at their fields, and the first one gets the focus (`useCommand`, `firstWrongOf`).
 */
export function DialogForm({
  save,
  cancel = 'Cancel',
  besides,
  ready,
  onMissing,
  busy = false,
  isKept = false,
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
  const isAway = useAway() && !isKept;
  const send = async () => {
    if (isBusy || isAway) return;
    if (!ready) {
      if (!onMissing) return;
      onMissing();
      return focusFirstWrong();
    }
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
          <Button
            type="submit"
            form={id}
            look={look}
            {...(icon && { icon })}
            busy={isBusy}
            disabled={!ready && !onMissing}
            waits={!ready && Boolean(onMissing)}
            away={isAway}
            title={isAway ? contactWords.needsConnection : undefined}
          >
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
          // Enter that opens or closes a select must not submit the form.
          if (event.key === 'Enter' && event.target instanceof HTMLSelectElement) event.preventDefault();
        }}
      >
        {children}
        {!isKept && <AwayLine />}
      </Form>
    </Dialog>
  );
}
