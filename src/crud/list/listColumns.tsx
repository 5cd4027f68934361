/** The columns of a model's list: named fields, headings with cells, the menu of a row. */
import type { ReactNode } from 'react';
import type { Model, RowOf } from '#contract/model.ts';
import { StatusBadge } from '#ui/feedback/Badge.tsx';
import { RowMenu } from '#ui/list/RowMenu.tsx';
import type { Column } from '#ui/tables/Table.tsx';
import type { Address } from '../paths.ts';
import { PeekButton, PeekItem } from './Peek.tsx';
import { RowLink } from './RowLink.tsx';

/** A column: the name of a field, or a heading with a cell. */
export type ListColumn<M> =
  | (keyof RowOf<M> & string)
  | (Pick<Column<RowOf<M>>, 'sort' | 'align' | 'grow' | 'stick' | 'aside' | 'card' | 'word'> & {
      title: string;
      /** `rows`: all rows of the page, for a column that writes its figures by one rule. */
      cell: (row: RowOf<M>, rows: readonly RowOf<M>[]) => ReactNode;
    });

/** The actions on a row: links and buttons in the menu at its end. */
export interface RowActions<M extends Model> {
  /** The title of the column: "Actions", or the documents' own word. */
  title?: string;
  /** The name of the row, for who has the menu's button read out. */
  of: (row: RowOf<M>) => string;
  menu: (row: RowOf<M>) => ReactNode;
}

/** The column with the menu of each row. */
export function menuColumn<M extends Model>(
  { title = 'Actions', of, menu }: RowActions<M>,
  peek: ((row: RowOf<M>) => void) | undefined,
): Column<RowOf<M>> {
  return {
    key: 'actions',
    title: <span className="sr-only">{title}</span>,
    card: 'menu',
    cell: (row) => (
      <>
        {peek && <PeekButton of={of(row)} onPress={() => peek(row)} />}
        <RowMenu of={of(row)}>
          {menu(row)}
          {peek && <PeekItem onPress={() => peek(row)} />}
        </RowMenu>
      </>
    ),
  };
}

export function toColumn<M extends Model>(
  column: ListColumn<M>,
  model: M,
  rows: readonly RowOf<M>[],
  addressOf: ((row: RowOf<M>) => Address) | undefined,
  openIn: Readonly<Record<string, string>> | undefined,
): Column<RowOf<M>> {
  if (typeof column !== 'string') return { key: column.title, ...column, cell: (row) => column.cell(row, rows) };
  const title = model.fields[column]?.label ?? column;
  const sort = model.sort.includes(column) ? { sort: column } : {};
  if (column === 'status')
    return { key: column, title: 'Status', ...sort, cell: (row) => <StatusBadge status={String(row[column])} /> };
  if (column !== 'name') return { key: column, title, ...sort, cell: (row) => String(row[column] ?? '') };
  return {
    key: column,
    title,
    ...sort,
    grow: true,
    stick: true,
    cell: (row) =>
      addressOf ? (
        <RowLink to={addressOf(row)} {...(openIn ? { search: openIn } : {})}>
          {String(row[column])}
        </RowLink>
      ) : (
        <span className="cut wraps font-medium">{String(row[column])}</span>
      ),
  };
}
