import { useState } from 'react';
import { signOut } from '#client/session/signOut.ts';
import { useGo } from '#crud/address.ts';
import { useContact } from '#crud/query/useSession.ts';
import { plural } from '#domain/plural.ts';
import { syncWords } from '#domain/syncWords.ts';
import { useMyQueue } from '#features/stock/parts/queue/useQueue.ts';
import { notSavedWords } from '#offline/outbox/notSaved.ts';
import { theQueue } from '#offline/queue.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { TextField } from '#ui/fields/Field.tsx';
import { kitTexts } from '#ui/texts.ts';

/** The longest time, in ms, that signing out waits for the server to record what was discarded. */
const RECORD_MS = 5_000;

/** Signing out. If changes are waiting, the person chooses to stay, to keep them, or to discard them knowingly (SYNC rule 40). */
export function LogoutDialog({ onClose }: { onClose: () => void }) {
  const queue = useMyQueue();
  const go = useGo();
  const { online } = useContact();
  const [discarding, setDiscarding] = useState(false);
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const n = queue.ops.length;
  const leave = async () => {
    setBusy(true);
    try {
      await signOut();
      // The next person begins at the home, and not in what this person left open.
      void go('/login', { replace: true });
    } catch {
      toast('bad', kitTexts.notForgotten);
      setBusy(false);
    }
  };
  const discardAll = async () => {
    setBusy(true);
    const { outbox } = theQueue();
    try {
      if (!(await outbox.discardAll(queue.ops.map((op) => op.seq)))) {
        toast('bad', 'The server may have some of these changes already. Connect to it, then discard.');
        setBusy(false);
        return;
      }
      // If the server does not respond in time, the record stays on the tablet until this person signs in again.
      await Promise.race([outbox.record(), new Promise((resolve) => setTimeout(resolve, RECORD_MS))]);
    } catch (error) {
      // The disk refused the write, so the changes are still waiting.
      toast('bad', notSavedWords(error));
      setBusy(false);
      return;
    }
    await leave();
  };
  if (n === 0) {
    return (
      <Dialog
        open
        onClose={onClose}
        title="Logout"
        description={queue.sure ? 'All changes are sent. Sign out of this device?' : 'Sign out of this device?'}
        actions={
          <>
            <Button onClick={onClose}>Stay</Button>
            <Button look="primary" icon="logout" busy={busy} onClick={() => void leave()}>
              Sign out
            </Button>
          </>
        }
      >
        {!online && (
          <p>
            The server does not answer. Until it does nobody can sign in here again, and what is stored on this device
            goes when you sign out.
          </p>
        )}
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={syncWords.notSent(n)}
      description={
        n === 1
          ? 'It stays on this device for you. Nobody else can send or read it.'
          : 'They stay on this device for you. Nobody else can send or read them.'
      }
      actions={
        <>
          <Button onClick={onClose}>Stay</Button>
          <Button look="waiting" busy={busy} onClick={() => void leave()}>
            Sign out and keep
          </Button>
          <Button
            look="danger"
            disabled={discarding && typed !== String(n)}
            busy={busy}
            onClick={() => (discarding ? void discardAll() : setDiscarding(true))}
          >
            Discard
          </Button>
        </>
      }
    >
      {!discarding && <p>Discard deletes what is not sent, and signs you out.</p>}
      {discarding && (
        <TextField
          label={plural(n, 'Type # to discard this change for ever', 'Type # to discard these changes for ever')}
          inputMode="numeric"
          value={typed}
          onChange={setTyped}
        />
      )}
    </Dialog>
  );
}
