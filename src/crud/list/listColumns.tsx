/** The columns of a model's list: named fields, headings with cells, the menu of a row. */
import type { ReactNode } from 'react';
import type { Model, RowOf } from '#contract/model.ts';
import { StatusBadge } from '#ui/feedback/Badge.tsx';
import { RowMenu } from '#ui/list/RowMenu.tsx';
import { CallItem } from '#ui/PhoneLink.tsx';
import type { Column } from '#ui/tables/Table.tsx';
import { Link } from '../Link.tsx';
import type { Address } from '../paths.ts';
import { ServerLink } from '../ServerLink.tsx';
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

/**
 * The menu at the end of a row. Every list has it, in one order: what the row opens, the form, then what belongs to the record. It opens with "View" where
 * the row opens more than the form, and has "Edit" for people who may change the record.
 */
export interface RowActions<M extends Model> {
  /** The title of the column: "Actions", or the documents' own word. */
  title?: string;
  /** The name of the row, for who has the menu's button read out. */
  of: (row: RowOf<M>) => string;
  /** The documents' word for what the row opens, where it is not "View": "Products". */
  view?: string;
  /** false: the record has no form of its own. */
  edit?: boolean;
  /** Further links and buttons. */
  more?: (row: RowOf<M>) => ReactNode;
}

interface MenuTargets<M extends Model> {
  /** What the row opens; null where that is the form. */
  view: ((row: RowOf<M>) => Address) | null;
  openIn: Readonly<Record<string, string>> | undefined;
  form: (row: RowOf<M>) => Address;
  mayEdit: boolean;
  peek: ((row: RowOf<M>) => void) | undefined;
}

/** The column with the menu of each row; none for people who can do nothing with a row. */
export function menuColumn<M extends Model>(
  { title = 'Actions', of, view: word, edit = true, more }: RowActions<M>,
  { view, openIn, form, mayEdit, peek }: MenuTargets<M>,
): Column<RowOf<M>>[] {
  if (!view && !(edit && mayEdit) && !more) return [];
  // Where the form is all that a row opens, it is how the record is read without the server.
  const ToForm = view ? ServerLink : Link;
  const column: Column<RowOf<M>> = {
    key: 'actions',
    title: <span className="sr-only">{title}</span>,
    card: 'menu',
    cell: (row) => (
      <>
        {peek && <PeekButton of={of(row)} onPress={() => peek(row)} />}
        <RowMenu of={of(row)}>
          {view && (
            <Link
              to={view(row)}
              {...(openIn ? { search: openIn } : {})}
              aria-label={word ? undefined : `View ${of(row)}`}
            >
              {word ?? 'View'}
            </Link>
          )}
          {edit && mayEdit && (
            <ToForm to={form(row)} aria-label={`Edit ${of(row)}`}>
              Edit
            </ToForm>
          )}
          {more?.(row)}
          <CallItem name={of(row)} phone={phoneOf(row)} />
          {peek && <PeekItem onPress={() => peek(row)} />}
        </RowMenu>
      </>
    ),
  };
  return [column];
}

/** The phone number of a row whose model has one. */
const phoneOf = (row: object): string | undefined => ('phone' in row ? String(row.phone ?? '') : undefined);

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
