import { type CSSProperties, useState } from 'react';
import { classes } from '#ui/classes.ts';
import { ownPath, Photo } from './Photo.tsx';
import { packOf, tintOf } from './packOf.ts';

/** What is known of a product: a row of a list, a ProductRef, or a line that carries the name alone. */
interface ProductLike {
  name: string;
  brand?: { name: string } | undefined;
  category?: string | undefined;
  upload?: { path: string } | null | undefined;
}

interface Props {
  product: ProductLike;
  /**
   * The tile in pixels: 40 in lists, 48 in a row of a transfer, 64 where one product is the subject. `bare`: 48 without a tile, for buttons. `wide`: the
   * head of a product's page, as wide as its place.
   */
  size?: 40 | 48 | 64 | 'bare' | 'wide';
}

const TILE = {
  40: 'size-10 rounded-field',
  48: 'size-12 rounded-[10px]',
  64: 'size-16 rounded-card',
  bare: 'size-12',
  wide: 'h-48 w-full',
};
const DRAWING = { 40: 'size-8', 48: 'size-10', 64: 'size-14', bare: 'size-12', wide: 'size-32' };
const SIDE = { 40: 40, 48: 48, 64: 64, bare: 48, wide: 320 };

/** The picture of a product: the photo, else a pack drawn for its kind in the colours of its brand. It is decorative: the name stands beside it. */
export function Pack({ product, size = 40 }: Props) {
  const { name, brand, category, upload } = product;
  // A photo that was never seen cannot be shown offline.
  const [missing, setMissing] = useState<string | null>(null);
  const path = ownPath(upload);
  if (path && path !== missing)
    return (
      <Photo
        path={path}
        side={SIDE[size]}
        className={classes('shrink-0 bg-surface', size !== 'wide' && 'border', TILE[size])}
        onError={() => setMissing(path)}
      />
    );
  const { body, sign, label, night } = tintOf(name, brand?.name);
  return (
    <span
      aria-hidden="true"
      className={classes(
        'grid shrink-0 place-items-center overflow-hidden',
        TILE[size],
        size !== 'bare' && 'pack-tile',
      )}
      style={{ '--pack': body, '--pack-night': night, '--pb': sign, '--pc': label } as CSSProperties}
    >
      <svg viewBox="0 0 48 48" className={classes('pack', DRAWING[size])} aria-hidden="true" focusable="false">
        <use href={`/packs.svg#pack-${packOf(name, category)}`} />
      </svg>
    </span>
  );
}
