/** The list of scanned codes whose product is not known, in a transfer and in a stocktake. */
import { type ReactNode, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';

interface ListProps {
  title: string;
  /** The title is for screen readers only. */
  isTitleHidden?: boolean;
  /** A press on the title opens and closes the list. */
  folds: boolean;
  /** The text about the last scan for screen readers. */
  alert: ReactNode;
  className: string;
  children: ReactNode;
  /** The content below the rows. */
  foot?: ReactNode;
}

export function CodeList({ title, isTitleHidden = false, folds, alert, className, children, foot }: ListProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section
      aria-label="Unknown codes"
      className={classes('flex shrink-0 flex-col bg-wait-soft/40 px-6 text-left max-sm:px-4', className)}
    >
      <h2 className={isTitleHidden ? 'sr-only' : 'font-semibold'}>
        {folds ? (
          <button
            type="button"
            aria-expanded={isOpen}
            className="flex min-h-tap w-full items-center justify-between gap-3 text-left"
            onClick={() => setOpen(!isOpen)}
          >
            {title}
            <Icon name={isOpen ? 'up' : 'down'} className="shrink-0" />
          </button>
        ) : (
          title
        )}
      </h2>
      <p role="alert" className="sr-only">
        {alert}
      </p>
      {(!folds || isOpen) && (
        <div className="-mx-2 min-h-0 overflow-y-auto px-2 pb-2">
          <ul className="mt-1">{children}</ul>
          {foot}
        </div>
      )}
    </section>
  );
}

interface RowProps {
  code: string;
  /** How often the code was scanned, and the figures that are stored with it. */
  words: string;
  /** True for the code of the last scan. Its row is highlighted and scrolled into view. */
  isLast: boolean;
  /** More about the code, each note on its own line. */
  notes: ReactNode;
  /** The buttons of the row besides the one that removes it. */
  children: ReactNode;
  onRemove: () => void;
}

export function CodeRow({ code, words, isLast, notes, children, onRemove }: RowProps) {
  return (
    <li
      ref={isLast ? bringNear : undefined}
      className={classes(
        '-mx-2 flex flex-wrap items-center gap-x-2 gap-y-1 rounded-field px-2 py-1',
        isLast && 'bg-wait-soft',
      )}
    >
      <div className="flex min-w-32 flex-1 flex-wrap items-baseline gap-x-2">
        <span className="figures break-all font-semibold">{code}</span>
        <span className="figures text-sm text-ink-faint">{words}</span>
        {notes}
      </div>
      {children}
      <Button aria-label={`Remove ${code}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}

/** A note about a code, on its own line. */
export const CodeNote = ({ tone, children }: { tone: 'wait' | 'good'; children: ReactNode }) => (
  <span className={classes('figures basis-full text-sm', tone === 'good' ? 'text-good' : 'text-wait')}>{children}</span>
);

export const NowKnown = ({ name }: { name: string }) => <CodeNote tone="good">Now known as {name}</CodeNote>;

export const TeachButton = ({ isOnline, onTeach }: { isOnline: boolean; onTeach: () => void }) => (
  <Button icon="edit" disabled={!isOnline} onClick={onTeach}>
    Link to product
  </Button>
);

/** Says why a person cannot link a code to a product now. Shows nothing if the person can. */
export const TeachHint = ({ online, mayTeach }: { online: boolean; mayTeach: boolean }) =>
  online && mayTeach ? null : (
    <p className="mt-1 text-sm text-ink-faint">
      {mayTeach
        ? 'You need a connection to link a code.'
        : 'A person who may change products can link them on this tablet.'}
    </p>
  );

/** Scrolls the list of codes, and not the page, to the newest code. */
function bringNear(line: HTMLLIElement | null): void {
  const list = line?.closest('ul')?.parentElement;
  if (!line || !list) return;
  const below = line.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom;
  if (below > 0) list.scrollTop += below + 8;
}
