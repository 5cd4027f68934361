import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import { Icon } from '../Icon.tsx';

/** The same order, turned round. */
export const turned = (by: string) => (by.startsWith('-') ? by.slice(1) : `-${by}`);

/** The order that a press on a heading gives. `falls`: the first press puts the largest on top. */
export const nextSort = (column: string, sort: string | undefined, falls: boolean | undefined) =>
  sort === (falls ? turned(column) : column) ? turned(sort) : falls ? turned(column) : column;

export function ariaSort(
  column: string | undefined,
  sort: string | undefined,
): 'ascending' | 'descending' | 'none' | undefined {
  if (!column) return undefined;
  if (sort === column) return 'ascending';
  return sort === turned(column) ? 'descending' : 'none';
}

/** The heading of a column that sorts its rows. */
export function SortButton({
  column,
  title,
  sort,
  onSort,
  align = 'left',
  falls,
}: {
  column: string;
  title: ReactNode;
  sort: string | undefined;
  onSort: (sort: string) => void;
  align?: 'left' | 'right' | undefined;
  falls?: boolean | undefined;
}) {
  const up = sort === column;
  const down = sort === turned(column);
  return (
    <button
      type="button"
      className={classes(
        'inline-flex min-h-tap min-w-tap items-center gap-1 font-semibold leading-tight',
        // The arrow is before the words, so that a right-aligned heading ends where its numbers end.
        align === 'right' ? 'flex-row-reverse text-right' : 'text-left',
      )}
      onClick={() => onSort(nextSort(column, sort, falls))}
    >
      {title}
      <Icon
        name={down ? 'down' : 'up'}
        size={14}
        className={up || down ? 'sort-mark text-accent' : 'sort-mark opacity-25'}
      />
    </button>
  );
}
