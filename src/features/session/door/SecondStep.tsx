import { useEffect, useRef, useState } from 'react';
import type { CallError } from '#client/callError.ts';
import { canUsePasskeys, NotGiven, type Signing, secondStep } from '#client/session/passkeys.ts';
import type { Profile } from '#client/session/state.ts';
import { messageFor } from '#crud/command/messageFor.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { TextField } from '#ui/fields/Field.tsx';
import { Form } from '#ui/fields/Form.tsx';

interface Props extends Signing {
  /** The refusal `passkey_required` with its challenge. */
  error: CallError;
  onIn: (profile: Profile) => unknown;
  onBack: () => void;
}

/** The second step after a right password: the passkey or a recovery code (security S7). */
export function SecondStep({ error, onIn, onBack, ...signing }: Props) {
  const [step] = useState(() => secondStep(error, signing));
  const able = step.fits && canUsePasskeys();
  const [byCode, setByCode] = useState(!able);
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const run = async (work: () => Promise<Profile>) => {
    setBusy(true);
    setRefused(null);
    try {
      await onIn(await work());
    } catch (error) {
      setRefused(error instanceof NotGiven ? error.message : messageFor(error));
    } finally {
      setBusy(false);
    }
  };
  // The browser asks for the passkey at once, because the person has already pressed "Sign in".
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || !able) return;
    begun.current = true;
    void run(step.byPasskey);
  });
  const submit = async () => {
    if (!byCode) return run(step.byPasskey);
    if (code.trim() === '') return setRefused('Recovery code field is required.');
    await run(() => step.byCode(code));
  };
  return (
    <Form aria-label="Second step" className="flex w-full max-w-sm flex-col gap-5" onSubmit={submit}>
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">
          {byCode ? 'Enter a recovery code' : 'Use your passkey'}
        </h1>
        <p className="mt-1 text-ink-faint">
          {byCode
            ? 'One of the ten codes that you saved with your passkey. Each works once.'
            : `The password was right. ${signing.email} also needs the passkey of one of your devices.`}
        </p>
      </div>
      {!able && (
        <Notice tone="wait" icon="alert">
          {step.fits
            ? 'This browser cannot use passkeys.'
            : 'You have no passkey for this address. Open the app at its usual address, or use a recovery code.'}
        </Notice>
      )}
      {refused && (
        <Notice tone="bad" icon="alert" role="alert">
          {refused}
        </Notice>
      )}
      {byCode && <TextField label="Recovery code" autoComplete="off" value={code} onChange={setCode} required />}
      <Button type="submit" look="primary" icon="key" wide busy={busy}>
        {byCode ? 'Use this code' : 'Use passkey'}
      </Button>
      {able && (
        <Button wide onClick={() => setByCode(!byCode)}>
          {byCode ? 'Use your passkey instead' : 'Use a recovery code instead'}
        </Button>
      )}
      <Button look="quiet" wide onClick={onBack}>
        Back
      </Button>
    </Form>
  );
}
