import { useState } from 'react';
import { invalidateAll } from '#client/reads/queries.ts';
import { callApi } from '#client/transport.ts';
import { signThisUp } from '#contract/people/agentCalls.ts';
import { messageFor } from '#crud/command/messageFor.ts';
import { useCan } from '#crud/query/useSession.ts';
import { shownPhone } from '#domain/phone.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { ServerButton, ServerItem } from '#ui/ServerButton.tsx';

interface Props {
  agent: { name: string; phone: string; location_id: string };
}

/** Signs up an agent that was only created (AGT-03). */
export function SignUpAgent({ agent }: Props) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const may = useCan('signup_agent');
  const run = async () => {
    setBusy(true);
    try {
      await callApi(signThisUp, { hash: 'default', phone: agent.phone, location_id: agent.location_id });
      await invalidateAll();
      toast('good', 'Agent successfully updated.');
      setOpen(false);
    } catch (error) {
      toast('bad', messageFor(error));
    } finally {
      setBusy(false);
    }
  };
  if (!may) return null;
  return (
    <>
      <ServerItem
        className="touch-tap inline-flex min-h-9 items-center font-semibold text-accent underline-offset-4 hover:underline"
        aria-label={`Sign up ${agent.name}`}
        onClick={() => setOpen(true)}
      >
        Sign up
      </ServerItem>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Sign up agent"
        description={`${agent.name} (${shownPhone(agent.phone)}) gets an account.`}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <ServerButton look="primary" busy={busy} onClick={() => void run()}>
              Sign up
            </ServerButton>
          </>
        }
      />
    </>
  );
}
