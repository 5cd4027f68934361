import { useState } from 'react';
import { confirmSession } from '#client/session/session.ts';
import { sessionStore } from '#client/session/state.ts';
import { useGo } from '#crud/address.ts';
import { useSession } from '#crud/query/useSession.ts';
import { Button } from '#ui/Button.tsx';
import { Page } from '#ui/Page.tsx';
import { Passkeys } from './Passkeys.tsx';

/** Registers the first passkey. If the site demands one of this role, no other call works before (security S7). */
export function Screen() {
  const { profile } = useSession();
  const go = useGo();
  const [busy, setBusy] = useState(false);
  if (!profile) return null;
  const goOn = async () => {
    setBusy(true);
    await confirmSession();
    setBusy(false);
    if (!sessionStore.read().profile?.must_register_passkey) await go('/');
  };
  return (
    <Page
      title="Add passkey"
      width="form"
      note="Your role needs a passkey as well as the password: the fingerprint, face or PIN of this device, or a security key. Add one to continue."
    >
      <Passkeys
        onFirst={() => void goOn()}
        after={
          <Button look="quiet" busy={busy} onClick={() => void goOn()}>
            I added one elsewhere
          </Button>
        }
      />
    </Page>
  );
}
