import { memo } from 'react';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import { brandBeside, nameBelow } from './brand.ts';

interface Props {
  product: Pickable['product'];
  isChosen: boolean;
  /** Keeps its identity between renders. */
  onChoose: (productId: string) => void;
}

/** A product to press: its pack, its brand, and the rest of its name. It renders when it is chosen, not at each key. */
export const Tile = memo(function Tile({ product, isChosen, onChoose }: Props) {
  const { brand, name } = product;
  const beside = brandBeside(product);
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(product._id)}
      aria-label={beside ? `${name}, ${beside}` : name}
      title={beside ? `${name}, ${beside}` : name}
      className="flex min-w-0 flex-col items-center rounded-card border bg-surface px-1 py-0.5 text-xs leading-tight shadow-card aria-pressed:border-accent aria-pressed:bg-accent-soft"
    >
      <Pack product={product} size={40} />
      {/* Drawn by the style: the accessible name has the brand, in the place where the name has it. */}
      <span
        data-brand={brand.name}
        className="w-full truncate text-center leading-4 font-semibold before:content-[attr(data-brand)]"
      />
      <span className="line-clamp-2 min-h-[2lh] w-full text-center text-ink-soft [overflow-wrap:anywhere]">
        {nameBelow(product)}
      </span>
    </button>
  );
});
