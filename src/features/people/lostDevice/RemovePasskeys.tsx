import { useState } from 'react';
import { passwordHash } from '#client/session/passwordHash.ts';
import { removePasskeysOf } from '#contract/session/passkeyCalls.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { useSession } from '#crud/query/useSession.ts';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { TextField } from '#ui/fields/Field.tsx';
import { LostDeviceCard } from './LostDeviceCard.tsx';

interface Props {
  userId: string;
  name: string;
}

/**
 * Removes a person's passkeys after a device was lost (security S7). The person then signs in with the password alone, reads that the passkeys were removed, and
 * registers a new passkey.
 */
export function RemovePasskeys(person: Props) {
  const { profile } = useSession();
  // People manage their own passkeys on the profile.
  if (profile?.user_id === person.userId) return null;
  return (
    <LostDeviceCard
      label="Passkeys"
      hint="Has this person lost the device with the passkey, and the recovery codes too? Remove the passkeys. Then the password alone is enough to sign in."
      action="Remove all passkeys"
      dialog={(onClose) => <Sure {...person} onClose={onClose} />}
    />
  );
}

function Sure({ userId, name, onClose }: Props & { onClose: () => void }) {
  const [password, setPassword] = useState('');
  const { busy, send: write, refused, retyped } = useCommand();
  const remove = async (close: () => void) => {
    const input = { _id: userId, hash_own: await passwordHash(password) };
    if (await write(removePasskeysOf, input, `The passkeys of ${name} were removed.`)) close();
  };
  return (
    <DialogForm
      title={`Remove all passkeys of ${name}?`}
      description="This removes all passkeys and recovery codes of the account and signs it out everywhere. Check who is asking: at the next sign-in the person sees that you did it."
      save="Remove them"
      look="danger"
      ready={password !== ''}
      busy={busy}
      onSave={remove}
      onClose={onClose}
    >
      <TextField
        label="Your password"
        name="hash_own"
        type="password"
        autoComplete="current-password"
        value={password}
        error={refused.hash_own}
        onChange={(value) => {
          setPassword(value);
          retyped('hash_own');
        }}
        required
      />
    </DialogForm>
  );
}
