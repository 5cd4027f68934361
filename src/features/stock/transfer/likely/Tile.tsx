import { Fragment, memo } from 'react';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import { brandBeside, variantOf } from './brand.ts';

interface Props {
  product: Pickable['product'];
  isChosen: boolean;
  /** Keeps its identity between renders. */
  onChoose: (productId: string) => void;
}

/** A long name is broken after a sign rather than inside a word: "Rum&" and "Raisin". */
const breakable = (text: string) =>
  text.split(/(?<=[&/+-])(?=\p{L})/u).map((part, at) => (
    <Fragment key={`${at} ${part}`}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));

/** A product to press: its pack and its brand small, its size first, and then what it is, because packs of one brand look alike. It renders when it is chosen, not at each key. */
export const Tile = memo(function Tile({ product, isChosen, onChoose }: Props) {
  const { brand, name } = product;
  const beside = brandBeside(product);
  const { what, size } = variantOf(product);
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      data-offered={product._id}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(product._id)}
      aria-label={beside ? `${name}, ${beside}` : name}
      title={beside ? `${name}, ${beside}` : name}
      className="flex h-20 min-w-0 flex-col rounded-card border bg-surface px-1.5 py-1 text-left shadow-card aria-pressed:border-accent aria-pressed:bg-accent-soft"
    >
      <span className="flex w-full items-center gap-1">
        <Pack product={product} size={20} />
        {/* Brand and size are drawn by the style: the accessible name has them in the place where the name has them. */}
        <span
          data-brand={brand.name}
          className="min-w-0 flex-1 truncate text-xs leading-5 text-ink-soft before:content-[attr(data-brand)]"
        />
      </span>
      {/* The brand is in the picture: what differs is what is read at arm's length. */}
      <span className="line-clamp-3 w-full text-[0.8125rem] leading-[1.15] font-semibold [overflow-wrap:anywhere] hyphens-auto">
        {what !== size && size !== '' && (
          <span
            data-size={size}
            // A box in the line, so that the word behind it begins a line of its own before it is broken.
            className="figures mr-1 inline-block rounded-sm bg-accent-soft px-1 whitespace-nowrap text-accent before:content-[attr(data-size)]"
          />
        )}
        {breakable(what)}
      </span>
    </button>
  );
});
