import { useQuery } from '@tanstack/react-query';
import { Suspense, useState, useSyncExternalStore } from 'react';
import { CallError } from '#client/callError.ts';
import { configStore } from '#client/keptLocally.ts';
import { invalidateAll, queryFor } from '#client/reads/queries.ts';
import { passwordHash } from '#client/session/passwordHash.ts';
import { renewVerifier } from '#client/session/unlock.ts';
import { callApi } from '#client/transport.ts';
import { changeAuth } from '#contract/session/sessionCalls.ts';
import { services } from '#contract/settings/serviceCalls.ts';
import { lazyPart } from '#crud/lazyPart.tsx';
import { useSession } from '#crud/query/useSession.ts';
import { confirmationProblem, passwordProblem } from '#domain/password.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Badge } from '#ui/feedback/Badge.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { SelectField, TextField } from '#ui/fields/Field.tsx';
import { Form } from '#ui/fields/Form.tsx';
import { firstWrongOf } from '#ui/fields/firstWrong.ts';
import { Page } from '#ui/Page.tsx';
import { PushSwitch } from './PushSwitch.tsx';

const Passkeys = lazyPart(() => import('./door/Passkeys.tsx'), 'Passkeys');

/** The switch for messages on this device, if the server can send them. */
function PushHere({ userId }: { userId: string }) {
  const push = useQuery(queryFor(services, {})).data?.data.push;
  return push === 'set' ? <PushSwitch userId={userId} /> : null;
}

const DENSITIES = [
  { value: '', label: 'As the device: compact with a mouse, roomy with a finger' },
  { value: 'compact', label: 'Compact: more rows on a screen' },
  { value: 'roomy', label: 'Roomy: larger rows and buttons' },
];

/** The sizes of rows and controls on this device. */
function DensityHere() {
  const { density = '' } = useSyncExternalStore(configStore.subscribe, configStore.read);
  return (
    <Card label="Display">
      <SelectField
        label="Density"
        value={density}
        onChange={(next) => configStore.write({ density: next === 'compact' || next === 'roomy' ? next : undefined })}
        options={DENSITIES}
        hint="Kept on this device."
      />
    </Card>
  );
}

/** The profile of the signed-in person (PROF-01, PROF-02). */
export function Screen() {
  const { profile } = useSession();
  if (!profile) return <EmptyState icon="user" title="User profile not found." />;
  return (
    <Page title="My Profile" width="form">
      <Card label="Profile">
        <dl className="grid gap-4 sm:grid-cols-2">
          {(
            [
              ['Name', profile.name],
              ['Phone', profile.phone ?? ''],
              ['Email', profile.email],
              ['Role', profile.role_name],
            ] as const
          ).map(([name, value]) => (
            <div key={name}>
              <dt className="text-sm text-ink-faint">{name}</dt>
              <dd className="font-semibold [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
        <h2 className="mt-6 text-sm text-ink-faint">Permissions</h2>
        <ul className="mt-2 flex flex-wrap gap-1.5">
          {profile.permissions.map((permission) => (
            <li key={permission}>
              <Badge>{permission.replaceAll('_', ' ')}</Badge>
            </li>
          ))}
        </ul>
      </Card>
      <DensityHere />
      <PushHere userId={profile.user_id} />
      <Suspense fallback={null}>
        <Passkeys />
      </Suspense>
      <Card label="Change password">
        <h2 className="mb-4 text-lg font-bold">Change password</h2>
        <PasswordForm
          withOld
          email={profile.email}
          onSubmit={async (hash, oldHash) => {
            await callApi(changeAuth, { _id: profile.user_id, hash_old: oldHash, hash_new: hash });
            await renewVerifier(hash);
            // The other sessions of the account have ended.
            await invalidateAll();
          }}
        />
      </Card>
    </Page>
  );
}

interface Props {
  withOld?: boolean;
  email: string;
  /** Receives the SHA-256 (hex) of the new and the old password. */
  onSubmit: (hash: string, oldHash: string) => Promise<void>;
}

/** The form for a new password (PROF-03 to PROF-07). */
export function PasswordForm({ withOld = false, email, onSubmit }: Props) {
  const [old, setOld] = useState('');
  const [fresh, setFresh] = useState('');
  const [again, setAgain] = useState('');
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const touch = (name: string) => () => setTouched((before) => new Set([...before, name]));
  const wrong = {
    old: withOld && old === '' ? 'Password field is required' : undefined,
    fresh: passwordProblem(fresh, email) ?? undefined,
    again: confirmationProblem(fresh, again) ?? undefined,
  };
  const valid = !wrong.old && !wrong.fresh && !wrong.again;
  const submit = async () => {
    if (!valid) return setTouched(new Set(['old', 'fresh', 'again']));
    setBusy(true);
    const focusRefused = firstWrongOf();
    try {
      await onSubmit(await passwordHash(fresh), withOld ? await passwordHash(old) : '');
      toast('good', 'Password successfully updated.');
      setOld('');
      setFresh('');
      setAgain('');
      setTouched(new Set());
    } catch (error) {
      if (error instanceof CallError) {
        setRefused(error.fields);
        focusRefused();
      }
      toast('bad', error instanceof CallError ? error.message : 'An unepected error occured!');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form className="flex flex-col gap-5" onSubmit={submit}>
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      {withOld && (
        <TextField
          label="Old Password"
          type="password"
          autoComplete="current-password"
          value={old}
          onChange={(value) => {
            setOld(value);
            setRefused(({ hash_old: _gone, ...rest }) => rest);
          }}
          onBlur={touch('old')}
          error={refused.hash_old ?? (touched.has('old') ? wrong.old : undefined)}
          required
        />
      )}
      <TextField
        label="New Password"
        type="password"
        autoComplete="new-password"
        value={fresh}
        onChange={(value) => {
          setFresh(value);
          setRefused(({ hash_new: _gone, ...rest }) => rest);
        }}
        onBlur={touch('fresh')}
        error={refused.hash_new ?? refused.hash ?? (touched.has('fresh') ? wrong.fresh : undefined)}
        hint="At least 8 characters."
        required
      />
      <TextField
        label="Confirm Password"
        type="password"
        autoComplete="new-password"
        value={again}
        onChange={setAgain}
        onBlur={touch('again')}
        error={touched.has('again') ? wrong.again : undefined}
        required
      />
      <div className="flex justify-end">
        <Button type="submit" look="primary" busy={busy} disabled={!valid}>
          Update password
        </Button>
      </div>
    </Form>
  );
}
