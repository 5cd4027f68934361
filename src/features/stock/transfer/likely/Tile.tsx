import { Fragment, memo } from 'react';
import type { Pickable } from '#contract/stock/stockCalls.ts';
import { Pack } from '#crud/fields/Pack.tsx';
import { casesText } from '#domain/units.ts';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import { brandBeside, variantOf } from './brand.ts';
import { tileFigure } from './tileFigure.ts';

interface Props {
  product: Pickable['product'];
  isChosen: boolean;
  /** The units of its line. Null: it has no line. */
  taken: number | null;
  /** Keeps its identity between renders. */
  onChoose: (productId: string) => void;
}

export const TILE_HEIGHT = 'h-[5.375rem] [@media(min-height:54rem)]:h-25';

/** From this number of characters on a word may be longer than a line of a tile. */
const LONG_WORD = 10;

/**
 * Lets a name wrap between words and after a sign ("Rum&" and "Raisin"), but never inside a word. A word that is longer than a line ends with an
 * ellipsis.
 */
const breakable = (text: string) =>
  text
    .split(/(?<=[&/+-])(?=\p{L})|(\s+)/u)
    .map((part, at) => (
      <Fragment key={`${at} ${part}`}>
        {part === undefined ? <wbr /> : part.length < LONG_WORD ? part : <span className={WHOLE_WORD}>{part}</span>}
      </Fragment>
    ));

const WHOLE_WORD = '-mb-px inline-block max-w-full truncate pb-px align-bottom';

/** The most characters that fit beside the picture: of a brand ("Maggi"), and of a framed size. Longer texts stand before the name. */
const SHORT_BRAND = 6;
const SHORT_SIZE = 5;
/**
 * Up to this number of characters a name fits into three lines of the usual size. A longer one gets four smaller lines, which hold {@link WHOLE_NAME}
 * characters.
 */
const SHORT_NAME = 18;
const WHOLE_NAME = 34;
const LONG_WORDS = new RegExp(`\\p{L}{${LONG_WORD - 1},}`, 'u');

/**
 * A product as a tile: the picture with brand and size beside it, and below what distinguishes it, because packs of one brand look alike. A product
 * with a line has a tick on its picture, and its figure replaces brand and size. The tile renders when it is chosen or taken, and not at each key.
 */
export const Tile = memo(function Tile({ product, isChosen, taken, onChoose }: Props) {
  const { brand, name } = product;
  const beside = brandBeside(product);
  const { what, size } = variantOf(product);
  // The figure takes the place beside the picture, so that the name below does not change.
  const isBeside = brand.name.length <= SHORT_BRAND;
  // The brand is not repeated, and is left out if the name would be cut because of it. The accessible name and the card have the brand.
  const isBefore =
    !isBeside && brandBeside({ name: what, brand }) !== '' && brand.name.length + what.length <= WHOLE_NAME;
  const isSmall = (isBefore ? brand.name.length : 0) + what.length > SHORT_NAME || LONG_WORDS.test(what);
  const full = beside ? `${name}, ${beside}` : name;
  const hasSize = what !== size && size !== '';
  const isShort = hasSize && size.length <= SHORT_SIZE;
  const words = taken === null ? '' : casesText(taken, product.case_count);
  const figure = taken === null ? null : tileFigure(taken, product.case_count);
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      data-offered={product._id}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(product._id)}
      aria-label={words ? `${full}, ${words}` : full}
      title={full}
      className={classes(
        'flex min-w-0 flex-col rounded-card border bg-surface px-1 text-left shadow-card aria-pressed:border-accent aria-pressed:bg-accent-soft',
        TILE_HEIGHT,
      )}
    >
      <span className="flex h-8 w-full shrink-0 items-center gap-1">
        <span className="relative shrink-0">
          <span className="flex [zoom:.75]">
            <Pack product={product} size={40} />
          </span>
          {figure && (
            <Icon
              name="check"
              size={14}
              className="absolute right-0 bottom-0 rounded-full bg-accent p-0.5 text-accent-ink"
            />
          )}
        </span>
        {/* CSS draws brand and size. The accessible name has them at their place in the name. */}
        <span className="flex min-w-0 flex-1 flex-col text-[0.6875rem] leading-4 tracking-tight">
          {figure === null ? (
            <>
              {isBeside && (
                <span data-brand={brand.name} className="truncate text-ink-soft before:content-[attr(data-brand)]" />
              )}
              {isShort && <span data-size={size} className={SIZE_LOOK} />}
            </>
          ) : (
            figure.map((part) => (
              <span
                key={part}
                data-taken={part}
                className="figures truncate font-semibold text-accent after:content-[attr(data-taken)]"
              />
            ))
          )}
        </span>
      </span>
      {/* The picture shows the brand, so the text is what distinguishes the product, and can be read at arm's length. */}
      <span
        className={classes(
          // The element ends with its last line of text. Below it, the upper end of a cut line, such as the ring of "å", would be visible.
          'w-full px-0.5 font-semibold [overflow-wrap:normal]',
          isSmall ? 'text-xs leading-[1.08] tracking-tight' : 'text-[0.8125rem] leading-tight',
          isSmall ? 'line-clamp-4' : 'line-clamp-3',
        )}
      >
        {hasSize && (!isShort || figure !== null) && <span data-size={size} className={classes(SIZE_LOOK, 'mr-1')} />}
        {!isBeside && (
          <span
            data-brand={brand.name}
            className={
              isBefore
                ? 'mr-1 inline-block max-w-full truncate align-bottom font-normal text-ink-soft before:content-[attr(data-brand)]'
                : 'hidden'
            }
          />
        )}
        {breakable(what)}
      </span>
    </button>
  );
});

/** An inline box, so that the word after it wraps to a new line before it is broken. */
const SIZE_LOOK =
  'figures inline-block self-start rounded-sm bg-accent-soft px-0.5 font-semibold whitespace-nowrap text-accent before:content-[attr(data-size)]';
