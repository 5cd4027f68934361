import { useEffect, useRef, useState } from 'react';
import { CallError } from '#client/callError.ts';
import { invalidateAll } from '#client/reads/queries.ts';
import { callApi } from '#client/transport.ts';
import { starterPasswordCall } from '#contract/session/sessionCalls.ts';
import { messageFor } from '#crud/command/messageFor.ts';
import { OwnPasswordField, useOwnPassword } from '#crud/fields/OwnPassword.tsx';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { Form } from '#ui/fields/Form.tsx';
import { focusFirstWrong } from '#ui/fields/firstWrong.ts';
import { ServerButton } from '#ui/ServerButton.tsx';
import { dayText } from '#ui/when.ts';
import { peopleTexts } from '../texts.ts';
import { useIsNew } from './AccessCard.tsx';

interface Props {
  userId: string;
  name: string;
  open: boolean;
  onOpen: (open: boolean) => void;
  of: 'manager' | 'sales_officer';
  /** The id of the record of the person. */
  id: string;
}

/** Makes a one-time password to hand over (B10.6). It is shown once, and the person chooses an own password at the first sign-in. */
export function StarterPassword({ userId, name, open, onOpen, of, id }: Props) {
  // For somebody who never signed in, the password is the next step.
  const isNew = useIsNew(of, id);
  const [made, setMade] = useState<{ starter_password: string; expires_at: number } | null>(null);
  const [busy, setBusy] = useState(false);
  const [copied, setCopied] = useState(false);
  /** Closing the dialog before the password was copied asks first. */
  const [leaving, setLeaving] = useState(false);
  const own = useOwnPassword();
  const copyButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The button that made the password is gone, and the next step is to copy it.
    if (made) copyButton.current?.focus();
  }, [made]);
  const make = async () => {
    if (!own.typed) {
      own.refuse({ hash_own: 'Type your own password first.' });
      return focusFirstWrong();
    }
    setBusy(true);
    try {
      setMade(await callApi(starterPasswordCall, { _id: userId, hash_own: await own.hash() }));
      await invalidateAll();
    } catch (error) {
      const fields = error instanceof CallError ? error.fields : {};
      if (fields.hash_own) own.refuse(fields);
      else toast('bad', messageFor(error));
    } finally {
      setBusy(false);
    }
  };
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      toast('bad', 'This browser does not allow copying. Write the password down.');
    }
  };
  const close = () => {
    if (made && !copied && !leaving) {
      setLeaving(true);
      return;
    }
    setMade(null);
    setCopied(false);
    setLeaving(false);
    own.clear();
    onOpen(false);
  };
  return (
    <>
      <Card label="Starter password">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="max-w-md text-ink-soft">
            {isNew && <strong className="block font-semibold text-ink">{name} has not signed in yet.</strong>}
            For the first sign-in, or for somebody who forgot the password: a starter password works for 7 days and must
            be changed at once.
          </p>
          <ServerButton icon="key" look={isNew ? 'primary' : 'plain'} onClick={() => onOpen(true)}>
            {peopleTexts.makeStarter}
          </ServerButton>
        </div>
      </Card>
      <Dialog
        open={open}
        onClose={close}
        title="Starter password"
        description={
          !made
            ? `Create a new starter password for ${name}? Their password stops working and they are signed out everywhere.`
            : leaving
              ? `Does ${name} have it? The password is not shown again.`
              : `For ${name}. It is shown only now and works until ${dayText(made.expires_at)}.`
        }
        actions={
          !made ? (
            <>
              <Button onClick={close}>Cancel</Button>
              <ServerButton look="primary" busy={busy} waits={!own.typed} onClick={() => void make()}>
                Create password
              </ServerButton>
            </>
          ) : leaving ? (
            <>
              <Button onClick={() => setLeaving(false)}>Back</Button>
              <Button look="primary" onClick={close}>
                Close
              </Button>
            </>
          ) : (
            <>
              <Button
                ref={copyButton}
                icon={copied ? 'check' : 'copy'}
                onClick={() => void copy(made.starter_password)}
              >
                {copied ? 'Copied' : 'Copy'}
              </Button>
              <Button look="primary" onClick={close}>
                Done
              </Button>
            </>
          )
        }
      >
        {made && (
          <output className="figures block rounded-card bg-surface-sunken py-5 text-center text-3xl font-semibold tracking-[0.15em]">
            {made.starter_password}
          </output>
        )}
        {made && (
          <p role="status" className="min-h-6 text-center text-sm text-ink-soft">
            {copied && `Copied. Paste it in a message to ${name}.`}
          </p>
        )}
        {!made && (
          <Form onSubmit={make}>
            <OwnPasswordField {...own.field} />
          </Form>
        )}
      </Dialog>
    </>
  );
}
