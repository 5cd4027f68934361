import { Suspense, useState } from 'react';
import { CallError } from '#client/callError.ts';
import { endSession } from '#client/session/session.ts';
import { unlock } from '#client/session/unlock.ts';
import { lazyPart } from '#crud/lazyPart.tsx';
import { useSession } from '#crud/query/useSession.ts';
import { syncWords } from '#domain/syncWords.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { TextField } from '#ui/fields/Field.tsx';
import { Form } from '#ui/fields/Form.tsx';
import { Icon } from '#ui/Icon.tsx';
import { kitTexts } from '#ui/texts.ts';

const SecondStep = lazyPart(() => import('./SecondStep.tsx'), 'SecondStep');
const WRONG = 'Password is not correct.';
const WaitingHere = lazyPart(() => import('../sync/WaitingHere.tsx'), 'WaitingHere');

/** The lock screen after 12 hours without use and without a server (B10.11). Waiting changes stay untouched, and their number is shown. */
export function LockScreen() {
  const { profile } = useSession();
  const [password, setPassword] = useState('');
  const [step, setStep] = useState<{ error: CallError; password: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const submit = async () => {
    if (password === '') return setRefused('Password field is required');
    setBusy(true);
    setRefused(null);
    try {
      if ((await unlock(password)) === 'wrong') setRefused(WRONG);
    } catch (error) {
      // After too many wrong passwords the server checks the password, which may need the second step.
      if (error instanceof CallError && error.word === 'passkey_required') return setStep({ error, password });
      setRefused(
        error instanceof CallError
          ? // This screen has no e-mail field, so the server's text about the e-mail does not fit.
            error.word === 'bad_credentials'
            ? WRONG
            : error.message
          : `Only the server can check the password now. ${syncWords.needsConnection}`,
      );
    } finally {
      setBusy(false);
      setPassword('');
    }
  };
  if (step && profile)
    return (
      <main className="grid min-h-dvh place-items-center p-6">
        <Suspense fallback={null}>
          <SecondStep
            {...step}
            email={profile.email}
            remember={false}
            onIn={() => undefined}
            onBack={() => setStep(null)}
          />
        </Suspense>
      </main>
    );
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <Form aria-label="Locked" className="flex w-full max-w-sm flex-col gap-5" onSubmit={submit}>
        <span className="grid size-16 place-items-center rounded-full bg-accent-soft text-accent">
          <Icon name="lock" size={30} />
        </span>
        <div>
          <h1 className="text-2xl font-semibold tracking-tight">Locked</h1>
          <p className="mt-1 text-ink-faint">
            This device was not used for 12 hours. Enter the password of {profile?.name ?? 'this account'} to continue.
          </p>
        </div>
        <Suspense fallback={null}>
          <WaitingHere />
        </Suspense>
        {refused && (
          <Notice tone="bad" icon="alert" role="alert">
            {refused}
          </Notice>
        )}
        <input type="text" autoComplete="username" value={profile?.email ?? ''} readOnly hidden />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          required
        />
        <Button type="submit" look="primary" wide busy={busy}>
          {busy ? 'Checking…' : 'Unlock'}
        </Button>
        <Button wide onClick={() => endSession().catch(() => setRefused(kitTexts.notForgotten))}>
          Sign in as somebody else
        </Button>
      </Form>
    </main>
  );
}
