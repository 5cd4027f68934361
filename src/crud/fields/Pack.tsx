import { useMemo, useState } from 'react';
import { classes } from '#ui/classes.ts';
import { ownPath, Photo } from './Photo.tsx';
import { markOf } from './pack/marks.ts';
import { tintOf } from './pack/tints.ts';
import { labelSignOf, packOf, proportionsOf } from './packOf.ts';
import { packClass } from './packPictures.ts';

/** The known fields of a product: from a row of a list, a ProductRef, or a line that has only the name. */
interface ProductLike {
  name: string;
  brand?: { name: string } | undefined;
  category?: string | undefined;
  upload?: { path: string } | null | undefined;
}

interface Props {
  product: ProductLike;
  /**
   * The tile in pixels: 20 beside a brand, 28 beside a word of a button, 40 in lists, 48 in a row of a transfer, 64 where one product is the subject. `bare`: 48 without a tile, for buttons.
   * `option`: at the start of a picker's row. `wide`: the head of a product's page, as wide as its place.
   */
  size?: 20 | 28 | 40 | 48 | 64 | 'bare' | 'option' | 'wide';
}

const TILE = {
  20: 'size-5 rounded-sm',
  28: 'size-7 rounded-md',
  40: 'size-10 rounded-field',
  48: 'size-12 rounded-[10px]',
  64: 'size-16 rounded-card',
  bare: 'size-12',
  option: 'absolute top-1.5 left-2.5 size-10 rounded-field',
  wide: 'h-48 w-full',
};
const SIDE = { 20: 20, 28: 28, 40: 40, 48: 48, 64: 64, bare: 48, option: 40, wide: 320 };

/** The picture of a product: the photo, else a pack drawn for its kind in the colours of its brand. It is decorative: the name is beside it. */
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
  return <DrawnPack name={name} brand={brand?.name} category={category} size={size} />;
}

/** The places that are large enough for a mark, because packs of one brand have one drawing. */
const SHOWS_MARK: ReadonlySet<keyof typeof TILE> = new Set([48, 64, 'bare', 'option']);

function DrawnPack({
  name,
  brand,
  category,
  size,
}: {
  name: string;
  brand: string | undefined;
  category: string | undefined;
  size: keyof typeof TILE;
}) {
  // Some thirty words are looked for; a list is rendered with each key that is typed.
  const drawn = useMemo(() => {
    const pack = packOf(name, category);
    return packClass(pack, tintOf(name, brand), labelSignOf(name, category), proportionsOf(name, pack));
  }, [name, brand, category]);
  const isMarked = SHOWS_MARK.has(size);
  const mark = useMemo(() => (isMarked ? markOf(name, brand) : undefined), [isMarked, name, brand]);
  // One element: a list of 10,000 products has one in each row.
  return (
    <span
      aria-hidden="true"
      data-size={mark}
      className={classes(
        'pack inline-block shrink-0',
        drawn,
        TILE[size],
        size !== 'bare' && 'pack-tile',
        size === 'wide' && 'pack-wide',
      )}
    />
  );
}
