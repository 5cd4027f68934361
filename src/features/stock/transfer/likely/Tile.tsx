import { memo } from 'react';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import { brandBeside, variantOf } from './brand.ts';

interface Props {
  product: Pickable['product'];
  isChosen: boolean;
  /** Keeps its identity between renders. */
  onChoose: (productId: string) => void;
}

/** A product to press: its pack and its brand small, its size and what it is large, because packs of one brand look alike. It renders when it is chosen, not at each key. */
export const Tile = memo(function Tile({ product, isChosen, onChoose }: Props) {
  const { brand, name } = product;
  const beside = brandBeside(product);
  const { what, size } = variantOf(product);
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(product._id)}
      aria-label={beside ? `${name}, ${beside}` : name}
      title={beside ? `${name}, ${beside}` : name}
      className="flex h-23 min-w-0 flex-col rounded-card border bg-surface px-1.5 py-1 text-left shadow-card aria-pressed:border-accent aria-pressed:bg-accent-soft"
    >
      <span className="flex w-full items-center justify-between gap-1">
        <Pack product={product} size={28} />
        {what !== size && (
          <span data-size={size} className="figures truncate text-sm font-semibold before:content-[attr(data-size)]" />
        )}
      </span>
      {/* Both are drawn by the style: the accessible name has brand and size in the place where the name has them. */}
      <span
        data-brand={brand.name}
        className="w-full truncate text-xs leading-4 text-ink-soft before:content-[attr(data-brand)]"
      />
      {/* The brand is in the picture: what differs is what is read at arm's length. */}
      <span className="line-clamp-2 w-full text-sm leading-[1.15] font-semibold [overflow-wrap:anywhere] hyphens-auto">
        {what}
      </span>
    </button>
  );
});
