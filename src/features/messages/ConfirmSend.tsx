import { Simulated } from '#crud/fields/Simulated.tsx';
import { showNumber } from '#domain/number.ts';
import { shownPhone } from '#domain/phone.ts';
import { plural } from '#domain/plural.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';

/** Who the message would reach, and whether the same message was sent shortly before (B9.2b). */
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
  reach: Reach;
  busy: boolean;
  onSend: () => void;
  onClose: () => void;
}

/** Confirms a message before it is sent, because it cannot be taken back (B12.4). */
export function ConfirmSend({ reach, busy, onSend, onClose }: Props) {
  const { count, push, sms, skipped, skipped_why, sample, minutesAgo } = reach;
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
          <ServerButton look="primary" busy={busy} disabled={reached === 0} onClick={onSend}>
            Send to {people(reached)}
          </ServerButton>
        </>
      }
    >
      {reach.simulated && <Simulated>Messages are saved on this server and not sent.</Simulated>}
      {skipped > 0 && (
        <Notice tone={reached === 0 ? 'bad' : 'wait'} icon="alert">
          {skippedText(skipped, skipped_why)}
        </Notice>
      )}
      {sms === 0 && push < count && (
        <p className="text-ink-soft">
          {push === 0
            ? 'None of them has a device for push messages. Also send an SMS to reach them.'
            : 'Not all of them have a device for push messages. Also send an SMS to reach them.'}
        </p>
      )}
      <ul className="text-sm text-ink-soft">
        {sample.map((one) => (
          <li key={one.phone} className="figures">
            {shownPhone(one.phone)} {one.name}
          </li>
        ))}
        {count > sample.length && <li>and {showNumber(count - sample.length)} more</li>}
      </ul>
    </Dialog>
  );
}

/** "3 recipients are skipped: no device for a push." */
export const skippedText = (skipped: number, why: string) =>
  `${plural(skipped, '# recipient is skipped', '# recipients are skipped')}: ${why}`;

const people = (count: number) => plural(count, '# recipient', '# recipients');
