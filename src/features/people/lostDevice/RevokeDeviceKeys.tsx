import { revokeKeys } from '#contract/handover/handoverCalls.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { plural } from '#domain/plural.ts';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { LostDeviceCard } from './LostDeviceCard.tsx';

interface Props {
  userId: string;
  name: string;
}

/** Revokes the keys with which a person's tablets sign handovers, after one of them was lost (HAND-04, HAND-49). */
export const RevokeDeviceKeys = (person: Props) => (
  <LostDeviceCard
    label="Lost device"
    hint="Has this person lost a device that hands over goods by code? Block its codes, so that nobody can use them."
    action="Block handover codes"
    dialog={(onClose) => <Sure {...person} onClose={onClose} />}
  />
);

function Sure({ userId, name, onClose }: Props & { onClose: () => void }) {
  const { busy, send } = useCommand();
  const success = ({ revoked }: { revoked: number }) =>
    revoked === 0
      ? `No device of ${name} makes handover codes.`
      : plural(revoked, `# device of ${name} is blocked.`, `# devices of ${name} are blocked.`);
  return (
    <DialogForm
      title={`Block the handover codes of ${name}?`}
      description="From now on, codes from every device of this person are refused. Goods that were already handed over stay handed over. Set a new password too: it signs the person out everywhere. Otherwise a lost device can make new codes once it is online."
      save="Block codes"
      look="danger"
      ready
      busy={busy}
      onSave={async (close) => {
        const answer = await send(revokeKeys, { user_id: userId });
        if (!answer) return;
        toast('good', success(answer));
        close();
      }}
      onClose={onClose}
    >
      {null}
    </DialogForm>
  );
}
