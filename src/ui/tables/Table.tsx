import { Fragment, memo, type ReactNode, useRef } from 'react';
import { classes } from '../classes.ts';
import { type CardPlace, type Places, placeOf, placesOf, ROLES, wordOf } from './cards.ts';
import { edgeOf, roomOf, wideOfFew, widthOf } from './few.ts';
import { GroupHead } from './GroupHead.tsx';
import { cutLong, wrapLong } from './longTexts.tsx';
import { enterRows, isOfRow, moveOrOpen, useListKeys } from './rowKeys.ts';
import { Sideways } from './Sideways.tsx';
import { ariaSort, SortButton } from './SortButton.tsx';
import { useRowOfBefore } from './useRowOfBefore.ts';

export interface Column<Row> {
  key: string;
  title: ReactNode;
  /** The words of a title that is an abbreviation. */
  hint?: string;
  /** Numbers are right-aligned with digits of equal width. */
  align?: 'right';
  /** The column takes the remaining width; others are as narrow as their text. */
  grow?: boolean;
  /** The column stays visible while the rest scrolls sideways. By default it is the first growing column, or the first one. */
  stick?: boolean;
  /** The column stays visible at the right edge: it holds the row's actions. */
  end?: boolean;
  /** In a list that scrolls sideways: the column stays in sight at this edge. */
  pin?: 'start' | 'end';
  /** A narrow list hides columns, those with 0 first: below 1280, 1184, 1008 and 864 px of the list. */
  aside?: 0 | 1 | 2 | 3;
  /** The place of the cell on a phone's card; {@link placesOf} gives the default. */
  card?: CardPlace;
  /** The heading may stand in two lines, to give its room to another column. */
  breaks?: boolean | undefined;
  /** The text before the value on a card. By default a fact or a figure has its heading; '' for a value that says what it is. */
  word?: string;
  /**
   * The field to sort by; the heading becomes a button. The first press on a column of figures puts the largest on top. A minus before the field: what
   * the call has as the least is shown as the largest, as a debt is.
   */
  sort?: string;
  /** The first press puts the least on top, though it is a column of figures. */
  rises?: boolean;
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
  /** Shows a row beside the list, by the space bar. `isPeeking`: one is shown, and a click or the focus on another row shows that one. */
  onPeek?: ((row: Row) => void) | undefined;
  isPeeking?: boolean;
  toneOf?: (row: Row) => string | undefined;
  /** The line over a row with which a group begins; null for the other rows. `before` is the row above it on this page. */
  headOf?: (row: Row, before: Row | undefined) => ReactNode;
  foot?: ReactNode;
  /** The table is the page (ListPage): its rows scroll under a head that stays. */
  page?: boolean;
  /**
   * On a phone each row is a card; in a narrow place some columns are hidden. This is the default of a table that is the page. `phone`: cards on a phone, but on a
   * wider screen the table of a report, which hides no column.
   */
  cards?: boolean | 'phone';
}

const NO_KEYS: readonly string[] = [];

/** The column with the number of a row, from 1. */
export const NUMBER: Column<unknown> = {
  key: '#',
  title: '#',
  aside: 3,
  cell: (_row, index) => <span className="text-ink-faint">{index + 1}</span>,
};

/**
 * A table that scrolls sideways inside its card. The column that identifies a row stays visible, and a shade at the edge shows that there is more
 * (theme/frame.css, `sideways`). Arrow keys move between rows that can be opened.
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
  onPeek,
  isPeeking = false,
  toneOf,
  headOf,
  foot,
  page = false,
  cards = page,
}: TableProps<Row>) {
  const lead = (
    columns.find((column) => column.stick) ??
    columns.find((column) => column.grow) ??
    columns.find((column) => column.key !== '#')
  )?.key;
  const isList = cards === true;
  // No column covers the figures of a list, because a narrow list hides columns instead.
  const stuck = isList ? undefined : lead;
  const tight = columns.length > MANY;
  const printed = columns.filter((column) => !isForHands(column)).length;
  const growing = columns.filter((column) => column.grow).length;
  const wide = page ? wideOfFew(columns) : undefined;
  const places = cards ? placesOf(columns, lead) : undefined;
  const roles = cards ? ROLES : undefined;
  const body = useRef<HTMLTableSectionElement>(null);
  useListKeys(body, page && onOpen !== undefined);
  useRowOfBefore(body, page ? rows.map(keyOf) : NO_KEYS, page && onOpen !== undefined);
  return (
    <Sideways
      label={label}
      stuckEnd={!isList && columns.some((column) => column.end)}
      {...(page
        ? { className: 'list-rows', restores: `rows ${label}`, top: `${before} ${sort}` }
        : isList
          ? { className: 'list-inset' }
          : {})}
      {...(onOpen ? { onKeyDown: enterRows } : {})}
    >
      <table
        {...roles?.table}
        data-wide={printed > WIDE ? (printed > MANY + 2 ? 'very' : '') : undefined}
        className={classes(
          'w-full border-collapse text-(length:--letters)',
          cards && 'cards',
          wide ? 'few' : growing > 1 && 'shares',
        )}
        aria-label={label}
      >
        <thead {...roles?.group}>
          <tr {...roles?.row} className="border-b bg-surface-sunken text-left text-[0.8125rem] text-ink-soft">
            {columns.map((column) => (
              <th
                key={column.key}
                {...roles?.head}
                scope="col"
                title={column.hint}
                aria-sort={ariaSort(column.sort, sort)}
                className={classes(
                  'py-0 font-semibold first:pl-5 last:pr-5',
                  airOf(columns.length),
                  // If one column takes the remaining width, the other headings would break although there is space.
                  !column.breaks && (isList || (growing > 0 && !tight)) && 'whitespace-nowrap',
                  column.align === 'right' && 'text-right',
                  widthOf(column, growing, wide),
                  // As narrow as its button, so that the menus of all lists stand at the same place.
                  column.card === 'menu' && 'w-px',
                  edgeOf(column, isList, stuck),
                  column.aside !== undefined && `aside-${column.aside}`,
                  isForHands(column) && 'no-print',
                )}
              >
                {column.sort && onSort ? (
                  <SortButton
                    column={column.sort}
                    title={column.title}
                    sort={sort}
                    onSort={onSort}
                    align={column.align}
                    falls={column.align && !column.rises}
                  />
                ) : (
                  <span className="inline-block py-3 leading-tight compact:py-1.5">{wrapLong(column.title)}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} {...roles?.group}>
          {rows.map((row, index) => {
            const head = headOf?.(row, rows[index - 1]);
            return (
              <Fragment key={keyOf(row)}>
                {head && (
                  <GroupHead columns={columns.length} cards={cards !== false}>
                    {head}
                  </GroupHead>
                )}
                <BodyRow
                  row={row}
                  index={before + index}
                  columns={columns}
                  onOpen={onOpen}
                  onPeek={onPeek}
                  isPeeking={isPeeking}
                  tone={toneOf?.(row)}
                  stuck={stuck}
                  places={places}
                  isList={isList}
                />
              </Fragment>
            );
          })}
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
  onPeek: TableProps<Row>['onPeek'];
  isPeeking: boolean;
  tone: string | undefined;
  stuck: string | undefined;
  /** The place of each column on a card. Stable as long as the columns are the same. */
  places: Places | undefined;
  isList: boolean;
}

/**
 * Renders only when its row or the columns change. If the caller keeps both stable, a table of hundreds of rows does not render with every change
 * beside it.
 */
const BodyRow = memo(function BodyRow<Row>({
  row,
  index,
  columns,
  onOpen,
  onPeek,
  isPeeking,
  tone,
  stuck,
  places,
  isList,
}: BodyRowProps<Row>) {
  const roles = places && ROLES;
  const follow = isPeeking && onPeek ? () => onPeek(row) : undefined;
  return (
    <tr
      {...roles?.row}
      tabIndex={onOpen ? 0 : undefined}
      onClick={onOpen ? (event) => isOfRow(event) && (follow ?? onOpen)(row) : undefined}
      onKeyDown={onOpen ? (event) => moveOrOpen(event, () => onOpen(row), onPeek && (() => onPeek(row))) : undefined}
      onFocus={follow && (({ target, currentTarget }) => target === currentTarget && follow())}
      className={classes('border-b last:border-b-0', onOpen && 'cursor-pointer hover:bg-surface-sunken', tone)}
    >
      {columns.map((column) => {
        const content = column.cell(row, index);
        const place = places?.[column.key];
        return (
          <td
            key={column.key}
            {...roles?.cell}
            data-card={placeOf(place, column.word, content)}
            // The button has the row's name; the cell must not have the same accessible name.
            aria-label={column.card === 'menu' ? 'Actions' : undefined}
            data-label={wordOf(column, place)}
            className={classes(
              'h-row py-1.5 compact:py-0 first:pl-5 last:pr-5',
              airOf(columns.length),
              column.align === 'right' && 'text-right',
              // A name that is a link also fills the remaining width.
              column.grow
                ? classes(roomOf(column, columns, isList), '[&_a]:w-auto [&_a]:max-w-none')
                : 'whitespace-nowrap',
              edgeOf(column, isList, stuck),
              column.aside !== undefined && `aside-${column.aside}`,
              isForHands(column) && 'no-print',
            )}
          >
            {isList ? cutLong(content, column.grow) : column.grow ? content : wrapLong(content)}
          </td>
        );
      })}
    </tr>
  );
}) as <Row>(props: BodyRowProps<Row>) => ReactNode;

/** A column of buttons, which paper leaves out. */
const isForHands = ({ card, end }: Pick<Column<never>, 'card' | 'end'>) => card === 'menu' || end === true;

/** A table with more columns than this is printed on a wide page (theme/print.css), one with many more in smaller letters. */
const WIDE = 7;
/** Tables with more columns than this are tighter, so that all columns fit at 1440 px; in a card their headings have two lines. */
const MANY = 8;
/** The air beside the words of a cell. */
const airOf = (columns: number) => (columns > MANY + 2 ? 'px-1.25' : columns > MANY ? 'px-1.5' : 'px-2');
