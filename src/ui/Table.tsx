import type { KeyboardEvent, ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';

export interface Column<Row> {
  key: string;
  title: ReactNode;
  /** Numbers stand right and share digits' width. */
  align?: 'right';
  /** Takes what is left; others stay as narrow as their text. */
  grow?: boolean;
  /** The field to sort by; the heading becomes a button. */
  sort?: string;
  cell: (row: Row, index: number) => ReactNode;
}

interface Props<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Current sort: `name`, or `-name` for descending. */
  sort?: string;
  onSort?: (sort: string) => void;
  /** Opens a row: by click, Enter, or arrows and Enter. */
  onOpen?: (row: Row) => void;
  toneOf?: (row: Row) => string | undefined;
  foot?: ReactNode;
}

/** A table that scrolls sideways inside its card, with a sticky head; arrows move between rows that can be opened. */
export function Table<Row>({ label, columns, rows, keyOf, sort, onSort, onOpen, toneOf, foot }: Props<Row>) {
  return (
    <section className="overflow-x-auto" aria-label={label} tabIndex={0} onKeyDown={onOpen ? enterRows : undefined}>
      <table className="w-full border-collapse text-[0.9375rem]" aria-label={label}>
        <thead>
          <tr className="border-b bg-surface-sunken text-left text-[0.8125rem] text-ink-soft">
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                aria-sort={ariaSort(column.sort, sort)}
                className={classes(
                  'whitespace-nowrap px-3 py-0 font-semibold first:pl-5 last:pr-5',
                  column.align === 'right' && 'text-right',
                  column.grow && 'w-full',
                )}
              >
                {column.sort && onSort ? (
                  <SortButton column={column.sort} title={column.title} sort={sort} onSort={onSort} />
                ) : (
                  <span className="inline-block py-3">{column.title}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr
              key={keyOf(row)}
              tabIndex={onOpen ? 0 : undefined}
              onClick={onOpen ? (event) => !isControl(event.target) && onOpen(row) : undefined}
              onKeyDown={onOpen ? (event) => moveOrOpen(event, () => onOpen(row)) : undefined}
              className={classes(
                'border-b last:border-b-0',
                onOpen && 'cursor-pointer hover:bg-surface-sunken',
                toneOf?.(row),
              )}
            >
              {columns.map((column) => (
                <td
                  key={column.key}
                  className={classes(
                    'h-14 px-3 py-1.5 first:pl-5 last:pr-5',
                    column.align === 'right' && 'text-right',
                    !column.grow && 'whitespace-nowrap',
                  )}
                >
                  {column.cell(row, index)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {foot && <tfoot>{foot}</tfoot>}
      </table>
    </section>
  );
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
}: {
  column: string;
  title: ReactNode;
  sort: string | undefined;
  onSort: (sort: string) => void;
}) {
  const up = sort === column;
  const down = sort === `-${column}`;
  return (
    <button
      type="button"
      className="inline-flex min-h-tap items-center gap-1 font-semibold"
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
