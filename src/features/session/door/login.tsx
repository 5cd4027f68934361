import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { CallError } from '#client/callError.ts';
import { type Profile, requiredPath } from '#client/session/state.ts';
import { lazyPart } from '#crud/lazyPart.tsx';
import { useContact } from '#crud/query/useSession.ts';
import type { Search } from '#crud/routes.ts';
import { contactWords } from '#domain/contactWords.ts';
import { APP_NAME } from '#domain/permissions.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { CheckField, TextField } from '#ui/fields/Field.tsx';
import { Form } from '#ui/fields/Form.tsx';
import { focusFirstWrong } from '#ui/fields/firstWrong.ts';
import { afterPress } from '#ui/hooks/afterPress.ts';
import { Mark } from '#ui/Mark.tsx';

// These parts load while the password is being typed.
const ForgotPassword = lazyPart(() => import('./ForgotPassword.tsx'), 'ForgotPassword');
const WaitingHere = lazyPart(() => import('../sync/WaitingHere.tsx'), 'WaitingHere');
const DemoHere = lazyPart(() => import('./DemoHere.tsx'), 'DemoHere');
const SecondStep = lazyPart(() => import('./SecondStep.tsx'), 'SecondStep');
const signing = () => import('#client/session/signIn.ts');

/** The address to open after signing in. Only addresses inside the app are allowed, so that a crafted link cannot lead people elsewhere. */
function inside(next: unknown): string {
  return typeof next === 'string' && /^\/(?!\/)/.test(next) && !next.startsWith('/login') ? next : '/';
}

/** The sign-in screen (SES-01 to SES-07, B10.13). */
export function Screen() {
  useEffect(() => void signing().catch(() => undefined), []);
  const { next }: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const { online } = useContact();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(true);
  const [touched, setTouched] = useState({ email: false, password: false });
  const leave = (name: keyof typeof touched) => afterPress(() => setTouched((now) => ({ ...now, [name]: true })));
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  // The server's challenge after the right password.
  const [step, setStep] = useState<CallError | null>(null);
  const wrong = {
    email:
      email.trim() === ''
        ? 'Email field is required.'
        : /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())
          ? undefined
          : 'Email must be valid.',
    password: password === '' ? 'Password field is required' : undefined,
  };
  const enter = (profile: Profile) => {
    const to = requiredPath(profile) ?? (profile.passkeys_removed ? '/profile' : inside(next));
    // The reads of the home start while its screen is drawn. Its code was loaded while the password was typed (WaitingHere.tsx).
    if (to === '/')
      void import('../home/Home.tsx').then((home) => home.firstReads(new URLSearchParams())).catch(() => undefined);
    return navigate({ to });
  };
  const submit = async () => {
    setTouched({ email: true, password: true });
    if (wrong.email || wrong.password) {
      focusFirstWrong();
      return;
    }
    setBusy(true);
    setRefused(null);
    try {
      const { signIn } = await signing();
      await enter(await signIn(email.trim(), password, remember, inside(next) === '/'));
    } catch (error) {
      if (error instanceof CallError && error.word === 'passkey_required') return setStep(error);
      setRefused(error instanceof CallError ? error.message : 'An unexpected error has occured');
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] lg:grid-cols-[1.1fr_1fr] lg:grid-rows-none">
      <div className="adire flex flex-col justify-between bg-brand p-6 text-brand-ink lg:p-12">
        <div className="flex items-center gap-3 text-2xl font-bold">
          <Mark size={44} />
          {APP_NAME}
        </div>
        <div className="max-w-md max-lg:hidden">
          <p className="text-4xl font-bold leading-tight tracking-tight">
            Every line counted once, with or without a network.
          </p>
          <p className="mt-4 text-lg text-brand-soft">
            Orders, stock and money of a wholesale market, for office, hubs and associates.
          </p>
        </div>
        <p className="text-sm text-brand-soft max-lg:hidden">Back office</p>
      </div>
      <main className="flex items-center justify-center p-6">
        {step ? (
          <Suspense fallback={null}>
            <SecondStep
              error={step}
              email={email.trim()}
              password={password}
              remember={remember}
              onIn={enter}
              onBack={() => setStep(null)}
            />
          </Suspense>
        ) : (
          <Form className="relative flex w-full max-w-sm flex-col gap-5" onSubmit={submit}>
            <div>
              <h1 className="text-2xl font-bold tracking-tight">Sign in</h1>
              <p className="mt-1 text-ink-faint">to the {APP_NAME} back office</p>
            </div>
            <Suspense fallback={null}>
              <WaitingHere />
            </Suspense>
            {refused && (
              <Notice tone="bad" icon="alert" role="alert">
                <span className="block">{refused}</span>
                {!online && <span className="block text-sm">{contactWords.needsConnection}</span>}
              </Notice>
            )}
            <TextField
              label="Email"
              type="email"
              inputMode="email"
              autoComplete="username"
              value={email}
              onChange={setEmail}
              onBlur={() => leave('email')}
              error={touched.email ? wrong.email : undefined}
              required
            />
            <TextField
              label="Password"
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
              onBlur={() => leave('password')}
              error={touched.password ? wrong.password : undefined}
              required
            />
            <CheckField label="Remember me" checked={remember} onChange={setRemember} />
            <Button type="submit" look="primary" wide busy={busy}>
              {busy ? 'Signing in…' : 'Sign in'}
            </Button>
            <Suspense fallback={<p className="h-11" />}>
              <ForgotPassword />
            </Suspense>
            {/* The notice may appear late, so it is below the form and moves nothing. */}
            <div className="absolute inset-x-0 top-full pt-5">
              <Suspense fallback={null}>
                <DemoHere />
              </Suspense>
            </div>
          </Form>
        )}
      </main>
    </div>
  );
}
