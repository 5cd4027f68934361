import { useMemo, useRef, useState } from 'react';
import { messageOf } from '#client/callError.ts';
import { invalidateAll } from '#client/reads/queries.ts';
import { callApi } from '#client/transport.ts';
import { type ImportAnswer, syncImport } from '#contract/session/syncCalls.ts';
import { useCan, useContact } from '#crud/query/useSession.ts';
import { syncWords } from '#domain/syncWords.ts';
import { changesIn } from '#offline/file/unsentFile.ts';
import type { Op } from '#offline/outbox/op.ts';
import { theQueue } from '#offline/queue.ts';
import { Button, buttonClasses } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { Notice } from '#ui/feedback/States.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { whenReady } from '#ui/whenReady.ts';
import { FileChanges } from './FileChanges.tsx';
import { type KnownHere, knownHere, unknownNames } from './knownHere.ts';
import { saveUnsent } from './saveUnsent.ts';

/** Exports unsent changes and imports such a file, which is the last resort before a tablet is wiped (SYNC rules 40, 41). */
export function QueueFile({ mine, others }: { mine: number; others: number }) {
  const admin = useCan('view_audit_log');
  const { online } = useContact();
  const [file, setFile] = useState<{ text: string; changes: Op[]; here: KnownHere } | null>(null);
  // The person must confirm names that only the file knows. Otherwise the changes are not kept.
  const [isWarned, setWarned] = useState(false);
  const [checked, setChecked] = useState<ImportAnswer | null>(null);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const close = () => {
    setFile(null);
    setChecked(null);
    setWarned(false);
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
  const show = (text: string) =>
    run(async () => {
      // The input is emptied, so that the same file can be chosen again.
      if (input.current) input.current.value = '';
      setFile({ text, changes: changesIn(JSON.parse(text)), here: await knownHere() });
    });
  const strange = useMemo(() => (file ? unknownNames(file.changes, file.here) : []), [file]);
  const keepHere = () =>
    run(async () => {
      if (strange.length > 0 && !isWarned) return setWarned(true);
      const taken = await theQueue().outbox.importUnsent(JSON.parse(file?.text ?? ''));
      toast('good', `${taken} changes imported.`);
      close();
    });
  const askServer = (commit: boolean) =>
    run(async () => {
      const answer = await callApi(syncImport, { file: file?.text ?? '', commit });
      if (!commit) return setChecked(answer);
      await invalidateAll();
      toast(
        answer.failed > 0 ? 'bad' : 'good',
        `${answer.succeeded} changes imported, ${answer.failed} refused by the server.`,
      );
      close();
    });
  return (
    <>
      <Button
        icon="download"
        {...whenReady(
          mine === 0 && !(admin && others > 0) && 'Every change of this device was sent.',
          () => void saveUnsent(admin),
        )}
      >
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
            onChange={(event) => void event.target.files?.[0]?.text().then(show)}
          />
        </label>
      )}
      <Dialog
        open={file !== null}
        onClose={close}
        title="Import unsent"
        description="What the server has already is never done twice. Keep them on this device for their owner to send, or send them now in your name."
        actions={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button busy={busy} onClick={() => void keepHere()}>
              {isWarned ? 'Keep anyway' : 'Keep on this device'}
            </Button>
            {checked === null ? (
              <Button look="primary" busy={busy} disabled={!online} onClick={() => void askServer(false)}>
                Check with the server
              </Button>
            ) : (
              <Button
                look="primary"
                busy={busy}
                disabled={checked.succeeded === 0}
                onClick={() => void askServer(true)}
              >
                Send now
              </Button>
            )}
          </>
        }
      >
        {checked && (
          <p role="status" className="figures rounded-card bg-surface-sunken px-4 py-3 font-semibold">
            The server would take {checked.succeeded} and refuse {checked.failed}. Nothing is kept yet.
          </p>
        )}
        {isWarned && (
          <Notice tone="wait" icon="alert" role="alert">
            This device does not know {listed(strange)}. Only the file says so, and what is kept here goes out when its
            owner signs in. Is the file from somebody you trust?
          </Notice>
        )}
        {file && <FileChanges changes={file.changes} here={file.here} answer={checked} />}
      </Dialog>
    </>
  );
}

/** The first names, and the number of the others. */
function listed(names: readonly string[]): string {
  const few = names.slice(0, 5).map((name) => `“${name}”`);
  return names.length > few.length ? `${few.join(', ')} and ${names.length - few.length} more` : few.join(', ');
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : 'This file cannot be read.');
