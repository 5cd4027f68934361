import { type ReactNode, useRef, useState } from 'react';
import { buttonClasses } from '../Button.tsx';
import { useRootMark } from '../hooks/useRootMark.ts';
import { useTitle } from '../hooks/useTitle.ts';
import { Icon } from '../Icon.tsx';
import { copiesOfAPage, OfThisPage, OldestCopy } from '../Page.tsx';
import { useFitting } from './useFitting.ts';

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
  const [isOpen, setOpen] = useState(false);
  useFitting(head, beside, Boolean(actions));
  return (
    <div className="list-page">
      <header ref={head} className="list-head" data-open={isOpen || undefined}>
        {/* The note is under the title, because beside the title it would look like one of the tabs. The age of a copy has its place. */}
        <div className="list-title">
          <h1
            ref={heading}
            className="truncate text-xl font-semibold leading-tight tracking-tight max-sm:text-lg compact:text-base"
          >
            {title}
          </h1>
          {note && <p className="truncate text-xs leading-4 text-ink-faint max-sm:hidden">{note}</p>}
          <OldestCopy of={copies} place="list" />
        </div>
        {tabs}
        {actions && (
          <div
            ref={beside}
            className="list-actions no-print ml-auto flex flex-wrap items-center justify-end gap-2 sm:shrink-0 sm:max-[90rem]:flex-nowrap min-[90rem]:max-w-[calc(100%-16rem)]"
          >
            {/* Actions without room beside the title open below it, with their texts (useFitting.ts). */}
            <button
              type="button"
              aria-label="More actions"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
              className={`${buttonClasses('plain')} list-more`}
            >
              <Icon name="more" />
            </button>
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
