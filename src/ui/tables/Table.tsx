import { type KeyboardEvent, memo, type ReactNode, type Ref } from 'react';
import { classes } from '../classes.ts';
import { Icon } from '../Icon.tsx';

export interface Column<Row> {
  key: string;
  title: ReactNode;
  /** Numbers stand right and share digits' width. */
  align?: 'right';
  /** Takes what is left; others stay as narrow as their text. */
  grow?: boolean;
  /** Stays in sight while the rest scrolls sideways: what the row is about. Unless one says so, the first that grows, or the first. */
  stick?: boolean;
  /** Stays in sight at the far edge: what a row is touched for. */
  end?: boolean;
  /** The field to sort by; the heading becomes a button. */
  sort?: string;
  cell: (row: Row, index: number) => ReactNode;
}

export interface TableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** So many rows stand on the pages before: cells count on from there. */
  before?: number;
  keyOf: (row: Row) => string;
  /** Current sort: `name`, or `-name` for descending. */
  sort?: string;
  onSort?: (sort: string) => void;
  /** Opens a row: by click, Enter, or arrows and Enter. */
  onOpen?: (row: Row) => void;
  toneOf?: (row: Row) => string | undefined;
  foot?: ReactNode;
}

/** The number of a row, from 1. */
export const NUMBER: Column<unknown> = {
  key: '#',
  title: '#',
  cell: (_row, index) => <span className="text-ink-faint">{index + 1}</span>,
};

/**
 * A table that scrolls sideways inside its card. What a row is about stays in sight meanwhile, and a shade at the edge says that there is
 * more (theme.css, `sideways`). Arrows move between rows that can be opened.
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
                  // Where one column takes what is left, the others would break their headings though there is room.
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

/** Drawn again when its row or the columns are others: whoever keeps both keeps a table of hundreds still while something beside it changes. */
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
            // A name that is a link takes what is left, too.
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

/** A box that scrolls sideways, by keyboard too; `relative`, so that hidden texts in it scroll with it and never widen the page. */
export function Sideways({
  label,
  onKeyDown,
  box,
  className,
  stuckEnd = false,
  children,
}: {
  label: string;
  /** A column stays at the far edge. */
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

/** More columns than these stand closer together, under headings of two lines: at 1440 px they are all in sight then. */
const MANY = 9;

const LONG = 28;

/** A long text breaks into lines of 15 rem rather than push the other columns out of sight; a short one stays on its line. */
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
        // The arrow before the words: a heading ends where its numbers end.
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

/** From the table itself, the arrow goes to its first row. */
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
    // The key press must not go on into what opens: it would submit the form there.
    event.preventDefault();
    open();
  }
}
