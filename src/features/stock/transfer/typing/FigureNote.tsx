import { classes } from '#ui/classes.ts';

/** The button that corrects a figure which exceeds the stock. */
export interface WayOut {
  words: string;
  take: () => void;
}

/** The error of the figure, or the doubt about it. */
export function FigureNote({
  error,
  warning,
  doubt,
  note = null,
  isCounted,
  room,
  wayOut,
}: {
  error: string | null;
  warning: string | undefined;
  doubt: string | null;
  /** The stock of the product, if its text is too long for the place above the figure. */
  note?: string | null;
  /** In a count another place shows the doubt. */
  isCounted: boolean;
  /** The class that reserves the height. */
  room: string;
  wayOut: WayOut | null;
}) {
  const message = error ?? warning;
  // The element is as high as a warning with its button, so that the figure does not move.
  if (!message)
    return (
      <div className={classes(!isCounted && 'min-h-6 pt-2 max-sm:min-h-0 max-sm:pt-1', room)}>
        {!isCounted && (
          <p role="status" aria-label="Doubt" className="text-sm font-medium text-wait">
            {doubt}
          </p>
        )}
        <StockBelow note={note} />
      </div>
    );
  return (
    <div className={classes('flex min-h-6 items-start gap-3 pt-2', room)}>
      <div className="flex min-h-tap flex-1 flex-col justify-center">
        <p role="alert" className="text-sm font-medium leading-tight text-bad">
          {message}
        </p>
        <StockBelow note={note} />
      </div>
      {!error && wayOut && (
        <button
          type="button"
          onMouseDown={(event) => event.preventDefault()}
          onClick={wayOut.take}
          className="min-h-tap shrink-0 rounded-field border border-bad/40 bg-bad-soft px-4 font-semibold leading-tight text-bad max-sm:max-w-32 max-sm:px-2 max-sm:text-sm"
        >
          {wayOut.words}
        </button>
      )}
    </div>
  );
}

/** "12 cases of it received here, not sent yet" */
export const StockBelow = ({ note }: { note: string | null }) =>
  note && <p className="figures text-sm leading-tight text-ink-soft first-letter:uppercase">{note}</p>;

/**
 * One line about the chosen product: its stock, or its place in the count. In a count, and above a lot, a doubt replaces this line, because the space
 * below the figure is taken.
 */
export function About({ words, doubt, isCount }: { words: string | null; doubt: string | null; isCount: boolean }) {
  if (!words && !doubt) return null;
  return (
    <p className={classes('text-sm leading-tight', doubt ? 'font-medium text-wait' : 'text-ink-soft')}>
      {!doubt && words}
      {(isCount || doubt) && (
        <span role="status" aria-label="Doubt">
          {doubt}
        </span>
      )}
    </p>
  );
}
