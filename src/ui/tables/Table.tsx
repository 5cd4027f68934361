import { type KeyboardEvent, memo, type ReactNode, type Ref } from 'react';
import { classes } from '../classes.ts';
import { Icon } from '../Icon.tsx';

export interface Column<Row> {
  key: string;
  title: ReactNode;
  /** Numbers are right-aligned with digits of equal width. */
  align?: 'right';
  /** The column takes the remaining width; others are as narrow as their text. */
  grow?: boolean;
  /** The column stays visible while the rest scrolls sideways. By default it is the first growing column, or the first one. */
  stick?: boolean;
  /** The column stays visible at the right edge: it holds the row's actions. */
  end?: boolean;
  /** The field to sort by; the heading becomes a button. */
  sort?: string;
  cell: (row: Row, index: number) => ReactNode;
}

export interface TableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** The number of rows on the pages before; row numbers continue from it. */
  before?: number;
  keyOf: (row: Row) => string;
  /** The current sort: `name`, or `-name` for descending. */
  sort?: string;
  onSort?: (sort: string) => void;
  /** Opens a row by click, Enter, or arrows and Enter. */
  onOpen?: (row: Row) => void;
  toneOf?: (row: Row) => string | undefined;
  foot?: ReactNode;
}

/** The column with the number of a row, from 1. */
export const NUMBER: Column<unknown> = {
  key: '#',
  title: '#',
  cell: (_row, index) => <span className="text-ink-faint">{index + 1}</span>,
};

/**
 * A table that scrolls sideways inside its card. The column that identifies a row stays visible, and a shade at the edge shows that there is more
 * (theme.css, `sideways`). Arrow keys move between rows that can be opened.
 */
export function Table<Row>({
  label,
  columns,
  rows,
  before = 0,
  keyOf,
  sort,
  onSort,
  onOpen,
  toneOf,
  foot,
}: TableProps<Row>) {
  const stuck = (
    columns.find((column) => column.stick) ??
    columns.find((column) => column.grow) ??
    columns.find((column) => column.key !== '#')
  )?.key;
  const tight = columns.length > MANY;
  const grows = columns.some((column) => column.grow);
  return (
    <Sideways
      label={label}
      stuckEnd={columns.some((column) => column.end)}
      {...(onOpen ? { onKeyDown: enterRows } : {})}
    >
      <table className="w-full border-collapse text-[0.9375rem]" aria-label={label}>
        <thead>
          <tr className="border-b bg-surface-sunken text-left text-[0.8125rem] text-ink-soft">
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                aria-sort={ariaSort(column.sort, sort)}
                className={classes(
                  'py-0 font-semibold first:pl-5 last:pr-5',
                  tight ? 'px-1.5' : 'px-2',
                  // If one column takes the remaining width, the other headings would break although there is space.
                  grows && !tight && 'whitespace-nowrap',
                  column.align === 'right' && 'text-right',
                  column.grow && 'w-full',
                  column.key === stuck && 'stuck',
                  column.end && 'stuck-end',
                )}
              >
                {column.sort && onSort ? (
                  <SortButton
                    column={column.sort}
                    title={column.title}
                    sort={sort}
                    onSort={onSort}
                    align={column.align}
                  />
                ) : (
                  <span className="inline-block py-3 leading-tight">{wrapLong(column.title)}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <BodyRow
              key={keyOf(row)}
              row={row}
              index={before + index}
              columns={columns}
              onOpen={onOpen}
              tone={toneOf?.(row)}
              tight={tight}
              stuck={stuck}
            />
          ))}
        </tbody>
        {foot && <tfoot>{foot}</tfoot>}
      </table>
    </Sideways>
  );
}

interface BodyRowProps<Row> extends Pick<TableProps<Row>, 'columns'> {
  row: Row;
  index: number;
  onOpen: TableProps<Row>['onOpen'] | undefined;
  tone: string | undefined;
  tight: boolean;
  stuck: string | undefined;
}

/**
 * Renders only when its row or the columns change. If the caller keeps both stable, a table of hundreds of rows does not render with every change
 * beside it.
 */
const BodyRow = memo(function BodyRow<Row>({ row, index, columns, onOpen, tone, tight, stuck }: BodyRowProps<Row>) {
  return (
    <tr
      tabIndex={onOpen ? 0 : undefined}
      onClick={onOpen ? (event) => !isControl(event.target) && onOpen(row) : undefined}
      onKeyDown={onOpen ? (event) => moveOrOpen(event, () => onOpen(row)) : undefined}
      className={classes('border-b last:border-b-0', onOpen && 'cursor-pointer hover:bg-surface-sunken', tone)}
    >
      {columns.map((column) => (
        <td
          key={column.key}
          className={classes(
            'h-14 py-1.5 first:pl-5 last:pr-5',
            tight ? 'px-1.5' : 'px-2',
            column.align === 'right' && 'text-right',
            // A name that is a link also fills the remaining width.
            column.grow ? 'min-w-40 [&_a]:w-auto [&_a]:max-w-none' : 'whitespace-nowrap',
            column.key === stuck && 'stuck',
            column.end && 'stuck-end',
          )}
        >
          {column.grow ? column.cell(row, index) : wrapLong(column.cell(row, index))}
        </td>
      ))}
    </tr>
  );
}) as <Row>(props: BodyRowProps<Row>) => ReactNode;

/** A box that scrolls sideways, also by keyboard. `relative` makes hidden texts in it scroll with it, so that they never widen the page. */
export function Sideways({
  label,
  onKeyDown,
  box,
  className,
  stuckEnd = false,
  children,
}: {
  label: string;
  /** Whether a column stays at the right edge. */
  stuckEnd?: boolean;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  box?: Ref<HTMLElement>;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={classes('sideways', stuckEnd && 'has-stuck-end')}>
      <section
        ref={box}
        className={classes('relative overflow-x-auto', className)}
        aria-label={label}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {children}
      </section>
    </div>
  );
}

/** Tables with more columns than this are tighter and have headings of two lines, so that all columns fit at 1440 px. */
const MANY = 9;

const LONG = 28;

/** A long text breaks into lines of 15 rem, so that it does not push the other columns out of view; a short one stays on one line. */
function wrapLong(content: ReactNode): ReactNode {
  if (typeof content !== 'string' || content.length <= LONG) return content;
  return <span className="block w-max max-w-60 whitespace-normal">{content}</span>;
}

function ariaSort(
  column: string | undefined,
  sort: string | undefined,
): 'ascending' | 'descending' | 'none' | undefined {
  if (!column) return undefined;
  if (sort === column) return 'ascending';
  return sort === `-${column}` ? 'descending' : 'none';
}

function SortButton({
  column,
  title,
  sort,
  onSort,
  align = 'left',
}: {
  column: string;
  title: ReactNode;
  sort: string | undefined;
  onSort: (sort: string) => void;
  align?: 'left' | 'right' | undefined;
}) {
  const up = sort === column;
  const down = sort === `-${column}`;
  return (
    <button
      type="button"
      className={classes(
        'inline-flex min-h-tap min-w-tap items-center gap-1 font-semibold leading-tight',
        // The arrow is before the words, so that a right-aligned heading ends where its numbers end.
        align === 'right' ? 'flex-row-reverse text-right' : 'text-left',
      )}
      onClick={() => onSort(up ? `-${column}` : column)}
    >
      {title}
      <Icon name={down ? 'down' : 'up'} size={14} className={up || down ? 'text-accent' : 'opacity-25'} />
    </button>
  );
}

const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest('a,button,input,select,label') !== null;

/** With the focus on the table itself, Arrow Down moves to its first row. */
function enterRows(event: KeyboardEvent<HTMLElement>) {
  if (event.target !== event.currentTarget || event.key !== 'ArrowDown') return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLElement>('tbody tr[tabindex]')?.focus();
}

function moveOrOpen(event: KeyboardEvent<HTMLTableRowElement>, open: () => void) {
  if (event.target !== event.currentTarget) return;
  const row = event.currentTarget;
  const next =
    event.key === 'ArrowDown' ? row.nextElementSibling : event.key === 'ArrowUp' ? row.previousElementSibling : null;
  if (next instanceof HTMLElement) {
    event.preventDefault();
    next.focus();
  }
  if (event.key === 'Enter') {
    // The key press must not reach the screen that opens: it would submit the form there.
    event.preventDefault();
    open();
  }
}
