import { memo, type ReactNode, useEffect, useRef } from 'react';
import { Pack } from '#crud/fields/Pack.tsx';
import { Link } from '#crud/Link.tsx';
import type { CountLine, CountSession } from '#offline/outbox/countOverlay.ts';
import { buttonClasses } from '#ui/Button.tsx';
import { classes } from '#ui/classes.ts';
import { EmptyState } from '#ui/feedback/States.tsx';
import { Icon } from '#ui/Icon.tsx';
import { LotBlocks } from '../parts/lines/LotList.tsx';
import { keepInView } from '../transfer/typing/keepInView.ts';
import { Marks } from './CountMarks.tsx';
import { type CountTab, linesOfTab, ownDoubt, ownLots, ownText, placesText } from './countWords.ts';

const TABS: readonly { key: CountTab; title: string }[] = [
  { key: 'recount', title: 'Recount' },
  { key: 'to_count', title: 'To count' },
  { key: 'counted', title: 'Counted' },
];

interface Props {
  session: CountSession;
  tab: CountTab;
  onTab: (tab: CountTab) => void;
  /** The id of the product whose figure is being typed. */
  chosen: string | null;
  /** The id of the product that was just saved. */
  lit: string | null;
  /** The id of the product that was saved last. Its row is at the top of every tab, with the result of its count. */
  last: string | null;
  /** No server has answered, so this tablet does not have the list of products to count. */
  isAlone: boolean;
  /** Keeps its identity between renders. */
  onOpen: (productId: string) => void;
  /** What appears after a scan. It is at the foot of the list, so that no row moves under a finger. */
  foot: ReactNode;
  children?: ReactNode;
}

/** The products to count again, to count, and counted. A press opens the figure of a row; so do the arrow keys and Enter. */
export function CountList({ session, tab, onTab, chosen, lit, last, isAlone, onOpen, foot, children }: Props) {
  const list = useRef<HTMLUListElement>(null);
  // Scrolls the line that is being counted into the window.
  useEffect(() => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-product]') ?? [])];
    return keepInView(
      list.current,
      rows.find((one) => one.dataset.product === chosen),
    );
  }, [chosen]);
  const many = { recount: 0, to_count: 0, counted: 0 };
  for (const line of session.lines) many[line.state] += 1;
  const newest = session.lines.find((line) => line.product_id === last);
  const lines = linesOfTab(session, tab);
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface max-lg:order-3 max-lg:mt-3 max-lg:border-t">
      {children}
      <div className="shrink-0 border-b px-6 py-3 max-sm:px-4 short:py-1.5">
        <div role="tablist" aria-label="Lines of the stocktake" className="flex rounded-card bg-surface-sunken p-1">
          {TABS.map(({ key, title }) => (
            <button
              key={key}
              type="button"
              role="tab"
              id={`count-${key}`}
              aria-selected={tab === key}
              aria-controls="count-lines"
              tabIndex={tab === key ? 0 : -1}
              onClick={() => onTab(key)}
              onKeyDown={(event) => {
                const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
                const next = step && TABS[(TABS.findIndex((one) => one.key === key) + step + 3) % 3];
                if (!next) return;
                event.preventDefault();
                onTab(next.key);
                document.getElementById(`count-${next.key}`)?.focus();
              }}
              className={classes(
                'figures min-h-tap min-w-0 flex-1 rounded-field border px-2 leading-tight',
                tab === key ? 'border-line bg-surface font-semibold shadow-card' : 'border-transparent text-ink-soft',
              )}
            >
              {title} {many[key]}
            </button>
          ))}
        </div>
      </div>
      {/* The element is positioned, so that hidden texts in it do not lengthen the page. */}
      <div
        id="count-lines"
        role="tabpanel"
        aria-labelledby={`count-${tab}`}
        data-lines
        // Without rows no element in the list takes the focus. The list itself then does, so that a keyboard can scroll it.
        tabIndex={lines.length === 0 && !newest ? 0 : undefined}
        className="@container relative min-h-0 flex-1 overflow-y-auto lg:[contain:strict]"
      >
        <ul ref={list} aria-label="Products of the stocktake">
          {newest && newest.state !== tab && (
            <Row
              line={newest}
              isFirst
              isNewest
              isChosen={chosen === last}
              isLit={lit === last}
              isLast
              {...{ onOpen }}
            />
          )}
          {lines.map((line, at) => (
            <Row
              key={line.product_id}
              line={line}
              isFirst={at === 0 && (!newest || newest.state === tab)}
              isNewest={false}
              isChosen={chosen === line.product_id}
              isLit={lit === line.product_id}
              isLast={last === line.product_id}
              {...{ onOpen }}
            />
          ))}
        </ul>
        {lines.length === 0 && <NothingIn tab={tab} isAlone={isAlone} left={many.to_count + many.recount} />}
        {tab === 'recount' && lines.length > 0 && (
          <div className="max-w-md px-6 py-6 max-sm:px-4">
            <h3 className="font-semibold">Recount without looking back</h3>
            <p className="text-sm text-ink-soft">
              Count all places again. Only the new figures are used, and the first ones stay hidden. A second person
              approves the result.
            </p>
          </div>
        )}
      </div>
      {foot}
    </div>
  );
}

function NothingIn({ tab, isAlone, left }: { tab: CountTab; isAlone: boolean; left: number }) {
  if (tab === 'recount')
    return <EmptyState title="Nothing to recount">Products whose two counts differ appear here.</EmptyState>;
  if (tab === 'counted')
    return <EmptyState title="Nothing counted yet">Scan the first product, or search for it.</EmptyState>;
  if (isAlone)
    return (
      <EmptyState title="Connect to see the list">Count what you see. Each count is safe on this tablet.</EmptyState>
    );
  return (
    <EmptyState title={left === 0 ? 'Nothing is left to count' : 'Everything has a first count'}>
      Scan whatever else you find.
    </EmptyState>
  );
}

interface RowProps {
  line: CountLine;
  /** The first row is the tab stop of the list. Arrow keys move between the rows. */
  isFirst: boolean;
  /** The row belongs to another tab, and is shown here because it was saved last. */
  isNewest: boolean;
  isChosen: boolean;
  isLit: boolean;
  /** The row was saved last. */
  isLast: boolean;
  onOpen: (productId: string) => void;
}

/** One product. The row renders only when its own values change, and not at each key in a field beside it. */
const Row = memo(function Row({ line, isFirst, isNewest, isChosen, isLit, isLast, onOpen }: RowProps) {
  const { product, queued, message, needs_another, product_id } = line;
  const own = ownText(line);
  const doubt = ownDoubt(line);
  const note = [doubt ? '' : own, placesText(line)].filter(Boolean).join(' · ');
  const onKeyDown = (event: React.KeyboardEvent<HTMLButtonElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = [...(event.currentTarget.closest('ul')?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    all[all.indexOf(event.currentTarget) + step]?.focus();
  };
  return (
    <li
      data-product={product_id}
      className={classes(
        'border-b transition-colors duration-200',
        isChosen && 'bg-accent-soft shadow-[inset_4px_0_0_var(--accent)]',
        // A row that was just counted does not look like the row whose figure is being typed.
        isLit && !isChosen && 'bg-good-soft',
        isLit && 'motion-safe:animate-[land_.16s_ease-out]',
        queued === 'refused' && 'shadow-[inset_4px_0_0_var(--bad)]',
      )}
    >
      <div className="flex items-center">
        <button
          type="button"
          data-row
          tabIndex={isFirst ? 0 : -1}
          aria-disabled={needs_another || undefined}
          onClick={() => !needs_another && onOpen(product_id)}
          onKeyDown={onKeyDown}
          className={classes(
            'ring-inside flex min-h-18 w-full min-w-0 flex-1 items-center gap-4 px-6 py-1.5 text-left max-sm:gap-3 max-sm:px-4',
            needs_another && 'cursor-not-allowed',
          )}
        >
          <Pack product={product} size={48} />
          {/* On a phone the marks stand below the words if there is no room beside them. */}
          <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-1 max-sm:gap-x-3 sm:flex-nowrap">
            <span className="min-w-0 flex-1 max-sm:basis-36">
              <span className="line-clamp-2 max-sm:line-clamp-3 font-semibold leading-tight" title={product.name}>
                {product.name || 'Product'}
              </span>
              <span
                className={classes(
                  'figures block text-sm leading-tight text-ink-soft',
                  // On a phone the question does not fit on one line.
                  doubt ? 'sm:truncate' : 'truncate',
                )}
              >
                {isNewest && <span className="font-semibold">Just counted · </span>}
                {doubt && (
                  <span className="font-semibold text-wait">
                    <Icon name="alert" size={16} className="mr-1 inline align-[-3px]" />
                    {doubt}
                  </span>
                )}
                {doubt && note && ' · '}
                {note || (doubt ? '' : `Case of ${product.case_count}`)}
              </span>
              <LotBlocks lots={ownLots(line)} caseCount={product.case_count} />
            </span>
            <span className="flex shrink-0 flex-wrap justify-end gap-1.5 sm:@max-md:max-w-40">
              <Marks line={line} own={own} />
            </span>
          </span>
          {/* A press opens the figure on every row. The last saved row has the word "Change", so that people see how to correct a slip. */}
          {isLast && line.state === 'counted' && !product.tracks_lots ? (
            <span className="shrink-0 font-semibold text-accent">Change</span>
          ) : (
            <Icon name="next" className={needs_another ? 'invisible' : 'shrink-0'} />
          )}
        </button>
        {product.tracks_lots && isLast && (
          // On a phone a press of the row opens its next lot.
          <button
            type="button"
            aria-label={`Another lot of ${product.name}: Another lot`}
            className="mr-2 min-h-tap shrink-0 rounded-field border px-3 font-semibold @max-md:hidden"
            onClick={() => onOpen(product_id)}
          >
            Another lot
          </button>
        )}
      </div>
      {queued === 'refused' && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-6 pb-3 pl-22 max-sm:px-4">
          <p role="alert" className="min-w-48 flex-1 text-sm font-medium text-bad">
            {message || 'The server refused this count.'}
          </p>
          <Link to="/sync" className={buttonClasses('plain')}>
            Decide in the outbox
          </Link>
        </div>
      )}
    </li>
  );
});
