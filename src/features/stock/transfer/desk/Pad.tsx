import { type ComponentProps, memo } from 'react';
import { classes } from '#ui/classes.ts';
import { Icon, LineIcon } from '#ui/Icon.tsx';
import type { CountWords } from '../countWords.ts';
import { PAD_ROOM, PAD_UPRIGHT } from '../typing/rooms.ts';
import type { DeskState } from './useDesk.ts';

const key =
  'grid place-items-center rounded-card border text-2xl font-medium shadow-card transition-colors active:bg-accent-soft';
const quiet = 'bg-surface-sunken text-ink-soft';

/** A small key. It is no tab stop, because a hardware keyboard types into the field directly. */
function Key({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="button" tabIndex={-1} {...rest} className={classes(key, className)} />;
}

export interface PadProps {
  onDigit: (digit: string) => void;
  onBackspace: () => void;
  less: () => void;
  more: () => void;
  isLeast: boolean;
  /** A soft keyboard may take the space of the pad. */
  isAway: boolean;
  /** A lot is being typed with letters. In a low window in landscape the pad is then hidden. */
  isLettering?: boolean;
  /** The kind of content beside the pad that needs the height. */
  room?: keyof typeof PAD_ROOM;
  /** Applies the typed text before the large key acts. False: the text is invalid, and the key does nothing. */
  take: () => boolean;
  /** No product is chosen, so a digit moves the focus to the search. */
  isEmpty: boolean;
  /** `name`: the accessible name of the large key. `words`: its text. The look says whether it is the filled button. */
  name: string;
  words: string;
  icon: 'plus' | 'check' | 'down' | 'trash';
  disabled: boolean;
  isQuiet: boolean;
  /** The next line opens in the same fields, so a second tap would count it by mistake. */
  opensNext: boolean;
}

/**
 * The order of a digit in the low pads. A low window has two rows: 1 to 5 and Backspace, then 6 to 0 and the large key. A phone has three: 1 to 3 and Backspace,
 * 4 to 6 and 0, 7 to 9 and the large key.
 */
const orderOf = (digit: string) =>
  classes(
    digit >= '1' && digit <= '5' ? 'short:order-1' : 'short:order-3',
    digit >= '1' && digit <= '3'
      ? 'max-sm:not-short:order-1'
      : digit >= '7'
        ? 'max-sm:not-short:order-3'
        : 'max-sm:not-short:order-2',
  );

/** The number pad. Its keys never take the focus, so that the field keeps the focus and no soft keyboard opens. */
export const Pad = memo(function Pad(props: PadProps) {
  const { onDigit, onBackspace, less, more, isLeast, isAway, isLettering, isEmpty } = props;
  const { take, name, words, icon, disabled, isQuiet, opensNext, room = 'stocktake' } = props;
  const digit = (one: string) => (
    <Key
      key={one}
      className={classes(isEmpty ? 'bg-surface-sunken text-ink-faint' : 'bg-surface', orderOf(one))}
      onClick={() => onDigit(one)}
    >
      {one}
    </Key>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid whose rows share the height
    <div
      role="group"
      data-pad
      aria-label="Number pad"
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      className={classes(
        'grid gap-2 max-lg:flex-1 not-short:grid-cols-4 sm:not-short:grid-rows-[repeat(4,minmax(3.5rem,1fr))] max-sm:not-short:grid-rows-[repeat(3,3rem)] sm:not-short:[@media(max-height:49rem)]:grid-rows-[repeat(4,minmax(3rem,1fr))]',
        // In landscape the height of the pad depends on the window only, so that its keys do not move. With a mouse the keys are smaller. If the card
        // above is too high, the side scrolls under the pad.
        'lg:shrink-0 lg:sticky lg:bottom-0 lg:z-1 lg:bg-page lg:shadow-[0_1rem_var(--page)] pointer-fine:lg:not-short:grid-rows-[repeat(4,2.5rem)]',
        // A low window has two rows of keys, so that a finger can type and add.
        'short:grid-cols-6 short:flex-none short:grid-rows-[3rem_3rem] short:content-end sm:max-lg:short:flex-1',
        PAD_UPRIGHT,
        PAD_ROOM[room],
        isLettering && 'lg:short:hidden',
        isAway && 'short:hidden max-lg:[@media(max-height:64rem)]:hidden',
      )}
    >
      {['1', '2', '3'].map(digit)}
      <Key
        aria-label="Delete digit"
        className={classes(quiet, 'short:order-2 max-sm:not-short:order-1')}
        onClick={onBackspace}
      >
        <LineIcon d="M9 5h11a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H9l-6-7zM12 9.5l5 5M17 9.5l-5 5" size={24} />
      </Key>
      {['4', '5', '6'].map(digit)}
      <button
        type="submit"
        aria-label={name}
        disabled={disabled}
        data-once={opensNext ? '' : undefined}
        // A press on the pad does not blur the field, so the typed text is applied here.
        onClick={(event) => {
          if (!take()) event.preventDefault();
        }}
        className={classes(
          'flex flex-col items-center justify-center rounded-card sm:not-short:row-span-3 sm:not-short:gap-3 short:order-4 max-sm:order-4 short:px-0.5 short:text-sm short:leading-tight border text-xl font-semibold max-sm:text-lg max-sm:leading-tight transition-colors disabled:cursor-not-allowed',
          isQuiet
            ? 'border-line-strong/50 bg-surface text-ink disabled:text-ink-faint'
            : 'border-transparent bg-accent text-accent-ink hover:bg-accent-strong',
        )}
      >
        <span className="short:hidden max-sm:hidden">
          <Icon name={icon} size={30} />
        </span>
        {words}
      </button>
      {['7', '8', '9'].map(digit)}
      <Key
        aria-label="Less quantity"
        className={classes(quiet, 'disabled:opacity-50 short:hidden max-sm:hidden')}
        disabled={isLeast}
        onClick={less}
      >
        <Icon name="minus" size={24} />
      </Key>
      {digit('0')}
      <Key
        aria-label="More quantity"
        className={classes(quiet, 'disabled:opacity-50 short:hidden max-sm:hidden')}
        disabled={isEmpty}
        onClick={more}
      >
        <Icon name="plus" size={24} />
      </Key>
    </div>
  );
});

/** The large key, which does what Enter does at that moment. */
export function goKey(
  { entry, isCountComplete }: DeskState,
  isCount: boolean,
  isBlind: boolean,
  { right }: CountWords,
) {
  const { chosen, quantity, refusal } = entry;
  if (isCount && chosen?.how === 'count')
    return quantity === null && refusal === null && !isBlind && chosen.before === 0
      ? ({
          name: `Add Product: ${right}`,
          words: right,
          icon: 'check',
          disabled: false,
          isQuiet: false,
          opensNext: true,
        } as const)
      : ({
          name: 'Add Product: Next',
          words: 'Next',
          icon: 'down',
          disabled: quantity === null,
          isQuiet: quantity === null || isCountComplete,
          opensNext: true,
        } as const);
  const isIdle = chosen === null || quantity === null || (quantity === 0 && chosen.how === 'add');
  // The new figure replaces the one that an opened line or a scan has.
  const isReplaced = chosen?.how === 'set';
  const words = !isReplaced ? 'Add' : entry.base + (quantity ?? 1) === 0 ? 'Remove' : 'Save';
  return {
    name: words === 'Add' ? 'Add Product' : `Add Product: ${words}`,
    words,
    icon: words === 'Add' ? 'plus' : words === 'Remove' ? 'trash' : 'check',
    disabled: isIdle,
    isQuiet: isIdle || words === 'Remove',
    opensNext: false,
  } as const;
}
