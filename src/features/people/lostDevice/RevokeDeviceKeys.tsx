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
    label="Device keys"
    hint="Has this person lost a tablet that hands goods over by code? Revoke the keys: what is signed with them from now on is refused."
    action="Revoke device keys"
    dialog={(onClose) => <Sure {...person} onClose={onClose} />}
  />
);

function Sure({ userId, name, onClose }: Props & { onClose: () => void }) {
  const { busy, send } = useCommand();
  const success = ({ revoked }: { revoked: number }) =>
    revoked === 0
      ? `${name} had no device key.`
      : plural(revoked, `# device key of ${name} was revoked.`, `# device keys of ${name} were revoked.`);
  return (
    <DialogForm
      title={`Revoke all device keys of ${name}?`}
      description="Goods that were handed over with them before stay handed over, even if the tablet reports it later. What is signed with them from now on is refused, on every tablet of this person. A tablet on which the person is still signed in makes a new key when it reaches the server: if a tablet is lost, set a new password too, which ends all sessions."
      save="Revoke them"
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
