import { useRef, useState } from 'react';
import { messageOf } from '#client/callError.ts';
import { everythingIsStale } from '#client/queries.ts';
import { ask } from '#client/transport.ts';
import { type ImportAnswer, syncImport } from '#contract/session/syncCalls.ts';
import { useCan, useContact } from '#crud/useSession.ts';
import { syncWords } from '#domain/syncWords.ts';
import { theQueue } from '#offline/queue.ts';
import { Button, buttonClasses } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { toast } from '#ui/toasts.ts';
import { FileChanges } from './FileChanges.tsx';
import { saveUnsent } from './saveUnsent.ts';

/** Export unsent, and taking such a file back in: the last resort before a tablet is wiped (SYNC rules 40, 41). */
export function QueueFile({ mine, others }: { mine: number; others: number }) {
  const admin = useCan('view_audit_log');
  const { online } = useContact();
  const [text, setText] = useState<string | null>(null);
  const [told, setTold] = useState<ImportAnswer | null>(null);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const close = () => {
    setText(null);
    setTold(null);
    if (input.current) input.current.value = '';
  };
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast('bad', error instanceof SyntaxError ? 'This file cannot be read.' : messageOf(error, textOf(error)));
    } finally {
      setBusy(false);
    }
  };
  const keepHere = () =>
    run(async () => {
      const taken = await theQueue().outbox.importUnsent(JSON.parse(text ?? ''));
      toast('good', `${taken} changes taken in.`);
      close();
    });
  const asked = (commit: boolean) =>
    run(async () => {
      const answer = await ask(syncImport, { file: text ?? '', commit });
      if (!commit) return setTold(answer);
      await everythingIsStale();
      toast(
        answer.failed > 0 ? 'bad' : 'good',
        `${answer.succeeded} changes taken in, ${answer.failed} refused by the server.`,
      );
      close();
    });
  return (
    <>
      <Button icon="download" disabled={mine === 0 && !(admin && others > 0)} onClick={() => void saveUnsent(admin)}>
        {syncWords.attention.exportUnsent}
      </Button>
      {admin && (
        <label className={`${buttonClasses('plain')} cursor-pointer`}>
          Import unsent
          <input
            ref={input}
            type="file"
            accept="application/json"
            className="sr-only"
            onChange={(event) => void event.target.files?.[0]?.text().then(setText)}
          />
        </label>
      )}
      <Dialog
        open={text !== null}
        onClose={close}
        title="Import unsent"
        description="The changes keep their keys: what the server has already is never done twice. Keep them on this tablet for their owner to send, or send them now in your name."
        actions={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button busy={busy} onClick={() => void keepHere()}>
              Keep on this tablet
            </Button>
            {told === null ? (
              <Button look="primary" busy={busy} disabled={!online} onClick={() => void asked(false)}>
                Check with the server
              </Button>
            ) : (
              <Button look="primary" busy={busy} disabled={told.succeeded === 0} onClick={() => void asked(true)}>
                Send now
              </Button>
            )}
          </>
        }
      >
        {told && (
          <>
            <p role="status" className="figures rounded-card bg-surface-sunken px-4 py-3 font-semibold">
              The server would take {told.succeeded} and refuse {told.failed}. Nothing is kept yet.
            </p>
            <FileChanges text={text ?? ''} told={told} />
          </>
        )}
      </Dialog>
    </>
  );
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : 'This file cannot be read.');
