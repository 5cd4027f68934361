import { type ReactNode, useState } from 'react';
import { CallError } from '#client/callError.ts';
import { invalidateAll } from '#client/reads/queries.ts';
import { callApi } from '#client/transport.ts';
import { requestReset, resetPassword } from '#contract/session/resetCalls.ts';
import { useGo } from '#crud/address.ts';
import { useForm } from '#crud/form/useForm.ts';
import { TextLink } from '#crud/Link.tsx';
import { useContact } from '#crud/query/useSession.ts';
import { APP_NAME } from '#domain/permissions.ts';
import { syncWords } from '#domain/syncWords.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { TextField } from '#ui/fields/Field.tsx';
import { Form } from '#ui/fields/Form.tsx';
import { firstWrongOf, focusFirstWrong } from '#ui/fields/firstWrong.ts';
import { PasswordForm } from '../profile.tsx';

/** Requests a reset link. The text afterwards is the same for known and unknown addresses. */
export function Forgot() {
  const form = useForm(requestReset.input, { email: '' });
  const { online } = useContact();
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState<number | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const submit = async () => {
    if (!form.valid) {
      form.showAll();
      return focusFirstWrong();
    }
    setBusy(true);
    setRefused(null);
    const focusRefused = firstWrongOf();
    try {
      setSent((await callApi(requestReset, { email: form.values.email ?? '' })).minutes);
    } catch (error) {
      if (error instanceof CallError && form.refuse(error.fields)) focusRefused();
      setRefused(error instanceof CallError ? error.message : 'An unexpected error has occured');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Outside title="Forgot your password?" note="We send you a link to choose a new one.">
      {sent === null ? (
        <Form className="flex flex-col gap-5" onSubmit={submit}>
          {refused && (
            <Notice tone="bad" icon="alert" role="alert">
              <span className="block">{refused}</span>
              {!online && <span className="block text-sm">{syncWords.needsConnection}</span>}
            </Notice>
          )}
          <TextField
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="username"
            {...form.field('email')}
            required
          />
          <Button type="submit" look="primary" wide busy={busy}>
            Send link
          </Button>
        </Form>
      ) : (
        <Notice tone="good" icon="check" role="status">
          If an account has this email address, a link is on its way. It works once, for {sent} minutes. Check your spam
          folder too.
        </Notice>
      )}
    </Outside>
  );
}

/** Chooses a new password with the token of a reset link. The token after "#" is sent to the server only with the new password. */
export function Choose() {
  const go = useGo();
  // The token is removed from the address at once, so that the screen, the history and bookmarks do not show it.
  const [token] = useState(() => {
    const found = location.hash.slice(1);
    if (found) history.replaceState(history.state, '', location.pathname);
    return found;
  });
  const [over, setOver] = useState<string | null>(
    token === '' ? 'This link is incomplete. Open it again from the email, or ask for a new one.' : null,
  );
  const submit = async (hash: string) => {
    try {
      await callApi(resetPassword, { token, hash });
    } catch (error) {
      if (error instanceof CallError && error.fields.token) setOver(error.fields.token);
      throw error;
    }
    // The session of this account in this browser has ended.
    await invalidateAll();
    await go('/login');
  };
  return (
    <Outside title="Choose a new password" note="You are signed out everywhere, then you sign in with it.">
      {over === null ? (
        <PasswordForm email="" onSubmit={submit} />
      ) : (
        <>
          <Notice tone="bad" icon="alert" role="alert">
            {over}
          </Notice>
          <TextLink to="/forgot-password">Get a new link by email</TextLink>
        </>
      )}
    </Outside>
  );
}

function Outside({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <main className="flex min-h-dvh items-center justify-center p-6">
      <div className="w-full max-w-md">
        <Card>
          <div className="flex flex-col gap-5">
            <div>
              <p className="text-sm font-semibold text-ink-faint">{APP_NAME}</p>
              <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
              <p className="mt-1 text-ink-faint">{note}</p>
            </div>
            {children}
            <TextLink to="/login">Back to sign in</TextLink>
          </div>
        </Card>
      </div>
    </main>
  );
}
