import { useState } from 'react';
import { pictureAt } from '#client/server/pictures.ts';
import { isPlain } from '#client/server/shown.ts';
import { classes } from '#ui/classes.ts';

interface Props {
  /** The name of the whole picture (`upload.path`). */
  path: string;
  /** The longest side of its place in CSS pixels: the browser reads the smallest picture that is sharp there. */
  side: number;
  /** The subject of the photo. '' if the name is beside it. */
  alt?: string;
  className: string;
  onError?: () => void;
}

/** An uploaded picture in a place of fixed size. It is read when its place comes near the screen. */
export function Photo({ path, side, alt = '', className, onError }: Props) {
  const at = pictureAt(path, side);
  /** The picture as read with the session's token, because the server refused it without the token. */
  const [read, setRead] = useState({ of: '', url: '' });
  const url = read.of === at.src && read.url;
  const failed = async () => {
    if (url || !isPlain()) return onError?.();
    const { pictureWithToken } = await import('#client/plain/tokenPicture.ts');
    const own = await pictureWithToken(at.src);
    if (own) setRead({ of: at.src, url: own });
    else onError?.();
  };
  return (
    <img
      {...(url ? { src: url } : at)}
      sizes={`${side}px`}
      alt={alt}
      loading="lazy"
      decoding="async"
      className={classes('object-contain', className)}
      onError={() => void failed().catch(() => onError?.())}
    />
  );
}

/** The path of a record's own picture. Undefined for the default picture of new records, which says less than a drawing or the initials. */
export function ownPath(upload: { path: string } | null | undefined): string | undefined {
  return upload && !upload.path.startsWith('shipped-') ? upload.path : undefined;
}
