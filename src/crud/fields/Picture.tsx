import { classes } from '#ui/classes.ts';
import { ownPath, Photo } from './Photo.tsx';

interface Props {
  /** The name of the record. Its initials are shown while there is no picture. */
  name: string;
  upload: { path: string } | null;
}

/** The small picture of a list row: a logo, or the initials. It is decorative, because the name is beside it. */
export function Picture({ name, upload }: Props) {
  const look = 'size-10 compact:size-7.5 shrink-0 rounded-field border bg-surface-sunken';
  const path = ownPath(upload);
  if (path) return <Photo path={path} side={40} className={look} />;
  const letters = name
    .split(/\s+/u)
    .slice(0, 2)
    .map((word) => [...word.normalize('NFC')][0] ?? '')
    .join('')
    .toUpperCase();
  return (
    <span
      aria-hidden="true"
      className={classes(
        look,
        'grid place-items-center overflow-hidden text-sm font-bold compact:text-xs text-ink-faint',
      )}
    >
      {letters}
    </span>
  );
}
