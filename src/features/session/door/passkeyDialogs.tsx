import { useState } from 'react';
import { CallError } from '#client/callError.ts';
import { addPasskey, freshRecoveryCodes, NotGiven } from '#client/session/passkeys.ts';
import { passwordHash } from '#client/session/passwordHash.ts';
import { type Passkey, removePasskey, renamePasskey } from '#contract/session/passkeyCalls.ts';
import { messageFor } from '#crud/command/messageFor.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { TextField } from '#ui/fields/Field.tsx';

interface OwnPasswordProps {
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
}

/** The person's own password, which sensitive changes demand again. */
function OwnPassword(props: OwnPasswordProps) {
  return (
    <TextField
      label="Your password"
      name="hash_own"
      type="password"
      autoComplete="current-password"
      required
      {...props}
    />
  );
}

/** Shows an error. Returns the text for the password field, if the error is about the password. */
function tell(error: unknown): string | undefined {
  const atField = error instanceof CallError ? error.fields.hash_own : undefined;
  if (!atField) toast('bad', error instanceof NotGiven ? error.message : messageFor(error));
  return atField;
}

interface AddProps {
  name: string;
  onClose: () => void;
  /** Receives the recovery codes of the first passkey, or null for a further one. */
  onAdded: (codes: readonly string[] | null) => unknown;
}

export function AddPasskey({ name: proposed, onClose, onAdded }: AddProps) {
  const [name, setName] = useState(proposed);
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState<string>();
  const add = async (close: () => void) => {
    try {
      const codes = await addPasskey(name.trim(), password);
      toast('good', 'Passkey added.');
      close();
      await onAdded(codes);
    } catch (error) {
      setWrong(tell(error));
    }
  };
  return (
    <DialogForm
      title="Add passkey"
      description="The browser will then ask for your fingerprint, face, PIN or security key."
      save="Add"
      icon="key"
      ready={name.trim() !== '' && password !== ''}
      onSave={add}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        value={name}
        onChange={setName}
        hint="A name that you will recognise, such as the name of the device."
        required
      />
      <OwnPassword
        value={password}
        error={wrong}
        onChange={(value) => {
          setPassword(value);
          setWrong(undefined);
        }}
      />
    </DialogForm>
  );
}

export function NewCodes({ onClose, onMade }: { onClose: () => void; onMade: (codes: readonly string[]) => void }) {
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState<string>();
  const make = async (close: () => void) => {
    try {
      const codes = await freshRecoveryCodes(password);
      close();
      onMade(codes);
    } catch (error) {
      setWrong(tell(error));
    }
  };
  return (
    <DialogForm
      title="New recovery codes"
      description="You get ten new codes. All earlier codes stop working."
      save="Create new codes"
      ready={password !== ''}
      onSave={make}
      onClose={onClose}
    >
      <OwnPassword
        value={password}
        error={wrong}
        onChange={(value) => {
          setPassword(value);
          setWrong(undefined);
        }}
      />
    </DialogForm>
  );
}

/** Shows the recovery codes. They are shown once, because the server stores only hashes. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      toast('good', 'Recovery codes copied.');
    } catch {
      toast('bad', 'The browser did not allow copying. Write the codes down.');
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Your recovery codes"
      description="Each code signs you in once if you lose your passkey. They are shown only now: print them or write them down, and keep them away from this device."
      actions={
        <>
          <Button icon="copy" onClick={() => void copy()}>
            Copy
          </Button>
          <Button look="primary" onClick={onClose}>
            I have saved them
          </Button>
        </>
      }
    >
      <ol
        aria-label="Recovery codes"
        className="figures grid gap-x-6 gap-y-1 rounded-card bg-surface-sunken p-5 text-lg sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
    </Dialog>
  );
}

interface OneProps {
  one: Passkey;
  onClose: () => void;
}

export function RenamePasskey({ one, onClose }: OneProps) {
  const [name, setName] = useState(one.name);
  const { busy, send: write, refused, retyped } = useCommand();
  const save = async (close: () => void) => {
    if (await write(renamePasskey, { _id: one._id, name: name.trim() }, 'Passkey renamed.')) close();
  };
  return (
    <DialogForm
      title={`Rename ${one.name}`}
      save="Save"
      ready={name.trim() !== ''}
      busy={busy}
      onSave={save}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        value={name}
        error={refused.name}
        onChange={(value) => {
          setName(value);
          retyped('name');
        }}
        required
      />
    </DialogForm>
  );
}

export function RemovePasskey({ one, onClose }: OneProps) {
  const [password, setPassword] = useState('');
  const { busy, send: write, refused, retyped } = useCommand();
  const remove = async (close: () => void) => {
    const input = { _id: one._id, hash_own: await passwordHash(password) };
    if (await write(removePasskey, input, 'Passkey removed.')) close();
  };
  return (
    <DialogForm
      title={`Remove ${one.name}?`}
      description="You can no longer sign in with it. Without a passkey, your password alone is enough, and your recovery codes are removed."
      save="Remove"
      look="danger"
      ready={password !== ''}
      busy={busy}
      onSave={remove}
      onClose={onClose}
    >
      <OwnPassword
        value={password}
        error={refused.hash_own}
        onChange={(value) => {
          setPassword(value);
          retyped('hash_own');
        }}
      />
    </DialogForm>
  );
}
