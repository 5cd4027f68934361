import { useState } from 'react';
import { invalidateAll } from '#client/reads/queries.ts';
import { confirmSession } from '#client/session/session.ts';
import { sessionStore } from '#client/session/state.ts';
import { renewVerifier } from '#client/session/unlock.ts';
import { callApi } from '#client/transport.ts';
import { updateAuth } from '#contract/session/sessionCalls.ts';
import { useGo } from '#crud/address.ts';
import { TextLink } from '#crud/Link.tsx';
import { useSession } from '#crud/query/useSession.ts';
import { Card } from '#ui/Card.tsx';
import { EmptyState, Notice } from '#ui/feedback/States.tsx';
import { Page } from '#ui/Page.tsx';
import { momentText } from '#ui/when.ts';
import { PasswordForm } from '../profile.tsx';

const TITLE = 'Choose a password';

/**
 * A person with a starter password must choose a new one before anything else (B10.6). Other passwords are changed on the profile, with the old one
 * (B10.10).
 */
export function Screen() {
  const { profile } = useSession();
  const go = useGo();
  // The form stays until the next screen opens, although `must_change` becomes false before that.
  const [opened] = useState(profile?.must_change ?? false);
  const [starters] = useState(profile?.starters ?? []);
  if (!profile) return null;
  if (!opened && !profile.must_change)
    return (
      <Page title={TITLE} width="form">
        <Card>
          <EmptyState scene="done" title="You have chosen your password">
            <TextLink to="/profile">Change it on your profile</TextLink>
          </EmptyState>
        </Card>
      </Page>
    );
  return (
    <Page
      title={TITLE}
      width="form"
      note="The person who gave you the starter password knows it. Choose a password that only you know."
    >
      {starters.length > 0 && (
        <Notice tone={starters.length > 1 ? 'wait' : 'info'} icon="key">
          {starters.map(({ by, at }) => (
            <span key={at} className="block">
              {by} set a password for you on {momentText(at)}.
            </span>
          ))}
          <span className="block">If you did not ask for it, tell an administrator.</span>
        </Notice>
      )}
      <Card>
        <PasswordForm
          email={profile.email}
          onSubmit={async (hash) => {
            await callApi(updateAuth, { _id: profile.user_id, hash });
            await renewVerifier(hash);
            await confirmSession();
            await invalidateAll();
            if (!sessionStore.read().profile?.must_change) await go('/');
          }}
        />
      </Card>
    </Page>
  );
}
