import { classes } from '#ui/classes.ts';

/** What mends a figure that asks for too much. */
export interface WayOut {
  words: string;
  take: () => void;
}

/** The error of the figure, or the doubt about it. */
export function FigureNote({
  error,
  warning,
  doubt,
  isCounted,
  room,
  wayOut,
}: {
  error: string | null;
  warning: string | undefined;
  doubt: string | null;
  /** A doubt is elsewhere then. */
  isCounted: boolean;
  /** The height that it keeps, a class. */
  room: string;
  wayOut: WayOut | null;
}) {
  const message = error ?? warning;
  // As high as a warning with its way out, so that the figure stays where it is.
  if (!message)
    return isCounted ? (
      <div className={room} />
    ) : (
      <p role="status" aria-label="Doubt" className={classes('min-h-6 pt-2 text-sm font-medium text-wait', room)}>
        {doubt}
      </p>
    );
  return (
    <div className={classes('flex min-h-6 items-start gap-3 pt-2', room)}>
      <p role="alert" className="flex min-h-tap flex-1 items-center text-sm font-medium leading-tight text-bad">
        {message}
      </p>
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
