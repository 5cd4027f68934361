import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { buttonClasses } from '../Button.tsx';
import { useRootMark } from '../hooks/useRootMark.ts';
import { useTitle } from '../hooks/useTitle.ts';
import { Icon } from '../Icon.tsx';
import { copiesOfAPage, OfThisPage, OldestCopy } from '../Page.tsx';

interface Props {
  title: ReactNode;
  /** Beside the title: a count in words, the name of a hub. */
  note?: ReactNode;
  /** Saved filters, between title and actions. */
  tabs?: ReactNode;
  actions?: ReactNode;
  /** The bar with search and filters. */
  bar?: ReactNode;
  children: ReactNode;
}

/**
 * A list that is the page: edge to edge, title and saved filters in one line, search and filters in the next, then the rows. It fills the window; the
 * rows scroll between a head and a foot that stay (theme.css, "The list is the page").
 */
export function ListPage({ title, note, tabs, actions, bar, children }: Props) {
  const [copies] = useState(copiesOfAPage);
  const heading = useTitle();
  useRootMark('filled');
  const head = useRef<HTMLElement>(null);
  const beside = useRef<HTMLDivElement>(null);
  const [isMany, setMany] = useState(false);
  const [isOpen, setOpen] = useState(false);
  // Said by a property: a rule that counts siblings would cost every link and button of the page its style whenever a dialog goes.
  useLayoutEffect(() => {
    const own = [...(beside.current?.children ?? [])].filter((one) => !one.classList.contains('list-more'));
    head.current?.style.setProperty('--many', own.length > 3 ? '1' : '0');
    setMany(own.length > 3);
  });
  return (
    <div className="list-page">
      <header ref={head} className="list-head">
        <div className="flex min-w-0 items-baseline gap-3 sm:shrink-0">
          <h1
            ref={heading}
            className="truncate text-xl font-semibold leading-tight tracking-tight max-sm:text-lg compact:text-base"
          >
            {title}
          </h1>
          {note && <p className="truncate text-sm text-ink-faint max-sm:hidden">{note}</p>}
        </div>
        {tabs}
        <OldestCopy of={copies} place="list" />
        {actions && (
          <div
            ref={beside}
            data-many={isMany || undefined}
            data-open={isOpen || undefined}
            className="list-actions no-print ml-auto flex flex-wrap items-center justify-end gap-2 sm:shrink-0 sm:max-[90rem]:flex-nowrap min-[90rem]:max-w-[calc(100%-16rem)]"
          >
            {isMany && (
              // A phone shows the main action; the others open below the title, with their words.
              <button
                type="button"
                aria-label="More actions"
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
                className={`${buttonClasses('plain')} list-more sm:hidden`}
              >
                <Icon name="more" />
              </button>
            )}
            {actions}
          </div>
        )}
      </header>
      <OfThisPage value={copies}>
        {bar}
        <div className="list-body">{children}</div>
      </OfThisPage>
    </div>
  );
}
