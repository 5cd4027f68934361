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
  /** False when the form has unsaved changes. A new picture makes a new version of the record, so it is not allowed then. */
  clean: boolean;
}

/** The id of the record whose picture field had the focus while sending. The form restarts with the new version, and the focus must return. */
let focusedFor = '';

/** The picture of a stored brand, category, manufacturer or product. It is uploaded and then written into the record (UI-18 to UI-21). */
export function ImageField({ of: model, row, clean }: Props) {
  const [busy, setBusy] = useState(false);
  /** Set while the picture is being uploaded, because a slow connection may take minutes. */
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
      // The record is being written now, which cannot be stopped half way.
      setStop(null);
      await writeModel(model, 'update', { _id: row._id, upload_id: _id, base_version: row.version }, newUuid());
      toast('good', 'Image upload successful.');
    } catch (error) {
      if (stopped.signal.aborted) return;
      // The toast shows the server's own message.
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
              // While sending the field is not `disabled`, because that would drop the focus.
              disabled={!clean}
              aria-disabled={busy || undefined}
              onChange={(event) => {
                const [chosen] = event.target.files ?? [];
                // The same file can be chosen again after it was corrected.
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
                // The button disappears, so the focus moves to the field.
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

/** The problem of a file that can be found before uploading (UI-18, UI-19). The server checks the bytes again. */
function imageProblem(file: File): string | null {
  if (!/\.(jpe?g|png)$/i.test(file.name) || !/^image\/(jpe?g|png)$/.test(file.type)) return NO_IMAGE_TEXT;
  return file.size > MAX_IMAGE ? MAX_IMAGE_TEXT : null;
}
