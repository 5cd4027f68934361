import { useNavigate } from '@tanstack/react-router';
import { everythingIsStale } from '#client/queries.ts';
import { confirmSession, renewVerifier, sessionStore } from '#client/session.ts';
import { ask } from '#client/transport.ts';
import { updateAuth } from '#contract/session/sessionCalls.ts';
import { useSession } from '#crud/useSession.ts';
import { Card } from '#ui/Card.tsx';
import { Page } from '#ui/Page.tsx';
import { PasswordForm } from './profile.tsx';

/** B10.6: a starter password is changed before anything else. */
export function Screen() {
  const { profile } = useSession();
  const navigate = useNavigate();
  if (!profile) return null;
  return (
    <Page
      title="Choose a password"
      width="form"
      note="Your starter password works only once. Choose one that only you know."
    >
      <Card>
        <PasswordForm
          email={profile.email}
          onSubmit={async (hash) => {
            await ask(updateAuth, { _id: profile.user_id, hash });
            await renewVerifier(hash);
            await confirmSession();
            await everythingIsStale();
            if (!sessionStore.read().profile?.must_change) await navigate({ to: '/' });
          }}
        />
      </Card>
    </Page>
  );
}
