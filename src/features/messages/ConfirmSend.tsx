import { Simulated } from '#crud/fields/Simulated.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { Notice } from '#ui/feedback/States.tsx';

/** The recipients of a message, and when the same message was last sent (B9.2b). */
export interface Reach {
  count: number;
  push: number;
  sms: number;
  skipped: number;
  skipped_why: string;
  sample: readonly { name: string; phone: string }[];
  simulated: boolean;
  minutesAgo: number | null;
}

interface Props {
  asked: Reach;
  busy: boolean;
  onSend: () => void;
  onClose: () => void;
}

/** Shows what will be sent; sending cannot be undone (B12.4). */
export function ConfirmSend({ asked: request, busy, onSend, onClose }: Props) {
  const { count, push, sms, skipped, skipped_why, sample, minutesAgo } = request;
  const reached = count - skipped;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Send notification"
      description={
        minutesAgo === null
          ? `It goes to ${people(count)}: ${push} by push, ${sms} by SMS.`
          : `You sent this message ${minutesAgo} minutes ago. Send again?`
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" busy={busy} disabled={reached === 0} onClick={onSend}>
            Send to {people(reached)}
          </Button>
        </>
      }
    >
      {request.simulated && <Simulated>Messages are written down, none leaves this server.</Simulated>}
      {skipped > 0 && (
        <Notice tone={reached === 0 ? 'bad' : 'wait'} icon="alert">
          {skippedText(skipped, skipped_why)}
        </Notice>
      )}
      {sms === 0 && push < count && (
        <p className="text-ink-soft">
          {push === 0 ? 'Nobody of them' : 'Not everybody'} has a device for a push. Send an SMS too to reach them.
        </p>
      )}
      <ul className="text-sm text-ink-soft">
        {sample.map((one) => (
          <li key={one.phone} className="figures">
            {one.phone} {one.name}
          </li>
        ))}
        {count > sample.length && <li>and {(count - sample.length).toLocaleString('en-NG')} more</li>}
      </ul>
    </Dialog>
  );
}

/** "3 recipients are skipped: no device for a push." */
export const skippedText = (skipped: number, why: string) =>
  `${people(skipped)} ${skipped === 1 ? 'is' : 'are'} skipped: ${why}`;

const people = (count: number) => `${count.toLocaleString('en-NG')} ${count === 1 ? 'recipient' : 'recipients'}`;
