import { useEffect, useRef, useState } from 'react';
import { readOnConflict, writeModel } from '#client/reads/queries.ts';
import { callPath } from '#client/transport.ts';
import { newUuid } from '#client/uuid.ts';
import { type Upload, uploadImage } from '#contract/catalogue/uploadCalls.ts';
import type { Model } from '#contract/model.ts';
import { MAX_IMAGE, MAX_IMAGE_TEXT, NO_IMAGE_TEXT } from '#domain/limits.ts';
import { Button, buttonClasses } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { Icon } from '#ui/Icon.tsx';
import { messageFor } from '../command/messageFor.ts';
import { shrunk } from './shrunk.ts';

interface Props {
  of: Model;
  row: { _id: string; name: string; version: number; upload: { path: string } | null };
  /** Whether the form has no unsaved edits; only then can a picture be sent, because it makes a new version of the record. */
  clean: boolean;
}

/** The record whose picture was sent while its field had the focus. The form is mounted again with the new version and would lose the focus. */
let focusedFor = '';

/** The picture of a stored brand, category, manufacturer or product. The picture is uploaded and then written into the record (UI-18 to UI-21). */
export function ImageField({ of: model, row, clean }: Props) {
  const [busy, setBusy] = useState(false);
  /** Set while the picture is being uploaded: a bad connection can take minutes, so the person can stop it. */
  const [stop, setStop] = useState<AbortController | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focusedFor !== row._id || row.upload === null) return;
    if (document.activeElement === document.body) input.current?.focus({ preventScroll: true });
  }, [row]);
  const path = row.upload?.path;
  const own = path !== undefined && !path.startsWith('shipped-');
  const send = async (file: File) => {
    const wrong = imageProblem(file);
    setProblem(wrong);
    if (wrong) return;
    const stopped = new AbortController();
    setBusy(true);
    setStop(stopped);
    focusedFor = document.activeElement === input.current ? row._id : '';
    try {
      const label = { tag: `${model.name}_${row._id}`, title: row.name, overwrite: false };
      const { _id } = (await callPath(
        'POST',
        uploadImage.path,
        { file: await shrunk(file), ...label },
        { write: true, signal: stopped.signal },
      )) as Upload;
      // From here on the record is being written; the person can no longer stop it.
      setStop(null);
      await writeModel(model, 'update', { _id: row._id, upload_id: _id, base_version: row.version }, newUuid());
      toast('good', 'Image upload successful.');
    } catch (error) {
      if (stopped.signal.aborted) return;
      // The message is the server's own (ERR-07).
      toast('bad', messageFor(error));
      await readOnConflict(error);
    } finally {
      setStop(null);
      setBusy(false);
    }
  };
  return (
    <div className="flex items-center gap-4">
      <div className="grid size-24 shrink-0 place-items-center overflow-hidden rounded-card border bg-surface-sunken text-ink-faint">
        {own ? (
          <img src={`/api/upload/file/${path}`} alt={row.name} className="size-full object-contain" />
        ) : (
          <Icon name="box" size={36} />
        )}
      </div>
      <div className="flex flex-col items-start gap-1.5">
        <div className="flex flex-wrap gap-2">
          <label
            className={classes(
              buttonClasses('plain'),
              'cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              (busy || !clean) && 'pointer-events-none opacity-50',
            )}
          >
            <Icon name="arrowUp" />
            {busy ? 'Sending…' : own ? 'Replace image' : 'Upload image'}
            <input
              ref={input}
              type="file"
              accept="image/jpeg,image/png,.jpg,.jpeg,.png"
              className="sr-only"
              // Not `disabled` while it sends: that would drop the focus.
              disabled={!clean}
              aria-disabled={busy || undefined}
              onChange={(event) => {
                const [chosen] = event.target.files ?? [];
                // Without this reset the same file could not be chosen again after it was corrected.
                event.target.value = '';
                if (chosen && !busy) void send(chosen);
              }}
            />
          </label>
          {stop && (
            <Button
              aria-label="Stop sending the image"
              onClick={() => {
                stop.abort();
                // The Stop button disappears and would lose the focus.
                input.current?.focus();
              }}
            >
              Stop
            </Button>
          )}
        </div>
        <p
          role={problem ? 'alert' : undefined}
          className={classes('text-sm', problem ? 'font-medium text-bad' : 'text-ink-faint')}
        >
          {problem ?? (clean ? 'JPG or PNG, up to 4 MB.' : 'Save or discard your changes first.')}
        </p>
      </div>
    </div>
  );
}

/** Checks type and size before anything is sent (UI-18, UI-19); the server checks the bytes again. */
function imageProblem(file: File): string | null {
  if (!/\.(jpe?g|png)$/i.test(file.name) || !/^image\/(jpe?g|png)$/.test(file.type)) return NO_IMAGE_TEXT;
  return file.size > MAX_IMAGE ? MAX_IMAGE_TEXT : null;
}
