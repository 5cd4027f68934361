import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { MAX_IMAGE, MAX_IMAGE_TEXT, NO_IMAGE_TEXT } from '#domain/limits.ts';
import { Button, buttonClasses } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import { kitTexts } from '#ui/texts.ts';

interface Props {
  input?: RefObject<HTMLInputElement | null>;
  /** The words on the button. */
  word: string;
  /** The stored picture, or its substitute. */
  children: ReactNode;
  /** A chosen file that is not stored yet. It is shown at once. */
  file: File | null;
  /** A file that may be a picture. Another one is refused here (UI-18, UI-19). */
  onFile: (file: File) => void;
  busy?: boolean;
  /** Why nothing can be chosen now. */
  closed?: string | undefined;
  /** Why the last file was not taken. */
  problem: string | null;
  onProblem: (problem: string | null) => void;
  /** This browser cannot draw the file. */
  onBroken?: () => void;
  onTryAgain?: (() => void) | undefined;
  /** Further buttons beside the first one. */
  buttons?: ReactNode;
}

const HINT = 'JPG or PNG, up to 4 MB. Drop a file here, or choose one.';

/** A place for one picture: a file is dropped on it or chosen, and is seen at once. */
export function PictureDrop(props: Props) {
  const { word, children, file, onFile, busy = false, closed, problem, onProblem, onTryAgain } = props;
  const [over, setOver] = useState(false);
  const preview = usePreview(file);
  const open = !busy && closed === undefined;
  const take = (files: ArrayLike<File>) => {
    const [first, second] = Array.from(files);
    if (!first || !open) return;
    const wrong = second ? 'Choose one picture.' : imageProblem(first);
    onProblem(wrong);
    if (!wrong) onFile(first);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a drop is a second way to the file field inside, which the keyboard and screen readers use
    <div
      className={classes(
        'flex items-center gap-4 rounded-card border border-dashed p-3 transition-colors',
        over ? 'border-accent bg-accent-soft' : 'border-line-strong',
      )}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = open ? 'copy' : 'none';
        setOver(open);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <div className="grid size-20 shrink-0 sm:size-24 place-items-center overflow-hidden rounded-card border bg-surface-sunken text-ink-faint">
        {preview ? (
          <img
            src={preview}
            alt=""
            className={classes('size-full object-contain', busy && 'opacity-60')}
            onError={props.onBroken}
          />
        ) : (
          children
        )}
      </div>
      <div className="flex min-w-0 flex-col items-start gap-1.5">
        <div className="flex flex-wrap gap-2">
          <label
            className={classes(
              buttonClasses('plain'),
              'cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              !open && 'pointer-events-none opacity-50',
            )}
          >
            <Icon name="upload" />
            {busy ? 'Sending…' : word}
            <input
              ref={props.input}
              type="file"
              accept="image/jpeg,image/png,.jpg,.jpeg,.png"
              className="sr-only"
              // While sending the field is not `disabled`, because that would drop the focus.
              disabled={closed !== undefined}
              aria-disabled={busy || undefined}
              onChange={(event) => {
                const chosen = Array.from(event.target.files ?? []);
                // The same file can be chosen again after it was corrected.
                event.target.value = '';
                take(chosen);
              }}
            />
          </label>
          {problem !== null && onTryAgain && (
            <Button disabled={!open} onClick={onTryAgain}>
              {kitTexts.tryAgain}
            </Button>
          )}
          {props.buttons}
        </div>
        <p
          role={problem ? 'alert' : undefined}
          className={classes('text-sm', problem ? 'font-medium text-bad' : 'text-ink-faint')}
        >
          {problem ?? closed ?? HINT}
        </p>
      </div>
    </div>
  );
}

/** The address of a chosen file, as long as it is shown. */
function usePreview(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return setAddress(null);
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}

/** The problem of a file that can be found before uploading (UI-18, UI-19). The server checks the bytes again. */
function imageProblem(file: File): string | null {
  if (!/\.(jpe?g|png)$/i.test(file.name) || !/^image\/(jpe?g|png)$/.test(file.type)) return NO_IMAGE_TEXT;
  return file.size > MAX_IMAGE ? MAX_IMAGE_TEXT : null;
}
