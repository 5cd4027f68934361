import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CallError } from '#client/callError.ts';
import { readOnConflict, writeModel } from '#client/reads/queries.ts';
import { callPath } from '#client/transport.ts';
import { newUuid } from '#client/uuid.ts';
import { type Upload, uploadImage } from '#contract/catalogue/uploadCalls.ts';
import type { Model } from '#contract/model.ts';
import { Button } from '#ui/Button.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { useEvent } from '#ui/hooks/useEvent.ts';
import { messageFor } from '../command/messageFor.ts';
import { takeChosen } from './afterCreate.ts';
import { ownPath, Photo } from './Photo.tsx';
import { Picture } from './Picture.tsx';
import { PictureDrop } from './PictureDrop.tsx';
import { shrunk } from './shrunk.ts';

interface Props {
  of: Model;
  row: { _id: string; name: string; version: number; upload: { path: string } | null };
  /** False when the form has unsaved changes. A new picture makes a new version of the record, so it is not allowed then. */
  clean: boolean;
  /** The substitute for a missing picture. */
  empty?: ReactNode;
}

/** The id of the record whose picture field had the focus while sending. The form restarts with the new version, and the focus must return. */
let focusedFor = '';

/**
 * The picture of a stored brand, category, manufacturer or product. It is uploaded and then written into the record (UI-18 to UI-21). A picture that
 * was chosen before the record existed is sent at once.
 */
export function ImageField({ of: model, row, clean, empty }: Props) {
  const { file, problem, setProblem, stop, send, sending } = useSending(model, row);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focusedFor !== row._id || row.upload === null) return;
    if (document.activeElement === document.body) input.current?.focus({ preventScroll: true });
  }, [row]);
  const path = ownPath(row.upload);
  const start = (chosen: File) => {
    focusedFor = document.activeElement === input.current ? row._id : '';
    void send(chosen);
  };
  return (
    <PictureDrop
      input={input}
      word={path ? 'Replace image' : 'Upload image'}
      file={file}
      onFile={start}
      busy={sending}
      closed={clean ? undefined : 'Save or discard your changes first.'}
      problem={problem}
      onProblem={setProblem}
      onTryAgain={file ? () => start(file) : undefined}
      buttons={
        stop && (
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
        )
      }
    >
      {path ? (
        <Photo path={path} side={96} alt={row.name} className="size-full" />
      ) : (
        // The same drawing as in the list.
        (empty ?? <Picture name={row.name} upload={null} size={64} />)
      )}
    </PictureDrop>
  );
}

/** Sends a picture and writes it into the record. After a failure the file stays, so that it can be sent again. */
function useSending(model: Model, row: Props['row']) {
  const [file, setFile] = useState<File | null>(null);
  const [sending, setSending] = useState(false);
  /** Set while the picture is being uploaded, because a slow connection may take minutes. */
  const [stop, setStop] = useState<AbortController | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const send = useEvent(async (chosen: File, created = false) => {
    const stopped = new AbortController();
    setFile(chosen);
    setProblem(null);
    setSending(true);
    setStop(stopped);
    try {
      const label = { tag: `${model.name}_${row._id}`, title: row.name, overwrite: false };
      const { _id } = (await callPath(
        'POST',
        uploadImage.path,
        { file: await shrunk(chosen), ...label },
        { write: true, signal: stopped.signal },
      )) as Upload;
      // The record is being written now, which cannot be stopped half way.
      setStop(null);
      await writeModel(model, 'update', { _id: row._id, upload_id: _id, base_version: row.version }, newUuid());
      setFile(null);
      toast('good', 'Image upload successful.');
    } catch (error) {
      if (stopped.signal.aborted) {
        setFile(null);
        return;
      }
      // The server's own message.
      const message = (error instanceof CallError && error.fields.file) || messageFor(error);
      setProblem(created ? `The ${model.label.toLowerCase()} is created. Its picture is not: ${message}` : message);
      // These bytes will be refused again.
      if (error instanceof CallError && error.fields.file) setFile(null);
      await readOnConflict(error);
    } finally {
      setStop(null);
      setSending(false);
    }
  });
  useEffect(() => {
    const waiting = takeChosen(row._id);
    if (waiting) void send(waiting, true);
  }, [row._id, send]);
  return { file, problem, setProblem, stop, send, sending };
}
