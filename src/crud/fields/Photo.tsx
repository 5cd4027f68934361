import { pictureAt } from '#client/server/pictures.ts';
import { classes } from '#ui/classes.ts';

interface Props {
  /** The name of the whole picture (`upload.path`). */
  path: string;
  /** The longest side of its place in CSS pixels: the browser reads the smallest picture that is sharp there. */
  side: number;
  /** What it shows. '' where the name stands beside it. */
  alt?: string;
  className: string;
  onError?: () => void;
}

/** An uploaded picture in a place of fixed size. It is read when its place comes near the screen. */
export function Photo({ path, side, alt = '', className, onError }: Props) {
  return (
    <img
      {...pictureAt(path, side)}
      sizes={`${side}px`}
      alt={alt}
      loading="lazy"
      decoding="async"
      className={classes('object-contain', className)}
      onError={onError}
    />
  );
}

/** The path of a record's own picture. Undefined for the default picture of new records, which says less than a drawing or the initials. */
export function ownPath(upload: { path: string } | null | undefined): string | undefined {
  return upload && !upload.path.startsWith('shipped-') ? upload.path : undefined;
}
