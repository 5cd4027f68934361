import { classes } from '#ui/classes.ts';
import { Icon, LineIcon } from '#ui/Icon.tsx';

const key =
  'grid place-items-center rounded-card border text-2xl font-medium shadow-card transition-colors active:bg-accent-soft';
const digitKey = `${key} bg-surface`;
const quietKey = `${key} bg-surface-sunken text-ink-soft`;

interface Props {
  onDigit: (digit: string) => void;
  onBackspace: () => void;
  less: () => void;
  more: () => void;
  isLeast: boolean;
  /** A soft keyboard may take the room of the pad. */
  isAway: boolean;
  /** Takes what is typed before the large key is done. False: it cannot be, and nothing is done. */
  take: () => boolean;
  /** The large key. */
  go: {
    name: string;
    words: string;
    icon: 'plus' | 'check' | 'down';
    busy: boolean;
    disabled: boolean;
    isQuiet: boolean;
  };
}

/**
 * The number pad. Its keys never take the focus, so the field keeps it and no soft keyboard opens. A hardware keyboard types into the field itself, so
 * the digits are no tab stops.
 */
export function Pad({ onDigit, onBackspace, less, more, isLeast, isAway, take, go }: Props) {
  const digit = (one: string) => (
    <button key={one} type="button" tabIndex={-1} className={digitKey} onClick={() => onDigit(one)}>
      {one}
    </button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid whose rows share the height
    <div
      role="group"
      aria-label="Number pad"
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      className={classes(
        'grid flex-1 grid-cols-4 grid-rows-[repeat(4,minmax(3.5rem,1fr))] gap-2 [@media(max-height:38rem)]:hidden [@media(max-height:49rem)]:grid-rows-[repeat(4,minmax(3rem,1fr))]',
        isAway && 'max-lg:[@media(max-height:64rem)]:hidden',
      )}
    >
      {['1', '2', '3'].map(digit)}
      <button type="button" tabIndex={-1} aria-label="Delete digit" className={quietKey} onClick={onBackspace}>
        <LineIcon d="M9 5h11a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H9l-6-7zM12 9.5l5 5M17 9.5l-5 5" size={24} />
      </button>
      {['4', '5', '6'].map(digit)}
      <button
        type="submit"
        aria-label={go.name}
        aria-busy={go.busy || undefined}
        disabled={go.disabled}
        // A press on the pad leaves no field, so what is typed is taken here.
        onClick={(event) => {
          if (!take()) event.preventDefault();
        }}
        className={classes(
          'row-span-3 flex flex-col items-center justify-center gap-3 rounded-card border text-xl font-semibold transition-colors disabled:cursor-not-allowed',
          go.isQuiet
            ? 'border-line-strong/50 bg-surface text-ink disabled:text-ink-faint'
            : 'border-transparent bg-accent text-accent-ink hover:bg-accent-strong',
        )}
      >
        <Icon name={go.icon} size={30} />
        {go.words}
      </button>
      {['7', '8', '9'].map(digit)}
      <button
        type="button"
        tabIndex={-1}
        aria-label="Less quantity"
        className={classes(quietKey, 'disabled:opacity-50')}
        disabled={isLeast}
        onClick={less}
      >
        <Icon name="minus" size={24} />
      </button>
      {digit('0')}
      <button type="button" tabIndex={-1} aria-label="More quantity" className={quietKey} onClick={more}>
        <Icon name="plus" size={24} />
      </button>
    </div>
  );
}
