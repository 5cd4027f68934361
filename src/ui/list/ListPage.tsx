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
 * rows scroll between a head and a foot that stay (theme/list.css).
 */
export function ListPage({ title, note, tabs, actions, bar, children }: Props) {
  const [copies] = useState(copiesOfAPage);
  useRootMark('filled');
  return (
    <div className="list-page">
      <Head {...{ title, note, tabs, actions, copies }} />
      <OfThisPage value={copies}>
        {bar}
        <div className="list-body">{children}</div>
      </OfThisPage>
    </div>
  );
}

/**
 * A report: the head and the filters of a list over figures, plots and tables, which scroll with the page. A note may be a whole sentence, so it stands
 * over them.
 */
export function ReportPage({ title, note, tabs, actions, bar, children }: Props) {
  const [copies] = useState(copiesOfAPage);
  return (
    <div className="report-page">
      <Head {...{ title, tabs, actions, copies }} />
      <OfThisPage value={copies}>
        {bar}
        <div className="mx-auto flex w-full max-w-[87.5rem] flex-col gap-5 px-4 py-4 sm:px-6">
          {note && <div className="-mb-2 text-sm text-ink-faint max-sm:hidden">{note}</div>}
          {children}
        </div>
      </OfThisPage>
    </div>
  );
}

/** The head of a list and of a report: title, tabs, actions. */
function Head({
  title,
  note,
  tabs,
  actions,
  copies,
}: Pick<Props, 'title' | 'note' | 'tabs' | 'actions'> & { copies: ReturnType<typeof copiesOfAPage> }) {
  const heading = useTitle();
  const head = useRef<HTMLElement>(null);
  const beside = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useFitting(head, beside, Boolean(actions));
  return (
    <header ref={head} className="list-head" data-open={isOpen || undefined}>
      {/* The note is under the title, because beside the title it would look like one of the tabs. The age of a copy has its place. */}
      <div className="list-title">
        <h1
          ref={heading}
          className="truncate text-xl font-semibold leading-tight tracking-tight max-sm:line-clamp-2 max-sm:whitespace-normal max-sm:text-lg compact:text-base"
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
  );
}
