import { useQuery } from '@tanstack/react-query';
import { Suspense, useState, useSyncExternalStore } from 'react';
import { CallError } from '#client/callError.ts';
import { firstHourStore } from '#client/firstHour.ts';
import { configStore } from '#client/keptLocally.ts';
import { invalidateAll, queryFor } from '#client/reads/queries.ts';
import { passwordHash } from '#client/session/passwordHash.ts';
import { renewVerifier } from '#client/session/unlock.ts';
import { callApi } from '#client/transport.ts';
import { changeAuth } from '#contract/session/sessionCalls.ts';
import { services } from '#contract/settings/serviceCalls.ts';
import { lazyPart } from '#crud/lazyPart.tsx';
import { useCan, useSession } from '#crud/query/useSession.ts';
import { confirmationProblem, passwordProblem } from '#domain/password.ts';
import { TRANSFER_PERMISSIONS } from '#domain/permissions.ts';
import { shownPhone } from '#domain/phone.ts';
import { Card } from '#ui/Card.tsx';
import { Fact } from '#ui/Fact.tsx';
import { EmptyState } from '#ui/feedback/States.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { SelectField, SwitchField, TextField } from '#ui/fields/Field.tsx';
import { Form } from '#ui/fields/Form.tsx';
import { firstWrongOf, focusFirstWrong } from '#ui/fields/firstWrong.ts';
import { afterPress } from '#ui/hooks/afterPress.ts';
import { Page } from '#ui/Page.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { signalsStore } from '../stock/parts/signals.ts';
import { PushSwitch } from './PushSwitch.tsx';
import { AccessLines } from './parts/AccessLines.tsx';

const ApiTokens = lazyPart(() => import('./parts/ApiTokens.tsx'), 'ApiTokens');
const Passkeys = lazyPart(() => import('./door/Passkeys.tsx'), 'Passkeys');

/** The switch for messages on this device, if the server can send them. */
function PushHere({ userId }: { userId: string }) {
  const push = useQuery(queryFor(services, {})).data?.data.push;
  return push === 'set' ? <PushSwitch userId={userId} /> : null;
}

const DENSITIES = [
  { value: '', label: 'Automatic' },
  { value: 'compact', label: 'Compact' },
  { value: 'roomy', label: 'Roomy' },
];

const SOUNDS = [
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
];

/** The sizes of rows and controls on this device, and the sounds of its scanner. */
function DisplayHere({ userId }: { userId: string }) {
  const { away } = useSyncExternalStore(firstHourStore.subscribe, () => firstHourStore.read(userId));
  const on = useSyncExternalStore(signalsStore.subscribe, signalsStore.read);
  const sounds = useCan(...TRANSFER_PERMISSIONS);
  const { density = '' } = useSyncExternalStore(configStore.subscribe, configStore.read);
  return (
    <Card label="Display">
      <SelectField
        label="Density"
        value={density}
        onChange={(next) => configStore.write({ density: next === 'compact' || next === 'roomy' ? next : undefined })}
        options={DENSITIES}
        hint="Automatic is compact with a mouse and roomy with a finger. Saved on this device."
      />
      {sounds && (
        <div className="mt-5">
          <SelectField
            label="Sounds and vibration"
            value={on ? 'on' : 'off'}
            onChange={(next) => signalsStore.write(next === 'on')}
            options={SOUNDS}
            hint="One tick when a line is saved, two tones for a scan, a low tone for a mistake. Saved on this device."
          />
        </div>
      )}
      <div className="mt-5">
        <SwitchField
          label="Start here on the home"
          checked={!away}
          onChange={(on) => firstHourStore.write(userId, { away: !on })}
        />
      </div>
    </Card>
  );
}

/** The groups of permissions. A permission belongs to the first group that has one of its words. */
const ABOUT: readonly (readonly [string, RegExp])[] = [
  ['Menu', /sidebar/],
  ['Warehouse', /warehouse|stock|shipment|purchase_order/],
  ['Orders and money', /order|cart|deposit|report|chart/],
  ['Catalogue', /product|brand|categor|manufacturer/],
  ['People', /buyer|manager|agent|officer|cohort/],
  ['Network', /area|location|seller|distributor|store_type/],
  ['Office', /./],
];

/** The permissions in groups, so that 90 of them can be read. Those of the menu come last. */
function Permissions({ all }: { all: readonly string[] }) {
  const titleOf = (one: string) => ABOUT.find(([, words]) => words.test(one))?.[0];
  const [menu, ...rest] = ABOUT;
  return (
    <div className="mt-2 divide-y text-sm">
      {[...rest, ...(menu ? [menu] : [])].map(([title]) => {
        const mine = all.filter((one) => titleOf(one) === title);
        return (
          mine.length > 0 && (
            <div key={title} className="grid gap-x-4 gap-y-1 py-2.5 sm:grid-cols-[9rem_1fr]">
              <p className="font-semibold">{title}</p>
              <ul className="flex flex-wrap gap-x-1.5 text-ink-soft">
                {mine.map((one) => (
                  <li key={one} className="not-last:after:content-[',']">
                    {one.replaceAll('_', ' ')}
                  </li>
                ))}
              </ul>
            </div>
          )
        );
      })}
    </div>
  );
}

/** The profile of the signed-in person (PROF-01, PROF-02). */
export function Screen() {
  const { profile } = useSession();
  if (!profile) return <EmptyState title="User profile not found." />;
  return (
    <Page title="My Profile" width="form">
      <Card label="Profile">
        <dl className="grid gap-4 sm:grid-cols-2">
          {(
            [
              ['Name', profile.name],
              ['Phone', shownPhone(profile.phone ?? '')],
              ['Email', profile.email],
              ['Role', profile.role_name],
            ] as const
          ).map(([name, value]) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
        </dl>
        <h2 className="mt-6 text-[0.8125rem] text-ink-soft">Permissions</h2>
        <AccessLines permissions={profile.permissions} />
        <details className="mt-3">
          <summary className="flex min-h-tap cursor-pointer items-center text-sm font-semibold text-accent">
            All permissions by name ({profile.permissions.length})
          </summary>
          <Permissions all={profile.permissions} />
        </details>
      </Card>
      <DisplayHere userId={profile.user_id} />
      <PushHere userId={profile.user_id} />
      <Suspense fallback={null}>
        <Passkeys />
        <ApiTokens userId={profile.user_id} />
      </Suspense>
      <Card label="Change password">
        <h2 className="mb-4 text-base font-semibold">Change password</h2>
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
  const touch = (name: string) => () => afterPress(() => setTouched((before) => new Set([...before, name])));
  const wrong = {
    old: withOld && old === '' ? 'Password field is required' : undefined,
    fresh: passwordProblem(fresh, email) ?? undefined,
    again: confirmationProblem(fresh, again) ?? undefined,
  };
  const valid = !wrong.old && !wrong.fresh && !wrong.again;
  const submit = async () => {
    if (!valid) {
      setTouched(new Set(['old', 'fresh', 'again']));
      return focusFirstWrong();
    }
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
        <ServerButton type="submit" look="primary" busy={busy} waits={!valid}>
          Change password
        </ServerButton>
      </div>
    </Form>
  );
}
